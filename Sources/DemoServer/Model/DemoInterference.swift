package import GLibBridge

/// What a bad network, or a server that breaks down, does to one request.
package enum DemoInterference: Sendable {
  /// The request never arrives: nothing is done, and the connection breaks.
  case losesRequest

  /// The request is acted on; its answer never arrives, and the connection breaks.
  case losesAnswer

  /// The request is acted on; its answer never comes, and the connection stays open.
  case withholdsAnswer

  /// The request is acted on, and this is what a proxy makes of its answer.
  case replacesAnswer(ServedReply)

  /// Nothing is done, and this is the answer.
  case answers(ServedReply)
}
