/// A server and how to talk to it; it holds no secret.
package struct Profile: Sendable, Hashable {
  /// The name, also the `account` attribute of its key.
  package var name: String
  /// The server's address.
  package var server: String = Profile.defaultServer
  /// The header the key goes into.
  package var keyHeader = KeyHeader.authorization
  /// A file with certificates to trust instead of the system's.
  package var caFile: String?
  /// Whether a key may go to another machine without encryption.
  package var allowsInsecureHTTP = false
  /// Which routes the server has.
  package var routes = Routes.auto
  /// After how many days a key is due for rotation.
  package var maxKeyAgeDays: Int?
  /// The label of the collection for its key; the default collection when `nil`.
  package var collection: String?
  /// Whether what intents say is spoken, too.
  package var speaks = false
  /// The origin its key was stored for: `nil` when another tool stored it, empty while a new key
  /// is being stored, and after that went wrong.
  package var keyOrigin: String?

  /// Where a Figranium server listens when nobody says otherwise.
  package static let defaultServer = "http://localhost:11345"

  /// The header a key goes into.
  package enum KeyHeader: String, Sendable, CaseIterable {
    case authorization
    case xAPIKey = "x-api-key"
  }

  /// Which routes a server has: found out, those of the documentation, or those of servers.
  package enum Routes: String, Sendable, CaseIterable {
    case auto
    case documented
    case server
  }

  package init(name: String) {
    self.name = name
  }

  /// A setting of a profile, as `profile set` and the file know it.
  package enum Setting: String, Sendable, CaseIterable {
    case server
    case keyHeader = "key-header"
    case caFile = "ca-file"
    case insecureHTTP = "insecure-http"
    case routes
    case maxKeyAge = "max-key-age"
    case collection
    case speak
    case keyOrigin = "key-origin"

    /// Those that a user may set; the origin follows from `key set`.
    package static let settable = allCases.filter { $0 != .keyOrigin }
  }

  /// The value of a setting as text, `nil` when it is the default.
  package func text(of setting: Setting) -> String? {
    switch setting {
    case .server: server
    case .keyHeader: keyHeader == .authorization ? nil : keyHeader.rawValue
    case .caFile: caFile
    case .insecureHTTP: allowsInsecureHTTP ? "true" : nil
    case .routes: routes == .auto ? nil : routes.rawValue
    case .maxKeyAge: maxKeyAgeDays.map(String.init)
    case .collection: collection
    case .speak: speaks ? "true" : nil
    case .keyOrigin: keyOrigin
    }
  }

  /// Changes a setting; an empty value takes it back to the default.
  ///
  /// - Throws: ``CommandFailure`` (exit code 2) for a value that cannot be.
  package mutating func set(_ setting: Setting, to text: String) throws(CommandFailure) {
    switch setting {
    case .server:
      let value = text.isEmpty ? Self.defaultServer : text
      _ = try ServerOrigin(of: value)
      server = value
    case .keyHeader: keyHeader = try Self.choice(text, setting, default: .authorization)
    case .caFile: caFile = text.isEmpty ? nil : text
    case .insecureHTTP:
      switch text {
      case "true": allowsInsecureHTTP = true
      case "false", "": allowsInsecureHTTP = false
      default: throw .usage("insecure-http is true or false, not '\(text)'.")
      }
    case .routes: routes = try Self.choice(text, setting, default: .auto)
    case .maxKeyAge:
      guard !text.isEmpty else {
        maxKeyAgeDays = nil
        return
      }
      // `90d` too, as --if-older-than has it.
      let number = text.hasSuffix("d") ? String(text.dropLast()) : text
      guard let days = Int(number), (1...36_500).contains(days) else {
        throw .usage(
          "max-key-age is a number of days from 1 to 36500, not '\(text)'.",
          hint: "An empty value takes it away: max-key-age=")
      }
      maxKeyAgeDays = days
    case .collection: collection = text.isEmpty ? nil : text
    case .speak:
      switch text {
      case "true": speaks = true
      case "false", "": speaks = false
      default: throw .usage("speak is true or false, not '\(text)'.")
      }
    case .keyOrigin: keyOrigin = text
    }
  }

  /// Refuses a server that a key would travel to in the clear.
  ///
  /// - Throws: ``CommandFailure`` (exit code 2, `INSECURE_TRANSPORT`).
  package func checkTransport(
    allowing way: String = "'figctl profile set NAME insecure-http=true'"
  ) throws(CommandFailure) {
    let origin = try ServerOrigin(of: server)
    if origin.scheme == "https" || origin.isLoopback || allowsInsecureHTTP { return }
    throw .usage(
      "\(origin) is not on this machine: a key would cross the network in the clear.",
      hint: "Use https://, or allow it with \(way.replacing("NAME", with: name)).",
      code: "INSECURE_TRANSPORT")
  }

  private static func choice<Value: RawRepresentable & CaseIterable>(
    _ text: String, _ setting: Setting, default value: Value
  ) throws(CommandFailure) -> Value where Value.RawValue == String {
    if text.isEmpty { return value }
    if let choice = Value(rawValue: text) { return choice }
    let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw .usage("\(setting.rawValue) is one of \(choices), not '\(text)'.")
  }

  /// Checks a profile's name: letters, digits, `-`, `_`, `.`.
  ///
  /// - Throws: ``CommandFailure`` (exit code 2).
  package static func check(name: String) throws(CommandFailure) {
    let isValid =
      !name.isEmpty && name.utf8.count <= 64
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
    guard isValid, name != ProfileStore.ownGroup else {
      throw .usage(
        "'\(name)' cannot be a profile's name.",
        hint: "A name has 1 to 64 letters, digits, '-', '_' or '.', and is not 'figctl'.")
    }
  }
}
