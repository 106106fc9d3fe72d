import CJSONC
import Foundation
import Testing

@testable import JSONC

/// The tokener by itself: what it gives for texts of every kind, with an arena and without, and what it
/// leaves of the thread's locale.
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

  @Test(arguments: values.indices, [false, true])
  func `a text is its value`(_ row: Int, _ usesArena: Bool) {
    let (text, value) = Self.values[row]
    var tokener = JSONTokener(maximumDepth: 8)
    var forest = JSONForest(usesArena: usesArena)
    for round in 0..<3 {
      let isParsed = parse(text, with: &tokener, into: &forest)
      #expect(isParsed)
      let found = JSONTreeReader(keysAreInCode: false).value(of: forest.root(round))
      #expect(found == value, "\(text)")
    }
  }

  private static let refused = [
    "", " ", "[1,", "{\"a\":", "\"abc", "{\"a\" 1}", "[1 2]", "tru", "[[[[[[[[[[1]]]]]]]]]]", "-",
    "1e",
  ]

  @Test(arguments: refused, [false, true])
  func `a text that is refused leaves no tree, and the next one is read`(
    _ text: String, _ usesArena: Bool
  ) {
    let ledger = ReleaseLedger()
    do {
      var tokener = JSONTokener(maximumDepth: 8, ledger: ledger)
      var forest = JSONForest(usesArena: usesArena, ledger: ledger)
      let isParsed = parse(text, with: &tokener, into: &forest)
      #expect(!isParsed)
      #expect(forest.count == 1 && forest.root(0) == nil)
      #expect(ledger.made == 1 && forest.blocks == 0)
      let isNextParsed = parse("[1]", with: &tokener, into: &forest)
      #expect(isNextParsed)
      #expect(JSONTreeReader(keysAreInCode: false).value(of: forest.root(1)) == [1])
    }
    #expect(ledger.made > 1 && ledger.released == ledger.made)
  }

  /// Names of locales, of which those that are not installed are passed over.
  @Test(arguments: ["C", "POSIX", "C.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8"])
  func `the thread keeps its locale, whose decimal point makes no difference`(_ name: String) {
    guard let locale = newlocale(Int32(1 << LC_NUMERIC), name, nil) else { return }
    let before = uselocale(locale)
    var tokener = JSONTokener(maximumDepth: 8)
    var forest = JSONForest(usesArena: true)
    for text in ["[0.5,-1.25e2]", "[0.5", "nonsense", "12"] {
      _ = parse(text, with: &tokener, into: &forest)
      #expect(uselocale(nil) == locale, "\(text)")
    }
    let reader = JSONTreeReader(keysAreInCode: false)
    #expect(reader.value(of: forest.root(0)) == [0.5, -125.0])
    #expect(reader.value(of: forest.root(3)) == 12)
    uselocale(before)
    freelocale(locale)
  }

  @Test func `texts of the depth are read, and much deeper ones refused`() {
    for depth in 0...6 {
      var tokener = JSONTokener(maximumDepth: depth)
      var forest = JSONForest(usesArena: true)
      for levels in 0...9 {
        let text = String.nested(levels, around: "1")
        let isParsed = parse(text, with: &tokener, into: &forest)
        // The scanner is exact; json-c has one level to spare.
        #expect(isParsed == (levels <= depth + 1), "\(levels) levels, depth \(depth)")
      }
    }
  }

  private func parse(
    _ text: String, with tokener: inout JSONTokener?, into forest: inout JSONForest
  ) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { tokener?.parse($0, into: &forest) } ?? false
  }
}
