// One step of a task. Unknown members are kept, as a task's are.

/// One step of a task.
///
/// Make one with ``Actions``, or with the steps of ``ActionsBuilder``; read those of a task with
/// ``Task/actions``. Every member is kept in ``members``, also those of later servers; the
/// properties are views of the known ones, `nil` where the action has none.
public struct Action: ServerModel, Identifiable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) {
    self.members = members
  }

  /// Creates an action with nothing but an identifier and a type.
  ///
  /// For types that ``Actions`` does not have; set the properties, or ``members``.
  ///
  /// - Parameters:
  ///   - type: What it does.
  ///   - id: Its identifier; the current ``ActionIDGenerator`` makes one when `nil`.
  public init(_ type: Kind, id: String? = nil) {
    members = [
      "id": .string(id ?? ActionIDGenerator.current(type)), "type": .string(type.rawValue),
    ]
  }

  /// The identifier, unique within its task.
  public var id: String? {
    get { members.word("id") }
    set { self["id"] = newValue }
  }

  /// What it does; an empty word where the action has none.
  public var type: Kind {
    get { Kind(rawValue: members.text("type") ?? "") }
    set { self["type"] = newValue.rawValue }
  }

  /// Whether the server leaves it out.
  public var disabled: Bool? {
    get { members["disabled"]?.boolValue }
    set { members["disabled"] = newValue.map(JSONValue.bool) }
  }

  /// The CSS selector of the element that it works on.
  public var selector: String? {
    get { self["selector"] }
    set { self["selector"] = newValue }
  }

  /// The CSS selector of the element that it drags to.
  public var targetSelector: String? {
    get { self["targetSelector"] }
    set { self["targetSelector"] = newValue }
  }

  /// What it works with: an address, a text, seconds, a script, a task's identifier, an outcome.
  public var value: String? {
    get { self["value"] }
    set { self["value"] = newValue }
  }

  /// Which click.
  public var clickType: ClickType? {
    get { self["clickType"].map(ClickType.init(rawValue:)) }
    set { self["clickType"] = newValue?.rawValue }
  }

  /// What happens to text that the field already has.
  public var typeMode: TypeMode? {
    get { self["typeMode"].map(TypeMode.init(rawValue:)) }
    set { self["typeMode"] = newValue?.rawValue }
  }

  /// The key that it presses, for example `Enter` or `Control+A`; of `scroll` the milliseconds.
  public var key: String? {
    get { self["key"] }
    set { self["key"] = newValue }
  }

  /// The variable that takes its result; of `foreach` the variable with the items.
  public var varName: String? {
    get { self["varName"] }
    set { self["varName"] = newValue }
  }

  /// The method of the request.
  public var method: RequestMethod? {
    get { self["method"].map(RequestMethod.init(rawValue:)) }
    set { self["method"] = newValue?.rawValue }
  }

  /// The headers of the request, as the text of a JSON object.
  public var headers: String? {
    get { self["headers"] }
    set { self["headers"] = newValue }
  }

  /// The body of the request.
  public var body: String? {
    get { self["body"] }
    set { self["body"] = newValue }
  }

  /// What the condition looks at: a variable's name, or text.
  public var conditionVar: String? {
    get { self["conditionVar"] }
    set { self["conditionVar"] = newValue }
  }

  /// What the condition compares.
  public var conditionVarType: ConditionType? {
    get { self["conditionVarType"].map(ConditionType.init(rawValue:)) }
    set { self["conditionVarType"] = newValue?.rawValue }
  }

  /// How the condition compares.
  public var conditionOp: ConditionOperator? {
    get { self["conditionOp"].map(ConditionOperator.init(rawValue:)) }
    set { self["conditionOp"] = newValue?.rawValue }
  }

  /// What the condition compares with.
  public var conditionValue: String? {
    get { self["conditionValue"] }
    set { self["conditionValue"] = newValue }
  }

  /// Which captcha.
  public var captchaType: CaptchaType? {
    get { self["captchaType"].map(CaptchaType.init(rawValue:)) }
    set { self["captchaType"] = newValue?.rawValue }
  }

  /// How long the server tries; sent in whole milliseconds.
  public var timeout: Duration? {
    get { members.milliseconds("timeout") }
    set { members["timeout"] = newValue.map { .integer($0.wholeMilliseconds) } }
  }

  /// The cabinet that a file comes from; the server's own without one.
  public var cabinetID: String? {
    get { self["cabinetId"] }
    set { self["cabinetId"] = newValue }
  }

  /// Whether the file counts as uploaded at once.
  public var markAsUploaded: Bool? {
    get { members["markAsUploaded"]?.boolValue }
    set { members["markAsUploaded"] = newValue.map(JSONValue.bool) }
  }

  /// The same action with some members of every type changed.
  ///
  /// - Parameters:
  ///   - id: Its identifier; unchanged when `nil`.
  ///   - disabled: Whether the server leaves it out; unchanged when `nil`.
  ///   - timeout: How long the server tries; unchanged when `nil`.
  public func with(
    id: String? = nil, disabled: Bool? = nil, timeout: Duration? = nil
  ) -> Action {
    var copy = self
    if let id { copy.id = id }
    if let disabled { copy.disabled = disabled }
    if let timeout { copy.timeout = timeout }
    return copy
  }

  /// A member as text; `nil` takes it away.
  private subscript(name: String) -> String? {
    get { members.text(name) }
    set { members[name] = newValue.map(JSONValue.string) }
  }
}

extension Action: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    members = try value.members(of: "an action")
  }
}

extension Duration {
  /// The whole milliseconds, rounded down; the greatest number when there are more.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, again) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    guard !overflow, !again else { return seconds < 0 ? .min : .max }
    return sum
  }
}
