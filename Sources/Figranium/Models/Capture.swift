public import FoundationEssentials

// Pictures and recordings that runs made.

/// What a capture is.
public struct CaptureType: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A video of a run.
  public static let recording: Self = "recording"
  /// A picture of a page.
  public static let screenshot: Self = "screenshot"
}

/// A picture or recording that a run made.
public struct Capture: ServerModel, Identifiable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// Its name, which is its identifier.
  public var id: String { name }
  /// The file's name on the server.
  public var name: String { members.text("name") ?? "" }
  /// Its path on the server, such as `/captures/run_1.png`.
  public var url: String? { members.word("url") }
  /// Its size in bytes.
  public var size: Int? { members.integer("size") }
  /// When it was written.
  public var modified: Date? { members.date("modified") }
  /// What it is.
  public var type: CaptureType? { members.serverWord("type") }
}

extension Capture: ServerValue {}
