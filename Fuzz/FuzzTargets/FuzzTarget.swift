import SystemBridge

// What is fuzzed. One program for all targets: which one is run says the environment
// variable FUZZ_TARGET, and `install/fuzz` sets it. See there for how to add one.

/// What is tried: bytes go in, and a trap is what libFuzzer looks for.
struct FuzzTarget: Sendable {
  let name: String
  let run: @Sendable ([UInt8]) -> Void

  /// Every target, by the name of its folder below `Fuzz/Corpus`.
  static let all = [
    FuzzTarget(name: "json", run: fuzzJSON),
    FuzzTarget(name: "decoding", run: fuzzDecoding),
    FuzzTarget(name: "answers", run: fuzzAnswers),
    FuzzTarget(name: "events", run: fuzzEvents),
    FuzzTarget(name: "keyfile", run: fuzzKeyFile),
  ]

  static let chosen: FuzzTarget = {
    let name = SystemEnvironment.value("FUZZ_TARGET") ?? ""
    guard let target = all.first(where: { $0.name == name }) else {
      fatalError("FUZZ_TARGET must be one of: \(all.map(\.name).joined(separator: ", "))")
    }
    return target
  }()
}

/// Ends the process where `condition` does not hold, in release builds too.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
