import AppIntents
import Testing

/// One parameter of each type that a text can be read as.
private struct EveryType: AppIntent {
  static let title: LocalizedStringResource = "Every Type"

  @Parameter(title: "Text") var text: String?
  @Parameter(title: "Whole") var whole: Int?
  @Parameter(title: "Few", inclusiveRange: (1, 3)) var few: Int?
  @Parameter(title: "Number") var number: Double?
  @Parameter(title: "Part", inclusiveRange: (0, 1)) var part: Double?
  @Parameter(title: "Flag") var flag: Bool?
  @Parameter(title: "Door", displayName: .init(true: "Open", false: "Shut")) var door: Bool?
  @Parameter(title: "Day") var day: Date?
  @Parameter(title: "Page") var page: URL?
  @Parameter(title: "Colour") var colour: Colour?
  @Parameter(title: "Numbers") var numbers: [Int]?
  @Parameter(title: "Words") var words: [String]?

  func perform() async throws -> some IntentResult { .result() }
}

private enum Colour: Int, AppEnum {
  case red = 1
  case green = 2
  case lightGreen = 3

  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Colour"
  static let caseDisplayRepresentations: [Colour: DisplayRepresentation] = [
    .red: "Red", .green: "Grün", .lightGreen: "Light Green",
  ]
}

struct ReadingTextTests {
  /// Sets a parameter from a text and tells what came of it.
  private func read(_ name: String, _ text: String) async throws -> ValueForm? {
    let intent = EveryType()
    let parameter = try #require(
      IntentReflection.parameters(of: intent).first { $0.name == name }?.parameter)
    do throws(ValueReader.Failure) {
      try await ValueReader(name: name, parameter: parameter).set(text)
    } catch { throw error.underlying }
    return parameter.currentValue.flatMap { ValueForm($0) }
  }

  @Test(arguments: [
    ("text", "", ValueForm.string("")),
    ("text", " as it is ", .string(" as it is ")),
    ("whole", "42", .integer(42)),
    ("whole", " -7 ", .integer(-7)),
    ("few", "1", .integer(1)),
    ("few", "3", .integer(3)),
    ("number", "1.5", .number(1.5)),
    ("number", "2", .number(2)),
    ("part", "0", .number(0)),
    ("part", "1", .number(1)),
    ("flag", "true", .boolean(true)),
    ("flag", "Yes", .boolean(true)),
    ("flag", "ON", .boolean(true)),
    ("flag", "1", .boolean(true)),
    ("flag", "false", .boolean(false)),
    ("flag", "no", .boolean(false)),
    ("flag", "off", .boolean(false)),
    ("flag", "0", .boolean(false)),
    ("door", "open", .boolean(true)),
    ("door", "SHUT", .boolean(false)),
    ("door", "true", .boolean(true)),
    ("day", "2026-11-30T12:00:00Z", .string("2026-11-30T12:00:00Z")),
    ("day", "2026-11-30T12:00:00+01:00", .string("2026-11-30T11:00:00Z")),
    ("day", "2026-11-30T12:00:00-0130", .string("2026-11-30T13:30:00Z")),
    ("day", "2026-11-30T12:00:00.250Z", .string("2026-11-30T12:00:00Z")),
    ("page", "https://example.com/a?b=c#d", .string("https://example.com/a?b=c#d")),
    ("page", "mailto:someone@example.com", .string("mailto:someone@example.com")),
    ("page", "file:///tmp/x", .string("file:///tmp/x")),
    ("colour", "1", .choice(IntentChoice(id: "1", title: "Red"))),
    ("colour", "red", .choice(IntentChoice(id: "1", title: "Red"))),
    ("colour", "GRUN", .choice(IntentChoice(id: "2", title: "Grün"))),
    ("colour", "light green", .choice(IntentChoice(id: "3", title: "Light Green"))),
    ("numbers", "", .list([])),
    ("numbers", "1, 2,3", .list([.integer(1), .integer(2), .integer(3)])),
    ("numbers", "[1, \"2\"]", .list([.integer(1), .integer(2)])),
    ("words", "a, b c", .list([.string("a"), .string("b c")])),
    ("words", "[\"a, b\", true, 1.5]", .list([.string("a, b"), .string("true"), .string("1.5")])),
  ])
  func readable(name: String, text: String, expected: ValueForm) async throws {
    #expect(try await read(name, text) == expected)
  }

  @Test(arguments: [
    ("whole", "4.2", "a whole number"),
    ("whole", "", "a whole number"),
    ("whole", "99999999999999999999", "a whole number"),
    ("few", "0", "a whole number from 1 to 3"),
    ("few", "4", "a whole number from 1 to 3"),
    ("number", "1,5", "a number with a decimal point"),
    ("number", "nan", "a number with a decimal point"),
    ("number", "inf", "a number with a decimal point"),
    ("part", "1.01", "a number from 0.0 to 1.0"),
    ("flag", "maybe", "true or false"),
    ("door", "ajar", "true or false"),
    ("day", "30.11.2026", "an ISO 8601 date, 2026-11-30 or 2026-11-30T12:00:00Z"),
    ("day", "2026-13-01", "an ISO 8601 date, 2026-11-30 or 2026-11-30T12:00:00Z"),
    ("day", "2026-02-30", "an ISO 8601 date, 2026-11-30 or 2026-11-30T12:00:00Z"),
    ("day", "2026-11-30T12:00:00", "an ISO 8601 date, 2026-11-30 or 2026-11-30T12:00:00Z"),
    ("day", "2026-11-30T12:00:00Z later", "an ISO 8601 date, 2026-11-30 or 2026-11-30T12:00:00Z"),
    ("day", "2026-13-30T12:00:00Z", "an ISO 8601 date, 2026-11-30 or 2026-11-30T12:00:00Z"),
    ("day", "2026-02-30T12:00:00Z", "an ISO 8601 date, 2026-11-30 or 2026-11-30T12:00:00Z"),
    ("day", "tomorrow", "an ISO 8601 date, 2026-11-30 or 2026-11-30T12:00:00Z"),
    ("page", "example.com/a", "an absolute URL, https://example.com/page"),
    ("page", "https://", "an absolute URL, https://example.com/page"),
    ("page", "mailto:", "an absolute URL, https://example.com/page"),
    ("page", "", "an absolute URL, https://example.com/page"),
    ("colour", "blue", "one of 1, 2, 3"),
    ("numbers", "1, x", "a whole number"),
  ])
  func unreadable(name: String, text: String, accepts: String) async throws {
    let error = await #expect(throws: IntentRuntimeError.self) { try await read(name, text) }
    guard case .invalidValue(let parameter, _, let reason, let said) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(parameter == name)
    #expect(reason == nil)
    #expect(said == accepts)
  }

  @Test func brokenJSONList() async throws {
    await #expect(
      throws: IntentRuntimeError.invalidValue(
        parameter: "numbers", text: "[1,", reason: "it begins like a JSON list but is none",
        accepts: "a whole number")
    ) { try await read("numbers", "[1,") }
  }

  @Test func aDayBeginsAtMidnightOfTheTimeZone() throws {
    let berlin = try #require(TimeZone(secondsFromGMT: 3600))
    let date = try #require(PlainText.date("2026-11-30", timeZone: berlin))
    #expect(date.formatted(.iso8601) == "2026-11-29T23:00:00Z")
  }

  @Test func fractionsOfASecondAreKept() throws {
    let whole = try #require(PlainText.date("2026-11-30T12:00:00Z"))
    let fraction = try #require(PlainText.date("2026-11-30T12:00:00.250Z"))
    #expect(fraction.timeIntervalSince(whole) == 0.25)
  }
}
