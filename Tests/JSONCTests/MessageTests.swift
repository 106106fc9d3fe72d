import JSONC
import Messages
import Testing
import WidgetTestSupport

/// A text, and its complete message.
struct Message: Sendable {
  let text: String
  let message: String
}

@Suite struct MessageTests {
  static let rows = [
    Message(
      text: "{\"a\": 1,\n \"a\": 2}",
      message: """
        line 2, column 2: The key “a” occurs twice in one object, first in line 1. Remove one of them.
         "a": 2}
         ^
        """),
    Message(
      text: "[1, 2,]",
      message: """
        line 1, column 6: No comma may follow the last entry. Remove it.
        [1, 2,]
             ^
        """),
    Message(
      text: "{'a': 1}",
      message: """
        line 1, column 2: Single quotes are not allowed in JSON. Use double quotes.
        {'a': 1}
         ^
        """),
    Message(
      text: "[\n  99999999999999999999\n]",
      message: """
        line 2, column 3: The integer 99999999999999999999 is out of range. The range is \
        -9223372036854775808 to 9223372036854775807.
          99999999999999999999
          ^
        """),
    Message(
      text: "[NaN]",
      message: """
        line 1, column 2: “NaN” is not a JSON number. Use null or a string.
        [NaN]
         ^
        """),
    Message(
      text: "[True]",
      message: """
        line 1, column 2: “True” is not a JSON value. Put text in double quotes.
        [True]
         ^
        """),
    Message(
      text: "\"a\tb\"",
      message: """
        line 1, column 3: The control character 0x09 must be escaped in a string. Correct the text there.
        "a␉b"
          ^
        """),
    Message(
      text: "\"a\nb\"",
      message: """
        line 1, column 3: The control character 0x0A must be escaped in a string. Correct the text there.
        "a␊
          ^
        """),
    Message(
      text: "[\"\\ud800\"]",
      message: """
        line 1, column 3: “\\ud800” is half of a surrogate pair. Write both halves.
        ["\\ud800"]
          ^
        """),
    Message(
      text: "[\"\u{1B}[31m\"]",
      message: """
        line 1, column 3: The control character 0x1B must be escaped in a string. Correct the text there.
        ["␛[31m"]
          ^
        """),
    Message(
      text: "[1",
      message: """
        line 1, column 3: The text ends inside a value. It may have been cut off.
        [1
          ^
        """),
    Message(
      text: "",
      message: "line 1, column 1: The text is empty. A JSON text holds one value.\n\n^"),
    Message(
      text: "{\"a\" \u{202E}1}",
      message: """
        line 1, column 6: A colon must follow the key, not \\u{202E}. Correct the text there.
        {"a" \\u{202E}1}
             ^
        """),
    Message(
      text: "[\"\u{202E}\", x]",
      message: """
        line 1, column 7: “x” is not a JSON value. Put text in double quotes.
        ["\\u{202E}", x]
                     ^
        """),
    Message(
      text: "[\"日本\", \"e\u{301}\", .5]",
      message: "line 1, column 14: A digit is expected here, not . Correct the text there.\n"
        + "[\"日本\", \"e\u{301}\", .5]\n              ^"),
    Message(
      text: "{\"a\":1} {",
      message: """
        line 1, column 9: More text follows the value. A JSON text holds one value.
        {"a":1} {
                ^
        """),
    Message(
      text: "\"\\q\"",
      message: """
        line 1, column 2: “\\q” is not an escape. Write \\\\ for a backslash.
        "\\q"
         ^
        """),
    Message(
      text: "[1e400]",
      message: """
        line 1, column 2: The number 1e400 is out of range. It is beyond 1.8e308.
        [1e400]
         ^
        """),
  ]

  @Test(arguments: rows.indices)
  func `reports the problem, the position and the remedy`(_ row: Int) {
    let row = Self.rows[row]
    #expect(failure(Array(row.text.utf8))?.description == row.message)
  }

  @Test func `bytes that are not UTF-8 are reported`() {
    let error = failure([0x5B, 0x22, 0xFF, 0x22, 0x5D])
    #expect(
      error?.description == """
        line 1, column 3: The byte 0xFF is not valid UTF-8. Save the text as UTF-8.
        ["\u{FFFD}"]
          ^
        """)
  }
}
