import Foundation
import Testing
import WidgetTestSupport

/// Fields from the definition file to the person: date formats, missing files, and choices that are
/// given by their text.
@Suite(.startsPrograms) struct FieldJourneyTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func definition(_ parameters: String...) throws -> String {
    try sandbox.write(
      #"{"intents": [{"name": "F", "eligibleForWidgets": true, "parameters": ["#
        + parameters.joined(separator: ",\n") + "]}]}", to: "F.json")
  }

  private static let due = #"""
    {"name": "due", "type": "dateComponents", "components": "date", "format": "Style",
     "dateStyle": "Full", "timeStyle": "No"}
    """#

  /// A locale, and a Saturday in its full format.
  static let days = [
    ("en_US", "Saturday, November 21, 2026"), ("en_GB", "Saturday, 21 November 2026"),
    ("de", "Samstag, 21. November 2026"), ("ja", "2026年11月21日 土曜日"),
    ("fr", "samedi 21 novembre 2026"),
  ]

  @Test(arguments: days.indices)
  func `A date is shown in its style, and can be typed as shown`(_ index: Int) throws {
    let (locale, shown) = Self.days[index]
    let path = try definition(Self.due)
    let options = ["-q", "--locale", locale]
    let set = try sandbox.run(["edit", path, "--set", "due=\(shown)"] + options)
    #expect(set.status == 0, "\(set.errors)")
    for part in [#""year": 2026"#, #""month": 11"#, #""day": 21"#] {
      #expect(set.output.contains(part), "\(set.output)")
    }
    let plain = try sandbox.run(
      ["edit", path, "--plain"] + options, input: "\n\u{1}\n".replacing("\u{1}", with: shown))
    #expect(plain.errors.contains("[\(shown)]"), "\(plain.errors)")
    guard index < 3 else { return }
    let form = try sandbox.onTerminal(["edit", path] + options)
    try form.wait(for: "the date") { $0.textLines.contains { $0.contains(shown) } }
    form.press("^c")
    #expect(try form.exitCode() == 130)
  }

  @Test func `A relative date has the name of its day`() throws {
    let path = try definition(
      Self.due.replacing(#""Style""#, with: #""Relative""#).replacing("Full", with: "Long"))
    let set = try sandbox.run(["edit", path, "-q", "--set", "due=tomorrow"])
    #expect(set.status == 0, "\(set.errors)")
    let plain = try sandbox.run(["edit", path, "-q", "--plain", "--locale", "de"], input: "quit\n")
    #expect(plain.errors.contains("[") && !plain.errors.contains("[tomorrow]"))
    let again = try sandbox.run(["edit", path, "-q", "--plain", "--locale", "de"], input: "\n")
    // If midnight passes between the two runs, the date is shown as today.
    #expect(
      again.errors.contains("[morgen]") || again.errors.contains("[heute]"), "\(again.errors)")
  }

  @Test func `describe says how a date is shown`() throws {
    let run = try sandbox.run(["describe", try definition(Self.due)])
    #expect(run.output.contains("date, shown in the full style"), "\(run.output)")
  }

  @Test func `An answer in JSON is read as in files, in every locale`() throws {
    let path = try definition(
      #"{"name": "share", "type": "decimal"}"#, #"{"name": "fee", "type": "currencyAmount"}"#)
    func answers(_ parameters: String) throws -> FinishedProgram {
      try sandbox.run(
        ["edit", path, "-q", "--locale", "de_DE", "--answers", "-"],
        input: #"{"intent": "FIntent", "parameters": {\#(parameters)}}"#)
    }
    let good = try answers(
      #""share": 1.5, "fee": {"amount": "1.500", "currencyCode": "EUR"}"#)
    #expect(good.status == 0, "\(good.errors)")
    #expect(good.output.contains(#""share": 1.5"#))
    #expect(good.output.contains(#""amount": "1.500""#))
    for refused in [
      #""share": "1,5""#, #""fee": "1,50 EUR""#,
      #""fee": {"amount": "1,500", "currencyCode": "EUR"}"#,
    ] {
      let run = try answers(refused)
      #expect(run.status == 1)
      #expect(run.errors.hasSuffix("\nNichts ist gesichert.\n"), "\(run.errors)")
    }
  }

  private static let file = #"{"name": "list", "label": "List", "type": "file"}"#

  @Test func `A missing file is reported, and saved anyway`() throws {
    let path = try definition(Self.file)
    let (there, missing) = (try sandbox.write("", to: "hosts"), sandbox.path("host"))
    let remark = "There is no file “\(missing)”."
    for (file, isThere) in [(missing, false), (there, true), ("~/hosts", true)] {
      let run = try sandbox.run(["edit", path, "--set", "list=\(file)"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("list: \(remark)\n") == !isThere, "\(run.errors)")
      #expect(run.errors.contains("There is no file") == !isThere, "\(run.errors)")
    }
    let plain = try sandbox.run(
      ["edit", path, "--plain"], input: "\n\(missing)\nyes\n")
    #expect(plain.status == 0)
    #expect(plain.errors.contains("! \(remark)\n"), "\(plain.errors)")
    #expect(plain.output.contains(missing))
    let form = try sandbox.onTerminal(["edit", path], columns: 400)
    try form.wait(for: "the remark") { screen in
      screen.textLines.contains { $0.contains("! There is no file") }
    }
    form.press("^s")
    #expect(try form.status() == 0)
  }

  /// The typed text for a city, and the identifier of the chosen city, or nil.
  static let typed: [(text: String, taken: String?)] = [
    ("osl", nil), ("ÖSLO", "oslo"), ("rome", "rome"), ("o", nil), ("ol", nil), ("rm", nil),
    ("zzz", nil),
  ]

  @Test(arguments: typed.indices)
  func `A text means the same choice everywhere`(_ index: Int) throws {
    let (text, taken) = Self.typed[index]
    let path = try definition(#"{"name": "city", "type": "string", "dynamic": true}"#)
    _ = try sandbox.write(
      #"{"kind": "f", "intent": "F", "options": {"city": {"fixture": "cities.json"}}}"#,
      to: "widget.json")
    _ = try sandbox.write(#"["oslo", "rome"]"#, to: "cities.json")
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let set = try sandbox.run(["edit", folder, "-q", "--dry-run", "--set", "city=\(text)"])
    #expect(set.output.contains(#""city": "\#(taken ?? "")""#) == (taken != nil), "\(set.output)")
    #expect(set.status == (taken == nil ? 1 : 0))
    // The family is the first question; if an answer is not accepted, its question is asked again.
    let plain = try sandbox.run(
      ["edit", folder, "-q", "--dry-run", "--plain"], input: "\n\(text)\nyes\n")
    #expect(
      plain.output.contains(#""city": "\#(taken ?? "")""#) == (taken != nil), "\(plain.errors)")
  }
}
