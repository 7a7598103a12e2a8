// Lists of names that occur again and again: the rows of a result mostly have the same members in
// the same order. Each such list is made once; a name that comes where it came before is compared
// with the bytes there and never made into text.

/// The lists of names of the objects of one text, as a tree: each way from the root is a list.
struct JSONShapes {
  typealias Shape = Int

  private struct Node {
    /// Where the last name stands in the text, with its quotes.
    var name: Range<Int>
    var text: String
    var parent: Shape
    var count: Int
    /// The shapes with one more name, the one that was last used first.
    var children: [Shape] = []
    var names: JSONNames?
  }

  /// No names at all.
  static let root: Shape = 0
  /// An object with more names is not likely to come again.
  private static let maximumNames = 64
  /// Where names differ more than this they are no rows.
  private static let maximumChildren = 16

  private var nodes = [Node(name: 0..<0, text: "", parent: 0, count: 0, names: JSONNames())]
  private var counts: [Int] = []

  /// How many members the last object at this depth had.
  func expectedCount(depth: Int) -> Int {
    depth < counts.count ? counts[depth] : 4
  }

  mutating func expect(count: Int, depth: Int) {
    while counts.count <= depth { counts.append(4) }
    counts[depth] = min(count, Self.maximumNames)
  }

  /// The shape with one more name, if that name stands at `place`, and where it ends.
  @inline(__always) mutating func next(
    after shape: Shape, at place: Int, in bytes: Span<UInt8>
  ) -> (shape: Shape, end: Int)? {
    let count = nodes[shape].children.count
    for index in 0..<count {
      let child = nodes[shape].children[index]
      let name = nodes[child].name
      let end = place + name.count
      guard end <= bytes.count, Self.areSame(name.lowerBound, place, count: name.count, in: bytes)
      else { continue }
      if index > 0 { nodes[shape].children.swapAt(0, index) }
      return (child, end)
    }
    return nil
  }

  /// Adds a shape; `nil` when it would be one too many, or the name is there.
  mutating func add(_ text: String, after shape: Shape, at name: Range<Int>) -> Shape? {
    guard nodes[shape].count < Self.maximumNames,
      nodes[shape].children.count < Self.maximumChildren, names(of: shape).place(of: text) == nil
    else { return nil }
    nodes.append(Node(name: name, text: text, parent: shape, count: nodes[shape].count + 1))
    nodes[shape].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  /// The names of a shape.
  mutating func names(of shape: Shape) -> JSONNames {
    if let names = nodes[shape].names { return names }
    var list: [String] = []
    var node = shape
    while node != Self.root {
      list.append(nodes[node].text)
      node = nodes[node].parent
    }
    list.reverse()
    let names = JSONNames(distinct: list)
    nodes[shape].names = names
    return names
  }

  @inline(__always) private static func areSame(
    _ left: Int, _ right: Int, count: Int, in bytes: Span<UInt8>
  ) -> Bool {
    // From the end: names begin with a quote and often alike.
    var index = count - 1
    while index >= 0 {
      guard bytes[left &+ index] == bytes[right &+ index] else { return false }
      index -= 1
    }
    return true
  }
}
