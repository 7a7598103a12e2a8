import Figranium
import Testing

@Suite("Identifiers and queries on the wire") struct AddressTextTests {
  @Test("A query is encoded once, and what is not given is left out")
  func query() {
    #expect(queryString([]) == "")
    #expect(queryString([("runId", nil)]) == "")
    #expect(
      queryString([("search", "a b&c=ü/%41+"), ("limit", nil), ("offset", "0")])
        == "?search=a%20b%26c%3D%C3%BC%2F%2541%2B&offset=0")
    #expect(queryString([("empty", "")]) == "?empty=")
  }

  @Test("A segment is encoded once", arguments: [("t/2 ü", "t%2F2%20%C3%BC"), ("a%2F", "a%252F")])
  func segment(text: String, encoded: String) {
    #expect(pathSegment(text) == encoded)
  }
}
