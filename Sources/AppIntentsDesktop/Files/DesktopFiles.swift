import AppIntents
import GLibBridge

/// The files that tell a desktop of a program: made of the same value as the service, so that they
/// cannot differ from it.
///
/// Install them below `/usr`, or for one user below `~/.local` (there GNOME reads no search
/// providers). Icons are the program's own affair: `ID.svg` and `ID-symbolic.svg`.
public struct DesktopFiles: Sendable {
  /// One of them.
  public struct File: Sendable, Equatable {
    /// Where it goes, below the prefix.
    public let path: String
    /// What is in it.
    public let text: String
  }

  /// All of them.
  public let files: [File]

  /// Makes the files' texts; nothing is written yet.
  ///
  /// - Parameters:
  ///   - application: The program.
  ///   - program: Where it is installed, an absolute path.
  /// - Throws: ``DesktopError`` for an identifier that cannot be, and a path that these files
  ///   cannot hold.
  public init(_ application: DesktopApplication, program: String) throws(DesktopError) {
    try application.check()
    // Three formats with three ways of quoting: what needs none is the same in each.
    let isPlain = program.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "/._+-".utf8.contains(byte)
      }
    }
    guard program.hasPrefix("/"), isPlain else {
      throw .file(
        "'\(program)' cannot stand in these files: it takes an absolute path of letters, digits and "
          + "the characters / . _ + -.")
    }
    let command = ([program] + application.serviceArguments).joined(separator: " ")
    let registry = IntentRegistry(
      shortcuts: application.shortcuts, applicationName: application.name)
    let actions = ActionNames.named(registry.shortcuts).map {
      (name: $0.name, title: $0.shortcut.title)
    }
    let id = application.id
    files = [
      File(
        path: "share/applications/\(id).desktop",
        text: DesktopEntry.application(application, command: command, actions: actions)),
      File(
        path: "share/dbus-1/services/\(id).service",
        text: """
          [D-BUS Service]
          Name=\(id)
          Exec=\(command)
          SystemdService=\(id).service

          """),
      File(
        path: "lib/systemd/user/\(id).service",
        text: SystemdUnit.text(application, command: command)),
      File(
        path: "share/gnome-shell/search-providers/\(id).search-provider.ini",
        text: """
          [Shell Search Provider]
          DesktopId=\(id).desktop
          BusName=\(id)
          ObjectPath=\(application.objectPath)/SearchProvider
          Version=2

          """),
      File(
        path: "share/krunner/dbusplugins/\(id).desktop",
        text: DesktopEntry.runner(application)),
      File(
        path: "share/metainfo/\(id).metainfo.xml",
        text: MetaInfo.text(application, binary: program.split(separator: "/").last ?? "")),
    ]
  }

  /// Writes them below a folder, mode 0644, over files of the same name.
  ///
  /// - Parameter folder: The prefix, for example `/usr/local`.
  /// - Returns: The paths written.
  /// - Throws: ``DesktopError`` that names the file; those before it are written.
  @discardableResult public func write(to folder: String) throws(DesktopError) -> [String] {
    var written: [String] = []
    for file in files {
      let path = "\(folder)/\(file.path)"
      do throws(GLibError) {
        if let slash = path.lastIndex(of: "/") {
          try XDGDirectories.create(String(path[..<slash]), mode: 0o755)
        }
        try PrivateFile.write(Array(file.text.utf8), to: path, mode: 0o644)
      } catch {
        throw .file("\(path) was not written: \(error)")
      }
      written.append(path)
    }
    return written
  }
}

