import FoundationEssentials

/// A value of an intent in a form that can be printed as JSON.
package indirect enum ValueForm: Sendable, Equatable {
  case string(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case list([ValueForm])
  /// An entity: `id`, `title`, and `subtitle` if it has one.
  case entity(IntentChoice)
  /// An enum case: its raw value as `id`, and its title.
  case choice(IntentChoice)

  /// The form of a value; nil for an empty optional.
  package init?(_ value: any _IntentValue) {
    switch value {
    case let optional as any OptionalIntentValue:
      guard let wrapped = optional.wrapped, let form = ValueForm(wrapped) else { return nil }
      self = form
    case let list as any ListIntentValue: self = .list(list.elements.compactMap { ValueForm($0) })
    case let text as String: self = .string(text)
    case let flag as Bool: self = .boolean(flag)
    case let number as Int: self = .integer(number)
    case let number as Double: self = .number(number)
    case let date as Date: self = .string(date.formatted(.iso8601))
    case let url as URL: self = .string(url.absoluteString)
    case let entity as any AppEntity: self = .entity(IntentChoice(entity: entity))
    case let choice as any AppEnum: self = .choice(IntentChoice(enumCase: choice))
    default: self = .string(String(describing: value))
    }
  }

  /// The value for people: titles of entities and cases, one line for each element of a list.
  package var text: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): number.description
    case .boolean(let flag): flag ? "true" : "false"
    case .list(let values): values.map(\.text).joined(separator: "\n")
    case .entity(let choice), .choice(let choice): choice.title
    }
  }
}
