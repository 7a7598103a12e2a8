/// What a running command has: its options, its output, its profile, the key store, the client.
///
/// Nothing is opened before a command asks for it, so that a command without need of a key works
/// where there is no bus, and one without need of a server where there is no network.
package struct CommandContext: Sendable {
  /// The options that every command takes.
  package let global: GlobalOptions
  /// Its own options without a value that were given.
  package let flags: Set<String>
  /// The values of its own options.
  package let values: [String: [String]]
  /// What stood after it.
  package let arguments: [String]
  /// Where output goes.
  package let console: Console
  /// Time limit and interruption.
  package let watch: CommandWatch

  package init(_ invocation: CommandParser.Invocation, console: Console, watch: CommandWatch) {
    global = invocation.global
    flags = invocation.flags
    values = invocation.values
    arguments = invocation.arguments
    self.console = console
    self.watch = watch
    watch.isProfileChosen = global.profile != nil
  }

  /// The same call with a watch of its own: for one of the many things that a service does.
  ///
  /// - Parameter noPrompt: Whether nobody may be asked, whatever the options say.
  package func separate(noPrompt: Bool = false) -> CommandContext {
    CommandContext(self, noPrompt: noPrompt)
  }

  private init(_ other: CommandContext, noPrompt: Bool) {
    var global = other.global
    global.noPrompt = global.noPrompt || noPrompt
    self.global = global
    flags = other.flags
    values = other.values
    arguments = other.arguments
    console = other.console
    watch = CommandWatch(limit: nil)
    watch.isProfileChosen = global.profile != nil
  }

  /// The last value given for an option.
  package func value(_ option: String) -> String? { values[option]?.last }

  /// A limit for lists: a whole number above 0.
  package func count(_ option: String, default number: Int) throws(CommandFailure) -> Int {
    guard let text = value(option) else { return number }
    guard let count = Int(text), count > 0 else {
      throw .usage("--\(option) takes a whole number above 0, not '\(text)'.")
    }
    return count
  }

  // MARK: - Profile

  /// The profile of this call as the file has it, for commands that speak to no server.
  package func localProfile() throws(CommandFailure) -> Profile {
    let profile = try ProfileStore().profile(global.profile)
    watch.profileName = profile.name
    return profile
  }

  /// The profile of this call, with `--server` put in.
  ///
  /// - Throws: ``CommandFailure``: no such profile, no address, a key in the clear.
  package func profile() throws(CommandFailure) -> Profile {
    try forThisCall(try ProfileStore().profile(global.profile))
  }

  /// The same, for a command that sends nothing secret: any address will do.
  package func profileOfThisCall() throws(CommandFailure) -> Profile {
    var profile = try ProfileStore().profile(global.profile)
    if let server = global.server { try profile.set(.server, to: server) }
    watch.profileName = profile.name
    return profile
  }

  private func forThisCall(_ stored: Profile) throws(CommandFailure) -> Profile {
    var profile = stored
    if let server = global.server { try profile.set(.server, to: server) }
    try profile.checkTransport()
    watch.profileName = profile.name
    return profile
  }

  /// The same, for a command that sends the stored key: refuses a server that it is not for.
  package func profileForKey() throws(CommandFailure) -> Profile {
    let stored = try ProfileStore().profile(global.profile)
    let profile = try forThisCall(stored)
    let origin = try ServerOrigin(of: profile.server).description
    let server = try ServerOrigin(of: stored.server).description
    let expected = stored.keyOrigin ?? server
    if origin == expected { return profile }
    let command = "figctl" + profileOption + " key set"
    if expected.isEmpty {
      throw .usage(
        "Storing the key of profile '\(profile.name)' was not finished: it is not known which "
          + "server it is for.",
        hint: "Run '\(command)' again.", code: "KEY_ORIGIN_MISMATCH")
    }
    throw .usage(
      "The key of profile '\(profile.name)' is for \(expected) and is not sent to \(origin).",
      hint: global.server == nil
        ? "If the server has moved, run '\(command)' again."
        : "Store a key for it: figctl profile add NAME --server \(origin), then "
          + "figctl -p NAME key set.",
      code: "KEY_ORIGIN_MISMATCH")
  }

  /// ` -p NAME` when the profile is not the default one, for commands shown in hints.
  package var profileOption: String { global.profile.map { " -p \($0)" } ?? "" }
}
