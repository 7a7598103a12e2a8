/// The screenshots, recordings and downloads that runs have left.
struct CaptureState: Sendable {
  /// How many of the newest are kept at least.
  private static let limit = 1000

  private var order: [String] = []
  private var byName: [String: DemoCapture] = [:]

  init(_ captures: [DemoCapture]) {
    for capture in captures { put(capture) }
  }

  /// All, newest first.
  var newestFirst: [DemoCapture] {
    order.compactMap { byName[$0] }.enumerated().sorted { left, right in
      (left.element.modified, left.offset) > (right.element.modified, right.offset)
    }.map(\.element)
  }

  subscript(name: String) -> DemoCapture? { byName[name] }

  /// Notes the screenshot of a run.
  mutating func add(screenshot name: String, at time: Int64) {
    if order.count >= 2 * Self.limit {
      for name in order.prefix(Self.limit) { byName[name] = nil }
      order.removeFirst(Self.limit)
    }
    put(DemoCapture(name: name, bytes: DemoCapture.picture, modified: time))
  }

  mutating func remove(_ name: String) {
    if byName.removeValue(forKey: name) != nil { order.removeAll { $0 == name } }
  }

  mutating func clear() {
    order = []
    byName = [:]
  }

  private mutating func put(_ capture: DemoCapture) {
    if byName.updateValue(capture, forKey: capture.name) == nil { order.append(capture.name) }
  }
}
