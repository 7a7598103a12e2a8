extension IntentParameter where Value.ValueType: AppEntity {
  /// A parameter that is an entity of the program.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - requestValueDialog: The question for it.
  ///   - requestDisambiguationDialog: The question when several fit.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, requestValueDialog: IntentDialog? = nil,
    requestDisambiguationDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: title, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog,
      requestDisambiguationDialog: requestDisambiguationDialog, constraint: .none)
  }

  /// A parameter that is an entity of the program, called by the property's name.
  ///
  /// - Parameters:
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - requestValueDialog: The question for it.
  ///   - requestDisambiguationDialog: The question when several fit.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, requestValueDialog: IntentDialog? = nil,
    requestDisambiguationDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: nil, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog,
      requestDisambiguationDialog: requestDisambiguationDialog, constraint: .none)
  }

  /// A parameter that is an entity of the program, with those offered that a provider finds.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - requestValueDialog: The question for it.
  ///   - requestDisambiguationDialog: The question when several fit.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  ///   - optionsProvider: Finds the entities.
  public convenience init<Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
  ) where Provider.DefaultValue.ValueType == Value.ValueType {
    self.init(
      named: title, description: description, default: nil,
      requestValueDialog: requestValueDialog,
      requestDisambiguationDialog: requestDisambiguationDialog, optionsProvider: optionsProvider)
  }
}

extension IntentParameter where Value.ValueType: AppEnum {
  /// A parameter that is one of a fixed set of values.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - requestValueDialog: The question for it.
  ///   - requestDisambiguationDialog: The question when several fit.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, requestValueDialog: IntentDialog? = nil,
    requestDisambiguationDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: title, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog,
      requestDisambiguationDialog: requestDisambiguationDialog, constraint: .none)
  }

  /// A parameter that is one of a fixed set of values, with those offered that a provider finds.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - description: What it is for.
  ///   - requestValueDialog: The question for it.
  ///   - requestDisambiguationDialog: The question when several fit.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  ///   - optionsProvider: Finds the values.
  public convenience init<Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
  ) where Provider.DefaultValue.ValueType == Value.ValueType {
    self.init(
      named: title, description: description, default: nil,
      requestValueDialog: requestValueDialog,
      requestDisambiguationDialog: requestDisambiguationDialog, optionsProvider: optionsProvider)
  }

  /// A parameter that is one of a fixed set of values, called by the property's name.
  ///
  /// - Parameters:
  ///   - description: What it is for.
  ///   - defaultValue: The value when none is given.
  ///   - requestValueDialog: The question for it.
  ///   - requestDisambiguationDialog: The question when several fit.
  ///   - inputConnectionBehavior: Kept for source compatibility.
  public convenience init(
    description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, requestValueDialog: IntentDialog? = nil,
    requestDisambiguationDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(
      named: nil, description: description, default: defaultValue,
      requestValueDialog: requestValueDialog,
      requestDisambiguationDialog: requestDisambiguationDialog, constraint: .none)
  }
}
