/// A cabinet: a place for the files that tasks download and upload.
package struct DemoCabinet: Sendable {
  /// What is in it.
  package struct Item: Sendable {
    /// What it is.
    enum Content: Sendable {
      case file([[UInt8]])
      /// A folder, as paths below it and what they hold.
      case folder([(path: String, bytes: [UInt8])])
    }

    /// The id.
    package var id: String

    /// The name.
    package var name: String

    /// Whether tasks count it as uploaded.
    package var isUploaded: Bool

    /// When it came, in milliseconds since 1970.
    package var createdAt: Int64

    var content: Content

    /// Describes a file.
    package init(
      id: String, name: String, bytes: [UInt8], isUploaded: Bool = false,
      createdAt: Int64 = 1_796_000_000_000
    ) {
      self.init(
        id: id, name: name, content: .file([bytes]), isUploaded: isUploaded, createdAt: createdAt)
    }

    /// Describes a file of `size` bytes that take no memory here, as ``DemoCapture`` does.
    package init(id: String, name: String, size: Int) {
      self.init(
        id: id, name: name, content: .file(DemoCapture(name: name, size: size).parts),
        isUploaded: false, createdAt: 1_796_000_000_000)
    }

    init(id: String, name: String, content: Content, isUploaded: Bool, createdAt: Int64) {
      self.id = id
      self.name = name
      self.content = content
      self.isUploaded = isUploaded
      self.createdAt = createdAt
    }

    var size: Int {
      switch content {
      case .file(let parts): parts.reduce(0) { $0 + $1.count }
      case .folder(let entries): entries.reduce(0) { $0 + $1.bytes.count }
      }
    }

    var json: JSONNode {
      let isFolder = if case .folder = content { true } else { false }
      return [
        "id": .string(id), "name": .string(name), "kind": .string(isFolder ? "folder" : "file"),
        "status": .string(isUploaded ? "uploaded" : "unuploaded"), "size": .number(size),
        "createdAt": .number(createdAt), "storageName": .string(name),
      ]
    }
  }

  /// The id.
  package var id: String

  /// The name.
  package var name: String

  /// When it was made, in milliseconds since 1970.
  package var createdAt: Int64

  /// The items.
  package var items: [Item]

  /// Describes a cabinet.
  package init(
    id: String, name: String, items: [Item] = [], createdAt: Int64 = 1_796_000_000_000
  ) {
    self.id = id
    self.name = name
    self.items = items
    self.createdAt = createdAt
  }

  /// The cabinet every server has, with two files in it.
  package static let samples = [
    DemoCabinet(
      id: "cab_basic", name: "Basic Cabinet",
      items: [
        Item(id: "item_1", name: "report.csv", bytes: Array("a,b\n1,2\n".utf8)),
        Item(id: "item_2", name: "notes.txt", bytes: Array("Hello\n".utf8), isUploaded: true),
      ])
  ]
}
