import GLibBridge
package import SystemBridge

/// What a search found.
package struct SearchHits: Sendable, Equatable {
  /// Paths of items that can be read.
  package var unlocked: [String]
  /// Paths of items that must be unlocked first.
  package var locked: [String]
}

/// The properties of an item (`org.freedesktop.Secret.Item`).
package struct ItemProperties: Sendable, Equatable {
  /// Its attributes; a provider may hide them while locked.
  package var attributes: [String: String]
  /// Its label, `nil` when empty or hidden.
  package var label: String?
  /// Seconds since 1970, `nil` when unknown.
  package var created: UInt64?
  /// Seconds since 1970, `nil` when unknown.
  package var modified: UInt64?
  /// Whether it is locked.
  package var isLocked: Bool

  /// Creates a value.
  package init(
    attributes: [String: String], label: String?, created: UInt64?, modified: UInt64?,
    isLocked: Bool
  ) {
    self.attributes = attributes
    self.label = label
    self.created = created
    self.modified = modified
    self.isLocked = isLocked
  }
}

/// The properties of a collection (`org.freedesktop.Secret.Collection`).
package struct CollectionProperties: Sendable, Equatable {
  /// Its object path.
  package var path: String
  /// Its label for people; the last part of the path when it has none.
  package var label: String
  /// Whether it is locked.
  package var isLocked: Bool
  /// Whether it shows any item.
  package var showsItems: Bool
}

/// A new object, or the prompt that has to be answered first.
package enum Creation: Sendable, Equatable {
  /// The object's path.
  case made(String)
  /// The prompt's path.
  case prompt(String)
  /// Neither: the provider did nothing.
  case nothing

  init(_ reply: BusValue) {
    if let object = reply[0]?.text, object != "/" {
      self = .made(object)
    } else if let prompt = reply[1]?.text, prompt != "/" {
      self = .prompt(prompt)
    } else {
      self = .nothing
    }
  }
}

extension StoreOperation {
  /// `Service.SearchItems`, without a schema: a locked collection may hide it.
  package func search(
    _ attributes: [String: String]
  ) async throws(StoreFault) -> SearchHits {
    let reply = try await call(
      SecretNames.path, SecretNames.service, "SearchItems", [.strings(attributes)],
      reply: "(aoao)")
    return SearchHits(
      unlocked: reply[0]?.members.compactMap(\.text) ?? [],
      locked: reply[1]?.members.compactMap(\.text) ?? [])
  }

  /// `Service.ReadAlias`: a collection's path, `nil` when the alias names none.
  package func readAlias(
    _ alias: String
  ) async throws(StoreFault) -> String? {
    let reply = try await call(
      SecretNames.path, SecretNames.service, "ReadAlias", [.string(alias)], reply: "(o)")
    guard let path = reply[0]?.text, path != "/" else { return nil }
    return path
  }

  /// The `Collections` property: their paths.
  package func collections() async throws(StoreFault) -> [String] {
    let reply = try await call(
      SecretNames.path, SecretNames.properties, "Get",
      [.string(SecretNames.service), .string("Collections")], reply: "(v)")
    return reply[0]?.members.compactMap(\.text) ?? []
  }

  /// All properties of a collection.
  package func collection(
    _ path: String
  ) async throws(StoreFault) -> CollectionProperties {
    let all = try await properties(path, SecretNames.collection)
    let label = all["Label"]?.text.map(StoreFault.tidy) ?? ""
    return CollectionProperties(
      path: path, label: label.isEmpty ? String(path.split(separator: "/").last ?? "") : label,
      isLocked: all["Locked"]?.bool ?? true, showsItems: !(all["Items"]?.members.isEmpty ?? true))
  }

  /// All properties of an item.
  package func item(
    _ path: String
  ) async throws(StoreFault) -> ItemProperties {
    let all = try await properties(path, SecretNames.item)
    var attributes: [String: String] = [:]
    for (name, value) in all["Attributes"]?.dictionary ?? [:] { attributes[name] = value.text }
    let label = all["Label"]?.text.map(StoreFault.tidy) ?? ""
    return ItemProperties(
      attributes: attributes, label: label.isEmpty ? nil : label,
      created: all["Created"]?.unsigned.flatMap { $0 == 0 ? nil : $0 },
      modified: all["Modified"]?.unsigned.flatMap { $0 == 0 ? nil : $0 },
      isLocked: all["Locked"]?.bool ?? true)
  }

