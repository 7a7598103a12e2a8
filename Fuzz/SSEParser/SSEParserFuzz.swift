// What a server may send as a stream of events, for libFuzzer: whatever the bytes are, and wherever
// they are cut, the parser ends without a trap and says the same.

import Figranium
import FoundationEssentials

/// Takes one input: its first byte seeds the cuts, the rest is the stream.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start = unsafe start, count > 0 else { return 0 }
  let bytes = unsafe Data(bytes: start, count: count)
  let whole = said(bytes.dropFirst(), pieces: [])
  var sizes: [Int] = []
  var seed = UInt(bytes[bytes.startIndex]) + 1
  for _ in 0..<16 {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    sizes.append(Int(seed >> 60))
  }
  precondition(said(bytes.dropFirst(), pieces: sizes) == whole, "the cuts change what it says")
  precondition(
    said(bytes.dropFirst(), pieces: [Int](repeating: 1, count: 4_096)) == whole,
    "single bytes change what it says")
  return 0
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
