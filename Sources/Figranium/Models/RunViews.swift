// What runs of the two modes answer, by name.

/// What a run in scrape mode answers.
public struct ScrapeResult: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// The page's title.
  public var title: String? { members.text("title") }
  /// The page's address, after redirects.
  public var url: String? { members.text("url") }
  /// The page's HTML, or that of the part that was asked for.
  public var html: String? { members.text("html") }
  /// What the extraction made of it.
  public var data: JSONValue? { members["data"].flatMap { $0.isNull ? nil : $0 } }
  /// Whether ``html`` is a part of the page only.
  public var isPartial: Bool? { members.flag("is_partial") }
  /// The selector of that part.
  public var selectorUsed: String? { members.word("selector_used") }
  /// The addresses that the page links to.
  public var links: [String] {
    members["links"]?.arrayValue?.compactMap {
      $0.stringValue ?? $0["href"]?.stringValue ?? $0["url"]?.stringValue
    } ?? []
  }
  /// The path of a picture of the page on the server.
  public var screenshotURL: String? { members.word("screenshot_url") }
}

/// What a run in agent mode answers.
public struct AgentResult: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// How it ended; absent before server 0.16.
  public var outcome: TaskOutcome? { members.serverWord("outcome") }
  /// The page it ended on.
  public var finalURL: String? { members.text("final_url") }
  /// The server's notes on the run; what is no text is left out.
  public var logs: [String] { members.texts("logs") ?? [] }
  /// That page's HTML, where the task asks for it.
  public var html: String? { members.text("html") }
  /// What the extraction made of it.
  public var data: JSONValue? { members["data"].flatMap { $0.isNull ? nil : $0 } }
  /// The path of a picture of that page on the server.
  public var screenshotURL: String? { members.word("screenshot_url") }
  /// The files it downloaded, as the server describes them.
  public var downloads: [JSONObject] {
    members["downloads"]?.arrayValue?.compactMap(\.objectValue) ?? []
  }
}

extension ExecutionResult {
  /// The answer as that of a run in scrape mode.
  public var scrape: ScrapeResult { ScrapeResult(members: raw.objectValue ?? [:]) }
  /// The answer as that of a run in agent mode.
  public var agent: AgentResult { AgentResult(members: raw.objectValue ?? [:]) }
}
