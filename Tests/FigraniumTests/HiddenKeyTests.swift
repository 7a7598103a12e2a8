import Figranium
import Testing

/// A key that a server writes apart, or byte by byte in another form, is still taken out.
@Suite struct HiddenKeyTests {
  private static let key = "fgk_Zq7SecretKey9vXp"

  @Test(arguments: [
    "fgk_Zq\n7SecretKey9vXp", "fgk_Zq\u{1B}[0m7SecretKey9vXp", "f g k _ Zq7SecretKey9vXp",
    "%66%67%6B_Zq7SecretKey9vXp", "&#102;&#103;k_Zq7SecretKey9vX&#x70;",
    #"\u0066gk_Zq7SecretKey9vXp"#, "fgk_Zq-7SecretKey9vXp", "fgkZq7SecretKey9vXp",
    "fgk_Zq7SecretKey9vX", "pXv9yeKterceS7qZ_kgf", "fgk, Zq7S, ecre, tKey, 9vXp",
    "MZTWWX22OE3VGZLDOJSXIS3FPE4XMWDQ", "MZ3LL5NHCN2TMVRXEZLUJNSXSOLWLBY",
    "ZmdrX1pxN1Nl\r\nY3JldEtleTl2WH", "66 67 6b 5f 5a 71 37 53 65 63 72 65 74 4b 65 79 39 76 58 70",
  ])
  func isTakenOut(written: String) {
    let redactor = Redactor(secrets: [Secret(Self.key)])
    #expect(redactor.redact("bad key \(written)!") == "bad key [redacted]!")
  }

  /// A piece that tells much of it is a key as well.
  @Test func piecesAreTakenOut() {
    let redactor = Redactor(secrets: [Secret(Self.key)])
    #expect(
      redactor.redact("fgk_Zq7Secret… and cretKey9vXp end, begins fgk_Zq7Secr")
        == "[redacted]… and cretKey9vXp end, begins fgk_Zq7Secr")
  }

  @Test(arguments: [
    "fgk_Zq7Secr", "cretKey9vXp", "%6", "&#;", "&#x;", #"\u00"#, "\u{1B}[", "",
  ])
  func otherTextStays(text: String) {
    let redactor = Redactor(secrets: [Secret(Self.key)])
    #expect(redactor.redact(text) == text)
  }
}