/// Desktop entries: for menus, and for KRunner.
enum DesktopEntry {
  static func application(
    _ application: DesktopApplication, command: String, actions: [(name: String, title: String)]
  ) -> String {
    var lines = [
      "[Desktop Entry]", "Type=Application", "Name=\(value(application.name))",
      "Comment=\(value(application.summary))", "Exec=\(command)", "Icon=\(application.id)",
      "Terminal=false", "Categories=Utility;",
    ]
    if !application.about.keywords.isEmpty {
      lines.append("Keywords=\(application.about.keywords.map { "\(item($0));" }.joined())")
    }
    lines.append("DBusActivatable=true")
    if !actions.isEmpty { lines.append("Actions=\(actions.map { "\($0.name);" }.joined())") }
    for action in actions {
      // Starters that know D-Bus call ActivateAction; the others do the same by this.
      lines += [
        "", "[Desktop Action \(action.name)]", "Name=\(value(action.title))",
        "Exec=gapplication action \(application.id) \(action.name)",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func runner(_ application: DesktopApplication) -> String {
    var lines = [
      "[Desktop Entry]", "Type=Service", "Name=\(value(application.name))",
      "Comment=\(value(application.summary))", "Icon=\(application.id)",
      "X-KDE-ServiceTypes=Plasma/Runner", "X-KDE-PluginInfo-Name=\(application.id)",
      "X-KDE-PluginInfo-EnabledByDefault=true",
    ]
    if !application.about.version.isEmpty {
      lines.append("X-KDE-PluginInfo-Version=\(value(application.about.version))")
    }
    lines += [
      "X-KDE-PluginInfo-License=\(value(application.about.license))", "X-Plasma-API=DBus",
      "X-Plasma-DBusRunner-Service=\(application.id)",
      "X-Plasma-DBusRunner-Path=\(Runner.path)", "X-Plasma-Request-Actions-Once=true",
      "X-Plasma-Runner-Min-Letter-Count=3",
      "X-Plasma-Runner-Syntaxes=:q:",
      "X-Plasma-Runner-Syntax-Descriptions=Finds what :q: names, and runs it",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A value of one line.
  private static func value(_ text: String) -> String {
    NoticeText.line(text).replacing("\\", with: "\\\\")
  }

  /// A value in a list.
  private static func item(_ text: String) -> String { value(text).replacing(";", with: "\\;") }
}

/// The unit that a session's systemd starts the service by.
enum SystemdUnit {
  static func text(_ application: DesktopApplication, command: String) -> String {
    let manual = application.about.manual
    // Everything that a user's manager can do without a name space of users; see systemd.exec(5).
    return """
      [Unit]
      Description=\(line(application.name)): intents for the desktop
      \(manual.isEmpty ? "" : "Documentation=man:\(line(manual))\n")PartOf=graphical-session.target

      [Service]
      Type=dbus
      BusName=\(application.id)
      ExecStart=\(command)
      Restart=on-failure
      TimeoutStopSec=10s
      UMask=0077
      LimitCORE=0
      NoNewPrivileges=yes
      LockPersonality=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      RestrictNamespaces=yes
      MemoryDenyWriteExecute=yes
      RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
      SystemCallArchitectures=native
      SystemCallFilter=@system-service
      SystemCallFilter=~@privileged @resources
      SystemCallErrorNumber=EPERM
      MemoryMax=256M
      TasksMax=64

      """
  }

  private static func line(_ text: String) -> String {
    NoticeText.line(text).replacing("%", with: "%%")
  }
}

/// What software centres show.
enum MetaInfo {
  static func text(_ application: DesktopApplication, binary: Substring) -> String {
    let about = application.about
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<component type=\"desktop-application\">", "  <id>\(application.id)</id>",
      "  <name>\(escaped(application.name))</name>",
      "  <summary>\(escaped(application.summary))</summary>",
      "  <metadata_license>CC0-1.0</metadata_license>",
      "  <project_license>\(escaped(about.license))</project_license>",
    ]
    if !about.developer.isEmpty {
      lines.append("  <developer_name>\(escaped(about.developer))</developer_name>")
    }
    let paragraphs = about.description.isEmpty ? ["\(application.summary)."] : about.description
    lines.append("  <description>")
    lines += paragraphs.map { "    <p>\(escaped($0))</p>" }
    lines += [
      "  </description>",
      "  <launchable type=\"desktop-id\">\(application.id).desktop</launchable>",
    ]
    if !about.homepage.isEmpty {
      lines.append("  <url type=\"homepage\">\(escaped(about.homepage))</url>")
    }
    lines += [
      "  <provides>", "    <binary>\(escaped(String(binary)))</binary>",
      "    <dbus type=\"user\">\(application.id)</dbus>", "  </provides>",
      "  <content_rating type=\"oars-1.1\"/>",
    ]
    if !about.version.isEmpty, !about.date.isEmpty {
      lines += [
        "  <releases>",
        "    <release version=\"\(escaped(about.version))\" date=\"\(escaped(about.date))\"/>",
        "  </releases>",
      ]
    }
    lines.append("</component>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    NoticeText.escaped(NoticeText.line(text, limit: 2_000)).replacing("\"", with: "&quot;")
  }
}
