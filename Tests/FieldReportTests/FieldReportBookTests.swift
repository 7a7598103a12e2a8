import FoundationEssentials
import TestSupport
import Testing

/// The book of field reports names tests that exist.
@Suite struct FieldReportBookTests {
  /// The text of every source file below a folder.
  private static func sources(_ folder: String = FieldReportBook.tests) throws -> [String] {
    guard !folder.hasSuffix(".swift") else {
      return [try String(contentsOf: URL(filePath: folder), encoding: .utf8)]
    }
    var isFolder = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder else {
      return []
    }
    return try FileManager.default.contentsOfDirectory(atPath: folder).flatMap {
      try sources(folder + "/" + $0)
    }
  }

  @Test func everyTestThatIsNamedExists() throws {
    let book = try FieldReportBook()
    let sources = try Self.sources()
    #expect(sources.count > 100)
    for kind in book.kinds {
      for name in Set(kind.cases) {
        let homes = sources.filter {
          $0.contains("struct \(name.suite) ") && $0.contains("func \(name.test)(")
            && $0.contains("@Test")
        }
        #expect(homes.count == 1, "kind \(kind.number): \(name.suite)/\(name.test)")
        if let argument = name.argument {
          #expect(
            homes.allSatisfy { $0.contains(argument) },
            "kind \(kind.number): \(name.suite)/\(name.test): \(argument)")
        }
      }
    }
  }

  @Test func everyKindHasACaseOrAReason() throws {
    let book = try FieldReportBook()
    #expect(book.kinds.count >= 44)
    #expect(Set(book.kinds.map(\.number)).count == book.kinds.count)
    for kind in book.kinds {
      #expect(!kind.report.isEmpty && !kind.text.isEmpty, "kind \(kind.number)")
      #expect(kind.cases.isEmpty != (kind.reason == nil), "kind \(kind.number)")
    }
  }

  @Test func aCaseHasThreeNeighbours() throws {
    for kind in try FieldReportBook().kinds where kind.reason == nil {
      #expect(Set(kind.cases).count >= 4, "kind \(kind.number)")
    }
  }
}
