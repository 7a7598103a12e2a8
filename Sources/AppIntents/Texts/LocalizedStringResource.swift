// The four names that Foundation has on Apple's systems and lacks on Linux. They stand in this one
// file behind one condition: once Foundation brings them here, both would be ambiguous in every
// file that imports both modules. Build with the condition set then, and this file is empty.
//
// A text is kept as a format key ("Ran %@") and its arguments, so that a translation by key can
// come later without a change to any caller.
#if !FOUNDATION_HAS_LOCALIZED_STRING_RESOURCE

  public import FoundationEssentials

  extension String {
    /// A text with placeholders, made from a string literal.
    ///
    /// Use it through a literal: `"Ran \(name)"`. Stands for `String.LocalizationValue` of Apple's
    /// Foundation. Only what Apple accepts can be interpolated: texts, numbers, a value with a
    /// `format:`, attributed text, and values with a localized text of their own (each entity and
    /// each enum case).
    public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
      /// The format key, for example `"Ran %@"`.
      package var key: String
      package var arguments: [Argument]

      package enum Argument: Equatable, Sendable {
        case text(String)
        case resource(LocalizedStringResource)
      }

      /// Makes a text from a string known at run time; `%` in it has no meaning.
      ///
      /// - Parameter value: The text.
      public init(_ value: String) { self.init(stringLiteral: value) }

      /// Makes a text from a literal.
      ///
      /// - Parameter value: The text.
      public init(stringLiteral value: String) {
        key = value
        arguments = []
      }

      /// Makes a text from a literal with interpolations.
      ///
      /// - Parameter stringInterpolation: What the compiler gathered from the literal.
      public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
      }

      /// The text with the arguments put in.
      package var rendered: String {
        guard !arguments.isEmpty else { return key }
        var output = ""
        var rest = arguments[...]
        var characters = key.unicodeScalars.makeIterator()
        while let scalar = characters.next() {
          guard scalar == "%" else {
            output.unicodeScalars.append(scalar)
            continue
          }
          // Every "%" of a literal stands doubled in a key with arguments, so "%%" is a sign and
          // any other "%" opens a placeholder: "%@" or "%lld" or "%lf".
          guard let kind = characters.next(), kind != "%" else {
            output.unicodeScalars.append(scalar)
            continue
          }
          if kind == "l" {
            while let next = characters.next(), next == "l" {}
          }
          switch rest.popFirst() {
          case .text(let text): output += text
          case .resource(let resource): output += String(localized: resource)
          case nil: break
          }
        }
        return output
      }
    }
  }

  extension String.LocalizationValue {
    /// What a literal of a localized text may contain.
    ///
    /// The compiler calls it; there is no need to.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      var key = ""
      var arguments: [Argument] = []

      /// Prepares for a literal.
      ///
      /// - Parameters:
      ///   - literalCapacity: Characters in the literal parts.
      ///   - interpolationCount: Interpolated values.
      public init(literalCapacity: Int, interpolationCount: Int) {
        key.reserveCapacity(literalCapacity + 3 * interpolationCount)
      }

      /// Adds a literal part.
      ///
      /// - Parameter literal: The text.
      public mutating func appendLiteral(_ literal: String) {
        for character in literal.unicodeScalars {
          if character == "%" { key += "%" }
          key.unicodeScalars.append(character)
        }
      }

      /// Adds a text.
      ///
      /// - Parameter string: The text.
      public mutating func appendInterpolation(_ string: String) {
        append("%@", .text(string))
      }

      /// Adds a part of a text.
      ///
      /// - Parameter substring: The text.
      public mutating func appendInterpolation(_ substring: Substring) {
        append("%@", .text(String(substring)))
      }

      /// Adds a whole number.
      ///
      /// - Parameter value: The number.
      public mutating func appendInterpolation(_ value: some FixedWidthInteger) {
        append("%lld", .text(String(value)))
      }

      /// Adds a number, in its shortest exact form.
      ///
      /// - Parameter value: The number.
      public mutating func appendInterpolation(_ value: Double) {
        append("%lf", .text(value.description))
      }

      /// Adds a number, in its shortest exact form.
      ///
      /// - Parameter value: The number.
      public mutating func appendInterpolation(_ value: Float) {
        append("%lf", .text(value.description))
      }

      /// Adds a value in a format.
      ///
      /// - Parameters:
      ///   - value: The value.
      ///   - format: How it is written.
      public mutating func appendInterpolation<F: FormatStyle>(
        _ value: F.FormatInput, format: F
      ) where F.FormatOutput == String {
        append("%@", .text(format.format(value)))
      }

      /// Adds attributed text, without its attributes.
      ///
      /// - Parameter attributedString: The text.
      public mutating func appendInterpolation(_ attributedString: AttributedString) {
        append("%@", .text(String(attributedString.characters[...])))
      }

      /// Adds another localized text.
      ///
      /// - Parameter resource: The text.
      public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
        append("%@", .resource(resource))
      }

      /// Adds a value that has a localized text: an entity, an enum case.
      ///
      /// - Parameter value: The value.
      public mutating func appendInterpolation(
        _ value: some CustomLocalizedStringResourceConvertible
      ) {
        append("%@", .resource(value.localizedStringResource))
      }

      private mutating func append(_ placeholder: String, _ argument: Argument) {
        key += placeholder
        arguments.append(argument)
      }
    }
  }

  /// A text that is looked up for the reader's language when it is shown.
  ///
  /// Use it for every text of an intent. Write a literal; interpolations take what
  /// `String.LocalizationValue` takes. Stands for `LocalizedStringResource` of Apple's Foundation.
  /// Translation tables are not read yet: the text shown is the default value.
  public struct LocalizedStringResource: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// The kind of literal with interpolations this type is made from.
    public typealias StringInterpolation = String.LocalizationValue.StringInterpolation

    /// The name under which a translation table keeps the text.
    public let key: String
    /// The text where no table has the key.
    public let defaultValue: String.LocalizationValue
    /// The table to look in; nil for the usual one.
    public let table: String?

    /// Makes a text from a value, which is also its key.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text.
    ///   - table: The table to look in; nil for the usual one.
    ///   - comment: A note to translators, not kept.
    public init(
      _ keyAndValue: String.LocalizationValue, table: String? = nil, comment: StaticString? = nil
    ) {
      self.init(key: keyAndValue.key, defaultValue: keyAndValue, table: table)
    }

    /// Makes a text with a key of its own.
    ///
    /// - Parameters:
    ///   - key: The name under which a table keeps the text.
    ///   - defaultValue: The text where no table has the key.
    ///   - table: The table to look in; nil for the usual one.
    ///   - comment: A note to translators, not kept.
    public init(
      _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
      comment: StaticString? = nil
    ) {
      self.init(key: key.description, defaultValue: defaultValue, table: table)
    }

    /// Makes a text from a literal.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) {
      self.init(String.LocalizationValue(stringLiteral: value))
    }

    /// Makes a text from a literal with interpolations.
    ///
    /// - Parameter stringInterpolation: What the compiler gathered from the literal.
    public init(stringInterpolation: StringInterpolation) {
      self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }

    private init(key: String, defaultValue: String.LocalizationValue, table: String?) {
      self.key = key
      self.defaultValue = defaultValue
      self.table = table
    }
  }

  extension LocalizedStringResource: CustomStringConvertible {
    /// The text as it is shown.
    public var description: String { defaultValue.rendered }
  }

  /// A value that has a localized text to show for it.
  ///
  /// Let errors that an intent throws conform to it, so that the text reaches the user. Stands for
  /// the protocol of that name in Apple's Foundation.
  public protocol CustomLocalizedStringResourceConvertible {
    /// The text to show for the value.
    var localizedStringResource: LocalizedStringResource { get }
  }

  extension String {
    /// The text of a resource, as it is shown.
    ///
    /// - Parameter resource: The resource.
    public init(localized resource: LocalizedStringResource) {
      self = resource.defaultValue.rendered
    }

    /// The text of a literal, as it is shown.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text.
    ///   - table: The table to look in; nil for the usual one.
    ///   - comment: A note to translators, not kept.
    @_disfavoredOverload
    public init(
      localized keyAndValue: String.LocalizationValue, table: String? = nil,
      comment: StaticString? = nil
    ) {
      self = keyAndValue.rendered
    }
  }

#endif
