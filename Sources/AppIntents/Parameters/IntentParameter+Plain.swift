public import FoundationEssentials

// One family of initialisers for each type of value, as on Apple's systems. There the titles,
// descriptions and defaults must be constants that a build tool can read; keep to that here.

extension IntentParameter where Value.ValueType == String {
  /// A parameter that is a text.
  ///
  /// - Parameters:
  ///   - title: What it is called; without it, the property's name.
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - inputOptions: How it is typed.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil,
    inputOptions: String.IntentInputOptions? = nil, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: title, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog)
  }

  /// A parameter that is a text, called by the property's name.
  ///
  /// - Parameters:
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - inputOptions: How it is typed.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil,
    inputOptions: String.IntentInputOptions? = nil, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: nil, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog)
  }

  /// A parameter that is a text, with texts offered to choose from.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - inputOptions: How it is typed.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  ///   - optionsProvider: Finds the texts.
  public convenience init<Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    inputOptions: String.IntentInputOptions? = nil, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
  ) where Provider.DefaultValue.ValueType == String {
    self.init(
      named: title, description: description, default: nil,
      requestValueDialog: requestValueDialog, optionsProvider: optionsProvider)
  }
}

extension IntentParameter where Value.ValueType == Bool {
  /// A parameter that is true or false.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - displayName: The words for true and false.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil,
    displayName: Bool.IntentDisplayName? = nil, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: title, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog, constraint: displayName.map { .boolean($0) } ?? .none)
  }

  /// A parameter that is true or false, called by the property's name.
  ///
  /// - Parameters:
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - displayName: The words for true and false.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil,
    displayName: Bool.IntentDisplayName? = nil, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: nil, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog, constraint: displayName.map { .boolean($0) } ?? .none)
  }
}

extension IntentParameter where Value.ValueType == Date {
  /// Which part of a date a parameter takes.
  public enum DateKind: Sendable {
    /// The day.
    case date
    /// The time of day.
    case time
    /// Both.
    case dateTime

    fileprivate var constraint: IntentParameterConstraint {
      switch self {
      case .date: .date(.date)
      case .time: .date(.time)
      case .dateTime: .date(.dateTime)
      }
    }
  }

  /// A parameter that is a date.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - kind: Which part of a date it takes.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, kind: DateKind = .dateTime,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: title, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog, constraint: kind.constraint)
  }
}

extension IntentParameter where Value.ValueType == Date {
  /// A parameter that is a date, called by the property's name.
  ///
  /// - Parameters:
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - kind: Which part of a date it takes.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, kind: DateKind = .dateTime,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: nil, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog, constraint: kind.constraint)
  }
}

extension IntentParameter where Value.ValueType == URL {
  /// A parameter that is a URL, called by the property's name.
  ///
  /// - Parameters:
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: nil, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog)
  }

  /// A parameter that is a URL.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: title, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog)
  }

  /// A parameter that is a URL, with URLs offered to choose from.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  ///   - optionsProvider: Finds the URLs.
  public convenience init<Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
  ) where Provider.DefaultValue.ValueType == URL {
    self.init(
      named: title, description: description, default: nil,
      requestValueDialog: requestValueDialog, optionsProvider: optionsProvider)
  }
}
