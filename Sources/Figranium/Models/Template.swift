public import FoundationEssentials

// Templates: tasks that others have published.

/// The order of a search for templates.
public struct TemplateSort: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The most imported first.
  public static let popular: Self = "popular"
  /// The newest first.
  public static let newest: Self = "newest"
  /// By title.
  public static let name: Self = "name"
}

/// A task that somebody has published.
public struct Template: ServerModel, Identifiable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// Its identifier, a UUID.
  public var id: String { members.word("id") ?? "" }
  /// Its title.
  public var title: String? { members.word("title") ?? members.word("name") }
  /// Its description.
  public var description: String? { members.word("description") }
  /// Its category.
  public var category: String? { members.word("category") }
  /// Who published it.
  public var authorName: String? { members.word("author_name") }
  /// The page it works on.
  public var targetURL: String? { members.word("target_url") }
  /// How often it was imported.
  public var downloads: Int? { members.integer("downloads") }
  /// How many steps it has, where the server sends no ``configuration``.
  public var actionCount: Int? { members.integer("action_count") }
  /// When it was published.
  public var createdAt: Date? { members.date("created_at") }
  /// When it was changed.
  public var updatedAt: Date? { members.date("updated_at") }
  /// The task, or the members to make one of; a search leaves it out.
  public var configuration: JSONObject? { members["configuration"]?.objectValue }
}

/// A part of the templates that a search found.
public struct TemplatePage: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// The templates of this part.
  public var items: [Template] { members.models("items") ?? [] }
  /// How many the search found in all.
  public var total: Int { members.integer("total") ?? items.count }
}

extension Template: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    members = try value.members(of: "a template")
  }
}

extension TemplatePage: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    members = try value.members(of: "a page of templates")
    let _: [Template] = try members.list("items")
  }
}
