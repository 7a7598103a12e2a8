/// An event that a server sent over a stream of the WHATWG's `text/event-stream` format.
public struct ServerSentEvent: Sendable, Hashable {
  /// The event's name; `message` when the server gives none.
  public var name: String
  /// Its data, lines joined by line feeds.
  public var data: String
  /// The identifier of the last event that had one, this one included; empty for none.
  public var lastEventID: String

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - name: The event's name.
  ///   - data: Its data.
  ///   - lastEventID: The identifier of the last event that had one.
  public init(name: String = "message", data: String, lastEventID: String = "") {
    self.name = name
    self.data = data
    self.lastEventID = lastEventID
  }
}
