/// `figctl completion`: prints the script for a shell.
enum CompletionCommand {
  static let spec = CommandSpec(
    path: ["completion"], summary: "print the completion script for bash, zsh or fish",
    discussion: """
      Packages bring it already. Tasks are completed by the names that the server told when a \
      command last listed them ('figctl task list'); the Tab key never asks a server, the credential \
      store or you.

      bash: source <(figctl completion bash), in ~/.bashrc. zsh: source <(figctl completion zsh), \
      in ~/.zshrc after compinit. fish: figctl completion fish | source, in \
      ~/.config/fish/config.fish.
      """,
    arguments: [.init("SHELL", "bash, zsh or fish")],
    examples: ["figctl completion bash > ~/.local/share/bash-completion/completions/figctl"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let name = context.arguments[0]
    guard let shell = CompletionShell(rawValue: name) else {
      let known = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure.usage("There is no completion for '\(name)'; there is for \(known).")
    }
    try context.console.lines([CompletionScript.text(shell)])
    return .ok
  }
}
