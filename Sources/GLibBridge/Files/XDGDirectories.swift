import CGLib

/// The user's directories of the XDG Base Directory Specification, as GLib finds them.
///
/// Each is nil when there is no absolute path for it: no variable, no `HOME`, no entry in the
/// password file. GLib reads the environment once; a later change is not seen.
package enum XDGDirectories {
  /// `$XDG_CONFIG_HOME`, else `~/.config`.
  package static var config: String? { unsafe absolute(g_get_user_config_dir(), else: ".config") }

  /// `$XDG_STATE_HOME`, else `~/.local/state`.
  package static var state: String? {
    unsafe absolute(g_get_user_state_dir(), else: ".local/state")
  }

  /// `$XDG_CACHE_HOME`, else `~/.cache`.
  package static var cache: String? { unsafe absolute(g_get_user_cache_dir(), else: ".cache") }

  /// `$XDG_DATA_HOME`, else `~/.local/share`.
  package static var data: String? { unsafe absolute(g_get_user_data_dir(), else: ".local/share") }

  /// Makes sure that the directory `path` is there.
  ///
  /// - Parameter mode: What new ones get, parents too; the user's own alone when not given.
  /// - Throws: ``GLibError`` that names the path and the reason.
  package static func create(_ path: String, mode: Int32 = 0o700) throws(GLibError) {
    guard unsafe g_mkdir_with_parents(path, mode) != 0 else { return }
    let code = SystemErrno.current
    throw GLibError(
      domain: "g-file-error-quark", code: code,
      message: "Cannot create the directory \(path): \(SystemErrno.text(code)).")
  }

  // The specification has a relative path ignored; GLib passes it on.
  private static func absolute(_ path: UnsafePointer<CChar>?, else fallback: String) -> String? {
    if let path = unsafe path.map({ unsafe String(cString: $0) }), path.hasPrefix("/") {
      return path
    }
    guard let home = unsafe g_get_home_dir().map({ unsafe String(cString: $0) }),
      home.hasPrefix("/")
    else { return nil }
    return "\(home)/\(fallback)"
  }
}
