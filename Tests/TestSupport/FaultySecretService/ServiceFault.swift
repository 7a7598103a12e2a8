/// What a ``FaultySecretService`` does wrong.
package enum ServiceFault: Sendable, Hashable, CustomStringConvertible {
  /// A call of the Secret Service's interfaces, as the service tells them apart.
  package enum Method: String, Sendable, CaseIterable {
    case openSession = "OpenSession"
    case searchItems = "SearchItems"
    case readAlias = "ReadAlias"
    case collections = "Get Collections"
    case collection = "GetAll Collection"
    case item = "GetAll Item"
    case getSecret = "GetSecret"
    case createItem = "CreateItem"
    case setSecret = "SetSecret"
    case delete = "Delete"
    case createCollection = "CreateCollection"
    case unlock = "Unlock"
    case prompt = "Prompt"
    case introspect = "Introspect"
  }

  /// How a call is answered, or not.
  package enum Manner: String, Sendable, CaseIterable {
    /// Never, and nothing is done.
    case silent
    /// Never, though it is done.
    case silentWhenDone
    /// A while later.
    case late
    /// Twice.
    case twice
    /// By closing the connection.
    case leaves
    /// By closing the connection once it is done.
    case leavesWhenDone
    /// By closing the connection, and coming back.
    case restarts
    /// By closing the connection once it is done, and coming back.
    case restartsWhenDone
    /// With values of other types than the interface has.
    case wrongTypes
    /// With no values at all.
    case noValues
    /// With the right types, and in them what makes no sense: empty, of another object, of odd types
    /// where any is allowed.
    case oddValues
    /// With an error, though it is done.
    case failsWhenDone
  }

  /// What is odd about what is stored.
  package enum Content: String, Sendable, CaseIterable {
    /// Items that a search found are gone when their properties are asked for.
    case vanishedAtOnce
    /// They are gone when their secret is asked for.
    case vanishedLater
    /// Two items with the same attributes and another value each.
    case duplicates
    /// A thousand items of other programs.
    case crowd
    /// A thousand items of other programs, which every search finds: attributes are ignored.
    case crowdInEverySearch
    /// Items of ours and of others in a locked collection beside.
    case lockedBeside
    case emptySecret
    case megabyteSecret
    case secretIsNotUTF8
    case secretHasNewline
    case secretHasNUL
    /// `CreateItem` answers `/` and `/`.
    case createsNothing
    /// Another value is stored than was given.
    case storesAnother
    /// `SetSecret` is done, says the service, and the old value stays.
    case keepsOld
    /// `Delete` is done, says the service, and the item stays.
    case keepsDeleted
    /// Secrets are of another session.
    case foreignSession
    /// An item is of another account than the search was for.
    case foreignItem
    /// The alias `default` names a collection that is not there.
    case aliasOfNothing
    /// There is no default collection.
    case noDefault
  }

  /// What becomes of a prompt.
  package enum Prompt: String, Sendable, CaseIterable {
    /// `Completed` is sent before `Prompt` returns.
    case early
    case late
    case twice
    case dismissed
    case never
    /// Completed, and nothing was done.
    case nothingDone
    /// Another prompt is completed, this one never.
    case anotherPrompt
    /// Completed for another object, and nothing was done.
    case anotherObject
    /// Dismissed, says the service, though it was done.
    case dismissedWhenDone
    /// `Completed` with other types.
    case wrongTypes
    /// `Completed` with a result of another type, though it was done.
    case oddResult
    /// The service leaves the bus.
    case leaves
    /// There is no such prompt.
    case missing
  }

  /// What the prompt is for.
  package enum Purpose: String, Sendable, CaseIterable {
    /// The collection is locked.
    case unlock
    /// Every change is asked for, as KeePassXC does.
    case change
  }

  case call(Method, Manner)
  /// An error of this name; the first time only, or always.
  case error(Method, String, isOnce: Bool)
  case content(Content)
  case prompt(Prompt, Purpose)

  /// The errors of the interface, of D-Bus and of the providers.
  package static let errorNames = [
    "org.freedesktop.Secret.Error.IsLocked", "org.freedesktop.Secret.Error.NoSession",
    "org.freedesktop.Secret.Error.NoSuchObject", "org.freedesktop.Secret.Error.AlreadyExists",
    "org.freedesktop.DBus.Error.NotSupported", "org.freedesktop.DBus.Error.InvalidArgs",
    "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.Failed",
    "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownObject",
    "org.freedesktop.DBus.Error.UnknownInterface", "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.LimitsExceeded",
    "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
    "org.freedesktop.DBus.Error.Disconnected", "org.freedesktop.DBus.Error.NoMemory",
    // KWallet's, and Qt's for it.
    "org.qtproject.QtDBus.Error.InvalidObjectPath", "org.qtproject.QtDBus.Error.InternalError",
    // gnome-keyring's, KeePassXC's, and those of providers in Rust.
    "org.gnome.keyring.Error.Denied", "org.keepassxc.Error.DatabaseClosed",
    "org.freedesktop.zbus.Error",
  ]

  /// Everything that can go wrong here.
  package static let all: [ServiceFault] =
    Method.allCases.flatMap { method in
      Manner.allCases.map { .call(method, $0) }
        + errorNames.flatMap {
          [.error(method, $0, isOnce: false), .error(method, $0, isOnce: true)]
        }
    } + Content.allCases.map { .content($0) }
    + Purpose.allCases.flatMap { purpose in Prompt.allCases.map { .prompt($0, purpose) } }

  /// Whether the service does its work all the same: then whoever calls it must, too.
  package var isHarmless: Bool {
    switch self {
    // Introspection is asked for where a prompt is not answered.
    case .call(let method, let manner):
      method != .introspect && (manner == .late || manner == .twice)
    case .error: false
    case .content(let content):
      switch content {
      // Where every search finds a thousand, the limit may be over before all are looked at.
      case .crowd, .foreignItem: true
      default: false
      }
    case .prompt(let prompt, _):
      switch prompt {
      case .early, .late, .twice, .oddResult: true
      default: false
      }
    }
  }

  /// Whether it is about what is stored.
  package var isContent: Bool { if case .content = self { true } else { false } }

  /// Whether somebody has to give up waiting.
  package var isEndless: Bool {
    switch self {
    case .call(.introspect, _), .error(.introspect, _, _): true
    case .call(.prompt, let manner):
      [.silent, .silentWhenDone, .noValues, .oddValues].contains(manner)
    case .call(_, let manner): manner == .silent || manner == .silentWhenDone
    case .error, .content: false
    case .prompt(let prompt, _): prompt == .never || prompt == .anotherPrompt
    }
  }

  package var description: String {
    switch self {
    case .call(let method, let manner): "\(method.rawValue) \(manner.rawValue)"
    case .error(let method, let name, let isOnce):
      "\(method.rawValue) fails\(isOnce ? " once" : "") with \(name)"
    case .content(let content): content.rawValue
    case .prompt(let prompt, let purpose): "prompt to \(purpose.rawValue): \(prompt.rawValue)"
    }
  }
}
