package import FoundationEssentials

/// Dates, URLs, truth values and list elements as texts.
package enum PlainText {
  /// A date in ISO 8601: a day, which begins at midnight of the local time zone, or a moment with
  /// its zone.
  package static func date(_ text: String, timeZone: TimeZone = .current) -> Date? {
    // The parser of Foundation stops at what it does not know and takes 30 February for 2 March, so
    // shape and day are checked first.
    let shape = String(text.map { $0.isASCII && $0.isNumber ? "d" : $0 })
    let day = String(text.prefix(10))
    let days = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
    guard let midnight = try? days.parse(day), days.format(midnight) == day else { return nil }
    if shape == "dddd-dd-dd" { return midnight }
    let moment = "dddd-dd-ddTdd:dd:dd"
    guard shape.hasPrefix(moment) else { return nil }
    var rest = shape.dropFirst(moment.count)
    let hasFraction = rest.hasPrefix(".d")
    if hasFraction { rest = rest.dropFirst().drop { $0 == "d" } }
    guard ["Z", "+dd:dd", "-dd:dd", "+dddd", "-dddd"].contains(rest) else { return nil }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
    return try? style.parse(text)
  }

  /// A URL with a scheme and something after it.
  static func absoluteURL(_ text: String) -> URL? {
    guard let url = URL(string: text), let scheme = url.scheme, !scheme.isEmpty else { return nil }
    if scheme == "http" || scheme == "https" {
      guard let host = url.host(), !host.isEmpty else { return nil }
      return url
    }
    return text.utf8.count > scheme.utf8.count + 1 ? url : nil
  }

  /// A truth value: true, yes, on, 1 and their opposites, or the parameter's own words.
  static func boolean(_ text: String, constraint: IntentParameterConstraint) -> Bool? {
    let word = text.lowercased()
    if case .boolean(let names) = constraint {
      if word == String(localized: names.true).lowercased() { return true }
      if word == String(localized: names.false).lowercased() { return false }
    }
    switch word {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0": return false
    default: return nil
    }
  }

  /// An element of a JSON list, as the text that stands for it.
  struct ListElement: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self.text = text
      } else if let flag = try? container.decode(Bool.self) {
        text = flag ? "true" : "false"
      } else if let number = try? container.decode(Int.self) {
        text = String(number)
      } else {
        text = try container.decode(Double.self).description
      }
    }
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
