// Which routes a server has. Three families are in the field, and the client works with each.

/// What a server's routes look like.
public enum ServerDialect: String, Sendable, Hashable, CaseIterable {
  /// The routes of the public App Intents page: `POST /tasks/{id}/run`.
  case documented
  /// Servers 0.9 to 0.18: `POST /api/tasks/{id}/api`; executions need a signed-in session.
  case server09 = "server-0.9"
  /// Servers from 0.19 on: the same routes; an API key may read executions.
  case server019 = "server-0.19"

  /// The routes to use with it.
  package var family: RouteFamily { self == .documented ? .documented : .server }
}

/// Which routes a client uses.
public enum RouteSelection: String, Sendable, Hashable, CaseIterable {
  /// Finds out, remembers, and finds out anew when the server changes.
  case automatic
  /// Only the routes of the public App Intents page.
  case documented
  /// Only the routes that servers of the 0.9 to 0.20 lines have.
  case server
}

/// The two sets of routes.
package enum RouteFamily: Sendable, Hashable {
  case documented
  case server

  package var other: RouteFamily { self == .documented ? .server : .documented }
}
