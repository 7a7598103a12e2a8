import FoundationEssentials
import SystemBridge

/// Choices by chance that can be made again: the seed is printed with every failure.
///
/// The environment may name it (`FIGRANIUM_SEED`), and how many rounds there are
/// (`FIGRANIUM_ROUNDS`); CI has 200.
struct RotationChance: RandomNumberGenerator {
  static let rounds = SystemEnvironment.value("FIGRANIUM_ROUNDS").flatMap { Int($0) } ?? 24
  static let seed =
    SystemEnvironment.value("FIGRANIUM_SEED").flatMap { UInt64($0) }
    ?? UInt64.random(in: 0..<1_000_000)

  private var state: UInt64

  /// - Parameter stream: Apart from others with the same seed.
  init(stream: Int) { state = Self.seed &* 1_000_003 &+ UInt64(stream) }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
