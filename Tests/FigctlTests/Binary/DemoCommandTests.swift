import GLibBridge
import TestSupport
import Testing

/// `figctl demo`.
@Suite struct DemoCommandTests {
  @Test func showsEverythingAndLeavesNothing() async throws {
    let bus = try await PrivateBus()
    let figctl = FigctlProcess(environment: bus.environment)
    let demo = try await figctl.run(["demo"])
    #expect(demo.code == 0)
    #expect(demo.errors == "")
    let lines = demo.output.split(separator: "\n").map(String.init)
    for line in [
      "Scrape title finished with success.", "Stopped Figranium execution.",
      "Execution status: stopped.",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("Stored the key of account 'figctl-demo-") })
    #expect(lines.contains { $0.hasPrefix("Deleted the key of account 'figctl-demo-") })
    #expect(lines.contains { $0.hasPrefix("Rotated the key of account 'figctl-demo-") })
    #expect(try await bus.items(["service": "figranium"]).isEmpty)
    #expect(try await bus.items(["service": "figranium-session"]).isEmpty)
    #expect(TemporaryHome.files(below: bus.home + "/.local/state", holding: "\"ids\"").isEmpty)
    #expect(TemporaryHome.files(below: bus.home, holding: "figctl.conf").isEmpty)
    #expect(try await figctl.run(["profile", "list"]).output.hasSuffix("http://localhost:11345\n"))
  }

  @Test func asOneDocument() async throws {
    let bus = try await PrivateBus()
    let demo = try await FigctlProcess(environment: bus.environment).run(["demo", "--json"])
    #expect(demo.code == 0)
    #expect(
      demo.output.hasSuffix(
        #""dialogs":["Scrape title finished with success.","Stopped Figranium execution.","#
          + #""Execution status: stopped.","Scrape title finished with success."],"#
          + #""keyDeleted":true}"# + "\n"))
  }

  @Test func withoutAStoreItSaysSo() async throws {
    let bus = try await PrivateBus(.none)
    let demo = try await FigctlProcess(environment: bus.environment).run(["demo"])
    #expect(demo.code == 4)
  }
}
