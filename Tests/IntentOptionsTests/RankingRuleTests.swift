import Testing

@testable import IntentOptions

/// The ranking rules one by one, each with a list in the expected order.
@Suite struct RankingRuleTests {
  struct Rule: CustomTestStringConvertible {
    var words: String
    var term: String
    /// The expected order; the items are provided in a different order.
    var order: [String]

    var testDescription: String { words }
  }

  static let rules: [Rule] = [
    Rule(words: "the whole text", term: "oslo", order: ["Oslo", "Oslo S"]),
    Rule(words: "the start of the text", term: "os", order: ["Oslo", "Ny Oslo"]),
    Rule(words: "the start of a word", term: "os", order: ["Ny Oslo", "Oh Sea"]),
    Rule(words: "starts of words", term: "os", order: ["Oh Sea", "Bose"]),
    Rule(words: "inside a word", term: "os", order: ["Bose", "Bolus"]),
    Rule(
      words: "all kinds", term: "bus",
      order: ["Bus", "Bus 1", "Night bus", "Big Ugly Sign", "Airbus", "Babouches"]),
    Rule(words: "earlier is better", term: "st", order: ["A st", "Ab st", "Abc st"]),
    Rule(words: "shorter is better", term: "st", order: ["St", "Sta", "Stab", "Stabl"]),
    Rule(words: "fewer gaps", term: "abc", order: ["xabxc", "xaxbxc"]),
    Rule(words: "shorter gaps", term: "ab", order: ["xaxb", "xaxxb", "xaxxxb"]),
    Rule(words: "more word starts", term: "abc", order: ["xa B xc", "xa xb xc"]),
    Rule(words: "capitals start words", term: "fb", order: ["fooBar", "foobar"]),
    Rule(words: "digits start words", term: "f2", order: ["foo2", "f12"]),
    Rule(words: "signs end words", term: "b", order: ["a/b", "a_b c", "ab"]),
    Rule(words: "ideographs do not start words inside", term: "京", order: ["大 京", "東京"]),
    Rule(words: "an emoji is a word", term: "🎉", order: ["x🎉", "abc🎉"]),
    Rule(words: "case makes no difference", term: "BUS", order: ["bus", "Bus 1", "a BUS"]),
    Rule(words: "diacritics make no difference", term: "zu", order: ["Zürich", "A Zug", "azur"]),
    Rule(words: "several terms add up", term: "a b", order: ["a b", "a xb", "xa xb"]),
    Rule(words: "the best alternative counts", term: "x | bus", order: ["bus", "a bus", "axe"]),
  ]

  @Test(arguments: rules) func order(rule: Rule) throws {
    let items = rule.order.reversed().enumerated().map {
      OptionItem(identifier: "#\($0.offset)", display: $0.element)
    }
    var matcher = try OptionsMatcher(OptionsCollection(items: items))
    let found = try matcher.search(rule.term)
    #expect(found.rows(0..<20).map(\.item.display) == rule.order)
    let scores = found.rows(0..<20).map(\.score)
    #expect(Set(scores).count == scores.count, "a tie hides the rule")
  }

  @Test(arguments: ["st", "s", "'st", "^st", "st$", "s t"])
  func tiesKeepTheOrderOfTheProvider(term: String) throws {
    let names = ["st", "St", "ST", "Śt", "ｓｔ", "śt"]
    for order in [names, names.reversed()] {
      let items = order.enumerated().map { OptionItem(identifier: "#\($0)", display: $1) }
      var matcher = try OptionsMatcher(OptionsCollection(items: items))
      #expect(try matcher.search(term).rows(0..<9).map(\.item.display) == order)
    }
  }

  static let ofIdentifiers: [(term: String, order: [(identifier: String, display: String)])] = [
    ("os", [("x", "Oslo"), ("oslo", "y")]), ("os", [("os", "y"), ("x", "Oslo")]),
    ("os", [("x", "a Os"), ("a-os", "y")]), ("os", [("oslo", "y"), ("x", "a Os")]),
    ("os", [("x", "bos"), ("bos", "y")]),
  ]

