import SystemBridge

/// Finds the first of a key's compact forms in a text of letters and digits.
///
/// By the method of Wu and Manber: a table says for each three bytes how far the next form is at
/// least, so that most bytes are never looked at. Our own, since the C library looks for one text at a
/// time, and twenty times through an answer of 50 MB would be seen.
struct KeySearch {
  private let forms: KeyForms
  private let ranges: [Range<Int>]
  /// So many bytes of each form are compared by the table: all of the shortest one.
  private let window: Int
  /// How far to go on; a key's pieces can be read from it, so it is in locked memory.
  private let shifts: LockedBytes
  /// The length of the longest form.
  let longest: Int

  private static let tableSize = 4096

  /// Makes the table.
  ///
  /// - Returns: `nil` when no form has enough letters and digits.
  init?(for forms: KeyForms) {
    guard let last = forms.compact.last, let first = forms.compact.first else { return nil }
    self.forms = forms
    ranges = forms.compact
    longest = first.count
    let window = min(last.count, 200)
    self.window = window
    let ranges = forms.compact
    shifts = LockedBytes(capacity: Self.tableSize) { output in
      for _ in 0..<Self.tableSize { output.append(UInt8(window - 2)) }
      forms.withSpan { bytes in
        var table = output.mutableSpan
        for range in ranges {
          for place in 2..<window {
            let entry = Self.entry(bytes, at: range.lowerBound + place)
            table[entry] = min(table[entry], UInt8(window - 1 - place))
          }
        }
      }
    }
  }

  /// Where the first form is in `text`, `nil` for nowhere.
  func first(in text: Span<UInt8>) -> Range<Int>? {
    guard text.count >= window else { return nil }
    return forms.withSpan { bytes in
      shifts.withSpan { shifts in
        var end = window - 1
        while end < text.count {
          let shift = Int(shifts[Self.entry(text, at: end)])
          if shift > 0 {
            end += shift
            continue
          }
          let start = end - window + 1
          for range in ranges where Self.isEqual(bytes, range, text, at: start) {
            return start..<(start + range.count)
          }
          end += 1
        }
        return nil
      }
    }
  }

  /// The place in the table of the three bytes that end at `index`.
  private static func entry(_ text: Span<UInt8>, at index: Int) -> Int {
    (Int(text[index - 2]) ^ Int(text[index - 1]) << 3 ^ Int(text[index]) << 6) & (tableSize - 1)
  }

  private static func isEqual(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ text: Span<UInt8>, at start: Int
  ) -> Bool {
    guard start + range.count <= text.count else { return false }
    for place in 0..<range.count where bytes[range.lowerBound + place] != text[start + place] {
      return false
    }
    return true
  }
}
