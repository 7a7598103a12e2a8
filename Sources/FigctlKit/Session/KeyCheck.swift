import Figranium

/// What a server says to a key, found out with the one call that every server grants to every key:
/// the list of tasks.
enum KeyCheck {
  /// The server's answer.
  enum Answer: Sendable {
    /// It takes the key; a scoped one may be allowed to run tasks but not to list them.
    case accepted(ServerDialect, mayListTasks: Bool)
    /// It is no key of this server.
    case refused(FigraniumError)
    /// Nobody answered, so nothing is known of the key.
    case unreachable(FigraniumError)
  }

  /// Asks.
  ///
  /// - Throws: What is neither of the three, for example an answer that makes no sense.
  static func ask(_ client: Figranium) async throws -> Answer {
    do {
      _ = try await client.tasks.listSummaries()
      return .accepted(try await client.dialect(), mayListTasks: true)
    } catch let error as FigraniumError {
      if error.kind == .apiKeyForbidden {
        return .accepted(try await client.dialect(), mayListTasks: false)
      }
      switch ExitCodeTable.exitCode(for: error) {
      case .denied: return .refused(error)
      case .network: return .unreachable(error)
      default: throw error
      }
    }
  }
}
