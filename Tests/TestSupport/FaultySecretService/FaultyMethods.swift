import GLibBridge
import Synchronization
import TestBusBridge

extension FaultySecretService {
  private static let root = "/org/freedesktop/secrets"

  /// Does what a call asks for, with what is odd about the content.
  func perform(_ method: ServiceFault.Method, _ call: RawCall) -> ServiceAnswer {
    switch method {
    case .openSession: openSession(call)
    case .searchItems: search(call)
    case .readAlias: readAlias()
    case .collections: collections()
    case .collection: collection(call.path)
    case .item: item(call.path)
    case .getSecret: getSecret(call)
    case .createItem: createItem(call)
    case .setSecret: setSecret(call)
    case .delete: change(.delete(call.path), answering: { [.objectPath($0.prompt)] })
    case .createCollection:
      .values(.objectPath("/"), .objectPath(addPrompt(.createCollection)))
    case .unlock: unlock(call)
    case .prompt: answerUnseen(call)
    case .introspect: .values(.string("<node/>"))
    }
  }

  private var odd: ServiceFault.Content? {
    if case .content(let content)? = state.withLock({ $0.fault }) { content } else { nil }
  }

  private func openSession(_ call: RawCall) -> ServiceAnswer {
    guard call.body?.member(0)?.value.text == "plain" else {
      return .error("org.freedesktop.DBus.Error.NotSupported", "only plain")
    }
    let path = state.withLock { state in
      let path = "\(Self.root)/session/\(state.nextNumber())"
      state.sessions.insert(path)
      return path
    }
    return .values(.variant(.string("")), .objectPath(path))
  }

  private func search(_ call: RawCall) -> ServiceAnswer {
    let wanted = (call.body?.member(0)?.value.dictionary ?? [:]).compactMapValues(\.text)
    let (content, isLocked) = state.withLock { ($0.content, $0.isLocked) }
    var found = content.search(wanted)
    var locked: [String] = []
    switch odd {
    case .crowd: _ = strike()
    case .crowdInEverySearch:
      _ = strike()
      found = content.items.keys.sorted()
    case .foreignItem:
      _ = strike()
      found += content.others(than: wanted).keys.sorted().prefix(3)
    case .lockedBeside:
      _ = strike()
      locked = ["\(ServiceContent.locked)/1", "\(ServiceContent.locked)/2"]
    case .duplicates: _ = strike()
    default: break
    }
    return isLocked
      ? .values(.objectPaths([]), .objectPaths(found + locked))
      : .values(.objectPaths(found), .objectPaths(locked))
  }

  private func readAlias() -> ServiceAnswer {
    if odd == .aliasOfNothing {
      _ = strike()
      return .values(.objectPath("\(Self.root)/collection/gone"))
    }
    if odd == .noDefault { _ = strike() }
    let hasDefault = state.withLock { $0.hasDefault }
    return .values(.objectPath(hasDefault ? ServiceContent.collection : "/"))
  }

  private func collections() -> ServiceAnswer {
    .values(.variant(.objectPaths([ServiceContent.collection, ServiceContent.locked])))
  }

  private func collection(_ path: String) -> ServiceAnswer {
    let (isLocked, paths) = state.withLock { ($0.isLocked, $0.content.items.keys.sorted()) }
    switch path {
    case ServiceContent.collection:
      return .values(
        .properties([
          "Label": .string("Made up"), "Locked": .boolean(isLocked), "Items": .objectPaths(paths),
        ]))
    case ServiceContent.locked:
      return .values(
        .properties([
          "Label": .string("Shut"), "Locked": .boolean(true), "Items": .objectPaths([]),
        ]))
    default: return Self.noObject
    }
  }

  private static let noObject = ServiceAnswer.error(
    "org.freedesktop.Secret.Error.NoSuchObject", "there is no such object")

  private func item(_ path: String) -> ServiceAnswer {
    if odd == .vanishedAtOnce, strike() { return Self.noObject }
    if path.hasPrefix(ServiceContent.locked) {
      return .values(
        .properties([
          "Label": .string(""), "Locked": .boolean(true), "Attributes": .strings(["gkr": "hidden"]),
        ]))
    }
    let (item, isLocked) = state.withLock { ($0.content.items[path], $0.isLocked) }
    guard let item else { return Self.noObject }
    return .values(
      .properties([
        "Label": .string(item.label), "Locked": .boolean(isLocked),
        "Attributes": .strings(item.attributes), "Created": .uint64(1_600_000_000),
        "Modified": .uint64(item.modified),
      ]))
  }

