import FoundationEssentials
import Synchronization

// What a run answered, as bytes. A result may be 55 MB, of which a program wants one member.

/// The answer of a run: its bytes, where its members are, and the values made of them so far.
final class RunAnswer: Sendable {
  let text: JSONText
  private let outline: JSONOutline
  private let made = Mutex(Made())

  private struct Made {
    var whole: JSONValue?
    var data: JSONValue?
  }

  /// Checks an answer.
  ///
  /// - Throws: ``ModelMismatch`` when it is no JSON, or no object.
  init(_ body: Data) throws(ModelMismatch) {
    do throws(JSONSyntaxError) {
      outline = try JSONScanner.outline(body.span)
    } catch {
      throw ModelMismatch(reason: "it is not valid JSON")
    }
    guard outline.first == UInt8(ascii: "{") else {
      throw ModelMismatch(reason: "it is no object")
    }
    text = JSONText(checked: body)
  }

  /// A member that is not null.
  func member(_ name: String) -> JSONText? {
    outline.range(of: name).map { text.slice($0) }.flatMap { $0.isNull ? nil : $0 }
  }

  /// A member that is non-empty text, or a number, as text.
  func word(_ name: String) -> String? {
    guard let value = member(name)?.value else { return nil }
    return JSONObject(dictionaryLiteral: (name, value)).word(name)
  }

  /// Whether a member says yes: it is there, and neither null nor false.
  func says(_ name: String) -> Bool {
    member(name).map { $0.value != false } ?? false
  }

  /// All of it as a value, made once.
  var whole: JSONValue {
    made.withLock { made in
      let value = made.whole ?? text.value
      made.whole = value
      return value
    }
  }

  /// The member `data` as a value, made once; out of the whole where that is made already.
  var data: JSONValue? {
    made.withLock { made in
      if let value = made.data { return value }
      if let whole = made.whole { return whole["data"].flatMap { $0.isNull ? nil : $0 } }
      made.data = member("data")?.value
      return made.data
    }
  }
}
