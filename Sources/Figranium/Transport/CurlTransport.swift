// libcurl as the transport.

/// Sends requests through the process's one engine.
package struct CurlTransport: HTTPTransport {
  package init() {}

  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    throw HTTPFailure(
      kind: .unavailable, reason: "the transport is not built yet", mayHaveBeenSent: false)
  }

  package func prepare() {}
}
