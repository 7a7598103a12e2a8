import CSystem
import Glibc

/// Random bytes from the kernel (`getrandom`), fit for keys.
package enum SystemRandom {
  /// `count` random bytes.
  package static func bytes(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var code: Int32 = 0
    unsafe bytes.withUnsafeMutableBytes { code = unsafe fill($0) }
    guard code == 0 else { throw SystemError(errno: code, operation: "get random bytes") }
    return bytes
  }

  /// `count` random bytes that have never been anywhere but in locked memory.
  package static func lockedBytes(_ count: Int) throws(SystemError) -> LockedBytes {
    try LockedBytes(capacity: count) { (output: inout OutputSpan<UInt8>) throws(SystemError) in
      let code = unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        let code = unsafe fill(UnsafeMutableRawBufferPointer(buffer))
        if code == 0 { initialized = count }
        return code
      }
      guard code == 0 else { throw SystemError(errno: code, operation: "get random bytes") }
    }
  }

  /// Fills `buffer`, and gives 0 or the errno.
  private static func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    var done = 0
    while done < buffer.count {
      let count = unsafe getrandom(buffer.baseAddress?.advanced(by: done), buffer.count - done, 0)
      if count >= 0 { done += count } else if errno != EINTR { return errno }
    }
    return 0
  }
}
