// Code that Apple's module refuses must not compile against ours. The compiler itself is asked.

import FoundationEssentials
import GLibBridge
import Testing

struct RefusedSourceTests {
  /// How long the compiler may take; it usually needs a second.
  private let limit = 300.0

  @Test func eachMarkedLineAndNoOtherHasAnError() throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Refused/Refused.swift").path()
    let lines = try String(contentsOfFile: source, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let marked = lines.indices.filter { lines[$0].hasSuffix("// refused") }.map { $0 + 1 }
    #expect(marked.count > 20)

    let compiler = try ChildProcess([
      "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I",
      try modules(), source,
    ])
    let exit = compiler.wait(seconds: limit)
    let said = compiler.standardError + compiler.standardOutput
    #expect(exit == .code(1), "\(said)")
    #expect(Self.linesWithErrors(in: said, of: source) == Set(marked), "\(said)")
  }

  /// The modules of this build stand beside the test bundle.
  private func modules() throws -> String {
    let bundle = URL(filePath: try #require(CommandLine.arguments.first))
    let folder = bundle.deletingLastPathComponent().appending(path: "Modules")
    try #require(FileManager.default.fileExists(atPath: folder.path()), "\(folder.path())")
    return folder.path()
  }

  /// The lines of which the compiler says `FILE:LINE:COLUMN: error: …`.
  private static func linesWithErrors(in text: String, of file: String) -> Set<Int> {
    Set(
      text.split(separator: "\n").compactMap { line in
        guard line.hasPrefix("\(file):"), line.contains(": error: ") else { return nil }
        return line.dropFirst(file.count + 1).split(separator: ":").first.flatMap { Int($0) }
      })
  }
}
