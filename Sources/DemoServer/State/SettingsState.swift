/// The settings that scripts read and change.
struct SettingsState: Sendable {
  /// A proxy that runs may go through.
  struct Proxy: Sendable {
    let id: String
    var server: String
    var username: String?
    var password: String?
    var label: String?
    var isRotatingPool: Bool?
    var estimatedPoolSize: Int?

    /// What a request says about it; nil without a server.
    init?(_ members: JSONMembers, id: String) {
      guard let server = members.string("server") ?? members.string("url") else { return nil }
      let trimmed = JSONText.trimmed(server)
      if trimmed.isEmpty { return nil }
      self.id = id
      self.server = trimmed.contains("://") ? trimmed : "http://\(trimmed)"
      username = members.string("username")
      password = members.string("password")
      label = members.string("label")
      isRotatingPool = members["isRotatingPool"]?.bool
      estimatedPoolSize = members["estimatedPoolSize"]?.integer
    }

    var json: JSONNode {
      var members: JSONMembers = ["id": .string(id), "server": .string(server)]
      members["username"] = username.map { .string($0) }
      members["password"] = password.map { .string($0) }
      members["label"] = label.map { .string($0) }
      members["isRotatingPool"] = isRotatingPool.map { .bool($0) }
      members["estimatedPoolSize"] = estimatedPoolSize.map { .number($0) }
      return members.node
    }
  }

  /// The names of the user agents a user may choose from.
  static let userAgents = [
    "Mozilla/5.0 (X11; Linux x86_64) demo/1.0", "Mozilla/5.0 (Windows NT 10.0) demo/1.0",
  ]

  /// The one that is chosen; `system` leaves it to the server.
  var userAgent = "system"

  /// The proxies; the server's own address, `host`, is always the first of the list.
  var proxies: [Proxy] = []
  var defaultProxyID = "host"
  var includesDefaultInRotation = false
  var rotationMode = "round-robin"

  /// For how many days executions are kept; nil means forever.
  var retentionDays: Int? = 7

  /// What every change of the proxies answers.
  var proxyList: JSONNode {
    let host: JSONNode = ["id": "host", "server": "host_ip", "label": "Host IP (no proxy)"]
    return [
      "proxies": .array([host] + proxies.map(\.json)), "defaultProxyId": .string(defaultProxyID),
      "includeDefaultInRotation": .bool(includesDefaultInRotation),
      "rotationMode": .string(rotationMode),
    ]
  }

  /// Takes proxies away.
  ///
  /// - Returns: Whether one of them was there.
  mutating func removeProxies(_ ids: [String]) -> Bool {
    let before = proxies.count
    proxies.removeAll { ids.contains($0.id) }
    if ids.contains(defaultProxyID) { defaultProxyID = "host" }
    return proxies.count < before
  }
}
