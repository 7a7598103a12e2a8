import CGcrypt
import SystemBridge

/// One side of the exchange that two programs agree on a secret key by, which no one who reads along
/// can compute: Diffie-Hellman in the group of 1024 bits of RFC 2409 (6.2), then HKDF (RFC 5869) with
/// SHA-256, to 16 bytes.
///
/// The arithmetic is libgcrypt's, and all secret numbers are in its secure memory and wiped. The private
/// exponent has 256 random bits, more than twice the strength of the group (RFC 3526, section 8): one of
/// 1024 bits adds nothing but four times the work.
@safe final class KeyExchange: Sendable {
  /// The name that the Secret Service has for it.
  static let algorithm = "dh-ietf1024-sha256-aes128-cbc-pkcs7"

  /// Bytes of a number of the group.
  private static let width = 128
  private static let exponentBytes = 32

  /// Whether libgcrypt can be used: it is new enough, and has memory for secret numbers.
  ///
  /// libsecret's sessions need it as much, and end the process without it.
  static let isPossible = figranium_gcrypt_start() != 0

  // Set once in `init`, given back in `deinit`; read only in between.
  private nonisolated(unsafe) let prime: OpaquePointer
  private nonisolated(unsafe) let exponent: OpaquePointer

  /// Our public number in 128 bytes, the most significant one first: KWallet takes no shorter ones.
  let publicKey: [UInt8]

  /// Chooses a private exponent, and computes the public number.
  ///
  /// - Returns: `nil` when there is no libgcrypt that is new enough, or no random number.
  convenience init?() {
    do throws(SystemError) {
      self.init(exponent: try SystemRandom.lockedBytes(Self.exponentBytes))
    } catch {
      return nil
    }
  }

  /// The same with a given exponent, the most significant byte first.
  init?(exponent: LockedBytes) {
    guard Self.isPossible, let prime = unsafe Self.groupPrime(),
      let exponent = unsafe Self.secretNumber(exponent)
    else { return nil }
    unsafe self.prime = unsafe prime
    unsafe self.exponent = unsafe exponent
    let number = unsafe gcry_mpi_new(UInt32(Self.width * 8))
    defer { unsafe gcry_mpi_release(number) }
    let base = unsafe gcry_mpi_set_ui(nil, 2)
    defer { unsafe gcry_mpi_release(base) }
    unsafe gcry_mpi_powm(number, base, exponent, prime)
    var bytes = [UInt8](repeating: 0, count: Self.width)
    guard unsafe bytes.withUnsafeMutableBufferPointer({ unsafe Self.write(number, to: $0) }) else {
      return nil
    }
    publicKey = bytes
  }

  deinit {
    unsafe gcry_mpi_release(exponent)
    unsafe gcry_mpi_release(prime)
  }

