public import FoundationEssentials

// The bytes of a cabinet's items: `GET /api/cabinets/{id}/items/{itemId}/download`.

extension CabinetsResource {
  /// Downloads an item to a file, in constant memory
  /// (`GET /api/cabinets/{id}/items/{itemId}/download`).
  ///
  /// A folder comes as a ZIP archive. The file is there as a whole or not at all: whatever fails
  /// before, or a cancelled Swift task, leaves what was there as it was.
  ///
  /// - Parameters:
  ///   - cabinetID: The cabinet's identifier.
  ///   - itemID: The item's identifier.
  ///   - file: The file to write, on this machine.
  ///   - overwrite: Whether to replace a file that is there, in one step.
  ///   - options: Headers and limit for this call. Without a limit the client's holds until the
  ///     bytes begin to come, and its limit on silence after that.
  /// - Returns: The file.
  /// - Throws: `CABINET_ITEM_NOT_FOUND`, `FILE_EXISTS`, `FILE_ERROR`, `SESSION_REQUIRED` from servers
  ///   that grant it to no API key; the codes for a refused key; transport failures.
  @discardableResult
  public func download(
    _ cabinetID: String, itemID: String, to file: URL, overwrite: Bool = true,
    options: RequestOptions = .init()
  ) async throws -> DownloadedFile {
    try await client.download(
      try request(cabinetID, itemID), to: file, overwrite: overwrite, options: options)
  }

  /// Downloads an item into a folder, under its own name; a folder as `name.zip`.
  ///
  /// - Parameters:
  ///   - cabinetID: The cabinet's identifier.
  ///   - item: The item.
  ///   - folder: The folder, which must be there.
  ///   - overwrite: Whether to replace a file that is there, in one step.
  ///   - options: Headers and limit for this call.
  /// - Returns: The file.
  /// - Throws: `UNSAFE_FILE_NAME` when its name leads out of the folder, before anything is sent;
  ///   else as ``download(_:itemID:to:overwrite:options:)``.
  @discardableResult
  public func download(
    _ cabinetID: String, item: CabinetItem, into folder: URL, overwrite: Bool = true,
    options: RequestOptions = .init()
  ) async throws -> DownloadedFile {
    let isFolder = item.kind == .folder && !item.name.isEmpty
    return try await client.download(
      try request(cabinetID, item.id), named: isFolder ? item.name + ".zip" : item.name,
      into: folder, overwrite: overwrite, options: options)
  }

  /// Reads an item's bytes while they come (`GET /api/cabinets/{id}/items/{itemId}/download`).
  ///
  /// - Parameters:
  ///   - cabinetID: The cabinet's identifier.
  ///   - itemID: The item's identifier.
  ///   - options: Headers and limit for this call.
  /// - Returns: The bytes, in pieces; for one reader. A slow reader holds the server back.
  /// - Throws: As ``download(_:itemID:to:overwrite:options:)``, files apart.
  public func bytes(
    of cabinetID: String, itemID: String, options: RequestOptions = .init()
  ) async throws -> ByteStream {
    // Below `/api` a web page is an item, never the server's own.
    try await client.bytes(of: try request(cabinetID, itemID), mayBePage: true, options: options)
  }

  /// The address that an item is downloaded from, for other programs; they need a key or session.
  ///
  /// - Parameters:
  ///   - cabinetID: The cabinet's identifier.
  ///   - itemID: The item's identifier.
  /// - Returns: The address, without a credential.
  /// - Throws: `INVALID_BASE_URL`, `INVALID_INPUT` for what is no identifier. Nothing is sent.
  public func downloadURL(cabinetID: String, itemID: String) throws -> URL {
    let base = try client.configuration.get().baseURL.text
    guard let url = URL(string: base + (try request(cabinetID, itemID).path)) else {
      throw FigraniumError(message: "The base URL makes no address.", kind: .invalidBaseURL)
    }
    return url
  }

  private func request(
    _ cabinetID: String, _ itemID: String
  ) throws(FigraniumError) -> APIRequest {
    let cabinet = try client.identifier(cabinetID, of: "cabinet")
    let item = try client.identifier(itemID, of: "item")
    var request = APIRequest.keyElseSession(
      .get, "/api/cabinets/\(cabinet)/items/\(item)/download", repeatability: .read)
    request.missingThing = .cabinetItemNotFound
    return request
  }
}
