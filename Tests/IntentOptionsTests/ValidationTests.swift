import IntentOptions
import Messages
import Testing

@Suite struct ValidationTests {
  static func message(
    _ collection: OptionsCollection, limits: OptionsLimits = OptionsLimits()
  ) -> String {
    do {
      _ = try collection.validated(provider: "web", limits: limits)
      return ""
    } catch {
      return error.description
    }
  }

  static let remedy = "Correct the response of the source."

  @Test(arguments: [
    (
      OptionsCollection(items: ["a", "b", "a"]),
      "Item 3 of section 1 has the identifier “a”, which item 1 of section 1 has too."
    ),
    (
      OptionsCollection(sections: [
        OptionsSection(title: "Near", items: ["a"]),
        OptionsSection(title: "Far", items: ["b", "a"]),
      ]),
      "Item 2 of section 2 “Far” has the identifier “a”, which item 1 of section 1 “Near” has too."
    ),
    (
      OptionsCollection(items: [OptionItem(identifier: "", display: "Nothing")]),
      "Item 1 of section 1 has an empty identifier."
    ),
    (
      OptionsCollection(items: [OptionItem(identifier: "a", display: "ab\u{7}")]),
      "Item 1 of section 1 has the control character U+0007 as character 3 of its display text."
    ),
    (
      OptionsCollection(items: [OptionItem(identifier: "a", display: "A", subtitle: "\u{1B}[2J")]),
      "Item 1 of section 1 has the control character U+001B as character 1 of its subtitle."
    ),
    (
      OptionsCollection(items: [OptionItem(identifier: "a\n", display: "A")]),
      "Item 1 of section 1 has the control character U+000A as character 2 of its identifier."
    ),
    (
      OptionsCollection(sections: [OptionsSection(title: "\u{2028}", items: [])]),
      "Section 1 “\u{FFFD}” has the control character U+2028 as character 1 of its title."
    ),
    (
      OptionsCollection(sections: [], promptLabel: "\u{9B}"),
      "The response has the control character U+009B as character 1 of its prompt."
    ),
    (
      OptionsCollection(items: [
        OptionItem(identifier: "", display: ""), OptionItem(identifier: "", display: "é\u{85}"),
      ]),
      "Item 1 of section 1 has an empty identifier. Item 2 of section 1 has an empty identifier. "
        + "Item 2 of section 1 has the control character U+0085 as character 2 of its display text."
    ),
  ])
  func sentences(collection: OptionsCollection, expected: String) {
    #expect(Self.message(collection) == "web: \(expected) \(Self.remedy)")
  }

  @Test(arguments: [
    OptionsCollection(items: []), ["a", "b"], ["Zürich", "東京", "👨‍👩‍👧", "“quoted”", "…"],
    OptionsCollection(items: [OptionItem(identifier: "a", display: "")]),
    OptionsCollection(items: [
      OptionItem(identifier: "a", display: "same"), OptionItem(identifier: "A", display: "same"),
    ]),
  ])
  func nothingIsWrong(collection: OptionsCollection) throws {
    #expect(try collection.validated(provider: "web") == collection)
  }

  @Test func tooManyItems() throws {
    let limits = OptionsLimits(itemCount: 3)
    #expect(Self.message(["a", "b", "c"], limits: limits) == "")
    let error = #expect(throws: OptionsError.self) {
      try OptionsCollection(items: ["a", "b", "c", "a"]).validated(provider: "web", limits: limits)
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.text() == "The response has 4 items; at most 3 are allowed.")
    #expect(OptionsLimits().itemCount == 1_000_000)
  }

  @Test func tooLongTexts() {
    let collection = OptionsCollection(items: [OptionItem(identifier: "a", display: "éé")])
    #expect(Self.message(collection, limits: OptionsLimits(textLength: 4)) == "")
    #expect(
      Self.message(collection, limits: OptionsLimits(textLength: 3))
        == "web: Item 1 of section 1 has a display text of 4 bytes; at most 3 are allowed. "
        + Self.remedy)
  }

  @Test func findingsAreBounded() {
    let items = Array(repeating: OptionItem(identifier: "", display: "\u{1}"), count: 100)
    let collection = OptionsCollection(items: items)
    #expect(collection.findings().count == 10)
    #expect(collection.findings(limits: OptionsLimits(findingCount: 3)).count == 3)
    #expect(collection.findings(limits: OptionsLimits(findingCount: 0)).count == 1)
  }

  @Test func identifiersAreQuotedShortAndClean() {
    let long = String(repeating: "x", count: 50) + "\u{1B}"
    let bell = OptionItem(identifier: "\u{7}", display: "")
    #expect(
      OptionsCollection(items: [OptionItem(stringLiteral: long), OptionItem(stringLiteral: long)])
        .findings().contains {
          $0.message
            == "Item 2 of section 1 has the identifier “\(String(repeating: "x", count: 40))…”, "
            + "which item 1 of section 1 has too."
        })
    #expect(
      OptionsCollection(items: [bell, bell]).findings().map(\.message).contains(
        "Item 2 of section 1 has the identifier “\u{FFFD}”, which item 1 of section 1 has too."))
  }

  @Test func findingsSayRuleAndPlace() {
    let finding = OptionsCollection(items: ["a", "a"]).findings().first
    #expect(finding?.rule == .duplicateIdentifier)
    #expect(finding?.place?.section == 0 && finding?.place?.item == 1)
    #expect(finding?.description == finding?.message)
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 2), (4, 2), (9, 2)])
  func prefix(maximum: Int, sections: Int) {
    let whole = OptionsCollection(
      sections: [
        OptionsSection(title: "1", items: ["a", "b"]),
        OptionsSection(title: "2", items: ["c", "d"]),
      ], notice: "n")
    let part = whole.prefix(maximum)
    #expect(part.items == Array(whole.items.prefix(maximum)))
    #expect(part.sections.count == sections && part.notice == "n")
    #expect(whole.prefix(-1).isEmpty)
  }
}
