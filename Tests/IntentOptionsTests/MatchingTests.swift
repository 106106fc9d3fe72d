import Testing

@testable import IntentOptions

@Suite struct MatchingTests {
  static let towns = [
    "New York", "Newark", "Albany", "Sunny Isles", "Yonkers", "Paris", "Paris, Texas", "Comparison",
  ]

  @Test(arguments: [
    ("paris", ["Paris", "Paris, Texas", "Comparison"]),
    ("ny", ["New York", "Sunny Isles", "Albany"]),
    ("new", ["Newark", "New York"]),
    ("newy", ["New York"]),
    ("york", ["New York"]),
    ("'ny", ["Sunny Isles", "Albany"]),
    ("^new", ["Newark", "New York"]),
    ("s$", ["Paris", "Yonkers", "Sunny Isles", "Paris, Texas"]),
    ("^paris$", ["Paris"]),
    ("paris !texas", ["Paris", "Comparison"]),
    ("!a", ["New York", "Sunny Isles", "Yonkers"]),
    ("york | albany", ["Albany", "New York"]),
    ("par tex", ["Paris, Texas"]),
    ("'paris'", ["Paris", "Paris, Texas"]),
    ("xyz", []),
    ("PÄRÏS !\u{FF54}\u{FF45}", ["Paris", "Comparison"]),
  ])
  func order(term: String, expected: [String]) throws {
    var matcher = try OptionsMatcher(OptionsCollection(items: Self.towns.map(OptionItem.init)))
    #expect(try matcher.search(term).collection().items.map(\.display) == expected)
  }

  @Test(arguments: [
    ("abc", "abc", MatchScore.Tier.whole), ("abc", "abcd", .prefix), ("abc", "x abc", .wordStart),
    ("abc", "alpha bcx", .wordPrefixes), ("abc", "a b c", .wordPrefixes), ("abc", "xabc", .inside),
    ("abc", "xaxbxc", .scattered), ("abc", "XabcAbc", .wordStart), ("東京", "東京都", .prefix),
    ("京都", "東京都", .inside), ("東都", "東京都", .scattered), ("🎉", "party🎉", .wordStart),
    ("한", "대한민국", .inside), ("U1", "Linie U1", .wordStart), ("'abc", "xabc", .inside),
    ("bc$", "abc", .inside), ("b$", "a b", .wordStart), ("ab", "a xab", .inside),
  ])
  func tiers(term: String, text: String, expected: MatchScore.Tier) {
    #expect(OptionsQuery(term).score(text).map { MatchScore.tier(of: $0) } == expected)
  }

  @Test(arguments: [
    ("'ab'", "ab", true), ("'ab'", "x ab y", true), ("'ab'", "xab", false), ("'ab'", "abx", false),
    ("'ab'", "ab.c", true), ("'ab'", "abC", true), ("'ab'", "abx ab", true), ("'ab'", "ab1", true),
    ("a", "", false), ("ab$", "xab", true), ("ab$", "abx", false), ("ab$", "b", false),
    ("!ab", "a b", true), ("!'ab", "a b", false), ("🇩🇪", "🇩🇪", true), ("🇩🇪", "🇩🇰 🇪🇸", false),
    ("👨‍👩‍👧", "👨 👩 👧", false), ("👨", "👨‍👩‍👧", true), ("👍", "👍🏽", true), ("aa", "a", false),
    ("ba", "ab", false), ("ガ", "ｶﾞｽ", true), ("カ", "ガス", false),
  ])
  func single(term: String, text: String, expected: Bool) {
    #expect(OptionsQuery(term).matches(text) == expected)
  }

  /// In each row, the first text scores higher than the second.
  @Test(arguments: [
    ("ab", "ab", "abc"), ("ab", "abc", "x ab"), ("ab", "x ab", "a b"), ("ab", "a b", "xab"),
    ("ab", "xab", "axb"), ("ab", "abc", "abcd"), ("ab", "x ab", "xx ab"), ("abc", "abxc", "axbxc"),
    ("abc", "xab c", "xaxbxc"), ("ac", "abc", "abbc"), ("ab cd", "ab cd", "ab xcd"),
  ])
  func better(term: String, better: String, worse: String) throws {
    let query = OptionsQuery(term)
    #expect(try #require(query.score(better)) > #require(query.score(worse)))
  }

  @Test(arguments: [
    ("ny", "New York", [0, 4]), ("york", "New York", [4, 5, 6, 7]), ("é", "Cafe\u{301} é", [5]),
    ("cafe", "Cafe\u{301} é", [0, 1, 2, 3]), ("b c", "abc", [1, 2]), ("", "abc", []),
    ("x", "abc", []), ("!x", "abc", []), ("x | b", "abc", [1]), ("ss", "Straße", [4]),
    ("京", "東京", [1]), ("🎉", "a👨‍👩‍👧🎉", [2]), ("👨", "a👨‍👩‍👧", [1]), ("hlo", "hello", [0, 3, 4]),
    ("abc", "ab a b abc", [7, 8, 9]), ("'b", "abcb", [1]), ("b$", "abcb", [3]), ("ｶ", "ｶﾞカ", [1]),
  ])
  func highlights(term: String, text: String, expected: [Int]) {
    #expect(OptionsQuery(term).highlights(in: text) == expected)
  }

  @Test func scoresFitTheirPlace() {
    for tier in MatchScore.Tier.allCases {
      for quality in [-5_000, 0, 512, 1023, 5_000] {
        for length in [0, 1023, 100_000] {
          let value = MatchScore.value(tier, quality: quality, length: length)
          #expect(MatchScore.tier(of: value) == tier)
          #expect(MatchScore.tier(of: value + MatchScore.displayBonus) == tier)
          #expect(value & MatchScore.displayBonus == 0)
        }
      }
    }
  }
}
