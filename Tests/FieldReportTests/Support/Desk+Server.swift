import FoundationEssentials
import GLibBridge
import TestSupport

extension Desk {
  /// A desk whose profile `default` has another server, and a key stored for it.
  ///
  /// - Parameter settings: As `figctl profile set` takes them.
  static func at(_ address: String, _ settings: [String] = []) async throws -> Desk {
    let desk = try await Desk(storingKey: false)
    for words in [
      ["profile", "set", "default", "server=\(address)"] + settings,
      ["key", "set", "--no-verify", "-q"],
    ] {
      let outcome = try await desk.figctl.run(words, input: Desk.key)
      guard outcome.code == 0 else {
        throw PrivateBus.Failure(description: "\(words[0]): \(outcome.errors)")
      }
    }
    return desk
  }

  /// The same `figctl` with more in its environment, or less.
  func figctl(_ changes: [String: String?]) -> FigctlProcess {
    var environment = bus.environment
    for (name, value) in changes { environment[name] = value }
    return FigctlProcess(environment: environment)
  }
}

extension FigctlProcess.Outcome {
  /// All that it printed.
  var all: String { output + errors }
}

/// An answer with a JSON body.
func json(_ body: String, status: Int = 200, _ headers: [(String, String)] = []) -> ServedReply {
  .response(
    status: status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers,
    body: Array(body.utf8))
}

/// Bytes of a scripted answer.
func raw(_ text: String) -> ServedStep { .send(Array(text.utf8)) }

extension Desk {
  /// Writes a file below HOME.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: bus.home + "/" + name))
  }
}
