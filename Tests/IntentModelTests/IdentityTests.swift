import IntentModel
import Testing
import WidgetTestSupport

/// How parameters and cases are matched between definitions, and what several releases do to
/// answers.
@Suite struct IdentityTests {
  typealias Case = IntentEnum.Case

  private static func schema(_ cases: [Case]) -> IntentSchema {
    let parameter = ParameterDefinition(
      name: "p", type: .enumeration(TypeReference("E"), defaultCase: nil), tag: 1,
      displayPriority: 1)
    let intent = IntentDefinition(name: "A", parameters: [parameter])
    return IntentSchema(
      intent,
      in: IntentDefinitionFile(
        intents: [intent],
        enums: [IntentEnum(name: "E", cases: [Case(name: "unknown", index: 0)] + cases)]))
  }

  private static func item(
    _ name: String, _ index: Int?, _ text: String? = nil, id: String? = nil
  ) -> Case {
    var item = Case(name: name, index: index ?? 1, displayName: LocalizedText(text, id: id))
    item.isIndexStated = index != nil
    return item
  }

  /// What becomes of the stored case `a`; nil if it is lost.
  static let cases: [(before: [Case], after: [Case], heir: String?)] = [
    // A different name, with the same text or without a text.
    ([item("a", 1, "A")], [item("b", 1, "A")], "b"),
    ([item("a", 1)], [item("b", 1)], "b"),
    ([item("a", 1, "A", id: "x")], [item("b", 1, "B", id: "x")], "b"),
    // A different name and a different text.
    ([item("a", 1, "A")], [item("b", 1, "B")], nil),
    ([item("a", 1, "A", id: "x")], [item("b", 1, "B", id: "y")], nil),
    // The same name, whatever else changes.
    ([item("a", 1, "A")], [item("a", 1, "B")], "a"),
    ([item("a", 1, "A")], [item("a", 4, "A")], "a"),
    // If one case has the index and another has the name, the text decides, or else the name.
    ([item("a", 1, "A")], [item("b", 1, "A"), item("a", 2, "New")], "b"),
    ([item("a", 1, "A")], [item("b", 1, "New"), item("a", 2, "A")], "a"),
    ([item("a", 1), item("b", 2)], [item("b", 1), item("a", 2)], "a"),
    // Without an index, only the name or the identifier of the text counts.
    ([item("a", nil, "A")], [item("b", nil, "A")], nil),
    ([item("a", nil)], [item("b", 1)], nil),
    ([item("a", 1)], [item("b", nil)], nil),
    ([item("a", nil, "A", id: "x")], [item("b", nil, "B", id: "x")], "b"),
  ]

  @Test(arguments: cases.indices)
  func `a case under a different definition`(place: Int) {
    let (before, after, heir) = Self.cases[place]
    let (old, new) = (Self.schema(before), Self.schema(after))
    let draft = IntentDraft(values: ["p": .enumeration("a")])
    let migration = draft.migrated(from: old.answerSchema, to: new)
    #expect(migration.draft.values["p"] == heir.map { .enumeration($0) })
    #expect(migration.losses.isEmpty == (heir != nil))
  }

  @Test func `cases in a literal are identified by their names`() {
    func lunch(_ cases: [Case]) -> IntentSchema {
      IntentSchema("Lunch", parameters: [.enumeration("dish", cases: cases)])
    }
    let draft = IntentDraft(values: ["dish": .enumeration("Salad")])
    let migration = draft.migrated(
      from: lunch(["Soup", "Salad"]).answerSchema, to: lunch(["Soup", "Pasta"]))
    #expect(migration.draft.values.isEmpty)
    #expect(migration.losses.map(\.reasons) == [[.caseGone("Salad")]])
    let moved = draft.migrated(
      from: lunch(["Soup", "Salad"]).answerSchema, to: lunch(["Pasta", "Soup", "Salad"]))
    #expect(moved.draft == draft && moved.changes.isEmpty)
    let stated = draft.migrated(
      from: lunch([Case(name: "Soup", index: 1), Case(name: "Salad", index: 2)]),
      to: lunch([Case(name: "Soup", index: 1), Case(name: "Greens", index: 2)]))
    #expect(stated.draft.values["dish"] == .enumeration("Greens"))
  }

  @Test func `a translated schema is matched like the original`() {
    let old = Self.schema([Self.item("a", 1, "A", id: "x")])
    let file = IntentDefinitionFile(intents: [old.intent], enums: Array(old.enums.values))
      .localized { $0 == "x" ? "Ä" : nil }
    let localized = IntentSchema(file.intents[0], in: file)
    #expect(localized.enums.values.first?.choices.first?.label == "Ä")
    #expect(localized.answerSchema == old.answerSchema)
  }

  /// A parameter or a case of a release: its number and its identifier never change.
  private struct Element {
    var number: Int
    var name: String
    var text: String
  }