  private func properties(
    _ path: String, _ interface: String
  ) async throws(StoreFault) -> [String: BusValue] {
    let reply = try await call(
      path, SecretNames.properties, "GetAll", [.string(interface)], reply: "(a{sv})")
    return reply[0]?.dictionary ?? [:]
  }

  /// `Item.GetSecret`, decrypted into locked memory.
  package func secret(
    of item: String
  ) async throws(StoreFault) -> LockedBytes {
    let session = try await openSession()
    let arguments = try variant(.tuple([.objectPath(session.path)]))
    let reply = try await call(
      item, SecretNames.item, "GetSecret", arguments, reply: "((oayays))")
    guard let encoded = reply.member(0), let bytes = session.decode(encoded) else {
      // With KWallet one session of 256 has different keys on its two sides; the next one is right.
      throw .undecryptable
    }
    return bytes
  }

  /// `Collection.CreateItem` with `replace`: an item with the same attributes gets the new secret.
  package func createItem(
    in collection: String, label: String, attributes: [String: String], secret: LockedBytes
  ) async throws(StoreFault) -> Creation {
    let session = try await openStoringSession()
    let properties = try variant(
      .properties([
        "\(SecretNames.item).Label": .string(label),
        "\(SecretNames.item).Attributes": .strings(attributes),
      ]))
    guard let encoded = session.encode(secret) else {
      throw .malformed("libsecret could not encrypt the key")
    }
    let arguments = Variant.tuple([properties, encoded, try variant(.boolean(true))])
    let reply = try await call(
      collection, SecretNames.collection, "CreateItem", arguments, reply: "(oo)")
    return Creation(reply.value)
  }

  /// `Item.SetSecret`: its label, its attributes and its date of creation stay as they are.
  package func setSecret(of item: String, to secret: LockedBytes) async throws(StoreFault) {
    let session = try await openStoringSession()
    guard let encoded = session.encode(secret) else {
      throw .malformed("libsecret could not encrypt the key")
    }
    _ = try await call(
      item, SecretNames.item, "SetSecret", Variant.tuple([encoded]), reply: "()")
  }

  /// `Service.CreateCollection`; the provider asks for a password by a prompt.
  package func createCollection(
    label: String, alias: String
  ) async throws(StoreFault) -> Creation {
    Creation(
      try await call(
        SecretNames.path, SecretNames.service, "CreateCollection",
        [.properties(["\(SecretNames.collection).Label": .string(label)]), .string(alias)],
        reply: "(oo)"))
  }

  /// `Item.Delete`.
  ///
  /// - Returns: The prompt that has to be answered first, `nil` when it is done.
  package func delete(item: String) async throws(StoreFault) -> String? {
    let reply = try await call(item, SecretNames.item, "Delete", [], reply: "(o)")
    guard let prompt = reply[0]?.text, prompt != "/" else { return nil }
    return prompt
  }

  /// `Service.Unlock`.
  ///
  /// - Returns: The prompt that has to be answered first, `nil` when no prompt is needed.
  func unlock(
    _ paths: [String]
  ) async throws(StoreFault) -> String? {
    let reply = try await call(
      SecretNames.path, SecretNames.service, "Unlock", [.objectPaths(paths)], reply: "(aoo)")
    guard let prompt = reply[1]?.text, prompt != "/" else { return nil }
    return prompt
  }

  /// Whether the provider is KWallet and has this wallet open.
  ///
  /// Its collection says that it is locked until a first program has used it, though the wallet was
  /// opened at login. `isOpen` of KWallet's own interface asks nobody anything.
  package func isOpenWallet(_ name: String) async -> Bool {
    for version in ["5", "6"] {
      // Other providers, and the other version, have no such object.
      let reply = try? await call(
        "/modules/kwalletd" + version, "org.kde.KWallet", "isOpen", [.string(name)], reply: "(b)")
      if reply?[0]?.bool == true { return true }
    }
    return false
  }

  private func variant(_ value: BusValue) throws(StoreFault) -> Variant {
    do throws(BusError) {
      return try Variant(value)
    } catch {
      throw StoreFault(error, step: "")
    }
  }
}
