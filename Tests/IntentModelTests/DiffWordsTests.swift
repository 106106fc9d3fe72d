import Messages
import Testing
import WidgetTestSupport

@testable import IntentModel

/// The code, the text and the meaning of each kind of change in `diff`.
@Suite struct DiffWordsTests {
  /// A verdict, its code and its texts.
  struct Row: Sendable, CustomTestStringConvertible {
    var verdict: DiffVerdict
    var code: String
    var effect: DiffEffect
    var sentence: String
    var consequence: String

    init(
      _ verdict: DiffVerdict, _ code: String, _ effect: DiffEffect, _ sentence: String,
      _ consequence: String
    ) {
      self.verdict = verdict
      self.code = code
      self.effect = effect
      self.sentence = sentence
      self.consequence = consequence
    }

    var testDescription: String { code + " " + sentence }
  }

  private static func evidence(
    _ old: Int?, _ new: Int?, names: (String, String) = ("a", "b"), text: String? = "A",
    to newText: String? = "A", kind: IdentityEvidence.NumberKind = .tag
  ) -> IdentityEvidence {
    func marks(_ number: Int?, _ name: String, _ text: String?) -> IdentityMarks {
      IdentityMarks(
        kind: kind, number: number, assumed: 1, name: name, text: LocalizedText(text))
    }
    return IdentityEvidence(marks(old, names.0, text), marks(new, names.1, newText))
  }

