public import FoundationEssentials

/// How one value is shown in a list: a title, a subtitle, a picture.
///
/// Use it for entities and enum cases. Stands for `DisplayRepresentation` of App Intents.
public struct DisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
  /// The kind of literal with interpolations this type is made from.
  public typealias StringInterpolation = String.LocalizationValue.StringInterpolation

  /// The name of the value.
  public var title: LocalizedStringResource
  /// A second line; nil for none.
  public var subtitle: LocalizedStringResource?
  /// A picture; nil for none.
  public var image: Image?
  /// Other names people use for the value.
  public var synonyms: [LocalizedStringResource]

  /// Makes a representation.
  ///
  /// - Parameters:
  ///   - title: The name of the value.
  ///   - subtitle: A second line.
  ///   - image: A picture.
  ///   - synonyms: Other names people use for the value.
  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil,
    synonyms: [LocalizedStringResource] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
    self.synonyms = synonyms
  }

  /// Makes a representation from a literal, its title.
  ///
  /// - Parameter value: The title.
  public init(stringLiteral value: String) {
    self.init(title: LocalizedStringResource(stringLiteral: value))
  }

  /// Makes a representation from a literal with interpolations, its title.
  ///
  /// - Parameter stringInterpolation: What the compiler gathered from the literal.
  public init(stringInterpolation: StringInterpolation) {
    self.init(title: LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}

extension DisplayRepresentation {
  /// A picture that stands for a value.
  public struct Image: Sendable {
    package enum Source: Sendable {
      case system(String)
      case named(String)
      case url(URL)
      case data(Data)
    }

    package let source: Source

    /// A picture of Apple's symbol set.
    ///
    /// The name means nothing on Linux: the desktop shows the app's icon.
    ///
    /// - Parameter systemName: The symbol's name.
    public init(systemName: String) { source = .system(systemName) }

    /// A picture of the app.
    ///
    /// - Parameter named: The picture's name.
    public init(named: String) { source = .named(named) }

    /// A picture in a file or on the web.
    ///
    /// - Parameter url: Where it is.
    public init(url: URL) { source = .url(url) }

    /// A picture in memory.
    ///
    /// - Parameter data: Its bytes.
    public init(data: Data) { source = .data(data) }
  }
}

/// A type whose instances tell how they are shown.
public protocol InstanceDisplayRepresentable: CustomLocalizedStringResourceConvertible {
  /// How this value is shown.
  var displayRepresentation: DisplayRepresentation { get }
}

extension InstanceDisplayRepresentable {
  /// The title, so that a value can stand in a dialog: `"Ran \(task)."`.
  public var localizedStringResource: LocalizedStringResource { displayRepresentation.title }
}

/// A type that tells what its values are called and how each is shown.
public protocol DisplayRepresentable: InstanceDisplayRepresentable, TypeDisplayRepresentable {}

/// A type with a fixed set of values, each with a text.
public protocol CaseDisplayRepresentable: CustomLocalizedStringResourceConvertible, CaseIterable,
  Hashable
{
  /// How each value is shown.
  static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

extension CaseDisplayRepresentable {
  /// The title of the case, so that it can stand in a dialog; without one, the case's own name.
  public var localizedStringResource: LocalizedStringResource {
    Self.caseDisplayRepresentations[self]?.title
      ?? LocalizedStringResource(stringLiteral: String(describing: self))
  }
}

/// A type with a name and a fixed set of values, each with a text.
public protocol StaticDisplayRepresentable: CaseDisplayRepresentable, TypeDisplayRepresentable {}
