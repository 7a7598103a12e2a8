// Templates: `/api/templates`. All of it is granted to a signed-in session only.

/// Tasks that others have published.
///
/// Every call needs a signed-in session; with an API key alone it fails with `SESSION_REQUIRED`.
/// The server asks the catalogue on the network for them.
public struct TemplatesResource: Sendable {
  let client: Figranium

  /// Lists all templates, whole (`GET /api/templates`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The templates, each with its task.
  /// - Throws: `TEMPLATE_CATALOG_UNAVAILABLE`, `TEMPLATE_CATALOG_TIMEOUT`,
  ///   `TEMPLATE_CATALOG_INVALID`, `SESSION_REQUIRED`; transport failures.
  public func list(options: RequestOptions = .init()) async throws -> [Template] {
    let request = APIRequest.session(.get, "/api/templates", repeatability: .read)
    return try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      try value.list(maybeIn: "items")
    }
  }

  /// Searches the templates, in parts and without their tasks
  /// (`GET /api/templates?limit=…&offset=…`).
  ///
  /// - Parameters:
  ///   - limit: How many at most, 1 to 24.
  ///   - offset: How many to pass over.
  ///   - sort: The order.
  ///   - category: Only this category; all when `nil`.
  ///   - search: Only those with this text, case apart; all when `nil`.
  ///   - options: Headers and limit for this call.
  /// - Returns: The part, and how many there are in all.
  /// - Throws: `INVALID_TEMPLATE_QUERY` for a value that the server does not take; else as
  ///   ``list(options:)``.
  public func search(
    limit: Int = 12, offset: Int = 0, sort: TemplateSort = .popular, category: String? = nil,
    search: String? = nil, options: RequestOptions = .init()
  ) async throws -> TemplatePage {
    let query = queryString([
      ("limit", String(limit)), ("offset", String(offset)), ("sort", sort.rawValue),
      ("category", category), ("search", search),
    ])
    let request = APIRequest.session(.get, "/api/templates" + query, repeatability: .read)
    return try await client.value(of: request, options: options, TemplatePage.init(server:))
  }

  /// Reads one template, with its task (`GET /api/templates/{uuid}`).
  ///
  /// - Parameters:
  ///   - id: Its identifier.
  ///   - options: Headers and limit for this call.
  /// - Returns: The template.
  /// - Throws: `TEMPLATE_NOT_FOUND`, `INVALID_TEMPLATE_ID`; else as ``list(options:)``.
  public func get(_ id: String, options: RequestOptions = .init()) async throws -> Template {
    let path = "/api/templates/\(try client.identifier(id, of: "template"))"
    var request = APIRequest.session(.get, path, repeatability: .read)
    request.missingThing = .templateNotFound
    return try await client.value(of: request, options: options, Template.init(server:))
  }

  /// Tells the catalogue that a template was imported (`POST /api/templates/{uuid}/import`).
  ///
  /// It makes no task: save the template's ``Template/configuration`` first, then call this.
  ///
  /// - Parameters:
  ///   - id: Its identifier.
  ///   - options: Headers and limit for this call.
  /// - Returns: What the server answers, such as the count of imports.
  /// - Throws: As ``get(_:options:)``, and `NOT_DONE`. Never repeated once the server may have seen
  ///   it.
  @discardableResult
  public func recordImport(
    _ id: String, options: RequestOptions = .init()
  ) async throws -> JSONObject {
    let path = "/api/templates/\(try client.identifier(id, of: "template"))/import"
    var request = APIRequest.session(.post, path, body: .noMembers, repeatability: .once)
    request.missingThing = .templateNotFound
    return try await client.perform(request, options: options)
  }
}
