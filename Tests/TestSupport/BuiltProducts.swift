import Glibc

/// The programs that were built together with the running tests.
package enum BuiltProducts {
  /// The path of the executable `name`, which lies beside the test bundle.
  package static func path(_ name: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw RawClient.Failure(call: "readlink", errno: errno) }
    let bundle = String(
      decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = bundle.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
    guard unsafe access(path, X_OK) == 0 else {
      throw RawClient.Failure(call: "access \(path)", errno: errno)
    }
    return path
  }
}
