import CCurl
import Glibc

// libcurl itself: opened once, initialised once, on the engine's thread.

/// The opened library.
///
/// It stays open until the process ends.
@safe struct CurlLibrary {
  /// The table of its functions, which is never freed: the library is never closed.
  let api: UnsafePointer<figranium_curl>

  /// The oldest version that can name the allowed protocols as text.
  private static let oldest: UInt32 = 0x075500

  /// Opens libcurl.
  ///
  /// - Throws: A failure of kind `unavailable` that says what is missing.
  init() throws(CurlFailure) {
    let table = UnsafeMutablePointer<figranium_curl>.allocate(capacity: 1)
    unsafe table.initialize(to: figranium_curl())
    if let missing = unsafe figranium_curl_load(table) {
      let name = unsafe String(cString: missing)
      unsafe table.deallocate()
      throw CurlFailure(.unavailable, Self.reason(notOpening: name))
    }
    unsafe api = UnsafePointer(table)
    let result = unsafe figranium_curl_start(api)
    guard result == CURLE_OK else {
      throw CurlFailure(.unavailable, "it does not start (\(result.rawValue))")
    }
    guard let info = unsafe api.pointee.version_info(figranium_curl_version) else {
      throw CurlFailure(.unavailable, "it does not tell its version")
    }
    let number = unsafe info.pointee.version_num
    guard number >= Self.oldest else {
      let version = unsafe String(cString: info.pointee.version)
      throw CurlFailure(.unavailable, "version \(version) is older than 7.85")
    }
  }

  /// Why it was not opened: the loader's own last word, where that is not that there is no such file.
  private static func reason(notOpening name: String) -> String {
    let said = unsafe dlerror().map { unsafe String(cString: $0) } ?? ""
    let last = said.split(separator: ":").last.map { $0.drop { $0 == " " } } ?? ""
    return last == "Too many open files" || last == "Cannot allocate memory"
      ? "\(name) was not opened: \(last)" : "\(name) was not found"
  }

  /// libcurl's words for a code.
  func text(_ code: CURLcode) -> String {
    unsafe api.pointee.easy_strerror(code).map { unsafe String(cString: $0) }
      ?? "error \(code.rawValue)"
  }
}
