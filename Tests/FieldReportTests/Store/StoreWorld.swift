import Figranium
import FigraniumSecretService
import TestSupport

/// What the faulty store holds, and what may have become of it.
enum StoreWorld {
  static let key = "made-up-key-4c1f09b7e6d2"
  static let newKey = "made-up-new-8b2e77a0c5f3"
  static let mine = CredentialIdentity(account: "work")
  static let fresh = CredentialIdentity(account: "fresh")

  /// The attributes that tell ours of one account.
  static func attributes(_ account: String, service: String = "figranium") -> [String: String] {
    [
      "service": service, "account": account, "username": account, "application": "figctl",
      "xdg:schema": "dev.figranium.ApiKey",
    ]
  }

  /// The store before a fault: a key of ours, one of another profile, and others' items, which have
  /// most of the attributes.
  static func content(for fault: ServiceFault?) -> ServiceContent {
    var content = ServiceContent()
    if fault == .content(.duplicates) {
      var old = ServiceContent.Item(attributes("work"), "made-up-duplicate")
      old.modified -= 1_000
      content.add(old)
    }
    content.add(.init(attributes("work"), label: "Figranium API key (work)", key))
    content.add(.init(attributes("other"), "made-up-other-profile"))
    content.add(.init(["service": "figranium", "account": "theirs"], "made-up-of-secret-tool"))
    content.add(.init(["service": "backup", "account": "work"], "made-up-backup"))
    content.add(
      .init(["server": "http://localhost:11345", "xdg:schema": "org.example"], "made-up-decoy"))
    if fault == .content(.crowd) || fault == .content(.crowdInEverySearch) {
      for number in 0..<1_000 {
        content.add(.init(["service": "mail", "account": "work\(number)"], "made-up-\(number)"))
      }
    }
    return content
  }

  /// What is wrong about the content now, `nil` when it may be so.
  ///
  /// - Parameter isDone: Whether the call said that it had done what it was asked for.
  static func wrong(
    _ call: KeyStoreCall, before: ServiceContent, after: ServiceContent, isDone: Bool,
    fault: ServiceFault
  ) -> String? {
    let account = ["service": "figranium", "account": call.identity.account]
    if before.others(than: account) != after.others(than: account) {
      return "items of others have changed"
    }
    let (old, new) = (before.search(account), after.search(account))
    // What the provider does behind our back is its own affair, as long as it is told.
    let isProvidersDoing = fault == .content(.storesAnother)
    switch call.effect {
    case .reads: return before == after ? nil : "a call that only reads has changed something"
    case .stores:
      if isDone {
        let newest = new.compactMap { after.items[$0] }.max { $0.modified < $1.modified }
        return newest?.value == Array(newKey.utf8) ? nil : "stored, it says, and it is not"
      }
      if isProvidersDoing { return nil }
      if new.count < old.count { return "the old value is lost" }
      if new.count > max(1, old.count) { return "more items than before" }
      let values = Set(after.values(account))
      let allowed = Set(before.values(account)).union([newKey])
      return values.isSubset(of: allowed) ? nil : "neither the old value nor the new one"
    case .removes:
      if isDone { return new.isEmpty ? nil : "removed, it says, and it is there" }
      let kept = new.allSatisfy { before.items[$0] == after.items[$0] }
      return kept && Set(new).isSubset(of: old) ? nil : "the item has changed"
    }
  }
}
