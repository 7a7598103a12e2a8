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

  init<Entity: AppEntity>(entity: Entity) {
    let text = entity.displayRepresentation
    self.init(
      id: entity.id.entityIdentifierString, title: String(localized: text.title),
      subtitle: text.subtitle.map { String(localized: $0) })
  }

  init<Enum: AppEnum>(enumCase value: Enum) {
    self.init(
      id: value.rawValue.description, title: String(localized: value.localizedStringResource))
  }

  /// A value of any type.
  init(_ value: any _IntentValue) {
    switch ValueForm(value) {
    case .entity(let choice), .choice(let choice): self = choice
    case let form:
      let text = form?.text ?? ""
      self.init(id: text, title: text)
    }
  }
}

extension IntentChoice: CustomStringConvertible {
  /// The title, and the identifier if it is another text.
  package var description: String { id == title ? title : "\(title) (\(id))" }
}
