import AppIntents
import GLibBridge

/// Starts what somebody chose: a row of a search, an action of the menu, an intent by name.
///
/// Each call returns at once; how it goes is told by notification.
struct Launcher: Sendable {
  let application: DesktopApplication
  let catalogue: Catalogue
  let runs: RunTable
  let board: NoticeBoard

  /// Runs the row that a search showed under this identifier.
  func activate(_ identifier: String) {
    guard let target = SearchRow.Target(identifier) else {
      return refuse("There is nothing called \"\(identifier)\" here.")
    }
    switch target {
    case .shortcut(let name):
      guard let shortcut = catalogue.actions.first(where: { $0.name == name })?.shortcut else {
        return refuse("There is no shortcut \"\(name)\".")
      }
      start(shortcut.intent, [:], title: shortcut.title)
    case .intent(let name):
      guard let intent = find(name) else { return }
      start(intent, [:], title: intent.title)
    case .entity(let name, let parameter, let id):
      guard let intent = find(name) else { return }
      let title = catalogue.index.row(of: target)?.title ?? id
      start(intent, [parameter: id], title: intent.title, subject: title)
    }
  }

  /// Runs an action of the desktop file.
  ///
  /// - Parameter values: Values of the parameters that it lacks, in their order.
  /// - Throws: When there is no such action, or it lacks fewer.
  func activateAction(_ name: String, _ values: [String]) throws(BusFault) {
    guard let shortcut = catalogue.actions.first(where: { $0.name == name })?.shortcut else {
      let names = catalogue.actions.map(\.name).joined(separator: ", ")
      throw .invalidArguments("There is no action \"\(name)\"; there are \(names).")
    }
    let missing = shortcut.intent.parameters.filter(\.isMissing)
    guard values.count <= missing.count else {
      throw .invalidArguments(
        "\"\(shortcut.title)\" lacks \(missing.count) values, and \(values.count) were given.")
    }
    let parameters = Dictionary(uniqueKeysWithValues: zip(missing.map(\.name), values))
    _ = try start(
      IntentRequest(
        intent: shortcut.intent, parameters: parameters, title: shortcut.title,
        subject: values.joined(separator: ", "), notifies: true, speaks: false))
  }

  /// Starts a run.
  ///
  /// - Returns: Its identifier.
  func start(_ request: IntentRequest) throws(BusFault) -> String {
    try runs.start(request, errorPrefix: application.intentsInterface)
  }

  /// Says how the program is used: it has no window to show.
  func introduce() {
    let titles = catalogue.actions.map(\.shortcut.title).joined(separator: ", ")
    show(
      DesktopNotification(
        summary: application.name,
        body: "Type a name into the desktop's search to run it, or choose from the menu: \(titles)."
      ))
  }

  /// Offers the best of what a search finds, to be run by a button: there is no window for more.
  func offer(terms: [String]) {
    let text = terms.joined(separator: " ")
    let hits = catalogue.search(terms, limit: 3)
    guard !hits.isEmpty else {
      return show(
        DesktopNotification(
          summary: application.name, body: "Nothing was found for \"\(text)\"."))
    }
    let place = board.open()
    let launcher = self
    let content = DesktopNotification(
      summary: application.name, body: "Found for \"\(text)\":",
      actions: hits.map { .init(key: $0.row.target.text, label: $0.row.title) })
    board.show(content, at: place, isLive: false) { event in
      if case .action(let key) = event, key != "default" { launcher.activate(key) }
    }
  }

  private func find(_ name: String) -> IntentDescriptor? {
    do throws(IntentRuntimeError) {
      return try catalogue.registry.intent(named: name)
    } catch {
      refuse(error.description)
      return nil
    }
  }

  private func start(
    _ intent: IntentDescriptor, _ parameters: [String: String], title: String, subject: String = ""
  ) {
    do throws(BusFault) {
      _ = try start(
        IntentRequest(
          intent: intent, parameters: parameters, title: title, subject: subject, notifies: true,
          speaks: false))
    } catch {
      refuse(error.message)
    }
  }

  private func refuse(_ message: String) {
    show(DesktopNotification(summary: application.name, body: message, category: "transfer.error"))
  }

  private func show(_ notice: DesktopNotification) {
    board.show(notice, at: board.open(), isLive: false)
  }
}
