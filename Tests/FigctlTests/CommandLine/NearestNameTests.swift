import Testing

@testable import FigctlKit

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("rnu", ["run"]), ("statsu", ["status"]), ("stat", ["status"]), ("keys", ["key"]),
    ("RUN", ["run"]), ("xyzzy", []), ("", []), ("exec", ["execution"]),
  ])
  func findsWhatWasMeant(typed: String, expected: [String]) {
    let known = ["demo", "execution", "init", "intent", "key", "profile", "run", "status", "stop"]
    #expect(NearestName.nearest(to: typed, among: known) == expected)
  }

  @Test(arguments: [
    ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abd", 1),
    ("abc", "ab", 1), ("kitten", "sitting", 3),
  ])
  func countsEdits(left: String, right: String, expected: Int) {
    #expect(NearestName.distance(Array(left), Array(right)) == expected)
  }
}
