import AppIntents
import Testing

struct LocalizedTextTests {
  private struct Named: CustomLocalizedStringResourceConvertible {
    var localizedStringResource: LocalizedStringResource { "the \("named") one" }
  }

  @Test(
    arguments: [
      ("plain", "plain", "plain"),
      ("100 %", "100 %", "100 %"),
      ("Ran \("a task")", "Ran %@", "Ran a task"),
      ("\("a")\("b")", "%@%@", "ab"),
      ("100 % of \("it")", "100 %% of %@", "100 % of it"),
      ("\("%@") and \("x")", "%@ and %@", "%@ and x"),
      ("\(3) of \(UInt8(7))", "%lld of %lld", "3 of 7"),
      ("\(1.5) and \(Float(0.25))", "%lf and %lf", "1.5 and 0.25"),
      ("\("text"[...])", "%@", "text"),
      ("\(Named()) ran", "%@ ran", "the named one ran"),
      ("<\(LocalizedStringResource("in \("side")"))>", "<%@>", "<in side>"),
      ("\(AttributedString("styled"))", "%@", "styled"),
      ("\(Date(timeIntervalSince1970: 0), format: .iso8601)", "%@", "1970-01-01T00:00:00Z"),
    ] as [(LocalizedStringResource, String, String)])
  func keysAndTexts(resource: LocalizedStringResource, key: String, text: String) {
    #expect(resource.key == key)
    #expect(String(localized: resource) == text)
    #expect(resource.description == text)
  }

  @Test func aKeyOfItsOwn() {
    let resource = LocalizedStringResource(
      "run.title", defaultValue: "Run \("it")", table: "Titles")
    #expect(resource.key == "run.title")
    #expect(resource.table == "Titles")
    #expect(String(localized: resource) == "Run it")
  }

  @Test func literalsAndValues() {
    #expect(String(localized: "Two \("words")") == "Two words")
    #expect(String(localized: String.LocalizationValue("50 %")) == "50 %")
  }

  @Test func displayTexts() {
    let plain: DisplayRepresentation = "Name"
    #expect(plain.title.description == "Name")
    #expect(plain.subtitle == nil)
    let type: TypeDisplayRepresentation = "Kind of \("thing")"
    #expect(type.name.description == "Kind of thing")
    let dialog: IntentDialog = "Done \(2) times"
    #expect(dialog.full.description == "Done 2 times")
    #expect(dialog.supporting == nil)
    let about: IntentDescription = "Does \("it")"
    #expect(about.descriptionText.description == "Does it")
  }
}
