import SystemBridge

/// Where `figctl` runs, as far as that changes how the credential store is reached.
package struct Surroundings: Sendable, Equatable {
  /// Who used `sudo` to become root.
  package var sudoUser: String?
  /// Who logged in, when that is another user than the process's.
  package var otherLogin: Int?
  /// Whose the session bus or the runtime folder is, when that is another user.
  package var otherOwner: Int?
  /// Whether it is a log-in over SSH.
  package var isRemote = false
  /// Whether there is a display to show a prompt on.
  package var hasDisplay = false
  /// The sandbox's kind and name: `Flatpak org.example.App`, `Snap example`.
  package var sandbox: String?
  /// What the container calls itself.
  package var container: String?
  /// The user it runs as.
  package var user = 0
  /// Whether a unit of the system started it: one that is no user's own has no session bus.
  package var isSystemUnit = false
  /// The socket of the user's own bus, where a log-in has left one that is not in the environment.
  package var unusedBus: String?

  package init() {}

  /// Looks.
  ///
  /// - Parameters:
  ///   - environment: A variable's value.
  ///   - exists: Whether there is something at a path.
  ///   - owner: Whose the thing at a path is.
  package init(
    user: Int, loginUser: Int?, environment: (String) -> String?, exists: (String) -> Bool,
    owner: (String) -> Int?
  ) {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    self.user = user
    if user == 0, let name = value("SUDO_USER"), name != "root" { sudoUser = name }
    if let loginUser, loginUser != user { otherLogin = loginUser }
    let runtime = value("XDG_RUNTIME_DIR")
    let bus = value("DBUS_SESSION_BUS_ADDRESS")
    // unix:path=/run/user/1000/bus,guid=…
    let socket = bus.flatMap { address -> String? in
      guard address.hasPrefix("unix:path=") else { return nil }
      return String(address.dropFirst(10).prefix { $0 != "," && $0 != ";" })
    }
    for path in [socket, runtime].compactMap({ $0 }) {
      if let owner = owner(path), owner != user, otherOwner == nil { otherOwner = owner }
    }
    hasDisplay = value("WAYLAND_DISPLAY") != nil || value("DISPLAY") != nil
    isRemote = value("SSH_CONNECTION") != nil || value("SSH_TTY") != nil
    if let name = value("FLATPAK_ID") ?? (exists("/.flatpak-info") ? "" : nil) {
      sandbox = name.isEmpty ? "Flatpak" : "Flatpak \(name)"
    } else if let name = value("SNAP_INSTANCE_NAME") ?? value("SNAP_NAME") {
      sandbox = "Snap \(name)"
    } else if let name = value("container") {
      container = name
    } else if exists("/.dockerenv") {
      container = "docker"
    } else if exists("/run/.containerenv") {
      container = "podman"
    }
    let usual = "/run/user/\(user)/bus"
    if bus == nil, runtime == nil, exists(usual) { unusedBus = usual }
    isSystemUnit = value("INVOCATION_ID") != nil && bus == nil && runtime == nil
  }

  /// Those of this process.
  package static var current: Surroundings {
    Surroundings(
      user: ProcessIdentity.user, loginUser: ProcessIdentity.loginUser,
      environment: SystemEnvironment.value, exists: ProcessIdentity.exists,
      owner: ProcessIdentity.owner)
  }

  /// What is worth a line, each with what to do where it stands in the way.
  package var checks: [DoctorCheck] {
    var found: [DoctorCheck] = []
    let name = "surroundings"
    if let sudoUser {
      found.append(
        .warning(
          name, "Root through sudo, for \(sudoUser).",
          fix: "Run it without sudo: the bus, the keyring and the profiles are \(sudoUser)'s."))
    } else if let other = otherOwner ?? otherLogin {
      found.append(
        .warning(
          name, "User \(user), in the session of user \(other) (su, or sudo -u).",
          fix: "Log in as user \(user), for example with 'machinectl shell', or use "
            + "'dbus-run-session -- bash' and open a keyring there."))
    }
    if isRemote {
      found.append(.note(name, "A log-in over SSH: nobody sees a prompt on the desktop."))
    }
    if isSystemUnit { found.append(.note(name, "In a unit of the system's systemd.")) }
    if let sandbox { found.append(.note(name, "In a sandbox: \(sandbox).")) }
    if let container { found.append(.note(name, "In a container: \(container).")) }
    return found
  }

  /// How to come by a session bus, where there is none.
  package var busFix: String? {
    if let sudoUser { return "Run it as \(sudoUser), without sudo." }
    if let storeFix { return storeFix }
    if isSystemUnit {
      return
        "Make it a unit of the user's own, which has a bus: systemctl --user edit --full --force "
        + "NAME.service"
    }
    if let unusedBus {
      return "There is one: export DBUS_SESSION_BUS_ADDRESS=unix:path=\(unusedBus)"
    }
    if isRemote || container != nil || otherLogin != nil { return Self.privateBus }
    return nil
  }

  /// How to let a sandbox reach the store; `nil` outside of one.
  package var storeFix: String? {
    guard let sandbox else { return nil }
    let id = sandbox.split(separator: " ").dropFirst().first.map(String.init)
    return sandbox.hasPrefix("Flatpak")
      ? "Let the sandbox talk to the store: flatpak override --user "
        + "--talk-name=org.freedesktop.secrets \(id ?? "ID")"
      : "Let the snap talk to the store: snap connect \(id ?? "NAME"):password-manager-service"
  }

  /// How to open a collection where the provider is `program`.
  package func unlockFix(program: String?) -> String {
    if let command = keyringCommand(program) { return "Open it on the terminal: \(command)" }
    switch program {
    case let program? where program.hasPrefix("kwallet"):
      return "Open the wallet in KWalletManager."
    case let program? where program.hasPrefix("keepassxc"): return "Open the database in KeePassXC."
    default:
      return "Unlock it in your password manager; a command that needs the key asks for it too."
    }
  }

  /// How to come by a first collection where the provider is `program`.
  package func creationFix(program: String?) -> String {
    if let command = keyringCommand(program) {
      return "Make one on the terminal, with a password of your choice: \(command)"
    }
    return
      "Create one in your password manager, or log in to the desktop once; where a prompt can be "
      + "shown, storing a key asks to create it."
  }

  /// What opens GNOME's keyring, or makes it, where no prompt can be shown; `nil` elsewhere.
  private func keyringCommand(_ program: String?) -> String? {
    let isKeyring = program.map { $0.hasPrefix("gnome-keyring") } ?? true
    guard isKeyring, isRemote || container != nil || sandbox != nil || !hasDisplay else {
      return nil
    }
    return "read -rsp 'Keyring password: ' p; printf %s \"$p\" | gnome-keyring-daemon --replace "
      + "--unlock --components=secrets; unset p"
  }

  private static let privateBus =
    "Start one, with a keyring in it: dbus-run-session -- bash -c 'read -rsp \"Keyring password: \" "
    + "p; printf %s \"$p\" | gnome-keyring-daemon --unlock --components=secrets; exec bash'"
}
