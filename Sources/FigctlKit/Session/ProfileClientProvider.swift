import Figranium
import FigraniumSecretService

/// Gives the intents of this process the client of the command's profile.
///
/// Made before an intent runs, but nothing is opened until the intent asks for its client: an
/// intent with a missing parameter says so without touching the credential store.
struct ProfileClientProvider: FigraniumIntentClientProvider {
  private let context: CommandContext
  private let profile: Profile
  private let store: KeyStore

  /// Checks the profile, and starts connecting to the bus in the background.
  init(_ context: CommandContext) throws {
    self.context = context
    profile = try context.profileForKey()
    store = context.keyStore(for: profile)
  }

  /// Makes it the provider of this process.
  static func configure(_ context: CommandContext) throws {
    let provider = try ProfileClientProvider(context)
    provider.store.prepare(then: Figranium.prepareTransport)
    FigraniumIntentConfiguration.configure(provider)
  }

  /// Looks the key up and makes a client with it.
  func client() throws -> Figranium {
    if RotationFiles.hasRecord(of: profile.identity),
      let outcome = try? context.rotator(for: profile, in: store).settleBlocking(),
      let text = RotationOutput.settled(outcome, profile)
    {
      context.console.note(text)
    }
    context.watch.waiting = .store
    switch try store.lookUpBlocking(profile.identity, access: context.storeAccess()) {
    case .present(let credential):
      try context.checkOrigin(of: profile, for: credential)
      context.warnWhenDue(credential.summary, of: profile)
      return try context.client(for: profile, secret: credential.secret, store: store) { options in
        options.runBegins = { [context] runID in
          context.watch.hintAtLimit = RunCommand.hint(runID, context)
        }
      }
    case .absent: throw profile.keyIsAbsent
    case .locked(let collection): throw StoreError.locked(collection)
    }
  }
}
