extension PrivateBus {
  /// A configuration with one service folder of the test's own, and nothing of the system's.
  static func configuration(listen: String, services: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(listen)</listen>
      <auth>EXTERNAL</auth>
      <servicedir>\(services)</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>

    """
  }

  /// Writes the activation file that a kind of keyring needs.
  static func writeActivation(_ keyring: Keyring, _ directory: TemporaryDirectory) throws {
    let program: String
    switch keyring {
    case .brokenActivation: program = "/usr/bin/python3 \(Python.path("absent_service.py"))"
    case .failingActivation: program = "/bin/false"
    case .activated:
      program = "/usr/bin/gnome-keyring-daemon --start --foreground --components=secrets"
    case .unlocked, .neverUnlocked, .none: return
    }
    try directory.write(
      "[D-BUS Service]\nName=org.freedesktop.secrets\nExec=\(program)\n",
      to: "services/org.freedesktop.secrets.service")
  }

  /// The variables of a session: no more than a program needs.
  static func environment(
    _ directory: TemporaryDirectory, address: String?
  ) -> [String: String] {
    var result = [
      "PATH": "/usr/bin:/bin", "HOME": directory.file("home"),
      "XDG_RUNTIME_DIR": directory.file("run"), "LANG": "C.UTF-8",
    ].merging(Sanitizers.environment) { own, _ in own }
    if let address { result["DBUS_SESSION_BUS_ADDRESS"] = address }
    return result
  }
}

/// Where the Python helpers of the tests are.
package enum Python {
  /// The path of a script in this target's `Python` folder.
  package static func path(_ name: String) -> String {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)/Python/\(name)"
  }
}
