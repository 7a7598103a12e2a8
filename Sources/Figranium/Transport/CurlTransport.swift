import CurlBridge
import FoundationEssentials

// libcurl as the transport.

/// Sends requests through the process's one engine, which keeps one pool of connections.
package struct CurlTransport: HTTPTransport {
  package init() {}

  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    do throws(CurlFailure) {
      let response = try await CurlEngine.shared.perform(CurlRequest(request))
      var answer = HTTPResponse(
        status: response.status, headerBlock: response.headerBlock, body: response.body,
        contentType: response.contentType,
        retryAfter: response.retryAfterSeconds.map { .seconds($0) })
      answer.secretBody = response.secretBody
      return answer
    } catch {
      throw HTTPFailure(error)
    }
  }

  package func stream(
    _ request: HTTPRequest
  ) async throws(HTTPFailure) -> HTTPStreamingResponse {
    do throws(CurlFailure) {
      let stream = try await CurlEngine.shared.stream(CurlRequest(request))
      // The closure alone holds the transfer: with the last copy of the body it ends.
      let source = stream.body
      let body = HTTPBodyStream { () async throws(HTTPFailure) -> Data? in
        do throws(CurlFailure) {
          return try await source.next()
        } catch {
          throw HTTPFailure(error)
        }
      }
      return HTTPStreamingResponse(
        status: stream.head.status, headerBlock: stream.head.headerBlock, body: body,
        contentType: stream.head.contentType,
        retryAfter: stream.head.retryAfterSeconds.map { .seconds($0) })
    } catch {
      throw HTTPFailure(error)
    }
  }

  package func prepare() {
    CurlEngine.shared.prepare()
  }
}

extension CurlRequest {
  init(_ request: HTTPRequest) {
    let secret = request.credential.map {
      SecretField(name: $0.name, prefix: $0.prefix, value: $0.secret)
    }
    self.init(
      method: request.method, url: request.url, headers: request.headers, secret: secret,
      body: request.body, connectLimit: request.connectLimit, totalLimit: request.totalLimit,
      headLimit: request.headLimit, silenceLimit: request.silenceLimit,
      maximumBodyBytes: request.maximumBodyBytes, caFile: request.caFile,
      mustReachLoopback: request.mustReachLoopback, allowsProxy: request.allowsProxy,
      needsFreshConnection: request.needsFreshConnection)
    secretBody = request.secretBody
    hasSecretAnswer = request.hasSecretAnswer
  }
}

extension HTTPFailure {
  init(_ failure: CurlFailure) {
    self.init(
      kind: Kind(failure.kind), reason: failure.reason, mayHaveBeenSent: failure.mayHaveBeenSent)
  }
}

extension HTTPFailure.Kind {
  init(_ kind: CurlFailure.Kind) {
    self =
      switch kind {
      case .cannotResolve: .cannotResolve
      case .refused: .refused
      case .cannotConnect: .cannotConnect
      case .proxy: .proxy
      case .broken: .broken
      case .cut: .cut
      case .connectTimeout: .connectTimeout
      case .silenceTimeout: .silenceTimeout
      case .totalTimeout: .totalTimeout
      case .tls: .tls
      case .caFile: .caFile
      case .notLoopback: .notLoopback
      case .tooLarge: .tooLarge
      case .headerTooLarge: .headerTooLarge
      case .malformed: .malformed
      case .badEncoding: .badEncoding
      case .aborted: .aborted
      case .unavailable: .unavailable
      }
  }
}
