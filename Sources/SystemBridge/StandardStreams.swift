import CSystem
import Glibc

/// Writing to standard output and error so that nothing is lost without a word.
package enum StandardStreams {
  /// Writes all of `text`.
  ///
  /// - Parameters:
  ///   - text: Written as UTF-8.
  ///   - descriptor: 1 for standard output, 2 for standard error.
  /// - Throws: ``SystemError``, with `EPIPE` when the reader has gone and `ENOSPC` when the disk is
  ///   full. Interruptions and a descriptor that is not ready are waited out.
  package static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
    try write(Array(text.utf8).span, to: descriptor)
  }

  /// Writes all of `bytes`; as ``write(_:to:)-(String,_)``.
  package static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let (count, code) = unsafe bytes.withUnsafeBytes { bytes in
        let start = unsafe bytes.baseAddress?.advanced(by: done)
        let count = unsafe Glibc.write(descriptor, start, bytes.count - done)
        return (count, errno)
      }
      if count >= 0 {
        done += count
      } else if code == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, -1)
      } else if code != EINTR {
        let name = descriptor == 1 ? "standard output" : "standard error"
        throw SystemError(
          errno: code, operation: "write to \(descriptor > 2 ? "descriptor \(descriptor)" : name)")
      }
    }
  }

  /// Takes the numbers 0, 1 and 2 where they are closed, as after `1>&-`, before anything else can get
  /// one; reading and writing there fails as before.
  ///
  /// - Returns: Whether all three are open now.
  static func open() -> Bool { figranium_open_standard_descriptors() == 0 }

  /// Makes a write to a closed pipe an error, and one past the limit on files (`ulimit -f`), where
  /// they would otherwise end the process.
  package static func ignoreBrokenPipes() {
    figranium_ignore_broken_pipes(1)
  }

  /// Undoes ``ignoreBrokenPipes()``, before another program takes this one's place: it would
  /// inherit the setting.
  package static func restoreBrokenPipes() {
    figranium_ignore_broken_pipes(0)
  }
}
