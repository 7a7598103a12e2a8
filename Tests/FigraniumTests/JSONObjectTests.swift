import Figranium
import FoundationEssentials
import Testing

@Suite("An object of JSON keeps its members in order") struct JSONObjectTests {
  private static let few: JSONObject = ["b": 1, "a": 2, "c": nil]

  @Test("Order is that of adding; a new value keeps its place")
  func order() {
    var object = Self.few
    #expect(object.keys == ["b", "a", "c"])
    object["d"] = 4
    object["b"] = 9
    #expect(object.keys == ["b", "a", "c", "d"])
    #expect(object.values == [9, 2, nil, 4])
    #expect(object.removeValue(forKey: "a") == 2)
    object["c"] = JSONValue?.none
    #expect(object.removeValue(forKey: "a") == nil)
    #expect(object.map(\.key) == ["b", "d"])
    object["a", default: 0] = 7
    #expect(object["a", default: 0] == 7)
    #expect(object["x", default: 3] == 3)
    #expect(object.count == 3 && !object.isEmpty && JSONObject().isEmpty)
  }

  @Test("Null is a value, absence is none")
  func null() {
    #expect(Self.few["c"] == .some(.null))
    #expect(Self.few["x"] == nil)
  }

  @Test("Equal whatever the order, and with the same hash")
  func equality() {
    let other: JSONObject = ["c": nil, "a": 2, "b": 1]
    #expect(Self.few == other)
    #expect(Self.few.hashValue == other.hashValue)
    #expect(JSONValue.object(Self.few) == .object(other))
    #expect(Self.few != ["b": 1, "a": 2])
    #expect(Self.few != ["b": 1, "a": 2, "d": nil])
    #expect(Self.few != ["b": 1, "a": 3, "c": nil])
    #expect(Set([Self.few, other]).count == 1)
  }

  @Test("Names are the same when their bytes are")
  func names() {
    // Two spellings of "é", equal as Swift's strings, also in an object with an index.
    for fill in [0, 100] {
      var object = JSONObject(uniqueKeysWithValues: (0..<fill).map { ("n\($0)", nil) })
      object["\u{e9}"] = 1
      object["e\u{301}"] = 2
      // The same length in bytes as well.
      object["\u{212b}"] = 3
      object["A\u{30a}"] = 4
      #expect(object.count == fill + 4)
      #expect(object["\u{e9}"] == 1)
      #expect(object["e\u{301}"] == 2)
      #expect(object["\u{212b}"] == 3)
      #expect(object["A\u{30a}"] == 4)
    }
  }

  @Test("Many members are found, changed and taken away", arguments: [15, 16, 17, 5_000])
  func many(count: Int) {
    var object = JSONObject()
    for number in 0..<count { object["n\(number)"] = .integer(Int64(number)) }
    #expect((0..<count).allSatisfy { object["n\($0)"] == .integer(Int64($0)) })
    #expect(object["n\(count)"] == nil)
    let copy = object
    object["n3"] = "x"
    #expect(object.removeValue(forKey: "n7") == 7)
    #expect(object["n3"] == "x")
    #expect(object["n7"] == nil)
    #expect(object["n8"] == 8)
    #expect(object.keys == copy.keys.filter { $0 != "n7" })
    #expect(copy["n3"] == 3 && copy["n7"] == 7)
    #expect(copy == JSONObject(uniqueKeysWithValues: copy.reversed().map { ($0.key, $0.value) }))
  }

  @Test("Merging, filtering, mapping")
  func merging() {
    let other: JSONObject = ["a": 5, "z": 6]
    #expect(Self.few.merging(other) { _, new in new } == ["b": 1, "a": 5, "c": nil, "z": 6])
    #expect(Self.few.merging(other) { old, _ in old }.keys == ["b", "a", "c", "z"])
    #expect(Self.few.filter { !$0.value.isNull }.keys == ["b", "a"])
    #expect(Self.few.mapValues { .array([$0]) } == ["b": [1], "a": [2], "c": [nil]])
    #expect(JSONObject([("a", 1), ("a", 2)]) { old, _ in old } == ["a": 1])
    let twice: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(twice.keys == ["a", "b"] && twice["a"] == 3)
  }

  @Test("Foundation's coders take it, and numbers with many digits")
  func coding() throws {
    let object: JSONObject = ["b": 1, "a": ["x": .decimal("18446744073709551617")]]
    let text = try JSONEncoder().encode(object)
    #expect(try JSONDecoder().decode(JSONObject.self, from: text) == object)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(JSONValue.decimal("1x")) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(JSONValue.decimal(" 1")) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(JSONObject.self, from: Data("[1]".utf8))
    }
  }
}
