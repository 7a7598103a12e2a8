import Figranium
import FigraniumSecretService
import FoundationEssentials
import TestSupport
import Testing

/// Every public call of `KeyStore` meets every fault of a Secret Service: it ends within its limit,
/// with a documented error or the truth, and the store holds what it held.
@Suite struct KeyStoreMatrixTests {
  /// What each call may end with, as its documentation has it.
  private static let documented: Set<FigraniumError.Code> = [
    .credentialStoreUnavailable, .credentialStoreTimeout, .credentialPromptDismissed,
    .credentialUnusable,
  ]

  /// How long a call may take beyond its limits: a machine that is busy with other tests.
  private static let slack = Duration.seconds(20)

  @Test(arguments: KeyStoreCall.all) func meetsEveryFault(call: KeyStoreCall) async throws {
    let bus = try await PrivateBus(.none)
    let service = try await FaultySecretService(on: bus)
    var struck = 0
    for fault in ServiceFault.all {
      struck += try await meet(fault, call, bus, service) ? 1 : 0
    }
    print("\(call.testDescription): \(ServiceFault.all.count) faults, \(struck) came to pass")
    #expect(struck > 100)
  }

  /// - Returns: Whether the fault came to pass.
  private func meet(
    _ fault: ServiceFault, _ call: KeyStoreCall, _ bus: PrivateBus, _ service: FaultySecretService
  ) async throws -> Bool {
    let story: Comment = "\(call.testDescription) and \(fault)"
    let before = StoreWorld.content(for: fault)
    try await service.set(fault, content: before)
    let store = KeyStore(bus: .address(bus.address), collection: call.collection)
    let limit: Duration = fault.isEndless ? .milliseconds(250) : .seconds(30)
    let access = StoreAccess(limit: limit, prompts: .allowed(limit: limit, waiting: nil))
    let began = ContinuousClock.now
    var failure: FigraniumError?
    do {
      let wrong = try await call.make(store, call.identity, access)
      if !Self.excuses(fault, call) { #expect(wrong == nil, story) }
    } catch {
      let known = try #require(error as? FigraniumError, story)
      failure = known
      expectDocumented(known, call, story)
    }
    #expect(ContinuousClock.now - began < limit * 3 + Self.slack, story)
    if fault.isHarmless { #expect(failure == nil, story) }
    let isStruck = service.faults > 0
    // A short limit may be over before there is a connection, on a machine that has much to do.
    if !isStruck, !fault.isEndless { #expect(failure == nil, story) }

    // A call that was given up may still be under way to the service.
    try await service.heal()
    let wrong = StoreWorld.wrong(
      call, before: before, after: service.content, isDone: failure == nil, fault: fault)
    #expect(wrong == nil, story)
    if call.effect == .reads, fault.isEndless || !isStruck {
      // The same store works on when the fault has gone.
      let patient = StoreAccess(limit: .seconds(60))
      let again = try await call.make(store, call.identity, patient)
      #expect(again == nil, story)
    }
    if isStruck { FaultTally.survived("\(fault)", by: call.testDescription) }
    return isStruck
  }

  /// Where the service itself says that the item is not there, or has another value.
  private static func excuses(_ fault: ServiceFault, _ call: KeyStoreCall) -> Bool {
    switch fault {
    case .content(.vanishedAtOnce), .content(.vanishedLater): true
    case .call(.searchItems, .oddValues): true
    default: false
    }
  }

  private func expectDocumented(_ error: FigraniumError, _ call: KeyStoreCall, _ story: Comment) {
    var allowed = Self.documented
    if !call.isLookUp { allowed.insert(.credentialStoreLocked) }
    if call.effect == .stores { allowed.insert(.credentialNotStored) }
    #expect(allowed.contains(error.kind), "\(story): \(error.kind.rawValue) \(error.message)")
    for text in [error.message, error.hint ?? "", "\(error)", String(reflecting: error)] {
      #expect(!text.contains("made-up-"), story)
    }
    #expect(error.message.count > 10, story)
  }

  /// A call that is added to `KeyStore` is missed here.
  @Test func noCallIsMissing() throws {
    let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    var names: Set<String> = []
    for file in ["KeyStore.swift", "CredentialStore.swift"] {
      let text = try FileFacts.text("/\(folder)/Sources/FigraniumSecretService/\(file)")
      for line in text.split(separator: "\n") {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "(" })
        if let at = words.firstIndex(of: "func"), words.contains("public") {
          names.insert(String(words[at + 1]))
        }
      }
    }
    #expect(names.count >= 7)
    // No call to the service.
    names.remove("session")
    #expect(names.subtracting(KeyStoreCall.all.map(\.name)) == [])
  }
}
