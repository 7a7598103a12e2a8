package import CGLib

/// Ends a blocking call of GLib from another thread: the owner of one `GCancellable`.
///
/// Once cancelled it stays cancelled; take a new one for the next call.
@safe package final class Cancellation: Sendable {
  // `GCancellable` is thread-safe by its documentation; the pointer is set once.
  private nonisolated(unsafe) let pointer: UnsafeMutablePointer<GCancellable>

  /// Creates one that is not cancelled.
  package init() {
    unsafe pointer = g_cancellable_new()
  }

  deinit {
    unsafe g_object_unref(pointer)
  }

  /// The C object, for a call that this object outlives.
  @unsafe package var handle: UnsafeMutablePointer<GCancellable> { unsafe pointer }

  /// Ends the calls that use this object.
  ///
  /// Safe from any thread, any number of times.
  package func cancel() {
    unsafe g_cancellable_cancel(pointer)
  }

  /// Whether ``cancel()`` has been called.
  package var isCancelled: Bool {
    unsafe g_cancellable_is_cancelled(pointer) != 0
  }
}
