import DefinitionFormats
import FormatTestSupport
import Foundation
import IntentModel
import Messages
import Testing
import WidgetFormats

/// The findings of `check` about a `widget.json` and the definition next to it.
@Suite struct ManifestFindingTests {
  /// Two intents for widgets and another intent; a dynamic, a plain and a locked parameter.
  private static let definition = """
    { "intents": [
      { "name": "Trip", "eligibleForWidgets": true, "parameters": [
        { "name": "city", "type": "string", "dynamic": true },
        { "name": "note", "type": "string" },
        { "name": "secret", "type": "string", "dynamic": true, "configurable": false } ] },
      { "name": "Other", "eligibleForWidgets": true, "parameters": [
        { "name": "x", "type": "string" } ] },
      { "name": "Siri", "parameters": [ { "name": "y", "type": "string" } ] } ] }
    """

  private static let one = #"""
    {"intents":[{"name":"Trip","parameters":[{"name":"city","type":"string"}]}]}
    """#

  private static let source = #"{"fixture":"f.json"}"#

  /// Manifests, and the findings: position, severity, code, text.
  static let rows: [(manifest: String, findings: [String])] = [
    (#"{"kind":"k","intent":"Trip","options":{"city":\#(source)}}"#, []),
    (#"{"kind":"k","intent":"TripIntent","options":{"city":\#(source)}}"#, []),
    (#"{"kind":"k","intent":"Other"}"#, []),
    (
      #"{"kind":"k"}"#,
      [
        "1:1 error intent-not-chosen: The definition has several intents: “TripIntent”, "
          + "“OtherIntent”. Name one under “intent”."
      ]
    ),
    (
      #"{"kind":"k","intent":"Tripp"}"#,
      [
        "1:13 error unknown-intent: The definition has no intent “Tripp”. Choose from "
          + "“TripIntent”, “OtherIntent”, “SiriIntent”."
      ]
    ),
    (
      #"{"kind":"k","intent":"TripIntnt"}"#,
      [
        "1:13 error unknown-intent: The definition has no intent “TripIntnt”. "
          + "Did you mean “TripIntent”?"
      ]
    ),
    (
      #"{"kind":"k","intent":"Siri"}"#,
      [
        "1:13 warning not-eligible: The intent “SiriIntent” is not eligible for widgets. "
          + "Make it eligible, or choose another intent."
      ]
    ),
    (
      #"{"kind":"k","intent":"Trip"}"#,
      [
        "1:1 warning provider-missing: The dynamic parameter “city” has no provider, so values "
          + "have to be typed in. Add one under “options”, as “city”."
      ]
    ),
    (
      #"{"kind":"k","intent":"Trip","options":{}}"#,
      [
        "1:29 warning provider-missing: The dynamic parameter “city” has no provider, so values "
          + "have to be typed in. Add one under “options”, as “city”."
      ]
    ),
    (
      "{\"kind\":\"k\",\"intent\":\"Trip\",\n \"options\":{\"city\":\(source),\n  \"cty\":\(source)}}",
      [
        "3:3 error unknown-parameter: The intent has no parameter “cty”. Did you mean “city”?"
      ]
    ),
    (
      #"{"kind":"k","intent":"Other","options":{"zebra":\#(source)}}"#,
      ["1:41 error unknown-parameter: The intent has no parameter “zebra”. Remove it."]
    ),
    (
      #"{"kind":"k","intent":"Trip","options":{"city":\#(source),"note":\#(source)}}"#,
      [
        "1:68 warning provider-not-needed: The parameter “note” is not dynamic, so its provider "
          + "is never asked. Remove the provider, or make the parameter dynamic."
      ]
    ),
    (#"{"kind":"k","intent":"Trip","options":{"city":\#(source),"secret":\#(source)}}"#, []),
    (
      #"{"kind":"k","intent":"Trip","options":{"city":{}}}"#,
      [
        "1:47 error none-of: One of the members “builtin”, “fixture”, “command”, “http”, “sqlite” "
          + "is needed. Add one of them."
      ]
    ),
    (
      "{\"kind\":\"k\",",
      [
        "1:13 error json-syntax: The text ends inside a value. It may have been cut off."
      ]
    ),
    ("", ["1:1 error json-syntax: The text is empty. A JSON text holds one value."]),
  ]

  private func findings(_ manifest: String, _ definition: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = try folder.write("Trip/widget.json", manifest)
    try folder.write("Trip/Trip.json", definition)
    let whole = FileCheck.run(paths: [folder.path + "/Trip"]).findings
    // A single file is checked together with the definition next to it.
    let alone = FileCheck.run(paths: [path]).findings
    #expect(alone == whole.filter { $0.file == path })
    return whole.map { finding in
      let place = [finding.line, finding.column].compactMap { $0.map(String.init) }
      return place.joined(separator: ":") + " \(finding.severity.rawValue) \(finding.code): "
        + finding.text()
    }
  }

  @Test(arguments: rows.indices)
  func `a manifest next to three intents`(_ index: Int) throws {
    let row = Self.rows[index]
    #expect(try findings(row.manifest, Self.definition) == row.findings)
  }

  private static let noWidget =
    "1:12 note no-widget-intent: None of the intents is eligible for widgets, so no widget can be "
    + "configured with them. If one is meant to configure a widget, make it eligible for widgets. "
    + "Give it configurable parameters with display priorities and, for types of your own, dynamic "
    + "options."

  @Test func `a manifest next to an intent that is not for widgets`() throws {
    #expect(
      try findings(#"{"kind":"k"}"#, Self.one) == [
        Self.noWidget,
        "1:1 warning not-eligible: The intent “TripIntent” is not eligible for widgets. "
          + "Make it eligible, or choose another intent.",
      ])
  }

  @Test func `a manifest next to a definition that cannot be read or has no intents`() throws {
    #expect(
      try findings(#"{"kind":"k","intent":"Trip"}"#, "{") == [
        "1:2 error json-syntax: The text ends inside a value. It may have been cut off."
      ])
    let empty =
      "1:1 warning no-intents: The definition has no intents, so there is nothing to configure. "
      + "Add an intent that is eligible for widgets, or remove the file if nothing uses it."
    #expect(try findings(#"{"kind":"k"}"#, #"{"intents":[]}"#) == [empty])
    #expect(
      try findings(#"{"kind":"k","intent":"Trip"}"#, #"{"intents":[]}"#) == [
        empty,
        "1:13 error unknown-intent: The definition has no intent “Trip”. Remove it.",
      ])
  }

  @Test func `a widget without a definition, and with several`() throws {
    let folder = try TemporaryFolder()
    try folder.write("None/widget.json", #"{"kind":"k","intent":"Trip"}"#)
    try folder.write("Static/widget.json", #"{"kind":"k"}"#)
    for name in ["a", "b"] {
      try folder.write("Two/\(name).json", Self.one)
      try folder.write("Plists/\(name).intentdefinition", plist("<dict/>"))
    }
    try folder.write("Two/widget.json", #"{"kind":"k","intent":"Nobody"}"#)
    try folder.write("Plists/widget.json", #"{"kind":"k"}"#)
    let found = FileCheck.run(paths: [folder.path]).findings.map { finding in
      "\(finding.file.replacing(folder.path + "/", with: "")) \(finding.code): \(finding.text())"
    }
    let plists = ["a", "b"].map { name in
      "Plists/\(name).intentdefinition not-a-definition: This property list has none of the keys "
        + "INIntents, INEnums and INTypes. Give an intent definition."
    }
    #expect(
      found == [
        "None/widget.json no-definition: There is no definition in the folder. "
          + "Add an .intentdefinition or a JSON file."
      ] + plists + [
        "Plists/widget.json several-definitions: There are several definitions: "
          + "“a.intentdefinition”, “b.intentdefinition”. "
          + "Keep the file of the widget, and move the others to folders of their own."
      ] + ["Two/a.json \(Self.noWidget.dropFirst("1:12 note ".count))"] + [
        "Two/b.json duplicate-class: The class “TripIntent” is in a.json as well, and placed widgets "
          + "store only the name of the class. Keep the intent in one of the files, or put them into "
          + "different targets.",
        "Two/b.json \(Self.noWidget.dropFirst("1:12 note ".count))",
        "Two/widget.json several-definitions: There are several definitions: "
          + "“a.json”, “b.json”. "
          + "Keep the file of the widget, and move the others to folders of their own.",
      ])
  }

  @Test func `a text from another file is checked under its name`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/not there"
    let sound = FileCheck.run(paths: [path], contents: [path: Array(Self.one.utf8)])
    #expect(sound.findings.map(\.code) == ["no-widget-intent"])
    #expect(sound.files == [path])
    let broken = FileCheck.run(
      paths: [path, path], contents: [path: Array("{\"intents\":3}".utf8)])
    #expect(broken.findings.map(\.code) == ["wrong-type"])
    #expect(broken.findings.map(\.file) == [path])
    #expect(broken.findings.map(\.line) == [1])
    // Contents that are passed in take precedence over the file.
    let file = try folder.write("there.json", "{")
    let given = FileCheck.run(paths: [file], contents: [file: Array(Self.one.utf8)])
    #expect(given.findings.map(\.code) == ["no-widget-intent"])
    #expect(FileCheck.run(paths: [file]).findings.map(\.code) == ["json-syntax"])
    #expect(FileCheck.run(paths: [], contents: [file: []]).files == [])
  }
}
