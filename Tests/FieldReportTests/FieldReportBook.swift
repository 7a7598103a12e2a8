import FoundationEssentials

/// `Tests/FIELD-REPORTS.md`: the kinds of fault that users of comparable tools report, and their
/// tests.
struct FieldReportBook {
  /// A row: a kind of fault.
  struct Kind {
    var number: String
    var report: String
    var text: String
    /// `Suite/test`, or `Suite/test: argument`; the row's own case first, then its neighbours.
    var cases: [Case]
    /// Why it cannot be run, where there are no cases.
    var reason: String?
  }

  /// A test that is named.
  struct Case: Hashable {
    var suite: String
    var test: String
    var argument: String?
  }

  static let tests: String = {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/" + folder
  }()

  let kinds: [Kind]

  init() throws {
    let text = try String(
      contentsOf: URL(filePath: Self.tests + "/FIELD-REPORTS.md"), encoding: .utf8)
    kinds = text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { Self.trimmed($0) }
      guard line.hasPrefix("| "), cells.count == 4, cells[0].contains(where: \.isNumber) else {
        return nil
      }
      return Kind(
        number: cells[0], report: cells[1], text: cells[2], cases: Self.cases(in: cells[3]),
        reason: cells[3].hasPrefix("not run: ") ? String(cells[3].dropFirst(9)) : nil)
    }
  }

  private static func cases(in cell: String) -> [Case] {
    let quoted = cell.split(separator: "`", omittingEmptySubsequences: false)
    return quoted.enumerated().filter { $0.offset % 2 == 1 }.map { _, name in
      let parts = name.split(separator: ":", maxSplits: 1)
      let path = parts[0].split(separator: "/")
      return Case(
        suite: String(path.first ?? ""), test: path.count == 2 ? String(path[1]) : "",
        argument: parts.count == 2 ? trimmed(parts[1]) : nil)
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
