import GLibBridge
import Synchronization
import TestBusBridge

/// What a prompt of a ``FaultySecretService`` is for.
enum PromptAction: Sendable {
  case unlock([String])
  case create(ServiceContent.Item)
  case delete(String)
  case createCollection
}

extension FaultySecretService {
  /// Makes a prompt; nothing is shown yet.
  func addPrompt(_ action: PromptAction) -> String {
    state.withLock { state in
      let path = "/org/freedesktop/secrets/prompt/\(state.nextNumber())"
      state.prompts[path] = action
      return path
    }
  }

  /// Does what a prompt was for.
  ///
  /// - Returns: The result that `Completed` tells of.
  func perform(_ action: PromptAction) -> BusValue {
    switch action {
    case .unlock(let paths):
      state.withLock { $0.isLocked = false }
      return .objectPaths(paths)
    case .create(let item):
      return state.withLock { state in
        // "replace": an item with the same attributes, and maybe more, gets the new value.
        guard let found = state.content.search(item.attributes).first else {
          return .objectPath(state.content.add(item))
        }
        state.content.items[found] = item
        return .objectPath(found)
      }
    case .delete(let path):
      if case .content(.keepsDeleted)? = state.withLock({ $0.fault }), strike() {
        return .string("")
      }
      state.withLock { $0.content.items[path] = nil }
      return .string("")
    case .createCollection:
      state.withLock { $0.hasDefault = true }
      return .objectPath(ServiceContent.collection)
    }
  }

  /// Shows a prompt: answers the call, and tells of the end of the prompt.
  func show(_ call: RawCall) {
    let path = call.path
    let (action, fault) = state.withLock { ($0.prompts[path], $0.fault) }
    guard let action else {
      return call.fail("org.freedesktop.Secret.Error.NoSuchObject", "there is no such prompt")
    }
    var manner: ServiceFault.Prompt?
    switch fault {
    case .prompt(let wanted, _):
      manner = wanted
      _ = strike()
    // The prompt stays, so that it has to be found out whose it is.
    case .call(.introspect, _), .error(.introspect, _, _): manner = .never
    default: break
    }
    switch manner {
    case .early:
      complete(path, [.boolean(false), .variant(perform(action))])
      call.give(.made(of: .tuple([])))
    case .leaves: leave(comingBack: false)
    case .missing:
      call.fail("org.freedesktop.DBus.Error.UnknownObject", "there is no such prompt")
    default:
      call.give(.made(of: .tuple([])))
      end(path, action, manner)
    }
  }

  private func end(_ path: String, _ action: PromptAction, _ manner: ServiceFault.Prompt?) {
    // A collection beside is never opened.
    if case .unlock(let paths) = action, paths.contains(where: { $0.contains("/locked") }) {
      return complete(path, [.boolean(true), .variant(.objectPaths([]))])
    }
    switch manner {
    case nil: complete(path, [.boolean(false), .variant(perform(action))])
    case .late:
      later { self.complete(path, [.boolean(false), .variant(self.perform(action))]) }
    case .twice:
      let result = perform(action)
      complete(path, [.boolean(false), .variant(result)])
      complete(path, [.boolean(true), .variant(result)])
    case .dismissed: complete(path, [.boolean(true), .variant(.objectPaths([]))])
    case .nothingDone: complete(path, [.boolean(false), .variant(.objectPaths([]))])
    case .anotherPrompt: complete(path + "0", [.boolean(false), .variant(perform(action))])
    case .anotherObject:
      complete(path, [.boolean(false), .variant(.objectPaths([ServiceContent.locked]))])
    case .dismissedWhenDone: complete(path, [.boolean(true), .variant(perform(action))])
    case .wrongTypes: complete(path, [.string("yes")])
    case .oddResult:
      _ = perform(action)
      complete(path, [.boolean(false), .variant(.uint32(7))])
    case .never, .early, .leaves, .missing: break
    }
  }
}
