import AppIntents
import IntentSamples
import Testing

/// The sample app, run as the command line runs a program's intents.
///
/// One after the other: the app's store is the process-wide dependency that each test renews.
@Suite(.serialized) struct TodoAppTests {
  let registry = IntentRegistry(
    shortcuts: TodoApp.shortcuts, intents: TodoApp.otherIntents, applicationName: "Todo")
  let run = IntentRun()

  init() { TodoApp.start() }

  private func perform(
    _ name: String, _ parameters: [String: String] = [:],
    asking interaction: any IntentInteraction = NoInteraction()
  ) async throws -> IntentOutcome {
    try await run.perform(
      registry.intent(named: name), parameters: parameters, asking: interaction)
  }

  @Test func intentsInTheirOrder() {
    #expect(
      registry.intents.map(\.identifier) == [
        "AddTodo", "DeleteTodo", "RenameTodo", "DropSomething", "FileTodo", "RateDay",
      ])
    #expect(registry.tileColor == .lime)
  }

  @Test func descriptionsOfAnIntent() throws {
    let add = try registry.intent(named: "add to-do")
    #expect(add.identifier == "AddTodo")
    #expect(add.title == "Add To-Do")
    #expect(add.description == "Adds an item to a list.")
    #expect(add.category == "Items")
    #expect(add.keywords == ["new", "remember"])
    #expect(add.summary == "Add ${text} as ${priority}")
    #expect(add.isDiscoverable)
    #expect(!add.opensApp)
    let drop = try registry.intent(named: "DropSomething")
    #expect(!drop.isDiscoverable)
    #expect(drop.opensApp)
    #expect(drop.authenticationPolicy == .requiresAuthentication)
    #expect(drop.description == nil)
    #expect(drop.summary == nil)
  }

  @Test func descriptionsOfParameters() throws {
    let add = try registry.intent(named: "AddTodo").parameters
    #expect(add.map(\.name) == ["text", "priority", "due", "reminders"])
    #expect(add.map(\.title) == ["Title", "Priority", "Due", "Reminders"])
    #expect(add.map(\.kind) == [.text, .choice, .date, .integer])
    #expect(add.map(\.isOptional) == [false, false, true, false])
    #expect(add.map(\.isMissing) == [true, false, false, false])
    #expect(add.map(\.defaultText) == [nil, "Normal", nil, "1"])
    #expect(
      add[1].choices == [
        IntentChoice(id: "low", title: "Low"), IntentChoice(id: "normal", title: "Normal"),
        IntentChoice(id: "high", title: "High"),
      ])
    #expect(add[3].accepts == "a whole number from 0 to 5")
    let file = try registry.intent(named: "FileTodo").parameters
    #expect(file.map(\.kind) == [.text, .entity, .url, .boolean, .number])
    #expect(file.map(\.isList) == [false, true, false, false, false])
    #expect(file.map(\.hasDynamicChoices) == [true, true, false, false, false])
    #expect(file[1].typeName == "To-Do")
    #expect(file[1].description == "Those to move")
  }

  @Test func choicesAreAskedOfTheApp() async throws {
    let delete = try registry.intent(named: "DeleteTodo")
    let items = try await delete.choices(forParameter: "item")
    #expect(
      items == [
        IntentChoice(id: "1", title: "Buy milk", subtitle: "in Groceries"),
        IntentChoice(id: "2", title: "Buy bread", subtitle: "in Groceries"),
        IntentChoice(id: "3", title: "Café at noon", subtitle: "in Inbox"),
      ])
    let lists = try await registry.intent(named: "FileTodo").choices(forParameter: "list")
    #expect(lists.map(\.title) == ["Inbox", "Groceries"])
    let priorities = try await registry.intent(named: "AddTodo").choices(forParameter: "priority")
    #expect(priorities.map(\.id) == ["low", "normal", "high"])
  }

  @Test func dialogAndValue() async throws {
    let outcome = try await perform("AddTodo", ["text": "Call home", "priority": "urgent"])
    #expect(outcome.dialog == "Added Call home to Inbox.")
    #expect(outcome.supporting == "Added")
    #expect(
      outcome.value == .entity(IntentChoice(id: "4", title: "Call home", subtitle: "in Inbox")))
    #expect(outcome.value?.text == "Call home")
    #expect(outcome.summary == "Add Call home as High")
    #expect(outcome.opened.isEmpty)
  }

  @Test func asksForWhatIsMissing() async throws {
    let interaction = ScriptedInteraction(.value("Call home"))
    let outcome = try await perform("AddTodo", asking: interaction)
    #expect(outcome.dialog == "Added Call home to Inbox.")
    #expect(interaction.asked == ["What do you want to remember?"])
  }

  @Test func confirmationGoesAheadOnYesOnly() async throws {
    let yes = ScriptedInteraction(.confirm(true))
    let outcome = try await perform("DeleteTodo", ["item": "1"], asking: yes)
    #expect(outcome.dialog == "Deleted Buy milk.")
    #expect(yes.asked == ["Delete Buy milk for good? [Delete/Keep]"])

    let no = ScriptedInteraction(.confirm(false))
    await #expect(
      throws: IntentRuntimeError.cancelled(question: "Delete Buy bread for good?")
    ) { try await perform("DeleteTodo", ["item": "2"], asking: no) }
    await #expect(
      throws: IntentRuntimeError.cannotAsk(question: "Delete Buy bread for good?")
    ) { try await perform("DeleteTodo", ["item": "2"]) }
    let left = try await registry.intent(named: "DeleteTodo").choices(forParameter: "item")
    #expect(left.map(\.id) == ["2", "3"])
  }

  @Test func needsValueStartsThePerformAgain() async throws {
    let interaction = ScriptedInteraction(.value("Buy oat milk"))
    let outcome = try await perform("RenameTodo", ["item": "Buy milk"], asking: interaction)
    #expect(outcome.dialog == "Buy milk is now Buy oat milk.")
    #expect(interaction.asked == ["What shall Buy milk be called?"])
    await #expect(
      throws: IntentRuntimeError.cannotAsk(question: "What shall Buy bread be called?")
    ) { try await perform("RenameTodo", ["item": "2"]) }
  }

  @Test func choosesConfirmsAndOpensTheNextIntent() async throws {
    let interaction = ScriptedInteraction(.choose(2), .confirm(true), .confirm(true))
    let outcome = try await perform("DropSomething", asking: interaction)
    #expect(outcome.dialog == "Café at noon can wait.")
    #expect(outcome.opensApp)
    #expect(outcome.opened.map(\.dialog) == ["Deleted Café at noon."])
    #expect(
      interaction.asked == [
        "What can wait? [Buy milk (1), Buy bread (2), Café at noon (3)]",
        "Item: Café at noon? [Continue/Cancel]",
        "Delete Café at noon for good? [Delete/Keep]",
      ])
  }

  @Test func predefinedErrorsReachTheCaller() async throws {
    let interaction = ScriptedInteraction(.choose(0), .confirm(false))
    let error = await #expect(throws: AppIntentError.self) {
      try await perform("DropSomething", asking: interaction)
    }
    #expect(error.map(IntentErrorText.text(of:)) == "This action is not allowed.")
  }

  @Test func listsUrlsAndTheProvidersDefault() async throws {
    let outcome = try await perform(
      "FileTodo",
      [
        "items": "1, café at noon", "link": "https://example.com/a", "effort": "2.5",
        "quiet": "Loud",
      ])
    #expect(
      outcome.value == .list([.string("Inbox"), .string("Buy milk"), .string("Café at noon")]))
    let offered = try await perform("FileTodo", ["list": "groceries"])
    #expect(offered.value == .list([.string("Groceries")]))
    let free = try await perform("FileTodo", ["list": "Elsewhere"])
    #expect(free.value == .list([.string("Elsewhere")]))
  }

  @Test func badAnswersAreAskedAgainThreeTimesAtMost() async throws {
    let patient = ScriptedInteraction(.value("lots"), .value("9"), .value("4"))
    let outcome = try await perform("RateDay", asking: patient)
    #expect(outcome.value == .integer(4))
    #expect(
      patient.valueQuestions.map(\.problem) == [
        nil, "\"lots\" cannot be stars; it takes a whole number from 1 to 5.",
        "\"9\" cannot be stars; it takes a whole number from 1 to 5.",
      ])

    let stubborn = ScriptedInteraction(.value("a"), .value("b"), .value("c"), .value("4"))
    await #expect(
      throws: IntentRuntimeError.invalidValue(
        parameter: "stars", text: "c", reason: nil, accepts: "a whole number from 1 to 5")
    ) { try await perform("RateDay", asking: stubborn) }
    #expect(stubborn.unused == 1)

    for leaving in [
      ScriptedInteraction(.value(nil)), ScriptedInteraction(.value("a"), .value(nil)),
    ] {
      await #expect(
        throws: IntentRuntimeError.cancelled(question: "How was it, from 1 to 5?")
      ) { try await perform("RateDay", asking: leaving) }
      #expect(leaving.unused == 0)
    }
  }

  @Test func anEntityIsAskedForWithItsChoices() async throws {
    let interaction = ScriptedInteraction(.value("sugar"), .value("2"), .confirm(true))
    let outcome = try await perform("DeleteTodo", asking: interaction)
    #expect(outcome.dialog == "Deleted Buy bread.")
    #expect(interaction.valueQuestions.map(\.prompt) == ["Item?", "Item?"])
    #expect(interaction.valueQuestions.first?.choices.map(\.id) == ["1", "2", "3"])
    #expect(
      interaction.valueQuestions.map(\.problem) == [nil, "There is no To-Do \"sugar\" for item."])
  }

  @Test func phrasesCarryParameters() async throws {
    let add = try registry.match(phrase: "remember Call the dentist! in Todo")
    #expect(add.shortcut.title == "Add")
    #expect(add.parameters == ["text": "Call the dentist"])
    let delete = try registry.match(phrase: "Delete buy milk")
    #expect(delete.parameters == ["item": "buy milk"])
    let outcome = try await run.perform(
      delete.shortcut.intent, parameters: delete.parameters,
      asking: ScriptedInteraction(.confirm(true)))
    #expect(outcome.dialog == "Deleted Buy milk.")
    #expect(try registry.shortcut(phrase: "rename").phrases == ["Rename in ${applicationName}"])
  }

  @Test func entitiesByIdQueryAndTitle() async throws {
    let yes = { ScriptedInteraction(.confirm(true)) }
    #expect(
      try await perform("DeleteTodo", ["item": "CAFE AT NOON"], asking: yes()).dialog
        == "Deleted Café at noon.")
    #expect(
      try await perform("DeleteTodo", ["item": "bread"], asking: yes()).dialog
        == "Deleted Buy bread.")
    await #expect(
      throws: IntentRuntimeError.notFound(parameter: "item", text: "sugar", type: "To-Do")
    ) { try await perform("DeleteTodo", ["item": "sugar"]) }
    await #expect(
      throws: IntentRuntimeError.invalidValue(
        parameter: "item", text: " ", reason: "it is empty",
        accepts: "the id or the name of a To-Do")
    ) { try await perform("DeleteTodo", ["item": " "]) }
  }

  @Test func severalHitsAreListedOrAsked() async throws {
    let milk = IntentChoice(id: "1", title: "Buy milk", subtitle: "in Groceries")
    let bread = IntentChoice(id: "2", title: "Buy bread", subtitle: "in Groceries")
    let error = await #expect(throws: IntentRuntimeError.self) {
      try await perform("DeleteTodo", ["item": "buy"])
    }
    #expect(
      error == .ambiguousValue(parameter: "item", text: "buy", choices: [milk, bread]))
    #expect(
      error?.description
        == "\"buy\" fits several values of item; use an id: Buy milk (1) and Buy bread (2).")
    let interaction = ScriptedInteraction(.choose(1), .confirm(true))
    let outcome = try await perform("DeleteTodo", ["item": "buy"], asking: interaction)
    #expect(outcome.dialog == "Deleted Buy bread.")
    #expect(interaction.asked.first == "Which one shall go? [Buy milk (1), Buy bread (2)]")
  }
}
