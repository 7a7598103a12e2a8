package import CGLib

/// A `GError`, as a Swift value: what GLib could not do, in GLib's own words.
///
/// The message may name files and addresses; GLib never puts key material into one.
package struct GLibError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error domain, such as `g-io-error-quark`.
  package let domain: String

  /// The code within ``domain``, such as `G_IO_ERROR_CANCELLED`.
  package let code: Int32

  /// GLib's sentence about it.
  package let message: String

  /// Creates an error of our own making in GLib's form.
  package init(domain: String, code: Int32, message: String) {
    self.domain = domain
    self.code = code
    self.message = message
  }

  /// Takes over `error`, copies what it says and frees it.
  @unsafe package init(consuming error: UnsafeMutablePointer<GError>) {
    unsafe domain = g_quark_to_string(error.pointee.domain).map { unsafe String(cString: $0) } ?? ""
    unsafe code = error.pointee.code
    unsafe message = error.pointee.message.map { unsafe String(cString: $0) } ?? ""
    unsafe g_error_free(error)
  }

  /// Whether this is the given code of the I/O domain (`G_IO_ERROR`).
  package func isIOError(_ code: GIOErrorEnum) -> Bool {
    domain == "g-io-error-quark" && UInt32(bitPattern: self.code) == code.rawValue
  }

  package var description: String { message }
}

/// Calls a C function that reports by `GError **`, and turns what it reports into a thrown error.
///
/// The one place where that is done, so that no call can forget to look or to free.
@unsafe package func throwingGLibError<Result>(
  _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result
) throws(GLibError) -> Result {
  var error: UnsafeMutablePointer<GError>?
  let result = unsafe call(&error)
  if let error = unsafe error { throw unsafe GLibError(consuming: error) }
  return result
}
