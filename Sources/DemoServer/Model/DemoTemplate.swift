/// A template of the catalogue, from which users make tasks.
package struct DemoTemplate: Sendable {
  /// The id: a UUID.
  package var id: String

  /// The title.
  package var title: String

  /// The category.
  package var category: String

  /// How often it was imported.
  package var downloads: Int

  /// When it was made, in ISO form.
  package var createdAt: String

  /// The task it makes, as JSON text.
  package var configuration: String

  /// Describes a template.
  package init(
    id: String, title: String, category: String = "scraping", downloads: Int = 0,
    createdAt: String = "2026-10-01T00:00:00.000Z",
    configuration: String = #"{"mode":"agent","actions":[{"id":"a1","type":"screenshot"}]}"#
  ) {
    self.id = id
    self.title = title
    self.category = category
    self.downloads = downloads
    self.createdAt = createdAt
    self.configuration = configuration
  }

  /// Two of them.
  package static let samples = [
    DemoTemplate(
      id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", title: "Price watch", downloads: 12),
    DemoTemplate(
      id: "7d444840-9dc0-11d1-b245-5ffdce74fad2", title: "Archive a page", category: "files",
      downloads: 40, createdAt: "2026-09-01T00:00:00.000Z"),
  ]

  private var card: JSONMembers {
    [
      "id": .string(id), "title": .string(title),
      "description": .string("\(title), as a template."), "category": .string(category),
      "author_name": "Figranium", "downloads": .number(downloads),
      "created_at": .string(createdAt),
    ]
  }

  /// The whole template.
  var json: JSONNode {
    var members = card
    members["readme"] = .string("# \(title)")
    members["configuration"] = .raw(configuration)
    return members.node
  }

  /// What pages of the catalogue show.
  var summary: JSONNode {
    let actions = (try? JSONReader.value(of: configuration))?.members?["actions"]?.elements
    var members = card
    members["action_count"] = .number(actions?.count ?? 0)
    return members.node
  }

  /// Whether the words stand in it, in lower case.
  func contains(_ words: String) -> Bool {
    "\(title) \(title), as a template. Figranium \(category)".lowercased().contains(words)
  }
}