  static let names: [Row] = [
    Row(.unchanged, "unchanged", .kept, "Unchanged.", "Stored answers are kept."),
    Row(
      .renamed(from: "a", to: "b", evidence(2, 2)), "renamed", .carriedOver,
      "Renamed from “a” to “b”: the tag 2 and the text are the same.",
      "A stored answer is kept under the new name."),
    Row(
      .renamed(from: "a\u{1B}[2J", to: "", evidence(2, 2, text: nil, to: nil)), "renamed",
      .carriedOver, "Renamed from “a␛[2J” to “”: the tag 2 is the same.",
      "A stored answer is kept under the new name."),
    Row(
      .replaced(by: "b", evidence(2, 2, to: "B"), .moveAway), "replaced", .lost,
      """
      “b” is a different parameter in its place: the tag 2 is the same, the name and the text are \
      not.
      """,
      """
      A stored answer is lost. On a phone, it becomes the answer to “b”. Give that parameter a tag \
      that was never used.
      """),
    Row(
      .replaced(by: "a", evidence(2, 3, names: ("a", "a")), .restore(2)), "replaced", .lost,
      "Is a different parameter: the tag is 3 instead of 2.",
      "A stored answer is lost. If it is the same parameter, give it the tag 2 again."),
    Row(
      .replaced(
        by: "a", evidence(2, 3, names: ("a", "a")), .restoreAfterMoving(2, from: "x")),
      "replaced", .lost, "Is a different parameter: the tag is 3 instead of 2.",
      """
      A stored answer is lost. If it is the same parameter, give “x” a tag that was never used, \
      and this one the tag 2 again.
      """),
    Row(
      .identityNotJudged(from: "a", to: "a", evidence(2, nil, names: ("a", "a"))), "not-judged",
      .notJudged, "Not judged by tag: the tag was 2, and the new definition has none.",
      """
      A stored answer is kept by its name; a phone finds it by the tag. State the tags in both \
      definitions.
      """),
    Row(
      .identityNotJudged(from: "a", to: "b", evidence(2, 2, text: nil)), "not-judged", .notJudged,
      "Is “b” instead of “a”: the tag 2 is the same, but only one definition has a text.",
      """
      A stored answer is kept, but it is unknown whether this is the same parameter. If so, give \
      it the old text; otherwise, give it another tag.
      """),
    Row(
      .retitled(from: "A", to: "B"), "retitled", .kept, "Is titled “B” instead of “A”.",
      "Stored answers are kept, as answers to the same question."),
    Row(
      .hides(parent: "p", byDefault: true), "hidden", .outOfEffect,
      "Hidden by default, under a condition on “p”; it was shown.",
      "A stored answer is kept, and has no effect while the row is hidden."),
    Row(
      .hides(parent: "p", byDefault: false), "hidden", .outOfEffect,
      "Hidden for some answers to “p” for which it was shown before.",
      "A stored answer is kept, and has no effect while the row is hidden."),
    Row(.removed, "removed", .lost, "Removed.", "A stored answer is lost."),
    Row(
      .added(hasDefault: true), "new", .empty, "New.", "Stored configurations get the default."),
    Row(
      .added(hasDefault: false), "new-without-default", .empty, "New, without a default.",
      "Stored configurations have no value for it."),
    Row(
      .casesUnsupported(["a"]), "cases-unsupported", .lostForSome,
      "Case no longer supported by the parameter: “a”.",
      """
      Apple does not document what a phone does with a stored case that is no longer supported. \
      The store of this program does not keep it. Add the case to `supportedValues`, or try the \
      change on a phone first.
      """),
    Row(
      .identifiersNotJudged(from: "String", to: "UUID"), "identifiers-not-judged", .notJudged,
      "The type of the identifier was `String` and is now `UUID`.",
      """
      A stored answer is kept. A phone reads the identifier from a text, and it is unknown whether \
      the phone finds the stored object. Keep the type of `id`, or try the change on a phone first.
      """),
    Row(
      .partsNotRead(["default"]), "parts-not-read", .kept,
      "Not shown by the source, so not compared: “default”.",
      "A stored answer is kept. Write literals in both sources."),
    Row(
      .minimumsRaised([SizeChange(family: .systemSmall, from: 0, to: 2)]), "minimum-raised",
      .notJudged, "Needs more values: systemSmall 2 instead of 0.",
      """
      A stored answer with fewer values is kept; reportedly the widget stays a placeholder while \
      one is missing.
      """),
    Row(
      .partsNotRead(["default", "size"]), "parts-not-read", .notJudged,
      "Not shown by the source, so not compared: “default”, “size”.",
      "A stored answer is kept. Write literals in both sources."),
    Row(
      .unitChanged(from: "hours", to: "minutes"), "unit-changed", .notJudged,
      "The unit was `.hours` and is now `.minutes`.",
      """
      Apple does not document in which unit a phone reads a stored number. The store of this \
      program keeps a stored answer with its unit. Keep the unit, or try the change on a phone \
      first.
      """),
    Row(
      .unitChanged(from: "hours", to: nil), "unit-changed", .notJudged,
      "The unit was `.hours` and is now left to the system.",
      """
      Apple does not document in which unit a phone reads a stored number. The store of this \
      program keeps a stored answer with its unit. Keep the unit, or try the change on a phone \
      first.
      """),
    Row(
      .controlChanged(from: .slider, to: .field), "control-changed", .kept,
      "Was set with a slider, now with a field.", "Stored answers are kept."),
    Row(
      .visibilityChanged, "visibility-changed", .kept, "Shown under different conditions.",
      "A stored answer is kept, and has an effect while the row is shown."),
    Row(
      .lostItsRow, "lost-its-row", .kept, "No longer has a row.",
      "A stored answer is kept and stays in the intent, but nobody can change it."),
    Row(
      .lostItsEditor, "lost-its-row", .outOfEffect, "No longer has a row.",
      "A stored answer is kept and has no effect."),
    Row(
      .choicesGone(isVital: true), "choices-gone", .outOfEffect,
      "No longer has dynamic options, so there is nothing to choose.",
      "A stored answer is kept, but nothing else can be chosen."),
    Row(
      .choicesGone(isVital: false), "choices-gone", .kept, "No longer has dynamic options.",
      "A stored answer is kept; a default that came with the options is gone."),
    Row(
      .choicesNew, "choices-new", .kept, "Has dynamic options now.",
      "A stored answer is kept, even if the options do not have it."),
  ]

