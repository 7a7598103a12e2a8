import AppIntents

/// A notice for the user, as a notification server shows it.
///
/// All texts are plain: what a server would read as markup is escaped when it is sent.
public struct DesktopNotification: Sendable, Equatable {
  /// A button.
  public struct Action: Sendable, Equatable {
    /// What it is called when it comes back; `default` is a click on the text.
    public var key: String
    /// What stands on it.
    public var label: String

    /// Makes a button.
    ///
    /// - Parameters:
    ///   - key: What it is called when it comes back.
    ///   - label: What stands on it.
    public init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// How much it matters (the hint `urgency`).
  public enum Urgency: UInt8, Sendable {
    /// May be left out.
    case low
    /// The usual.
    case normal
    /// Stays until it is answered.
    case critical
  }

  /// The first line.
  public var summary: String
  /// More words; may be empty.
  public var body: String
  /// How much it matters.
  public var urgency: Urgency
  /// Its buttons; a server that has none leaves them out.
  public var actions: [Action]
  /// Whether it stays until it is closed; else the server decides.
  public var stays: Bool
  /// What kind of thing it tells (the hint `category`), for example `transfer.complete`.
  public var category: String?

  /// Makes a notice.
  ///
  /// - Parameters:
  ///   - summary: The first line.
  ///   - body: More words.
  ///   - urgency: How much it matters.
  ///   - actions: Its buttons.
  ///   - stays: Whether it stays until it is closed.
  ///   - category: What kind of thing it tells.
  public init(
    summary: String, body: String = "", urgency: Urgency = .normal, actions: [Action] = [],
    stays: Bool = false, category: String? = nil
  ) {
    self.summary = summary
    self.body = body
    self.urgency = urgency
    self.actions = actions
    self.stays = stays
    self.category = category
  }
}

/// Texts of others, fit for a notice.
enum NoticeText {
  /// One line without control characters, cut where it is longer than people read.
  static func line(_ text: String, limit: Int = 160) -> String {
    cut(clean(text, keepingLines: false), limit)
  }

  /// Some lines.
  static func lines(_ text: String, limit: Int = 1_000) -> String {
    cut(clean(text, keepingLines: true), limit)
  }

  /// The text for a server that reads markup.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private static func clean(_ text: String, keepingLines: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where keepingLines: result.unicodeScalars.append(scalar)
      case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: result += " "
      // Marks that turn the direction of what follows.
      case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C, 0xFEFF: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }
}
