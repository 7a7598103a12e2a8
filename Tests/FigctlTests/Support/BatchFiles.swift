import DemoServer
import FoundationEssentials
import GLibBridge
import Synchronization
import SystemBridge
import TestSupport
import Testing

/// JSON Lines with a number in each.
func rows(_ range: ClosedRange<Int>) -> String {
  range.map { "{\"n\":\($0)}\n" }.joined()
}

/// Counts over threads.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// The lines of an output.
struct BatchLines {
  struct Line {
    var row: Int
    var text: String
    var isDone: Bool
  }

  let all: [Line]

  init(_ path: String) throws {
    let data = try Data(contentsOf: URL(filePath: path))
    #expect(data.isEmpty || data.last == 10)
    all = try data.split(separator: 10).map { bytes in
      struct Members: Decodable {
        struct Failure: Decodable { var code: String }
        var row: Int
        var error: Failure?
      }
      let members = try JSONDecoder().decode(Members.self, from: Data(bytes))
      return Line(
        row: members.row, text: String(decoding: bytes, as: UTF8.self),
        isDone: members.error == nil)
    }
  }

  /// Each row has exactly one line, a good one, with its own variables.
  func expectEach(of count: Int) {
    #expect(all.map(\.row).sorted() == Array(1...count))
    let isEachDone = all.allSatisfy { $0.isDone }
    #expect(isEachDone)
    let isEachItsOwn = all.allSatisfy { $0.text.contains(#""variables":{"n":\#($0.row)},"#) }
    #expect(isEachItsOwn)
  }

  static func size(_ path: String) throws -> Int {
    try DataFile(path: path, .reading).size
  }
}

extension Desk {
  func path(_ name: String) -> String { bus.home + "/" + name }

  func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }
}

extension ServedRequest {
  func holds(_ text: String) -> Bool {
    String(decoding: body, as: UTF8.self).contains(text)
  }
}

extension DemoInterference {
  static func json(
    _ status: Int, _ text: String, _ headers: [(String, String)] = []
  ) -> DemoInterference {
    .answers(
      .response(
        status: status, headers: headers + [("content-type", "application/json")],
        body: Array(text.utf8)))
  }
}
