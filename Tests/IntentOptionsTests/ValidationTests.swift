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
}
