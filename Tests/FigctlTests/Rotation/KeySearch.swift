import DemoServer
import GLibBridge

/// Looks for keys, and for pieces of them, in what a program has printed.
enum KeySearch {
  /// The pieces of 8 characters of any of the keys that stand in the text.
  static func pieces(of keys: Set<String>, in text: String) -> [String] {
    let bytes = Array(text.utf8)
    guard bytes.count >= 8 else { return [] }
    var windows: Set<[UInt8]> = []
    for start in 0...(bytes.count - 8) { windows.insert(Array(bytes[start..<(start + 8)])) }
    var found: [String] = []
    for key in keys {
      let key = Array(key.utf8)
      guard key.count >= 8 else { continue }
      for start in 0...(key.count - 8) {
        let piece = Array(key[start..<(start + 8)])
        if windows.contains(piece) { found.append(String(decoding: piece, as: UTF8.self)) }
      }
    }
    return found
  }

  /// Every key and session that a server was ever sent.
  static func secrets(sentTo server: DemoServer) -> Set<String> {
    var secrets: Set<String> = []
    for request in server.requests {
      if let value = request.header("authorization"), value.hasPrefix("Bearer ") {
        secrets.insert(String(value.dropFirst(7)))
      }
      if let cookie = request.header("cookie") {
        secrets.insert(String(cookie.drop { $0 != "=" }.dropFirst()))
      }
    }
    return secrets
  }
}
