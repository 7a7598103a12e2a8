import Dispatch
import FigctlKit
import Figranium
import FoundationEssentials

// Answers of a server: status, media type and body come from the input.

private let key = "k-7f3a9c-fuzz"

/// Answers every request alike.
private struct OneAnswer: HTTPTransport {
  let response: HTTPResponse

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { response }
  func stream(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPStreamingResponse {
    throw HTTPFailure(kind: .unavailable, reason: "not here", mayHaveBeenSent: false)
  }
  func prepare() {}
}

/// Any answer becomes a value or an error that is fit to be shown and holds no key.
///
/// The first byte chooses the status, the second the media type, the third the call; a `K` within
/// `\u{1}` stands for the key, so that the fuzzer need not guess it.
@Sendable func fuzzAnswers(_ bytes: [UInt8]) {
  guard bytes.count >= 3 else { return }
  let statuses = [200, 201, 204, 301, 302, 400, 401, 403, 404, 405, 429, 500, 502, 503, 504, 299]
  let types = [
    "application/json", "text/html; charset=utf-8", "text/plain", nil, "application/problem+json",
  ]
  var body = Data()
  for byte in bytes[3...] {
    if byte == 1 { body.append(contentsOf: key.utf8) } else { body.append(byte) }
  }
  let type = types[Int(bytes[1]) % types.count]
  let status = statuses[Int(bytes[0]) % statuses.count]
  let header =
    "HTTP/1.1 \(status) X\r\nLocation: \(String(decoding: body.prefix(80), as: UTF8.self))"
  let response = HTTPResponse(
    status: status, headerBlock: Array(header.utf8), body: body, contentType: type,
    retryAfter: nil)
  let done = DispatchSemaphore(value: 0)
  let choice = bytes[2]
  Swift.Task.detached {
    await call(OneAnswer(response: response), choice)
    done.signal()
  }
  done.wait()
}

private func call(_ transport: OneAnswer, _ choice: UInt8) async {
  do {
    guard let url = URL(string: "https://figranium.example.com") else { return }
    let client = try Figranium(
      url: url, credential: .apiKey(Secret(key)), options: ClientOptions(retry: .never),
      transport: transport)
    switch choice % 4 {
    case 0: _ = try await client.tasks.listSummaries()
    case 1: _ = try await client.executions.get("e")
    case 2:
      let result: ExecutionResult<[String: Int]> = try await client.runTask("t")
      _ = (result.outcomeText, result.title, result.logs, result.raw)
    default: _ = try await client.health.check()
    }
  } catch let error as FigraniumError {
    let shown = ErrorRenderer.lines(ErrorRenderer.failure(error)).joined(separator: "\n")
    let all = "\(shown)\(error)\(error.details as Any)\(error.requestID ?? "")\(error.hint ?? "")"
    require(!all.contains(key), "the key is in an error")
    require(error.message.unicodeScalars.allSatisfy { !VisibleText.needsEscape($0) }, "controls")
    require(error.message.utf8.count < 8_000, "a message without end")
    require(!transport.response.isHTML || !error.message.contains("<"), "a page in a message")
  } catch {
    fatalError("an error of another type")
  }
}
