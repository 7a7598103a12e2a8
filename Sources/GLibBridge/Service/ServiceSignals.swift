// Signals of the operating system for a service that has no other owner of them.

import CGLib

/// SIGTERM and SIGINT as calls, until it is let go: `g_unix_signal_source_new`.
///
/// For programs whose main part is a service; figctl has its own handling of signals.
@safe package final class ServiceSignals: Sendable {
  private final class Body: Sendable {
    let call: @Sendable (Int32) -> Void
    let signal: Int32
    init(_ signal: Int32, _ call: @escaping @Sendable (Int32) -> Void) {
      self.signal = signal
      self.call = call
    }
  }

  // Set once in `init`; destroying a source is safe from any thread.
  private nonisolated(unsafe) let sources: [UnsafeMutablePointer<GSource>]

  /// - Parameter handler: Called with each signal on the loop's thread.
  package init(handler: @escaping @Sendable (Int32) -> Void) {
    unsafe sources = [SIGTERM, SIGINT].compactMap { signal in
      guard let source = unsafe g_unix_signal_source_new(signal) else { return nil }
      // Retained here, released by the source when it is destroyed.
      unsafe g_source_set_callback(
        source,
        { data in
          if let data = unsafe data {
            let body = unsafe Unmanaged<Body>.fromOpaque(data).takeUnretainedValue()
            body.call(body.signal)
          }
          return 1
        }, Unmanaged.passRetained(Body(signal, handler)).toOpaque(),
        { data in
          if let data = unsafe data { unsafe Unmanaged<Body>.fromOpaque(data).release() }
        })
      unsafe MainLoop.shared.attach(source)
      return unsafe source
    }
  }

  deinit {
    for index in unsafe sources.indices {
      unsafe g_source_destroy(sources[index])
      unsafe g_source_unref(sources[index])
    }
  }
}
