import GLibBridge
import TestSupport
import Testing

@testable import AppIntentsDesktop

/// The files say what the service is.
@Suite struct DesktopFilesTests {
  private static func value(_ key: String, in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("\(key)=") }.map {
      String($0.dropFirst(key.count + 1))
    }
  }

  @Test("Names, paths and actions are the service's own")
  func agreement() throws {
    var application = World().application()
    application.about.version = "1.2"
    application.about.date = "2026-01-02"
    application.about.keywords = ["a;b", "c"]
    application.serviceArguments = ["serve"]
    let files = try DesktopFiles(application, program: "/opt/friends/bin/friends").files
    func text(_ path: String) throws -> String {
      try #require(files.first { $0.path == path }).text
    }
    let id = "org.example.Friends-2"
    let desktop = try text("share/applications/\(id).desktop")
    #expect(
      Self.value("Exec", in: desktop) == [
        "/opt/friends/bin/friends serve", "gapplication action \(id) greet",
      ])
    #expect(Self.value("Actions", in: desktop) == ["greet;"])
    #expect(Self.value("DBusActivatable", in: desktop) == ["true"])
    #expect(Self.value("Keywords", in: desktop) == ["a\\;b;c;"])
    let bus = try text("share/dbus-1/services/\(id).service")
    #expect(Self.value("Name", in: bus) == [id])
    #expect(Self.value("Exec", in: bus) == ["/opt/friends/bin/friends serve"])
    #expect(Self.value("SystemdService", in: bus) == ["\(id).service"])
    let unit = try text("lib/systemd/user/\(id).service")
    #expect(Self.value("BusName", in: unit) == [id])
    #expect(Self.value("ExecStart", in: unit) == ["/opt/friends/bin/friends serve"])
    let provider = try text("share/gnome-shell/search-providers/\(id).search-provider.ini")
    #expect(
      Self.value("ObjectPath", in: provider) == ["/org/example/Friends_2/SearchProvider"])
    let runner = try text("share/krunner/dbusplugins/\(id).desktop")
    #expect(Self.value("X-Plasma-DBusRunner-Service", in: runner) == [id])
    #expect(Self.value("X-Plasma-DBusRunner-Path", in: runner) == ["/runner"])
    let info = try text("share/metainfo/\(id).metainfo.xml")
    #expect(info.contains("<release version=\"1.2\" date=\"2026-01-02\"/>"))
    #expect(info.contains("<binary>friends</binary>"))
  }

  @Test("Texts that would be something else in a file")
  func escaping() throws {
    var application = World().application()
    application.name = "Friends & <foes>\nExec=evil"
    application.about.manual = "a%b\nExecStart=/bin/evil"
    for file in try DesktopFiles(application, program: "/usr/bin/friends").files {
      #expect(!file.text.contains("\nExec=evil"), "\(file.path)")
      #expect(!file.text.contains("\nExecStart=/bin/evil"), "\(file.path)")
      if file.path.hasSuffix(".xml") {
        #expect(file.text.contains("<name>Friends &amp; &lt;foes&gt; Exec=evil</name>"))
      }
    }
  }

  @Test(arguments: ["friends", "", "/usr/bin/my friends", "/usr/bin/%f", "/a\nb", "/x;y"])
  func programs(path: String) {
    #expect(throws: DesktopError.self) {
      try DesktopFiles(World().application(), program: path)
    }
  }

  @Test(arguments: ["", "x", "a..b", ".a.b", "a.1b", "a.b c", "a.ü", "a/b.c"])
  func identifiers(id: String) {
    #expect(throws: DesktopError.invalidApplicationID(id)) {
      try World().application(id: id).check()
    }
  }

  @Test("They are written below a folder, over what was there")
  func writing() throws {
    let folder = try TemporaryDirectory()
    let files = try DesktopFiles(World().application(), program: "/usr/bin/friends")
    #expect(try files.write(to: folder.file("usr")).count == files.files.count)
    let again = try files.write(to: folder.file("usr"))
    for (path, file) in zip(again, files.files) {
      let bytes = try #require(try PrivateFile.read(path, limit: 100_000))
      #expect(String(decoding: bytes, as: UTF8.self) == file.text)
    }
    #expect(throws: DesktopError.self) { try files.write(to: "/proc/nowhere") }
  }

  @Test("Two shortcuts of one title are two actions")
  func actionNames() {
    let names = ["Run", "Run", "Été!", "–", "Run"].map { title in
      ActionNames.base(of: title)
    }
    #expect(names == ["run", "run", "ete", "shortcut", "run"])
    #expect(ActionNames.unique(names) == ["run", "run-2", "ete", "shortcut", "run-3"])
  }
}
