import FigraniumSecretService
import FoundationEssentials
import SystemBridge
import Testing

/// The picture in the README is the one that the table gives.
///
/// `install/picture-rotation` draws it anew: it runs this suite with `FIGRANIUM_RECORD=1`.
@Suite struct RotationPictureTests {
  private static let path =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/docs/rotation.svg"

  @Test func itIsUpToDate() throws {
    let svg = RotationPicture.svg
    if SystemEnvironment.value("FIGRANIUM_RECORD") == "1" {
      try Data(svg.utf8).write(to: URL(filePath: Self.path), options: .atomic)
    }
    let drawn = try String(contentsOf: URL(filePath: Self.path), encoding: .utf8)
    #expect(
      drawn == svg, "docs/rotation.svg is not what the table gives; run install/picture-rotation")
  }

  @Test func everyStateHasItsBox() {
    for state in KeyRotation.State.allCases {
      #expect(RotationPicture.phases.filter { $0.states.contains(state) }.count == 1, "\(state)")
    }
  }

  @Test func everyWayBetweenTwoBoxesIsDrawn() {
    let way = RotationPicture.way.count
    for (index, from) in RotationPicture.phases.enumerated() {
      for (other, to) in RotationPicture.phases.enumerated() where other != index {
        guard let label = RotationPicture.label(from, to) else { continue }
        // From the middle to anywhere, from the way back to a stop, and whatever recovery does; the
        // arrow to recovery stands for `recover`.
        let isKnown =
          index < way || from.title == "Taken back" && to.title == "Stopped"
          || from.states.contains(.reading)
        #expect(isKnown, "\(from.title) to \(to.title)")
        let isArrowOfRecovery = to.states.contains(.reading)
        #expect(isArrowOfRecovery || RotationPicture.svg.contains(label), "\(label)")
      }
    }
  }
}
