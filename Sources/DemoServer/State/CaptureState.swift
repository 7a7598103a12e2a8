/// The screenshots, recordings and downloads that runs have left.
struct CaptureState: Sendable {
  private var order: [String] = []

  /// Notes the screenshot of a run.
  mutating func add(_ name: String) { order.append(name) }
}
