import CGLib
import Synchronization

/// A call of a method of ours, as it came.
package struct BusCall: Sendable {
  /// The unique name of the caller.
  package let sender: String
  /// The object.
  package let path: String
  /// The interface.
  package let interface: String
  /// The method.
  package let member: String
  /// The arguments; their types are those of the interface's description.
  package let arguments: BusValue
}

/// An error that a caller gets: a D-Bus error's name and one sentence.
package struct BusFault: Error, Sendable, Equatable {
  package let name: String
  package let message: String

  package init(_ name: String, _ message: String) {
    self.name = name
    self.message = message
  }

  /// The arguments make no sense here.
  package static func invalidArguments(_ message: String) -> BusFault {
    BusFault("org.freedesktop.DBus.Error.InvalidArgs", message)
  }

  /// It is not done here.
  package static func notSupported(_ message: String) -> BusFault {
    BusFault("org.freedesktop.DBus.Error.NotSupported", message)
  }
}

/// The answer that a call waits for: given once, from any thread, now or later.
///
/// Let go without an answer it answers with an error, so that no caller waits for nothing.
@safe package final class BusReply: Sendable {
  private let signature: String
  private let member: String
  // Taken by the one answer, which GDBus frees it with; GDBus allows it on any thread.
  private nonisolated(unsafe) let invocation: OpaquePointer
  private let isAnswered = Atomic(false)

  init(taking invocation: OpaquePointer, member: String, signature: String) {
    unsafe self.invocation = invocation
    self.member = member
    self.signature = signature
  }

  deinit {
    give(.failure(BusFault("org.freedesktop.DBus.Error.Failed", "\(member) was not answered.")))
  }

  /// Answers with values, one for each that the description names.
  package func give(_ values: BusValue...) { give(.success(.tuple(values))) }

  /// Answers with an error.
  package func fail(_ fault: BusFault) { give(.failure(fault)) }

  /// Answers; every call after the first does nothing.
  package func give(_ result: Result<BusValue, BusFault>) {
    guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return }
    do throws(BusFault) {
      let variant = try variant(of: try result.get())
      unsafe g_dbus_method_invocation_return_value(invocation, variant.pointer)
    } catch {
      // A name that GDBus would not send ends the program there.
      let name =
        unsafe g_dbus_is_name(error.name) != 0 && g_dbus_is_interface_name(error.name) != 0
        ? error.name : "org.freedesktop.DBus.Error.Failed"
      let message = error.message.replacing("\0", with: "")
      unsafe g_dbus_method_invocation_return_dbus_error(invocation, name, message)
    }
  }

  private func variant(of value: BusValue) throws(BusFault) -> Variant {
    let variant: Variant
    do throws(BusError) {
      variant = try Variant(value)
    } catch {
      throw BusFault("org.freedesktop.DBus.Error.Failed", "\(member) has no fit answer: \(error)")
    }
    guard variant.signature == signature else {
      throw BusFault(
        "org.freedesktop.DBus.Error.Failed",
        "\(member) would answer \(variant.signature) and not \(signature).")
    }
    return variant
  }
}
