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
      case .absent, .withinQuotes: break
      }
    }
  }
}
