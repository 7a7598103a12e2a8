import FoundationEssentials
import GLibBridge

// A configuration file, as an editor or another program may leave it.

/// A change is what is read afterwards, and all else is as it was.
@Sendable func fuzzKeyFile(_ bytes: [UInt8]) {
  let (group, key, value) = ("fuzz group", "fuzz", "a \\ value; with=all # sorts")
  // Refused: that is an answer too, as long as it can be shown.
  guard let file = keyFile(Data(bytes)) else { return }
  let before = values(of: file)
  do throws(KeyFileError) {
    try file.set(key, in: group, to: value)
  } catch {
    fatalError("a plain value is refused")
  }
  guard let again = keyFile(Data(file.text.utf8)) else {
    fatalError("what was written cannot be read")
  }
  var after = values(of: again)
  require(after["\(group)]\(key)"] == value, "the change is lost")
  after["\(group)]\(key)"] = before["\(group)]\(key)"]
  require(after == before, "another value changed")
}

private func keyFile(_ data: Data) -> KeyFile? {
  let path = (SystemFolder.temporary + "/fuzz.conf")
  guard FileManager.default.createFile(atPath: path, contents: data) else {
    fatalError("no temporary file")
  }
  do throws(KeyFileError) {
    return try KeyFile(path: path)
  } catch {
    require(!error.description.isEmpty, "no words")
    return nil
  }
}

/// Every value; one with a wrong escape as none.
private func values(of file: KeyFile) -> [String: String] {
  var values: [String: String] = [:]
  for group in file.groups {
    for key in file.keys(in: group) {
      values["\(group)]\(key)"] = (try? file.value(key, in: group)) ?? "(wrong)"
    }
  }
  return values
}

private enum SystemFolder {
  /// Of this process alone: libFuzzer may run several.
  static let temporary: String = {
    let folder =
      FileManager.default.temporaryDirectory.path(percentEncoded: false)
      + "/figranium-fuzz-\(UInt64.random(in: 0 ... .max))"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      fatalError("no temporary folder")
    }
    return folder
  }()
}
