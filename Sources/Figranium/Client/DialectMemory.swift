import Synchronization

// Which routes each server has, for the length of the process.

/// What is known of a server's routes.
struct KnownRoutes: Sendable, Hashable {
  var family: RouteFamily
  /// The exact dialect, once it was asked for.
  var dialect: ServerDialect?
}

/// The memory that all clients of a process share, by base URL.
enum DialectMemory {
  private static let known = Mutex<[String: KnownRoutes]>([:])

  static func routes(of base: String) -> KnownRoutes? {
    known.withLock { $0[base] }
  }

  /// Notes the family that answered.
  ///
  /// - Returns: Whether it is another than was known.
  @discardableResult
  static func note(_ family: RouteFamily, of base: String) -> Bool {
    known.withLock { known in
      guard known[base]?.family != family else { return false }
      let isChange = known[base] != nil
      known[base] = KnownRoutes(
        family: family, dialect: family == .documented ? .documented : nil)
      return isChange
    }
  }

  static func note(_ dialect: ServerDialect, of base: String) {
    known.withLock { $0[base] = KnownRoutes(family: dialect.family, dialect: dialect) }
  }

  /// Forgets a server, for tests.
  static func forget(_ base: String) {
    known.withLock { $0[base] = nil }
  }
}
