import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// Reports on sessions without a bus, a daemon or a display, and on other names of the default
/// collection (sections B and C), with the neighbours that no report names.
@Suite struct SessionBusReportTests {
  /// Whatever is missing: no word of X11 or autolaunch, and no trap.
  @Test(arguments: [
    [:], ["DBUS_SESSION_BUS_ADDRESS": ""], ["XDG_RUNTIME_DIR": "/nowhere"],
    ["DISPLAY": ":77", "XDG_RUNTIME_DIR": "/tmp"], ["LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"],
    ["DBUS_SESSION_BUS_ADDRESS": "unix:path="], ["DBUS_SESSION_BUS_ADDRESS": "nonsense"],
    ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=127.0.0.1,port=1"],
    ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract="],
    ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/dev/null"],
    ["DBUS_SESSION_BUS_ADDRESS": ";;;"], ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"],
    ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/" + String(repeating: "x", count: 5_000)],
  ])
  func withoutABus(variables: [String: String]) async throws {
    let home = try TemporaryHome()
    let figctl = FigctlProcess(environment: home.environment.merging(variables) { $1 })
    for words in [["key", "show"], ["run", "x"], ["key", "list"]] {
      let ended = try await figctl.run(words)
      #expect(ended.code == 4, "\(words) \(ended.errors)")
      for word in ["X11", "DISPLAY", "autolaunch"] {
        #expect(!ended.errors.contains(word), "\(ended.errors)")
      }
      #expect(ended.errors.contains("session"), "\(ended.errors)")
    }
    // What needs no store works.
    #expect(try await figctl.run(["profile", "list"]).code == 0)
  }

  /// An open ring is used, display or not.
  @Test(arguments: [
    [:], ["DISPLAY": ":77"], ["WAYLAND_DISPLAY": "wayland-9"], ["SSH_CONNECTION": "a 1 b 22"],
    ["XDG_SESSION_TYPE": "tty"], ["XDG_CURRENT_DESKTOP": "KDE"], ["LC_ALL": "tr_TR.UTF-8"],
  ])
  func whateverTheDisplay(variables: [String: String]) async throws {
    let desk = try await Desk()
    let figctl = FigctlProcess(environment: desk.bus.environment.merging(variables) { $1 })
    #expect(try await figctl.run(["key", "show", "--reveal"]).output == Desk.key)
  }

  /// The default collection is the one with the alias, whatever its name; no file gets the key.
  @Test(
    .enabled(if: TestedProvider.isGnomeKeyring, "how to make a collection is gnome-keyring's"),
    arguments: ["Work", "login", "Arbeit \u{FC}ber \u{131}", "default", "a/b \"c\""])
  func whateverTheDefaultCollectionIsCalled(label: String) async throws {
    let desk = try await Desk(storingKey: false)
    let path = try await desk.bus.makeDefaultCollection(label: label)
    let stored = try await desk.figctl.run(["key", "set", "--no-verify"], input: Desk.key)
    #expect(stored.code == 0, "\(stored.errors)")
    let items = try await desk.bus.items(["service": "figranium", "account": "default"])
    #expect(items.count == 1)
    #expect(items.allSatisfy { $0.hasPrefix(path + "/") }, "\(items)")
    #expect(TemporaryHome.files(below: desk.bus.home, holding: Desk.key) == [])
    #expect(try await desk.figctl.run(["key", "show", "--reveal"]).output == Desk.key)
  }
}
