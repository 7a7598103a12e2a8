import AppIntents
import GLibBridge

/// Does one run: asks what is missing, performs the intent, tells how it ended.
struct DesktopRunner: Sendable {
  /// How long an intent may take, questions included.
  private static let limit = Duration.seconds(30 * 60)
  /// How long the user may think about a question.
  static let questionLimit = Duration.seconds(60)

  let application: DesktopApplication
  let board: NoticeBoard
  let speaker: Speaker
  let questionLimit: Duration
  let authentication: Authentication

  /// Runs it to its end.
  ///
  /// - Parameter stop: Asks the run to end; for the button of its notice.
  /// - Returns: How it ended. Notices are sent when this returns, or could not be.
  func run(_ request: IntentRequest, stop: @escaping @Sendable () -> Void) async -> IntentEnd {
    let place = request.notifies ? board.open() : nil
    let running = RunningNotice(board: board, place: place, request: request, stop: stop)
    running.show()
    let end = await perform(request, running)
    await tell(end, of: request, at: place)
    return end
  }

  private func perform(_ request: IntentRequest, _ running: RunningNotice) async -> IntentEnd {
    let interaction: any IntentInteraction
    if let place = running.place {
      interaction = RunningInteraction(
        questions: NotificationInteraction(
          board: board, place: place, title: request.title, limit: questionLimit),
        running: running)
    } else {
      interaction = NoInteraction()
    }
    let outcome = LockedValue<IntentOutcome?>(nil)
    do {
      try await authentication.check(request, asking: interaction)
      try await application.hooks.whileRunning {
        let result = try await IntentRun(limit: Self.limit).perform(
          request.intent, parameters: request.parameters, asking: interaction)
        outcome.value = result
      }
      guard let outcome = outcome.value else {
        return .failed(IntentFailure("\(request.title) was not run."))
      }
      return .success(outcome)
    } catch {
      return ending(of: request, error)
    }
  }

  private func ending(of request: IntentRequest, _ error: any Error) -> IntentEnd {
    switch error {
    case is CancellationError: return .cancelled("Stopped.")
    case IntentRuntimeError.cancelled(let question):
      return .cancelled("Not done: there was no yes to \"\(question)\".")
    case let refusal as Authentication.Refusal: return .failed(refusal.failure(application.hooks))
    case let error as IntentRuntimeError:
      guard case .missingValue(let parameters) = error else { break }
      let command = application.hooks.command(
        request.intent.identifier, parameters.map(\.name))
      return .failed(
        IntentFailure(error.description, nextStep: command.map { "On a command line: \($0)" }))
    default: break
    }
    let failure = application.hooks.describe(error)
    // An intent that ends because it was asked to says no more than that, unless it has advice.
    if Task.isCancelled, failure.nextStep == nil { return .cancelled("Stopped.") }
    return .failed(failure)
  }

  private func tell(_ end: IntentEnd, of request: IntentRequest, at place: Int?) async {
    if let place {
      board.show(Self.notice(of: end, request), at: place, isLive: false)
      await board.settle(place)
    }
    guard case .success(let outcome) = end, request.speaks || application.hooks.speaks(),
      let text = outcome.dialog ?? outcome.supporting
    else { return }
    if let problem = await speaker.speak(text) {
      application.hooks.log("The result could not be spoken: \(problem)")
    }
  }

  /// What is shown at the end.
  private static func notice(of end: IntentEnd, _ request: IntentRequest) -> DesktopNotification {
    switch end {
    case .success(let outcome):
      let value = outcome.value?.text
      return DesktopNotification(
        summary: request.title,
        body: outcome.supporting ?? outcome.dialog ?? value ?? "Done.",
        category: "transfer.complete")
    case .failed(let failure):
      return DesktopNotification(
        summary: "\(request.title) failed",
        body: [failure.message, failure.nextStep].compactMap(\.self).joined(separator: "\n"),
        category: "transfer.error")
    case .cancelled(let reason):
      return DesktopNotification(
        summary: request.title, body: reason, urgency: .low, category: "transfer.error")
    }
  }
}

/// The notice of a run that goes on.
struct RunningNotice: Sendable {
  let board: NoticeBoard
  let place: Int?
  let request: IntentRequest
  let stop: @Sendable () -> Void

  /// Shows that it runs, with a button to stop it.
  func show() {
    guard let place else { return }
    let (board, request, stop) = (board, request, stop)
    let body = request.subject.isEmpty ? "Running…" : "Running: \(request.subject)"
    board.show(
      DesktopNotification(
        summary: request.title, body: body,
        actions: [.init(key: "stop", label: "Stop")], stays: true, category: "transfer"),
      at: place, isLive: true
    ) { event in
      guard event == .action("stop") else { return }
      board.show(
        DesktopNotification(summary: request.title, body: "Stopping…", category: "transfer"),
        at: place, isLive: true)
      stop()
    }
  }
}

/// Asks by notification, and shows that the run goes on after each answer.
private struct RunningInteraction: IntentInteraction {
  let questions: NotificationInteraction
  let running: RunningNotice

  var canAsk: Bool { get async { await questions.canAsk } }

  func value(for question: ValueQuestion) async throws -> String? {
    defer { running.show() }
    return try await questions.value(for: question)
  }

  func confirm(_ question: ConfirmationQuestion) async throws -> Bool {
    defer { running.show() }
    return try await questions.confirm(question)
  }

  func choose(_ question: ChoiceQuestion) async throws -> Int? {
    defer { running.show() }
    return try await questions.choose(question)
  }
}
