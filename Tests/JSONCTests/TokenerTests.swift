import CJSONC
import Foundation
import Testing

@testable import JSONC

/// The tokener alone: its results for texts of every kind, and its effect on the locale of the
/// thread.
@Suite struct TokenerTests {
  private static let values: [(text: String, value: JSONValue)] = [
    ("true", true), ("false", false), ("0", 0), ("12", 12), ("-1", -1), ("1.5", 1.5),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("0.1", 0.1), ("1e3", .double(1000)), ("-2.5E-3", -0.0025),
    ("1.7976931348623157e308", .double(1.7976931348623157e308)),
    ("5e-324", .double(.leastNonzeroMagnitude)), ("\"\"", ""), ("\"a\"", "a"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u00e9\ud83d\ude00""#, "é😀"), ("\"東京 Zürich\"", "東京 Zürich"), (#""a\u0000b""#, "a\0b"),
    ("[]", []), ("{}", [:]), ("[[],{}]", [[], [:]]), ("[1,\"1\",1.5,true]", [1, "1", 1.5, true]),
    (#"{"a":{"a":{"a":[1]}}}"#, ["a": ["a": ["a": [1]]]]),
    (#"{"b":1,"a":2,"":3}"#, ["b": 1, "a": 2, "": 3]), (" [ 1 , 2 ] ", [1, 2]),
  ]

  @Test(arguments: values.indices)
  func `a text is read as its value`(_ row: Int) {
    let (text, value) = Self.values[row]
    var tokener = JSONTokener(maximumDepth: 8)
    for _ in 0..<3 { #expect(parse(text, with: &tokener) == value, "\(text)") }
  }

  private static let refused = [
    "", " ", "[1,", "{\"a\":", "\"abc", "{\"a\" 1}", "[1 2]", "tru", "[[[[[[[[[[1]]]]]]]]]]", "-",
    "1e", "[1,]x", "{\"a\":tru", "[[[[[[[[[[[]", "{\"a\":[1,2,",
  ]

  @Test(arguments: refused)
  func `a refused text leaves no tree, and the next one is read`(_ text: String) {
    var tokener = JSONTokener(maximumDepth: 8)
    #expect(parse(text, with: &tokener) == nil)
    #expect(parse("[1]", with: &tokener) == [1])
  }

  /// Locale names; locales that are not installed are skipped.
  @Test(arguments: ["C", "POSIX", "C.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8"])
  func `the thread keeps its locale, whose decimal point makes no difference`(_ name: String) {
    guard let locale = newlocale(Int32(1 << LC_NUMERIC), name, nil) else { return }
    let before = uselocale(locale)
    var tokener = JSONTokener(maximumDepth: 8)
    let values = ["[0.5,-1.25e2]", "[0.5", "nonsense", "12"].map { text in
      defer { #expect(uselocale(nil) == locale, "\(text)") }
      return parse(text, with: &tokener)
    }
    #expect(values == [[0.5, -125.0], nil, nil, 12])
    uselocale(before)
    freelocale(locale)
  }

  @Test func `texts of the allowed depth are read, and much deeper ones refused`() {
    for depth in 0...6 {
      var tokener = JSONTokener(maximumDepth: depth)
      for levels in 0...9 {
        let text = String.nested(levels, around: "1")
        // The tokenizer is exact; json-c allows one more level.
        #expect(
          (parse(text, with: &tokener) != nil) == (levels <= depth + 1),
          "\(levels) levels, depth \(depth)")
      }
    }
  }

  private func parse(_ text: String, with tokener: inout JSONTokener?) -> JSONValue? {
    Array(text.utf8).withUnsafeBufferPointer {
      tokener?.parse($0)?.value(keysAreInCode: false)
    }
  }
}
