extension IntentParameter {
  /// An error to throw from `perform()` when the value is missing or will not do.
  ///
  /// The runtime asks the person for a value, sets it, and runs `perform()` again from its start.
  ///
  /// - Parameter dialog: The question; nil for the parameter's own.
  /// - Returns: The error.
  public func needsValueError(_ dialog: IntentDialog? = nil) -> AppIntentError {
    AppIntentError(.needsValue(self, dialog: dialog))
  }

  /// Asks for a value, in the middle of `perform()`.
  ///
  /// The parameter has it from then on as well, unless it is a list: of a list, one element is
  /// asked for.
  ///
  /// - Parameter dialog: The question; nil for the parameter's own.
  /// - Returns: The value.
  /// - Throws: An error if nobody can be asked, if the person gives up, or if the answer still does
  ///   not fit when the question was put three times.
  public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value.ValueType {
    let session = try IntentSession.required(for: "ask for a value")
    let answer = try await session.askOne(of: self, dialog: dialog)
    guard let value = answer as? Value.ValueType else {
      // A text is read as this very type.
      throw AppIntentError.Unrecoverable.unknown
    }
    _ = setValue(value)
    return value
  }

  /// Asks which of several values is meant.
  ///
  /// The parameter keeps the value it has; set it to the answer if it should change.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - dialog: The question; nil for the parameter's own.
  /// - Returns: The one that was chosen; the only one, if there is one only.
  /// - Throws: An error if there are none, if nobody can be asked, or if the person gives up.
  public func requestDisambiguation(
    among values: [Value.ValueType], dialog: IntentDialog? = nil
  ) async throws -> Value.ValueType {
    let index = try await IntentSession.required(for: "choose").choose(
      among: values.map { $0 as any _IntentValue }, for: self, dialog: dialog)
    return values[index]
  }

  /// Asks whether a value is right.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - dialog: The question; nil for a plain one with the value in it.
  /// - Returns: Whether it is.
  /// - Throws: An error if nobody can be asked.
  public func requestConfirmation(
    for value: Value.ValueType, dialog: IntentDialog? = nil
  ) async throws -> Bool {
    try await IntentSession.required(for: "confirm").confirm(value, for: self, dialog: dialog)
  }
}
