import FoundationEssentials

/// Reads a parameter's value from a text.
package struct ValueReader: Sendable {
  /// Why a text did not become a value.
  package enum Failure: Error {
    /// The text will not do; another may.
    case refused(IntentRuntimeError)
    /// The program's own query or provider failed.
    case failed(any Error)

    package var underlying: any Error {
      switch self {
      case .refused(let error): error
      case .failed(let error): error
      }
    }
  }

  private let name: String
  private let parameter: any AnyIntentParameter
  private let interaction: any IntentInteraction

  /// - Parameters:
  ///   - name: The parameter's name.
  ///   - parameter: The parameter.
  ///   - interaction: Whom to ask when several entities fit; nobody by default.
  package init(
    name: String, parameter: any AnyIntentParameter,
    interaction: any IntentInteraction = NoInteraction()
  ) {
    self.name = name
    self.parameter = parameter
    self.interaction = interaction
  }

  /// Reads the text and sets the parameter.
  package func set(_ text: String) async throws(Failure) {
    let value = try await read(text, as: parameter.valueType)
    guard parameter.setValue(value) else { throw refused(text, "it has another type") }
  }

  /// Reads the text as one value: of a list as an element.
  func one(_ text: String) async throws(Failure) -> any _IntentValue {
    try await read(text, as: parameter.valueType.singleValueType)
  }

  /// The values to offer: the provider's, else the suggested entities, else an enum's cases.
  func choices() async throws -> [IntentChoice] {
    if let provider = parameter.optionsProvider {
      return try await DynamicOptions.values(of: provider).map { IntentChoice($0) }
    }
    let type = parameter.valueType.singleValueType
    if let entity = type as? any AppEntity.Type {
      return try await EntityLookup.suggested(entity).map { IntentChoice($0 as any _IntentValue) }
    }
    return ValueShape(type, constraint: parameter.constraint).choices
  }

  private func read(
    _ text: String, as type: any _IntentValue.Type
  ) async throws(Failure) -> any _IntentValue {
    if let optional = type as? any OptionalIntentValue.Type {
      return try await read(text, as: optional.wrappedType)
    }
    if let list = type as? any ListIntentValue.Type {
      var values: [any _IntentValue] = []
      for part in try elements(of: text) {
        values.append(try await read(part, as: list.elementType))
      }
      guard let value = list.list(of: values) else { throw refused(text, "it has another type") }
      return value
    }
    if let entity = type as? any AppEntity.Type { return try await readEntity(text, entity) }
    if let choice = type as? any AppEnum.Type { return try readCase(text, choice) }
    let value = try readPlain(text, as: type)
    guard let provider = parameter.optionsProvider, let typed = value as? String else {
      return value
    }
    // An offered text may be given in any case; another text is taken as it is.
    let offered = try await wrapping { try await DynamicOptions.values(of: provider) }
    return offered.first { ($0 as? String)?.lowercased() == typed.lowercased() } ?? value
  }

  private func readPlain(
    _ text: String, as type: any _IntentValue.Type
  ) throws(Failure) -> any _IntentValue {
    if type == String.self { return text }
    let trimmed = text.trimmed
    if type == Int.self, let number = Int(trimmed) {
      if case .integers(let range) = parameter.constraint, !range.contains(number) {
        throw refused(text)
      }
      return number
    }
    if type == Double.self, let number = Double(trimmed), number.isFinite {
      if case .numbers(let range) = parameter.constraint, !range.contains(number) {
        throw refused(text)
      }
      return number
    }
    if type == Bool.self, let flag = PlainText.boolean(trimmed, constraint: parameter.constraint) {
      return flag
    }
    if type == Date.self, let date = PlainText.date(trimmed) { return date }
    if type == URL.self, let url = PlainText.absoluteURL(trimmed) { return url }
    throw refused(text)
  }

  private func readCase(
    _ text: String, _ type: any AppEnum.Type
  ) throws(Failure) -> any _IntentValue {
    let cases = EnumCases.values(of: type)
    if let exact = cases.first(where: { $0.choice.id == text }) { return exact.value }
    let hits = TitleMatch.best(text, among: cases) {
      [$0.choice.id, $0.choice.title] + $0.synonyms
    }
    guard hits.count <= 1 else { throw ambiguous(text, hits.map(\.choice)) }
    guard let hit = hits.first else { throw refused(text) }
    return hit.value
  }

  private func readEntity(
    _ text: String, _ type: any AppEntity.Type
  ) async throws(Failure) -> any _IntentValue {
    guard !text.trimmed.isEmpty else { throw refused(text, "it is empty") }
    let hits = try await wrapping {
      try await EntityLookup.find(type, text: text, provider: parameter.optionsProvider)
    }
    guard let hit = hits.first else {
      throw .refused(
        .notFound(
          parameter: name, text: text,
          type: String(localized: type.typeDisplayRepresentation.name)))
    }
    guard hits.count > 1 else { return hit }
    let choices = hits.map { IntentChoice($0 as any _IntentValue) }
    guard await interaction.canAsk else { throw ambiguous(text, choices) }
    let prompt =
      parameter.disambiguationDialog.map { String(localized: $0.full) }
      ?? "Which \(String(localized: parameter.title))?"
    let question = ChoiceQuestion(
      parameter: ParameterDescriptor(name: name, parameter: parameter), prompt: prompt,
      choices: choices)
    let index = try await wrapping { try await interaction.choose(question) }
    guard let index, hits.indices.contains(index) else {
      throw .failed(IntentRuntimeError.cancelled(question: prompt))
    }
    return hits[index]
  }

  /// The parts of a list: a JSON list of texts, numbers and truth values, else what stands
  /// between commas.
  private func elements(of text: String) throws(Failure) -> [String] {
    let trimmed = text.trimmed
    guard trimmed.hasPrefix("[") else {
      return trimmed.isEmpty ? [] : trimmed.split(separator: ",").map { String($0).trimmed }
    }
    do {
      return try JSONDecoder().decode([PlainText.ListElement].self, from: Data(trimmed.utf8))
        .map(\.text)
    } catch {
      throw refused(text, "it begins like a JSON list but is none")
    }
  }

  private func refused(_ text: String, _ reason: String? = nil) -> Failure {
    let shape = ValueShape(parameter.valueType.singleValueType, constraint: parameter.constraint)
    return .refused(
      .invalidValue(parameter: name, text: text, reason: reason, accepts: shape.accepts))
  }

  private func ambiguous(_ text: String, _ choices: [IntentChoice]) -> Failure {
    .refused(.ambiguousValue(parameter: name, text: text, choices: choices))
  }

  private func wrapping<T>(_ body: () async throws -> T) async throws(Failure) -> T {
    do { return try await body() } catch { throw .failed(error) }
  }
}

extension _IntentValue {
  /// The type of one value: without the optional, and the element of a list.
  static var singleValueType: any _IntentValue.Type {
    if let optional = self as? any OptionalIntentValue.Type {
      return optional.wrappedType.singleValueType
    }
    if let list = self as? any ListIntentValue.Type { return list.elementType.singleValueType }
    return self
  }
}
