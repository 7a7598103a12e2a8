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
  /// deadline the prompt is taken off the screen again (`Prompt.Dismiss`).
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

  private func dismiss(_ prompt: String) async {
    do throws(StoreFault) {
      _ = try await StoreOperation(service: self, deadline: Deadline(limit: .seconds(1)))
        .call(prompt, SecretNames.prompt, "Dismiss", [], reply: "()")
    } catch {
      // The wait is over in any case, and the log has this call too.
    }
  }
}
