import Figranium
public import FoundationEssentials

extension KeyJournal {
  /// What happened to a key, as an open set of words.
  public struct Event: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word, for example `pending-stored`.
    public let rawValue: String
    /// Wraps a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Wraps a word, known or not.
    public init(stringLiteral value: String) { rawValue = value }

    /// A key was stored.
    public static let stored: Self = "stored"
    /// A key was deleted from the store.
    public static let deleted: Self = "deleted"
    /// A key was taken over from another tool or a file.
    public static let imported: Self = "imported"
    /// A rotation began.
    public static let rotationStarted: Self = "rotation-started"
    /// The new key is in the store, beside the current one.
    public static let pendingStored: Self = "pending-stored"
    /// The server knows the new key.
    public static let serverKeyMade: Self = "server-key-made"
    /// The server took the new key in a real request.
    public static let verified: Self = "verified"
    /// The old key is kept as the previous one.
    public static let previousStored: Self = "previous-stored"
    /// The new key is the current one.
    public static let replaced: Self = "replaced"
    /// The old key is void on the server.
    public static let retired: Self = "retired"
    /// A rotation came to its end.
    public static let rotationFinished: Self = "rotation-finished"
    /// A rotation was taken back: the old key is the current one, as before.
    public static let rotationUndone: Self = "rotation-undone"
    /// The previous key is the current one again.
    public static let rolledBack: Self = "rolled-back"
    /// An interrupted rotation was finished or undone.
    public static let recovered: Self = "recovered"
    /// Something went wrong; the detail says what.
    public static let failed: Self = "failed"
  }

  /// One event.
  public struct Entry: Sendable, Hashable {
    /// When, to the second.
    public var time: Date
    /// Whose key.
    public var profile: String
    /// What happened.
    public var event: Event
    /// The key's fingerprint, never the key: the first 12 hexadecimal digits of its SHA-256.
    public var key: String?
    /// The origin of the key's server, for example `https://figranium.example.com`.
    public var server: String?
    /// A few words more, which must hold no key; cut after 500 characters.
    public var detail: String?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - time: When; fractions of a second are dropped.
    ///   - profile: Whose key.
    ///   - event: What happened.
    ///   - key: The key's fingerprint.
    ///   - server: The origin of its server.
    ///   - detail: A few words more, never a key.
    public init(
      time: Date = Date(), profile: String, event: Event, key: String? = nil,
      server: String? = nil, detail: String? = nil
    ) {
      self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
      self.profile = profile
      self.event = event
      self.key = key
      self.server = server
      self.detail = detail
    }

    /// Its line, with the line end.
    ///
    /// - Throws: `INVALID_INPUT` for a key that is no fingerprint: it might be the key itself.
    func line() throws(FigraniumError) -> [UInt8] {
      if let key, !Self.isFingerprint(key) {
        throw FigraniumError(
          message: "The journal of keys takes fingerprints only: 12 hexadecimal digits.",
          kind: .invalidInput)
      }
      var members: JSONObject = [
        "time": .string(time.formatted(Date.ISO8601FormatStyle())),
        "profile": .string(profile), "event": .string(event.rawValue),
      ]
      members["key"] = key.map(JSONValue.string)
      members["server"] = server.map(JSONValue.string)
      members["detail"] = detail.map { .string(String($0.prefix(500))) }
      return Array(try JSONValue.object(members).json()) + [UInt8(ascii: "\n")]
    }

    /// Reads a line without its end; `nil` when it is no entry.
    init?(line: [UInt8]) {
      guard let value = try? JSONParser.parse(line), let profile = value["profile"]?.stringValue,
        let event = value["event"]?.stringValue,
        let time = value["time"]?.stringValue.flatMap({ text in
          try? Date(text, strategy: Date.ISO8601FormatStyle())
        })
      else { return nil }
      self.init(
        time: time, profile: profile, event: Event(rawValue: event),
        key: value["key"]?.stringValue, server: value["server"]?.stringValue,
        detail: value["detail"]?.stringValue)
    }

    private static func isFingerprint(_ text: String) -> Bool {
      text.utf8.count == 12
        && text.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
          default: false
          }
        }
    }
  }
}
