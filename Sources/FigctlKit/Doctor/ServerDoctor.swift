import Figranium
import SystemBridge

/// Looks at the way to a profile's server, and asks it; with the key where there is one.
struct ServerDoctor: Sendable {
  let context: CommandContext
  let environment: @Sendable (String) -> String?

  private static let names = ["proxy", "tls", "server", "dialect", "key accepted"]
  private static let noKey = DoctorCheck.skipped("key accepted", "No key could be read.")
  private static let dialectNeedsKey = DoctorCheck.skipped(
    "dialect", "The server tells it only to a key.")

  /// Looks.
  ///
  /// - Parameter key: The stored key, when it is for this server.
  func examine(_ profile: Profile?, key: Secret?) async -> [DoctorCheck] {
    guard let profile else {
      return Self.names.map { .skipped($0, "There is no profile.") }
    }
    do {
      try profile.checkTransport()
      let origin = try ServerOrigin(of: profile.server)
      return [proxy(to: origin)] + (await ask(profile, origin, key))
    } catch {
      return [.failed("server", ErrorRenderer.failure(error))]
        + Self.names.filter { $0 != "server" }.map { .skipped($0, "The server is not asked.") }
    }
  }

  private func ask(_ profile: Profile, _ origin: ServerOrigin, _ key: Secret?) async
    -> [DoctorCheck]
  {
    let started = ContinuousClock.now
    let version: String?
    let client: Figranium
    do {
      client = try context.client(for: profile, secret: key) { options in
        options.retry = .never
        options.limits.answer = context.watch.clipped(.seconds(15))
      }
      version = try await client.serverVersion()
    } catch {
      let failure = ErrorRenderer.failure(error)
      guard key == nil, failure.exit == .denied else {
        return unreachable(failure, profile, origin)
      }
      // No key is there to be wrong: the server is.
      return [
        tls(profile, origin), .ok("server", "\(origin) answers, and wants a key."),
        Self.dialectNeedsKey, Self.noKey,
      ]
    }
    let took = Milliseconds.text(started.duration(to: .now))
    var checks = [
      tls(profile, origin), .ok("server", "\(origin) answers (\(took))."),
    ]
    do {
      let dialect = try await client.dialect()
      let told = version.map { "version \(VisibleText.escaping($0))" } ?? "it tells no version"
      checks.append(.ok("dialect", "\(dialect.rawValue), \(told)."))
    } catch {
      let failure = ErrorRenderer.failure(error)
      let wantsKey = key == nil && failure.exit == .denied
      checks.append(wantsKey ? Self.dialectNeedsKey : .failed("dialect", failure))
    }
    checks.append(await accepted(key, client, profile))
    return checks
  }

  private func accepted(_ key: Secret?, _ client: Figranium, _ profile: Profile) async
    -> DoctorCheck
  {
    guard key != nil else { return Self.noKey }
    do {
      switch try await KeyCheck.ask(client) {
      case .accepted(_, true): return .ok("key accepted", "Yes.")
      case .accepted(_, false): return .ok("key accepted", "Yes, but not to list tasks.")
      case .refused(let error), .unreachable(let error): throw error
      }
    } catch {
      let failure = ProfileHints.adapt(
        ErrorRenderer.failure(error), profile: profile.name,
        isChosen: context.global.profile != nil)
      return .failed("key accepted", failure)
    }
  }

  private func unreachable(
    _ failure: CommandFailure, _ profile: Profile, _ origin: ServerOrigin
  ) -> [DoctorCheck] {
    let isTLS = failure.code == "TLS_ERROR"
    let rest: [DoctorCheck] = ["dialect", "key accepted"].map {
      .skipped($0, "The server cannot be asked.")
    }
    if isTLS {
      return [.failed("tls", failure), .skipped("server", "There is no secure connection to it.")]
        + rest
    }
    let tls: DoctorCheck =
      origin.scheme == "https" ? .skipped("tls", "There is no connection.") : tls(profile, origin)
    return [tls, .failed("server", failure)] + rest
  }

  private func tls(_ profile: Profile, _ origin: ServerOrigin) -> DoctorCheck {
    if origin.scheme == "https" {
      return .ok(
        "tls",
        profile.caFile.map { "Checked with the certificates in \($0)." }
          ?? "Checked with the system's certificates.")
    }
    if origin.isLoopback { return .ok("tls", "Not needed: the server is on this machine.") }
    return .warning(
      "tls", "None: the key crosses the network in the clear (insecure-http=true).",
      fix: "Use the server's https:// address: figctl profile set \(profile.name) server=https://…")
  }

  // MARK: - Proxy

  /// Which proxy requests go through, as libcurl reads the environment; its password is not shown.
  func proxy(to origin: ServerOrigin) -> DoctorCheck {
    let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    let set = names.first { !(environment($0) ?? "").isEmpty }
    if origin.scheme != "https" || origin.isLoopback {
      let why = origin.isLoopback ? "this machine" : "http://"
      return .ok("proxy", set.map { "None: \($0) is never used for \(why)." } ?? "None.")
    }
    guard let set, let value = environment(set) else { return .ok("proxy", "None.") }
    if isExcepted(origin) { return .ok("proxy", "None: no_proxy excepts \(origin.host).") }
    return .note("proxy", "\(Self.withoutUser(value)) (\(set)).")
  }

  private func isExcepted(_ origin: ServerOrigin) -> Bool {
    let list = environment("no_proxy") ?? environment("NO_PROXY") ?? ""
    return list.split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
      let name = entry.drop { $0 == "." }.lowercased()
      return name == "*" || origin.host == name || origin.host.hasSuffix(".\(name)")
    }
  }

  private static func withoutUser(_ address: String) -> String {
    guard let at = address.lastIndex(of: "@") else { return address }
    let scheme = address.firstRange(of: "://").map { String(address[..<$0.upperBound]) } ?? ""
    return scheme + address[address.index(after: at)...]
  }
}
