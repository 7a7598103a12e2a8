package import Figranium
import FoundationEssentials
import GLibBridge
import SystemBridge

/// Where the records and locks of profiles' keys are: `$XDG_STATE_HOME/figranium/keys`.
package struct RotationFiles: Sendable {
  private let folder: String
  /// What happened to keys.
  ///
  /// `nil` for keys whose history is of no interest, as a demo's.
  package var journal: KeyJournal?

  /// The user's own folder.
  ///
  /// - Throws: `FILE_ERROR` when neither `XDG_STATE_HOME` nor a home folder is known.
  package init() throws(FigraniumError) {
    guard let state = XDGDirectories.state else {
      throw Self.error(
        "There is no folder for notes on keys: neither HOME nor XDG_STATE_HOME is an absolute "
          + "path.",
        hint: "Set HOME, then try again.")
    }
    self.init(folder: state + "/figranium/keys", journal: state + "/figranium/keys.log")
  }

  /// A folder of the caller's choice.
  package init(folder: String, journal: String) {
    self.folder = folder
    self.journal = KeyJournal(path: journal)
  }

  /// Whether anything is noted of a key of this user's: a look that costs next to nothing.
  package static func hasRecord(of identity: CredentialIdentity) -> Bool {
    guard let files = try? RotationFiles() else { return false }
    do throws(SystemError) {
      _ = try DataFile(path: files.path(identity, "json"), .reading)
      return true
    } catch {
      // One that cannot be read is one.
      return !error.isMissing
    }
  }

  /// Reads the record; one that says nothing when there is none.
  ///
  /// - Throws: `FILE_ERROR` when it cannot be read: what is noted must not be taken for nothing.
  func record(of identity: CredentialIdentity) throws(FigraniumError) -> RotationRecord {
    let path = path(identity, "json")
    do {
      let file: DataFile
      do throws(SystemError) {
        file = try DataFile(path: path, .reading)
      } catch {
        if error.isMissing { return RotationRecord() }
        throw error
      }
      let bytes = try file.read(at: 0, count: file.size)
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return try decoder.decode(RotationRecord.self, from: Data(bytes))
    } catch let error as SystemError {
      throw Self.error("\(error)", hint: "Make \(path) readable, then try again.")
    } catch {
      throw Self.error(
        "The notes on this profile's key cannot be read: \(path) does not hold what figctl wrote.",
        hint: "Move the file away. An interrupted rotation is then found by what is stored.")
    }
  }

  /// All that is noted in the folder, of any profile, of which key has which id on a server.
  ///
  /// - Throws: `FILE_ERROR` when a record cannot be read.
  func notedIDs() throws(FigraniumError) -> [(fingerprint: String, id: String)] {
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder) else { return [] }
    do {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      var noted: [(fingerprint: String, id: String)] = []
      for name in try manager.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
        do {
          let file = try DataFile(path: "\(folder)/\(name)", .reading)
          let bytes = Data(try file.read(at: 0, count: file.size))
          noted += try decoder.decode(RotationRecord.self, from: bytes).notedIDs
        } catch let error as SystemError where error.isMissing {
          // Another process has just taken it away: nothing is noted there any more.
          continue
        }
      }
      return noted
    } catch {
      throw Self.error(
        "The notes on other profiles' keys cannot be read, in \(folder).",
        hint: "Make them readable, or say which key is the stored one, with --old-key.")
    }
  }

  /// Writes the record, whole or not at all, and waits for the disk.
  ///
  /// - Throws: `FILE_ERROR`.
  func save(_ record: RotationRecord, of identity: CredentialIdentity) throws(FigraniumError) {
    let path = path(identity, "json")
    do {
      if record.isEmpty {
        DataFile.remove(path)
        return
      }
      try XDGDirectories.create(folder)
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let bytes = Array(try encoder.encode(record)) + [0x0a]
      let file = try NewFile(name(identity, "json"), in: folder, replaces: true)
      try file.write(bytes.span)
      try file.finish(isPrivate: true)
      try file.commit()
    } catch {
      let reason = (error as? SystemError).map { "\($0)" } ?? (error as? GLibError)?.message
      throw Self.error(
        reason ?? "The notes on this profile's key cannot be written: \(path).",
        hint: "Make room, or make the folder \(folder) writable, then try again.")
    }
  }

  /// The path of the lock.
  func lockPath(_ identity: CredentialIdentity) throws(FigraniumError) -> String {
    do throws(GLibError) {
      try XDGDirectories.create(folder)
    } catch {
      throw Self.error(error.message, hint: "Make the folder writable, then try again.")
    }
    return path(identity, "lock")
  }

  private func path(_ identity: CredentialIdentity, _ ending: String) -> String {
    "\(folder)/\(name(identity, ending))"
  }

  /// Any account is a file's name, no two the same.
  private func name(_ identity: CredentialIdentity, _ ending: String) -> String {
    var name = pathSegment(identity.account)
    if identity.service != CredentialIdentity.keyService {
      name += "@" + pathSegment(identity.service)
    }
    if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
    return "\(name).\(ending)"
  }

  private static func error(_ message: String, hint: String) -> FigraniumError {
    FigraniumError(message: message, kind: .fileError, hint: hint)
  }
}
