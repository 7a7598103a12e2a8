public import Figranium
public import FoundationEssentials

/// What a ``FakeFigraniumServer`` answers to a request.
public struct FakeAnswer: Sendable {
  /// How it goes.
  enum Outcome: Sendable {
    case body(Data)
    case stream(AsyncStream<Data>, end: FakeFailure?)
    case failure(FakeFailure)
    case silence
  }

  /// The HTTP status.
  public var status: Int
  /// Header fields.
  public var headers: [String: String]
  var outcome: Outcome

  /// JSON.
  ///
  /// - Parameters:
  ///   - value: The body. A number that JSON cannot hold, such as infinity, is a mistake of the
  ///     test, which ends.
  ///   - status: The HTTP status.
  ///   - headers: More header fields, such as `Retry-After`.
  public static func json(
    _ value: JSONValue, status: Int = 200, headers: [String: String] = [:]
  ) -> FakeAnswer {
    body(text(of: value), contentType: "application/json", status: status, headers: headers)
  }

  /// An error as servers send it: `{"error": CODE}`.
  ///
  /// - Parameters:
  ///   - code: The code, for example `.taskNotFound`.
  ///   - status: The HTTP status.
  ///   - message: The server's own sentence.
  public static func error(
    _ code: FigraniumError.Code, status: Int, message: String? = nil
  ) -> FakeAnswer {
    var members: JSONObject = ["error": .string(code.rawValue)]
    if let message { members["message"] = .string(message) }
    return json(.object(members), status: status)
  }

  /// Any bytes.
  ///
  /// - Parameters:
  ///   - data: The body.
  ///   - contentType: Its media type.
  ///   - status: The HTTP status.
  ///   - headers: More header fields.
  public static func body(
    _ data: Data, contentType: String, status: Int = 200, headers: [String: String] = [:]
  ) -> FakeAnswer {
    FakeAnswer(
      status: status, headers: headers.merging(["Content-Type": contentType]) { own, _ in own },
      outcome: .body(data))
  }

  /// Server-sent events, one for each value, and then the end of the stream.
  ///
  /// - Parameter values: What the events say.
  public static func events(_ values: [JSONValue]) -> FakeAnswer {
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    for value in values {
      continuation.yield(Data("data: ".utf8) + text(of: value) + Data("\n\n".utf8))
    }
    continuation.finish()
    return stream(chunks, contentType: "text/event-stream")
  }

  /// Bytes that come when the test wants them to.
  ///
  /// - Parameters:
  ///   - chunks: The body, piece by piece. The answer's head comes at once.
  ///   - contentType: Its media type.
  ///   - end: How the connection breaks after the last piece; `nil` for a whole body.
  public static func stream(
    _ chunks: AsyncStream<Data>, contentType: String, then end: FakeFailure? = nil
  ) -> FakeAnswer {
    FakeAnswer(
      status: 200, headers: ["Content-Type": contentType], outcome: .stream(chunks, end: end))
  }

  /// No answer, for this reason.
  ///
  /// - Parameter failure: The reason.
  public static func failure(_ failure: FakeFailure) -> FakeAnswer {
    FakeAnswer(status: 0, headers: [:], outcome: .failure(failure))
  }

  /// No answer ever: the call ends by its own limit, or when its Swift task is cancelled.
  public static let silence = FakeAnswer(status: 0, headers: [:], outcome: .silence)

  private static func text(of value: JSONValue) -> Data {
    do {
      return try JSONEncoder().encode(value)
    } catch {
      preconditionFailure("an answer cannot be written as JSON: \(error)")
    }
  }
}
