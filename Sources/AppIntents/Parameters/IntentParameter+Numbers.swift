extension IntentParameter where Value.ValueType == Int {
  /// How a number is set on a screen.
  ///
  /// Kept for source compatibility.
  public enum IntControlStyle: Sendable {
    /// A field to type in.
    case field
    /// A field with up and down.
    case stepper
    /// A slider.
    case slider
  }

  /// A parameter that is a whole number.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - controlStyle: Kept for source compatibility.
  ///   - inclusiveRange: The lowest and highest value allowed; the runtime refuses others.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, controlStyle: IntControlStyle = .stepper,
    inclusiveRange: (lowerBound: Int, upperBound: Int)? = nil,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: title, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog, constraint: .init(inclusiveRange))
  }

  /// A parameter that is a whole number, called by the property's name.
  ///
  /// - Parameters:
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - controlStyle: Kept for source compatibility.
  ///   - inclusiveRange: The lowest and highest value allowed; the runtime refuses others.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, controlStyle: IntControlStyle = .stepper,
    inclusiveRange: (lowerBound: Int, upperBound: Int)? = nil,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: nil, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog, constraint: .init(inclusiveRange))
  }

  /// A parameter that is a whole number, with numbers offered to choose from.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - controlStyle: Kept for source compatibility.
  ///   - inclusiveRange: The lowest and highest value allowed; the runtime refuses others.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  ///   - optionsProvider: Finds the numbers.
  public convenience init<Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    controlStyle: IntControlStyle = .stepper,
    inclusiveRange: (lowerBound: Int, upperBound: Int)? = nil,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
  ) where Provider.DefaultValue.ValueType == Int {
    self.init(
      named: title, description: description, default: nil,
      requestValueDialog: requestValueDialog, constraint: .init(inclusiveRange),
      optionsProvider: optionsProvider)
  }
}

extension IntentParameter where Value.ValueType == Double {
  /// How a number is set on a screen.
  ///
  /// Kept for source compatibility.
  public enum DoubleControlStyle: Sendable {
    /// A field to type in.
    case field
    /// A field with up and down.
    case stepper
    /// A slider.
    case slider
  }

  /// A parameter that is a number.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - controlStyle: Kept for source compatibility.
  ///   - inclusiveRange: The lowest and highest value allowed; the runtime refuses others.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, controlStyle: DoubleControlStyle = .stepper,
    inclusiveRange: (lowerBound: Double, upperBound: Double)? = nil,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: title, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog, constraint: .init(inclusiveRange))
  }

  /// A parameter that is a number, called by the property's name.
  ///
  /// - Parameters:
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - controlStyle: Kept for source compatibility.
  ///   - inclusiveRange: The lowest and highest value allowed; the runtime refuses others.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, controlStyle: DoubleControlStyle = .stepper,
    inclusiveRange: (lowerBound: Double, upperBound: Double)? = nil,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: nil, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog, constraint: .init(inclusiveRange))
  }

  /// A parameter that is a number, with numbers offered to choose from.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - controlStyle: Kept for source compatibility.
  ///   - inclusiveRange: The lowest and highest value allowed; the runtime refuses others.
  ///   - requestValueDialog: The question for it.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  ///   - optionsProvider: Finds the numbers.
  public convenience init<Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    controlStyle: DoubleControlStyle = .stepper,
    inclusiveRange: (lowerBound: Double, upperBound: Double)? = nil,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
  ) where Provider.DefaultValue.ValueType == Double {
    self.init(
      named: title, description: description, default: nil,
      requestValueDialog: requestValueDialog, constraint: .init(inclusiveRange),
      optionsProvider: optionsProvider)
  }
}

extension IntentParameterConstraint {
  /// A range of whole numbers; bounds in the wrong order are put right.
  init(_ range: (lowerBound: Int, upperBound: Int)?) {
    self =
      range.map {
        .integers(min($0.lowerBound, $0.upperBound)...max($0.lowerBound, $0.upperBound))
      } ?? .none
  }

  /// A range of numbers; bounds in the wrong order are put right, one that is not a number is none.
  init(_ range: (lowerBound: Double, upperBound: Double)?) {
    guard let range, !range.lowerBound.isNaN, !range.upperBound.isNaN else {
      self = .none
      return
    }
    self = .numbers(
      min(range.lowerBound, range.upperBound)...max(range.lowerBound, range.upperBound))
  }
}
