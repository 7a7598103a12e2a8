import FoundationEssentials
import SystemBridge
import Testing

@testable import Figranium

@Suite struct SecretAnswerTests {
  private static func taken(_ text: String) -> (rest: String, secret: String?) {
    let answer = SecretAnswer(LockedBytes(copying: Array(text.utf8).span), member: "secret")
    return (String(decoding: answer.rest, as: UTF8.self), answer.secret?.reveal())
  }

  @Test(arguments: [
    (#"{"secret":"abc","key":{"id":"1"}}"#, #"{"secret":"","key":{"id":"1"}}"#, "abc"),
    (
      #" { "key" : {"secret":"no"} , "secret" :"abc" } "#,
      #" { "key" : {"secret":"no"} , "secret" :"" } "#, "abc"
    ),
    (
      #"{"a":"\"secret\":\"x","secret":"a\"b\\c\/d\n"}"#, #"{"a":"\"secret\":\"x","secret":""}"#,
      "a\"b\\c/d\n"
    ),
    (#"{"secret":"\u00fc\u00DC\ud83d\ude00\t"}"#, #"{"secret":""}"#, "üÜ😀\t"),
    (#"{"secret":"\ud83d!"}"#, #"{"secret":""}"#, "ud83d!"),
    (
      #"{"a":["secret","x"],"b":"secret","secret":"y"}"#,
      #"{"a":["secret","x"],"b":"secret","secret":""}"#, "y"
    ),
  ])
  func isTakenOut(text: String, rest: String, secret: String) {
    #expect(Self.taken(text) == (rest, secret))
  }

  /// Which of two counts nobody knows; neither is shown.
  @Test(arguments: [#"{"secret":"a1","x":1,"secret":"b2"}"#, #"{"secret":"a1","secret":"a1"}"#])
  func twoAreNone(text: String) {
    let taken = Self.taken(text)
    #expect(taken.secret == nil)
    #expect(!taken.rest.contains("a1") && !taken.rest.contains("b2"))
    #expect(taken.rest.count == text.count - 4)
  }

  /// Nothing is lost of what holds none, whatever it is.
  @Test(arguments: [
    #"{"secret":null}"#, #"{"secret":""}"#, #"{"secret":5,"key":"x"}"#, #"["secret","x"]"#, "", "{",
    #"{"secret":"abc"#, #"{"secret":"abc\"#, #"{"secret" "abc"}"#, "<html>\"secret\":\"x\"</html>",
    #"{"secret":"#, "\"",
  ])
  func orStaysAsItIs(text: String) {
    #expect(Self.taken(text) == (text, nil))
  }
}
