import SystemBridge
import Testing

@testable import SecretBridge

/// The arithmetic of the session that secrets are read by.
///
/// The numbers were computed by Python (`pow`, `hmac`) and by the command `openssl enc`.
struct SessionTests {
  private static func locked(_ bytes: some Sequence<UInt8>) -> LockedBytes {
    let bytes = Array(bytes)
    return LockedBytes(copying: bytes.span)
  }

  private static func locked(hex: String) -> LockedBytes { locked(Self.bytes(hex)) }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }

  private static func hex(_ bytes: LockedBytes?) -> String? {
    bytes?.withSpan { span in
      span.indices.map { index in
        let digits = String(span[index], radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
  }

  private static func exchange(_ exponent: UInt16) throws -> KeyExchange {
    let bytes = [UInt8](repeating: 0, count: 30) + [UInt8(exponent >> 8), UInt8(exponent & 0xFF)]
    return try #require(KeyExchange(exponent: locked(bytes)))
  }

  @Test(arguments: [
    (1_009 as UInt16, "789e89ca061cf677a8a57372aa789cc8"),
    // Their common number begins with a zero byte, which belongs to it.
    (1_784, "d056a9a7de02b2ac250713841eac40ce"),
  ])
  func theSharedKeyIsTheOneThatOthersCompute(peer: UInt16, key: String) throws {
    let mine = try #require(KeyExchange(exponent: Self.locked(1...32)))
    let theirs = try Self.exchange(peer)
    #expect(agreed(mine, theirs.publicKey) == key)
    #expect(agreed(theirs, mine.publicKey) == key)
    // Some write a zero where a sign would be, some drop those that belong to it.
    #expect(agreed(mine, [0] + theirs.publicKey) == key)
  }

  private func agreed(_ mine: KeyExchange, _ theirs: [UInt8]) -> String? {
    Self.hex(mine.sharedKey(with: theirs.span))
  }

  /// KWallet refuses a shorter one ("Client public key size is invalid").
  @Test func aPublicNumberHasTheWidthOfTheGroup() throws {
    let theirs = try Self.exchange(1_453)
    #expect(theirs.publicKey.count == 128)
    #expect(theirs.publicKey[0] == 0)
    let mine = try #require(KeyExchange(exponent: Self.locked(1...32)))
    let key = agreed(theirs, mine.publicKey)
    #expect(agreed(mine, theirs.publicKey) == key)
    #expect(agreed(mine, [UInt8](theirs.publicKey.dropFirst())) == key)
  }

  @Test func everyExchangeHasAnExponentOfItsOwn() throws {
    let first = try #require(KeyExchange())
    let second = try #require(KeyExchange())
    #expect(first.publicKey != second.publicKey)
    #expect(
      agreed(first, second.publicKey)
        == agreed(second, first.publicKey))
  }

  /// 0, 1, p - 1, p, p + 1, 2^1024 and nothing at all: whoever sends one knows the outcome, or lies.
  @Test func numbersThatAreNoneOfTheGroupsAreRefused() throws {
    let mine = try #require(KeyExchange())
    let middle =
      "C90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3"
      + "CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
      + "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381"
    let ones = "FFFFFFFFFFFFFFFF"
    let unfit = [
      "", "00", "01", String(repeating: "00", count: 127) + "01",
      "\(ones)\(middle)FFFFFFFFFFFFFFFE",
      "\(ones)\(middle)\(ones)", "\(ones)\(middle.dropLast())2\(String(repeating: "0", count: 16))",
      String(repeating: "FF", count: 128), "01" + String(repeating: "00", count: 128),
    ]
    for number in unfit {
      #expect(agreed(mine, Self.bytes(number)) == nil, "\(number)")
    }
    #expect(agreed(mine, [2]) != nil)
  }

  /// RFC 5869, A.3: no salt, no information.
  @Test func theKeyIsDerivedByHKDF() {
    let number = Self.locked(repeatElement(0x0B, count: 22))
    #expect(Self.hex(KeyExchange.derive(from: number)) == "8da4e775a563c18f715f802a063c5a31")
  }

  private static let key = locked(0...15)
  private static let vector = [UInt8](0x10...0x1F)

  private func decrypt(_ text: String, key: LockedBytes = key, vector: [UInt8] = vector) -> String?
  {
    SessionCipher.decrypt(Self.bytes(text).span, key: key, vector: vector.span)?
      .withSpan { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self) }
  }

  @Test(arguments: [
    ("3b3c9fbc241c4c52c4a3152365d9545c11a0652b3d007d91cfee47aa6cc91828", "made-up-fake-key"),
    ("a5d2cdc0f678434848a36269f7dcf5d1", "made-up"),
    ("0a940bb5416ef045f1c39458c653ea5a", ""),
  ])
  func aSecretIsDecrypted(text: String, value: String) {
    #expect(decrypt(text) == value)
  }

  @Test(arguments: [
    // Nothing, less than a block, a block and a half.
    "", "a5d2cdc0f678434848a36269f7dcf5", "a5d2cdc0f678434848a36269f7dcf5d1a5d2cdc0f6784348",
    // Padding of 0, of 17, and of 2 with a 3 before it.
    "63cccb3c201d6798ce99eacee03497cf", "cb7f04abfd61c7d55e3c8a5636b58b9f",
    "b22a413b6ee0227a55ab839f1ace86cd",
  ])
  func whatIsNoSecretIsNone(text: String) {
    #expect(decrypt(text) == nil)
  }

  @Test func aVectorOfAnotherLengthIsRefused() {
    let text = "a5d2cdc0f678434848a36269f7dcf5d1"
    #expect(decrypt(text, vector: [UInt8](0x10...0x1E)) == nil)
    #expect(decrypt(text, vector: [UInt8](0x10...0x20)) == nil)
  }

  @Test func anotherKeyDecryptsNothing() {
    #expect(decrypt("a5d2cdc0f678434848a36269f7dcf5d1", key: Self.locked(1...16)) == nil)
    #expect(decrypt("a5d2cdc0f678434848a36269f7dcf5d1", key: Self.locked(0...14)) == nil)
  }
}
