import Glibc

/// The environment that the process was started with.
package enum SystemEnvironment {
  /// The value of the variable `name`, or nil when it is not set.
  ///
  /// An empty value is a value.
  package static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// All variables, for a child process.
  package static var all: [String: String] {
    var result: [String: String] = [:]
    var index = 0
    while let entry = unsafe environ[index] {
      index += 1
      let text = unsafe String(cString: entry)
      guard let equals = text.firstIndex(of: "=") else { continue }
      result[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return result
  }
}
