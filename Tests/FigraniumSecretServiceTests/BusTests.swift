import GLibBridge
import TestSupport
import Testing

/// The calls on the bus that the store stands on.
@Suite struct BusTests {
  static let values: [(BusValue, String)] = [
    (.boolean(true), "b"), (.byte(255), "y"), (.int32(-1), "i"), (.uint32(.max), "u"),
    (.int64(.min), "x"), (.uint64(.max), "t"), (.double(0.5), "d"), (.string("ü"), "s"),
    (.objectPath("/a/b"), "o"), (.variant(.string("a")), "v"), (.array(of: "s", []), "as"),
    (.strings(["b": "2", "a": "1"]), "a{ss}"), (.properties(["a": .boolean(false)]), "a{sv}"),
    (.tuple([.objectPaths(["/a"]), .tuple([])]), "(ao())"),
  ]

  @Test(arguments: values) func valuesSurviveTheWay(_ value: BusValue, _ signature: String) throws {
    let variant = try Variant(value)
    #expect(variant.signature == signature)
    #expect(variant.value == value)
  }

  @Test(arguments: [
    BusValue.string("a\u{0}b"), .objectPath("a"), .objectPath(""), .array(of: "s", [.byte(1)]),
    .array(of: "nonsense", []), .objectPaths(["/a", "b"]),
  ])
  func whatIsNoValueIsAnError(_ value: BusValue) {
    #expect(throws: BusError.self) { try Variant(value) }
  }

  @Test func anAnswerOfAnotherTypeIsMalformed() async throws {
    let bus = try await PrivateBus(.none)
    do throws(BusError) {
      _ = try await bus.connection.call(
        "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        member: "GetId", [], reply: "(u)", deadline: Deadline(limit: .seconds(30)))
      Issue.record("no error")
    } catch {
      #expect(error == .malformed("GetId answered (s) and not (u)"))
    }
  }

  @Test func aRemoteErrorKeepsItsName() async throws {
    let bus = try await PrivateBus(.none)
    do throws(BusError) {
      _ = try await bus.connection.call(
        "org.example.None", path: "/a", interface: "org.example.None", member: "None", [],
        reply: "()", deadline: Deadline(limit: .seconds(30)))
      Issue.record("no error")
    } catch {
      guard case .remote(let name, _) = error else { throw error }
      #expect(
        ["org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"]
          .contains(name))
    }
  }

  @Test func aDeadlineEndsAWaitThatNobodyAnswers() async throws {
    do throws(BusError) {
      try await waitOnLoop(Deadline(limit: .milliseconds(20))) { (_: Answer<Void>) in }
      Issue.record("no error")
    } catch {
      #expect(error == .ended(.timeLimit))
    }
    let deadline = Deadline(limit: .seconds(600))
    deadline.cancel()
    do throws(BusError) {
      try await waitOnLoop(deadline) { (_: Answer<Void>) in }
      Issue.record("no error")
    } catch {
      #expect(error == .ended(.cancelled))
    }
  }

  @Test func aPausedDeadlineDoesNotEnd() async throws {
    let paused = Deadline(limit: .milliseconds(50))
    paused.pause()
    // Another clock runs out meanwhile.
    do throws(BusError) {
      try await waitOnLoop(Deadline(limit: .milliseconds(200))) { (_: Answer<Void>) in }
    } catch {
      #expect(error == .ended(.timeLimit))
    }
    #expect(paused.end == nil)
    paused.resume()
    do throws(BusError) {
      try await waitOnLoop(paused) { (_: Answer<Void>) in }
      Issue.record("no error")
    } catch {
      #expect(error == .ended(.timeLimit))
    }
  }
}
