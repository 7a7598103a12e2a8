import Figranium
import FigraniumSecretService
import SecretBridge
import Testing

/// The order of preference, as a table.
@Suite struct KeyCandidatesTests {
  private static let identity = CredentialIdentity(account: "work")

  /// An item, in short: what it is, where it lies, how new it is.
  struct Item: Sendable {
    var name: String
    var own = false
    var collection = "other"
    var modified: UInt64 = 1
    var locked = false
    var hidden = false
    var attributes: [String: String]?
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let items: [Item]
    let best: String?
    let betterLocked: String?
    var onlyPreferred = false
  }

  static let rows = [
    Row(testDescription: "nothing", items: [], best: nil, betterLocked: nil),
    Row(
      testDescription: "own before foreign, though older",
      items: [Item(name: "f", modified: 9), Item(name: "o", own: true)], best: "o",
      betterLocked: nil),
    Row(
      testDescription: "own elsewhere before foreign in the default collection",
      items: [Item(name: "f", collection: "default"), Item(name: "o", own: true)], best: "o",
      betterLocked: nil),
    Row(
      testDescription: "the default collection before a newer one elsewhere",
      items: [
        Item(name: "a", own: true, modified: 9), Item(name: "b", own: true, collection: "default"),
      ], best: "b", betterLocked: nil),
    Row(
      testDescription: "of two foreign ones the newest",
      items: [Item(name: "a", modified: 2), Item(name: "b", modified: 3)], best: "b",
      betterLocked: nil),
    Row(
      testDescription: "a locked own one beats an open foreign one",
      items: [Item(name: "f"), Item(name: "o", own: true, locked: true)], best: "f",
      betterLocked: "o"),
    Row(
      testDescription: "a hidden one may be ours",
      items: [Item(name: "f"), Item(name: "h", locked: true, hidden: true)], best: "f",
      betterLocked: "h"),
    Row(
      testDescription: "an open own default one needs no unlocking",
      items: [
        Item(name: "o", own: true, collection: "default"),
        Item(name: "h", modified: 9, locked: true, hidden: true),
      ], best: "o", betterLocked: nil),
    Row(
      testDescription: "a locked foreign one does not beat an open own one",
      items: [
        Item(name: "o", own: true), Item(name: "f", collection: "default", locked: true),
      ], best: "o", betterLocked: nil),
    Row(
      testDescription: "another account's item is none, whatever the search says",
      items: [Item(name: "x", attributes: ["service": "figranium", "account": "home"])],
      best: nil, betterLocked: nil),
    Row(
      testDescription: "username counts only without account",
      items: [
        Item(
          name: "x",
          attributes: ["service": "figranium", "account": "home", "username": "work"])
      ], best: nil, betterLocked: nil),
    Row(
      testDescription: "a named collection excludes the others",
      items: [Item(name: "a", own: true), Item(name: "b", collection: "default")], best: "b",
      betterLocked: nil, onlyPreferred: true),
  ]

  @Test(arguments: rows) func order(_ row: Row) {
    let found = row.items.map { item in
      var attributes = item.attributes ?? ["service": "figranium", "account": "work"]
      if item.own { attributes["application"] = "figctl" }
      return KeyCandidate(
        path: "/c/\(item.collection)/\(item.name)",
        properties: ItemProperties(
          attributes: item.hidden ? ["gkr:compat:hashed:service": "1"] : attributes, label: nil,
          created: nil, modified: item.modified, isLocked: item.locked))
    }
    let candidates = KeyCandidates(
      found, for: Self.identity, preferred: "/c/default", onlyPreferred: row.onlyPreferred,
      application: "figctl")
    #expect(candidates.best?.path.split(separator: "/").last.map { String($0) } == row.best)
    #expect(
      candidates.betterLocked?.path.split(separator: "/").last.map { String($0) }
        == row.betterLocked)
  }
}
