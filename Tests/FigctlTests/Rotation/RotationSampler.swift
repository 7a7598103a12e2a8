import FigraniumSecretService
import Synchronization
import TestSupport
import Testing

/// Looks the key up with `secret-tool`, again and again, as other programs do.
final class RotationSampler: Sendable {
  private struct State {
    var isOn = true
    var count = 0
    var wrong: [String] = []
  }

  private let desk: RotationDesk
  private let state = Mutex(State())

  init(_ desk: RotationDesk) { self.desk = desk }

  /// Runs `body`, and samples while it runs.
  ///
  /// - Returns: How many samples there were, and what was wrong with them.
  static func during(
    _ desk: RotationDesk, _ body: @Sendable () async throws -> Void
  ) async throws -> (count: Int, wrong: [String]) {
    let sampler = RotationSampler(desk)
    async let sampling: Void = sampler.sample()
    do {
      try await body()
      sampler.state.withLock { $0.isOn = false }
      try await sampling
    } catch {
      sampler.state.withLock { $0.isOn = false }
      throw error
    }
    return sampler.state.withLock { ($0.count, $0.wrong) }
  }

  private func sample() async throws {
    while state.withLock({ $0.isOn }) {
      let before = desk.accepted
      let found = try await desk.lookUp()
      let isGood = found.map { before.union(desk.accepted).contains($0) } ?? false
      let isWindow = isGood ? true : try await isPendingWindow()
      state.withLock { state in
        state.count += 1
        if !isGood, !isWindow {
          state.wrong.append(found == nil ? "nothing" : "a key that the server does not take")
        }
      }
    }
  }

  /// Whether the server has a single key, and the one that it takes is the pending one, or has
  /// become the current one since.
  private func isPendingWindow() async throws -> Bool {
    guard desk.kind == .single else { return false }
    let pending = try await desk.lookUp("default#pending")
    if let pending, desk.accepted.contains(pending) { return true }
    guard let now = try await desk.lookUp() else { return false }
    return desk.accepted.contains(now)
  }
}
