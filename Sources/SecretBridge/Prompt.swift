import GLibBridge

/// What became of a prompt.
struct PromptEnd: Sendable, Equatable {
  /// What the provider says; whether a collection is open has to be asked for all the same.
  var dismissed: Bool
  /// The result, for example the path of what was created.
  var result: BusValue
}

extension OpenService {
  /// Shows a prompt (`Prompt.Prompt`) and waits for its `Completed`.
  ///
  /// `Completed` may come before `Prompt` returns: it is listened for first. At the end of the
  /// deadline the prompt is taken off the screen again (`Prompt.Dismiss`), where that is safe.
  ///
  /// - Throws: `promptTimedOut`, `cancelled`, `stale` when the provider leaves the bus meanwhile.
  func show(prompt: String, _ deadline: Deadline) async throws(StoreFault) -> PromptEnd {
    do throws(BusError) {
      let ends = PromptEvents()
      let completed = try await connection.subscribe(
        sender: owner, path: prompt, interface: SecretNames.prompt, member: "Completed",
        deadline: deadline
      ) { arguments in
        guard let dismissed = arguments[0]?.bool, let result = arguments[1] else {
          return ends.finish(.failure(.malformed("Completed without its arguments")))
        }
        ends.finish(.success(PromptEnd(dismissed: dismissed, result: result)))
      }
      let left = try await connection.subscribe(
        sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: "NameOwnerChanged", firstArgument: owner,
        deadline: deadline
      ) { arguments in
        guard arguments[2]?.text == "" else { return }
        ends.finish(
          .failure(
            .remote(
              name: "org.freedesktop.DBus.Error.NoReply",
              message: "the provider left the bus while its prompt was open")))
      }
      defer { withExtendedLifetime((completed, left)) {} }
      _ = try await connection.call(
        owner, path: prompt, interface: SecretNames.prompt, member: "Prompt", [.string("")],
        reply: "()", deadline: deadline)
      return try await waitOnLoop(deadline) { answer in ends.listen(answer) }
    } catch {
      guard case .ended(let end) = error else { throw StoreFault(error, step: "Prompt") }
      await dismiss(prompt)
      throw end == .timeLimit ? .promptTimedOut(collection: "") : .cancelled
    }
  }

  /// Takes a prompt off the screen, as well as that goes: the wait is over in any case.
  private func dismiss(_ prompt: String) async {
    let operation = StoreOperation(service: self, deadline: Deadline(limit: .seconds(1)))
    do throws(StoreFault) {
      // gnome-keyring ends with a failed assertion when a prompt that is on the screen is dismissed
      // (seen in 42.1: it starts the same unlock once more). All that it holds open would be locked,
      // for every program. Its prompt stays, and unlocks the keyring if it is answered after all.
      guard try await !operation.isGnomeKeyring() else { return }
      _ = try await operation.call(prompt, SecretNames.prompt, "Dismiss", [], reply: "()")
    } catch {
      // Nobody is left to be told; the log has the call.
    }
  }
}

extension StoreOperation {
  /// Whether the provider is gnome-keyring, by an interface that only it has.
  fileprivate func isGnomeKeyring() async throws(StoreFault) -> Bool {
    let reply = try await call(
      SecretNames.path, "org.freedesktop.DBus.Introspectable", "Introspect", [], reply: "(s)")
    return reply[0]?.text?.contains(
      "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface") ?? false
  }
}