  /// A release: some parameters, each with an enum that has cases.
  private struct Release {
    var parameters: [(own: Element, cases: [Element])]

    var schema: IntentSchema {
      let made = parameters.map { item in
        ParameterDefinition(
          name: item.own.name,
          type: .enumeration(TypeReference("E\(item.own.number)"), defaultCase: nil),
          tag: item.own.number, displayName: text(item.own, "p"), displayPriority: item.own.number)
      }
      let intent = IntentDefinition(name: "A", parameters: made)
      let enums = parameters.map { item in
        IntentEnum(
          name: "E\(item.own.number)",
          cases: [Case(name: "unknown", index: 0)]
            + item.cases.map {
              Case(
                name: $0.name, index: $0.number, displayName: text($0, "c\(item.own.number)"))
            })
      }
      return IntentSchema(intent, in: IntentDefinitionFile(intents: [intent], enums: enums))
    }

    private func text(_ element: Element, _ prefix: String) -> LocalizedText {
      LocalizedText(element.text, id: "\(prefix)-\(element.number)-\(element.text.prefix(1))")
    }

    var answers: [IntentDraft] {
      parameters.flatMap { item in
        item.cases.map { IntentDraft(values: [item.own.name: .enumeration($0.name)]) }
      }
    }
  }

  /// The release after the given one: elements get other names or titles, are removed, or are added
  /// with new numbers.
  private static func next(
    _ release: Release, _ fresh: inout Int, _ random: inout SeededGenerator
  ) -> Release {
    func changed(_ elements: [Element], _ fresh: inout Int) -> [Element] {
      var copy = elements.filter { _ in Int.random(in: 0..<8, using: &random) != 0 }
      for index in copy.indices {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: copy[index].name = "n\(fresh)"
        // The text starts with the same letter, so its identifier is kept.
        case 1: copy[index].text = "T\(fresh)"
        case 2: (copy[index].name, copy[index].text) = ("n\(fresh)", "T\(fresh)")
        default: break
        }
        fresh += 1
      }
      if Bool.random(using: &random) {
        copy.append(Element(number: fresh, name: "n\(fresh)", text: "T\(fresh)"))
        fresh += 1
      }
      return copy.shuffled(using: &random)
    }
    let own = changed(release.parameters.map(\.own), &fresh)
    return Release(
      parameters: own.map { element in
        let former = release.parameters.first { $0.own.number == element.number }
        return (element, changed(former?.cases ?? [], &fresh))
      })
  }

  @Test func `many earlier releases in turn are each matched with the present one`() {
    func release(_ names: [String]) -> IntentSchema {
      Release(
        parameters: names.enumerated().map { place, name in
          (
            Element(number: place + 1, name: name, text: "T"),
            [Element(number: 1, name: "c", text: "T")]
          )
        }
      ).schema
    }
    let present = release(["now", "then"])
    // Parameters are matched by number, so the unique name alternates between two positions.
    let earlier = (0..<10).map { number in
      number.isMultiple(of: 2) ? release(["a\(number)", "x"]) : release(["x", "a\(number)"])
    }
    for number in Array(earlier.indices) + earlier.indices.reversed() {
      let draft = IntentDraft(values: ["a\(number)": .enumeration("c")])
      let migration = draft.migrated(from: earlier[number], to: present)
      let heir = number.isMultiple(of: 2) ? "now" : "then"
      #expect(migration.draft.values == [heir: .enumeration("c")], "\(number)")
      #expect(earlier[number] == earlier[number] && earlier[number] != present, "\(number)")
    }
  }

  @Test func `three releases have the same effect as one`() {
    for seed in PropertySeeds("three releases", count: 200) {
      var random = SeededGenerator(seed: seed)
      var fresh = 100
      let first = Release(
        parameters: (1...3).map { number in
          (
            Element(number: number, name: "p\(number)", text: "T\(number)"),
            (1...4).map { Element(number: $0, name: "c\($0)", text: "T\($0)") }
          )
        })
      let middle = Self.next(first, &fresh, &random)
      let last = Self.next(middle, &fresh, &random)
      let (one, two, three) = (first.schema, middle.schema, last.schema)
      var isLost = false
      for draft in first.answers {
        let halfway = draft.migrated(from: one.answerSchema, to: two)
        let whole = halfway.draft.migrated(from: two.answerSchema, to: three)
        let direct = draft.migrated(from: one.answerSchema, to: three)
        #expect(whole.draft == direct.draft, "seed \(seed): \(draft)")
        #expect(
          direct.losses.isEmpty == (halfway.losses.isEmpty && whole.losses.isEmpty),
          "seed \(seed): \(draft)")
        isLost = isLost || !direct.losses.isEmpty
      }
      #expect(IntentChange(from: one, to: three).losesAnswers == isLost, "seed \(seed)")
    }
  }
}
