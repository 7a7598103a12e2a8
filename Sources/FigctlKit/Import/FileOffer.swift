import SystemBridge

/// The offer to take a key's line out of its file, once the key is safe in the store.
struct FileOffer: Sendable {
  /// What came of it.
  struct Result: Sendable {
    /// Whether the line is gone.
    var isRemoved = false
    /// What is told of it.
    var lines: [String] = []
    /// Why a removal that was asked for did not happen.
    var failure: CommandFailure?
  }

  let file: EnvironmentFile

  /// Asks, or takes `--yes` for the answer, and removes the line.
  ///
  /// - Parameter checked: Whether the server took the key. Else the file may hold the only copy that
  ///   is good for something: without `--no-verify` the line stays.
  func make(checked: Bool, _ context: CommandContext) async throws -> Result {
    let place = "\(file.path), line \(file.line)"
    let isAskedFor = context.flags.contains("yes")
    guard checked || context.flags.contains("no-verify") else {
      var result = Result(lines: ["The line stays in \(place): the server was not asked."])
      if isAskedFor {
        result.failure = CommandFailure(
          .network, "LINE_NOT_REMOVED",
          "The key is stored, but its line is still in \(place): the server could not be asked "
            + "whether it takes the key.",
          hint: "Run the command again when the server is there, or add --no-verify.")
      }
      return result
    }
    if !isAskedFor {
      guard Question.canAsk(context) else {
        warnOfReaders(context)
        return Result(
          lines: ["The line is still in \(place); --yes removes it."])
      }
      // Whatever the answer, and also without one.
      context.console.note("The key is stored\(checked ? "; the server takes it" : "").")
      let question = "Remove '\(file.name)=…' from \(place)? [y/N] "
      guard try await Question.confirm(question, context, otherwise: "--yes") else {
        warnOfReaders(context)
        return Result(lines: ["The line is still in \(place)."])
      }
    }
    do {
      try await BlockingWork.run { try file.removeLine() }
    } catch let failure as CommandFailure {
      var failure = failure
      failure.message = "The key is stored, but its line is still in \(place): " + failure.message
      return Result(failure: failure)
    }
    warnOfReaders(context)
    if !file.otherLines.isEmpty {
      context.console.warning(
        "\(file.path) held the same key in \(EnvironmentFile.text(of: file.otherLines)) too; it is "
          + "still there.")
    }
    return Result(isRemoved: true, lines: ["Removed '\(file.name)=…' from \(file.path)."])
  }

  private func warnOfReaders(_ context: CommandContext) {
    guard file.state.isReadableByOthers else { return }
    context.console.warning(
      "Others on this machine could read \(file.path) (mode \(file.state.accessText)). Make a new "
        + "key if one of them may have.")
  }
}
