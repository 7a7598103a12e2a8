import Testing

@testable import FigctlKit

/// How bash's line is taken apart, and what it is handed back.
@Suite struct BashLineTests {
  private static let breaks = " \t\n\"'><=;|&(:"

  @Test(arguments: [
    ("figctl ", ["figctl", ""]),
    ("figctl run Scr", ["figctl", "run", "Scr"]),
    ("figctl  run\tScr", ["figctl", "run", "Scr"]),
    (#"figctl run Scrape\ t"#, ["figctl", "run", "Scrape t"]),
    ("figctl run 'Scrape t", ["figctl", "run", "Scrape t"]),
    (#"figctl run "a \"b\" \x"#, ["figctl", "run", #"a "b" \x"#]),
    ("figctl run '' x", ["figctl", "run", "", "x"]),
    ("figctl --color=al", ["figctl", "--color=al"]),
    ("figctl run 'it'\\''s'", ["figctl", "run", "it's"]),
  ])
  func words(line: String, expected: [String]) {
    #expect(BashLine(line, breaks: Self.breaks).words == expected)
  }

  @Test(arguments: [
    // What is typed, the whole value, what bash gets for its piece of it.
    ("figctl run Scr", "Scrape title", #"Scrape\ title"#),
    ("figctl run 'Scr", "Scrape it's", #"Scrape it'\''s"#),
    (#"figctl run "Scr"#, #"Scrape "$5" `x`"#, #"Scrape \"\$5\" \`x\`"#),
    ("figctl --color=al", "--color=always", "always"),
    ("figctl --color=", "--color=always", "always"),
    ("figctl run a:", "a:b=c", "b=c"),
    ("figctl run 'a:", "a:b=c", "a:b=c"),
    ("figctl intent perform X task=Sc", "task=Scrape title", #"Scrape\ title"#),
    ("figctl intent perform X task='Sc", "task=Scrape title", "Scrape title"),
    ("figctl run ", "$(reboot); `x` & | > *", #"\$\(reboot\)\;\ \`x\`\ \&\ \|\ \>\ \*"#),
    ("figctl run ", "Zürich", "Zürich"),
  ])
  func replacements(line: String, value: String, expected: String) {
    #expect(BashLine(line, breaks: Self.breaks).replacement(for: value) == expected)
  }

  /// Where the user has taken `:` and `=` out of the word breaks, bash replaces the whole word.
  @Test func withoutBreaks() {
    #expect(BashLine("figctl run a:", breaks: " \t\n").replacement(for: "a:b") == "a:b")
  }
}
