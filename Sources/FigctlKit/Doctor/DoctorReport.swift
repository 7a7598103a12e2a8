/// One thing that `figctl doctor` looked at.
package struct DoctorCheck: Sendable, Equatable {
  /// What came of it.
  package enum State: String, Sendable {
    /// As it should be.
    case ok
    /// Works, but the user should know.
    case warning
    /// Does not work.
    case failed
    /// Not looked at, since something that it needs has failed.
    case skipped
    /// A fact that is neither good nor bad.
    case note
  }

  /// What was looked at; the same from release to release.
  package var name: String
  package var state: State
  /// What was found.
  package var detail: String
  /// What to do about it.
  package var fix: String?
  /// The exit code that a failure stands for.
  package var exit = ExitCode.ok

  static func ok(_ name: String, _ detail: String) -> DoctorCheck {
    DoctorCheck(name: name, state: .ok, detail: detail)
  }

  static func warning(_ name: String, _ detail: String, fix: String) -> DoctorCheck {
    DoctorCheck(name: name, state: .warning, detail: detail, fix: fix)
  }

  static func note(_ name: String, _ detail: String, fix: String? = nil) -> DoctorCheck {
    DoctorCheck(name: name, state: .note, detail: detail, fix: fix)
  }

  static func skipped(_ name: String, _ detail: String) -> DoctorCheck {
    DoctorCheck(name: name, state: .skipped, detail: detail)
  }

  static func failed(_ name: String, _ failure: CommandFailure, fix: String? = nil) -> DoctorCheck {
    DoctorCheck(
      name: name, state: .failed, detail: failure.message, fix: fix ?? failure.hint,
      exit: failure.exit)
  }
}

/// All that `figctl doctor` found, in the order in which one thing needs the other.
package struct DoctorReport: Sendable, Equatable {
  package var checks: [DoctorCheck] = []

  /// That of the first failure.
  package var exit: ExitCode { checks.first { $0.state == .failed }?.exit ?? .ok }

  /// A line a check, and below it what to do.
  ///
  /// - Parameter columns: The columns there are; `nil` for no limit.
  package func lines(columns: Int? = nil) -> [String] {
    let width = checks.map(\.name.count).max() ?? 0
    return checks.flatMap { check -> [String] in
      let name = check.name + String(repeating: " ", count: width - check.name.count)
      let indent = String(repeating: " ", count: 8 + width)
      let detail = VisibleText.escaping(check.detail)
      let line = "\(Self.mark(check.state))\(name)  \(detail)"
      let found = WrappedText.lines(line, width: columns, hanging: 8 + width)
      guard let fix = check.fix else { return found }
      return found
        + fix.split(separator: "\n").enumerated().flatMap { index, text in
          let mark = index == 0 ? "fix: " : "     "
          return WrappedText.lines(
            indent + mark + VisibleText.escaping(String(text)), width: columns, hanging: 13 + width)
        }
    }
  }

  /// The same for programs.
  package var document: JSONDocument {
    [
      "ok": .bool(exit == .ok), "exit": .integer(Int64(exit.rawValue)),
      "checks": .array(
        checks.map { check in
          [
            "name": .string(check.name), "state": .string(check.state.rawValue),
            "detail": .string(check.detail), "fix": JSONDocument(check.fix),
          ]
        }),
    ]
  }

  private static func mark(_ state: DoctorCheck.State) -> String {
    switch state {
    case .ok: "ok    "
    case .warning: "warn  "
    case .failed: "FAIL  "
    case .skipped: "-     "
    case .note: "      "
    }
  }
}
