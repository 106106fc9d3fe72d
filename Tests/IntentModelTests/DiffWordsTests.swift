import Messages
import Testing
import WidgetTestSupport

@testable import IntentModel

/// The code, the text and the meaning of each kind of change in `diff`.
@Suite struct DiffWordsTests {
  /// A verdict with its code and texts.
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

  static let names: [Row] = [
    Row(.unchanged, "unchanged", .kept, "Unchanged.", "Stored answers are kept."),
    Row(
      .renamed(from: "a", to: "b"), "renamed", .carriedOver, "Renamed from “a” to “b”.",
      "A stored answer is kept under the new name."),
    Row(
      .renamed(from: "a\u{1B}[2J", to: ""), "renamed", .carriedOver,
      "Renamed from “a␛[2J” to “”.",
      "A stored answer is kept under the new name."),
    Row(.removed, "removed", .lost, "Removed.", "A stored answer is lost."),
    Row(
      .added(hasDefault: true), "new", .empty, "New.", "Stored configurations get the default."),
    Row(
      .added(hasDefault: false), "new-without-default", .empty, "New, without a default.",
      "Stored configurations have no value for it."),
    Row(
      .visibilityChanged, "visibility-changed", .kept, "Shown under other conditions.",
      "A stored answer is kept, and has an effect while the row is shown."),
    Row(
      .lostItsRow, "lost-its-row", .outOfEffect, "No longer has a row.",
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
      "A stored answer is kept; the options may not have it."),
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
      .casesGone(["x"]), "cases-gone", .lostForSome, "Case removed: “x”.",
      "A stored answer that names a removed case is lost; the default takes its place."),
    Row(
      .casesGone(["x", "y"]), "cases-gone", .lostForSome, "Cases removed: “x”, “y”.",
      "A stored answer that names a removed case is lost; the default takes its place."),
    Row(
      .casesGone((1...8).map { "c\($0)" }), "cases-gone", .lostForSome,
      "Cases removed: “c1”, “c2”, “c3”, “c4”, “c5”, “c6”, “c7”, “c8”.",
      "A stored answer that names a removed case is lost; the default takes its place."),
    Row(
      .casesGone((1...10).map { "c\($0)" }), "cases-gone", .lostForSome,
      "Cases removed: “c1”, “c2”, “c3”, “c4”, “c5”, “c6”, “c7”, “c8”, “c9”, “c10”.",
      "A stored answer that names a removed case is lost; the default takes its place."),
    Row(
      .casesRenamed([CaseRenaming(from: "a", to: "b")]), "cases-renamed", .carriedOver,
      "Renamed: “a” to “b”.", "A stored answer is kept under the new name."),
    Row(
      .casesRenamed([CaseRenaming(from: "a", to: "b"), CaseRenaming(from: "c", to: "d")]),
      "cases-renamed", .carriedOver, "Renamed: “a” to “b”, “c” to “d”.",
      "A stored answer is kept under the new name."),
    Row(
      .propertiesGone(["colour"]), "properties-gone", .lostForSome,
      "Property removed or of another type: “colour”.", "Stored objects lose them."),
    Row(
      .propertiesGone(["colour", "weeks"]), "properties-gone", .lostForSome,
      "Properties removed or of another type: “colour”, “weeks”.", "Stored objects lose them."),
    Row(
      .boundsNarrowed(from: "0 to 9", to: "0 to 5"), "bounds-narrowed", .lostForSome,
      "Took 0 to 9, now takes 0 to 5.",
      "A stored answer out of range is lost; the default takes its place."),
    Row(
      .valuesRefused(["The text is empty.", "The day 2-30 does not exist."]), "values-refused",
      .lostForSome,
      "Refuses values that it used to take: The text is empty. The day 2-30 does not exist.",
      "A stored answer that it refuses is lost; the default takes its place."),
  ]

  static let arrays: [Row] = [
    Row(
      .becameArray, "became-array", .carriedOver, "Held one value, now holds several.",
      "A stored answer becomes the first value."),
    Row(
      .becameSingle, "became-single", .lostForSome, "Held several values, now holds one.",
      "The first stored value is kept; the others are lost."),
    Row(
      .sizesReduced([SizeChange(family: .systemSmall, from: nil, to: 2)]), "sizes-reduced",
      .outOfEffect, "Takes fewer values: systemSmall 2 instead of any number.",
      "Stored values beyond that are kept but not shown."),
    Row(
      .sizesReduced([
        SizeChange(family: .systemSmall, from: 3, to: 2),
        SizeChange(family: .accessoryInline, from: 9, to: nil),
      ]), "sizes-reduced", .outOfEffect,
      """
      Takes fewer values: systemSmall 2 instead of 3, accessoryInline any number instead of 9.
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
  func `a verdict`(_ row: Row) {
    #expect(row.verdict.code == row.code)
    #expect(row.verdict.effect == row.effect)
    #expect(row.verdict.sentence == row.sentence)
    #expect(row.verdict.consequence == row.consequence)
  }

  @Test(arguments: [
    (DiffEffect.kept, false), (.carriedOver, false), (.outOfEffect, false), (.lostForSome, true),
    (.lost, true), (.empty, false),
  ])
  func `what a loss is`(effect: DiffEffect, isLoss: Bool) {
    #expect(effect.isLoss == isLoss)
    let examples = [Self.names, Self.values].compactMap { rows in
      rows.map(\.verdict).first { $0.effect == effect }
    }
    let change = ParameterChange(
      oldName: "a", newName: "b", verdicts: examples + [.unchanged])
    #expect(change.losesAnswers == isLoss)
  }
}
