import FigraniumSecretService

/// The picture of a rotation's states, drawn from ``KeyRotation/table``: `docs/rotation.svg`.
///
/// The states of one step make one box; what leads from box to box stands in the table and nowhere
/// here. Only where a box lies is chosen by hand.
enum RotationPicture {
  /// A box.
  struct Phase {
    var title: String
    var states: [KeyRotation.State]
    var x: Int
    var y: Int
    var width = 250
    var height = 40
    var fill = "#e8f0fe"
  }

  /// From top to bottom: the way of a rotation that nothing interrupts.
  static let way: [Phase] = [
    ("Ready", [KeyRotation.State.ready]),
    ("Locked, and noted what will happen", [.locking, .noting]),
    ("New key made on the server", [.creating, .notingKey]),
    ("New key stored as pending", [.storingPending]),
    (
      "New key set on the server",
      [.announcing, .setting, .checkingAnswer, .settingAgain, .checkingAge]
    ),
    ("New key tried", [.verifying]), ("Old key stored as previous", [.storingPrevious]),
    ("New key put in place", [.replacing]),
    ("Old key retired", [.retiring, .askingPrevious, .clearingPrevious]),
    ("Copies and note cleared", [.clearingPending, .clearingNote]), ("Finished", [.finished]),
  ].enumerated().map { index, phase in
    Phase(
      title: phase.0, states: phase.1, x: 370, y: 20 + 66 * index,
      fill: phase.0 == "Finished" ? "#d7f0dc" : "#e8f0fe")
  }

  /// The way back; it ends with the old key in place.
  static let back = Phase(
    title: "Taken back",
    states: [.confirmingCurrent, .revokingNew, .undoingPending, .undoingNote, .undone],
    x: 20, y: 80, width: 190, height: 316, fill: "#fdf3d8")
  /// Where nothing is known for sure, and so nothing is deleted.
  static let stopped = Phase(
    title: "Stopped", states: [.stopped], x: 830, y: 278, width: 190, height: 382,
    fill: "#fbe3e0")
  static let busy = Phase(
    title: "Busy: another one runs", states: [.busy], x: 830, y: 86, width: 190, fill: "#fbe3e0")
  /// What every later command does first.
  static let recovery = Phase(
    title: "Recovery: which of the keys does the server take?",
    states: [
      .lockingToRecover, .reading, .judgingPending, .judgingCurrent, .confirmingForward,
      .confirmingNew, .nothing,
    ], x: 20, y: 770, width: 1000, height: 182, fill: "#eee8fb")

  static var phases: [Phase] { way + [back, stopped, busy, recovery] }

  /// What leads from one phase to another: the events, and the kinds where not all take it.
  static func label(_ from: Phase, _ to: Phase) -> String? {
    var events: [String] = []
    var kinds: Set<KeyRotation.Kind> = []
    for row in KeyRotation.table
    where from.states.contains(row.from) && to.states.contains(row.to) {
      for event in row.events.map(\.rawValue) where !events.contains(event) {
        events.append(event)
      }
      kinds.formUnion(row.kinds)
    }
    if events.isEmpty { return nil }
    let some = KeyRotation.Kind.allCases.filter(kinds.contains).map(\.rawValue)
    return events.joined(separator: ", ")
      + (some.count < KeyRotation.Kind.allCases.count
        ? " (\(some.joined(separator: ", ")))" : "")
  }

  /// The whole file.
  static var svg: String {
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1040 972" width="1040" height="972" \
      role="img" font-family="'DejaVu Sans', Verdana, Arial, sans-serif">
      """, "<title>The states of a rotation</title>",
      "<desc>Drawn by install/picture-rotation from the table of KeyRotation.</desc>",
      "<rect width=\"1040\" height=\"972\" fill=\"#ffffff\"/>",
      """
      <marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" \
      orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#555"/></marker>
      """,
    ]
    lines += wayArrows + sideArrows
    for phase in phases { lines += box(phase) }
    lines += notes
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  // MARK: Parts

  private static func box(_ phase: Phase) -> [String] {
    let isTall = phase.height > 40
    return [
      """
      <rect x="\(phase.x)" y="\(phase.y)" width="\(phase.width)" height="\(phase.height)" rx="6" \
      fill="\(phase.fill)" stroke="#555"/>
      """,
      text(
        phase.title, phase.x + phase.width / 2, phase.y + 25, size: 13, anchor: "middle",
        isBold: isTall),
    ]
  }

  /// Down the middle; what leaves out a box goes round it.
  private static var wayArrows: [String] {
    var lines: [String] = []
    for (index, from) in way.enumerated() {
      for (other, to) in way.enumerated() where other != index {
        guard let label = label(from, to) else { continue }
        let (start, end) = (from.y + from.height, to.y)
        if other == index + 1 {
          lines.append(arrow("M495 \(start) V\(end - 1)"))
          lines.append(text(label, 503, start + 17, size: 10))
        } else {
          let (top, bottom) = (from.y + 30, to.y + 10)
          let turn = other > index ? 650 : 670
          lines.append(arrow("M620 \(top) H\(turn) V\(bottom) H621"))
          lines.append(text(label, turn + 4, top + 16, size: 10))
        }
      }
    }
    return lines
  }

  private static var sideArrows: [String] {
    var lines: [String] = []
    for from in way {
      let y = from.y + 20
      if let label = label(from, back) {
        lines.append(arrow("M370 \(y) H211"))
        lines.append(text(label, 365, y - 5, size: 10, anchor: "end"))
      }
      for side in [stopped, busy] {
        guard let label = label(from, side) else { continue }
        lines.append(arrow("M620 \(y) H829"))
        lines.append(text(label, 825, y - 5, size: 10, anchor: "end"))
      }
    }
    lines.append(arrow("M925 660 V769"))
    lines.append(text("the next command", 918, 715, size: 10, anchor: "end"))
    return lines
  }

  /// What would be an arrow across the picture stands in the box that it leaves.
  private static var notes: [String] {
    var lines = [
      text("The old key is in use.", 115, 370, size: 11, anchor: "middle"),
      text("Nothing is deleted.", 925, 330, size: 11, anchor: "middle"),
      text("Current, pending and", 925, 350, size: 11, anchor: "middle"),
      text("previous stay as they are.", 925, 366, size: 11, anchor: "middle"),
    ]
    if let label = label(back, stopped) {
      lines += [
        text("Stopped, on", 115, 232, size: 10, anchor: "middle"),
        text(label, 115, 248, size: 10, anchor: "middle"),
      ]
    }
    var y = recovery.y + 50
    for to in phases where !to.states.contains(.lockingToRecover) {
      guard let label = label(recovery, to) else { continue }
      lines.append(text("\(label):  \(to.title)", 40, y, size: 11))
      y += 19
    }
    lines.append(text("clean:  nothing to do", 40, y, size: 11))
    return lines
  }

  private static func arrow(_ path: String) -> String {
    "<path d=\"\(path)\" fill=\"none\" stroke=\"#555\" marker-end=\"url(#end)\"/>"
  }

  private static func text(
    _ text: String, _ x: Int, _ y: Int, size: Int, anchor: String = "start", isBold: Bool = false
  ) -> String {
    """
    <text x="\(x)" y="\(y)" font-size="\(size)" text-anchor="\(anchor)" \
    fill="#222"\(isBold ? " font-weight=\"bold\"" : "")>\(text)</text>
    """
  }
}
