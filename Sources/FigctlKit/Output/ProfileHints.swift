/// Puts the profile into errors about its key: the SDK does not know that there are profiles, and
/// the next step is a command that names one.
enum ProfileHints {
  /// The failure as a user of profiles understands it.
  ///
  /// - Parameters:
  ///   - failure: What went wrong.
  ///   - profile: The profile in use, `nil` when none is known.
  ///   - isChosen: Whether it was chosen with `--profile`, so that commands must name it too.
  static func adapt(_ failure: CommandFailure, profile: String?, isChosen: Bool) -> CommandFailure {
    var failure = failure
    let figctl = "figctl" + (isChosen ? profile.map { " -p \($0)" } ?? "" : "")
    switch failure.code {
    case "EXECUTION_NOT_FOUND" where failure.hint != StopCommand.runIDs:
      failure.hint = "See their identifiers: \(figctl) execution list"
    case "CREDENTIAL_STORE_LOCKED", "CREDENTIAL_PROMPT_DISMISSED":
      let hint = failure.hint.map { $0 + " " } ?? ""
      failure.hint = hint + "'\(figctl) doctor' says how, also without a desktop."
    default: break
    }
    // In a sandbox it may only be out of sight, and no program is to be installed.
    if failure.code == "CREDENTIAL_STORE_UNAVAILABLE", let fix = Surroundings.current.storeFix {
      failure.hint = fix
    }
    guard let profile else { return failure }
    let command = "\(figctl) key set"
    switch failure.code {
    case "CREDENTIAL_NOT_FOUND" where failure.exit == .noKey:
      failure.message = "No key is stored for profile '\(profile)'."
      failure.hint = "Store it: \(command)"
    case "INVALID_API_KEY" where failure.hint?.hasPrefix("Copy the key") != true:
      failure.hint =
        "If the key of profile '\(profile)' has been replaced, store the new one: \(command)"
    case "SESSION_REQUIRED" where failure.hint?.contains(" key r") != true:
      failure.hint = "Sign in: \(figctl) login --email ADDRESS"
    case "API_KEY_NOT_SET":
      failure.hint = "Make a key in the server's settings, then store it: \(command)"
    default: break
    }
    return failure
  }
}
