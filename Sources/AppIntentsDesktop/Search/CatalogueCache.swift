// Lines of its own and no JSON: read in a millisecond at a cold start, without a parser's memory.

import AppIntents
import GLibBridge

/// What the search knew when the service last ran: names and identifiers, no more.
///
/// A file `search` in the program's cache folder, mode 0600. A line of tab-separated fields an
/// entity, after a first line with the form's version and the program's tag.
struct CatalogueCache: Sendable {
  /// Whose entities they are.
  struct Source: Sendable, Hashable {
    let intent: String
    let parameter: String
  }

  private static let version = "app-intents-search-1"
  /// More than this is no cache but a fault.
  private static let limit = 16 * 1024 * 1024

  let path: String
  private let folder: String

  /// The cache of a program; nil where there is no folder for one.
  ///
  /// - Parameter parent: The folder of caches; the user's when nil.
  init?(applicationID: String, in parent: String?) {
    guard let cache = parent ?? XDGDirectories.cache else { return nil }
    folder = "\(cache)/\(applicationID)"
    path = "\(folder)/search"
  }

  /// Reads what is there for this tag; nothing when the file is another's, or is damaged.
  func read(tag: String) throws(GLibError) -> [Source: [IntentChoice]] {
    guard let bytes = try PrivateFile.read(path, limit: Self.limit), bytes.last == 0x0A else {
      return [:]
    }
    var entities: [Source: [IntentChoice]] = [:]
    var isFirst = true
    var source: Source?
    for line in bytes.split(separator: 0x0A) {
      let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
      if isFirst {
        guard fields.map(Self.text) == [Self.version, Self.clean(tag) ?? ""] else { return [:] }
        isFirst = false
      } else if fields.count == 2 {
        let one = Source(intent: Self.text(fields[0]), parameter: Self.text(fields[1]))
        entities[one] = []
        source = one
      } else if fields.count == 3, let source {
        let subtitle = Self.text(fields[2])
        entities[source, default: []].append(
          IntentChoice(
            id: Self.text(fields[0]), title: Self.text(fields[1]),
            subtitle: subtitle.isEmpty ? nil : subtitle))
      }
    }
    return entities
  }

  /// Writes what the search knows now.
  func write(_ entities: [Source: [IntentChoice]], tag: String) throws(GLibError) {
    var text = "\(Self.version)\t\(Self.clean(tag) ?? "")\n"
    for (source, choices) in entities {
      guard let intent = Self.clean(source.intent), let parameter = Self.clean(source.parameter)
      else { continue }
      text += "\(intent)\t\(parameter)\n"
      for choice in choices {
        // What has a tab or a line's end in it is not worth a way to write that.
        guard let id = Self.clean(choice.id), let title = Self.clean(choice.title) else { continue }
        text += "\(id)\t\(title)\t\(Self.clean(choice.subtitle ?? "") ?? "")\n"
      }
    }
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.limit else { return }
    try XDGDirectories.create(folder)
    try PrivateFile.write(bytes, to: path)
  }

  private static func clean(_ text: String) -> String? {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? text : nil
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
