import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// Disks that are full, folders that are not there or not one's own, and other users.
///
/// As root, in a mount namespace of the test's own.
@Suite(.enabled(if: FileFacts.isRoot)) struct PlaceTests {
  /// Whether disks can be had in a namespace of a test's own: not in every container.
  private static let canMount: Bool = {
    let child = try? ChildProcess(
      ["/usr/bin/unshare", "-m", "/bin/mount", "-t", "tmpfs", "none", "/mnt"],
      environment: ["PATH": "/usr/bin:/bin"])
    return child?.wait(seconds: 30) == .code(0)
  }()

  /// Whether another user can run the program where it lies, toolchain and all.
  private static let canOthersRun: Bool = {
    let child = try? ChildProcess(
      other + [FigctlProcess.path, "--version"], environment: ["PATH": "/usr/bin:/bin"],
      directory: "/")
    return child?.wait(seconds: 30) == .code(0)
  }()

  private static let other = [
    "/usr/bin/setpriv", "--reuid=54321", "--regid=54321", "--clear-groups",
  ]

  /// A disk of 64 KiB at `$HOME/small`, which goes with the process.
  private func small(_ script: String, _ desk: Desk) async throws -> FigctlProcess.Outcome {
    let whole = """
      mkdir -p "$HOME/small"; mount -t tmpfs -o size=64k none "$HOME/small" || exit 99
      cd "$HOME/small"; \(script)
      """
    return try await FigctlProcess.end(
      of: ChildProcess(
        ["/usr/bin/unshare", "-m", "/bin/bash", "-c", whole, FigctlProcess.path],
        environment: desk.bus.environment,
        input: .bytes(Array(Desk.key.utf8))))
  }

  private static let fill = "head -c 100000 /dev/zero > filler 2>/dev/null; "

  @Test(.enabled(if: canMount)) func aFullDiskLosesNothing() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runDataRows = 2000 }
    let run = try await small(
      "echo before > out; \"$0\" run task_1 --output out; echo $?; ls -A; cat out", desk)
    #expect(run.output == "2\nout\nbefore\n", "\(run)")
    #expect(run.errors.contains("Cannot write 'out': No space left on device."), "\(run)")
    FaultTally.survived("full disk", by: "run --output")
    // The settings stay as they were.
    let set = try await small(
      "cp -a ~/.config . && export XDG_CONFIG_HOME=$PWD/.config; \(Self.fill)"
        + "\"$0\" profile add more --server https://a.example.com; echo $?; \"$0\" profile list | wc -l",
      desk)
    #expect(set.output == "2\n2\n", "\(set)")
    #expect(set.errors.contains("No space left on device"), "\(set)")
    FaultTally.survived("full disk", by: "profile add")
    // Each result that is there is whole.
    let batch = try await small(
      "printf 'n\\n1\\n2\\n3\\n' > rows.csv; \"$0\" batch task_1 rows.csv --output o -j 1; echo $?; "
        + "tail -c 1 o | od -An -c", desk)
    #expect(batch.output.hasPrefix("2\n"), "\(batch)")
    #expect(!batch.errors.contains(Desk.key))
    FaultTally.survived("full disk", by: "batch --output")
    // A key is stored although the journal has no room; that is said.
    let key = try await small(
      "export XDG_STATE_HOME=$PWD; \(Self.fill) \"$0\" key set; echo $?; \"$0\" key show | head -1",
      desk)
    #expect(key.output.contains("profile: default"), "\(key)")
    FaultTally.survived("full disk", by: "key set")
  }

  @Test(.enabled(if: canMount)) func aHomeThatCannotBeWrittenIsRead() async throws {
    let desk = try await Desk()
    let script = """
      mount --bind "$HOME" "$HOME" && mount -o remount,ro,bind "$HOME" || exit 99
      for words in 'task list' 'run task_1' 'key list' 'key show' 'profile list' 'doctor' 'help'; do
        "$0" $words >/dev/null 2>"$XDG_RUNTIME_DIR/err" || { echo "$words: $?"; cat "$XDG_RUNTIME_DIR/err"; }
      done
      "$0" profile add more --server https://a.example.com; echo $?
      """
    let outcome = try await FigctlProcess.end(
      of: ChildProcess(
        ["/usr/bin/unshare", "-m", "/bin/bash", "-c", script, FigctlProcess.path],
        environment: desk.bus.environment), seconds: 60)
    #expect(outcome.output == "2\n", "\(outcome)")
    #expect(outcome.errors.contains("Read-only file system"), "\(outcome)")
    FaultTally.survived("a read-only HOME", by: "eight commands")
  }

  /// A user without a name and without HOME: nothing of anybody's is read or written.
  @Test(.enabled(if: canOthersRun)) func withoutAHome() async throws {
    for words in [["help"], ["--version"], ["profile", "list"], ["key", "list"], ["doctor"]] {
      let child = try ChildProcess(
        Self.other + [FigctlProcess.path] + words, environment: ["PATH": "/usr/bin:/bin"],
        directory: "/")
      let outcome = try await FigctlProcess.end(of: child)
      let code = try #require(outcome.code, "\(words): \(outcome)")
      #expect(code <= 9, "\(words): \(outcome)")
      FaultTally.survived("no HOME", by: words.joined(separator: " "))
    }
    let add = try await FigctlProcess.end(
      of: ChildProcess(
        Self.other
          + [FigctlProcess.path, "profile", "add", "x", "--server", "https://a.example.com"],
        environment: ["PATH": "/usr/bin:/bin"], directory: "/"))
    #expect(add.code == 2, "\(add)")
    #expect(add.errors.contains("Permission denied"), "\(add)")
  }

  /// Another user with this one's environment, as after `su`: refused, and told why.
  @Test(.enabled(if: canOthersRun)) func anotherUser() async throws {
    let desk = try await Desk()
    for (words, code) in [
      (["key", "show"], Int32(2)), (["task", "list"], 2), (["profile", "list"], 2), (["help"], 0),
    ] {
      let child = try ChildProcess(
        Self.other + [FigctlProcess.path] + words, environment: desk.bus.environment, directory: "/"
      )
      let outcome = try await FigctlProcess.end(of: child)
      #expect(outcome.code == code, "\(words): \(outcome)")
      #expect(!outcome.all.contains(Desk.key))
      FaultTally.survived("another user", by: words.joined(separator: " "))
    }
  }
}
