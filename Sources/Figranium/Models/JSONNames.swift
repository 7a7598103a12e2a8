// The members' names of an object, in order. Our own: the standard library has no ordered
// dictionary, and the rows of a result share one list of names instead of holding one each.

/// Names in order, none twice; names are the same when their bytes are.
///
/// Swift's `==` takes two spellings of "é" for one, JSON does not.
struct JSONNames: Sendable {
  private enum Storage: Sendable {
    /// Searched from the start.
    case few([String])
    /// With an index; an array of one element, which copies on write as a class would not.
    case many([Indexed])
  }

  private struct Indexed: Sendable {
    var list: [String]
    var places: [ExactName: Int32]
  }

  private struct ExactName: Hashable {
    let text: String

    static func == (left: Self, right: Self) -> Bool {
      JSONNames.areSame(left.text, right.text)
    }
    // What Swift takes for equal has one hash; what differs in bytes only is told apart by `==`.
    func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }
  }

  /// From this many names on there is an index.
  private static let indexedCount = 16

  private var storage = Storage.few([])

  init() {}

  /// Wraps names of which none is there twice.
  init(distinct list: [String]) {
    storage = list.count < Self.indexedCount ? .few(list) : .many([Self.indexed(list)])
  }

  /// The names in order.
  var list: [String] {
    switch storage {
    case .few(let list): list
    case .many(let boxed): boxed[0].list
    }
  }

  var count: Int {
    switch storage {
    case .few(let list): list.count
    case .many(let boxed): boxed[0].list.count
    }
  }

  /// Where a name is.
  func place(of name: String) -> Int? {
    switch storage {
    case .few(let list): list.firstIndex { Self.areSame($0, name) }
    case .many(let boxed): boxed[0].places[ExactName(text: name)].map(Int.init)
    }
  }

  /// Adds a name that is not there.
  mutating func append(_ name: String) {
    switch storage {
    case .few(var list):
      storage = .few([])
      list.append(name)
      storage = list.count < Self.indexedCount ? .few(list) : .many([Self.indexed(list)])
    case .many(var boxed):
      storage = .few([])
      boxed[0].places[ExactName(text: name)] = Int32(boxed[0].list.count)
      boxed[0].list.append(name)
      storage = .many(boxed)
    }
  }

  /// Takes the name at a place away.
  mutating func remove(at place: Int) {
    var list = list
    list.remove(at: place)
    self = JSONNames(distinct: list)
  }

  private static func indexed(_ list: [String]) -> Indexed {
    var places: [ExactName: Int32] = [:]
    places.reserveCapacity(list.count)
    for (place, name) in list.enumerated() { places[ExactName(text: name)] = Int32(place) }
    return Indexed(list: list, places: places)
  }

  private static func areSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }
}
