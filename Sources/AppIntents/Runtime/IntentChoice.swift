/// One of several values to choose from.
package struct IntentChoice: Sendable, Equatable {
  /// What to type for it: an entity's identifier, an enum's raw value, else the value as a text.
  package let id: String
  /// What it is called.
  package let title: String
  /// A second line; nil for none.
  package let subtitle: String?

  package init(id: String, title: String, subtitle: String? = nil) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
  }
}
