import FoundationEssentials

// The check of what each type of action needs, as servers read it.

extension TaskCheck {
  mutating func checkMembers(_ index: Int, _ action: Action) {
    switch action.type {
    case .click, .hover:
      need(action.selector, "selector", at: index, "the CSS selector of the element")
    case .check, .uncheck:
      need(action.selector, "selector", at: index, "the CSS selector of the check box")
    case .waitSelector:
      need(action.selector, "selector", at: index, "the CSS selector of the element")
      checkSeconds(action.value, at: index)
    case .upload:
      need(action.selector, "selector", at: index, "the CSS selector of what takes the file")
    case .dragAndDrop:
      need(action.selector, "selector", at: index, "the CSS selector of what is dragged")
      need(
        action.targetSelector, "targetSelector", at: index,
        "the CSS selector of what it is dropped on")
    case .select:
      need(action.selector, "selector", at: index, "the CSS selector of the list")
      needPresent(action.value, "value", at: index, "the value of the option")
    case .type:
      needPresent(action.value, "value", at: index, "the text, or an empty one to clear the field")
    case .press: need(action.key, "key", at: index, "the key, such as `Enter`")
    case .navigate:
      if need(action.value, "value", at: index, "the address"), let value = action.value {
        checkAddress(value, at: index)
      }
    case .httpRequest: checkRequest(action, at: index)
    case .wait, .waitDownloads: checkSeconds(action.value, at: index)
    case .javaScript: need(action.value, "value", at: index, "the script")
    case .merge: need(action.value, "value", at: index, "the variables to merge")
    case .set:
      if need(action.varName, "varName", at: index, "the name of the variable") {
        checkBareName(action.varName, at: index)
      }
    case .if, .while: checkCondition(action, at: index)
    case .repeat: checkCount(action.value, at: index)
    case .forEach:
      if blank(action.selector), blank(action.varName) {
        report(
          .missingMember, at: index, "has neither `selector` nor `varName`",
          "Name the elements, or the variable, that it goes through")
      } else if blank(action.selector) {
        checkBareName(action.varName, at: index)
      }
    case .stop: checkOutcome(action.value, at: index)
    case .start: checkTaskID(action.value, at: index)
    case .solveCaptcha, .waitCaptcha: break
    default: checkType(action.type, at: index)
    }
  }

  /// An address that a browser can open.
  mutating func checkAddress(_ text: String, at index: Int?) {
    guard !text.contains("{$") else { return }
    let lower = text.lowercased()
    let scheme = ["http://", "https://"].first { lower.hasPrefix($0) }
    guard let scheme, lower.utf8.count > scheme.utf8.count else {
      report(
        .invalidMember, at: index, "has an address that no server opens",
        "Begin it with `https://` or `http://` and a host")
      return
    }
  }

  // MARK: What must be there

  private func blank(_ text: String?) -> Bool {
    text?.allSatisfy(\.isWhitespace) ?? true
  }

  @discardableResult
  private mutating func need(
    _ text: String?, _ name: String, at index: Int, _ what: String
  ) -> Bool {
    guard blank(text) else { return true }
    report(.missingMember, at: index, "has no `\(name)`", "Set it to \(what)")
    return false
  }

  /// Like `need`, but an empty text will do.
  private mutating func needPresent(
    _ text: String?, _ name: String, at index: Int, _ what: String
  ) {
    if text == nil { need(nil, name, at: index, what) }
  }

  // MARK: What it must be

  private mutating func checkType(_ type: Action.Kind, at index: Int) {
    // What servers also call `navigate`, `type` and `do_nothing`.
    let synonyms: Set<Action.Kind> = ["goto", "fill", "noop", "pass"]
    if type.rawValue.isEmpty {
      report(.missingMember, at: index, "has no `type`", "Set it to what the action does")
    } else if !Action.Kind.known.contains(type), !synonyms.contains(type) {
      report(
        .unknownWord, at: index, "has a type that is not known here",
        "Make sure that your server knows it", severity: .note)
    }
  }

  private mutating func checkSeconds(_ text: String?, at index: Int) {
    guard let text, !text.isEmpty, !text.contains("{$") else { return }
    guard let seconds = Double(text), seconds >= 0, seconds.isFinite else {
      report(
        .invalidMember, at: index, "has a `value` that is no length of time",
        "Set it to a number of seconds, such as 1.5")
      return
    }
  }

