import GLibBridge
import TestSupport
import Testing

/// Where no memory may be locked.
@Suite struct LockedMemoryTests {
  private func run(_ desk: Desk, _ words: String, fips: Bool) async throws -> FigctlProcess.Outcome
  {
    // As root there is no limit, but for who has given the right away.
    let command = """
      ulimit -l 0; drop=; [ "$(id -u)" != 0 ] || drop="setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock"
      exec $drop "$0" \(words)
      """
    var environment = desk.figctl.environment
    if fips { environment["LIBGCRYPT_FORCE_FIPS_MODE"] = "1" }
    let child = try ChildProcess(
      ["/bin/sh", "-c", command, FigctlProcess.path], environment: environment)
    return try await FigctlProcess.end(of: child)
  }

  @Test func aKeyIsReadAllTheSame() async throws {
    let desk = try await Desk()
    let shown = try await run(desk, "key show --reveal", fips: false)
    #expect(shown.code == 0)
    #expect(shown.output == Desk.key)
    #expect(shown.errors == "")
  }

  /// libgcrypt ends a process that asks it for locked memory then.
  @Test func inFIPSModeItIsSaidWhatIsMissing() async throws {
    let desk = try await Desk()
    for words in ["key show --reveal", "run task_1", "key check"] {
      let shown = try await run(desk, words, fips: true)
      #expect(shown.code == 4, "\(words): \(shown)")
      #expect(shown.output == "")
      #expect(shown.errors.contains("libgcrypt may lock no memory"))
      #expect(shown.errors.contains("ulimit -l"))
    }
    #expect(try await run(desk, "doctor", fips: true).code == 4)
  }
}
