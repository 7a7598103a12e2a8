import AppIntents
import DemoServer
import Figranium
import FigraniumSecretService
import FoundationEssentials
import GLibBridge

/// What the demo needs: a server, a key, a place in the credential store, and an end to all three.
final class DemoStage: Sendable {
  /// The account of its key; no profile can have that name by chance.
  let account: String
  /// The made-up key.
  let key: Secret
  /// The server on loopback.
  let server: DemoServer
  private let session: Secret
  private let context: CommandContext
  private let store: KeyStore
  private let identity: CredentialIdentity

  init(_ context: CommandContext) throws {
    let id = UUID().uuidString.lowercased()
    account = "figctl-demo-\(id.prefix(8))"
    let text = (id + UUID().uuidString.lowercased()).filter { $0 != "-" }
    key = Secret(text)
    session = Secret("figctl-demo-session-" + text)
    do throws(GLibError) {
      var configuration = DemoServerConfiguration(dialect: .v020, apiKey: text)
      configuration.session = session.reveal()
      server = try DemoServer(configuration)
    } catch {
      throw CommandFailure(
        .network, "NETWORK_ERROR", "The demo's server did not start: \(error.message)")
    }
    self.context = context
    store = context.keyStore(for: Profile(name: account))
    identity = CredentialIdentity(account: account)
  }

  // MARK: - What is shown

  /// Says what comes next.
  func tell(_ text: String) throws {
    if !context.console.isJSON { try context.console.lines(["", text]) }
  }

  /// Shows what a command prints.
  func show(_ text: String) throws {
    if !context.console.isJSON { try context.console.line(text) }
  }

  // MARK: - Steps

  /// Stores key and session, and lets the intents use them.
  func storeKey() async throws {
    context.watch.waiting = .store
    try await store.store(key, for: identity, access: context.storeAccess())
    try await store.store(session, for: sessionIdentity, access: context.storeAccess())
    context.watch.waiting = .server(server.baseURL)
    FigraniumIntentConfiguration.configure(
      SecretServiceFigraniumProvider(
        store: store, identity: identity, baseURL: server.baseURL, access: context.storeAccess()))
  }

  /// Performs an intent and shows its dialog.
  func perform(_ type: any AppIntent.Type, _ parameters: [String: String]) async throws -> String {
    let outcome = try await IntentRun(limit: nil).perform(
      IntentDescriptor(type), parameters: parameters)
    let dialog = outcome.dialog ?? ""
    try show(dialog)
    return dialog
  }

  /// Starts a run that does not end by itself, and stops it.
  func performStop() async throws -> (dialog: String, runID: String) {
    let runID = RunID.make()
    let client = try FigraniumIntentConfiguration.client()
    server.configure { $0.holdRuns = true }
    async let ended: ExecutionResult<JSONValue> = client.runTask(
      "task_1", input: ExecuteTaskOptions(runID: runID))
    let server = server
    let begun = try await BlockingWork.run {
      server.waitForRun(seconds: 10) { $0.runID == runID } != nil
    }
    guard begun else {
      throw CommandFailure(.server, "DEMO_FAILED", "The demo's server did not begin the run.")
    }
    let dialog = try await perform(StopFigraniumExecutionIntent.self, ["runID": runID])
    _ = try await ended
    server.configure { $0.holdRuns = false }
    return (dialog, runID)
  }

  /// Replaces the key by a new one.
  ///
  /// - Returns: The new key's fingerprint.
  func rotate() async throws -> String {
    let report = try await rotator().rotate()
    guard report.outcome == .rotated, let fingerprint = report.current else {
      throw CommandFailure(.server, "DEMO_FAILED", "The demo's key was not rotated.")
    }
    return fingerprint
  }

  private func rotator() throws -> KeyRotator {
    let (context, isJSON) = (context, context.console.isJSON)
    var rotator = try KeyRotator(
      store: store, identity: identity, baseURL: server.baseURL, access: context.storeAccess()
    ) { notice in
      switch notice {
      case .step(let action):
        guard !isJSON, let text = RotationOutput.progress(action) else { return }
        // The reader of standard output may have gone; the demo goes on all the same.
        try? context.console.line("  \(text)")
      case .warning(let text): context.console.warning(text)
      }
    }
    // The history is of the user's own keys.
    rotator.files.journal = nil
    return rotator
  }

  private var sessionIdentity: CredentialIdentity {
    .session(account: account, server: server.baseURL)
  }

  /// Deletes everything that was stored.
  private func deleteAll(access: StoreAccess) async throws {
    for identity in [identity, identity.pending, identity.previous, sessionIdentity] {
      _ = try await store.remove(identity, access: access)
    }
    try rotator().forget(withLock: true)
  }

  /// Deletes key and session, and makes sure that they are gone.
  func deleteKey() async throws {
    context.watch.waiting = .store
    defer { context.watch.waiting = .nothing }
    try await deleteAll(access: context.storeAccess())
    if case .present = try await store.lookUp(identity, access: context.storeAccess()) {
      throw CommandFailure(
        .store, "CREDENTIAL_NOT_DELETED", "The key of account '\(account)' is still there.",
        hint: "Delete it: secret-tool clear service figranium account \(account)")
    }
  }

  /// Ends everything that may have been begun; says so when the key may be left.
  func cleanUp() async {
    server.stop()
    do {
      var access = context.storeAccess()
      access.prompts = .refused
      try await deleteAll(access: access)
    } catch let error as FigraniumError where error.kind == .credentialStoreUnavailable {
      // Then there is no key either.
    } catch {
      context.console.warning(
        "The demo's key may be left in the credential store. To delete it: secret-tool clear "
          + "service figranium account \(account)")
    }
  }
}
