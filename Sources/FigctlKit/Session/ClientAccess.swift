package import Figranium
package import FigraniumSecretService
import FoundationEssentials

extension CommandContext {
  /// A client for the profile's server with its stored key.
  ///
  /// libcurl is loaded while the provider computes its half of the session's key. No earlier: the
  /// dynamic loader does one thing at a time, and GIO needs it to connect.
  ///
  /// - Parameters:
  ///   - adjust: Changes the options that every client of a command has.
  ///   - meanwhile: Done while the provider is waited for.
  package func client(
    adjust: (inout ClientOptions) -> Void = { _ in }, meanwhile: (Profile) -> Void = { _ in }
  ) async throws -> (client: Figranium, profile: Profile) {
    let profile = try profileForKey()
    let store = keyStore(for: profile)
    store.prepare(then: Figranium.prepareTransport)
    let options = clientOptions(
      for: profile, origin: try ServerOrigin(of: profile.server), store: store)
    meanwhile(profile)
    await settleRotation(of: profile, in: store, onlyUnfinished: true)
    let credential = try await credentialForServer(of: profile, in: store)
    let client = try client(
      for: profile, secret: credential.secret, options: options, adjust: adjust)
    return (client, profile)
  }

  /// The tasks of the profile's server; their names are noted for the Tab key.
  package func taskSummaries(_ client: Figranium, of profile: Profile) async throws
    -> [TaskSummary]
  {
    let tasks = try await client.tasks.listSummaries()
    TaskNameCache().remember(tasks, of: profile, console)
    return tasks
  }

  /// A client for the profile's server with a key that is at hand, or none.
  ///
  /// - Parameter store: Where to look again after the server refused the key, `nil` for not at all.
  package func client(
    for profile: Profile, secret: Secret?, store: KeyStore? = nil,
    adjust: (inout ClientOptions) -> Void = { _ in }
  ) throws -> Figranium {
    let options = clientOptions(
      for: profile, origin: try ServerOrigin(of: profile.server), store: store)
    return try client(for: profile, secret: secret, options: options, adjust: adjust)
  }

  private func client(
    for profile: Profile, secret: Secret?, options: ClientOptions,
    adjust: (inout ClientOptions) -> Void
  ) throws -> Figranium {
    let origin = try ServerOrigin(of: profile.server)
    guard let url = URL(string: profile.server) else {
      throw CommandFailure.usage(
        "'\(profile.server)' is no server address.", code: "INVALID_BASE_URL")
    }
    watch.waiting = .server(origin.description)
    let header: APIKeyHeader = profile.keyHeader == .xAPIKey ? .xAPIKey : .authorization
    var options = options
    clip(&options.limits)
    adjust(&options)
    return try Figranium(
      url: url, credential: secret.map { .apiKey($0, header: header) } ?? .none, options: options)
  }

  /// Ends every wait with the command's own limit.
  private func clip(_ limits: inout RequestLimits) {
    limits.answer = watch.clipped(limits.answer)
    limits.connect = watch.clipped(limits.connect)
    limits.run = watch.clipped(limits.run)
    limits.silence = watch.clipped(limits.silence)
  }

  /// Of --timeout's time some is for the store, where it is asked after the server: else the store
  /// would be blamed for the server's slowness.
  package func leaveTimeForStore(_ limits: inout RequestLimits) {
    guard let left = watch.remaining else { return }
    limits.answer = min(limits.answer, left * 3 / 4)
    limits.connect = min(limits.connect, left * 3 / 4)
  }

  /// The options of every client of this command.
  package func clientOptions(for profile: Profile, origin: ServerOrigin, store: KeyStore?)
    -> ClientOptions
  {
    var options = ClientOptions()
    clip(&options.limits)
    options.caFile = profile.caFile
    options.allowsInsecureHTTP = profile.allowsInsecureHTTP
    switch profile.routes {
    case .auto: options.routes = .automatic
    case .documented: options.routes = .documented
    case .server: options.routes = .server
    }
    let console = console
    let cache = DialectCache()
    if profile.routes == .auto {
      options.knownDialect = cache.dialect(of: profile.name, at: origin)
      options.dialectFound = { dialect in
        cache.remember(dialect, of: profile.name, at: origin, console)
      }
    }
    if console.isVerbose {
      options.exchangeObserver = { exchange in
        console.trace(
          "\(exchange.method) \(exchange.path) → \(exchange.status) "
            + Milliseconds.text(exchange.duration))
      }
    }
    if let store {
      let access = storeAccess()
      options.renewCredential = { rejected in
        try await KeyRenewal(rotator(for: profile, in: store)).key(insteadOf: rejected)
      }
      options.findSession = {
        try await store.session(profile.sessionIdentity, access: access)
      }
    }
    return options
  }
}
