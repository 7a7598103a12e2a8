import GLibBridge
import Synchronization
import TestBusBridge

/// What comes of a call before the fault has its say.
enum ServiceAnswer: Sendable {
  case values(Variant)
  case error(String, String)

  static func values(_ values: BusValue...) -> ServiceAnswer { .values(.made(of: .tuple(values))) }
}

extension Variant {
  /// One from a value of the test's own, which is known to be fit.
  static func made(of value: BusValue) -> Variant {
    do throws(BusError) {
      return try Variant(value)
    } catch {
      fatalError("a test's value is unfit: \(error)")
    }
  }
}

extension FaultySecretService {
  /// Answers a call, or does what the fault says.
  func take(_ call: RawCall) {
    guard let method = Self.method(call) else {
      return call.fail("org.freedesktop.DBus.Error.UnknownMethod", "No such method")
    }
    let fault = state.withLock { state -> ServiceFault? in
      state.calls.append(method)
      return state.fault
    }
    switch fault {
    case .call(method, let manner): take(call, method, manner)
    case .error(method, let name, let isOnce):
      guard strike(once: isOnce) else { return answer(call, method) }
      call.fail(name, "made up by a test")
    default: answer(call, method)
    }
  }

  /// Counts a fault.
  ///
  /// - Parameter once: Whether it may come only once.
  /// - Returns: Whether it comes now.
  func strike(once: Bool = false) -> Bool {
    state.withLock { state in
      if once, state.isUsedUp { return false }
      state.isUsedUp = true
      state.faults += 1
      return true
    }
  }

  private func answer(_ call: RawCall, _ method: ServiceFault.Method) {
    // A prompt is answered by what it does.
    if method == .prompt { return show(call) }
    give(perform(method, call), to: call)
  }

  private func give(_ answer: ServiceAnswer, to call: RawCall) {
    switch answer {
    case .values(let values): call.give(values)
    case .error(let name, let text): call.fail(name, text)
    }
  }

  private func take(
    _ call: RawCall, _ method: ServiceFault.Method, _ manner: ServiceFault.Manner
  ) {
    let comesOnce = manner == .restarts || manner == .restartsWhenDone
    guard strike(once: comesOnce) else { return answer(call, method) }
    switch manner {
    case .silent: break
    case .silentWhenDone: _ = perform(method, call)
    case .late: later { self.answer(call, method) }
    case .twice:
      if method == .prompt {
        show(call)
        call.give(.made(of: .tuple([])))
      } else {
        let answer = perform(method, call)
        give(answer, to: call)
        give(answer, to: call)
      }
    case .leaves: leave(comingBack: false)
    case .restarts: leave(comingBack: true)
    case .leavesWhenDone, .restartsWhenDone:
      _ = perform(method, call)
      leave(comingBack: manner == .restartsWhenDone)
    case .wrongTypes:
      let odd: BusValue = method == .introspect ? .uint32(7) : .string("nonsense")
      call.give(.made(of: .tuple([odd])))
    case .noValues: call.give(.made(of: .tuple([])))
    case .oddValues: call.give(.made(of: .tuple(Self.oddValues(method))))
    case .failsWhenDone:
      _ = perform(method, call)
      call.fail("org.freedesktop.DBus.Error.Failed", "made up by a test")
    }
  }

  private static func method(_ call: RawCall) -> ServiceFault.Method? {
    switch call.interface {
    case "org.freedesktop.DBus.Properties":
      let interface = call.body?.member(0)?.value.text
      switch (call.member, interface) {
      case ("Get", "org.freedesktop.Secret.Service"?): return .collections
      case ("GetAll", "org.freedesktop.Secret.Collection"?): return .collection
      case ("GetAll", "org.freedesktop.Secret.Item"?): return .item
      default: return nil
      }
    case "org.freedesktop.DBus.Introspectable", "org.freedesktop.Secret.Service",
      "org.freedesktop.Secret.Collection", "org.freedesktop.Secret.Item",
      "org.freedesktop.Secret.Prompt":
      return call.member == "Get" ? nil : ServiceFault.Method(rawValue: call.member)
    default: return nil
    }
  }

  private static func oddValues(_ method: ServiceFault.Method) -> [BusValue] {
    let nowhere = "/nowhere"
    switch method {
    case .openSession: return [.variant(.uint32(7)), .objectPath("/")]
    case .searchItems: return [.objectPaths(["/", nowhere]), .objectPaths([nowhere])]
    case .readAlias: return [.objectPath(nowhere)]
    case .collections: return [.variant(.string("odd"))]
    case .collection:
      return [
        .properties([
          "Label": .uint32(7), "Locked": .string("no"), "Items": .string("none"),
        ])
      ]
    case .item:
      return [
        .properties([
          "Label": .uint32(7), "Locked": .string("no"), "Attributes": .string("none"),
          "Created": .string("today"), "Modified": .boolean(true),
        ])
      ]
    case .getSecret:
      let bytes = BusValue.array(of: "y", [.byte(1)])
      return [.tuple([.objectPath("/"), bytes, bytes, .string("")])]
    case .createItem, .createCollection: return [.objectPath(nowhere), .objectPath("/")]
    case .delete: return [.objectPath(nowhere)]
    case .unlock: return [.objectPaths([nowhere]), .objectPath(nowhere)]
    case .introspect: return [.string("")]
    // Nothing in the answer could be odd.
    case .setSecret, .prompt: return []
    }
  }
}