  static let values: [Row] = [
    Row(
      .retyped(from: "a string", to: "a Boolean"), "retyped", .lost,
      "Was a string, is now a Boolean.",
      "A stored answer is lost: it cannot be read in the new type."),
    Row(
      .converted(from: "a URL", to: "a string", isExact: true), "converted", .carriedOver,
      "Was a URL, is now a string.", "A stored answer is kept in the new type."),
    Row(
      .converted(from: "a string", to: "a URL", isExact: false), "converted", .lostForSome,
      "Was a string, is now a URL.",
      "A stored answer is lost unless it can be read in the new type."),
    Row(
      .typeChanged("Was a whole number, is now a decimal number."), "type-changed", .lost,
      "Was a whole number, is now a decimal number.",
      """
      A phone finds a stored value by its name and its type, so it is lost there. Keep the type, \
      or give the new parameter another name. The store of this program keeps what can be read.
      """),
    Row(
      .typeUndocumented(from: "an object “A”", to: "a “B”"), "type-not-judged", .notJudged,
      "Was an object “A”, is now a “B”.",
      """
      Apple does not document whether a phone can read a stored value of the old type as one of \
      the new type; the store of this program cannot. Keep the type, or try the change on a phone \
      first.
      """),
    Row(
      .typeNotJudged(from: "the enum “A”", to: "the enum “B”", name: "A"), "type-not-judged",
      .notJudged, "Was the enum “A”, is now the enum “B”.",
      """
      A stored answer is kept; it is unknown whether a phone finds it. Write \
      `static let persistentIdentifier = "A"` in the new type.
      """),
    Row(
      .casesGone(["x"], nil), "cases-gone", .lostForSome, "Case removed: “x”.",
      """
      A stored answer that names a removed case is lost; the default, if there is one, takes its \
      place.
      """),
    Row(
      .casesGone(["x", "y"], nil), "cases-gone", .lostForSome, "Cases removed: “x”, “y”.",
      """
      A stored answer that names a removed case is lost; the default, if there is one, takes its \
      place.
      """),
    Row(
      .casesGone((1...8).map { "c\($0)" }, nil), "cases-gone", .lostForSome,
      "Cases removed: “c1”, “c2”, “c3”, “c4”, “c5”, “c6”, “c7”, “c8”.",
      """
      A stored answer that names a removed case is lost; the default, if there is one, takes its \
      place.
      """),
    Row(
      .casesGone((1...10).map { "c\($0)" }, nil), "cases-gone", .lostForSome,
      "Cases removed: “c1”, “c2”, “c3”, “c4”, “c5”, “c6”, “c7”, “c8”, “c9”, “c10”.",
      """
      A stored answer that names a removed case is lost; the default, if there is one, takes its \
      place.
      """),
    Row(
      .casesGone(["x"], CaseSplit(name: "x", index: 3, heirs: ["y"])), "cases-gone",
      .lostForSome, "Case removed: “x”.",
      """
      A stored answer that names a removed case is lost; the default, if there is one, takes its \
      place. If “y” continues “x”, give it the index 3 and the name “x”; only its title may change.
      """),
    Row(
      .casesGone(["x"], CaseSplit(name: "x", index: nil, heirs: ["y", "z"])), "cases-gone",
      .lostForSome, "Case removed: “x”.",
      """
      A stored answer that names a removed case is lost; the default, if there is one, takes its \
      place. If one of “y”, “z” continues “x”, give it the name “x”; only its title may change.
      """),
    Row(
      .casesReplaced(
        [CaseRenaming(from: "a", to: "b")], evidence(2, 2, to: "B", kind: .index)),
      "cases-replaced", .lostForSome,
      "1 case was replaced: “a” by “b”; the index 2 is the same, the name and the text are not.",
      """
      A stored answer that names a replaced case is lost; on a phone, it means the new case. Give \
      the new cases indexes that were never used. If they are the same as the old cases, give them \
      the old texts instead.
      """),
    Row(
      .casesNotJudged(
        [CaseRenaming(from: "a", to: "b")], evidence(2, 2, to: nil, kind: .index)),
      "cases-not-judged", .notJudged,
      """
      Renamed or replaced: “a” to “b”; the index 2 is the same, but only one definition has a text.
      """,
      """
      A stored answer is kept under the new name, as on a phone. If the case is the same, give it \
      the old text; otherwise, give it an index that was never used.
      """),
    Row(
      .casesNew(["x", "y"]), "cases-new", .kept, "New cases: “x”, “y”.",
      "Stored answers are kept."),
    Row(
      .casesRetitled([CaseRenaming(from: "A", to: "B")]), "cases-retitled", .kept,
      "1 case has a different title: “A” became “B”.",
      "Stored answers are kept, as the same cases."),
    Row(
      .indexesNotStated([CaseMove(name: "a", from: 1, to: 2)]), "indexes-not-stated", .notJudged,
      "1 case has a different index, counted by position: “a” 2 instead of 1.",
      """
      Stored answers are kept by name; a phone finds them by the index. State the indexes in both \
      definitions.
      """),
    Row(
      .casesRenamed([CaseRenaming(from: "a", to: "b")], evidence(2, 2, kind: .index)),
      "cases-renamed", .carriedOver,
      "Renamed: “a” to “b”; the index 2 and the text are the same.",
      "A stored answer is kept under the new name."),
    Row(
      .casesRenamed([CaseRenaming(from: "a", to: "b"), CaseRenaming(from: "c", to: "d")], nil),
      "cases-renamed", .carriedOver, "Renamed: “a” to “b”, “c” to “d”.",
      "A stored answer is kept under the new name."),
    Row(
      .propertiesRenamed([CaseRenaming(from: "colour", to: "tone")]), "properties-renamed",
      .carriedOver, "Property renamed: “colour” to “tone”.",
      "Stored objects keep the values under the new names."),
    Row(
      .propertiesGone(["colour"]), "properties-gone", .lostForSome,
      "Property removed, or with a different type: “colour”.", "Stored objects lose these values."),
    Row(
      .propertiesGone(["colour", "weeks"]), "properties-gone", .lostForSome,
      "Properties removed, or with a different type: “colour”, “weeks”.",
      "Stored objects lose these values."),
    Row(
      .propertiesConverted(["size"]), "properties-converted", .carriedOver,
      "Property has a different type or number of values: “size”.",
      "Stored objects keep their values in the new form."),
    Row(
      .propertiesReduced(["kind", "mode"]), "properties-reduced", .lostForSome,
      "Properties accept fewer values than before: “kind”, “mode”.",
      "A stored object loses the values that it can no longer have."),
    Row(
      .boundsNarrowed(from: "0 to 9", to: "0 to 5", isDocumented: true), "bounds-narrowed",
      .lostForSome, "Accepted 0 to 9, now accepts 0 to 5.",
      "A stored answer out of range is lost; the default, if there is one, takes its place."),
    Row(
      .boundsNarrowed(from: "0 to 9", to: "0 to 5", isDocumented: false), "bounds-narrowed",
      .lostForSome, "Accepted 0 to 9, now accepts 0 to 5.",
      """
      Apple does not document what a phone does with a stored value out of range. The store of \
      this program does not keep it. Keep the range, or try the change on a phone first.
      """),
    Row(
      .valuesRefused(
        ["The text is empty.", "The day 2-30 does not exist."], isDocumented: true),
      "values-refused", .lostForSome,
      "No longer accepts some values: The text is empty. The day 2-30 does not exist.",
      """
      A stored answer that is no longer accepted is lost; the default, if there is one, takes its \
      place.
      """),
    Row(
      .valuesRefused(["The text is empty."], isDocumented: false), "values-refused",
      .lostForSome,
      "No longer accepts some values: The text is empty.",
      """
      Apple does not document what a phone does with a stored value that is no longer accepted. \
      The store of this program does not keep it. Accept the same values, or try the change on a \
      phone first.
      """),
  ]

