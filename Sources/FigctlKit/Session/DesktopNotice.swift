import GLibBridge

/// Tells the user something on the desktop, for a command that no terminal belongs to
/// (`org.freedesktop.Notifications`).
///
/// AppIntentsDesktop's notices belong to the service that serves their buttons; this one has none.
enum DesktopNotice {
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  /// Shows a notice, where there is a desktop that shows some.
  ///
  /// What cannot be shown is told with `--verbose` and is no failure: the command's exit code and its
  /// output say the same.
  ///
  /// - Parameters:
  ///   - summary: The first line.
  ///   - body: More words; they must hold no secret.
  ///   - isUrgent: Whether it stays until the user has seen it.
  ///   - console: For what went wrong.
  static func show(_ summary: String, _ body: String, isUrgent: Bool, _ console: Console) async {
    guard let address = BusAddress.ofSession()?.address else {
      console.trace("There is no session bus, and so nobody to show a notification.")
      return
    }
    let deadline = Deadline(limit: .seconds(5))
    do throws(BusError) {
      let connection = try await BusConnection.connect(to: address, deadline: deadline)
      let answer = try await connection.call(
        name, path: path, interface: name, member: "GetCapabilities", [], reply: "(as)",
        deadline: deadline)
      let hasMarkup = answer[0]?.members.contains { $0.text == "body-markup" } ?? false
      let text = VisibleText.escaping(body, keepingLines: true)
      _ = try await connection.call(
        name, path: path, interface: name, member: "Notify",
        [
          .string("Figranium"), .uint32(0), .string("dialog-password"),
          .string(VisibleText.escaping(summary)), .string(hasMarkup ? escaped(text) : text),
          .array(of: "s", []), .properties(["urgency": .byte(isUrgent ? 2 : 1)]), .int32(-1),
        ],
        reply: "(u)", deadline: deadline)
    } catch {
      console.trace("No notification was shown: \(error)")
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
