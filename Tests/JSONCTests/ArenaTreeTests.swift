import CArena
import CJSONC
import Foundation
import Testing
import WidgetTestSupport

@testable import JSONC

/// Trees of json-c in an arena: the same values, and nothing that outlives them.
@Suite(.enabled(if: carena_is_available())) struct ArenaTreeTests {
  private static let texts = [
    "true", "12", "-1.5e-3", "\"a\"", "[]", "{}", "[null,true,false]",
    #"{"a":{"b":{"c":[1.25,2]}}}"#,
    #"["\u00e9\ud83d\ude00\n","Zürich"]"#,
    "[" + String(repeating: "\"element\",", count: 100) + "0]",
    "{" + (0..<60).map { "\"key number \($0)\":\($0)" }.joined(separator: ",") + "}",
    String.nested(60), "[" + String(repeating: "9", count: 18) + ".5]",
    "\"" + String(repeating: "long ", count: 2_000) + "\"",
  ]

  /// What json-c gives for a text in an arena that the thread has entered.
  private func parse(
    _ text: String, with tokener: UnsafeMutablePointer<json_tokener>?,
    in arena: UnsafeMutablePointer<carena>?
  ) -> OpaquePointer? {
    text.withCString { start in
      let count = Int32(strlen(start)) + 1
      if let arena { carena_enter(arena) }
      let root = json_tokener_parse_ex(tokener, start, count)
      carena_leave()
      return root
    }
  }

  /// A tokener that has parsed something already.
  private func makeTokener() -> UnsafeMutablePointer<json_tokener>? {
    let tokener = json_tokener_new_ex(64)
    json_object_put(parse(Self.texts[8], with: tokener, in: nil))
    json_tokener_reset(tokener)
    return tokener
  }

  @Test(arguments: texts)
  func `a tree that is put object by object leaves no block behind`(_ text: String) throws {
    let arena = try #require(carena_make())
    let tokener = makeTokener()
    for _ in 0..<3 {
      let root = parse(text, with: tokener, in: arena)
      #expect(root != nil)
      #expect(arena.pointee.blocks > 0 && !arena.pointee.overflowed)
      json_object_put(root)
      #expect(arena.pointee.blocks == 0, "json-c keeps something for later")
      json_tokener_reset(tokener)
      #expect(carena_reset(arena) == 0)
    }
    carena_free(arena)
    json_tokener_free(tokener)
  }

  @Test(arguments: ["[1,2", "{\"a\":[{\"b\":1},x", "\"abc", "[1,}", "{\"a\":tru}", "{\"a\" 1}"])
  func `a text that json-c refuses leaves no block behind once the tokener is reset`(
    _ text: String
  ) throws {
    let arena = try #require(carena_make())
    let tokener = makeTokener()
    #expect(parse(text, with: tokener, in: arena) == nil)
    json_tokener_reset(tokener)
    #expect(arena.pointee.blocks == 0)
    carena_free(arena)
    json_tokener_free(tokener)
  }

  @Test(arguments: ["C", "C.UTF-8", "de_DE.UTF-8"])
  func `the locale of the thread leaves no block behind`(_ name: String) throws {
    guard let locale = newlocale(Int32(1 << LC_NUMERIC | 1 << LC_CTYPE), name, nil) else { return }
    let before = uselocale(locale)
    let arena = try #require(carena_make())
    let tokener = makeTokener()
    let root = parse("[0.5,1e3]", with: tokener, in: arena)
    #expect(json_object_get_double(json_object_array_get_idx(root, 0)) == 0.5)
    json_object_put(root)
    #expect(arena.pointee.blocks == 0)
    carena_free(arena)
    json_tokener_free(tokener)
    uselocale(before)
    freelocale(locale)
  }

  @Test func `random values are the same with an arena and without`() throws {
    for seed in PropertySeeds("values in an arena", count: 80) {
      var random = SeededGenerator(seed: seed)
      var inside = Trees(usesArena: true)
      var outside = Trees(usesArena: false)
      for _ in 0..<8 {
        var text = try JSONText.bytes(of: .random(depth: 5, &random), style: .compact)
        if Bool.random(using: &random), let place = text.indices.randomElement(using: &random) {
          text[place] = UInt8.random(in: 32..<127, using: &random)
        }
        #expect(inside.value(text) == outside.value(text), "seed \(seed)")
      }
    }
  }

  @Test func `trees that are larger than the arena are released with the part outside of it`() {
    let objects = (0..<20_000).map { #"{"identifier":"\#($0)","weeks":[\#($0),1.5]}"# }
    let large = "[\(objects.joined(separator: ","))]"
    let ledger = ReleaseLedger()
    do {
      var trees = Trees(usesArena: true, ledger: ledger)
      for _ in 0..<2 {
        #expect(trees.add("[1]") == [1])
        #expect(trees.add(large)?.arrayValue?.count == 20_000)
        #expect(trees.add("[2]") == [2])
        #expect(ledger.released < ledger.made - 100_000)
        trees.forest.release()
        #expect(ledger.released == ledger.made - 1)
        #expect(trees.forest.blocks == 0)
      }
      // An object with its text, its array and its two numbers, 20,000 times.
      #expect(ledger.made > 2 * 100_000)
      #expect(trees.add(large)?.arrayValue?.count == 20_000)
    }
    #expect(ledger.released == ledger.made)
  }

  @Test func `a string that is larger than the arena is read as any other`() {
    var trees = Trees(usesArena: true)
    let value = trees.add("[\"\(String(repeating: "Zürich ", count: 500_000))\",1]")
    #expect(value?.arrayValue?.last == 1)
    #expect(value?.arrayValue?.first?.stringValue?.utf8.count == 4_000_000)
  }

  @Test(arguments: [false, true])
  func `a forest holds its trees until it releases them all`(_ usesArena: Bool) {
    let ledger = ReleaseLedger()
    do {
      var trees = Trees(usesArena: usesArena, ledger: ledger)
      #expect(trees.add(#"{"a":[1,"x"]}"#) == ["a": [1, "x"]])
      #expect(trees.add("[1,") == nil)
      #expect(trees.add("[1,2,3]") == [1, 2, 3])
      #expect(trees.add("null") == .null)
      let made = ledger.made
      #expect(usesArena ? made > 10 : made == 9)
      #expect(trees.forest.count == 4)
      #expect(trees.forest.root(1) == nil && trees.forest.root(3) == nil)
      #expect(trees.value(at: 0) == ["a": [1, "x"]])
      #expect(trees.value(at: 2) == [1, 2, 3])
      #expect(ledger.released == 0)
      trees.forest.release()
      #expect(ledger.released == made - 1)
      #expect(trees.forest.count == 0)
      trees.forest.release()
      #expect(ledger.released == made - 1)
      #expect(trees.add("[7]") == [7])
      #expect(ledger.made > made)
    }
    #expect(ledger.released == ledger.made)
  }

  @Test func `two forests do not share memory`() {
    var tokener = JSONTokener(maximumDepth: 8)
    tokener?.warmUp()
    var first = JSONForest(usesArena: true)
    var second = JSONForest(usesArena: true)
    for round in 0..<50 {
      second.release()
      for number in 0..<3 {
        let text = Array("[\(round),\"\(number)\"]".utf8)
        let isParsed = text.withUnsafeBufferPointer { tokener?.parse($0, into: &second) }
        #expect(isParsed == true)
      }
      let text = Array("{\"round\":\(round)}".utf8)
      let isParsed = text.withUnsafeBufferPointer { tokener?.parse($0, into: &first) }
      #expect(isParsed == true)
    }
    let reader = JSONTreeReader(keysAreInCode: false)
    for round in 0..<50 {
      #expect(reader.value(of: first.root(round)) == ["round": .integer(round)])
    }
    #expect(reader.value(of: second.root(2)) == [49, "2"])
  }

  @Test func `many tasks read at once, more than there are arenas`() async {
    let wrong = await withTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { wrongValues(number) } }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}

/// A tokener and the trees that it has made.
private struct Trees: ~Copyable {
  var tokener: JSONTokener?
  var forest: JSONForest

  init(usesArena: Bool, ledger: ReleaseLedger? = nil) {
    tokener = JSONTokener(maximumDepth: 64, ledger: ledger)
    forest = JSONForest(usesArena: usesArena, ledger: ledger)
    tokener?.warmUp()
  }

  /// Adds the tree of a text and gives it as a value; nil for a text that json-c refuses.
  mutating func add(_ text: [UInt8]) -> JSONValue? {
    let isParsed = text.withUnsafeBufferPointer { tokener?.parse($0, into: &forest) }
    guard isParsed == true else { return JSONValue?.none }
    return value(at: forest.count - 1)
  }

  mutating func add(_ text: String) -> JSONValue? { add(Array(text.utf8)) }

  /// The value of a text whose tree takes the place of all others.
  mutating func value(_ text: [UInt8]) -> JSONValue? {
    forest.release()
    return add(text)
  }

  func value(at place: Int) -> JSONValue {
    JSONTreeReader(keysAreInCode: false).value(of: forest.root(place))
  }
}

/// How many of some texts are read as something else than they are.
private func wrongValues(_ number: Int) -> Int {
  var trees = Trees(usesArena: true)
  return (0..<200).count { round in
    let text = #"{"number":\#(number),"rounds":[\#(round),"\#(round)"]}"#
    return trees.value(Array(text.utf8)) != [
      "number": .integer(number), "rounds": [.integer(round), .string(String(round))],
    ]
  }
}
