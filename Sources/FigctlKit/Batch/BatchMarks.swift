import SystemBridge

/// What an output file holds of a batch: which rows are done, which have failed, and where the lines
/// lie that no longer count.
///
/// A row takes five bytes here, and a failed one some more; nothing grows with the results.
struct BatchMarks {
  /// What is kept takes five bytes a row: half a gigabyte for so many.
  static let mostRows = 100_000_000

  /// A line's place.
  struct Place: Sendable, Hashable {
    var offset: Int
    var length: Int
  }

  /// For each row, from 1, the mark of its variables if it is done.
  private var marks: [UInt32] = []
  private var states: [State] = []
  /// The lines of failed rows, which another line may replace.
  private(set) var failed: [Int: Place] = [:]
  /// Lines that another one has replaced.
  private(set) var replaced: Set<Place> = []
  /// Where the last whole line ends.
  var end = 0
  /// The number of rows that are done.
  private(set) var doneCount = 0

  private enum State: UInt8 {
    case missing
    case done
    case failed
  }

  init() {}

  /// The highest row that it knows.
  var lastRow: Int { states.count }

  /// Whether a row is done.
  func isDone(_ row: Int) -> Bool { row <= states.count && states[row - 1] == .done }

  /// The mark of a row that is done.
  func mark(of row: Int) -> UInt32? { isDone(row) ? marks[row - 1] : nil }

  /// Takes a line in; of two for one row the later one counts.
  ///
  /// - Returns: Whether the row was done before: then there is nothing that a second one could be.
  mutating func add(row: Int, mark: UInt32, isDone: Bool, at place: Place) -> Bool {
    if row > states.count {
      states += Array(repeating: .missing, count: row - states.count)
      marks += Array(repeating: 0, count: row - marks.count)
    }
    if states[row - 1] == .done { return false }
    if let before = failed.removeValue(forKey: row) { replaced.insert(before) }
    states[row - 1] = isDone ? .done : .failed
    marks[row - 1] = mark
    if isDone { doneCount += 1 } else { failed[row] = place }
    return true
  }

  /// Forgets the lines that were replaced: they are gone.
  mutating func forgetReplaced() { replaced = [] }
}
