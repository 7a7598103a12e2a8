package import FoundationEssentials

// Reading members as servers send them: absent or `null` is nil, numbers may come as text.

/// Why valid JSON is no value of a model, in words that repeat nothing of it.
struct ModelMismatch: Error {
  let reason: String

  func decodingError(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: reason, underlyingError: self))
  }
}

extension JSONObject {
  /// A member as text; a number is written out.
  package func text(_ name: String) -> String? {
    switch self[name] {
    case .string(let text): text
    case .integer(let value): String(value)
    case .decimal(let text): text
    default: nil
    }
  }

  /// A member as non-empty text.
  package func word(_ name: String) -> String? {
    text(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A member as a point in time: milliseconds since 1970, or ISO 8601 text.
  package func date(_ name: String) -> Date? {
    guard let value = self[name] else { return nil }
    if let milliseconds = value.doubleValue {
      return Date(timeIntervalSince1970: milliseconds / 1_000)
    }
    guard let text = value.stringValue else { return nil }
    let plain = Date.ISO8601FormatStyle()
    let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? Date(text, strategy: plain)) ?? (try? Date(text, strategy: fractional))
  }

  /// A member as a length of time in milliseconds.
  package func milliseconds(_ name: String) -> Duration? {
    // Beyond this it is no length of time, and `Duration` could not hold it.
    guard let value = self[name]?.doubleValue, abs(value) < 1e15 else { return nil }
    return .microseconds(Int64(value * 1_000))
  }
}
