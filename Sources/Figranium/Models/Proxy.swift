// Proxies that the server's browsers go through.

/// How the server chooses among its proxies.
public struct ProxyRotation: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// One after the other.
  public static let roundRobin: Self = "round-robin"
  /// Any.
  public static let random: Self = "random"
}

/// A proxy as the server knows it, without its password.
public struct Proxy: ServerModel, Identifiable {
  /// Every member, by the server's name, without the password.
  public var members: JSONObject

  /// Wraps members; a password is dropped.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) {
    self.members = members
    self.members["password"] = nil
  }

  /// Its identifier; `host` for no proxy at all.
  public var id: String { members.word("id") ?? "" }
  /// Its address.
  public var server: String? { members.word("server") }
  /// The name to sign in with.
  public var username: String? { members.word("username") }
  /// What people call it.
  public var label: String? { members.word("label") }
  /// Whether its provider changes the address behind it.
  public var isRotatingPool: Bool? { members.flag("isRotatingPool") }
  /// How many addresses there are about.
  public var estimatedPoolSize: Int? { members.integer("estimatedPoolSize") }
}

/// The server's proxies and how it chooses among them.
public struct ProxySettings: ServerModel {
  /// Every member, by the server's name, without passwords.
  public var members: JSONObject

  /// Wraps members; passwords of proxies are dropped.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) {
    self.members = members
    if let proxies: [Proxy] = members.models("proxies") {
      self.members["proxies"] = .array(proxies.map(\.jsonValue))
    }
  }

  /// The proxies.
  public var proxies: [Proxy] { members.models("proxies") ?? [] }
  /// The one that is used when no other is chosen.
  public var defaultProxyID: String? { members.word("defaultProxyId") }
  /// Whether that one takes part when proxies are rotated.
  public var includesDefaultInRotation: Bool? { members.flag("includeDefaultInRotation") }
  /// How the server chooses.
  public var rotation: ProxyRotation? { members.serverWord("rotationMode") }
}

/// A proxy to add, or what one shall become.
public struct ProxyInput: Sendable, Hashable {
  /// Its address, such as `http://proxy.example.com:8080`.
  public var server: String
  /// The name to sign in with.
  public var username: String?
  /// The password that goes with it.
  public var password: Secret?
  /// What people call it.
  public var label: String?
  /// Whether its provider changes the address behind it.
  public var isRotatingPool: Bool?
  /// How many addresses there are about.
  public var estimatedPoolSize: Int?

  /// Creates one.
  ///
  /// - Parameters:
  ///   - server: Its address.
  ///   - username: The name to sign in with.
  ///   - password: The password that goes with it.
  ///   - label: What people call it.
  ///   - isRotatingPool: Whether its provider changes the address behind it.
  ///   - estimatedPoolSize: How many addresses there are about.
  public init(
    server: String, username: String? = nil, password: Secret? = nil, label: String? = nil,
    isRotatingPool: Bool? = nil, estimatedPoolSize: Int? = nil
  ) {
    self.server = server
    self.username = username
    self.password = password
    self.label = label
    self.isRotatingPool = isRotatingPool
    self.estimatedPoolSize = estimatedPoolSize
  }

  /// The body of a request.
  var members: JSONObject {
    var members: JSONObject = ["server": .string(server)]
    members.set("username", username)
    members.set("password", password?.reveal())
    members.set("label", label)
    members.set("isRotatingPool", isRotatingPool)
    members.set("estimatedPoolSize", estimatedPoolSize)
    return members
  }
}

extension ProxySettings: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    self.init(members: try value.members(of: "the proxies"))
  }
}
