import AppIntents
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

@testable import AppIntentsDesktop

/// The file that a cold start answers from.
@Suite struct CatalogueCacheTests {
  private static let source = CatalogueCache.Source(intent: "Run", parameter: "task")

  private let folder: TemporaryDirectory
  private let cache: CatalogueCache

  init() throws {
    folder = try TemporaryDirectory()
    cache = try #require(CatalogueCache(applicationID: "org.example.A", in: folder.path))
  }

  @Test("What was written is read, by its user alone")
  func roundTrip() throws {
    let entities = [
      Self.source: [
        IntentChoice(id: "1", title: "Ä title"), IntentChoice(id: "2", title: "B", subtitle: "sub"),
      ],
      CatalogueCache.Source(intent: "Other", parameter: "p"): [],
    ]
    try cache.write(entities, tag: "home")
    #expect(try cache.read(tag: "home") == entities)
    #expect(try cache.read(tag: "elsewhere") == [:])
    let attributes = try FileManager.default.attributesOfItem(atPath: cache.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let parent = try FileManager.default.attributesOfItem(atPath: folder.file("org.example.A"))
    #expect(parent[.posixPermissions] as? Int == 0o700)
  }

  @Test("What cannot stand in a line is left out")
  func controlCharacters() throws {
    try cache.write(
      [
        Self.source: [
          IntentChoice(id: "a\tb", title: "x"), IntentChoice(id: "c", title: "y\nz"),
          IntentChoice(id: "d", title: "fine", subtitle: "with\ttab"),
        ]
      ], tag: "t")
    #expect(try cache.read(tag: "t") == [Self.source: [IntentChoice(id: "d", title: "fine")]])
  }

  @Test(
    arguments: [
      "", "nonsense", "app-intents-search-1\tt\nRun\ttask\n1\tcut", "app-intents-search-0\tt\n",
      "app-intents-search-1\tt\n1\torphan\t\n", "\n\n\n",
    ])
  func damaged(text: String) throws {
    #expect(try cache.read(tag: "t") == [:])
    try XDGDirectories.create(folder.file("org.example.A"))
    try folder.write(text, to: "org.example.A/search")
    #expect(try cache.read(tag: "t") == [:])
  }

  @Test("A folder in its place is an error when written, and nothing when read")
  func folderInItsPlace() throws {
    try XDGDirectories.create(folder.file("org.example.A/search"))
    #expect(try cache.read(tag: "t") == [:])
    #expect(throws: GLibError.self) { try cache.write([:], tag: "t") }
  }
}
