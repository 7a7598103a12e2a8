/// Something the program can do for its user, called by name from outside its own windows.
///
/// Give it a title, parameters marked with `@Parameter`, and ``perform()``. The program's
/// ``AppShortcutsProvider`` names the intents that have spoken phrases. Stands for `AppIntent` of
/// App Intents.
public protocol AppIntent: PersistentlyIdentifiable, _SupportsAppDependencies, Sendable {
  /// What ``perform()`` returns; the compiler finds it.
  associatedtype PerformResult: IntentResult
  /// The kind of ``parameterSummary``; the compiler finds it.
  associatedtype SummaryContent: ParameterSummary = IntentParameterSummary<Self>
  /// The kind of ``description``: a description or none; the compiler finds it.
  associatedtype _Description: _IntentDescriptionOrNot = IntentDescription?

  /// What the intent is called in lists: a verb and its object.
  static var title: LocalizedStringResource { get }
  /// What the intent does; by default nothing is said.
  static var description: _Description { get }
  /// Whether the program comes to the front when the intent runs; by default it does not.
  static var openAppWhenRun: Bool { get }
  /// Whether lists and searches show the intent; by default they do. A hidden one still runs by
  /// name.
  static var isDiscoverable: Bool { get }
  /// Whether the session must be unlocked for the intent to run.
  static var authenticationPolicy: IntentAuthenticationPolicy { get }
  /// The intent as a sentence with its parameters in it.
  @ParameterSummaryBuilder<Self> static var parameterSummary: SummaryContent { get }

  /// Makes an intent whose parameters have their default values or none.
  init()

  /// Does the work.
  ///
  /// Every parameter that is not optional has a value when the runtime calls it.
  ///
  /// - Returns: A result, made with `.result(…)`.
  /// - Throws: Any error; its text is shown to the user. An error from `needsValueError(_:)` of a
  ///   parameter asks for the value, and the work starts again.
  func perform() async throws -> PerformResult
}

extension AppIntent {
  /// The property wrapper of a parameter.
  public typealias Parameter = IntentParameter
  /// The property wrapper of something the app hands in at its start.
  public typealias Dependency = AppDependency
  /// The sentence of ``parameterSummary``.
  public typealias Summary = IntentParameterSummary<Self>

  /// False.
  public static var openAppWhenRun: Bool { false }
  /// True.
  public static var isDiscoverable: Bool { true }
  /// Always allowed.
  public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
}

extension AppIntent where _Description == IntentDescription? {
  /// None.
  public static var description: IntentDescription? { nil }
}

extension AppIntent where SummaryContent == IntentParameterSummary<Self> {
  /// A sentence of no words.
  public static var parameterSummary: IntentParameterSummary<Self> { IntentParameterSummary() }
}

/// When an intent may run with regard to a locked session.
public enum IntentAuthenticationPolicy: Sendable, Hashable {
  /// Also while the session is locked.
  case alwaysAllowed
  /// Only for a user who has logged in.
  case requiresAuthentication
  /// Only while this device's session is unlocked.
  case requiresLocalDeviceAuthentication
}

/// No intent: what stands where a result opens none.
extension Never: AppIntent {
  /// Empty; `Never` is in no list.
  public static var title: LocalizedStringResource { "" }

  /// Cannot be called: there are no values of `Never`.
  public init() { preconditionFailure("Never has no values") }

  /// Cannot be called: there are no values of `Never`.
  public func perform() async throws -> Never { switch self {} }
}
