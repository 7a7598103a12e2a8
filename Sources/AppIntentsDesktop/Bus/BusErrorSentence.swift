import GLibBridge

extension BusError {
  /// What happened, for people.
  var sentence: String {
    switch self {
    case .ended(.timeLimit): "no answer in time"
    case .ended(.cancelled): "the wait was called off"
    case .remote(let name, let message): "\(message) (\(name))"
    case .closed: "the connection is closed"
    case .failed(let message), .malformed(let message): message
    }
  }
}
