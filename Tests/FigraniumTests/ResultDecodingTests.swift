import Figranium
import FoundationEssentials
import GLibBridge
import Testing

@Suite("A result becomes the caller's type, or the error says where not")
struct
  ResultDecodingTests
{
  struct Row: Decodable, Sendable, Equatable {
    var name: String
    var price: Double
    var stock: Int?
    var tags: [String: [UInt8]]?
  }

  struct Page: Decodable, Sendable, Equatable {
    var rows: [Row]
  }

  private func run<Value: Decodable & Sendable>(
    _ type: Value.Type, data: String
  ) async throws -> Value? {
    let server = try TestServer(always: json(#"{"outcome":"success","data":\#(data)}"#))
    let result: ExecutionResult<Value> = try await server.client().runTask("t")
    return result.data
  }

  @Test(
    "The key path that does not fit, and no value",
    arguments: [
      (
        #"{"rows":[{"name":"s3cret","price":1},{"name":"x","price":"s3cret"}]}"#,
        "data.rows[1].price is no Double"
      ),
      (#"{"rows":[{"name":"x","price":1,"stock":1.5}]}"#, "data.rows[0].stock is no Int"),
      (
        #"{"rows":[{"name":"x","price":1,"stock":99999999999999999999}]}"#,
        "data.rows[0].stock is no Int"
      ),
      (#"{"rows":[{"name":"x"}]}"#, "data.rows[0].price is missing"),
      (#"{"rows":[{"name":null,"price":1}]}"#, "data.rows[0].name is null, and no String"),
      (#"{"rows":[7]}"#, "data.rows[0] is no object"),
      (#"{"rows":{"s3cret":1}}"#, "data.rows is no list"), (#"[]"#, "data is no object"),
      (
        #"{"rows":[{"name":"x","price":1,"tags":{"a":[1,2],"b c":[1,256]}}]}"#,
        #"data.rows[0].tags["b c"][1] is no UInt8"#
      ),
      (#"{"rows":[{"name":"x","price":1e999}]}"#, "data.rows[0].price is no Double"),
      (
        #"{"rows":[{"name":"x","price":1,"tags":{"k-7f3a9c":1}}]}"#,
        #"data.rows[0].tags["[redacted]"] is no list"#
      ),
    ])
  func misfits(data: String, place: String) async throws {
    let server = try TestServer(always: json(#"{"outcome":"success","data":\#(data)}"#))
    let client = try server.client()
    let error = await failure {
      let _: ExecutionResult<Page> = try await client.runTask("t")
    }
    #expect(
      error?.message
        == "The run ended on the server \(server.origin), but its data does not fit Page: \(place)."
    )
    #expect(error?.code == "INVALID_RESPONSE")
    #expect(error?.hint?.contains("do not run the task again") == true)
    #expect(error.map { "\($0)\($0.details as Any)" }?.contains("s3cret") == false)
    #expect(server.requests.count == 1)
  }

  @Test("Types with a form of their own in JSON")
  func types() async throws {
    struct Odd: Decodable, Sendable, Equatable {
      var data: Data
      var url: URL
      var exact: Decimal
      var long: Decimal
      var date: Date
      var any: JSONValue
      var object: JSONObject
      var large: UInt64
      var small: Float
      var map: [Int: Bool]
      var kind: Kind
      var none: String?
    }
    enum Kind: String, Decodable { case agent, scrape }
    let odd = try await run(
      Odd.self,
      data: #"""
        {"data":"aGk=","url":"https://a/b?c","exact":0.1,"long":12345678901234567890.12345,
        "date":60,"any":[{"b":1,"a":2}],"object":{"z":1,"y":18446744073709551617},
        "large":18446744073709551615,"small":0.5,"map":{"7":true},"kind":"scrape","none":null}
        """#)
    #expect(odd?.data == Data("hi".utf8))
    #expect(odd?.url == URL(string: "https://a/b?c"))
    #expect(odd?.exact == Decimal(string: "0.1"))
    #expect(odd?.long == Decimal(string: "12345678901234567890.12345"))
    #expect(odd?.date == Date(timeIntervalSinceReferenceDate: 60))
    #expect(odd?.any[0]?.objectValue?.keys == ["b", "a"])
    #expect(odd?.object.keys == ["z", "y"])
    #expect(odd?.object["y"] == .decimal("18446744073709551617"))
    #expect(odd?.large == .max)
    #expect(odd?.small == 0.5)
    #expect(odd?.map == [7: true])
    #expect(odd?.kind == .scrape)
    #expect(odd?.none == nil)
  }

  @Test("What the standard decoder takes, ours takes to the same value")
  func likeTheStandardDecoder() throws {
    struct Base: Decodable, Equatable { var rows: [Row] }
    final class Derived: Decodable {
      let name: String
      let inner: Row
      let rest: [String]
      let first: Int
      enum Keys: String, CodingKey { case name, nested, list }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        name = try container.decode(String.self, forKey: .name)
        let nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .nested)
        inner = try Row(from: try nested.superDecoder(forKey: .name))
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        first = (try? list.decode(Int.self)) ?? -1
        var rest: [String] = []
        while !list.isAtEnd {
          if try list.decodeNil() {
            rest.append("nil")
          } else {
            rest.append(try list.decode(String.self))
          }
        }
        self.rest = rest
      }
    }
    let text = Data(
      #"{"name":"n","nested":{"name":{"name":"x","price":1}},"list":["a",null,"b"]}"#.utf8)
    let ours = try JSONText(text).decode(Derived.self)
    let theirs = try JSONDecoder().decode(Derived.self, from: text)
    #expect(ours.name == theirs.name && ours.inner == theirs.inner)
    #expect(ours.rest == theirs.rest && ours.rest == ["a", "nil", "b"])
    #expect(ours.first == theirs.first)
  }

  @Test("A type that throws its own error: the place is told, its words are not")
  func ownErrors() async throws {
    struct Picky: Decodable, Sendable {
      struct Refusal: Error, CustomStringConvertible { let description: String }
      init(from decoder: any Decoder) throws {
        throw Refusal(description: try decoder.singleValueContainer().decode(String.self))
      }
    }
    let error = await failure {
      _ = try await run([[String: Picky]].self, data: #"[{"a":"s3cret"}]"#)
    }
    #expect(error?.message.hasSuffix(": data[0].a is not what it takes.") == true)
    #expect(error?.message.contains("s3cret") == false)
  }

  @Test("Values, texts and models need no decoder")
  func ownTypes() async throws {
    #expect(try await run(JSONValue.self, data: "[1]") == [1])
    #expect(try await run(JSONObject.self, data: #"{"b":1,"a":2}"#)?.keys == ["b", "a"])
    #expect(try await run(JSONText.self, data: " [1, 2.50] ")?.bytes == Data("[1, 2.50]".utf8))
    #expect(try await run([TaskSummary].self, data: #"[{"id":"t"}]"#)?.first?.id == "t")
    #expect(try await run(String.self, data: #""\ud83d""#) == "\u{FFFD}")
    #expect(try await run(JSONValue.self, data: "null") == nil)
    #expect(try await run(Page.self, data: "null") == nil)
  }

  @Test("Members are found in the bytes; values are made of them when asked for")
  func bytes() async throws {
    let body = #"{"title" : "a\"b", "data":{"n":1.50,"n":2.50},"outcome":"success","html":null}"#
    let server = try TestServer(always: json(body))
    let result: ExecutionResult<JSONText> = try await server.client().runTask("t")
    #expect(result.title == #"a"b"#)
    #expect(result.html == nil)
    #expect(result.rawText.bytes == Data(body.utf8))
    #expect(result.dataText?.bytes == Data(#"{"n":1.50,"n":2.50}"#.utf8))
    #expect(result.data?["n"]?.bytes == Data("2.50".utf8))
    #expect(result.raw["data"] == ["n": 2.5])
    let value: ExecutionResult<JSONValue> = try await server.client().runTask("t")
    #expect(value.data == ["n": 2.5])
    #expect(value.raw["title"] == #"a"b"#)
    #expect(value.data == value.raw["data"])
  }

  @Test("An answer cut short is no answer", arguments: [1, 20, 57])
  func cut(count: Int) async throws {
    let body = #"{"outcome":"success","data":{"rows":[{"name":"x","price":1}]}}"#
    let server = try TestServer(always: json(String(body.dropLast(count))))
    let client = try server.client()
    let error = await failure {
      let _: ExecutionResult<JSONText> = try await client.runTask("t")
    }
    #expect(error?.code == "INVALID_RESPONSE")
    #expect(error?.hint?.contains("before running the task again") == true)
  }

  // MARK: Oversized results

  private func cutServer(_ cut: String) throws -> TestServer {
    try TestServer { request in
      request.target.hasSuffix("/result")
        ? json(#"{"result":{"outcome":"success","data":{"rows":[{"name":"x","price":2}]}}}"#)
        : json(cut)
    }
  }

  @Test("A result that the server cut is fetched when asked for")
  func full() async throws {
    let server = try cutServer(
      #"{"outcome":"success","executionId":"e/1","hasFullResult":true,"data":{"rows":[]}}"#)
    let result: ExecutionResult<Page> = try await server.client().runTask("t")
    #expect(result.isTruncated)
    #expect(result.data == Page(rows: []))
    let full = try await result.full()
    #expect(full.data == Page(rows: [Row(name: "x", price: 2)]))
    #expect(!full.isTruncated)
    #expect(full.runID == result.runID)
    #expect(server.lines.last == "GET /api/executions/e%2F1/result")
    let direct: ExecutionResult<JSONValue> = try await server.client().executions.result("e2")
    #expect(direct.data == ["rows": [["name": "x", "price": 2]]])
    #expect(direct.runID == "e2")
    // Nothing more is asked of the server for a result that is whole.
    _ = try await full.full()
    #expect(server.requests.count == 3)
  }

  @Test("Cut data that does not fit: the error names the way to all of it")
  func cutMisfit() async throws {
    let server = try cutServer(#"{"executionId":"e1","truncated":true,"data":"{\"rows\":[{\"na"}"#)
    let client = try server.client()
    let error = await failure { let _: ExecutionResult<Page> = try await client.runTask("t") }
    #expect(error?.code == "INVALID_RESPONSE")
    #expect(error?.hint?.contains(#"executions.result("e1")"#) == true)
  }

  @Test("No result behind the route is said so", arguments: ["{}", "[]", #"{"result":null}"#])
  func noResult(body: String) async throws {
    let server = try TestServer(always: json(body))
    let client = try server.client()
    let error = await failure {
      let _: ExecutionResult<JSONValue> = try await client.executions.result("e")
    }
    #expect(error?.code == "INVALID_RESPONSE")
  }
}
