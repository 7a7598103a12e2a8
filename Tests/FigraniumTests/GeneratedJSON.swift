/// The same numbers in each run, so that what fails once fails again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}

/// JSON text without blanks, in the spelling that our writer has.
enum GeneratedJSON {
  static func object(depth: Int, using generator: inout SeededGenerator) -> String {
    var names: [String] = []
    for _ in 0..<Int.random(in: 0...(depth > 2 ? 20 : 5), using: &generator) {
      let name = text(using: &generator)
      if !names.contains(name) { names.append(name) }
    }
    let members = names.map { "\($0):\(value(depth: depth - 1, using: &generator))" }
    return "{\(members.joined(separator: ","))}"
  }

  static func value(depth: Int, using generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator) {
    case 0: return "null"
    case 1: return Bool.random(using: &generator) ? "true" : "false"
    case 2: return String(Int64.random(in: .min ... .max, using: &generator))
    case 3: return String(Int.random(in: -1_000...1_000, using: &generator))
    case 4:
      let number = Double.random(in: -1e6...1e6, using: &generator)
      return number == number.rounded() ? "7" : number.description
    // A digit at the end, so that no `Double` and no `Int64` holds it.
    case 5: return "\(UInt64.random(in: 1 << 63 ... .max, using: &generator))0000000001"
    case 6: return text(using: &generator)
    case 7: return object(depth: depth, using: &generator)
    default:
      let elements = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        value(depth: depth - 1, using: &generator)
      }
      return "[\(elements.joined(separator: ","))]"
    }
  }

  private static let pieces = [
    "a", "b", "id", "price", "ü", "€", "😀", "漢字", " ", "/", "\\\"", "\\\\", "\\n", "\\t", "\\b",
    "\\f", "\\r", "\\u0000", "\\u001b", "\u{7f}", "\u{2028}", "e\u{301}", "\u{fffd}", "0", "{", "]",
  ]

  static func text(using generator: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...12, using: &generator)
    return "\"" + (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      + "\""
  }
}
