import IntentModel
import Testing
import WidgetTestSupport

@testable import FormEngine

@Suite("The fields of a duration")
struct DurationFieldTests {
  static func form(_ unit: TimeIntervalMetadata.Units? = nil, locale: String = "en") -> FormState {
    let type = ParameterType.timeInterval(
      TimeIntervalMetadata(units: unit ?? .single(nil)))
    return FormState(
      FormSetup(schema: .of([.row("wait", type), .row("x", .text)]), title: "Test", locale: locale))
  }

  /// The fields after Tab: days, hours, minutes and seconds, or the unchanged text.
  @Test(
    arguments: [
      ("", ["0", "0", "0", "0"]), ("0", ["0", "0", "0", "0"]), ("59s", ["0", "0", "0", "59"]),
      ("60s", ["0", "0", "1", "0"]), ("61s", ["0", "0", "1", "1"]),
      ("3599s", ["0", "0", "59", "59"]),
      ("1h", ["0", "1", "0", "0"]), ("86399s", ["0", "23", "59", "59"]),
      ("24h", ["1", "0", "0", "0"]),
      ("1w", ["7", "0", "0", "0"]), ("PT36H", ["1", "12", "0", "0"]),
      ("1:30", ["0", "1", "30", "0"]),
      ("90 min", ["0", "1", "30", "0"]), ("1.5h", ["0", "1", "30", "0"]),
      ("999999999s", ["11574", "1", "46", "39"]),
      // Text that is too long, has a fraction, is negative or is not a duration stays unchanged.
      ("1000000000s", ["1000000000s"]), ("0.5s", ["0.5s"]), ("-5s", ["-5s"]), ("soon", ["soon"]),
      ("1h 1h", ["1h 1h"]),
    ])
  func takenApart(text: String, fields: [String]) throws {
    var form = Self.form()
    try form.run("focus wait, enter, press deleteToStart, type '\(text)', tab")
    #expect(form.editing?.fields.map(\.text) == fields)
    #expect(form.editing?.layout == (fields.count == 4 ? .duration : .line))
  }

  /// The combined value of the four fields.
  @Test(
    arguments: [
      (["", "", "", ""], "0s"), (["0", "0", "0", "0"], "0s"), (["1", "", "", ""], "1d"),
      (["1", "2", "3", "4"], "1d2h3min4s"), (["", "90", "", ""], "90h"),
      (["", "", "0", "5"], "5s"),
      ([" ", "1.5", " ", " "], "1.5h"), (["00", "", "", ""], "00d"), (["x", "", "", ""], "xd"),
      (["-1", "", "", ""], "-1d"),
    ])
  func putTogether(fields: [String], text: String) {
    #expect(DurationText.text(ofFields: fields) == text)
  }

  /// The result of scripts in the fields; a plain number in the text line has the parameter's unit.
  @Test(
    arguments: [
      ("type '5', commit", 5), ("type '1:30', commit", 5_400), ("type '1h30', tab, commit", 5_400),
      ("type '1h90', tab, commit", nil),
      ("type '90m', tab, tab, press deleteToStart, type '2', commit", 9_000),
      ("type '90m', tab, backtab, press deleteToStart, type '7', commit", 5_407),
      ("type '1d', tab, press deleteToStart, commit", 0),
      ("type '1h', tab, tab, press deleteToStart, type '1.5', commit", 5_400),
      ("type '1h', tab, tab, press deleteToStart, type '100', commit", 360_000),
      ("type '1h', tab, tab, tab, press deleteToStart, type '90', commit", 9_000),
      ("type '1h', tab, tab, press deleteToStart, type '-1', commit", nil),
      ("type '1h', tab, tab, press deleteToStart, type 'h', commit", nil),
    ] as [(String, Double?)])
  func answers(script: String, seconds: Double?) throws {
    var form = Self.form()
    try form.run("focus wait, \(script)")
    #expect(form.draft.values["wait"] == seconds.map { .timeInterval($0) })
    #expect((form.editing == nil) == (seconds != nil))
    #expect((form.editing?.issue == nil) == (seconds != nil))
  }

  @Test(
    arguments: [
      (.seconds, 2), (.minutes, 120), (.hours, 7_200), (.days, 172_800),
    ] as [(DurationUnit, Double)])
  func plainNumbersHaveTheUnitOfTheParameter(unit: DurationUnit, seconds: Double) throws {
    var form = Self.form(.single(unit))
    try form.run("focus wait, type '2', commit")
    #expect(form.draft.values["wait"] == .timeInterval(seconds))
    try form.run("right")
    #expect(form.draft.values["wait"] == .timeInterval(seconds + unit.seconds))
    try form.run("left 3")
    #expect(form.draft.values["wait"] == .timeInterval(0))
  }

  @Test(
    arguments: [
      ("en", ["d", "h", "min", "s"]), ("de", ["Tg.", "Std.", "Min.", "Sek."]),
      ("zh-Hans", ["天", "小时", "分", "秒"]), ("ja", ["日", "時間", "分", "秒"]),
    ])
  func unitsAreNamedInTheLanguage(locale: String, labels: [String]) throws {
    var form = Self.form(locale: locale)
    try form.run("focus wait, enter, tab")
    #expect(form.editing?.labels == labels)
  }

  @Test func fieldsThatWereOnlyLookedAtAreNoAnswer() throws {
    var form = Self.form()
    try form.run("focus wait, enter, tab, tab, tab, commit")
    #expect(form.draft.values["wait"] == nil)
    #expect(!form.isModified)
    try form.run("enter, tab, tab, focus x")
    #expect(form.draft.values["wait"] == nil)
    try form.run("set wait '1h', focus wait, enter, tab, esc")
    #expect(form.draft.values["wait"] == .timeInterval(3_600))
  }

  /// Splitting a whole number of seconds and joining it again gives the same number.
  @Test func fieldsMeanTheNumberTheyWereMadeOf() throws {
    for seed in PropertySeeds("fields of a duration", count: 200) {
      var random = SeededGenerator(seed: seed)
      let limit = [60, 3_600, 86_400, 1_000_000_000].randomElement(using: &random) ?? 60
      let seconds = Int.random(in: 1..<limit, using: &random)
      var form = Self.form()
      try form.run("focus wait, type '\(seconds)s', tab, commit")
      #expect(form.draft.values["wait"] == .timeInterval(Double(seconds)), "seed \(seed)")
    }
  }
}
