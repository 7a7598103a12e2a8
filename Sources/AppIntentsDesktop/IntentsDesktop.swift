public import AppIntents
import GLibBridge
import Synchronization

/// Shows a program's App Intents to the Linux desktop: GNOME's search, KRunner, menus,
/// notifications, speech, and other programs on the session bus.
///
/// `Bus/` has the interfaces, `Search/` what they find, `Service/` the runs and the service's
/// life, `Notifications/` and `Speech/` how a result is told, `Files/` what is installed beside
/// the program. Nothing here knows what the intents do.
public enum IntentsDesktop {
  /// Serves the program's intents on the session bus, until nobody has called for two minutes, or
  /// until SIGTERM or SIGINT.
  ///
  /// The bus starts the program at the first call; see ``DesktopFiles`` for the file that tells it
  /// how.
  ///
  /// - Parameters:
  ///   - shortcuts: The program's shortcuts.
  ///   - applicationID: The name on the bus, for example `org.example.Notes`.
  /// - Throws: ``DesktopError`` when the service cannot begin. Errors of intents are told by
  ///   notification, and not thrown.
  public static func run(shortcuts: any AppShortcutsProvider.Type, applicationID: String)
    async throws
  {
    try await run(DesktopApplication(id: applicationID, shortcuts: shortcuts))
  }

  /// Serves a program's intents, with a name, hooks and texts of its own.
  ///
  /// - Parameters:
  ///   - application: The program.
  ///   - options: Limits, and what a signal means.
  ///   - control: A way to end it from elsewhere.
  /// - Throws: ``DesktopError`` when the service cannot begin.
  public static func run(
    _ application: DesktopApplication, options: DesktopServiceOptions = .init(),
    control: ServiceControl = .init()
  ) async throws {
    try await DesktopService(application: application, options: options, control: control).run()
  }
}

/// Limits of a service, and what a signal means to it.
public struct DesktopServiceOptions: Sendable {
  /// After how long without a call it leaves; runs and questions keep it.
  public var idleLimit: Duration = .seconds(120)
  /// How long the user may think about a question; then the answer is no.
  public var questionLimit: Duration = .seconds(60)
  /// How long runs that are stopped may take to end.
  public var stopLimit: Duration = .seconds(8)
  /// What SIGTERM and SIGINT do with runs.
  public var atSignal: ServiceControl.Stop = .stopRuns
  /// Whether SIGTERM and SIGINT are handled here; false for a program that has its own way and a
  /// ``ServiceControl``.
  public var handlesSignals = true
  /// The bus; the session's when not given.
  package var busAddress: String?
  /// The bus of the login manager; the system's when not given.
  package var loginBusAddress: String?
  /// Where the search's cache goes, instead of the user's cache folder.
  package var cacheFolder: String?

  /// The usual ones.
  public init() {}
}

/// Ends a service from elsewhere in the program.
public final class ServiceControl: Sendable {
  /// What becomes of the intents that run.
  public enum Stop: Sendable, Equatable {
    /// They are asked to end, and waited for a short time.
    case stopRuns
    /// They are waited for.
    case wait
  }

  private struct State: Sendable {
    var stop: Stop?
    var handler: (@Sendable (Stop) -> Void)?
  }

  private let state = Mutex(State())

  /// For one call of ``IntentsDesktop/run(_:options:control:)``.
  public init() {}

  /// Ends the service; a second call with `stopRuns` ends a wait.
  ///
  /// - Parameter stop: What becomes of the intents that run.
  public func stop(_ stop: Stop) {
    let handler = state.withLock { state in
      state.stop = stop
      return state.handler
    }
    handler?(stop)
  }

  /// Sets who is told; at once when it was stopped already.
  ///
  /// - Parameter heard: What was heard of by who was told before: anything else came in between.
  func onStop(after heard: Stop? = nil, _ handler: @escaping @Sendable (Stop) -> Void) {
    let stop = state.withLock { state in
      state.handler = handler
      return state.stop
    }
    if let stop, stop != heard { handler(stop) }
  }
}
