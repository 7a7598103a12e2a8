import AppIntents
import GLibBridge

/// The interface of our own: what other programs list, describe and perform.
struct IntentsObject: ServedObject {
  /// How long the values of a parameter may take to find.
  private static let suggestLimit = Duration.seconds(10)
  private static let suggestions = 50

  let application: DesktopApplication
  let catalogue: Catalogue
  let launcher: Launcher

  var interface: String { application.intentsInterface }
  var description: String { InterfaceDescriptions.intents(interface) }

  func answer(_ call: BusCall, _ reply: BusReply) throws(BusFault) {
    switch call.member {
    case "List":
      let intents = catalogue.registry.intents.filter(\.isDiscoverable)
      reply.give(.array(of: "a{sv}", intents.map { .properties(IntentForm.brief($0)) }))
    case "Describe":
      let intent = try intent(call.arguments[0])
      let shortcuts = catalogue.actions.filter {
        $0.shortcut.intent.identifier == intent.identifier
      }
      reply.give(.properties(IntentForm.full(intent, shortcuts)))
    case "Suggest": try suggest(call.arguments, reply)
    case "Perform": reply.give(.string(try perform(call.arguments)))
    case "Cancel": reply.give(.boolean(launcher.runs.cancel(call.arguments[0]?.text ?? "")))
    default: throw .unknown(call)
    }
  }

  private func intent(_ name: BusValue?) throws(BusFault) -> IntentDescriptor {
    do throws(IntentRuntimeError) {
      return try catalogue.registry.intent(named: name?.text ?? "")
    } catch {
      throw BusFault("\(application.intentsInterface).Error.UnknownIntent", error.description)
    }
  }

  private func perform(_ arguments: BusValue) throws(BusFault) -> String {
    let intent = try intent(arguments[0])
    var parameters: [String: String] = [:]
    for (name, value) in arguments[1]?.dictionary ?? [:] { parameters[name] = value.text }
    if let unknown = parameters.keys.sorted().first(where: { name in
      !intent.parameters.contains { $0.name == name }
    }) {
      throw .invalidArguments("\"\(intent.title)\" has no parameter \"\(unknown)\".")
    }
    let options = arguments[2]?.dictionary ?? [:]
    for (name, value) in options.sorted(by: { $0.key < $1.key }) {
      guard ["notify", "speak"].contains(name) else {
        throw .invalidArguments("Perform has no option \"\(name)\"; it has notify and speak.")
      }
      guard value.bool != nil else {
        throw .invalidArguments("The option \"\(name)\" is true or false.")
      }
    }
    return try launcher.start(
      IntentRequest(
        intent: intent, parameters: parameters, title: intent.title, subject: "",
        notifies: options["notify"]?.bool ?? false, speaks: options["speak"]?.bool ?? false))
  }

  private func suggest(_ arguments: BusValue, _ reply: BusReply) throws(BusFault) {
    let intent = try intent(arguments[0])
    let name = arguments[1]?.text ?? ""
    let text = arguments[2]?.text ?? ""
    guard let parameter = intent.parameters.first(where: { $0.name == name }) else {
      throw .invalidArguments("\"\(intent.title)\" has no parameter \"\(name)\".")
    }
    if let known = catalogue.known(intent: intent.identifier, parameter: name) {
      catalogue.refresh(ifOlderThan: .seconds(30))
      return reply.give(Self.choices(known, text))
    }
    guard parameter.hasDynamicChoices else {
      return reply.give(Self.choices(parameter.choices, text))
    }
    Task { [application] in
      do {
        let found = LockedValue<[IntentChoice]>([])
        try await Limited.run(Self.suggestLimit) {
          try await application.hooks.whileSearching {
            let choices = try await intent.choices(forParameter: name)
            found.value = choices
          }
        }
        reply.give(Self.choices(found.value, text))
      } catch {
        reply.fail(
          BusFault(
            "\(application.intentsInterface).Error.NoSuggestions",
            application.hooks.describe(error).message))
      }
    }
  }

  private static func choices(_ choices: [IntentChoice], _ text: String) -> BusValue {
    let rows: [SearchRow]
    let all = choices.map { choice in
      SearchRow(
        target: .entity(intent: "", parameter: "", id: choice.id), title: choice.title,
        subtitle: choice.subtitle ?? "")
    }
    if SearchText.words([text]).isEmpty {
      rows = Array(all.prefix(suggestions))
    } else {
      var index = SearchIndex()
      index.add(all, common: [])
      rows = index.search([text], limit: suggestions).map(\.row)
    }
    return .array(
      of: "(sss)",
      rows.compactMap { row in
        guard case .entity(_, _, let id) = row.target else { return nil }
        return .tuple([.string(id), .string(row.title), .string(row.subtitle)])
      })
  }
}

/// Intents and their parameters as dictionaries.
enum IntentForm {
  /// For a list.
  static func brief(_ intent: IntentDescriptor) -> [String: BusValue] {
    [
      "id": .string(intent.identifier), "title": .string(intent.title),
      "description": .string(intent.description ?? ""),
      "missing": .array(
        of: "s", intent.parameters.filter(\.isMissing).map { .string($0.name) }),
    ]
  }

  /// Everything.
  static func full(
    _ intent: IntentDescriptor, _ shortcuts: [(name: String, shortcut: ShortcutDescriptor)]
  ) -> [String: BusValue] {
    var form = brief(intent)
    form["category"] = .string(intent.category ?? "")
    form["keywords"] = .array(of: "s", intent.keywords.map { .string($0) })
    form["summary"] = .string(intent.summary ?? "")
    form["opensApp"] = .boolean(intent.opensApp)
    form["actions"] = .array(of: "s", shortcuts.map { .string($0.name) })
    form["phrases"] = .array(
      of: "s", shortcuts.flatMap(\.shortcut.phrases).map { .string($0) })
    form["parameters"] = .array(
      of: "a{sv}", intent.parameters.map { .properties(parameter($0)) })
    return form
  }

  private static func parameter(_ parameter: ParameterDescriptor) -> [String: BusValue] {
    [
      "name": .string(parameter.name), "title": .string(parameter.title),
      "description": .string(parameter.description ?? ""),
      "kind": .string(parameter.kind.rawValue), "type": .string(parameter.typeName),
      "optional": .boolean(parameter.isOptional), "list": .boolean(parameter.isList),
      "default": .string(parameter.defaultText ?? ""), "accepts": .string(parameter.accepts),
      "missing": .boolean(parameter.isMissing),
    ]
  }

  /// What the signal Finished carries.
  static func result(_ end: IntentEnd) -> [String: BusValue] {
    switch end {
    case .success(let outcome):
      var result: [String: BusValue] = [:]
      if let dialog = outcome.dialog { result["dialog"] = .string(dialog) }
      if let supporting = outcome.supporting { result["supporting"] = .string(supporting) }
      if let value = outcome.value { result["value"] = .string(value.text) }
      return result
    case .failed(let failure):
      var result: [String: BusValue] = ["error": .string(failure.message)]
      if let step = failure.nextStep { result["hint"] = .string(step) }
      return result
    case .cancelled(let reason): return ["error": .string(reason)]
    }
  }
}
