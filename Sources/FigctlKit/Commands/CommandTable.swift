/// All commands: the single source for parsing, help, completion and the manual.
///
/// Each is described and done in a file of its own in this folder. The order here is the order in
/// the overview.
package enum CommandTable {
  /// The commands, those for the first minutes first.
  package static let all: [CommandSpec] = [
    InitCommand.spec,
    DemoCommand.spec,
    DoctorCommand.spec,
    RunCommand.spec,
    BatchCommand.spec,
    StopCommand.spec,
    StatusCommand.spec,
    TaskListCommand.spec,
    TaskShowCommand.spec,
    ExecutionListCommand.spec,
    ExecCommand.spec,
    KeySetCommand.spec,
    KeyListCommand.spec,
    KeyShowCommand.spec,
    KeyCheckCommand.spec,
    KeyRotateCommand.spec,
    KeyRollbackCommand.spec,
    KeyRecoverCommand.spec,
    KeyImportCommand.spec,
    KeyDeleteCommand.spec,
    KeyHistoryCommand.spec,
    LoginCommand.spec,
    LogoutCommand.spec,
    WhoamiCommand.spec,
    ProfileListCommand.spec,
    ProfileShowCommand.spec,
    ProfileAddCommand.spec,
    ProfileSetCommand.spec,
    ProfileUseCommand.spec,
    ProfileRemoveCommand.spec,
    IntentListCommand.spec,
    IntentDescribeCommand.spec,
    IntentPerformCommand.spec,
    ShortcutListCommand.spec,
    ShortcutRunCommand.spec,
    ServiceCommand.spec,
    CompletionCommand.spec,
  ]

  /// Commands that scripts of our own call; not in lists, help, completion or the manual.
  package static let hidden: [CommandSpec] = [
    CompleteCommand.spec,
    ManualCommand.spec,
  ]
}
