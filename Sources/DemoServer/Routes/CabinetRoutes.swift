import GLibBridge

/// Cabinets and what is in them.
extension DemoCore {
  func cabinets(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard request.dialect != .documented, segments.starts(with: ["api", "cabinets"]) else {
      return nil
    }
    if request.method == "GET", segments.count == 2 {
      return refusalWithoutSession(request, orKey: .read) ?? listCabinets(request)
    }
    if request.method == "GET", segments.count == 6, segments[3] == "items",
      segments[5] == "download"
    {
      return refusalWithoutSession(request, orKey: .read)
        ?? download(segments[4], from: segments[2])
    }
    guard let action = action(request, Array(segments.dropFirst(2))) else { return nil }
    if let refusal = refusalWithoutSession(request) { return refusal }
    return state.withLock { state in
      do throws(CabinetState.Failure) {
        let id = state.nextNumber()
        let (status, answer) = try action(&state.cabinets, "\(DemoState.now())_\(id)")
        return DemoReply.json(status, answer, headers: RateLimit.headers())
      } catch {
        return DemoReply.json(error.status, ["error": .string(error.text)])
      }
    }
  }

  private typealias Action = (
    inout CabinetState, _ newID: String
  ) throws(CabinetState.Failure) -> (Int, JSONNode)

  /// What a signed-in user may do; the segments are those after `/api/cabinets`.
  private func action(_ request: DemoRequest, _ segments: [String]) -> Action? {
    let body = request.body
    let itemIDs = body.strings("itemIds") ?? []
    let id = segments.first ?? ""
    switch (request.method, segments.dropFirst()) {
    case ("POST", []) where segments.isEmpty:
      return { cabinets, newID throws(CabinetState.Failure) in
        (201, try cabinets.create(body.string("name"), id: "cab_\(newID)"))
      }
    case ("PATCH", []) where !segments.isEmpty:
      return { cabinets, _ throws(CabinetState.Failure) in
        (200, try cabinets.rename(id, to: body.string("name")))
      }
    case ("DELETE", []) where !segments.isEmpty:
      return { cabinets, _ throws(CabinetState.Failure) in
        try cabinets.delete(
          id, target: body.string("targetCabinetId"), migrates: body.string("mode") == "migrate")
        return (200, Self.list(cabinets))
      }
    case ("POST", ["clear"]):
      return { cabinets, _ throws(CabinetState.Failure) in
        try cabinets.remove(nil, from: id)
        return (200, ["success": true])
      }
    case ("POST", ["zip"]):
      return { cabinets, newID throws(CabinetState.Failure) in
        let archive = try cabinets.zip(
          itemIDs, in: id, name: body.string("name"), newID: "item_\(newID)")
        return (200, archive.json)
      }
    default: return itemAction(request, segments)
    }
  }

  private func itemAction(_ request: DemoRequest, _ segments: [String]) -> Action? {
    let body = request.body
    let itemIDs = body.strings("itemIds") ?? []
    guard let id = segments.first, segments.count > 1, segments[1] == "items" else { return nil }
    switch (request.method, segments.dropFirst(2)) {
    case ("GET", []):
      return { cabinets, _ throws(CabinetState.Failure) in
        (200, ["items": .array(try cabinets.items(of: id).map(\.json))])
      }
    case ("DELETE", []):
      return { cabinets, _ throws(CabinetState.Failure) in
        try cabinets.remove(itemIDs, from: id)
        return (200, ["success": true])
      }
    case ("PATCH", ["status"]):
      return { cabinets, _ throws(CabinetState.Failure) in
        let items = try cabinets.setStatus(id, itemIDs, body.string("status"))
        return (200, ["items": .array(items.map(\.json))])
      }
    case ("POST", let rest) where rest.count == 2 && rest.last == "unzip":
      let itemID = segments[2]
      return { cabinets, newID throws(CabinetState.Failure) in
        (200, try cabinets.unzip(itemID, in: id, newID: "item_\(newID)").json)
      }
    default: return nil
    }
  }

  private static func list(_ cabinets: CabinetState) -> JSONNode {
    [
      "defaultCabinetId": .string(cabinets.defaultID),
      "cabinets": .array(cabinets.all.map { cabinets.json($0) }),
    ]
  }

  private func listCabinets(_ request: DemoRequest) -> ServedReply {
    let cabinets = state.withLock { $0.cabinets }
    // Servers before 0.19 answer the array alone.
    return DemoReply.json(
      200,
      request.dialect == .v09
        ? .array(cabinets.all.map { cabinets.json($0) }) : Self.list(cabinets))
  }

  /// The field that names a file: plain ASCII, and beside it all of the name (RFC 6266).
  private static func attachment(_ name: String) -> String {
    let plain = String(
      name.unicodeScalars.map { scalar in
        scalar == "\"" || scalar == "\\" ? "_" : scalar.isASCII ? Character(scalar) : "?"
      })
    if plain == name { return "attachment; filename=\"\(name)\"" }
    let encoded = name.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber || byte == 46)
        ? String(character)
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
    return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
  }

  private func download(_ itemID: String, from id: String) -> ServedReply {
    do throws(CabinetState.Failure) {
      let item = try state.withLock { state throws(CabinetState.Failure) in
        try state.cabinets.item(itemID, in: id)
      }
      if case .file(let parts) = item.content {
        return .parts(
          status: 200,
          headers: RateLimit.headers() + [
            ("content-disposition", Self.attachment(item.name)),
            ("content-type", MediaType.of(item.name)),
          ], body: parts)
      }
      return .response(
        status: 200,
        headers: RateLimit.headers() + [
          ("content-disposition", Self.attachment(item.name + ".zip")),
          ("content-type", "application/zip"),
        ], body: ZipArchive.bytes(of: CabinetState.entries(of: item)))
    } catch {
      return DemoReply.json(error.status, ["error": .string(error.text)])
    }
  }
}
