/// Tells whether a word on the command line is probably a key, a password or a cookie.
///
/// Such a word is refused before anything else is looked at, and never printed: it is in the
/// shell's history already, and must not get into a log as well. Wrong alarms cost a user a
/// detour (a task can be named by its name instead of its id), a miss costs a key, so the rules
/// lean towards alarm; ids of tasks, runs and executions, UUIDs, paths and plain words pass.
package enum KeyLikeness {
  /// Whether `word` looks like a secret.
  package static func isKeyLike(_ word: String) -> Bool {
    let lower = word.lowercased()
    if lower.hasPrefix("bearer ") || lower.hasPrefix("authorization:")
      || lower.hasPrefix("x-api-key:")
      || (lower.utf8.contains(UInt8(ascii: "=")) && lower.contains("connect.sid="))
    {
      return true
    }
    // `NAME=VALUE` and `--name=VALUE`: the value counts. So does a `?key=VALUE` in a URL.
    let values = word.split(whereSeparator: { "=?&".contains($0) })
    return values.contains { isToken(String($0.drop { $0 == "-" })) }
  }

  /// Beginnings that makers of keys use so that keys can be found.
  private static let prefixes = [
    "sk-", "sk_", "pk_", "rk_", "fig_", "figk_", "fgk_", "ghp_", "gho_", "ghs_", "github_pat_",
    "glpat-", "xoxb-", "xoxp-", "akia", "aiza", "hf_", "npm_", "pypi-",
  ]

  private static func isToken(_ text: String) -> Bool {
    guard text.utf8.count >= 16, text.utf8.allSatisfy(isTokenByte) else { return false }
    let lower = text.lowercased()
    if let prefix = prefixes.first(where: { lower.hasPrefix($0) }) {
      let rest = text.dropFirst(prefix.count)
      if rest.count >= 12, rest.contains(where: \.isNumber), rest.contains(where: \.isLetter) {
        return true
      }
    }
    // A JSON web token: three parts, the first a JSON object in base64.
    if text.hasPrefix("eyJ"), text.split(separator: ".").count == 3 { return true }
    return text.split(whereSeparator: { "-_./:~@,%".contains($0) }).contains {
      isHex($0) || isRandom($0)
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F
  }

  /// 32 hexadecimal digits or more, of both kinds: a digest or a random key, never a word.
  private static func isHex(_ piece: Substring) -> Bool {
    piece.count >= 32 && piece.allSatisfy(\.isHexDigit)
      && piece.contains(where: \.isLetter) && piece.contains(where: \.isNumber)
  }

  /// 20 letters and digits or more that change between the two as chance would have it.
  ///
  /// Words with a number at the end change once or twice; a time stamp has no letters.
  private static func isRandom(_ piece: Substring) -> Bool {
    guard piece.count >= 20, Set(piece).count >= 10 else { return false }
    var changes = 0
    var last: Bool?
    for character in piece {
      let isDigit = character.isNumber
      if let last, last != isDigit { changes += 1 }
      last = isDigit
    }
    return changes >= 4
  }
}
