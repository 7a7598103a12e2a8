import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

@testable import FigctlKit

/// The three shells themselves, with the scripts that `figctl completion` prints.
@Suite struct ShellCompletionTests {
  /// A home with the scripts where users put them, and the names of tasks from a real list.
  private static func prepare() async throws -> Desk {
    let desk = try await Desk()
    #expect(try await desk.figctl.run(["task", "list"]).code == 0)
    let home = desk.bus.home
    for (shell, path) in [
      ("bash", "comp/figctl"), ("zsh", "comp/_figctl"), ("fish", "comp/figctl.fish"),
    ] {
      let script = try await desk.figctl.run(["completion", shell])
      #expect(script.code == 0)
      try write(script.output, to: "\(home)/\(path)")
    }
    try write(
      "fpath=(\(home)/comp $fpath)\nautoload -U compinit; compinit -D -u\n", to: "\(home)/.zshrc")
    try write(
      "source /usr/share/bash-completion/bash_completion\nsource \(home)/comp/figctl\n"
        + "bind 'set enable-bracketed-paste off'\n", to: "\(home)/bashrc")
    return desk
  }

  private static func write(_ text: String, to path: String) throws {
    let folder = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private static func environment(_ desk: Desk) -> [String: String] {
    let folder = FigctlProcess.path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    return desk.bus.environment.merging([
      "PATH": "\(folder):/usr/bin:/bin", "TERM": "xterm", "ZDOTDIR": desk.bus.home, "PS1": "$ ",
    ]) { $1 }
  }

  @Test(arguments: [
    ["bash", "-n", "comp/figctl"], ["zsh", "-n", "comp/_figctl"],
    ["fish", "-n", "comp/figctl.fish"],
  ])
  func syntax(words: [String]) async throws {
    let desk = try await Self.prepare()
    let checked = try await desk.run(
      ["/usr/bin/\(words[0])", words[1], "\(desk.bus.home)/\(words[2])"])
    #expect(checked.code == 0)
    #expect(checked.errors == "")
  }

  /// On a terminal, with the Tab key: what appears was not typed.
  @Test(arguments: [
    ["bash", "--noprofile", "--rcfile", "HOME/bashrc", "-i"], ["zsh", "-i"],
  ])
  func onATerminal(shell: [String]) async throws {
    let desk = try await Self.prepare()
    let words = shell.map { $0.replacing("HOME", with: desk.bus.home) }
    let child = try ChildProcess(
      ["/usr/bin/\(words[0])"] + words.dropFirst(), environment: Self.environment(desk),
      input: .terminal)
    defer { child.kill() }
    // A prompt of ours: from now on keys are read by the line editor.
    try child.write(Array("echo re''ady\n".utf8))
    #expect(try await FigctlProcess.output(of: child) { output, _ in output.contains("ready") })
    for (typed, expected) in [
      ("figctl run Scr", #"Scrape\ title "#), ("figctl run 'Scrape t", "'Scrape title' "),
      ("figctl --color=al", "--color=always "), ("figctl profile us", "profile use "),
      ("figctl -p def", "-p default "),
      ("figctl intent perform RunFigraniumTaskIntent ta", "RunFigraniumTaskIntent task="),
    ] {
      // Ctrl-U empties the line.
      try child.write(Array("\u{15}\(typed)\t".utf8))
      #expect(
        try await FigctlProcess.output(of: child) { output, _ in
          Self.shown(output).contains(expected)
        },
        "\(typed): \(Self.shown(child.standardOutput).suffix(300))")
    }
  }

  /// What the terminal got without its escape sequences.
  private static func shown(_ text: String) -> String {
    text.replacing(#/\e\[[0-9;?]*[A-Za-z]/#, with: "")
  }

  @Test(arguments: [
    ("figctl run Scr", ["Scrape title\ttask_1"]),
    ("figctl run 'Scrape t", ["Scrape title\ttask_1"]),
    ("figctl --color=al", ["--color=always"]),
    ("figctl profile us", ["use\tmake a profile the default one"]),
    ("figctl -p def", ["default\t"]),
    ("figctl intent perform RunFigraniumTaskIntent ta", ["task=\tTask"]),
  ])
  func fish(line: String, expected: [String]) async throws {
    let desk = try await Self.prepare()
    let outcome = try await FigctlProcess.end(
      of: ChildProcess(
        ["/usr/bin/fish", "-c", "source ~/comp/figctl.fish; complete -C \"\(line)\""],
        environment: Self.environment(desk)))
    let lines = outcome.output.split(separator: "\n").map { String($0) }
    #expect(lines.count == expected.count)
    for (line, start) in zip(lines, expected) { #expect(line.hasPrefix(start)) }
  }
}
