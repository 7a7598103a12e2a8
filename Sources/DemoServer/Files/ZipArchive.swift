// Our own: GLib packs no archives, and the demo needs only this: entries that are stored, not
// compressed.

/// ZIP archives (PKWARE's APPNOTE) whose entries are stored.
enum ZipArchive {
  /// An archive of the entries.
  static func bytes(of entries: [(path: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let name = Array(entry.path.utf8)
      // Version, flags (the name is UTF-8), method, time and date, sum, two sizes, two lengths.
      let common =
        le16(20) + le16(0x800) + le16(0) + le16(0) + le16(0x21) + le32(checksum(entry.bytes))
        + le32(UInt32(entry.bytes.count)) + le32(UInt32(entry.bytes.count))
        + le16(UInt16(name.count)) + le16(0)
      directory += le32(0x0201_4B50) + le16(20) + common + le16(0) + le16(0) + le16(0) + le32(0)
      directory += le32(UInt32(archive.count)) + name
      archive += le32(0x0403_4B50) + common + name + entry.bytes
    }
    let start = UInt32(archive.count)
    archive += directory
    archive += le32(0x0605_4B50) + le16(0) + le16(0) + le16(UInt16(entries.count))
    archive += le16(UInt16(entries.count)) + le32(UInt32(directory.count)) + le32(start) + le16(0)
    return archive
  }

  /// The entries of an archive, those of folders left out.
  ///
  /// - Throws: When it is no archive, an entry is compressed, or a name leaves the folder.
  static func entries(
    of archive: [UInt8]
  ) throws(CabinetState.Failure) -> [(path: String, bytes: [UInt8])] {
    let broken = CabinetState.Failure(text: "Select a ZIP file.")
    var entries: [(path: String, bytes: [UInt8])] = []
    var index = 0
    while number(archive, index, 4) == 0x0403_4B50 {
      guard number(archive, index + 8, 2) == 0, let sum = number(archive, index + 14, 4),
        let size = number(archive, index + 18, 4), let name = number(archive, index + 26, 2),
        let extra = number(archive, index + 28, 2)
      else { throw broken }
      let start = index + 30 + name + extra
      guard start + size <= archive.count,
        let path = String(validating: archive[index + 30..<index + 30 + name], as: UTF8.self)
      else { throw broken }
      let bytes = Array(archive[start..<start + size])
      guard checksum(bytes) == UInt32(sum) else { throw broken }
      if path.hasPrefix("/") || path.split(separator: "/").contains("..") {
        throw CabinetState.Failure(text: "Unsafe ZIP entry.")
      }
      if !path.hasSuffix("/") { entries.append((path, bytes)) }
      index = start + size
    }
    guard index > 0 || number(archive, 0, 4) == 0x0605_4B50 else { throw broken }
    return entries
  }

  private static func le16(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

  private static func le32(_ value: UInt32) -> [UInt8] {
    le16(UInt16(value & 0xFFFF)) + le16(UInt16(value >> 16))
  }

  private static func number(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int? {
    guard index + count <= bytes.count else { return nil }
    return bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// CRC-32, as ZIP has it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
