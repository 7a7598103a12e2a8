import Figranium
import FigraniumSecretService
import SystemBridge
import Testing

/// What can be a key, and what is made of input.
@Suite struct SecretInputRuleTests {
  struct Row: Sendable {
    let input: [UInt8]
    let message: String?
  }

  static let rows = [
    Row(input: Array("made-up-key".utf8), message: nil),
    Row(input: Array("schlüssel-鍵".utf8), message: nil),
    Row(input: Array(repeating: 0x61, count: 4_096), message: nil),
    Row(input: [], message: "This cannot be a key: it is empty."),
    Row(
      input: Array(repeating: 0x61, count: 4_097),
      message: "This cannot be a key: it has more than 4096 bytes."),
    Row(input: [0x61, 0, 0x62], message: "This cannot be a key: it holds a NUL byte."),
    Row(input: Array("a\nb".utf8), message: "This cannot be a key: it holds a line end."),
    Row(input: Array("a\r".utf8), message: "This cannot be a key: it holds a line end."),
    Row(input: Array("a\u{2028}b".utf8), message: "This cannot be a key: it holds a line end."),
    Row(input: Array("a b".utf8), message: "This cannot be a key: it holds white space."),
    Row(input: Array(" a".utf8), message: "This cannot be a key: it holds white space."),
    Row(input: Array("a\tb".utf8), message: "This cannot be a key: it holds white space."),
    Row(input: Array("a\u{A0}b".utf8), message: "This cannot be a key: it holds white space."),
    Row(
      input: [0xEF, 0xBB, 0xBF] + Array("key".utf8),
      message:
        "This cannot be a key: it holds a character that is not seen, such as a byte order mark."),
    Row(
      input: Array("ke\u{200B}y".utf8),
      message:
        "This cannot be a key: it holds a character that is not seen, such as a byte order mark."),
    Row(
      input: Array("a\u{1B}[0m".utf8),
      message: "This cannot be a key: it holds a control character."),
    Row(input: [0x61, 0x7F], message: "This cannot be a key: it holds a control character."),
    // Not UTF-8: a lone continuation, a cut sequence, an overlong one, a surrogate, past the end.
    Row(input: [0x80], message: "This cannot be a key: it is not UTF-8."),
    Row(input: [0x61, 0xC3], message: "This cannot be a key: it is not UTF-8."),
    Row(input: [0xC0, 0xAF], message: "This cannot be a key: it is not UTF-8."),
    Row(input: [0xE0, 0x80, 0xAF], message: "This cannot be a key: it is not UTF-8."),
    Row(input: [0xED, 0xA0, 0x80], message: "This cannot be a key: it is not UTF-8."),
    Row(input: [0xF4, 0x90, 0x80, 0x80], message: "This cannot be a key: it is not UTF-8."),
    Row(input: [0xFF], message: "This cannot be a key: it is not UTF-8."),
  ]

  private func secret(_ bytes: [UInt8]) -> Secret {
    Secret(bytes: LockedBytes(copying: bytes.span))
  }

  @Test(arguments: rows) func rule(_ row: Row) {
    var found: FigraniumError?
    do throws(FigraniumError) { try Secret.validate(secret(row.input)) } catch { found = error }
    #expect(found?.message == row.message)
    #expect(found?.kind == (row.message == nil ? nil : .credentialInvalid))
  }

  @Test(arguments: [
    ("key", "key", false), ("key\n", "key", true), ("key\r\n", "key", true),
  ])
  func oneLineEndIsDropped(_ input: String, _ key: String, _ dropped: Bool) throws {
    let taken = try Secret.key(fromInput: Secret(input))
    #expect(taken.key == Secret(key))
    #expect(taken.droppedLineEnd == dropped)
  }

  @Test(arguments: ["", "\n", "\r\n", "key\n\n", "key\n\r\n", "\nkey", "key\r", "key \n"])
  func whatIsLeftMustBeAKey(_ input: String) {
    #expect(throws: FigraniumError.self) { try Secret.key(fromInput: Secret(input)) }
  }

  @Test func theFingerprintIsTheStartOfSHA256() {
    #expect(Secret("abc").fingerprint == "ba7816bf8f01")
  }
}
