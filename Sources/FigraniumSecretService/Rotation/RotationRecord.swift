import Figranium
import FoundationEssentials

/// What is known of a profile's keys beside the keys themselves: no key stands in it.
struct RotationRecord: Codable, Sendable, Hashable {
  /// What a rotation wrote down before it began, and has not taken away yet.
  struct Note: Codable, Sendable, Hashable {
    var kind: KeyRotation.Kind
    /// The server's origin; no other server is ever asked about these keys.
    var server: String
    var started: Date
    /// The name under which the server was asked to make a key, unlike any other's.
    var keyName: String?
    /// When the server was about to be told.
    var asked: Date?
    /// Fingerprint of the key that is replaced.
    var old: String?
    /// Its id on the server, where it is known, and its name.
    var oldID: String?
    var oldName: String?
    /// Fingerprint of the new key.
    var new: String?
    var newID: String?
    /// Whether the old key is to be revoked at all.
    var retiresOld = true
    /// Until when the old key is kept on the server.
    var keepsOldUntil: Date?
  }

  /// A key that is still to be revoked on the server.
  struct Retirement: Codable, Sendable, Hashable {
    var server: String
    var id: String
    var fingerprint: String
    var after: Date
  }

  /// A key that a lost request may still make.
  struct Watched: Codable, Sendable, Hashable {
    var server: String
    var name: String
    var until: Date
  }

  var note: Note?
  /// The ids on the server of keys that were made by a rotation, by the keys' fingerprints.
  var ids: [String: String] = [:]
  var retirements: [Retirement] = []
  var watched: [Watched] = []
  /// Whether the server could not be asked about the previous key, so that it may be a dead one.
  var doubtsPrevious = false
  /// The server that the previous key is for, where it is another than the current one's.
  var previousServer: String?

  /// How long a request that was lost may still arrive: twice the limit of a request.
  static let settling: TimeInterval = 120

  /// Which key has which id on the server, wherever it is noted.
  var notedIDs: [(fingerprint: String, id: String)] {
    var noted = ids.map { (fingerprint: $0.key, id: $0.value) }
    noted += retirements.map { ($0.fingerprint, $0.id) }
    for case (let key?, let id?) in [(note?.old, note?.oldID), (note?.new, note?.newID)] {
      noted.append((key, id))
    }
    return noted
  }

  /// Whether it says nothing.
  var isEmpty: Bool { self == RotationRecord() }
}
