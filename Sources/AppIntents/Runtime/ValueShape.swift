import FoundationEssentials

/// What is known of a parameter's type without asking the program.
struct ValueShape {
  let kind: ParameterDescriptor.Kind
  let typeName: String
  let isOptional: Bool
  let isList: Bool
  let choices: [IntentChoice]
  let accepts: String

  init(_ type: any _IntentValue.Type, constraint: IntentParameterConstraint) {
    var type = type
    let optional = type as? any OptionalIntentValue.Type
    if let optional { type = optional.wrappedType }
    let list = type as? any ListIntentValue.Type
    if let list { type = list.elementType }
    isOptional = optional != nil
    isList = list != nil

    let one = Self.describe(type, constraint: constraint)
    kind = one.kind
    typeName = one.typeName
    choices = one.choices
    accepts = list == nil ? one.accepts : "several, separated by commas or as a JSON list"
  }

  private static func describe(
    _ type: any _IntentValue.Type, constraint: IntentParameterConstraint
  ) -> (
    kind: ParameterDescriptor.Kind, typeName: String, choices: [IntentChoice], accepts: String
  ) {
    if let entity = type as? any AppEntity.Type {
      let name = String(localized: entity.typeDisplayRepresentation.name)
      return (.entity, name, [], "the id or the name of a \(name)")
    }
    if let choice = type as? any AppEnum.Type {
      let choices = EnumCases.choices(of: choice)
      let name = String(localized: choice.typeDisplayRepresentation.name)
      return (.choice, name, choices, "one of \(choices.map(\.id).joined(separator: ", "))")
    }
    if type == String.self { return (.text, "text", [], "any text") }
    if type == Int.self {
      guard case .integers(let range) = constraint else {
        return (.integer, "whole number", [], "a whole number")
      }
      let text = "a whole number from \(range.lowerBound) to \(range.upperBound)"
      return (.integer, "whole number", [], text)
    }
    if type == Double.self {
      guard case .numbers(let range) = constraint else {
        return (.number, "number", [], "a number with a decimal point")
      }
      return (.number, "number", [], "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    if type == Bool.self {
      guard case .boolean(let words) = constraint else {
        return (.boolean, "true or false", [], "true or false")
      }
      let choices = [
        IntentChoice(id: "true", title: String(localized: words.true)),
        IntentChoice(id: "false", title: String(localized: words.false)),
      ]
      return (.boolean, "true or false", choices, "true or false")
    }
    if type == Date.self {
      return (.date, "date", [], "an ISO 8601 date, 2026-11-30 or 2026-11-30T12:00:00Z")
    }
    if type == URL.self { return (.url, "URL", [], "an absolute URL, https://example.com/page") }
    return (.other, String(describing: type), [], "nothing that can be typed")
  }
}

/// The cases of an enum as choices and by text.
enum EnumCases {
  static func choices(of type: any AppEnum.Type) -> [IntentChoice] { list(type).map(\.choice) }

  static func values(
    of type: any AppEnum.Type
  ) -> [(choice: IntentChoice, synonyms: [String], value: any _IntentValue)] { list(type) }

  private static func list<Enum: AppEnum>(
    _ type: Enum.Type
  ) -> [(choice: IntentChoice, synonyms: [String], value: any _IntentValue)] {
    let texts = Enum.caseDisplayRepresentations
    return Enum.allCases.map { value in
      let text = texts[value]
      let choice = IntentChoice(
        id: value.rawValue.description, title: String(localized: value.localizedStringResource),
        subtitle: text?.subtitle.map { String(localized: $0) })
      return (choice, text?.synonyms.map { String(localized: $0) } ?? [], value)
    }
  }
}
