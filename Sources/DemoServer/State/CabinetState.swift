/// The cabinets; the first is the default one, and one there always is.
struct CabinetState: Sendable {
  /// What a user did wrong, in the server's own words, which its answers have as their code.
  struct Failure: Error {
    let text: String

    var status: Int { text.lowercased().contains("not found") ? 404 : 400 }
  }

  private(set) var all: [DemoCabinet]
  private(set) var defaultID: String

  init(_ cabinets: [DemoCabinet]) {
    all = cabinets.isEmpty ? [DemoCabinet(id: "cab_basic", name: "Basic Cabinet")] : cabinets
    defaultID = all[0].id
  }

  func index(_ id: String) throws(Failure) -> Int {
    guard let index = all.firstIndex(where: { $0.id == id }) else {
      throw Failure(text: "Cabinet not found.")
    }
    return index
  }

  func item(_ itemID: String, in id: String) throws(Failure) -> DemoCabinet.Item {
    guard let item = all.first(where: { $0.id == id })?.items.first(where: { $0.id == itemID })
    else { throw Failure(text: "Cabinet item not found.") }
    return item
  }

  func json(_ cabinet: DemoCabinet) -> JSONNode {
    [
      "id": .string(cabinet.id), "name": .string(cabinet.name),
      "createdAt": .number(cabinet.createdAt), "isDefault": .bool(cabinet.id == defaultID),
      "itemCount": .number(cabinet.items.count),
      "unuploadedCount": .number(cabinet.items.count { !$0.isUploaded }),
    ]
  }

  // MARK: - Cabinets

  mutating func create(_ name: String?, id: String) throws(Failure) -> JSONNode {
    let name = Self.clean(name)
    if name.isEmpty { throw Failure(text: "Cabinet name is required.") }
    try refuseTaken(name, except: nil)
    all.append(DemoCabinet(id: id, name: name, createdAt: DemoState.now()))
    return json(all[all.count - 1])
  }

  mutating func rename(_ id: String, to name: String?) throws(Failure) -> JSONNode {
    let name = Self.clean(name)
    guard let index = all.firstIndex(where: { $0.id == id }), !name.isEmpty else {
      throw Failure(text: "Cabinet not found or name invalid.")
    }
    try refuseTaken(name, except: id)
    all[index].name = name
    return json(all[index])
  }

  /// Deletes a cabinet, its items with it unless they go to the other one.
  mutating func delete(_ id: String, target: String?, migrates: Bool) throws(Failure) {
    guard let index = all.firstIndex(where: { $0.id == id }), let target, target != id,
      let other = all.firstIndex(where: { $0.id == target })
    else { throw Failure(text: "Choose a different replacement cabinet.") }
    if id == defaultID { throw Failure(text: "The default cabinet cannot be deleted.") }
    if migrates {
      for var item in all[index].items {
        item.name = Self.unique(item.name, in: all[other])
        all[other].items.append(item)
      }
    }
    all.remove(at: index)
  }

  private func refuseTaken(_ name: String, except id: String?) throws(Failure) {
    if all.contains(where: { $0.id != id && $0.name.lowercased() == name.lowercased() }) {
      throw Failure(text: "A cabinet already has that name.")
    }
  }

  private static func clean(_ name: String?) -> String {
    String(JSONText.trimmed(name ?? "").prefix(80))
  }

  // MARK: - Items

  /// Newest first.
  func items(of id: String) throws(Failure) -> [DemoCabinet.Item] {
    all[try index(id)].items.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
  }

  mutating func setStatus(
    _ id: String, _ itemIDs: [String], _ status: String?
  ) throws(Failure) -> [DemoCabinet.Item] {
    guard let index = all.firstIndex(where: { $0.id == id }),
      status == "uploaded" || status == "unuploaded"
    else { throw Failure(text: "Invalid cabinet status request.") }
    for place in all[index].items.indices where itemIDs.contains(all[index].items[place].id) {
      all[index].items[place].isUploaded = status == "uploaded"
    }
    return all[index].items.filter { itemIDs.contains($0.id) }
  }

  /// Takes items away; nil means all.
  mutating func remove(_ itemIDs: [String]?, from id: String) throws(Failure) {
    let index = try index(id)
    all[index].items.removeAll { itemIDs?.contains($0.id) ?? true }
  }

  /// Puts items together into one archive, in their place.
  mutating func zip(
    _ itemIDs: [String], in id: String, name: String?, newID: String
  ) throws(Failure) -> DemoCabinet.Item {
    guard let index = all.firstIndex(where: { $0.id == id }),
      all[index].items.contains(where: { itemIDs.contains($0.id) })
    else { throw Failure(text: "Select at least one item.") }
    let items = all[index].items.filter { itemIDs.contains($0.id) }
    let now = DemoState.now()
    let wanted = name.map(Self.safe) ?? ""
    let archive = DemoCabinet.Item(
      id: newID,
      name: Self.unique(wanted.isEmpty ? "archive-\(now).zip" : wanted, in: all[index]),
      content: .file([ZipArchive.bytes(of: items.flatMap(Self.entries))]), isUploaded: false,
      createdAt: now)
    all[index].items.removeAll { itemIDs.contains($0.id) }
    all[index].items.append(archive)
    return archive
  }

  /// Puts what is in an archive into a folder, in its place.
  mutating func unzip(
    _ itemID: String, in id: String, newID: String
  ) throws(Failure) -> DemoCabinet.Item {
    guard let index = all.firstIndex(where: { $0.id == id }),
      let item = all[index].items.first(where: { $0.id == itemID }),
      item.name.lowercased().hasSuffix(".zip"), case .file(let parts) = item.content
    else { throw Failure(text: "Select a ZIP file.") }
    let entries = try ZipArchive.entries(of: Array(parts.joined()))
    let folder = DemoCabinet.Item(
      id: newID, name: Self.unique(String(item.name.dropLast(4)), in: all[index]),
      content: .folder(entries), isUploaded: false, createdAt: DemoState.now())
    all[index].items.removeAll { $0.id == itemID }
    all[index].items.append(folder)
    return folder
  }

  /// What an archive of the item has in it.
  static func entries(of item: DemoCabinet.Item) -> [(path: String, bytes: [UInt8])] {
    switch item.content {
    case .file(let parts): [(item.name, Array(parts.joined()))]
    case .folder(let entries): entries.map { ("\(item.name)/\($0.path)", $0.bytes) }
    }
  }

  /// A name that is one path component.
  private static func safe(_ name: String) -> String {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    let forbidden: Set<Character> = ["\\", ":", "*", "?", "\"", "<", ">", "|"]
    return String(
      JSONText.trimmed(String(last.map { forbidden.contains($0) ? "_" : $0 })).prefix(180))
  }

  private static func unique(_ name: String, in cabinet: DemoCabinet) -> String {
    let used = Set(cabinet.items.map { $0.name.lowercased() })
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var candidate = name
    var number = 2
    while used.contains(candidate.lowercased()) {
      candidate = "\(name[..<dot]) (\(number))\(name[dot...])"
      number += 1
    }
    return candidate
  }
}