  static let arrays: [Row] = [
    Row(
      .becameArray, "became-array", .carriedOver, "Held one value, now holds several.",
      "A stored answer becomes the first value."),
    Row(
      .becameSingle, "became-single", .lostForSome, "Held several values, now holds one.",
      "The first stored value is kept; the others are lost."),
    Row(
      .sizesRaised([
        SizeChange(family: .systemSmall, from: 3, to: 4),
        SizeChange(family: .systemLarge, from: 9, to: nil),
      ]), "sizes-raised", .kept,
      "Accepts more values: systemSmall 4 instead of 3, systemLarge any number instead of 9.",
      "Stored answers are kept."),
    Row(
      .sizesNotStated([SizeChange(family: .systemSmall, from: 3, to: nil)]), "sizes-not-stated",
      .notJudged, "No longer has a size for “systemSmall”.",
      """
      Stored answers are kept; Apple does not document how many values the family then accepts. \
      State the size.
      """),
    Row(
      .boundsWidened(from: "0 to 5", to: "0 to 9"), "bounds-widened", .kept,
      "Accepted 0 to 5, now accepts 0 to 9.", "Stored answers are kept."),
    Row(
      .dateKindChanged(from: .time, to: .dateTime), "date-kind-changed", .kept,
      "Accepted a time, now accepts a date with a time.",
      "Stored answers are kept, with the parts that they have."),
    Row(
      .currenciesChanged(from: ["EUR"], to: ["EUR", "USD"]), "currencies-changed", .kept,
      "The currencies were EUR and are now EUR, USD.", "Stored answers are kept."),
    Row(
      .currenciesChanged(from: ["EUR"], to: []), "currencies-changed", .kept,
      "The currencies were EUR and are now any.", "Stored answers are kept."),
    Row(
      .sizesReduced([SizeChange(family: .systemSmall, from: nil, to: 2)]), "sizes-reduced",
      .outOfEffect, "Accepts fewer values: systemSmall 2 instead of any number.",
      "Stored values beyond that are kept but not shown."),
    Row(
      .sizesReduced([
        SizeChange(family: .systemSmall, from: 3, to: 2),
        SizeChange(family: .accessoryInline, from: 9, to: nil),
      ]), "sizes-reduced", .outOfEffect,
      """
      Accepts fewer values: systemSmall 2 instead of 3, accessoryInline any number instead of 9.
      """,
      "Stored values beyond that are kept but not shown."),
    Row(
      .defaultChanged(from: nil, to: "on"), "default-changed", .kept,
      "The default was none and is now on.",
      "Stored answers are kept; widgets without an answer get the new default."),
    Row(
      .defaultChanged(from: "“list”", to: nil), "default-changed", .kept,
      "The default was “list” and is now none.",
      "Stored answers are kept; widgets without an answer get the new default."),
  ]

