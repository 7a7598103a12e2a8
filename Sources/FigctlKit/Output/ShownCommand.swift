/// Commands in messages: what a reader copies from the terminal must not have a line's end in it.
enum ShownCommand {
  /// Programs whose commands are long, and end the line that they are in.
  private static let programs = [
    "dbus-run-session ", "export ", "gdbus ", "read -", "secret-tool ", "sudo ",
  ]

  private static let ownWords = Set(CommandTable.all.map { $0.path[0] })

  /// How many characters of `text`, from its start, are a command; `nil` when none begins there.
  ///
  /// - Parameter before: The word before it: a colon leads to another program's command, and nothing to a
  ///   form of use, as help has them.
  static func length(in text: Substring, after before: String?) -> Int? {
    guard let before, before != "Usage:" else { return nil }
    if before.last == ":", programs.contains(where: { text.hasPrefix($0) }) { return text.count }
    guard text.hasPrefix("figctl ") else { return nil }
    let words = text.split(separator: " ")
    guard words.count > 1, words[1].first == "-" || ownWords.contains(plain(words[1])) else {
      return nil
    }
    // To the end of the sentence, or of its part.
    let last = words.first { [".", ",", ";", ")"].contains($0.last) } ?? words[words.endIndex - 1]
    return text.distance(from: text.startIndex, to: last.endIndex)
  }

  private static func plain(_ word: Substring) -> String {
    String(word.last?.isPunctuation == true ? word.dropLast() : word)
  }
}
