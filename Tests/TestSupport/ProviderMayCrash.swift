import Synchronization
package import Testing

/// Runs a test again that failed while the provider crashed, see ``ProviderCrashes``.
///
/// Nothing can be said of such a run. A test that fails without a crash fails.
package struct ProviderMayCrash: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard TestedProvider.current == .keepassxc else { return try await function() }
    for _ in 1...3 {
      let crashes = ProviderCrashes()
      let issues = Mutex(0)
      try await ProviderCrashes.$current.withValue(crashes) {
        try await withKnownIssue("KeePassXC crashed", isIntermittent: true) {
          try await function()
        } matching: { _ in
          let isKnown = crashes.areAny
          if isKnown { issues.withLock { $0 += 1 } }
          return isKnown
        }
      }
      if issues.withLock({ $0 == 0 }) { return }
      print("\(test.name): run again, for KeePassXC crashed in the middle of it")
    }
    try await function()
  }
}

extension Trait where Self == ProviderMayCrash {
  package static var providerMayCrash: Self { Self() }
}
