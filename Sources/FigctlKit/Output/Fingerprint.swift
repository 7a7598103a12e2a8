import Figranium
import GLibBridge
import SystemBridge

extension Secret {
  /// The first 12 hexadecimal digits of the SHA-256 digest: tells two keys apart and gives neither
  /// away.
  var fingerprint: String {
    bytes.withSpan { String(Checksum.sha256Hex($0).prefix(12)) }
  }
}
