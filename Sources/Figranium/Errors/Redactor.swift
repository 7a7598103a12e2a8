import SystemBridge

// Keys taken out of text by value: a server may send back, anywhere, what it was sent.

/// Replaces keys, in the forms they take on the wire, by `[redacted]`.
package struct Redactor: Sendable {
  private var secrets: [Secret]
  private var values: [String]

  /// Creates a redactor.
  ///
  /// - Parameters:
  ///   - secrets: Keys.
  ///   - values: Other text that must not come back, such as a cookie.
  package init(secrets: [Secret?], values: [String] = []) {
    self.secrets = secrets.compactMap(\.self)
    self.values = values
  }

  /// The same with one more key.
  package func hiding(_ secret: Secret?) -> Redactor {
    guard let secret, !secrets.contains(secret) else { return self }
    var copy = self
    copy.secrets.append(secret)
    return copy
  }

  /// `text` without any of the keys: as they are, percent-encoded, in Base64, in hexadecimal.
  package func redact(_ text: String) -> String {
    Self.redact(text, forms)
  }

  /// Any JSON without the keys, also in members' names.
  package func redact(_ value: JSONValue) -> JSONValue {
    Self.redact(value, forms)
  }

  /// Made when there is an error to write, and not kept.
  private var forms: [KeyForms] {
    secrets.map { KeyForms(of: $0.bytes) }
      + values.map { KeyForms(of: LockedBytes(copying: Array($0.utf8).span)) }
  }

  private static func redact(_ text: String, _ forms: [KeyForms]) -> String {
    var clean: [UInt8]?
    for form in forms {
      if let cleaner = form.redacted(clean ?? Array(text.utf8)) { clean = cleaner }
    }
    return clean.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private static func redact(_ value: JSONValue, _ forms: [KeyForms]) -> JSONValue {
    switch value {
    case .string(let text): .string(redact(text, forms))
    case .array(let elements): .array(elements.map { redact($0, forms) })
    case .object(let members):
      .object(
        JSONObject(members.map { (redact($0.key, forms), redact($0.value, forms)) }) { first, _ in
          first
        })
    case .integer, .number, .decimal:
      // A key of digits alone would come back as a number.
      redactedNumber(value, forms)
    case .null, .bool: value
    }
  }

  private static func redactedNumber(_ number: JSONValue, _ forms: [KeyForms]) -> JSONValue {
    let text =
      if case .decimal(let text) = number { text } else {
        number.integerValue.map { String($0) } ?? number.doubleValue.map { String($0) } ?? ""
      }
    let clean = redact(text, forms)
    return clean == text ? number : .string(clean)
  }
}
