/// What a ``FaultySecretService`` holds.
package struct ServiceContent: Sendable, Equatable {
  /// One item.
  package struct Item: Sendable, Equatable {
    package var attributes: [String: String]
    package var label: String
    package var value: [UInt8]
    package var modified: UInt64 = 1_700_000_000

    package init(_ attributes: [String: String], label: String = "made up", _ value: String) {
      self.attributes = attributes
      self.label = label
      self.value = Array(value.utf8)
    }
  }

  /// The items of the default collection, by their paths.
  package var items: [String: Item] = [:]
  private var next = 1

  package init() {}

  /// The default collection.
  package static let collection = "/org/freedesktop/secrets/collection/made_up"
  /// Another one, always locked, that a fault may add.
  package static let locked = "/org/freedesktop/secrets/collection/locked"

  /// Adds an item.
  @discardableResult package mutating func add(_ item: Item) -> String {
    let path = "\(Self.collection)/\(next)"
    next += 1
    items[path] = item
    return path
  }

  /// The paths of the items that have these attributes, and maybe more.
  package func search(_ attributes: [String: String]) -> [String] {
    items.filter { $0.value.has(attributes) }.map(\.key).sorted()
  }

  /// The values of the items that have these attributes.
  package func values(_ attributes: [String: String]) -> [String] {
    search(attributes).compactMap { items[$0] }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  /// What does not have these attributes: another program's.
  package func others(than attributes: [String: String]) -> [String: Item] {
    items.filter { !$0.value.has(attributes) }
  }
}

extension ServiceContent.Item {
  /// Whether it has these attributes, and maybe more.
  package func has(_ wanted: [String: String]) -> Bool {
    wanted.allSatisfy { attributes[$0.key] == $0.value }
  }
}
