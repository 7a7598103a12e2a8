import Testing

@testable import FigctlKit

/// How a file of environment variables is read.
@Suite struct EnvironmentTextTests {
  private func value(of text: String, name: String = "KEY") -> String {
    let bytes = Array(text.utf8)
    switch EnvironmentText.search(name, in: bytes.span) {
    case .absent: return "absent"
    case .several(let lines): return "several \(lines)"
    case .withinQuotes(let line, let start): return "within \(line) \(start)"
    case .entangled(let line, let other): return "entangled \(line) \(other.line)"
    case .found(let found):
      switch found.value {
      case .unclear: return "unclear"
      case .plain(let range):
        return "\(found.line):" + String(decoding: bytes[range], as: UTF8.self)
      }
    }
  }

  @Test(arguments: [
    ("KEY=abc", "1:abc"), ("KEY=abc\n", "1:abc"), ("KEY=abc\r\nB=2\r\n", "1:abc"),
    ("A=1\n\n# KEY=no\nKEY=abc\n", "4:abc"), ("export KEY=abc\n", "1:abc"),
    ("  export\tKEY = abc  \n", "1:abc"), ("KEY='a b$`\\'\n", "1:a b$`\\"),
    ("KEY=\"abc\" # comment\n", "1:abc"), ("KEY='abc'\r\n", "1:abc"),
    ("KEY=abc # comment", "1:abc"),
    ("KEY=abc\t#comment\n", "1:abc"), ("KEY=\n", "1:"), ("KEY= # nothing\n", "1:"),
    ("KEY=''", "1:"), ("KEY=a=b==\n", "1:a=b=="), ("\u{FEFF}KEY=abc\n", "1:abc"),
    ("A='x\ny\nz'\nKEY=abc\n", "4:abc"), ("A=\"x\\\"\ny\"\nKEY=abc\n", "3:abc"),
    ("KEY='a\nb'\n", "1:a\nb"), ("KEY=two words\n", "1:two words"), ("export=1\nKEY=2", "2:2"),
    ("KEY.A=1\nKEY-B=2\nMY_KEY=3\nKEY2=4\nKEY=5", "5:5"), ("A=it's\nKEY=abc\nB=it's", "2:abc"),
  ])
  func whatAllProgramsReadAlikeIsRead(text: String, expected: String) {
    #expect(value(of: text) == expected)
  }

  @Test(arguments: [
    "KEY=$OTHER", "KEY=\"${OTHER}\"", "KEY=a\\b", "KEY=\"a\\nb\"", "KEY=`abc`", "KEY=abc#def",
    "KEY='abc'def", "KEY=\"abc\"#x", "KEY=\"abc", "KEY='abc\nB=2\n", "KEY=abc;B=2", "KEY=a'b'",
    "KEY=a&b", "KEY=a|b", "KEY=<a", "KEY=a(b)", "KEY=$(pass show key)",
  ])
  func whatTheyReadDifferentlyIsUnclear(text: String) {
    #expect(value(of: text) == "unclear")
  }

  @Test(arguments: [
    ("if true; then\nKEY=abc\nfi\n", 2, 1), ("KEY=abc\nif true\nthen\nB=1\nfi\n", 1, 2),
    ("for x in 1; do\n  KEY=abc\ndone\n", 2, 1), ("f() {\nKEY=abc\n}\n", 2, 1),
    ("f()\n{\nKEY=abc\n}\n", 3, 2), ("case $x in\na)\nKEY=abc\n;;\nesac\n", 3, 1),
    ("A=1; while true; do\nKEY=abc\ndone", 2, 1), ("test -f x && {\nKEY=abc\n}\n", 2, 1),
    ("cat <<EOF\nKEY=abc\nEOF\n", 2, 1), ("A=$(cat <<EOF\nKEY=abc\nEOF\n)\n", 2, 1),
    ("A=x`cat\nKEY=abc\n`\n", 2, 1),
    ("A=\"$(echo \"x\"\nKEY=abc\n)\"\n", 2, 1), ("(\nKEY=abc\n)\n", 2, 1),
    ("A=(\nKEY=abc\n)\n", 2, 1), ("echo \"\nKEY=abc\n\"\n", 2, 1),
    ("A='1'\"2\nKEY=abc\n\"\n", 2, 1), ("true &&\nKEY=abc\n", 2, 1),
    ("B=1\nOTHER=foo \\\nKEY=abc\n", 3, 2), ("A='x\ny' \\\nKEY=abc\n", 3, 2),
    ("KEY=abc\nKEY+=d\n", 1, 2), ("KEY=abc\nexport KEY+=d\n", 1, 2),
    ("KEY=abc\ndeclare KEY=d\n", 1, 2), ("KEY=abc\nA=1; KEY+=d\n", 1, 2),
  ])
  func whatAShellWouldEncloseOrChangeIsNotTaken(text: String, line: Int, other: Int) {
    #expect(value(of: text) == "entangled \(line) \(other)")
  }

