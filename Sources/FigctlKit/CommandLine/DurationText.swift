/// Lengths of time as options take them: `90d`, `12h`, `30m`, `45s`, `2w`.
enum DurationText {
  private static let units: [Character: Double] = [
    "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400,
  ]

  /// The number of seconds.
  ///
  /// - Parameter option: The option's name, for the error.
  /// - Throws: ``CommandFailure`` (exit code 2) for what is no length of time.
  static func seconds(_ text: String, option: String) throws(CommandFailure) -> Double {
    guard let last = text.last, let unit = units[last], text.dropLast().allSatisfy(\.isNumber),
      let number = Int(text.dropLast()), (0...1_000_000).contains(number)
    else {
      throw .usage(
        "--\(option) takes a length of time such as 90d, not '\(text)'.",
        hint: "A whole number and a unit: s, m, h, d (days) or w (weeks).")
    }
    return Double(number) * unit
  }
}
