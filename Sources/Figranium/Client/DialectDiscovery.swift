// Which dialect a server speaks, found out by reading only.

extension Figranium {
  /// The dialect of the server, asked for if it is not known yet.
  ///
  /// Three reads at most; nothing is run. The client finds out by itself which routes to use, so
  /// this is for showing and for remembering across processes.
  ///
  /// - Returns: The dialect.
  /// - Throws: `ROUTE_NOT_FOUND` when the server speaks none; transport failures.
  public func dialect() async throws -> ServerDialect {
    let call = try Call(client: self, options: RequestOptions())
    let base = call.configuration.baseURL.text
    if let known = DialectMemory.routes(of: base)?.dialect { return known }
    let dialect = try await askedDialect(in: call)
    DialectMemory.note(dialect, of: base)
    if dialect != options.knownDialect { options.dialectFound?(dialect) }
    return dialect
  }

  /// The server's version, where it tells it.
  ///
  /// - Returns: The version; `nil` from servers that have no word on themselves.
  /// - Throws: Transport failures.
  public func serverVersion() async throws -> String? {
    do {
      return try await health.check().version
    } catch let error as FigraniumError where error.kind == .routeNotFound {
      return nil
    }
  }

  private func askedDialect(in call: Call) async throws(FigraniumError) -> ServerDialect {
    // Identifiers that no server has: the answer tells the route from the thing.
    var documented = APIRequest(
      method: .get, path: "/executions/figranium-probe", repeatability: .read,
      access: .keyElseSession, guardMayHideRoute: true)
    if try await exists(documented, in: call) { return .documented }
    let capabilities = APIRequest(method: .get, path: "/api/capabilities", repeatability: .read)
    if try await exists(capabilities, in: call) { return .server019 }
    documented.path = "/api/executions/figranium-probe"
    documented.guardMayHideRoute = false
    if try await exists(documented, in: call) { return .server09 }
    throw call.writer.routeMissing()
  }

  private func exists(_ request: APIRequest, in call: Call) async throws(FigraniumError) -> Bool {
    do {
      _ = try await answer(to: request, in: call)
      return true
    } catch {
      if error.missingRoute != .no { return false }
      // Refusals come from a route that is there; everything else is no answer to the question.
      guard (400..<500).contains(error.error.status), error.error.kind != .tooManyRequests else {
        throw error.error
      }
      return true
    }
  }
}