  private func getSecret(_ call: RawCall) -> ServiceAnswer {
    if odd == .vanishedLater, strike() { return Self.noObject }
    let session = call.body?.member(0)?.value.text ?? ""
    let (item, isLocked, isKnown) = state.withLock { state in
      (state.content.items[call.path], state.isLocked, state.sessions.contains(session))
    }
    guard isKnown else { return Self.noSession }
    guard let item else { return Self.noObject }
    guard !isLocked else { return Self.isLocked }
    var value = item.value
    switch odd {
    case .emptySecret where strike(): value = []
    case .megabyteSecret where strike(): value = .init(repeating: 0x61, count: 1 << 20)
    case .secretIsNotUTF8 where strike(): value = value.prefix(8) + [0xC3, 0x28, 0xFF]
    case .secretHasNewline where strike(): value = value + [0x0A] + value
    case .secretHasNUL where strike(): value = value + [0, 0x61]
    default: break
    }
    let isForeign = odd == .foreignSession && strike()
    let owner = isForeign ? "\(Self.root)/session/another" : session
    return .values(
      .tuple([
        .tuple([
          .made(of: .objectPath(owner)), .bytes([]), .bytes(value),
          .made(of: .string("text/plain")),
        ])
      ]))
  }

  private static let noSession = ServiceAnswer.error(
    "org.freedesktop.Secret.Error.NoSession", "there is no such session")
  private static let isLocked = ServiceAnswer.error(
    "org.freedesktop.Secret.Error.IsLocked", "the collection is locked")

  private func setSecret(_ call: RawCall) -> ServiceAnswer {
    guard let secret = call.body?.member(0), let value = secret.member(2)?.bytes,
      isSession(secret)
    else { return Self.noSession }
    let (isKnown, isLocked) = state.withLock { ($0.content.items[call.path] != nil, $0.isLocked) }
    guard isKnown else { return Self.noObject }
    guard !isLocked else { return Self.isLocked }
    let kept = kept(value)
    if odd == .keepsOld, strike() { return .values() }
    state.withLock { $0.content.items[call.path]?.value = kept }
    return .values()
  }

  private func isSession(_ secret: Variant) -> Bool {
    let session = secret.member(0)?.value.text ?? ""
    return state.withLock { $0.sessions.contains(session) }
  }

  private func kept(_ value: [UInt8]) -> [UInt8] {
    odd == .storesAnother && strike() ? Array("another".utf8) : value
  }

  private func createItem(_ call: RawCall) -> ServiceAnswer {
    let properties = call.body?.member(0)?.value.dictionary ?? [:]
    let attributes = (properties["org.freedesktop.Secret.Item.Attributes"]?.dictionary ?? [:])
      .compactMapValues(\.text)
    guard let secret = call.body?.member(1), let value = secret.member(2)?.bytes,
      isSession(secret)
    else { return Self.noSession }
    if state.withLock({ $0.isLocked }) { return Self.isLocked }
    if odd == .createsNothing, strike() { return .values(.objectPath("/"), .objectPath("/")) }
    var item = ServiceContent.Item(
      attributes, label: properties["org.freedesktop.Secret.Item.Label"]?.text ?? "", "")
    item.value = kept(value)
    return change(.create(item)) { [.objectPath($0.object), .objectPath($0.prompt)] }
  }

  /// Does a change at once, or where changes are asked for, after a prompt.
  private func change(
    _ action: PromptAction, answering: (_ end: (object: String, prompt: String)) -> [BusValue]
  ) -> ServiceAnswer {
    if case .delete(let path) = action {
      guard state.withLock({ $0.content.items[path] != nil }) else { return Self.noObject }
      if state.withLock({ $0.isLocked }) { return Self.isLocked }
    }
    if case .prompt(_, .change)? = state.withLock({ $0.fault }) {
      return .values(.made(of: .tuple(answering(("/", addPrompt(action))))))
    }
    let object = perform(action).text ?? "/"
    return .values(.made(of: .tuple(answering((object, "/")))))
  }

  private func unlock(_ call: RawCall) -> ServiceAnswer {
    let paths = (call.body?.member(0)?.value.members ?? []).compactMap(\.text)
    guard state.withLock({ $0.isLocked }) || paths.contains(where: isShut) else {
      return .values(.objectPaths(paths), .objectPath("/"))
    }
    return .values(.objectPaths([]), .objectPath(addPrompt(.unlock(paths))))
  }

  /// Does what a prompt was for, and tells nobody.
  private func answerUnseen(_ call: RawCall) -> ServiceAnswer {
    if let action = state.withLock({ $0.prompts[call.path] }) { _ = perform(action) }
    return .values()
  }

  private func isShut(_ path: String) -> Bool { path.hasPrefix(ServiceContent.locked) }
}
