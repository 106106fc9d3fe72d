import Foundation
import Messages
import Testing
import WidgetTestSupport

/// Texts for developers and operators are in English in every locale; values follow the locale.
@Suite(.startsPrograms) struct CommandLanguageTests {
  static let locales = MessageLanguage.tags.filter { $0 != "en" }

  /// Commands that fail with different messages.
  static let failing = [
    "check none.json", "check bad.json", "describe none.json", "export Nobody", "show Nobody",
    "history Nobody", "remove Nobody --force", "rename Nobody Other", "copy Nobody Other",
    "restore Nobody", "timeline Nobody", "list --store bad.json --intents .",
    "generate bad.json --as typed --output no/such/folder", "list --fromat json",
    // Forms translate the remedies of these findings.
    "check odd.json", "check odd.json --format json", "check odd.json --format github",
  ]

  @Test(arguments: failing.indices)
  func developersReadEnglish(_ index: Int) throws {
    let command = Self.failing[index]
    let sandbox = try Sandbox()
    _ = try sandbox.write("{\"intents\": tru}", to: "bad.json")
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Shop", "eligibleForWidgets": true, "parameters": [
        {"name": "fee", "type": "integer", "priority": 1, "default": 9, "maximum": 5},
        {"name": "kind", "typ": "string"}]}]}
      """, to: "odd.json")
    let words = command.split(separator: " ").map(String.init)
    func said(_ locale: String) throws -> String {
      let run = try sandbox.run(words + ["--locale", locale])
      #expect(run.status != 0)
      return run.output + run.errors
    }
    let english = try said("en")
    #expect(english.contains { $0.isLetter })
    for locale in TestDepth.turn(index, 2, of: Self.locales) {
      #expect(try said(locale) == english, "\(locale)")
    }
  }

  /// Problems of a calendar are reported to its author in English.
  @Test func problemsOfCalendarsAreEnglish() throws {
    let sandbox = try Sandbox()
    try FileManager.default.copyItem(
      at: Sandbox.repository.appending(path: "Intents/UpNext"),
      to: sandbox.folder.appending(path: "UpNext"))
    _ = try sandbox.write(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:1
      DTSTART:20260301T080000Z
      RRULE:FREQ=DAILY;BYHOUR=24
      END:VEVENT
      END:VCALENDAR
      """, to: "UpNext/Calendars/work.ics")
    let text =
      "“BYHOUR=24” is not allowed and is left out. BYHOUR must be a whole number from 0 to 23."
    for locale in ["en", "de", "ja"] {
      let run = try sandbox.run(
        ["options", sandbox.path("UpNext"), "calendars", "--locale", locale])
      #expect((run.output + run.errors).contains(text), "\(locale): \(run.errors)")
    }
  }

  /// Standard output on a full device.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no device that is full"))
  func outputThatFailsIsSaid() throws {
    let run = try Sandbox().shell(#""$0" list --locale de >/dev/full"#)
    #expect(run.errors.hasPrefix("Standard output cannot be written to: "))
    #expect(run.status == 1)
  }

  /// Amounts in documents have a decimal point, even in locales that use a comma.
  @Test func amountsInDocumentsHaveAPoint() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Shop", "eligibleForWidgets": true, "parameters": [
        {"name": "fee", "type": "currencyAmount", "priority": 1}]}]}
      """, to: "Shop.json")
    _ = try sandbox.write(
      """
      {"intent": "ShopIntent", "family": "systemSmall",
       "parameters": {"fee": {"amount": "1,500", "currencyCode": "EUR"}}}
      """, to: "in.json")
    let said = try (["fr"] + Self.locales).map { locale in
      let run = try sandbox.run(["validate", "Shop.json", "in.json", "--locale", locale])
      return run.output + run.errors
    }
    let german = "mit höchstens einem Punkt schreiben, etwa 12.50."
    #expect(said.contains { $0.contains(german) }, "\(said)")
    #expect(said.allSatisfy { $0.contains("12.50") }, "\(said)")
  }

  /// In an entry, a key that differs from a known key by one letter is reported and kept.
  @Test func mistypedKeysOfEntries() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Shop", "eligibleForWidgets": true, "parameters": [
        {"name": "fee", "type": "integer", "priority": 1}]}]}
      """, to: "Shop/Shop.json")
    _ = try sandbox.write(
      """
      {"kind": "Shop", "displayName": "Shop", "supportedFamilies": ["systemSmall"],
       "timeline": {"fixture": "entries.json"}}
      """, to: "Shop/widget.json")
    _ = try sandbox.write(
      """
      {"entries": [
        {"date": "2026-03-01T09:30:00Z", "title": "A", "subtitel": "B", "price": 3},
        {"date": "2026-03-01T10:30:00Z", "title": "C", "subtitel": "D"}]}
      """, to: "Shop/entries.json")
    let words = "The entry has the key “subtitel”, which is never shown. Did you mean “subtitle”?"
    let check = try sandbox.run(["check", "Shop/widget.json"])
    #expect(check.output.contains(words), "\(check.output)")
    #expect(check.status == 0)
    let timeline = try sandbox.run([
      "timeline", "Shop", "--intents", ".", "--at", "2026-03-01T09:30:00Z", "--format", "json",
      "--check",
    ])
    #expect(timeline.errors.contains("$.entries[0]: \(words) [mistyped-key]"), "\(timeline.errors)")
    #expect(!timeline.errors.contains("price") && !timeline.errors.contains("[1]"))
    #expect(timeline.output.contains(#""subtitel": "B""#))
  }

  /// Codes and messages for programs are the same in every locale.
  @Test func machineFormats() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write("{\"intents\": tru}", to: "bad.json")
    let run = try sandbox.run(["check", "bad.json", "--format", "json", "--locale", "de"])
    #expect(run.output.contains("\"code\": \"json-syntax\""))
    #expect(run.output.contains("\"severity\": \"error\""))
    #expect(run.output.contains("is not a JSON value."))
  }
}
