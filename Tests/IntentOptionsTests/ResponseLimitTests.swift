import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import IntentOptions

/// The limits of responses at their exact values, for every text in a response.
@Suite struct ResponseLimitTests {
  /// The kinds of text that a response can contain.
  enum Field: String, CaseIterable {
    case identifier, display, subtitle, symbol, title, prompt, notice

    /// An otherwise valid response that contains the text.
    func answer(_ text: String) -> OptionsCollection {
      var item = OptionItem(identifier: "id", display: "d")
      var collection = OptionsCollection(items: [])
      switch self {
      case .identifier: item.identifier = text
      case .display: item.display = text
      case .subtitle: item.subtitle = text
      case .symbol: item.symbol = text
      case .title: break
      case .prompt: collection.promptLabel = text
      case .notice: collection.notice = text
      }
      collection.sections = [OptionsSection(title: self == .title ? text : nil, items: [item])]
      return collection
    }

    /// How a finding names the subject and the text.
    var words: (subject: String, name: String) {
      switch self {
      case .display: ("Item 1 of section 1", "display text")
      case .identifier, .subtitle, .symbol: ("Item 1 of section 1", rawValue)
      case .title: ("Section 1", rawValue)
      case .prompt, .notice: ("The response", rawValue)
      }
    }
  }

  static func messages(_ collection: OptionsCollection, _ limits: OptionsLimits) -> [String] {
    collection.findings(limits: limits).map(\.message)
  }

  @Test(arguments: Field.allCases, [1, 2, 7, 8, 9, 64])
  func aTextOfJustTheAllowedLength(field: Field, limit: Int) {
    let limits = OptionsLimits(textLength: limit)
    for length in [limit - 1, limit] where length > 0 {
      let text = String(repeating: "x", count: length)
      // The other texts of the response have at most two bytes.
      let own = Self.messages(field.answer(text), limits).filter {
        $0.contains("\(field.words.name) ")
      }
      #expect(own == [], "\(length)")
    }
    let text = String(repeating: "x", count: limit + 1)
    let (subject, name) = field.words
    let title = field == .title ? " “\(text.excerpt)”" : ""
    #expect(
      Self.messages(field.answer(text), limits).contains(
        "\(subject)\(title) has a \(name) of \(limit + 1) bytes; at most \(limit) are allowed."))
  }

  /// A scalar, its name in a message, and whether it is allowed in a text.
  static let scalars: [(value: UInt32, name: String, isAllowed: Bool)] = [
    (0x00, "U+0000", false), (0x09, "U+0009", false), (0x1F, "U+001F", false), (0x20, "", true),
    (0x7E, "", true), (0x7F, "U+007F", false), (0x80, "U+0080", false), (0x9F, "U+009F", false),
    (0xA0, "", true), (0x2027, "", true), (0x2028, "U+2028", false), (0x2029, "U+2029", false),
    (0x202A, "", true), (0x202E, "", true), (0x200B, "", true), (0xFEFF, "", true),
    (0xE000, "", true), (0x10FFFF, "", true),
  ]

  @Test(arguments: Field.allCases, scalars.indices)
  func controlCharactersAreNamedWithTheirPlace(field: Field, row: Int) throws {
    let (value, name, isAllowed) = Self.scalars[row]
    let scalar = try #require(Unicode.Scalar(value))
    // Two scalars come before the tested one; one of the two is not ASCII.
    let answer = field.answer("aé" + String(Character(scalar)) + "b")
    let (subject, part) = field.words
    let title = field == .title ? " “aé\u{FFFD}b”" : ""
    let expected =
      isAllowed
      ? [] : ["\(subject)\(title) has the control character \(name) as character 3 of its \(part)."]
    #expect(Self.messages(answer, OptionsLimits()) == expected)
  }

  /// The sizes of sections, and the total number of items.
  @Test(arguments: [([], 0), ([0, 0], 0), ([3], 3), ([1, 2], 3), ([4], 4), ([2, 0, 2], 4)])
  func itemsOfAllSectionsCount(sizes: [Int], count: Int) {
    let sections = sizes.enumerated().map { section, size in
      OptionsSection(items: (0..<size).map { OptionItem(stringLiteral: "\(section)-\($0)") })
    }
    let collection = OptionsCollection(sections: sections)
    #expect(collection.count == count && collection.isEmpty == (count == 0))
    let expected = count > 3 ? ["The response has \(count) items; at most 3 are allowed."] : []
    #expect(Self.messages(collection, OptionsLimits(itemCount: 3)) == expected)
  }

  /// The maximum number of findings, and the number that is reported.
  @Test(arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (10, 10), (11, 11), (1_000, 203)])
  func findingsAreToldUpToTheirLimit(limit: Int, told: Int) {
    let items = (0..<100).map { _ in OptionItem(identifier: "", display: "\u{1}") }
    let collection = OptionsCollection(
      sections: [OptionsSection(title: "\u{1}", items: items)], promptLabel: "\u{1}",
      notice: "\u{1}")
    let findings = collection.findings(limits: OptionsLimits(findingCount: limit))
    #expect(findings.count == told)
    let all = collection.findings(limits: OptionsLimits(findingCount: .max))
    #expect(findings == Array(all.prefix(told)), "the first ones, in order")
  }

  @Test func anAnswerThatBreaksNoRuleIsGivenBackAsItIs() throws {
    let collection = OptionsCollection(
      sections: [OptionsSection(title: "", items: ["a"]), OptionsSection(items: [])],
      usesIndexedCollation: true, promptLabel: "", notice: "n")
    #expect(try collection.validated(provider: "p") == collection)
  }

  /// Random responses with few distinct identifiers: the findings agree with a count.
  @Test func repeatedAndEmptyIdentifiersAreThoseThatCountingFinds() {
    let names = ["", "a", "b", "é", "e\u{301}", "K", "\u{212A}", "東", "a\u{300}"]
    for seed in PropertySeeds("repeated identifiers", count: 200) {
      var random = SeededGenerator(seed: seed)
      let sections = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        OptionsSection(
          items: (0..<Int.random(in: 0...5, using: &random)).map { _ in
            OptionItem(
              identifier: names[Int.random(in: 0..<names.count, using: &random)], display: "d")
          })
      }
      let collection = OptionsCollection(sections: sections)
      var seen = Set<String>()
      let expected = collection.items.compactMap { item -> OptionsFinding.Rule? in
        if item.identifier.isEmpty { return .emptyIdentifier }
        return seen.insert(item.identifier).inserted ? nil : .duplicateIdentifier
      }
      let limits = OptionsLimits(findingCount: 100)
      #expect(collection.findings(limits: limits).map(\.rule) == expected, "seed \(seed)")
      let packed = OptionsCollection(
        sections: sections.map {
          OptionsSection(keeping: OptionItemsTests.packed(Array($0.items)))
        })
      #expect(packed.findings(limits: limits) == collection.findings(limits: limits), "\(seed)")
    }
  }
}