  /// A match in the display text ranks above a match of the same kind in an identifier, but not
  /// above a better kind of match.
  @Test(arguments: ofIdentifiers)
  func identifiersCountToo(term: String, order: [(identifier: String, display: String)]) throws {
    let items = order.reversed().map {
      OptionItem(identifier: $0.identifier, display: $0.display)
    }
    var matcher = try OptionsMatcher(OptionsCollection(items: items))
    #expect(
      try matcher.search(term).rows(0..<9).map(\.item.identifier) == order.map(\.identifier))
  }

  static let ofSubtitles: [(term: String, order: [(display: String, subtitle: String)])] = [
    ("os", [("a b o s", ""), ("x", "Os")]),
    ("kirsten", [("Kirsten's", ""), ("Team", "by Kirsten")]),
    ("team kir", [("Team", "by Kirsten")]), ("kir team", [("Team", "by Kirsten")]),
    ("by !team", [("Home", "by Ann")]), ("ann", [("Home", "Ann"), ("House", "by Ann")]),
    ("東", [("東京", ""), ("Team", "by 東")]), ("zu", [("Zug", ""), ("Team", "Zürich")]),
  ]

  /// The subtitle is searched, and a match in it ranks below every match in a display text,
  /// whatever their kinds; different terms can match different texts.
  @Test(arguments: ofSubtitles)
  func subtitlesCount(term: String, order: [(display: String, subtitle: String)]) throws {
    let others = [("Quiet", "on call"), ("Home", "by nobody")]
    let mine = order.reversed() + (term.contains("!") ? [("Team", "by Kirsten")] : others)
    let items = mine.enumerated().map { number, texts in
      OptionItem(
        identifier: "#\(number)", display: texts.0, subtitle: texts.1.isEmpty ? nil : texts.1)
    }
    for kept in [OptionItems(items), OptionItemsTests.packed(items)] {
      let collection = OptionsCollection(sections: [OptionsSection(keeping: kept)])
      var matcher = try OptionsMatcher(collection)
      let found = try matcher.search(term).rows(0..<9).map(\.item.display)
      #expect(Array(found.prefix(order.count)) == order.map(\.display), "“\(term)”")
    }
  }

  /// The matches of fzf's syntax in `foo.bar`, `barfoo`, `Foo Bar`, `fobar`, `日本 foo`.
  @Test(arguments: [
    ("foo", [0, 1, 2, 4]), ("fb", [0, 2, 3]), ("'bar", [0, 1, 2, 3]), ("^foo", [0, 2]),
    ("foo$", [1, 4]), ("^fobar$", [3]), ("!foo", [3]), ("!^foo", [1, 3, 4]), ("!bar$", [1, 4]),
    ("'bar'", [0, 2]), ("foo !bar", [4]), ("foo bar", [0, 1, 2]), ("^bar | 日", [1, 4]),
    ("^bar | 日 foo$", [1, 4]), ("foo\\ bar", [2]), ("日foo", [4]), ("!日 !^f", [1]),
    ("FOO", [0, 1, 2, 4]), ("'fo", [0, 1, 2, 3, 4]), ("!fo | ^fob", [3]), ("zzz", []),
    ("| foo", []), ("foo |", [0, 1, 2, 4]), ("'foo'", [0, 2, 4]), ("!'fb", [1, 4]),
  ])
  func syntax(term: String, expected: [Int]) throws {
    let names = ["foo.bar", "barfoo", "Foo Bar", "fobar", "日本 foo"]
    let items = names.enumerated().map { OptionItem(identifier: "\($0)", display: $1) }
    var matcher = try OptionsMatcher(OptionsCollection(items: items))
    let found = try matcher.search(term).rows(0..<9).compactMap { Int($0.item.identifier) }
    #expect(found.sorted() == expected)
  }

  /// The matched characters in brackets, including matches where folding changes the length.
  @Test(arguments: [
    ("strasse", "Straße 7", "[Straße] 7"), ("ss", "Fußball", "Fu[ß]ball"),
    ("sb", "Fußball", "Fu[ßb]all"),
    ("ffi", "eﬃn", "e[ﬃ]n"), ("e", "Cafe\u{301}", "Caf[e\u{301}]"), ("東都", "東京都", "[東]京[都]"),
    ("ガ", "ｱｶﾞ", "ｱ[ｶﾞ]"), ("가", "\u{1100}\u{1161}나", "[\u{1100}\u{1161}]나"), ("👍", "a👍🏽b", "a[👍🏽]b"),
    ("🇩🇪", "🇩🇰🇩🇪", "🇩🇰[🇩🇪]"), ("ab", "a👨‍👩‍👧b", "[a]👨‍👩‍👧[b]"), ("ist", "İstanbul", "[İst]anbul"),
    ("ae", "Æae", "[Æ]ae"), ("ny", "New York", "[N]ew [Y]ork"), ("^ne", "New Ne", "[Ne]w Ne"),
    ("rk$", "New York", "New Yo[rk]"), ("new york", "New York", "[New] [York]"),
    ("!x", "New", "New"),
    ("x | ew", "New", "N[ew]"), ("zz", "New", "New"), ("", "New", "New"), ("ａｂ", "xab", "x[ab]"),
  ])
  func highlights(term: String, text: String, expected: String) {
    let marked = Set(OptionsQuery(term).highlights(in: text))
    var shown = ""
    for (place, character) in text.enumerated() {
      if marked.contains(place) && !marked.contains(place - 1) { shown += "[" }
      shown.append(character)
      if marked.contains(place) && !marked.contains(place + 1) { shown += "]" }
    }
    #expect(shown == expected)
  }
}
