import CGLib
import Glibc

/// `errno`, for the calls of GLib that set no `GError`.
enum SystemErrno {
  static var current: Int32 { errno }

  static func text(_ code: Int32) -> String {
    unsafe g_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
