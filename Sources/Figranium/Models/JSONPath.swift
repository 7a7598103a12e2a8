// Where in a value something is.

/// The way from a value to one within it.
///
/// A chain rather than a list: most ways are made and never looked at.
indirect enum JSONPath: Sendable {
  case root
  case member(JSONPath, any CodingKey)
  case element(JSONPath, Int)

  /// The way as a list, from the outermost.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = self
    while true {
      switch path {
      case .root: return keys.reversed()
      case .member(let outer, let key):
        keys.append(key)
        path = outer
      case .element(let outer, let index):
        keys.append(Index(index))
        path = outer
      }
    }
  }

  /// The place of an element in a list.
  struct Index: CodingKey {
    let place: Int

    init(_ place: Int) { self.place = place }
    init?(intValue: Int) { place = intValue }
    init?(stringValue: String) { return nil }
    var intValue: Int? { place }
    var stringValue: String { "Index \(place)" }
  }

  /// The key that `superDecoder()` stands for.
  struct Super: CodingKey {
    init() {}
    init?(intValue: Int) { return nil }
    init?(stringValue: String) { return nil }
    var intValue: Int? { nil }
    var stringValue: String { "super" }
  }

  /// The way in words, such as `data.rows[3].price`.
  ///
  /// - Parameters:
  ///   - keys: The way as a list.
  ///   - start: What the first value is called.
  ///   - clean: Makes a name from outside fit to be shown.
  static func text(
    _ keys: [any CodingKey], from start: String, clean: (String) -> String
  ) -> String {
    keys.reduce(start) { text, key in
      if let index = key as? Index { return "\(text)[\(index.place)]" }
      let name = key.stringValue
      return isPlain(name) ? "\(text).\(clean(name))" : "\(text)[\"\(clean(name))\"]"
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
          || (0x61...0x7a).contains(byte | 0x20)
      }
  }
}
