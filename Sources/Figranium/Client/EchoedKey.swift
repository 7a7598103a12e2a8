package import FoundationEssentials
import SystemBridge

// A server may send back, as a task's name or in a run's data, the key that it was sent: what a
// program does with names and data is not known here, so the key goes no further.

/// Takes a key out of the answers to the requests that show it.
package final class EchoedKey: Sendable {
  /// A shorter key may be an ordinary word of the answer, which must stay as it is.
  static let shortest = 16

  /// What is looked for.
  package let secret: Secret
  private let search: KeySearch?

  /// Writes the forms to look for.
  ///
  /// - Returns: `nil` for a key that cannot be told from other text.
  package init?(_ secret: Secret) {
    guard secret.count >= Self.shortest, !Self.isNumber(secret.bytes) else { return nil }
    self.secret = secret
    search = KeySearch(for: KeyForms(of: secret.bytes))
  }

  /// `body` with `[redacted]` in the key's places; the same bytes when it is nowhere.
  ///
  /// Looks for the key as it is anywhere, and within JSON's strings for all of ``KeyForm``, escaped
  /// or not, whatever stands between their letters and digits. Pieces stay: in data they may be
  /// anything.
  package func removed(from body: Data) -> Data {
    withoutForms(withoutKey(body))
  }

  /// An event likewise.
  func removed(from event: ServerSentEvent) -> ServerSentEvent {
    ServerSentEvent(
      name: removed(from: event.name), data: removed(from: event.data),
      lastEventID: event.lastEventID)
  }

  private func removed(from text: String) -> String {
    let body = Data(text.utf8)
    let clean = removed(from: body)
    return clean == body ? text : String(decoding: clean, as: UTF8.self)
  }

  /// In JSON a number cannot be replaced by a word.
  private static func isNumber(_ bytes: LockedBytes) -> Bool {
    bytes.withSpan { span in span.indices.allSatisfy { (0x30...0x39).contains(span[$0]) } }
  }

  private func withoutKey(_ body: Data) -> Data {
    secret.bytes.withSpan { key in
      var clean = Clean(body)
      while let found = ByteSearch.first(key, in: body.span, from: clean.index) {
        clean.remove(found..<(found + key.count))
      }
      return clean.finish()
    }
  }

  private func withoutForms(_ body: Data) -> Data {
    guard let search else { return body }
    // Small ones have a small buffer; one that grows keeps what a hit costs in proportion.
    let smallest = 2 * search.longest + 256
    var buffer = [UInt8](repeating: 0, count: min(max(body.count, smallest), 1 << 16))
    // A key that is found has been in it.
    defer { Wiping.wipe(&buffer) }
    var size = buffer.count
    var clean = Clean(body)
    var text = CompactJSON()
    while !text.isAtEnd(of: body.span) {
      let start = text
      // What follows may begin within a form that this piece cuts.
      var count = text.fill(&buffer, from: 0, to: size - search.longest, body.span)
      let next = text
      count = text.fill(&buffer, from: count, to: size, body.span)
      if let found = search.first(in: buffer.span.extracting(0..<count)) {
        text = start
        _ = text.fill(&buffer, from: 0, to: found.lowerBound + 1, body.span)
        let first = text.lastStart
        _ = text.fill(&buffer, from: found.lowerBound + 1, to: found.upperBound, body.span)
        clean.remove(first..<text.index)
        size = smallest
      } else {
        text = text.isAtEnd(of: body.span) ? text : next
        size = min(2 * size, buffer.count)
      }
    }
    return clean.finish()
  }

  /// An answer, and what of it is copied without the key.
  private struct Clean {
    private let body: Data
    private var result: Data?
    /// What is before this place is done.
    private(set) var index = 0

    init(_ body: Data) { self.body = body }

    mutating func remove(_ range: Range<Int>) {
      var copy = result ?? Data(capacity: body.count)
      result = nil
      copy.append(body[(body.startIndex + index)..<(body.startIndex + range.lowerBound)])
      copy.append(contentsOf: "[redacted]".utf8)
      result = copy
      index = range.upperBound
    }

    func finish() -> Data {
      guard let result else { return body }
      return result + body[(body.startIndex + index)...]
    }
  }
}
