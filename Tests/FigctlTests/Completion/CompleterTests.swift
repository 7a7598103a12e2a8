import GLibBridge
import Testing

@testable import FigctlKit

/// What is offered at each place of a command line.
@Suite struct CompleterTests {
  private let completer = Completer(
    commands: CommandTable.all,
    facts: CompletionFacts(
      profiles: {
        [.init(value: "default", note: ""), .init(value: "work", note: "https://w.example.com")]
      },
      tasks: { profile in
        profile == "work"
          ? [.init(id: "w1", name: "Of work")]
          : [
            .init(id: "task_1", name: "Scrape title"), .init(id: "t2", name: "Same"),
            .init(id: "t3", name: "Same"), .init(id: "t4", name: "-x"),
          ]
      },
      intents: { IntentRunner.registry }))

  private func values(_ words: [String]) -> [String] {
    completer.complete(words).candidates.map(\.value)
  }

  @Test(arguments: [
    (["ru"], ["run"]), (["profile", "u"], ["use"]), (["help", "task", ""], ["list", "show"]),
    (["HEL"], ["help"]), (["-q", "profile", "u"], ["use"]),
    (["--timeout", "3", "profile", "u"], ["use"]), (["-p", "work", "profile", "u"], ["use"]),
    // Profiles.
    (["-p", ""], ["default", "work"]), (["--profile=w"], ["--profile=work"]),
    (["profile", "use", "w"], ["work"]), (["profile", "add", "w"], []),
    // Words of options and settings.
    (["--color", "a"], ["auto", "always"]), (["run", "--color=n"], ["--color=never"]),
    (["completion", ""], ["bash", "zsh", "fish"]),
    (["profile", "add", "x", "--routes", "d"], ["documented"]),
    (["profile", "set", "work", "insecure-http="], ["insecure-http=true", "insecure-http=false"]),
    (["profile", "set", "work", "max"], ["max-key-age="]),
    // Tasks: by name, by id where the name does not tell or an id is being typed.
    (["run", ""], ["Scrape title", "t2", "t3", "t4"]), (["run", "scr"], ["Scrape title"]),
    (["run", "task"], ["task_1"]), (["-pwork", "run", ""], ["Of work"]),
    (["--profile=work", "run", "of"], ["Of work"]), (["run", "a", ""], []),
    (["execution", "list", "--task", "S"], ["Scrape title"]),
    (["task", "show", "S"], ["Scrape title"]),
    // Intents and shortcuts.
    (["intent", "perform", "Stop"], ["StopFigraniumExecutionIntent"]),
    (["intent", "describe", "Stop"], ["StopFigraniumExecutionIntent"]),
    (["intent", "perform", "RunFigraniumTaskIntent", ""], ["task="]),
    (["intent", "perform", "RunFigraniumTaskIntent", "task=S"], ["task=Scrape title"]),
    (["intent", "perform", "RunFigraniumTaskIntent", "task=x", ""], []),
    (["shortcut", "run", "Run"], ["Run a Figranium task"]),
    (["shortcut", "run", "Run a Figranium task", "t"], ["task="]),
    // Options once, repeatable ones again; none behind `--` or in another program's words.
    (["task", "list", "--sea"], ["--search"]), (["task", "list", "--search", "x", "--sea"], []),
    (["run", "--var", "a=1", "--var-"], ["--var-text"]),
    (["exec", "--", "ls", "--js"], []), (["run", "--", "--js"], []),
    // Free text.
    (["run", "--webhook", ""], []), (["stop", ""], []), (["nonsense", ""], []),
  ])
  func offers(words: [String], expected: [String]) {
    #expect(values(words) == expected)
  }

  @Test(arguments: [
    (["exec", ""], Completion.Kind.programs), (["exec", "--", ""], .programs),
    (["exec", "ls", ""], .files), (["run", "x", "--output", ""], .files),
    (["run", "x", "--output="], .files), (["batch", "x", ""], .files),
    (["key", "set", "--from-file", ""], .files), (["run", ""], .words),
  ])
  func theShellsOwn(words: [String], kind: Completion.Kind) {
    #expect(completer.complete(words).kind == kind)
  }

  @Test func everyCommandIsOffered() {
    for command in CommandTable.all {
      for end in command.path.indices {
        #expect(
          values(Array(command.path[..<end]) + [""]).contains(command.path[end]), "\(command.name)")
      }
      let options = values(command.path + ["--"])
      for option in command.options + GlobalOptions.specs {
        #expect(options.contains("--\(option.long)"), "\(command.name) --\(option.long)")
      }
    }
  }

  /// A new word for a value has to say what can be offered for it, be it nothing.
  @Test func everyPlaceholderIsInTheTable() {
    for command in CommandTable.all {
      for argument in command.arguments {
        #expect(
          ValueSource.isKnown(argument.name),
          "\(argument.name) of '\(command.name)': add it to ValueSource.byName")
      }
    }
    for option in CommandTable.all.flatMap(\.options) + GlobalOptions.specs {
      guard let placeholder = option.placeholder else { continue }
      #expect(
        ValueSource.isKnown(placeholder),
        "\(placeholder) of --\(option.long): add it to ValueSource.byName")
    }
  }

  @Test func aNameThatIsNoLineIsNotOffered() {
    let completer = Completer(
      commands: CommandTable.all,
      facts: CompletionFacts(
        profiles: { [] }, tasks: { _ in [.init(id: "t\u{1B}[2J", name: "a\nb")] },
        intents: { IntentRunner.registry }))
    #expect(completer.complete(["run", ""]).candidates == [])
    #expect(completer.complete(["run", "t"]).candidates == [])
  }
}
