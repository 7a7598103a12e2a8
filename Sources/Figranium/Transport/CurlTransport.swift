import CurlBridge

// libcurl as the transport.

/// Sends requests through the process's one engine, which keeps one pool of connections.
package struct CurlTransport: HTTPTransport {
  package init() {}

  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let secret = request.credential.map {
      CurlRequest.SecretField(name: $0.name, prefix: $0.prefix, value: $0.secret)
    }
    let curlRequest = CurlRequest(
      method: request.method, url: request.url, headers: request.headers, secret: secret,
      body: request.body, connectLimit: request.connectLimit, totalLimit: request.totalLimit,
      silenceLimit: request.silenceLimit, maximumBodyBytes: request.maximumBodyBytes,
      caFile: request.caFile, mustReachLoopback: request.mustReachLoopback,
      allowsProxy: request.allowsProxy, needsFreshConnection: request.needsFreshConnection)
    do {
      let response = try await CurlEngine.shared.perform(curlRequest)
      return HTTPResponse(
        status: response.status, headerBlock: response.headerBlock, body: response.body,
        contentType: response.contentType,
        retryAfter: response.retryAfterSeconds.map { .seconds($0) })
    } catch {
      throw HTTPFailure(
        kind: HTTPFailure.Kind(error.kind), reason: error.reason,
        mayHaveBeenSent: error.mayHaveBeenSent)
    }
  }

  package func prepare() {
    CurlEngine.shared.prepare()
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
