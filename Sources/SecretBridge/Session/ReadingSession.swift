import GLibBridge
import Synchronization
import SystemBridge

/// A session of our own to read secrets by, which nearly every command of a command line opens.
///
/// Our own code, since libsecret's costs such a command a fifth of its time: docs/decisions/0015.
struct ReadingSession: SecretSession {
  let path: String
  private let key: LockedBytes

  var isEncrypted: Bool { true }

  private static let prepared = Mutex<KeyExchange?>(nil)

  /// Does our first half of the arithmetic ahead, for the session that is opened next.
  static func prepare() {
    let exchange = KeyExchange()
    prepared.withLock { $0 = exchange }
  }

  /// Opens a session (`OpenSession`) with the owner of a unique name.
  ///
  /// - Parameter then: Called once the provider was asked, and begins with its half of the arithmetic:
  ///   the time for other work. All threads are there by then, which matters for loading a library: the
  ///   dynamic loader lets none start meanwhile.
  /// - Returns: `nil` when there is no session of this kind: the provider knows no encryption.
  static func open(
    on connection: BusConnection, owner: String, deadline: Deadline,
    then: (@Sendable () -> Void)? = nil
  ) async throws(BusError) -> ReadingSession? {
    guard let exchange = prepared.withLock({ $0.take() }) ?? KeyExchange() else {
      throw .failed(message: "there is no random number")
    }
    // Runs when this task waits for the answer.
    if let then { Task(executorPreference: MainLoop.shared) { then() } }
    let input = Variant.tuple([
      try Variant(.string(KeyExchange.algorithm)), .boxing(Variant(bytes: exchange.publicKey)),
    ])
    let started = ContinuousClock.now
    let answer: Variant
    do throws(BusError) {
      answer = try await connection.call(
        owner, path: SecretNames.path, interface: SecretNames.service, member: "OpenSession",
        parameters: input, reply: "(vo)", deadline: deadline)
    } catch .remote("org.freedesktop.DBus.Error.NotSupported", _) {
      return nil
    }
    guard let number = answer.member(0)?.member(0), number.signature == "ay",
      let path = answer.member(1)?.value.text,
      let key = number.withBytes({ exchange.sharedKey(with: $0) })
    else {
      connection.report(
        "\(SecretNames.service).OpenSession", since: started, failure: "no public key")
      throw .malformed("OpenSession answered no public key")
    }
    return ReadingSession(path: path, key: key)
  }

  func decode(_ secret: Variant) -> LockedBytes? {
    guard secret.signature == "(oayays)", secret.member(0)?.value.text == path,
      let vector = secret.member(1), let text = secret.member(2)
    else { return nil }
    return vector.withBytes { vector in
      text.withBytes { text in SessionCipher.decrypt(text, key: key, vector: vector) }
    }
  }
}
