import Testing
import WidgetTestSupport

@testable import IntentOptions

@Suite struct MatchingPropertyTests {
  static let letters: [Character] = ["a", "b", "c", "A", "B", " ", "-", "é", "か", "🇩🇪"]
  static let wanted: [Character] = ["a", "b", "c", "e", "か", "🇩🇪"]

  /// Whether the characters of a term occur in a text in order, according to the simplest
  /// implementation.
  static func occursInOrder(_ term: String, _ text: String) -> Bool {
    var rest = text.map { TextFoldingTests.folded(String($0)) }[...]
    for character in term.map({ TextFoldingTests.folded(String($0)) }) {
      guard let place = rest.firstIndex(of: character) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }

  @Test(arguments: [UInt64(0x5EED_0011), 0x5EED_0012, 0x5EED_0013])
  func aTermMatchesWhatHasItsCharactersInOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<TestDepth.count(400, thorough: 1_500) {
      let term = random.text(of: Self.wanted, length: 1...4)
      let text = random.text(of: Self.letters, length: 0...10)
      #expect(
        OptionsQuery(term).matches(text) == Self.occursInOrder(term, text),
        "seed \(seed): “\(term)” in “\(text)”")
    }
  }

  @Test(arguments: [UInt64(0x5EED_0021), 0x5EED_0022])
  func highlightsSpellTheTerm(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_500 {
      let term = random.text(of: Self.wanted, length: 1...4)
      let text = random.text(of: Self.letters, length: 0...10)
      let query = OptionsQuery(term)
      guard query.matches(text) else {
        #expect(query.highlights(in: text) == [])
        continue
      }
      let characters = Array(text)
      let spelled = query.highlights(in: text).map {
        TextFoldingTests.folded(String(characters[$0]))
      }
      #expect(
        spelled.joined() == TextFoldingTests.folded(term), "seed \(seed): “\(term)” in “\(text)”")
    }
  }

  /// The same characters match in an ASCII text and in the same text followed by a non-ASCII
  /// character.
  @Test(arguments: [UInt64(0x5EED_0541), 0x5EED_0542])
  func highlightsDoNotDependOnWhatFollows(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters: [Character] = ["a", "b", "A", "B", "7", "-", " ", "/"]
    for _ in 0..<400 {
      let text = random.text(of: letters, length: 0...30)
      let term = ["", "'", "^"].randomElement(using: &random) ?? ""
      let query = OptionsQuery(term + random.text(of: ["a", "b", "7", " "], length: 1...4))
      #expect(
        query.highlights(in: text) == query.highlights(in: text + "東"),
        "seed \(seed): \(query.alternatives.map { $0.map(\.text) }) in “\(text)”")
    }
  }

  @Test(arguments: [UInt64(0x5EED_0031), 0x5EED_0032])
  func theFirstWayNeverBeatsTheBest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var scratch = Alignment.Scratch()
    for _ in 0..<1_500 {
      let literal = random.text(of: ["a", "b"], length: 2...4)
      let term = try #require(OptionsQuery.Term(kind: .fuzzy, isInverse: false, literal: literal))
      let text = random.text(of: ["a", "b", "B", " "], length: 0...12)
      let found = FoldedArena(text: text).withField { field in
        let first = Alignment.firstFound(of: term, in: field)
        let best = Alignment.best(
          of: term, in: field, wordStartsOnly: false, tracing: true, scratch: &scratch)
        return (first: first, best: best)
      }
      #expect((found.first == nil) == (found.best == nil))
      guard let first = found.first, let best = found.best else { continue }
      #expect(first.points <= best.points, "seed \(seed): “\(literal)” in “\(text)”")
    }
  }

  /// The points of every alignment of a term with a text, from an exhaustive search.
  static func allPoints(_ term: [UInt8], _ field: FoldedField, wordStartsOnly: Bool) -> [Int32] {
    func ways(_ rest: ArraySlice<UInt8>, after end: Int?) -> [Int32] {
      guard let byte = rest.first else { return [0] }
      return ((end ?? 0)..<max(end ?? 0, field.count)).flatMap { place -> [Int32] in
        guard field.bytes[place] == byte else { return [] }
        if wordStartsOnly && place != end && !field.isWordStart(place) { return [] }
        var points: Int32 = field.isWordStart(place) ? MatchScore.wordStartBonus : 0
        if let end {
          points +=
            place == end
            ? MatchScore.consecutiveBonus
            : -MatchScore.gapPenalty - Int32(place - end - 1) * MatchScore.longerGapPenalty
        }
        return ways(rest.dropFirst(), after: place + 1).map { $0 + points }
      }
    }
    return ways(term[...], after: nil)
  }

  @Test(arguments: [false, true])
  func theBestWayIsTheBestOfAll(wordStartsOnly: Bool) throws {
    let seed: UInt64 = 0x5EED_0041
    var random = SeededGenerator(seed: seed)
    var scratch = Alignment.Scratch()
    for _ in 0..<1_500 {
      let literal = random.text(of: ["a", "b"], length: 1...4)
      let term = try #require(OptionsQuery.Term(kind: .fuzzy, isInverse: false, literal: literal))
      let text = random.text(of: ["a", "b", "B", " "], length: 0...9)
      let (best, all) = FoldedArena(text: text).withField { field in
        let best = Alignment.best(
          of: term, in: field, wordStartsOnly: wordStartsOnly, scratch: &scratch)
        return (
          best?.points, Self.allPoints(term.text, field, wordStartsOnly: wordStartsOnly).max()
        )
      }
      #expect(best == all, "seed \(seed): “\(literal)” in “\(text)”")
    }
  }

  @Test(arguments: [UInt64(0x5EED_0051), 0x5EED_0052, 0x5EED_0053])
  func refiningEqualsSearchingAfresh(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sections = (0..<3).map { number in
      OptionsSection(
        title: "\(number)",
        items: (0..<60).map { index in
          OptionItem(
            identifier: random.text(of: ["x", "a", "b"], length: 0...3) + "\(number)-\(index)",
            display: random.text(of: Self.letters, length: 0...8))
        })
    }
    let index = try OptionsIndex(OptionsCollection(sections: sections))
    var typing = OptionsMatcher(index)
    var term = ""
    for _ in 0..<300 {
      let key = random.text(of: ["a", "b", "c", " ", "!", "'", "^", "$", "|", "か"], length: 1...1)
      if term.count > 6 || Int.random(in: 0..<4, using: &random) == 0 {
        term = String(term.dropLast(Int.random(in: 1...3, using: &random)))
      } else {
        term += key
      }
      var fresh = OptionsMatcher(index)
      #expect(
        try typing.search(term).rows(0..<200) == fresh.search(term).rows(0..<200),
        "seed \(seed): “\(term)”")
    }
  }
}
