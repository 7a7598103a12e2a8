import SystemBridge

/// The forms that a key takes on the wire (``KeyForm``), in locked memory.
///
/// Without regard to the case of ASCII letters: all are held in lower case.
struct KeyForms {
  /// So many letters and digits of a key are no word, and no number, of their own.
  static let shortestCompact = 12

  private let bytes: LockedBytes
  /// Where each form is, the longest first, so that no piece of a longer one stays behind.
  private let exact: [Range<Int>]
  /// Where the letters and digits of each form are, the longest first; without those that have too few.
  let compact: [Range<Int>]
  /// The one of the key as it is.
  private let compactPlain: Range<Int>?

  /// Writes the forms.
  ///
  /// - Parameter key: The key; without bytes it has no forms.
  init(of key: LockedBytes) {
    let all = KeyForm.all(for: key.count)
    var exact: [Range<Int>] = []
    exact.reserveCapacity(all.count)
    var compact: [Range<Int>] = []
    compact.reserveCapacity(all.count)
    bytes = LockedBytes(capacity: 2 * KeyForm.room(for: key.count)) { output in
      key.withSpan { key in
        for form in all {
          let start = output.count
          form.write(key, to: &output)
          if output.count > start { exact.append(start..<output.count) }
        }
      }
      for form in exact {
        let start = output.count
        for index in form {
          let byte = output.span[index]
          if HiddenText.isLetterOrDigit(byte) { output.append(byte) }
        }
        let found = start..<output.count
        if found.count < Self.shortestCompact
          || compact.contains(where: { Self.isSame(output.span, $0, found) })
        {
          output.removeLast(found.count)
        } else {
          compact.append(found)
        }
      }
    }
    let hasPlain = key.withSpan { key in
      var count = 0
      for index in key.indices where HiddenText.isLetterOrDigit(key[index]) { count += 1 }
      return count >= Self.shortestCompact
    }
    compactPlain = hasPlain ? compact.first : nil
    self.exact = exact.sorted { $0.count > $1.count }
    self.compact = compact.sorted { $0.count > $1.count }
  }

  /// Lends the bytes that the ranges are of.
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { bytes.withSpan(body) }

  /// `text` with `[redacted]` in the place of each form, `nil` when there is none.
  ///
  /// A form that is written apart, with whatever between its letters and digits, is one too, and so
  /// is a piece of the key as it is.
  func redacted(_ text: [UInt8]) -> [UInt8]? {
    var result: [UInt8]?
    bytes.withSpan { span in
      for range in exact {
        let form = span.extracting(range)
        if let clean = HiddenText.replace(form, in: result ?? text) { result = clean }
      }
      for range in compact {
        let form = span.extracting(range)
        if let clean = HiddenText.replace(form, apart: true, in: result ?? text) { result = clean }
      }
      if let compactPlain {
        let key = span.extracting(compactPlain)
        let clean = HiddenText.replacePieces(
          of: key, atLeast: Self.shortestCompact, in: result ?? text)
        if let clean { result = clean }
      }
    }
    return result
  }

  private static func isSame(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool
  {
    left.count == right.count && zip(left, right).allSatisfy { bytes[$0] == bytes[$1] }
  }
}
