import CGLib
import CSecret
import GLibBridge
import SystemBridge

/// A session that libsecret negotiates (`OpenSession`) and encrypts with: what is stored goes through
/// it, and what is read where a provider offers `plain` only.
@safe final class LibsecretSession: SecretSession {
  // Set once in `init`, given back in `deinit`; used on the loop's thread only.
  private nonisolated(unsafe) let service: UnsafeMutablePointer<SecretService>

  let path: String
  let isEncrypted: Bool

  private init(
    taking service: UnsafeMutablePointer<SecretService>, path: String, isEncrypted: Bool
  ) {
    unsafe self.service = service
    self.path = path
    self.isEncrypted = isEncrypted
  }

  deinit { unsafe g_object_unref(service) }

  /// Opens a session with the owner of a unique name.
  static func open(
    on connection: BusConnection, owner: String, deadline: Deadline
  ) async throws(BusError) -> LibsecretSession {
    deadline.begin("OpenSession")
    let started = ContinuousClock.now
    let outcome: Result<LibsecretSession, BusError>
    do throws(BusError) {
      checkReplies(on: connection)
      let unopened = try await Unopened.make(on: connection, owner: owner, deadline: deadline)
      outcome = .success(try await unopened.open(deadline))
    } catch .remote("org.freedesktop.DBus.Error.InvalidSignature", let message) {
      outcome = .failure(.malformed(message))
    } catch {
      outcome = .failure(error)
    }
    let member = "org.freedesktop.Secret.Service.OpenSession"
    if case .success(let session) = outcome, !session.isEncrypted {
      connection.report(member, since: started, failure: "secrets cross the bus unencrypted")
    } else {
      connection.report(member, since: started, outcome)
    }
    return try outcome.get()
  }

  /// Has the answer to `OpenSession` looked at: libsecret takes its values without a look at their
  /// types, and reads past them.
  private static func checkReplies(on connection: BusConnection) {
    connection.checkReplies(to: "OpenSession") { answer in
      let argument = answer.member(0)?.member(0)?.signature
      return answer.signature == "(vo)" && (argument == "ay" || argument == "s")
    }
  }

  /// Puts bytes into the form they have on the bus, `(oayays)`, content type `text/plain`.
  ///
  /// The copy that libsecret makes meanwhile is in its own locked memory, and wiped.
  func encode(_ bytes: LockedBytes) -> Variant? {
    bytes.withSpan { span -> Variant? in
      unsafe span.withUnsafeBufferPointer { buffer -> Variant? in
        guard
          let value = unsafe buffer.withMemoryRebound(
            to: CChar.self, { unsafe secret_value_new($0.baseAddress, buffer.count, "text/plain") })
        else { return nil }
        defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
        guard let encoded = unsafe secret_service_encode_dbus_secret(service, value) else {
          return nil
        }
        return unsafe Variant(sinking: encoded)
      }
    }
  }

  func decode(_ secret: Variant) -> LockedBytes? {
    guard secret.signature == "(oayays)",
      let value = unsafe secret_service_decode_dbus_secret(service, secret.pointer)
    else { return nil }
    defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
    var length: UInt = 0
    let start = unsafe secret_value_get(value, &length)
    let count = Int(length)
    return LockedBytes(capacity: count) { target in
      guard let start = unsafe start else { return }
      for index in 0..<count { unsafe target.append(UInt8(bitPattern: start[index])) }
    }
  }

  /// A service object whose session is not open yet.
  @safe private final class Unopened: Sendable {
    // Set once in `init`, given back in `deinit`; used on the loop's thread only.
    private nonisolated(unsafe) let service: UnsafeMutablePointer<SecretService>

    private init(taking service: UnsafeMutablePointer<SecretService>) {
      unsafe self.service = service
    }

    deinit { unsafe g_object_unref(service) }

    static func make(
      on connection: BusConnection, owner: String, deadline: Deadline
    ) async throws(BusError) -> Unopened {
      try await waitOnLoop(deadline) { answer in
        guard let made = unsafe figranium_service_new(connection.pointer, owner) else {
          answer.give(.failure(.failed(message: "libsecret gave no service")))
          return
        }
        let unopened = unsafe Unopened(taking: made)
        unsafe figranium_service_init_async(
          made, deadline.cancellable, ReadyCallback.call,
          ReadyCallback.pass { result in
            var error: UnsafeMutablePointer<GError>? = nil
            if unsafe figranium_service_init_finish(unopened.service, result, &error) != 0 {
              answer.give(.success(unopened))
            } else {
              answer.give(.failure(unsafe .taking(error)))
            }
          })
      }
    }

    /// Negotiates the session, on a thread of its own: libsecret's half of the arithmetic takes
    /// milliseconds, in which the loop's thread asks the provider for other things.
    func open(_ deadline: Deadline) async throws(BusError) -> LibsecretSession {
      try await waitOnLoop(deadline) { answer in
        do throws(GLibError) {
          // Not kept: it ends with the answer, or soon after the deadline's cancellable.
          _ = try BridgeThread(name: "store session") {
            answer.give(self.openOnThisThread(deadline))
          }
        } catch {
          answer.give(.failure(.failed(message: error.message)))
        }
      }
    }

    private func openOnThisThread(_ deadline: Deadline) -> Result<LibsecretSession, BusError> {
      var error: UnsafeMutablePointer<GError>? = nil
      guard
        unsafe secret_service_ensure_session_sync(service, deadline.cancellable, &error) != 0,
        let path = unsafe secret_service_get_session_dbus_path(service)
      else { return .failure(unsafe .taking(error)) }
      let algorithms = unsafe secret_service_get_session_algorithms(service)
      let isPlain = unsafe algorithms.map { unsafe String(cString: $0) } == "plain"
      unsafe g_object_ref(service)
      return .success(
        unsafe LibsecretSession(taking: service, path: String(cString: path), isEncrypted: !isPlain)
      )
    }
  }
}
