public import FoundationEssentials

// JSON that stays text until somebody asks for a part of it.

/// JSON as its bytes, checked but not taken apart.
///
/// Use it where results are large: ask for `ExecutionResult<JSONText>`, write the bytes to a file,
/// or decode a part of them. It takes the memory of the text alone, which is shared with what it was
/// cut from.
///
/// ```swift
/// let result: ExecutionResult<JSONText> = try await figranium.runTask("task_1")
/// try result.data?.bytes.write(to: file)
/// ```
public struct JSONText: Sendable, Hashable {
  /// The text, as UTF-8, as it came.
  public let bytes: Data

  /// Wraps text that the scanner has checked.
  init(checked bytes: Data) {
    self.bytes = bytes
  }

  /// Checks a text.
  ///
  /// - Parameter bytes: One JSON value as UTF-8, with white space around it or not.
  /// - Throws: ``FigraniumError`` with `INVALID_INPUT` when it is no JSON, or nested deeper than 512
  ///   levels; the message tells the place and repeats nothing of the text.
  public init(_ bytes: Data) throws(FigraniumError) {
    do throws(JSONSyntaxError) {
      _ = try JSONScanner.outline(bytes.span)
    } catch {
      throw error.asInput
    }
    self.bytes = bytes
  }

  /// The value; made anew each time it is asked for.
  public var value: JSONValue {
    do throws(JSONSyntaxError) {
      return try JSONParser.parse(bytes)
    } catch {
      preconditionFailure("the scanner takes what the parser refuses")
    }
  }

  /// A member of an object; `nil` when absent or when this is no object.
  ///
  /// - Complexity: The whole text is gone through each time, though nothing is made of it.
  public subscript(member: String) -> JSONText? {
    guard let outline = try? JSONScanner.outline(bytes.span) else { return nil }
    return outline.range(of: member).map { slice($0) }
  }

  /// Decodes the value.
  ///
  /// - Parameter type: The type. `Data` is Base64 text, `URL` text, `Decimal` a number with all its
  ///   digits, `Date` seconds since 2001.
  /// - Returns: The value as that type.
  /// - Throws: ``FigraniumError`` with `INVALID_RESPONSE`; the message names the key path that does
  ///   not fit, and repeats no value.
  public func decode<Value: Decodable>(_ type: Value.Type) throws(FigraniumError) -> Value {
    do throws(JSONMisfit) {
      return try decoded(type, called: "value")
    } catch {
      throw FigraniumError(
        message: "The JSON does not fit \(type): \(error.text { PlainText.line($0, limit: 100) }).",
        kind: .invalidResponse)
    }
  }

  /// Whether it is `null`.
  public var isNull: Bool { first == UInt8(ascii: "n") }

  /// The text, when it is text.
  public var stringValue: String? { first == UInt8(ascii: "\"") ? value.stringValue : nil }

  private var first: UInt8? { bytes.first { $0 > 0x20 } }

  /// A part of the text.
  func slice(_ range: Range<Int>) -> JSONText {
    let start = bytes.startIndex
    return JSONText(checked: bytes[start + range.lowerBound..<start + range.upperBound])
  }
}

extension JSONText: Codable {
  /// Decodes any JSON; its text is written anew.
  ///
  /// - Throws: `DecodingError` when the decoder holds something that JSON has no form for.
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    do throws(JSONUnwritable) {
      self.init(checked: Data(try JSONWriter.bytes(of: value)))
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a number has no form in JSON"))
    }
  }

  /// Encodes the value.
  ///
  /// - Throws: `EncodingError` as `JSONValue` does.
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}

extension JSONValue {
  /// Reads JSON text, its members in order and its numbers with all their digits.
  ///
  /// - Parameter json: One JSON value as UTF-8, by RFC 8259: no comments, no trailing commas. Of two
  ///   members with one name the later counts; half of a surrogate pair becomes U+FFFD.
  /// - Throws: ``FigraniumError`` with `INVALID_INPUT` when it is no JSON, or nested deeper than 512
  ///   levels; the message tells the place and repeats nothing of the text.
  public init(json: Data) throws(FigraniumError) {
    do throws(JSONSyntaxError) {
      self = try JSONParser.parse(json)
    } catch {
      throw error.asInput
    }
  }

  /// Reads JSON text; as ``init(json:)-(Data)``.
  ///
  /// - Parameter json: One JSON value.
  /// - Throws: ``FigraniumError`` with `INVALID_INPUT` when it is no JSON.
  public init(json: String) throws(FigraniumError) {
    try self.init(json: Data(json.utf8))
  }

  /// The value as JSON text in UTF-8, without blanks, members in order.
  ///
  /// - Throws: ``FigraniumError`` with `INVALID_INPUT` for a number that JSON cannot carry: infinite,
  ///   not a number, or a ``decimal(_:)`` whose text is no number.
  public func json() throws(FigraniumError) -> Data {
    do throws(JSONUnwritable) {
      return Data(try JSONWriter.bytes(of: self))
    } catch {
      throw FigraniumError(
        message: "The value holds a number that JSON cannot carry.", kind: .invalidInput)
    }
  }
}

extension JSONSyntaxError {
  fileprivate var asInput: FigraniumError {
    FigraniumError(
      message: "The text is no JSON: byte \(offset) makes no sense there.", kind: .invalidInput)
  }
}
