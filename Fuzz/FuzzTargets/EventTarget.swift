import Figranium
import FoundationEssentials

// What a server may send as a stream of events: whatever the bytes are, and wherever they are cut,
// the parser ends without a trap and says the same.

/// The first byte seeds the cuts, the rest is the stream.
@Sendable func fuzzEvents(_ input: [UInt8]) {
  guard !input.isEmpty else { return }
  let bytes = Data(input)
  let whole = said(bytes.dropFirst(), pieces: [])
  var sizes: [Int] = []
  var seed = UInt(bytes[bytes.startIndex]) + 1
  for _ in 0..<16 {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    sizes.append(Int(seed >> 60))
  }
  require(said(bytes.dropFirst(), pieces: sizes) == whole, "the cuts change what it says")
  require(
    said(bytes.dropFirst(), pieces: [Int](repeating: 1, count: 4_096)) == whole,
    "single bytes change what it says")
}

/// What a stream says.
private struct Said: Equatable {
  var events: [ServerSentEvent] = []
  var lastEventID = ""
  var reconnectionTime: Duration?
  var isTooLong = false
}

/// Reads a stream in pieces of these sizes, and then the rest.
private func said(_ bytes: Data, pieces: [Int]) -> Said {
  var parser = ServerSentEventParser(limit: 1_024)
  var said = Said()
  var rest = bytes
  do {
    for size in pieces where !rest.isEmpty {
      try parser.read(rest.prefix(size), into: &said.events)
      rest = rest.dropFirst(size)
    }
    try parser.read(rest, into: &said.events)
  } catch {
    // Where it stops depends on the cuts only within the line or event that is too long.
    said.isTooLong = true
    return said
  }
  said.lastEventID = parser.lastEventID
  said.reconnectionTime = parser.reconnectionTime
  return said
}