  @Test(arguments: [
    "# if this, then that (or <<that\nKEY=abc", "A='if\nfi'\nKEY=abc\nB=\"a << b (c\"\n",
    "if=1\nexport done=2\nKEY=abc\n", "A=$(date)\nB=\"$(id -u)\"\nC=`id`\nKEY=abc\n",
    "set -a\nexport A\nB\n. ./other\nKEY=abc\nexport KEY\n", "A=x # it's (\nKEY=abc\n",
    "A=C:\\dir\\\nB=1\nKEY=abc\n", "# more \\\nKEY=abc\n", "A='x\\'\nKEY=abc\n",
    "A=http://x/?a=1&b=2\nKEY=abc\n", "A=what if and then\nKEY=abc\n", "[part]\nKEY=abc\n",
    "KEY=abc\nMYKEY+=d\nKEYS=1\n", "A=\"${B:-c}\" # (d\n\n\nexport KEY='abc'\n",
  ])
  func filesOfAssignmentsAreRead(text: String) {
    #expect(value(of: text).hasSuffix(":abc"))
  }

  @Test func whatIsNotThereIsAbsent() {
    for text in ["", "\n", "#KEY=abc", "KEY", "KEY: abc", "KEYS=abc", "echo KEY=abc", "=abc", "KE"]
    {
      #expect(value(of: text) == "absent", "\(text)")
    }
  }

  @Test func severalAreNamedByLine() {
    #expect(value(of: "KEY=a\nB='\n'\nexport KEY=a\n") == "several [1, 4]")
  }

  @Test func oneWithinAnotherValueIsNotTaken() {
    #expect(value(of: "A=\"open\nB=1\nKEY=\"abc\"\n") == "within 3 1")
    #expect(value(of: "A='\nKEY=abc\n'\nKEY=def\n") == "4:def")
    #expect(value(of: "A=\"$(cat <<EOF\nKEY=abc\nEOF\n)\"\n") == "within 2 1")
    #expect(value(of: "A=`cat\nKEY=abc\n`\n") == "within 2 1")
  }

  @Test func theLinesOfAnAssignmentEndWithItsLineEnd() throws {
    let bytes = Array("A=1\nKEY='x\ny' # c\r\nB=2".utf8)
    guard case .found(let found) = EnvironmentText.search("KEY", in: bytes.span) else {
      Issue.record("not found")
      return
    }
    #expect(String(decoding: bytes[found.lines], as: UTF8.self) == "KEY='x\ny' # c\r\n")
  }

  @Test func linesThatHoldAValueAreFound() {
    let text = Array("abc\nxabcabc\n\nab\nc abc".utf8)
    #expect(EnvironmentText.lines(holding: Array("abc".utf8).span, in: text.span) == [1, 2, 5])
    #expect(EnvironmentText.lines(holding: Array("".utf8).span, in: text.span) == [])
    #expect(EnvironmentText.lines(holding: text.span, in: Array("abc".utf8).span) == [])
  }

  @Test func anyBytesAreReadWithoutAnEndInTheMiddle() {
    // Every string of up to five of the characters that mean something.
    let alphabet = Array("K='\"\n# $\\".utf8)
    var texts: [[UInt8]] = [[]]
    for _ in 0..<5 { texts += texts.flatMap { text in alphabet.map { text + [$0] } } }
    for text in Set(texts) {
      switch EnvironmentText.search("K", in: text.span) {
      case .found(let found):
        #expect(found.lines.upperBound <= text.count)
        if case .plain(let range) = found.value {
          #expect(range.lowerBound >= found.lines.lowerBound)
          #expect(range.upperBound <= found.lines.upperBound)
        }
      case .several(let lines): #expect(lines.count > 1)
      case .absent, .withinQuotes, .entangled: break
      }
    }
  }
}
