import GLibBridge

/// The catalogue of templates, for signed-in users.
extension DemoCore {
  func templates(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard request.dialect != .documented, segments.starts(with: ["api", "templates"]) else {
      return nil
    }
    switch (request.method, segments.count) {
    case ("GET", 2): return refusalWithoutSession(request) ?? listTemplates(request)
    case ("GET", 3): return refusalWithoutSession(request) ?? template(segments[2], request)
    case ("POST", 4) where segments[3] == "import":
      return refusalWithoutSession(request) ?? importTemplate(segments[2])
    default: return nil
    }
  }

  private func listTemplates(_ request: DemoRequest) -> ServedReply {
    let query = request.query
    let all = state.withLock { $0.configuration.templates }
    if query.isEmpty { return DemoReply.json(200, .array(all.map(\.json))) }
    let sort = query["sort"] ?? "popular"
    let category = query["category"] ?? "all"
    let search = JSONText.trimmed(query["search"] ?? "").lowercased()
    guard let limit = Int(query["limit"] ?? "12"), (1...24).contains(limit),
      let offset = Int(query["offset"] ?? "0"), offset >= 0,
      ["popular", "newest", "name"].contains(sort), category.count <= 60, search.count <= 100
    else { return DemoReply.error(400, "INVALID_TEMPLATE_QUERY") }
    let matches = all.filter { template in
      (category == "all" || template.category == category)
        && (search.isEmpty || template.contains(search))
    }.sorted { left, right in
      switch sort {
      case "name": left.title < right.title
      case "newest": (left.createdAt, right.title) > (right.createdAt, left.title)
      default: (left.downloads, right.title) > (right.downloads, left.title)
      }
    }
    return DemoReply.json(
      200,
      [
        "items": .array(matches.dropFirst(offset).prefix(limit).map(\.summary)),
        "total": .number(matches.count),
      ], headers: [("cache-control", "private, max-age=60")])
  }

  private func template(_ id: String, _ request: DemoRequest) -> ServedReply {
    guard Self.isUUID(id) else { return DemoReply.error(400, "INVALID_TEMPLATE_ID") }
    let found = state.withLock { $0.configuration.templates.first { $0.id == id } }
    guard let found else { return DemoReply.error(404, "TEMPLATE_NOT_FOUND") }
    return DemoReply.json(200, found.json, headers: [("cache-control", "private, max-age=60")])
  }

  private func importTemplate(_ id: String) -> ServedReply {
    guard Self.isUUID(id) else { return DemoReply.error(400, "INVALID_TEMPLATE_ID") }
    return state.withLock { state in
      let templates = state.configuration.templates
      guard let index = templates.firstIndex(where: { $0.id == id }) else {
        // The catalogue is another server; this one only knows that it did not count.
        return DemoReply.error(502, "TEMPLATE_IMPORT_TRACKING_UNAVAILABLE")
      }
      // Each installation counts once.
      let isNew = state.importedTemplates.insert(id).inserted
      if isNew { state.configuration.templates[index].downloads += 1 }
      return DemoReply.json(
        200,
        [
          "counted": .bool(isNew),
          "downloads": .number(state.configuration.templates[index].downloads),
        ])
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }
}
