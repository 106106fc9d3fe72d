import Foundation
import Testing
import WidgetTestSupport

/// A released program has only a part of Foundation's locale data, and formats as this build does.
///
/// `WIDGETCONFIG_PROGRAM` names the released program; without it, there is nothing to compare.
@Suite(
  .startsPrograms,
  .enabled(if: ProcessInfo.processInfo.environment["WIDGETCONFIG_PROGRAM"] != nil))
struct ReleasedFormatTests {
  /// Some locales of Foundation, and calendars and digits that no locale has by itself.
  static let locales =
    TestDepth.spread(
      TestDepth.count(20, thorough: 120), of: Locale.availableIdentifiers.sorted()
    ).map { Locale(identifier: $0).identifier(.bcp47) } + [
      "ja-JP-u-ca-japanese", "zh-TW-u-ca-roc", "zh-CN-u-ca-chinese", "he-IL-u-ca-hebrew",
      "ar-SA-u-ca-islamic-umalqura", "hi-IN-u-nu-deva", "zh-CN-u-nu-hanidec",
    ]

  /// Answers with a date, a duration, an amount and a measurement.
  static let answers = """
    {"intent": "EditorsIntent", "family": "systemMedium", "parameters": {
    "day": {"year": 2026, "month": 11, "day": 23}, "wait": "PT123H", "numbers": [1234567],
    "price": {"amount": "1234.5", "currencyCode": "USD"}, "distance": {"value": 1234.5, "unit": "km"}
    }}
    """

  @Test(arguments: locales)
  func `Both programs format a locale in the same way`(_ locale: String) throws {
    let sandbox = try Sandbox()
    let editors = Sandbox.repository.appending(path: "Fixtures/Pages/Editors").path
    let file = try sandbox.write(Self.answers, to: "answers.json")
    #expect(try sandbox.run(["edit", editors, "--name", "E", "--answers", file]).status == 0)
    // Each question is explained, with an example, before its answer is kept.
    let questions = String(repeating: "?\n\n", count: 40)
    let commands: [(arguments: [String], input: String)] = [
      (["show", "E"], ""), (["edit", editors, "--plain", "--dry-run", "--quiet"], questions),
      (["edit", "WorldClock", "--plain", "--dry-run", "--quiet"], questions),
      (["timeline", "WorldClock", "--at", "2026-11-23T07:00:00Z"], ""),
      (["timeline", "UpNext", "--at", "2026-11-23T07:00:00Z"], ""),
      (["options", "WorldClock", "cities", "--limit", "400"], ""),
    ]
    for command in commands {
      let arguments = command.arguments + ["--locale", locale]
      let released = try sandbox.run(arguments, input: command.input)
      let built = try sandbox.run(
        ProgramFolder.built("widgetconfig"), arguments, input: command.input)
      let place: Comment = "\(arguments)"
      #expect(released.status == built.status, place)
      #expect(released.output == built.output, place)
      #expect(released.errors == built.errors, place)
    }
  }
}
