public import FoundationEssentials

// Cabinets: where the server keeps files that runs download and upload.

/// Whether an item has been uploaded by a run.
public struct CabinetItemStatus: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not yet; the next upload step takes it.
  public static let unuploaded: Self = "unuploaded"
  /// Done.
  public static let uploaded: Self = "uploaded"
}

/// What an item is.
public struct CabinetItemKind: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A file.
  public static let file: Self = "file"
  /// A ZIP archive.
  public static let zip: Self = "zip"
  /// A folder, which is downloaded as a ZIP archive.
  public static let folder: Self = "folder"
}

/// A place for files on the server.
public struct Cabinet: ServerModel, Identifiable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// Its identifier.
  public var id: String { members.word("id") ?? "" }
  /// Its name.
  public var name: String { members.text("name") ?? "" }
  /// Whether it takes what no other is named for.
  public var isDefault: Bool { members.flag("isDefault") ?? false }
  /// How many items it holds.
  public var itemCount: Int? { members.integer("itemCount") }
  /// How many of them wait to be uploaded.
  public var unuploadedCount: Int? { members.integer("unuploadedCount") }
  /// When it was made.
  public var createdAt: Date? { members.date("createdAt") }
}

/// A file or folder in a cabinet.
public struct CabinetItem: ServerModel, Identifiable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// Its identifier.
  public var id: String { members.word("id") ?? "" }
  /// Its name.
  public var name: String { members.text("name") ?? "" }
  /// What it is.
  public var kind: CabinetItemKind? { members.serverWord("kind") }
  /// Whether a run has uploaded it.
  public var status: CabinetItemStatus? { members.serverWord("status") }
  /// Its size in bytes.
  public var size: Int? { members.integer("size") }
  /// When it came.
  public var createdAt: Date? { members.date("createdAt") }
  /// The task that downloaded it.
  public var sourceTaskID: String? { members.word("sourceTaskId") }
  /// The run that downloaded it.
  public var sourceRunID: String? { members.word("sourceRunId") }
}

extension Cabinet: ServerValue {
  /// Alone or within a `cabinet` member.
  init(server value: JSONValue) throws(ModelMismatch) {
    let object = try value.members(of: "a cabinet")
    members = object["cabinet"]?.objectValue ?? object
    guard members.word("id") != nil else {
      throw ModelMismatch(reason: "it has a cabinet without an identifier")
    }
  }
}

extension CabinetItem: ServerValue {
  /// Alone or within an `item` member.
  init(server value: JSONValue) throws(ModelMismatch) {
    let object = try value.members(of: "an item")
    members = object["item"]?.objectValue ?? object
    guard members.word("id") != nil else {
      throw ModelMismatch(reason: "it has an item without an identifier")
    }
  }
}
