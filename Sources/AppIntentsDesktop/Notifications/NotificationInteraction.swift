import AppIntents
import GLibBridge

/// Puts the questions of an intent to the user by notification: a button an answer.
///
/// No answer within the limit means no, and so does taking the notice away.
struct NotificationInteraction: IntentInteraction {
  /// How many buttons notices show well.
  private static let buttons = 3

  let board: NoticeBoard
  /// Where the run's notices stand.
  let place: Int
  /// What the run is called.
  let title: String
  let limit: Duration

  var canAsk: Bool { get async { await board.canAsk() } }

  func value(for question: ValueQuestion) async throws -> String? {
    let prompt = [question.problem, question.prompt].compactMap(\.self).joined(separator: "\n")
    if question.choices.isEmpty {
      guard await board.takesText() else {
        throw IntentRuntimeError.missingValue(parameters: [question.parameter])
      }
      let answer = await ask(
        prompt,
        [.init(key: "inline-reply", label: "Answer"), .init(key: "give-up", label: "Cancel")])
      guard case .reply(let text) = answer, !text.isEmpty else { return nil }
      return text
    }
    guard let index = await choose(prompt, question.choices) else { return nil }
    return question.choices[index].id
  }

  func confirm(_ question: ConfirmationQuestion) async throws -> Bool {
    let answer = await ask(
      question.prompt,
      [.init(key: "accept", label: question.accept), .init(key: "deny", label: question.deny)])
    return answer == .action("accept")
  }

  func choose(_ question: ChoiceQuestion) async throws -> Int? {
    await choose(question.prompt, question.choices)
  }

  /// One button a choice; where there are more than fit, some at a time.
  private func choose(_ prompt: String, _ choices: [IntentChoice]) async -> Int? {
    guard choices.count > Self.buttons else {
      let answer = await ask(prompt, buttons(choices.indices, choices))
      return index(answer, choices)
    }
    let size = Self.buttons - 1
    var start = 0
    while true {
      let page = start..<min(start + size, choices.count)
      let text = "\(prompt)\n\(page.lowerBound + 1)–\(page.upperBound) of \(choices.count)"
      let answer = await ask(
        text, buttons(page, choices) + [.init(key: "more", label: "More…")])
      guard answer == .action("more") else { return index(answer, choices) }
      start = page.upperBound < choices.count ? page.upperBound : 0
    }
  }

  private func buttons(
    _ range: Range<Int>, _ choices: [IntentChoice]
  ) -> [DesktopNotification.Action] {
    range.map { .init(key: "choice-\($0)", label: choices[$0].title) }
  }

  private func index(_ event: NotificationServer.Event?, _ choices: [IntentChoice]) -> Int? {
    guard case .action(let key) = event, key.hasPrefix("choice-"),
      let index = Int(key.dropFirst("choice-".count)), choices.indices.contains(index)
    else { return nil }
    return index
  }

  /// Shows a question and waits for the answer.
  ///
  /// - Returns: What the user did; nil when the limit was over.
  private func ask(
    _ prompt: String, _ actions: [DesktopNotification.Action]
  ) async -> NotificationServer.Event? {
    let (events, event) = AsyncStream<NotificationServer.Event?>.makeStream()
    board.show(
      DesktopNotification(
        summary: title, body: prompt, urgency: .critical, actions: actions, stays: true),
      at: place, isLive: true
    ) { received in
      // A click on the text is no answer: the notice only comes to the front.
      if received != .action("default") { event.yield(received) }
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      event.yield(nil)
    }
    defer { timer.cancel() }
    for await answer in events { return answer }
    return nil
  }
}
