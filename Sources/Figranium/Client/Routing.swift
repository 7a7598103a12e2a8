import FoundationEssentials

// Two sets of routes for the same thing. The likely one is tried first; where it does not exist,
// nothing was run, and the other one is tried.

extension Figranium {
  /// Makes a call by whichever of its two routes the server has.
  ///
  /// - Parameter make: The request for a family of routes.
  func routed(
    in call: Call, _ make: (RouteFamily) -> APIRequest
  ) async throws(FigraniumError) -> HTTPResponse {
    let base = call.configuration.baseURL.text
    switch options.routes {
    case .documented: return try await plain(make(.documented), in: call)
    case .server: return try await plain(make(.server), in: call)
    case .automatic: break
    }
    let remembered = DialectMemory.routes(of: base)?.family ?? options.knownDialect?.family
    let first = remembered ?? .server
    let failed: CallFailure
    do {
      let response = try await answer(to: make(first), in: call)
      found(first, instead: nil, of: base)
      return response
    } catch {
      if error.missingRoute == .no {
        if error.error.provesRoute { found(first, instead: nil, of: base) }
        throw error.error
      }
      failed = error
    }
    do {
      let response = try await answer(to: make(first.other), in: call)
      found(first.other, instead: remembered, of: base)
      return response
    } catch {
      switch (failed.missingRoute, error.missingRoute) {
      case (_, .no):
        if error.error.provesRoute { found(first.other, instead: remembered, of: base) }
        throw error.error
      case (.perhaps, .certain): throw failed.error
      case (_, .perhaps): throw error.error
      default: throw call.writer.routeMissing()
      }
    }
  }

  /// Makes a call that has one route only.
  func plain(
    _ request: APIRequest, in call: Call
  ) async throws(FigraniumError) -> HTTPResponse {
    do {
      return try await answer(to: request, in: call)
    } catch {
      throw error.error
    }
  }

  /// Remembers which routes exist, and passes it on where the exact dialect is known by it.
  private func found(_ family: RouteFamily, instead other: RouteFamily?, of base: String) {
    let before = DialectMemory.routes(of: base)
    DialectMemory.note(family, of: base)
    guard let dialectFound = options.dialectFound, before?.family != family else { return }
    if family == .documented {
      if options.knownDialect != .documented { dialectFound(.documented) }
    } else if other == .documented {
      // Changed from the documented routes to the server's. Which version it is costs a question
      // that nobody has asked; the older one promises less.
      dialectFound(.server09)
    }
  }
}

extension FigraniumError {
  /// Whether only a route that exists gives this error.
  fileprivate var provesRoute: Bool {
    [.taskNotFound, .executionNotFound, .missingRunID, .runFailed, .executionTimeout]
      .contains(kind)
  }
}
