import GLibBridge
import SystemBridge

/// The profiles' file, `figranium/figctl.conf` in the user's configuration folder.
///
/// A key file of one group a profile; comments and keys that are not ours survive. Reads need no
/// lock, since it is replaced as a whole; changes hold one, so that two do not lose each other's.
package struct ProfileStore: Sendable {
  /// The group that is no profile.
  package static let ownGroup = "figctl"
  /// The profile that is there without a file.
  package static let builtInName = "default"

  /// The file.
  package let path: String

  /// The user's own file.
  ///
  /// - Throws: ``CommandFailure`` when neither `XDG_CONFIG_HOME` nor a home folder is known.
  package init() throws(CommandFailure) {
    guard let folder = XDGDirectories.config else {
      throw .usage(
        "There is no folder for the configuration: neither HOME nor XDG_CONFIG_HOME is an absolute path.",
        code: "NO_CONFIG_FOLDER")
    }
    self.init(path: folder + "/figranium/figctl.conf")
  }

  package init(path: String) {
    self.path = path
  }

  // MARK: - Reading

  /// The profiles of the file, in its order, after the built-in one while that is the default.
  package func all() throws(CommandFailure) -> [Profile] {
    let file = try load()
    var names = file.groups.filter { $0 != Self.ownGroup }
    if !names.contains(Self.builtInName), try defaultName(in: file) == Self.builtInName {
      names.insert(Self.builtInName, at: 0)
    }
    var profiles: [Profile] = []
    for name in names { profiles.append(try profile(name, in: file)) }
    return profiles
  }

  /// The name that counts when none is given.
  package func defaultName() throws(CommandFailure) -> String {
    try defaultName(in: load())
  }

  /// A profile by name, the default one for `nil`.
  ///
  /// - Throws: ``CommandFailure`` (exit code 7, `PROFILE_NOT_FOUND`).
  package func profile(_ name: String?) throws(CommandFailure) -> Profile {
    let file = try load()
    if let name { return try profile(name, in: file) }
    return try profile(defaultName(in: file), in: file)
  }

  private func defaultName(in file: KeyFile) throws(CommandFailure) -> String {
    do throws(KeyFileError) {
      return try file.value("default-profile", in: Self.ownGroup) ?? Self.builtInName
    } catch {
      // Another profile than the chosen one would be another server.
      throw .usage("\(error)", hint: "Choose one: figctl profile use NAME", code: "CONFIG_INVALID")
    }
  }

  private func profile(_ name: String, in file: KeyFile) throws(CommandFailure) -> Profile {
    let names = file.groups.filter { $0 != Self.ownGroup }
    guard names.contains(name) else {
      if name == Self.builtInName { return Profile(name: name) }
      let nearest = NearestName.nearest(to: name, among: names)
      throw CommandFailure(
        .notFound, "PROFILE_NOT_FOUND", "There is no profile '\(name)'.",
        hint: nearest.isEmpty
          ? "See 'figctl profile list', or add it: figctl profile add NAME --server URL"
          : "Did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?")
    }
    var problem: CommandFailure?
    let profile = read(name, in: file) { problem = problem ?? $0 }
    if let problem { throw problem }
    return profile
  }

  /// A profile for a command that changes it: a setting that cannot be counts as not set, so that
  /// it can be corrected.
  package func profileToRepair(_ name: String) throws(CommandFailure) -> Profile {
    let file = try load()
    guard file.groups.contains(name), name != Self.ownGroup else {
      return try profile(name, in: file)
    }
    return read(name, in: file) { _ in }
  }

  private func read(_ name: String, in file: KeyFile, problem: (CommandFailure) -> Void) -> Profile
  {
    var profile = Profile(name: name)
    for setting in Profile.Setting.allCases {
      do {
        guard let text = try file.value(setting.rawValue, in: name) else { continue }
        try profile.set(setting, to: text)
      } catch {
        let reason = (error as? CommandFailure)?.message ?? "\(error)"
        problem(
          .usage(
            "\(path), profile '\(name)': \(reason)",
            hint: "Correct it with 'figctl profile set \(name) \(setting.rawValue)=VALUE'.",
            code: "CONFIG_INVALID"))
      }
    }
    return profile
  }

  /// The file, empty when there is none.
  private func load() throws(CommandFailure) -> KeyFile {
    do throws(KeyFileError) {
      return try KeyFile(path: path)
    } catch {
      if case .notFound = error { return KeyFile() }
      throw .usage("\(error)", hint: "Correct the file, or move it away.", code: "CONFIG_INVALID")
    }
  }

  // MARK: - Changing

  /// Whether the file has a group for it.
  package func contains(_ name: String) throws(CommandFailure) -> Bool {
    try load().groups.contains(name)
  }

  /// Adds a profile.
  ///
  /// - Throws: ``CommandFailure`` (exit code 9, `PROFILE_EXISTS`).
  package func add(_ profile: Profile) async throws(CommandFailure) {
    try await change { file throws(CommandFailure) in
      guard !file.groups.contains(profile.name) else {
        throw CommandFailure(
          .conflict, "PROFILE_EXISTS", "There is a profile '\(profile.name)' already.",
          hint: "Change it with 'figctl profile set \(profile.name) KEY=VALUE'.")
      }
      try write(profile, to: file)
    }
  }

  /// Changes a profile's settings; a setting that cannot be counts as not set.
  ///
  /// They are read and written under one lock, so that what another `figctl` wrote meanwhile, the
  /// server that the key is for above all, is not written over.
  ///
  /// - Parameter creating: Whether a profile that is not there is made; else it is an error.
  /// - Returns: The profile before and after.
  @discardableResult
  package func update(
    _ name: String, creating: Bool = false,
    _ edit: (inout Profile) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) -> (before: Profile, after: Profile) {
    var change = (before: Profile(name: name), after: Profile(name: name))
    try await self.change { file throws(CommandFailure) in
      if file.groups.contains(name), name != Self.ownGroup {
        change.before = read(name, in: file) { _ in }
      } else if !creating {
        change.before = try profile(name, in: file)
      }
      change.after = change.before
      try edit(&change.after)
      try write(change.after, to: file)
    }
    return change
  }

  /// Writes all settings; those at their default are left out, except the server.
  private func write(_ profile: Profile, to file: KeyFile) throws(CommandFailure) {
    do throws(KeyFileError) {
      for setting in Profile.Setting.allCases {
        if let text = profile.text(of: setting) {
          try file.set(setting.rawValue, in: profile.name, to: text)
        } else {
          file.remove(setting.rawValue, in: profile.name)
        }
      }
    } catch {
      throw .usage("\(error)", code: "CONFIG_NOT_WRITTEN")
    }
  }

  /// Makes a profile the default one.
  package func makeDefault(_ name: String) async throws(CommandFailure) {
    try await change { file throws(CommandFailure) in
      do throws(KeyFileError) {
        try file.set("default-profile", in: Self.ownGroup, to: name)
      } catch {
        throw .usage("\(error)", code: "CONFIG_NOT_WRITTEN")
      }
    }
  }

  /// Takes a profile away, and its name from the default.
  package func remove(_ name: String) async throws(CommandFailure) {
    try await change { file throws(CommandFailure) in
      file.remove(group: name)
      if try defaultName(in: file) == name {
        file.remove("default-profile", in: Self.ownGroup)
      }
    }
  }

  private func change(
    _ edit: (KeyFile) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) {
    let lock = try await acquireLock(path + ".lock")
    defer { lock.release() }
    let file = try load()
    try edit(file)
    do throws(KeyFileError) {
      try file.save(path: path)
    } catch {
      throw .usage("\(error)", code: "CONFIG_NOT_WRITTEN")
    }
  }

  /// Waits until no other `figctl` holds the lock: changes take some milliseconds, so a lock that
  /// is held for seconds is worth an error.
  private func acquireLock(_ lockPath: String) async throws(CommandFailure) -> FileLock {
    let until = ContinuousClock.now + .seconds(5)
    while true {
      do {
        if let slash = path.lastIndex(of: "/") { try XDGDirectories.create(String(path[..<slash])) }
        if let lock = try FileLock(path: lockPath) { return lock }
        guard ContinuousClock.now < until else { break }
        try await Task.sleep(for: .milliseconds(10))
      } catch {
        throw .usage("\(error)", code: "CONFIG_NOT_WRITTEN")
      }
    }
    throw CommandFailure(
      .conflict, "CONFIG_LOCKED", "Another figctl is changing \(path).",
      hint: "Try again when it is done.")
  }
}
