import CGLib

/// A thread of our own, for C that blocks: Swift's pool must never wait in it.
///
/// Each start is a fresh thread and no pool, so that what the starter wrote is visible to it (also
/// to the thread sanitizer).
@safe package final class BridgeThread: Sendable {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  // `GThread` is reference-counted and thread-safe; the pointer is set once.
  private nonisolated(unsafe) let thread: UnsafeMutablePointer<GThread>

  /// Starts a thread that runs `body` once.
  ///
  /// - Parameters:
  ///   - name: Shown by debuggers; at most 15 bytes are kept.
  ///   - body: What it does. Dropping this object does not end it.
  /// - Throws: ``GLibError`` when the system has no room for another thread.
  package init(name: String, body: @escaping @Sendable () -> Void) throws(GLibError) {
    // The thread itself releases the box, as its first step; if no thread came to be, we do.
    let box = unsafe Unmanaged.passRetained(Body(body))
    var error: UnsafeMutablePointer<GError>?
    let started = unsafe g_thread_try_new(
      name,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, box.toOpaque(), &error)
    guard let started = unsafe started else {
      unsafe box.release()
      if let error = unsafe error { throw unsafe GLibError(consuming: error) }
      throw GLibError(domain: "g_thread_error", code: 0, message: "No thread was started.")
    }
    unsafe thread = started
  }

  deinit {
    unsafe g_thread_unref(thread)
  }

  /// Waits until the thread has ended.
  ///
  /// At most once, and not from the thread itself.
  package func join() {
    // `g_thread_join` takes a reference; keep ours for `deinit`.
    unsafe g_thread_join(g_thread_ref(thread))
  }
}
