import DemoServer
import GLibBridge
import TestSupport

/// A command that opens the store, as the matrix runs it.
struct StoreCommand: Sendable {
  /// What it may do to the store.
  enum Effect: Sendable {
    /// Nothing.
    case reads
    /// The profile's key becomes ``StoreDesk/newKey``; with `init`, which asks the server, it stays.
    case stores
    /// The profile's keys go.
    case removes
    /// The profile's keys and its session go.
    case removesAll
    /// The profile's key becomes one that the server has made.
    case rotates
    /// The profile's session comes, changes or goes.
    case signsInOrOut
    /// Items of its own come and go.
    case plays
  }

  let path: [String]
  var words: [String] = []
  var input = ""
  var effect = Effect.reads
  /// Whether it asks on a terminal.
  var asks = false
  /// Whether `--json` is of any use with it.
  var hasJSON = true

  var name: String { path.joined(separator: " ") }

  /// All commands that open the store.
  static let all: [StoreCommand] = [
    StoreCommand(path: ["init"], effect: .stores, asks: true, hasJSON: false),
    StoreCommand(path: ["demo"], effect: .plays),
    StoreCommand(path: ["doctor"]),
    StoreCommand(path: ["run"], words: ["task_1"]),
    StoreCommand(path: ["batch"], words: ["task_1", "HOME/rows.csv"], hasJSON: false),
    StoreCommand(path: ["stop"], words: ["x"]),
    StoreCommand(path: ["status"], words: ["x"]),
    StoreCommand(path: ["task", "list"]),
    StoreCommand(path: ["task", "show"], words: ["task_1"]),
    StoreCommand(path: ["execution", "list"]),
    StoreCommand(path: ["exec"], words: ["/bin/true"]),
    StoreCommand(
      path: ["key", "set"], words: ["--no-verify"], input: StoreDesk.newKey, effect: .stores),
    StoreCommand(path: ["key", "list"]),
    StoreCommand(path: ["key", "show"]),
    StoreCommand(path: ["key", "check"]),
    StoreCommand(path: ["key", "rotate"], effect: .rotates),
    StoreCommand(path: ["key", "rollback"], effect: .rotates),
    StoreCommand(path: ["key", "recover"], effect: .rotates),
    StoreCommand(
      path: ["key", "import"],
      words: ["--no-verify", "--from-secret-tool", "service", "backup", "account", "default"],
      effect: .stores),
    StoreCommand(path: ["key", "delete"], words: ["--yes"], effect: .removes),
    StoreCommand(
      path: ["login"], words: ["--email", "a@example.com"], input: "password1\n",
      effect: .signsInOrOut),
    StoreCommand(path: ["logout"], effect: .signsInOrOut),
    StoreCommand(path: ["whoami"]),
    StoreCommand(
      path: ["profile", "remove"], words: ["default", "--delete-key"], effect: .removesAll),
    StoreCommand(
      path: ["intent", "perform"],
      words: ["Get Figranium Execution Status", "executionID=x"]),
    StoreCommand(
      path: ["shortcut", "run"], words: ["Check my Figranium execution", "executionID=x"]),
  ]

  /// The commands that never open it, with what is typed after them.
  static let others: [StoreCommand] = [
    StoreCommand(path: ["key", "history"]),
    StoreCommand(path: ["profile", "list"]),
    StoreCommand(path: ["profile", "show"]),
    StoreCommand(path: ["profile", "add"], words: ["more", "--server", "http://localhost:1"]),
    StoreCommand(path: ["profile", "set"], words: ["default", "max-key-age=90"]),
    StoreCommand(path: ["profile", "use"], words: ["default"]),
    StoreCommand(path: ["intent", "list"]),
    StoreCommand(path: ["intent", "describe"], words: ["Run Figranium Task"]),
    StoreCommand(path: ["shortcut", "list"]),
    StoreCommand(path: ["completion"], words: ["bash"]),
    StoreCommand(path: ["__complete"], words: ["bash"], input: " \0figctl pro\0"),
    StoreCommand(path: ["__manual"], words: ["figctl.1", "--date", "2026-11-30"]),
  ]

  /// The one that waits for others to ask: what it does is `intent perform`, in a longer-lived
  /// process, and its own suite is `ServiceCommandTests`.
  static let service = ["service"]
}
