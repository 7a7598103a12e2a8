import Glibc

/// A thread of our own (`pthread_create`), for calls that block: Swift's pool must never wait.
@safe package final class SystemThread: Sendable {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread: pthread_t

  /// Starts a thread that runs `body` once.
  ///
  /// It must be joined.
  ///
  /// - Throws: ``SystemError`` when the system has no room for another thread.
  package init(body: @escaping @Sendable () -> Void) throws(SystemError) {
    // The thread itself releases the box, as its first step; if no thread came to be, we do.
    let box = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      unsafe box.release()
      throw SystemError(errno: code, operation: "start a thread")
    }
    self.thread = thread
  }

  /// Waits until the thread has ended.
  ///
  /// Once, and not from the thread itself.
  package func join() {
    pthread_join(thread, nil)
  }
}
