import Figranium

/// A way for a request to get no answer.
///
/// Answer with ``FakeAnswer/failure(_:)`` to try what a program does then. Each becomes the same
/// error as on a real network.
public enum FakeFailure: String, Sendable, Hashable, CaseIterable {
  /// The server's name is not known: `NETWORK_ERROR`.
  case cannotResolve
  /// Nothing listens at the address: `NETWORK_ERROR`.
  case refused
  /// No way to the server: `NETWORK_ERROR`.
  case cannotConnect
  /// The proxy on the way failed: `NETWORK_ERROR`.
  case proxy
  /// The connection broke off before the answer: `NETWORK_ERROR`.
  case broken
  /// The connection broke off within the answer: `NETWORK_ERROR`.
  case cut
  /// No connection within the limit: `TIMEOUT`.
  case connectTimeout
  /// Nothing came for too long: `TIMEOUT`.
  case silenceTimeout
  /// No whole answer within the limit: `TIMEOUT`.
  case totalTimeout
  /// The certificate is not trusted: `TLS_ERROR`.
  case tls
  /// The file with the certificates cannot be used: `TLS_ERROR`.
  case caFile
  /// Plain `http://` to another machine: `INSECURE_TRANSPORT`.
  case notLoopback
  /// The answer is too large: `RESPONSE_TOO_LARGE`.
  case tooLarge
  /// The answer's header is too large: `RESPONSE_TOO_LARGE`.
  case headerTooLarge
  /// What answered speaks no HTTP: `INVALID_RESPONSE`.
  case malformed
  /// The answer cannot be decompressed: `INVALID_RESPONSE`.
  case badEncoding
  /// The Swift task was cancelled: `REQUEST_ABORTED`.
  case aborted
  /// libcurl is missing: `TRANSPORT_UNAVAILABLE`.
  case unavailable

  var failure: HTTPFailure {
    HTTPFailure(kind: kind, reason: "made up for a test", mayHaveBeenSent: mayHaveBeenSent)
  }

  private var kind: HTTPFailure.Kind {
    switch self {
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

  /// Whether a server may have seen the request by then.
  private var mayHaveBeenSent: Bool {
    switch self {
    case .cannotResolve, .refused, .cannotConnect, .proxy, .connectTimeout, .tls, .caFile,
      .notLoopback, .unavailable:
      false
    default: true
    }
  }
}
