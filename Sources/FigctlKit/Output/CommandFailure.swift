/// Why a command ended without doing what it was asked, in the form that is shown.
///
/// Every error becomes one of these before it is printed: the SDK's own through
/// ``CommandFailure/init(describing:)``, what the command line itself finds wrong directly.
package struct CommandFailure: Error, Sendable, Hashable {
  /// What the shell is told.
  package var exit: ExitCode
  /// A word that stays the same from release to release.
  package var code: String
  /// What happened, and to what: a sentence.
  package var message: String
  /// What to do next.
  package var hint: String?

  /// Creates a failure.
  ///
  /// `message` and `hint` may hold what users or servers wrote; the renderer makes control
  /// characters visible. They must hold no secret.
  package init(_ exit: ExitCode, _ code: String, _ message: String, hint: String? = nil) {
    self.exit = exit
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// A question was answered with no, so that nothing was done.
  package static func declined(_ message: String) -> CommandFailure {
    CommandFailure(.usage, "DECLINED", message)
  }

  /// A wrong option, argument or input value.
  package static func usage(_ message: String, hint: String? = nil, code: String = "USAGE")
    -> CommandFailure
  {
    CommandFailure(.usage, code, message, hint: hint)
  }
}
