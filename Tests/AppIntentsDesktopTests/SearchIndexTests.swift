import AppIntents
import Testing

@testable import AppIntentsDesktop

/// What a search finds, and in which order.
@Suite struct SearchIndexTests {
  private static func index(
    _ titles: [String], common: [String] = ["Run Task", "Run a task of Ours"]
  )
    -> SearchIndex
  {
    var index = SearchIndex()
    index.add(
      titles.enumerated().map {
        SearchRow(
          target: .entity(intent: "Run", parameter: "task", id: "\($0.offset)"), title: $0.element,
          subtitle: "")
      }, common: common)
    return index
  }

  private static func titles(_ index: SearchIndex, _ terms: String..., limit: Int = 50) -> [String]
  {
    index.search(terms, limit: limit).map(\.row.title)
  }

  @Test("Words in any order, parts of words, without case and accents")
  func words() {
    let index = Self.index(["Daily Price Check", "Übersicht der Straßen", "Prix réduits: été"])
    #expect(Self.titles(index, "check", "daily") == ["Daily Price Check"])
    #expect(Self.titles(index, "check daily PRICE") == ["Daily Price Check"])
    #expect(Self.titles(index, "rice") == ["Daily Price Check"])
    #expect(Self.titles(index, "ubersicht") == ["Übersicht der Straßen"])
    #expect(Self.titles(index, "strassen", "ÜBER") == ["Übersicht der Straßen"])
    #expect(Self.titles(index, "Ete", "reduits") == ["Prix réduits: été"])
    #expect(Self.titles(index, "daily", "missing") == [])
    #expect(Self.titles(index, "dailyprice") == [])
  }

  @Test("Words of the intent and its phrases count, those of the title count more")
  func common() {
    let index = Self.index(["Morning", "Task list"])
    #expect(Self.titles(index, "task", "morning") == ["Morning"])
    #expect(Self.titles(index, "ours") == ["Morning", "Task list"])
    #expect(Self.titles(index, "task") == ["Task list", "Morning"])
  }

  @Test("The very title first, then its beginning, words, parts")
  func order() {
    let index = Self.index(["Supprice", "A price list", "Price list", "price"])
    #expect(Self.titles(index, "price") == ["price", "Price list", "A price list", "Supprice"])
    let scores = index.search(["price"], limit: 9).map(\.score)
    #expect(scores == scores.sorted(by: >))
    #expect(scores.first == 100)
  }

  @Test("Nothing is found by no words, and no more than the limit")
  func limits() {
    let index = Self.index((1...500).map { "Thing \($0)" })
    #expect(Self.titles(index) == [])
    #expect(Self.titles(index, "", "  ", "–!") == [])
    #expect(Self.titles(index, "thing", limit: 7).count == 7)
    #expect(Self.titles(index, "thing", "499") == ["Thing 499"])
    #expect(Self.titles(index, "thing", limit: 0) == [])
  }

  @Test("Rows of entities are found by their targets, beside others")
  func targets() {
    var index = SearchIndex()
    let other = SearchRow(target: .shortcut("run"), title: "Run", subtitle: "Runs")
    index.add([other], common: [])
    let source = CatalogueCache.Source(intent: "Run", parameter: "task")
    index.add(
      [IntentChoice(id: "1", title: "One"), IntentChoice(id: "2", title: "Two", subtitle: "late")],
      of: source, intentTitle: "Run Task", common: ["Run Task"])
    index.add([], of: source, intentTitle: "Nothing", common: [])
    #expect(index.count == 3)
    let targets: [SearchRow.Target?] = [
      .entity(intent: "Run", parameter: "task", id: "2"), nil, .shortcut("run"),
      .entity(intent: "Run", parameter: "other", id: "1"), .shortcut("gone"),
      .entity(intent: "Run", parameter: "task", id: "2"),
    ]
    let rows = index.rows(of: targets)
    #expect(rows.map(\.?.title) == ["Two", nil, "Run", nil, nil, "Two"])
    #expect(rows[0]?.subtitle == "Run Task · late")
    #expect(
      index.row(of: .entity(intent: "Run", parameter: "task", id: "1"))?.subtitle == "Run Task")
    #expect(Self.titles(index, "run") == ["Run", "One", "Two"])
  }

  @Test("Folding of ASCII is that of all texts")
  func folding() {
    for text in ["", "  a", "Ab-cd.EF 12_3", "x\ty\nz", "!", "don't", "a\u{7F}b"] {
      let words = TextFolding.key(text)
      let expected = words.isEmpty ? [] : [0x20] + Array(words.utf8)
      #expect(SearchText.folded(text) == expected, "\(text)")
    }
  }

  @Test("Every word that is in a title finds it, in every order")
  func everyOrder() {
    let words = ["alpha", "Beta", "gamma7"]
    let index = Self.index([words.joined(separator: " "), "other"])
    for first in words {
      for second in words {
        for third in words {
          #expect(Self.titles(index, first, second, third) == ["alpha Beta gamma7"])
        }
      }
    }
  }

  @Test(
    "An identifier means the same after a way over the bus",
    arguments: [
      SearchRow.Target.shortcut("run-it"), .intent("a:b%3A%25"),
      .entity(intent: "My:Intent", parameter: "p%", id: "x:y:%3A z/ü\n"),
      .entity(intent: "", parameter: "", id: ""),
    ])
  func identifiers(target: SearchRow.Target) {
    #expect(SearchRow.Target(target.text) == target)
    #expect(!target.text.hasPrefix("special:"))
  }

  @Test(arguments: ["", "x", "s", "e:a:b", "special:1", "q:1"])
  func strangeIdentifiers(text: String) {
    #expect(SearchRow.Target(text) == nil)
  }
}
