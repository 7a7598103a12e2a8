// spd-say and no client of our own: it finds the server, starts it, and speaks its protocol.

import GLibBridge

/// Speaks sentences through Speech Dispatcher.
package struct Speaker: Sendable {
  /// How long the server may take to accept a sentence; it may have to be started.
  private static let limit = 15.0

  /// What Speech Dispatcher calls us.
  private let name: String

  /// - Parameter name: What Speech Dispatcher calls us.
  package init(name: String) { self.name = name }

  /// Hands a sentence over; it is spoken after this has returned.
  ///
  /// The text goes through a pipe: command lines are seen by everybody.
  ///
  /// - Returns: Why it was not handed over; nil when it was.
  package func speak(_ text: String) async -> String? {
    let (name, line) = (name, NoticeText.line(text, limit: 2_000))
    return await withCheckedContinuation { continuation in
      do throws(GLibError) {
        _ = try BridgeThread(name: "speech") {
          continuation.resume(returning: Self.say(line, as: name))
        }
      } catch {
        continuation.resume(returning: "\(error)")
      }
    }
  }

  private static func say(_ line: String, as name: String) -> String? {
    do throws(GLibError) {
      let process = try ChildProcess(
        ["spd-say", "--pipe-mode", "--application-name", name, "--priority", "message"],
        input: .bytes(Array("\(line)\n".utf8)))
      switch process.wait(seconds: limit) {
      case .code(0): return nil
      case .code(let code):
        return "spd-say ended with \(code). \(process.standardError)"
      case .signal(let signal): return "spd-say was ended by signal \(signal)."
      case nil: return "spd-say did not end within \(Int(limit)) seconds."
      }
    } catch {
      return "spd-say cannot be started, of the package speech-dispatcher: \(error)"
    }
  }
}
