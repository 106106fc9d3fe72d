import Foundation
import Testing
import WidgetTestSupport

/// Choices in documents are looked up in their sources: `import` reports unknown ones and accepts
/// them; `validate --resolve` counts them as findings.
@Suite(.startsPrograms) struct ChoiceCheckTests {
  private static func zones(_ identifiers: String..., family: String = "systemLarge") -> String {
    let cities = identifiers.map { "{\"identifier\":\"\($0)\",\"display\":\"\($0)\"}" }
    return SampleIntents.line(
      "\"cities\":[\(cities.joined(separator: ","))]", intent: "WorldClockIntent", family: family)
  }

  private static let definition = Sandbox.repository.appending(
    path: "Intents/WorldClock/WorldClock.intentdefinition"
  ).path

  @Test func `import reports choices that are not offered, and keeps them`() throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      CommandCase(
        "import -", input: Self.zones("Europe/Oslo", "Europe/Atlantis"),
        errors: """
          imported WorldClock (WorldClockIntent, systemLarge)
          standard input:1:130: $.parameters.cities[1]: “Europe/Atlantis” (Europe/Atlantis) is no longer offered. \
          Choose another, or keep it until it is offered again.

          """))
    #expect(try sandbox.run(["export", "WorldClock"]).output.contains("Atlantis"))
    try sandbox.check(CommandCase("import - -q", input: Self.zones("Europe/Atlantis")))
  }

  @Test func `import reports repeated choices`() throws {
    try Sandbox().check(
      CommandCase(
        "import - --dry-run", input: Self.zones("Europe/Oslo", "Asia/Tokyo", "Europe/Oslo"),
        errors: """
          would import WorldClock (WorldClockIntent, systemLarge)
          standard input: cities: “Europe/Oslo” is chosen more than once.

          """))
  }

  @Test func `validate asks the sources only on request`() throws {
    let sandbox = try Sandbox()
    let input = Self.zones("Europe/Oslo") + Self.zones("Europe/Oslo", "Europe/Atlantis")
    try sandbox.check(CommandCase(["validate", Self.definition, "-q"], input: input))
    try sandbox.check(
      CommandCase(
        ["validate", Self.definition, "--resolve"], input: input, status: 1,
        output: """
          standard input:2:130: $.parameters.cities[1]: “Europe/Atlantis” (Europe/Atlantis) is no \
          longer offered. Choose another, or keep it until it is offered again.

          """, errors: "2 intents, 1 of them invalid.\n"))
    try sandbox.check(
      CommandCase(
        ["validate", Self.definition, "--resolve"], input: Self.zones("Asia/Tokyo"),
        errors: "1 intent, valid.\n"))
    try sandbox.check(
      CommandCase(
        ["validate", Self.definition, "--resolve", "-q"], input: "{]", status: 1,
        output: """
          standard input:1:2: A key in double quotes is expected here, not ]. Correct the text there.
            {]
             ^

          """))
  }

  @Test func `a failing source is reported, and sets the status`() throws {
    let sandbox = try Sandbox()
    try sandbox.widget(
      "Lines", options: #"{"line": {"command": ["/bin/false"]}}"#)
    let line = SampleIntents.line(
      #""line":{"identifier":"a","display":"A"}"#, intent: "LinesIntent")
    let run = try sandbox.run(
      ["validate", sandbox.path("Intents/Lines/Lines.json"), "--resolve", "-q"], input: line)
    #expect(run.status == 3, "\(run.errors)")
    #expect(
      run.output.isEmpty && run.errors.hasPrefix("/bin/false: "), "\(run.output)\(run.errors)")
    let imported = try sandbox.run(
      ["import", "-", "--intents", sandbox.path("Intents")], input: line)
    #expect(imported.status == 0)
    #expect(imported.errors.contains("$.parameters.line: "))
    #expect(imported.errors.hasPrefix("imported Lines (LinesIntent, systemMedium)\n"))
  }

  /// A source gets the same request as from a form: the parents have the defaults of their sources.
  @Test func `import sends the defaults of the parents`() throws {
    let sandbox = try Sandbox()
    let script = #"grep -q Norway && city=Oslo || city=Rome; echo {\\\"items\\\":[\\\"$city\\\"]}"#
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Trip", "eligibleForWidgets": true, "parameters": [
        {"name": "land", "type": "string", "dynamic": true},
        {"name": "city", "type": "string", "dynamic": true, "visibleWhen":
          {"parent": "land", "predicate": "StringValueIsNotEqual", "value": "Sweden"}}]}]}
      """, to: "Intents/Trip/Trip.json")
    _ = try sandbox.write(
      #"{"items": ["Norway"], "default": ["Norway"]}"#, to: "Intents/Trip/lands.json")
    _ = try sandbox.write(
      """
      {"kind": "Trip", "intent": "Trip", "options": {
        "land": {"fixture": "lands.json"}, "city": {"command": ["sh", "-c", "\(script)"]}}}
      """, to: "Intents/Trip/widget.json")
    for (city, isOffered) in [("Oslo", true), ("Rome", false)] {
      let run = try sandbox.run(
        ["import", "-", "--intents", sandbox.path("Intents")],
        input: SampleIntents.line("\"city\":\"\(city)\"", intent: "TripIntent"))
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("no longer offered") != isOffered, "\(run.errors)")
    }
  }

  @Test func `a family that the widget does not list is reported`() throws {
    let sandbox = try Sandbox()
    try sandbox.widget("Lines", families: #"["systemSmall"]"#)
    try sandbox.check(
      CommandCase(
        ["import", "-", "--intents", sandbox.path("Intents")],
        input: SampleIntents.line(intent: "LinesIntent", family: "systemLarge"),
        errors: """
          imported Lines (LinesIntent, systemLarge)
          standard input: Lines does not list systemLarge among its families; it is used anyway.

          """))
  }

  @Test func `edit reports parents that form a loop`() throws {
    let sandbox = try Sandbox()
    let definition = """
      {"intents": [{"name": "Round", "eligibleForWidgets": true, "parameters": [
        {"name": "a", "type": "boolean", "visibleWhen": {"parent": "b", "predicate": "HasAnyValue"}},
        {"name": "b", "type": "boolean", "visibleWhen": {"parent": "a", "predicate": "HasAnyValue"}}]}]}
      """
    let path = try sandbox.write(definition, to: "Round.json")
    let run = try sandbox.run(["edit", path, "--set", "a=yes", "--dry-run"])
    #expect(
      run.errors.hasPrefix("Round: the parents form a loop: a → b → a. "), "\(run.errors)")
  }
}

extension Sandbox {
  /// Writes a widget with one dynamic parameter of objects named `line`.
  fileprivate func widget(
    _ name: String, options: String = "{}", families: String = #"["systemMedium"]"#
  ) throws {
    let definition = """
      {"intents": [{"name": "\(name)", "eligibleForWidgets": true, "parameters": [
        {"name": "line", "type": "object", "dynamic": true}]}]}
      """
    _ = try write(definition, to: "Intents/\(name)/\(name).json")
    let manifest = """
      {"kind": "\(name)", "intent": "\(name)", "supportedFamilies": \(families),
       "options": \(options)}
      """
    _ = try write(manifest, to: "Intents/\(name)/widget.json")
  }
}
