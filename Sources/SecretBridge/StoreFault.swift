import GLibBridge

/// Why the Secret Service did not do what was asked.
package enum StoreFault: Error, Sendable, Equatable {
  /// There is no address of a message bus.
  case noBus
  /// Nothing answers there, or it refuses us.
  case busUnreachable(reason: String)
  /// Nobody provides `org.freedesktop.secrets`, and nobody can be started.
  case noProvider
  /// The bus could not start the program that provides it.
  case activationFailed(reason: String)
  /// No answer within the limit, while waiting for `step`.
  case timedOut(step: String)
  /// The caller gave up.
  case cancelled
  /// The user closed the prompt for a collection.
  case promptDismissed(collection: String)
  /// Nobody answered the prompt for a collection.
  case promptTimedOut(collection: String)
  /// A collection is locked; its name is empty where the provider did not say which.
  case locked(collection: String)
  /// There is no default collection, and it may not be asked for.
  case noDefaultCollection
  /// No collection has this label.
  case noSuchCollection(String)
  /// Several collections have this label.
  case ambiguousCollection(String)
  /// The provider did not keep what it was given.
  case notStored(reason: String)
  /// The provider did not delete what it was told to.
  case notDeleted
  /// The session, the object or the owner of the name is gone; tried again.
  case stale(reason: String)
  /// What it gave cannot be decrypted in our session; tried again in another one.
  case undecryptable
  /// libgcrypt has no memory for the numbers of a session: too little may be locked, in FIPS mode.
  case noSecureMemory
  /// The provider refused, with its own error name and text.
  case refused(name: String, message: String)
  /// An answer that makes no sense.
  case malformed(String)

  /// Finds out what a failed call means for the store.
  init(_ error: BusError, step: String) {
    switch error {
    case .ended(.timeLimit): self = .timedOut(step: step)
    case .ended(.cancelled): self = .cancelled
    case .closed: self = .stale(reason: "the connection to the bus was closed")
    case .failed(let message): self = .refused(name: "", message: Self.tidy(message))
    case .malformed(let what): self = .malformed(Self.tidy(what))
    case .remote(let name, let message):
      switch name {
      case "org.freedesktop.Secret.Error.IsLocked": self = .locked(collection: "")
      case "org.freedesktop.Secret.Error.NoSession", "org.freedesktop.Secret.Error.NoSuchObject",
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
        "org.freedesktop.DBus.Error.UnknownObject",
        // KeePassXC, for an item that was deleted since it was found.
        "org.freedesktop.DBus.Error.UnknownInterface",
        // KWallet's word for a session or an item that it does not know any more; also for a session
        // whose two sides have come to different keys, as one of 256 does with it.
        "org.qtproject.QtDBus.Error.InvalidObjectPath":
        self = .stale(reason: Self.tidy(message))
      // KWallet again: of 256 public keys one is a byte shorter, and that it does not take.
      case "org.freedesktop.DBus.Error.InvalidArgs" where message.contains("public key size"):
        self = .stale(reason: Self.tidy(message))
      // gnome-keyring, for an item that was deleted since it was found.
      case "org.freedesktop.DBus.Error.UnknownMethod" where message.contains("at path"):
        self = .stale(reason: Self.tidy(message))
      default: self = .refused(name: name, message: Self.tidy(message))
      }
    }
  }

  /// Whether a new connection, with a new session, may do better.
  var isGoneWithTheSession: Bool {
    switch self {
    case .stale, .undecryptable: true
    default: false
    }
  }

  /// Makes another program's text fit for ours: one line, no control characters, 200 characters.
  package static func tidy(_ text: String) -> String {
    var result = ""
    var pendingSpace = false
    for character in text.unicodeScalars.lazy.prefix(2_000) {
      if character.properties.isWhitespace || character.properties.generalCategory == .control {
        pendingSpace = !result.isEmpty
        continue
      }
      guard character.properties.generalCategory != .format else { continue }
      if pendingSpace { result.append(" ") }
      pendingSpace = false
      result.unicodeScalars.append(character)
      if result.unicodeScalars.count >= 200 { return result + "..." }
    }
    return result
  }
}
