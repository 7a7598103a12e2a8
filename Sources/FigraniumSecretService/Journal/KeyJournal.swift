public import Figranium
import FoundationEssentials
import SystemBridge

/// What happened to the keys of this user: one JSON line an event, and never a key.
///
/// It is a diary and nothing more. No decision rests on it: what is stored, and what a server takes,
/// is asked of the store and of the server. `figctl key history` shows it.
///
/// Each event is one write to the end of the file, so that several programs may write at the same
/// time. A line that was cut off by a crash spoils no other: the next event begins a line of its own,
/// and readers pass over it. The file has mode 0600, its folder 0700; they are made when missing.
public struct KeyJournal: Sendable {
  /// Where it is.
  public let path: String

  /// The most bytes that are read: of a longer journal, the end.
  static let readLimit = 8 << 20
  private static let lineEnd = UInt8(ascii: "\n")

  /// Names a journal; nothing is opened.
  ///
  /// - Parameter path: The file, by custom `$XDG_STATE_HOME/figranium/keys.log`.
  public init(path: String) {
    self.path = path
  }

  /// Adds an event at the end.
  ///
  /// It waits for nothing but the disk.
  ///
  /// - Throws: `FILE_ERROR` when the file cannot be written; `INVALID_INPUT` for a
  ///   ``Entry/key`` that is no fingerprint, and then nothing is written.
  public func append(_ entry: Entry) throws(FigraniumError) {
    var line = try entry.line()
    do {
      try createFolder()
      let file = try DataFile(path: path, .appending, access: 0o600, followingLinks: false)
      let size = try file.size
      if size > 0, try file.read(at: size - 1, count: 1) != [Self.lineEnd] {
        // The last writer was cut off.
        line.insert(Self.lineEnd, at: 0)
      }
      try file.append(line)
    } catch {
      throw failure("write", error)
    }
  }

  /// Reads the events, the oldest first.
  ///
  /// - Parameter profile: Only those of this profile; all for `nil`.
  /// - Returns: None when there is no journal yet. What cannot be read as an event is passed over.
  /// - Throws: `FILE_ERROR` when the file is there and cannot be read, or ends in a line longer than
  ///   what is read.
  public func entries(profile: String? = nil) throws(FigraniumError) -> [Entry] {
    try read(profile: profile).entries
  }

  /// The same, with the number of whole lines that are no events.
  ///
  /// A last line without an end is not counted: somebody may be writing it.
  package func read(profile: String?) throws(FigraniumError) -> (
    entries: [Entry], unreadable: Int
  ) {
    let bytes: ArraySlice<UInt8>?
    do throws(SystemError) {
      bytes = try content()
    } catch {
      if error.isMissing { return ([], 0) }
      throw failure("read", error)
    }
    guard let bytes else {
      throw FigraniumError(
        message: "Cannot read the journal of keys \(path): its last \(Self.readLimit >> 20) MiB "
          + "hold no whole line.",
        kind: .fileError, hint: "Look what wrote into it, and move the file away.")
    }
    var entries: [Entry] = []
    var unreadable = 0
    for line in bytes.split(separator: Self.lineEnd) {
      if let entry = Entry(line: Array(line)) {
        if profile == nil || entry.profile == profile { entries.append(entry) }
      } else if line.endIndex < bytes.endIndex {
        unreadable += 1
      }
    }
    return (entries, unreadable)
  }

  /// The whole file, or the end of a long one from the start of a line on; `nil` when no line
  /// begins there.
  private func content() throws(SystemError) -> ArraySlice<UInt8>? {
    let file = try DataFile(path: path, .reading)
    let size = try file.size
    var place = max(0, size - Self.readLimit)
    let isCut = place > 0
    var bytes: [UInt8] = []
    while place < size {
      let part = try file.read(at: place, count: min(1 << 16, size - place))
      if part.isEmpty { break }
      bytes += part
      place += part.count
    }
    guard isCut else { return bytes[...] }
    guard let end = bytes.firstIndex(of: Self.lineEnd), end + 1 < bytes.endIndex else { return nil }
    return bytes[(end + 1)...]
  }

  private func createFolder() throws {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    try FileManager.default.createDirectory(
      atPath: String(path[..<slash]), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  private func failure(_ verb: String, _ error: any Error) -> FigraniumError {
    let reason = (error as? SystemError)?.reason ?? "its folder cannot be made"
    return FigraniumError(
      message: "Cannot \(verb) the journal of keys \(path): \(reason).", kind: .fileError,
      hint: "Look at the access rights of the file and its folder, and at the space on the disk.")
  }
}
