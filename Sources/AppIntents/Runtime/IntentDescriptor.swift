/// An intent as lists, searches and the command line show it.
///
/// Plain text only, except `type` and `template`, from which the runtime makes a fresh instance
/// for each run.
package struct IntentDescriptor: Sendable {
  /// What scripts and D-Bus call it.
  package let identifier: String
  /// The name of the Swift type.
  package let typeName: String
  package let title: String
  package let description: String?
  package let category: String?
  package let keywords: [String]
  /// Whether lists and searches show it; it runs by name in any case.
  package let isDiscoverable: Bool
  /// Whether the program comes to the front when it runs.
  package let opensApp: Bool
  /// When it may run with regard to a locked session.
  ///
  /// Reported, not enforced, by this module: AppIntentsDesktop does, a terminal is an open session.
  package let authenticationPolicy: IntentAuthenticationPolicy
  /// The sentence with its parameters written as `${name}`; nil if the intent has none.
  package let summary: String?
  package let parameters: [ParameterDescriptor]

  package let type: any AppIntent.Type
  /// The instance whose values a run takes over; nil for the type's own defaults.
  package let template: (any AppIntent)?

  /// Describes an intent type.
  package init(_ type: any AppIntent.Type) { self = Self.describe(type, template: nil) }

  /// Describes an instance: its values are the defaults.
  package init(instance: any AppIntent) {
    let type: any AppIntent.Type = Swift.type(of: instance)
    self = Self.describe(type, template: instance)
  }

  private static func describe<Intent: AppIntent>(
    _ type: Intent.Type, template: (any AppIntent)?
  ) -> IntentDescriptor { IntentDescriptor(type: type, template: template) }

  private init<Intent: AppIntent>(type: Intent.Type, template: (any AppIntent)?) {
    let text = type.description._intentDescription
    let summary = type.parameterSummary._template
    identifier = type.persistentIdentifier
    typeName = String(describing: type)
    title = String(localized: type.title)
    description = text.map { String(localized: $0.descriptionText) }
    category = text?.categoryName.map { String(localized: $0) }
    keywords = text?.searchKeywords.map { String(localized: $0) } ?? []
    isDiscoverable = type.isDiscoverable
    opensApp = type.openAppWhenRun
    authenticationPolicy = type.authenticationPolicy
    self.summary = summary.isEmpty ? nil : summary
    parameters = IntentReflection.parameters(of: template ?? Intent()).map {
      ParameterDescriptor(name: $0.name, parameter: $0.parameter)
    }
    self.type = type
    self.template = template
  }

  /// A new instance with the template's values, which shares nothing with any other.
  func makeInstance() -> any AppIntent {
    let instance = type.init()
    guard let template else { return instance }
    let values = IntentReflection.parameters(of: template)
    for (name, parameter) in IntentReflection.parameters(of: instance) {
      if let source = values.first(where: { $0.name == name })?.parameter {
        parameter.copyValue(from: source)
      }
    }
    return instance
  }

  /// The values to offer for a parameter, found anew each time.
  ///
  /// - Throws: `unknownParameter`, or what the program's query throws.
  package func choices(forParameter name: String) async throws -> [IntentChoice] {
    let found = IntentReflection.parameters(of: makeInstance()).first { $0.name == name }
    guard let found else {
      throw IntentRuntimeError.unknownParameter(
        name: name, intent: title, known: parameters.map(\.name))
    }
    return try await ValueReader(name: name, parameter: found.parameter).choices()
  }
}

/// A parameter as lists and questions show it.
package struct ParameterDescriptor: Sendable, Equatable {
  /// What kind of value it takes.
  package enum Kind: String, Sendable {
    case text
    case integer
    case number
    case boolean
    case date
    case url
    case entity
    case choice
    case other
  }

  /// The name by which it is set.
  package let name: String
  /// What it is called; the name if nothing else is said.
  package let title: String
  package let description: String?
  package let kind: Kind
  /// What the kind of value is called: an entity's or enum's own name, else a word for the type.
  package let typeName: String
  package let isOptional: Bool
  package let isList: Bool
  /// The value it has before anything is set, as a text; nil for none.
  package let defaultText: String?
  /// The values it takes, where they are few and known without asking the program.
  package let choices: [IntentChoice]
  /// Whether the program can be asked for values to offer.
  package let hasDynamicChoices: Bool
  /// What a text for it must look like.
  package let accepts: String

  /// Whether a run needs a value for it and has none yet.
  package var isMissing: Bool { !isOptional && defaultText == nil }

  init(name: String, parameter: any AnyIntentParameter) {
    let shape = ValueShape(parameter.valueType, constraint: parameter.constraint)
    let title = String(localized: parameter.title)
    self.name = name
    self.title = title.isEmpty ? name : title
    description = parameter.description.map { String(localized: $0) }
    kind = shape.kind
    typeName = shape.typeName
    isOptional = shape.isOptional
    isList = shape.isList
    defaultText = parameter.currentValue.flatMap { ValueForm($0)?.text }
    choices = shape.choices
    hasDynamicChoices = parameter.optionsProvider != nil || shape.kind == .entity
    accepts = shape.accepts
  }
}
