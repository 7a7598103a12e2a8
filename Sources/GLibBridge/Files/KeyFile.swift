import CGLib

/// A configuration file of groups, keys and values: the owner of one `GKeyFile`.
///
/// Comments and order survive a change; GLib puts an empty line before each group. Not safe to use
/// from two threads at once.
@safe package final class KeyFile {
  private let pointer: OpaquePointer

  /// Creates an empty one, for a file that is not there yet.
  package init() {
    unsafe pointer = g_key_file_new()
  }

  deinit {
    unsafe g_key_file_unref(pointer)
  }

  /// Reads the file at `path`.
  ///
  /// - Throws: ``KeyFileError``: `notFound` when there is no such file, `unreadable` when it is no
  ///   regular file or cannot be read, `malformed` with the line that is wrong.
  package convenience init(path: String) throws(KeyFileError) {
    self.init()
    let text = try KeyFileText.read(path)
    guard !load(text[...]) else { return }
    // GLib names no line. The first one is wrong whose prefix of the file does not parse.
    let ends = text.indices.filter { text[$0] == UInt8(ascii: "\n") }
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if KeyFile().load(text[...ends[middle]]) { low = middle + 1 } else { high = middle }
    }
    throw .malformed(path: path, line: low + 1)
  }

  private func load(_ text: ArraySlice<UInt8>) -> Bool {
    unsafe text.withUnsafeBytes { text in
      let data = unsafe text.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe g_key_file_load_from_data(
        pointer, data, UInt(text.count), G_KEY_FILE_KEEP_COMMENTS, nil) != 0
    }
  }

  /// The names of the groups, in the order of the file.
  package var groups: [String] {
    let vector = unsafe g_key_file_get_groups(pointer, nil)
    defer { unsafe g_strfreev(vector) }
    return unsafe StringVector.strings(vector)
  }

  /// The keys of `group` in the order of the file; none when there is no such group.
  package func keys(in group: String) -> [String] {
    guard hasGroup(group) else { return [] }
    let vector = unsafe g_key_file_get_keys(pointer, group, nil, nil)
    defer { unsafe g_strfreev(vector) }
    return unsafe StringVector.strings(vector)
  }

  /// Whether the file has the group.
  package func hasGroup(_ group: String) -> Bool {
    unsafe g_key_file_has_group(pointer, group) != 0
  }

  /// The value of `key` in `group`, with its escapes (`\n`, `\s`, `\\`) undone; nil when not there.
  ///
  /// - Throws: ``KeyFileError/invalidValue(group:key:)`` for an escape that means nothing.
  package func value(_ key: String, in group: String) throws(KeyFileError) -> String? {
    guard hasGroup(group), unsafe g_key_file_has_key(pointer, group, key, nil) != 0 else {
      return nil
    }
    var error: UnsafeMutablePointer<GError>?
    let value = unsafe g_key_file_get_string(pointer, group, key, &error)
    defer { unsafe g_free(value) }
    // For a wrong escape GLib gives an error and a value, which is cut.
    guard unsafe error == nil, let value = unsafe value else {
      unsafe g_clear_error(&error)
      throw .invalidValue(group: group, key: key)
    }
    return unsafe String(cString: value)
  }

  /// Sets `key` in `group` to `value`, adding either that is not there.
  ///
  /// - Throws: ``KeyFileError`` for a name that a key file cannot hold, or a value with control
  ///   characters.
  package func set(_ key: String, in group: String, to value: String) throws(KeyFileError) {
    try KeyFileText.check(group: group)
    try KeyFileText.check(key: key)
    guard !KeyFileText.hasControlCharacters(value) else {
      throw .controlCharacter(group: group, key: key)
    }
    unsafe g_key_file_set_string(pointer, group, key, value)
  }

  /// Removes `key` from `group` and tells whether it was there.
  @discardableResult package func remove(_ key: String, in group: String) -> Bool {
    unsafe hasGroup(group) && g_key_file_remove_key(pointer, group, key, nil) != 0
  }

  /// Removes `group` with all its keys and tells whether it was there.
  @discardableResult package func remove(group: String) -> Bool {
    unsafe hasGroup(group) && g_key_file_remove_group(pointer, group, nil) != 0
  }

  /// The text of the file.
  package var text: String {
    guard let data = unsafe g_key_file_to_data(pointer, nil, nil) else { return "" }
    defer { unsafe g_free(data) }
    return unsafe String(cString: data)
  }

  /// Writes the file: wholly or not at all, on disk before this returns, mode 0600.
  ///
  /// Missing directories are made with mode 0700. What is there and no regular file, such as a
  /// device, is never replaced.
  ///
  /// - Parameter followingLinks: Whether a symbolic link stays one, and what it points to is replaced:
  ///   for files that their user keeps elsewhere. Else the link itself is replaced.
  /// - Throws: ``KeyFileError/notWritten(path:reason:)``.
  package func save(path: String, followingLinks: Bool = true) throws(KeyFileError) {
    let target = followingLinks ? try KeyFileText.resolveLinks(path) : path
    let isLink = unsafe g_file_test(target, G_FILE_TEST_IS_SYMLINK) != 0
    if !isLink, unsafe g_file_test(target, G_FILE_TEST_EXISTS) != 0,
      unsafe g_file_test(target, G_FILE_TEST_IS_REGULAR) == 0
    {
      throw .notWritten(path: path, reason: "It is no regular file.")
    }
    do {
      if let slash = target.lastIndex(of: "/"), slash != target.startIndex {
        try XDGDirectories.create(String(target[..<slash]))
      }
      let text = self.text
      let flags = GFileSetContentsFlags(
        G_FILE_SET_CONTENTS_CONSISTENT.rawValue | G_FILE_SET_CONTENTS_DURABLE.rawValue)
      _ = try unsafe throwingGLibError { error in
        unsafe g_file_set_contents_full(target, text, Int(text.utf8.count), flags, 0o600, error)
      }
    } catch {
      throw .notWritten(path: path, reason: error.message)
    }
  }
}
