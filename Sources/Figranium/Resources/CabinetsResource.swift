import FoundationEssentials

// Cabinets: `/api/cabinets`.

/// Where the server keeps files that runs download and upload.
///
/// Listing and downloading are granted to API keys by recent servers; everything else needs a
/// signed-in session.
public struct CabinetsResource: Sendable {
  let client: Figranium

  // MARK: Cabinets

  /// Lists the cabinets (`GET /api/cabinets`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The cabinets; ``Cabinet/isDefault`` tells which takes what no other is named for.
  /// - Throws: `SESSION_REQUIRED` from servers that grant it to no API key; the codes for a refused
  ///   key; transport failures.
  public func list(options: RequestOptions = .init()) async throws -> [Cabinet] {
    let request = APIRequest.keyElseSession(.get, "/api/cabinets", repeatability: .read)
    return try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      try value.list(maybeIn: "cabinets")
    }
  }

  /// Makes a cabinet (`POST /api/cabinets`).
  ///
  /// - Parameters:
  ///   - name: Its name, which no other cabinet has.
  ///   - options: Headers and limit for this call.
  /// - Returns: The cabinet.
  /// - Throws: `BAD_REQUEST` with the server's words when the name is empty or taken,
  ///   `SESSION_REQUIRED`; transport failures. Never repeated once the server may have seen it.
  public func create(
    _ name: String, options: RequestOptions = .init()
  ) async throws -> Cabinet {
    let request = APIRequest.session(
      .post, "/api/cabinets", body: try client.encoded(["name": .string(name)]),
      repeatability: .once)
    return try await client.value(of: request, options: options, Cabinet.init(server:))
  }

  /// Renames a cabinet (`PATCH /api/cabinets/{id}`).
  ///
  /// - Parameters:
  ///   - id: The cabinet's identifier.
  ///   - name: Its new name.
  ///   - options: Headers and limit for this call.
  /// - Returns: The cabinet.
  /// - Throws: `CABINET_NOT_FOUND`, `BAD_REQUEST` when the name is taken, `SESSION_REQUIRED`;
  ///   transport failures.
  @discardableResult
  public func rename(
    _ id: String, name: String, options: RequestOptions = .init()
  ) async throws -> Cabinet {
    let request = try self.request(
      .patch, id, body: ["name": .string(name)], repeatability: .idempotent)
    return try await client.value(of: request, options: options, Cabinet.init(server:))
  }

  /// Deletes a cabinet (`DELETE /api/cabinets/{id}`).
  ///
  /// - Warning: Without `migrate` its files are deleted too.
  ///
  /// - Parameters:
  ///   - id: The cabinet's identifier.
  ///   - targetCabinetID: The cabinet that tasks use in its place; servers want one.
  ///   - migrate: Whether its files move to that one.
  ///   - options: Headers and limit for this call.
  /// - Throws: `CABINET_NOT_FOUND`, `BAD_REQUEST` with the server's words for the default cabinet or
  ///   a target that does not exist, `INVALID_INPUT` for `migrate` without a target, `NOT_DONE`,
  ///   `SESSION_REQUIRED`; transport failures.
  public func delete(
    _ id: String, targetCabinetID: String? = nil, migrate: Bool = false,
    options: RequestOptions = .init()
  ) async throws {
    guard !migrate || targetCabinetID?.isEmpty == false else {
      throw FigraniumError(
        message: "A cabinet's files cannot be moved without a cabinet to move them to.",
        kind: .invalidInput, hint: "Name the other cabinet.")
    }
    var body: JSONObject = [:]
    if migrate { body["mode"] = "migrate" }
    body.set("targetCabinetId", targetCabinetID)
    let request = try self.request(
      .delete, id, body: body.isEmpty ? nil : body, repeatability: .idempotent)
    try await client.perform(request, options: options)
  }

  /// Moves a cabinet's files to another and deletes it, as ``delete(_:targetCabinetID:migrate:options:)``
  /// with `migrate`.
  ///
  /// - Parameters:
  ///   - id: The cabinet's identifier.
  ///   - targetCabinetID: The cabinet that takes its files.
  ///   - options: Headers and limit for this call.
  /// - Throws: As that method.
  public func migrate(
    _ id: String, to targetCabinetID: String, options: RequestOptions = .init()
  ) async throws {
    try await delete(id, targetCabinetID: targetCabinetID, migrate: true, options: options)
  }

  /// Deletes everything in a cabinet (`POST /api/cabinets/{id}/clear`).
  ///
  /// - Parameters:
  ///   - id: The cabinet's identifier.
  ///   - options: Headers and limit for this call.
  /// - Throws: `CABINET_NOT_FOUND`, `NOT_DONE`, `SESSION_REQUIRED`; transport failures.
  public func clear(_ id: String, options: RequestOptions = .init()) async throws {
    let request = try self.request(.post, id, "/clear", body: [:], repeatability: .idempotent)
    try await client.perform(request, options: options)
  }

  // MARK: Items

  /// Lists what a cabinet holds (`GET /api/cabinets/{id}/items`).
  ///
  /// - Parameters:
  ///   - id: The cabinet's identifier.
  ///   - options: Headers and limit for this call.
  /// - Returns: The items, the newest first.
  /// - Throws: `CABINET_NOT_FOUND`, `SESSION_REQUIRED`; transport failures.
  public func listItems(
    _ id: String, options: RequestOptions = .init()
  ) async throws -> [CabinetItem] {
    try await items(try request(.get, id, "/items", repeatability: .read), options)
  }

  /// Marks items as uploaded or not (`PATCH /api/cabinets/{id}/items/status`).
  ///
  /// - Parameters:
  ///   - cabinetID: The cabinet's identifier.
  ///   - itemIDs: The items' identifiers.
  ///   - status: What they become.
  ///   - options: Headers and limit for this call.
  /// - Returns: The items that were marked.
  /// - Throws: `CABINET_NOT_FOUND`, `BAD_REQUEST` for a word that the server does not know,
  ///   `SESSION_REQUIRED`; transport failures.
  @discardableResult
  public func setItemStatus(
    _ cabinetID: String, itemIDs: [String], status: CabinetItemStatus,
    options: RequestOptions = .init()
  ) async throws -> [CabinetItem] {
    let body: JSONObject = [
      "itemIds": .array(itemIDs.map(JSONValue.string)), "status": .string(status.rawValue),
    ]
    return try await items(
      try request(.patch, cabinetID, "/items/status", body: body, repeatability: .idempotent),
      options)
  }

  /// Deletes items (`DELETE /api/cabinets/{id}/items`).
  ///
  /// - Parameters:
  ///   - cabinetID: The cabinet's identifier.
  ///   - itemIDs: The items' identifiers; those that it does not hold are passed over.
  ///   - options: Headers and limit for this call.
  /// - Throws: `CABINET_NOT_FOUND`, `NOT_DONE`, `SESSION_REQUIRED`; transport failures.
  public func removeItems(
    _ cabinetID: String, itemIDs: [String], options: RequestOptions = .init()
  ) async throws {
    let request = try self.request(
      .delete, cabinetID, "/items", body: ["itemIds": .array(itemIDs.map(JSONValue.string))],
      repeatability: .idempotent)
    try await client.perform(request, options: options)
  }

  /// Puts items into one ZIP archive, which takes their place (`POST /api/cabinets/{id}/zip`).
  ///
  /// - Parameters:
  ///   - cabinetID: The cabinet's identifier.
  ///   - itemIDs: The items' identifiers.
  ///   - name: The archive's name; chosen by the server when `nil`.
  ///   - options: Headers and limit for this call.
  /// - Returns: The archive.
  /// - Throws: `CABINET_NOT_FOUND`, `BAD_REQUEST` when it holds none of them, `SESSION_REQUIRED`;
  ///   transport failures. Never repeated once the server may have seen it.
  @discardableResult
  public func zipItems(
    _ cabinetID: String, itemIDs: [String], name: String? = nil, options: RequestOptions = .init()
  ) async throws -> CabinetItem {
    var body: JSONObject = ["itemIds": .array(itemIDs.map(JSONValue.string))]
    body.set("name", name)
    let request = try self.request(.post, cabinetID, "/zip", body: body, repeatability: .once)
    return try await client.value(of: request, options: options, CabinetItem.init(server:))
  }

  /// Unpacks a ZIP archive, whose place the content takes
  /// (`POST /api/cabinets/{id}/items/{itemId}/unzip`).
  ///
  /// - Parameters:
  ///   - cabinetID: The cabinet's identifier.
  ///   - itemID: The archive's identifier.
  ///   - options: Headers and limit for this call.
  /// - Returns: What came of it: one folder, or the items that were in it.
  /// - Throws: `CABINET_ITEM_NOT_FOUND`, `BAD_REQUEST` when it is no archive, `SESSION_REQUIRED`;
  ///   transport failures. Never repeated once the server may have seen it.
  @discardableResult
  public func unzipItem(
    _ cabinetID: String, itemID: String, options: RequestOptions = .init()
  ) async throws -> [CabinetItem] {
    let item = try client.identifier(itemID, of: "item")
    var request = try self.request(
      .post, cabinetID, "/items/\(item)/unzip", body: [:], repeatability: .once)
    request.missingThing = .cabinetItemNotFound
    return try await items(request, options)
  }

  // MARK: Parts

  private func request(
    _ method: HTTPMethod, _ id: String, _ rest: String = "", body: JSONObject? = nil,
    repeatability: Repeatability
  ) throws(FigraniumError) -> APIRequest {
    let path = "/api/cabinets/\(try client.identifier(id, of: "cabinet"))\(rest)"
    let data = if let body { try client.encoded(body) } else { nil as Data? }
    var request = APIRequest.session(method, path, body: data, repeatability: repeatability)
    request.missingThing = .cabinetNotFound
    return request
  }

  /// A list, or the one item that some versions answer with.
  private func items(
    _ request: APIRequest, _ options: RequestOptions
  ) async throws(FigraniumError) -> [CabinetItem] {
    try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      if value.arrayValue == nil, value["items"] == nil {
        return [try CabinetItem(server: value)]
      }
      return try value.list(maybeIn: "items")
    }
  }
}
