import CGLib
import Glibc

/// One client's connection to the loopback server: bytes in, bytes out, and whether it has left.
///
/// Belongs to the thread that serves it.
@safe struct LoopbackConnection: ~Copyable {
  /// How a wait ended.
  enum Waited {
    case elapsed
    case released
    case clientLeft
    case stopping
  }

  private let connection: UnsafeMutablePointer<GSocketConnection>
  private let stopping: Cancellation

  /// Takes over one reference to `connection`.
  init(owning connection: UnsafeMutablePointer<GSocketConnection>, stopping: Cancellation) {
    unsafe self.connection = connection
    self.stopping = stopping
  }

  deinit {
    unsafe g_io_stream_close(stream, nil, nil)
    unsafe g_object_unref(connection)
  }

  private var stream: UnsafeMutablePointer<GIOStream> {
    unsafe UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self)
  }

  private var socket: UnsafeMutablePointer<GSocket> {
    unsafe g_socket_connection_get_socket(connection)
  }

  private var descriptor: Int32 { unsafe g_socket_get_fd(socket) }

  /// Reads what there is, at least one byte.
  ///
  /// - Returns: The number of bytes put at the start of `buffer`; 0 once the client has closed.
  /// - Throws: ``GLibError`` when the connection broke, or the server stops.
  func read(into buffer: inout [UInt8]) throws(GLibError) -> Int {
    try unsafe throwingGLibError { error in
      unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe g_input_stream_read(
          g_io_stream_get_input_stream(stream), bytes.baseAddress, UInt(bytes.count),
          stopping.handle,
          error)
      }
    }
  }

  /// Sends all of `bytes`.
  ///
  /// - Throws: ``GLibError`` when the client has left, or the server stops.
  func write(_ bytes: [UInt8]) throws(GLibError) {
    _ = try unsafe throwingGLibError { error in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe g_output_stream_write_all(
          g_io_stream_get_output_stream(stream), bytes.baseAddress, UInt(bytes.count), nil,
          stopping.handle, error)
      }
    }
  }

  /// Ends the connection with RST instead of FIN.
  func reset() {
    // If the option cannot be set the client sees FIN; both end it.
    _ = figranium_reset_on_close(descriptor)
  }

  /// Sleeps until one of the four things happens.
  ///
  /// - Parameters:
  ///   - milliseconds: The time limit; nil for none.
  ///   - release: What else ends the wait.
  func wait(milliseconds: Int? = nil, release: Cancellation? = nil) -> Waited {
    var polls = [GPollFD(fd: descriptor, events: UInt16(POLLIN), revents: 0)]
    Self.add(stopping, to: &polls)
    if let release { Self.add(release, to: &polls) }
    defer {
      unsafe g_cancellable_release_fd(stopping.handle)
      if let release { unsafe g_cancellable_release_fd(release.handle) }
    }
    let end = milliseconds.map { Int64(g_get_monotonic_time()) + Int64($0) * 1000 }
    while true {
      var left: Int32 = -1
      if let end {
        let microseconds = max(0, end - Int64(g_get_monotonic_time()))
        left = Int32(clamping: (microseconds + 999) / 1000)
      }
      let count = unsafe polls.withUnsafeMutableBufferPointer { polls in
        unsafe g_poll(polls.baseAddress, UInt32(polls.count), left)
      }
      if count == 0 { return .elapsed }
      if count < 0 { continue }
      if stopping.isCancelled { return .stopping }
      if let release, release.isCancelled { return .released }
      if polls[0].revents != 0 {
        if clientHasLeft { return .clientLeft }
        // More bytes lie there: look no longer, they would end each wait at once.
        polls[0].events = 0
        polls[0].revents = 0
      }
    }
  }

  /// Whether the client has closed its side or the connection is broken.
  private var clientHasLeft: Bool {
    var byte: UInt8 = 0
    let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
  }

  private static func add(_ cancellation: Cancellation, to polls: inout [GPollFD]) {
    var poll = GPollFD()
    if unsafe g_cancellable_make_pollfd(cancellation.handle, &poll) != 0 {
      polls.append(poll)
    }
  }
}