  /// Computes the key that both sides have then.
  ///
  /// - Parameter peer: The other side's public number, the most significant byte first, with any number
  ///   of zeros before it: KWallet's has one where its sign would be.
  /// - Returns: 16 bytes; `nil` for a number that is none of the group's, or that anybody would know
  ///   the outcome of (0, 1 and their likes).
  func sharedKey(with peer: Span<UInt8>) -> LockedBytes? {
    let start = peer.indices.first { peer[$0] != 0 } ?? peer.count
    let peer = peer.extracting(start...)
    guard peer.count <= Self.width else { return nil }
    var theirs: OpaquePointer? = nil
    let code = unsafe peer.withUnsafeBufferPointer { bytes in
      unsafe gcry_mpi_scan(&theirs, GCRYMPI_FMT_USG, bytes.baseAddress, bytes.count, nil)
    }
    guard code == 0, let theirs = unsafe theirs else { return nil }
    defer { unsafe gcry_mpi_release(theirs) }
    let last = unsafe gcry_mpi_new(UInt32(Self.width * 8))
    defer { unsafe gcry_mpi_release(last) }
    unsafe gcry_mpi_sub_ui(last, prime, 1)
    guard unsafe gcry_mpi_cmp_ui(theirs, 1) > 0, unsafe gcry_mpi_cmp(theirs, last) < 0 else {
      return nil
    }
    let shared = unsafe gcry_mpi_snew(UInt32(Self.width * 8))
    defer { unsafe gcry_mpi_release(shared) }
    unsafe gcry_mpi_powm(shared, theirs, exponent, prime)
    let number = LockedBytes(capacity: Self.width) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        unsafe buffer.initialize(repeating: 0)
        initialized = unsafe Self.write(shared, to: buffer) ? Self.width : 0
      }
    }
    guard number.count == Self.width else { return nil }
    return Self.derive(from: number)
  }

  /// HKDF without salt and without further information; the key is half of its first block.
  static func derive(from number: LockedBytes) -> LockedBytes? {
    let noSalt = LockedBytes(capacity: 32) { output in
      for _ in 0..<32 { output.append(0) }
    }
    let counter = LockedBytes(capacity: 1) { output in output.append(1) }
    return authenticate(number, key: noSalt, keeping: 32).flatMap { extracted in
      authenticate(counter, key: extracted, keeping: 16)
    }
  }

  /// HMAC with SHA-256 (RFC 2104): the first `count` bytes of it.
  private static func authenticate(
    _ message: LockedBytes, key: LockedBytes, keeping count: Int
  ) -> LockedBytes? {
    var handle: gcry_md_hd_t? = nil
    let flags = GCRY_MD_FLAG_HMAC.rawValue | GCRY_MD_FLAG_SECURE.rawValue
    let algorithm = Int32(GCRY_MD_SHA256.rawValue)
    guard unsafe gcry_md_open(&handle, algorithm, flags) == 0 else { return nil }
    defer { unsafe gcry_md_close(handle) }
    let code = key.withSpan { bytes in
      unsafe bytes.withUnsafeBufferPointer {
        unsafe gcry_md_setkey(handle, $0.baseAddress, $0.count)
      }
    }
    guard code == 0 else { return nil }
    message.withSpan { bytes in
      unsafe bytes.withUnsafeBufferPointer {
        unsafe gcry_md_write(handle, $0.baseAddress, $0.count)
      }
    }
    guard let digest = unsafe gcry_md_read(handle, algorithm) else { return nil }
    return LockedBytes(capacity: count) { output in
      for index in 0..<count { unsafe output.append(digest[index]) }
    }
  }

  /// Writes a number at the end of a buffer of zeros.
  private static func write(
    _ number: OpaquePointer?, to buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    let count = (Int(unsafe gcry_mpi_get_nbits(number)) + 7) / 8
    guard count <= buffer.count else { return false }
    let start = unsafe buffer.baseAddress?.advanced(by: buffer.count - count)
    return unsafe gcry_mpi_print(GCRYMPI_FMT_USG, start, count, nil, number) == 0
  }

  private static func groupPrime() -> OpaquePointer? {
    var prime: OpaquePointer? = nil
    let digits =
      "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22"
      + "514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6"
      + "F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381"
      + "FFFFFFFFFFFFFFFF"
    return unsafe gcry_mpi_scan(&prime, GCRYMPI_FMT_HEX, digits, 0, nil) == 0 ? prime : nil
  }

  private static func secretNumber(_ bytes: LockedBytes) -> OpaquePointer? {
    // A number that is read from libgcrypt's locked memory is kept there too.
    guard let copy = unsafe gcry_malloc_secure(bytes.count) else { return nil }
    defer { unsafe gcry_free(copy) }
    bytes.withSpan { bytes in
      for index in bytes.indices {
        unsafe copy.storeBytes(of: bytes[index], toByteOffset: index, as: UInt8.self)
      }
    }
    var number: OpaquePointer? = nil
    return unsafe gcry_mpi_scan(&number, GCRYMPI_FMT_USG, copy, bytes.count, nil) == 0
      ? number : nil
  }
}
