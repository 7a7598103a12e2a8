import FigraniumSecretService
import Testing

@testable import FigctlKit

/// What counts as a key on the command line; all values are made up.
@Suite struct KeyLikenessTests {
  @Test(arguments: [
    "e6c7b33ba08d3608373b968f574332f18e0b559fcb5335300e44913aa773886e",
    "0123456789abcdef0123456789abcdef",
    "0123456789ABCDEF0123456789ABCDEF",
    "sk-abcdefgh12345678",
    "fig_a1b2c3d4e5f6g7h8",
    "FIG_a1b2c3d4e5f6g7h8",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "Bearer abc",
    "bearer e6c7b33ba08d3608",
    "Authorization: Bearer x",
    "x-api-key: abc",
    "connect.sid=s%3Aabc",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "--api-key=e6c7b33ba08d3608373b968f574332f18e0b559fcb5335300e44913aa773886e",
    "task=e6c7b33ba08d3608373b968f574332f1",
    "https://example.com/?key=e6c7b33ba08d3608373b968f574332f1",
    "aB3dE5gH7jK9mN1pQ3sT5vW7",
  ])
  func refuses(word: String) {
    #expect(KeyLikeness.isKeyLike(word))
  }

  @Test(arguments: [
    "task_1", "t/2 ü", "Scrape title", "exec_1796000992271_661", "run-abc",
    "run-5f0c2c1e-9d4b-4c3a-8f21-0a1b2c3d4e5f", "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "https://figranium.example.com/base", "http://localhost:11345", "max-key-age=90",
    "AVeryLongTaskNameWithoutAnySpacesAtAll", "fig_daily_report_of_the_team", "--output",
    "/home/user/reports/2026-11-30/result.json", "17960009922716611796000992271661",
    "figctl-demo-1a2b3c4d", "product-list-2026-11-30-evening-run-number-12", "", "-", "--",
    "sk-short1",
  ])
  func passes(word: String) {
    #expect(!KeyLikeness.isKeyLike(word))
  }
}
