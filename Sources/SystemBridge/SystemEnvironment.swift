import Glibc
import Synchronization

/// The environment that the process was started with.
package enum SystemEnvironment {
  /// The value of the variable `name`, or nil when it is not set.
  ///
  /// An empty value is a value.
  package static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Sets a variable that a system library reads as it is loaded, for this process alone.
  ///
  /// To be called before there is a second thread, which might be reading variables. What the user
  /// has set stays.
  package static func setPrivately(_ name: String, to value: String) {
    guard unsafe getenv(name) == nil, unsafe setenv(name, value, 0) == 0 else { return }
    ours.withLock { $0.append(name) }
  }

  /// Whether a variable was set by ``setPrivately(_:to:)``, and so is not for children.
  static func isPrivate(_ name: String) -> Bool { ours.withLock { $0.contains(name) } }

  private static let ours = Mutex<[String]>([])

  /// All variables as the user gave them, for a child process.
  package static var all: [String: String] {
    let ours = ours.withLock { $0 }
    var result: [String: String] = [:]
    var index = 0
    while let entry = unsafe environ[index] {
      index += 1
      let text = unsafe String(cString: entry)
      guard let equals = text.firstIndex(of: "=") else { continue }
      let name = String(text[..<equals])
      guard !ours.contains(name) else { continue }
      result[name] = String(text[text.index(after: equals)...])
    }
    return result
  }
}
