import Figranium
import FoundationEssentials
import TestSupport
import Testing

@testable import FigraniumSecretService

/// The journal of keys, on real files.
@Suite struct KeyJournalTests {
  private let folder: TemporaryDirectory
  private let journal: KeyJournal

  init() throws {
    folder = try TemporaryDirectory()
    journal = KeyJournal(path: folder.path + "/state/figranium/keys.log")
  }

  private func entry(_ profile: String, _ event: KeyJournal.Event, at second: Double = 0)
    -> KeyJournal.Entry
  {
    KeyJournal.Entry(
      time: Date(timeIntervalSince1970: 1_790_000_000 + second), profile: profile, event: event,
      key: "df1ec7587aad", server: "https://a.example.com", detail: "a \"word\"\nor two")
  }

  @Test func whatIsWrittenIsRead() throws {
    #expect(try journal.entries() == [])
    let bare = KeyJournal.Entry(profile: "home", event: "made-up")
    let all = [entry("work", .stored), bare, entry("work", .deleted, at: 61)]
    for entry in all { try journal.append(entry) }
    #expect(try journal.entries() == all)
    #expect(try journal.entries(profile: "work") == [all[0], all[2]])
    #expect(try journal.entries(profile: "nobody") == [])
  }

  @Test func aLineIsOneJSONObject() throws {
    try journal.append(entry("work", .pendingStored))
    let text = try String(contentsOf: URL(filePath: journal.path), encoding: .utf8)
    #expect(
      text == #"{"time":"2026-09-21T14:13:20Z","profile":"work","event":"pending-stored","#
        + #""key":"df1ec7587aad","server":"https://a.example.com","#
        + #""detail":"a \"word\"\nor two"}"# + "\n")
  }

  @Test func nobodyElseReadsIt() throws {
    try journal.append(entry("work", .stored))
    #expect(FileFacts.mode(journal.path) == 0o600)
    #expect(FileFacts.mode(folder.path + "/state/figranium") == 0o700)
  }

  @Test func aLinkIsNotWrittenThrough() throws {
    try journal.append(entry("work", .stored))
    let victim = URL(filePath: folder.path + "/victim")
    try Data("kept".utf8).write(to: victim)
    try FileManager.default.removeItem(atPath: journal.path)
    try FileManager.default.createSymbolicLink(
      atPath: journal.path, withDestinationPath: victim.path)
    #expect(throws: FigraniumError.self) { try journal.append(entry("work", .stored)) }
    #expect(try String(contentsOf: victim, encoding: .utf8) == "kept")
  }

  @Test func aLineThatWasCutOffSpoilsNoOther() throws {
    try journal.append(entry("work", .stored))
    let whole = try #require(FileManager.default.contents(atPath: journal.path))
    for length in 1..<whole.count {
      try (whole + whole.prefix(length)).write(to: URL(filePath: journal.path))
      let cut = try journal.read(profile: nil)
      // Everything but the line end: the event is whole all the same.
      #expect(cut.entries.count == (length == whole.count - 1 ? 2 : 1))
      #expect(cut.unreadable == 0)
    }
    try (whole + whole.prefix(20)).write(to: URL(filePath: journal.path))
    try journal.append(entry("work", .deleted))
    let (entries, unreadable) = try journal.read(profile: nil)
    #expect(entries.map(\.event) == [.stored, .deleted])
    #expect(unreadable == 1)
  }

  @Test func aKeyInPlaceOfItsFingerprintIsRefused() throws {
    for key in ["", "DF1EC7587AAD", "a-made-up-key", String(repeating: "a", count: 64)] {
      var entry = entry("work", .stored)
      entry.key = key
      #expect {
        try journal.append(entry)
      } throws: {
        ($0 as? FigraniumError)?.kind == .invalidInput
      }
    }
    #expect(!FileManager.default.fileExists(atPath: journal.path))
  }

  @Test func whatCannotBeWrittenOrReadSaysSo() throws {
    try FileManager.default.createDirectory(
      atPath: journal.path, withIntermediateDirectories: true)
    let path = journal.path
    for work in [{ try journal.append(entry("work", .stored)) }, { _ = try journal.entries() }] {
      #expect {
        try work()
      } throws: {
        let error = $0 as? FigraniumError
        return error?.kind == .fileError && error?.message.contains(path) == true
      }
    }
  }

  @Test func ofALongOneTheEndIsRead() throws {
    try journal.append(entry("old", .stored))
    let line = try entry("work", .stored).line()
    let count = KeyJournal.readLimit / line.count + 1
    let lines = Data((0..<count).flatMap { _ in line })
    let first = try #require(FileManager.default.contents(atPath: journal.path))
    try (first + lines).write(to: URL(filePath: journal.path))
    let entries = try journal.entries()
    #expect(entries.allSatisfy { $0.profile == "work" })
    #expect(entries.count >= count - 2)
  }

  @Test func ofOneThatEndsInAnEndlessLineNothingIsSaid() throws {
    try journal.append(entry("old", .stored))
    let first = try #require(FileManager.default.contents(atPath: journal.path))
    let long = Data(repeating: 0x78, count: KeyJournal.readLimit)
    for end in ["", "\n"] {
      try (first + long + Data(end.utf8)).write(to: URL(filePath: journal.path))
      #expect {
        _ = try journal.entries()
      } throws: {
        ($0 as? FigraniumError)?.message.contains(journal.path) == true
      }
    }
    // The next event begins a line of its own, and is found.
    try journal.append(entry("work", .deleted))
    #expect(try journal.entries().map(\.profile) == ["work"])
  }

  @Test func manyWritersLoseNothing() async throws {
    let journal = journal
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            try journal.append(
              KeyJournal.Entry(profile: "p\(writer)", event: .stored, detail: "\(number)"))
          }
        }
      }
      try await group.waitForAll()
    }
    let (entries, unreadable) = try journal.read(profile: nil)
    #expect(unreadable == 0)
    for writer in 0..<8 {
      let own = entries.filter { $0.profile == "p\(writer)" }
      #expect(own.map(\.detail) == (0..<50).map { "\($0)" })
    }
  }
}