  private mutating func checkCount(_ text: String?, at index: Int) {
    guard need(text, "value", at: index, "how often the block runs"), let text,
      !text.contains("{$")
    else { return }
    guard let count = Int(text), count > 0 else {
      report(
        .invalidMember, at: index, "runs its block not once",
        "Set `value` to a whole number above 0")
      return
    }
  }

  private mutating func checkOutcome(_ text: String?, at index: Int) {
    guard let text, !["", "success", "error"].contains(text) else { return }
    report(
      .invalidMember, at: index, "ends the run with an outcome that servers take for `success`",
      "Set `value` to `success` or `error`")
  }

  private mutating func checkTaskID(_ text: String?, at index: Int) {
    guard need(text, "value", at: index, "the identifier of the task to start"), let text,
      !text.contains("{$")
    else { return }
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
        || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
    if !isPlain {
      report(
        .invalidMember, at: index, "starts a task whose identifier servers refuse here",
        "Give that task an identifier of letters, digits, `_` and `-`")
    } else if text == task.id {
      report(
        .invalidMember, at: index, "starts its own task, which would never end",
        "Name another task", severity: .note)
    }
  }

  private mutating func checkBareName(_ text: String?, at index: Int) {
    guard let text, !VariableName.isValid(text) else { return }
    let bare = VariableName.bare(text)
    report(
      .invalidMember, at: index, "has a `varName` that is no name",
      VariableName.isValid(bare)
        ? "Write `\(bare)` without brackets" : "A name \(VariableName.rule)")
  }

  private mutating func checkRequest(_ action: Action, at index: Int) {
    if need(action.value, "value", at: index, "the address"), let value = action.value {
      checkAddress(value, at: index)
    }
    let known: Set<Action.RequestMethod> = [.get, .post, .put, .patch, .delete]
    if let method = action.method, !method.rawValue.isEmpty, !method.rawValue.contains("{$"),
      !known.contains(Action.RequestMethod(rawValue: method.rawValue.uppercased()))
    {
      report(
        .unknownWord, at: index, "has a `method` that is not known here",
        "Use GET, POST, PUT, PATCH or DELETE", severity: .note)
    }
    guard let headers = action.headers, !headers.isEmpty, !headers.contains("{$") else { return }
    let parsed = try? JSONDecoder().decode(JSONValue.self, from: Data(headers.utf8))
    if parsed?.objectValue == nil {
      report(
        .invalidMember, at: index, "has `headers` that are no JSON object",
        "Write them as the text of one, with a text for each name")
    }
  }

  private mutating func checkCondition(_ action: Action, at index: Int) {
    // As servers decide between the two forms.
    let isStructured = [
      action.conditionVar, action.conditionVarType?.rawValue, action.conditionOp?.rawValue,
      action.conditionValue,
    ].contains { $0?.isEmpty == false }
    guard isStructured else {
      need(action.value, "value", at: index, "an expression, or give it a comparison")
      return
    }
    let type = action.conditionVarType ?? .string
    let comparison = action.conditionOp ?? (type == .boolean ? .isTrue : .equals)
    if comparison == .exists || comparison == .notExists {
      if blank(action.selector), blank(action.conditionVar) {
        need(nil, "selector", at: index, "the CSS selector of the element")
      }
      return
    }
    need(action.conditionVar, "conditionVar", at: index, "the variable that is compared")
    let operators: [Action.ConditionType: Set<Action.ConditionOperator>] = [
      .string: [.equals, .notEquals, .contains, .startsWith, .endsWith, .matches],
      .number: [
        .equals, .notEquals, .greaterThan, .greaterThanOrEqual, .lessThan, .lessThanOrEqual,
      ],
      .boolean: [.isTrue, .isFalse],
    ]
    guard let fitting = operators[type] else {
      report(
        .unknownWord, at: index, "has a `conditionVarType` that is not known here",
        "Use string, number or boolean", severity: .note)
      return
    }
    if !fitting.contains(comparison) {
      report(
        .invalidMember, at: index,
        "compares a \(type.rawValue) by an operator that is not for it",
        "Use one of \(fitting.map(\.rawValue).sorted().joined(separator: ", ")),"
          + " or another `conditionVarType`")
    } else if type == .number, let value = action.conditionValue, !value.contains("{$"),
      Double(value) == nil
    {
      report(
        .invalidMember, at: index, "compares a number with what is none",
        "Set `conditionValue` to a number")
    }
  }
}