  @Test(arguments: names + values + arrays)
  func `a verdict has its code, its effect and its sentences`(_ row: Row) {
    #expect(row.verdict.code == row.code)
    #expect(row.verdict.effect == row.effect)
    #expect(row.verdict.sentence == row.sentence)
    #expect(row.verdict.consequence == row.consequence)
  }

  @Test func `evidence names the definition that has the number`() {
    #expect(
      Self.evidence(2, nil, kind: .index).message.text()
        == "the index was 2, and the new definition has none")
    #expect(
      Self.evidence(nil, 3, kind: .index).message.text()
        == "the old definition has no index, and the new one has 3")
    #expect(
      Self.evidence(nil, 3).message.text()
        == "the old definition has no tag, and the new one has 3")
  }

  @Test(arguments: [
    (DiffEffect.kept, false), (.carriedOver, false), (.outOfEffect, false), (.lostForSome, true),
    (.lost, true), (.empty, false), (.notJudged, false),
  ])
  func `the definition of a loss`(effect: DiffEffect, isLoss: Bool) {
    #expect(effect.isLoss == isLoss)
    let examples = [Self.names, Self.values].compactMap { rows in
      rows.map(\.verdict).first { $0.effect == effect }
    }
    let change = ParameterChange(
      oldName: "a", newName: "b", verdicts: examples + [.unchanged])
    #expect(change.losesAnswers == isLoss)
  }
}
