import Foundation
import JSONC
import Testing
import WidgetTestSupport

/// The store changes answers exactly as `diff` reports, for every kind of change and every type.
///
/// The program stores answers, the definition is replaced, and the answers are read again.
@Suite(.startsPrograms) struct MigrationTests {
  /// A parameter before and after the change, and its stored answers.
  struct Row {
    var name: String
    var old: String?
    var new: String?
    /// The parameter's name in the new definition.
    var newName: String
    var samples: [String]
    /// Whether the new parameter is an array.
    var isArray = false
  }

  /// The types and their answers; some answers have equivalents in other types.
  static let types: [(type: String, samples: [String])] = [
    (#""boolean""#, ["true", "false"]), (#""integer""#, ["3", "-7"]),
    (#""decimal""#, ["2.5", "3", "-7"]),
    (#""string""#, [#""a text""#, #""3""#, #""a""#, #""https://a.b/c""#, #""""#]),
    (#""enum", "enum": "E""#, [#""a""#, #""b""#]),
    (#""enum", "enum": "F""#, [#""a""#, #""x""#]),
    (
      #""object", "object": "T""#,
      [
        #"{"identifier":"i","display":"I","size":4}"#,
        #"{"identifier":"j","display":"J","size":5}"#,
      ]
    ),
    (
      #""object", "object": "U""#,
      [#"{"identifier":"i","display":"I"}"#, #"{"identifier":"j","display":"J"}"#]
    ),
    (#""dateComponents""#, [#"{"year":2026,"month":2,"day":3}"#, #"{"hour":7}"#]),
    (#""timeInterval""#, [#""PT36H""#, #""PT2H""#]),
    (#""url""#, [#""https://a.b/c""#, #""https://a.b/d""#]),
    (#""placemark""#, [#"{"name":"Oslo"}"#, #"{"name":"Bergen"}"#]),
    (#""person""#, [#"{"name":"Ada"}"#, #"{"name":"Bob"}"#]),
    (#""file""#, [#""/tmp/a""#, #""/tmp/b""#]),
    (
      #""currencyAmount""#,
      [
        #"{"amount":"1.50","currencyCode":"EUR"}"#, #"{"amount":"2.50","currencyCode":"EUR"}"#,
      ]
    ),
    (#""paymentMethod""#, [#"{"kind":"credit"}"#, #"{"kind":"debit"}"#]),
    (#""speakableString""#, [#"{"spokenPhrase":"say it"}"#, #"{"spokenPhrase":"3"}"#]),
    (#""distance""#, [#"{"value":1.5,"unit":"km"}"#, #"{"value":2.5,"unit":"km"}"#]),
    (#""mass""#, [#"{"value":1.5,"unit":"kg"}"#, #"{"value":2.5,"unit":"kg"}"#]),
  ]

  /// Changes of the rules within a type: the type, its members before and after, and answers.
  static let rules: [(type: String, old: String, new: String, samples: [String])] = [
    (
      #""integer""#, #", "minimum": 0, "maximum": 9"#, #", "minimum": 0, "maximum": 5"#, ["3", "7"]
    ),
    (#""integer""#, #", "minimum": 0, "maximum": 9"#, #", "minimum": 0, "maximum": 99"#, ["3"]),
    (#""decimal""#, #", "maximum": 9"#, #", "maximum": 5.5"#, ["5.5", "5.75"]),
    (
      #""timeInterval""#, #", "unit": "hours", "maximum": 9"#,
      #", "unit": "hours", "maximum": 5"#, [#""PT5H""#, #""PT6H""#]
    ),
    (#""string""#, #", "multiline": true"#, "", [#""one""#, #""two\nlines""#]),
    (#""dateComponents""#, "", #", "components": "time""#, [#"{"hour":7}"#, #"{"year":2026}"#]),
    (
      #""currencyAmount""#, "", #", "currencies": ["EUR"]"#,
      [#"{"amount":"1","currencyCode":"EUR"}"#, #"{"amount":"1","currencyCode":"USD"}"#]
    ),
    (
      #""distance""#, #", "negative": true"#, "",
      [#"{"value":1,"unit":"km"}"#, #"{"value":-1,"unit":"km"}"#]
    ),
    (#""string""#, #", "default": "x""#, #", "default": "y""#, [#""x""#, #""z""#]),
  ]

  static let rows = TestDepth.part(110, of: all)

  private static let all: [Row] = {
    var rows: [Row] = []
    func add(_ old: String?, _ new: String?, _ samples: [String], _ isArray: Bool = false) {
      let name = "p\(rows.count)"
      rows.append(
        Row(
          name: name, old: old.map { #"{ "name": "\#(name)", "type": \#($0) }"# },
          new: new.map { #"{ "name": "\#(name)", "type": \#($0) }"# }, newName: name,
          samples: samples, isArray: isArray))
    }
    for (old, samples) in types {
      for (new, _) in types { add(old, new, samples) }
      let several = ["[\(samples[0])]", "[\(samples.joined(separator: ","))]", "[]"]
      let list = #", "multiple": true"#
      add(old, old + list, samples, true)
      add(old + list, old, several)
      add(old + list, old + list, several, true)
      add(old + list, #""string""# + list, several, true)
      add(old, nil, samples)
      add(nil, old, [])
      add(old, old + #", "configurable": false"#, samples)
      // A renamed parameter is the same one only if it has a tag.
      for isTagged in [false, true] {
        let tag = isTagged ? #", "tag": \#(1_000 + rows.count)"# : ""
        add(old + tag, old + tag, samples)
        let last = rows.count - 1
        rows[last].newName = "renamed\(last)"
        rows[last].new = rows[last].new?.replacing(
          "\"p\(last)\"", with: "\"renamed\(last)\"")
      }
    }
    for rule in rules { add(rule.type + rule.old, rule.type + rule.new, rule.samples) }
    add(#""enum", "enum": "G""#, #""enum", "enum": "G""#, [#""slow""#, #""fast""#, #""gone""#])
    add(#""enum", "enum": "H""#, #""enum", "enum": "H""#, [#""one""#, #""two""#])
    add(
      #""object", "object": "V""#, #""object", "object": "V""#,
      [
        #"{"identifier":"i","display":"I","kept":"k"}"#,
        #"{"identifier":"i","display":"I","gone":"g"}"#,
        #"{"identifier":"i","display":"I","number":3}"#,
        #"{"identifier":"i","display":"I","speed":"fast"}"#,
      ])
    return rows
  }()

  private static let shared = """
    { "name": "E", "cases": [{ "name": "a" }, { "name": "b" }] },
    { "name": "F", "cases": [{ "name": "a" }, { "name": "x" }] }
    """
  private static let plainTypes = """
    { "name": "T", "properties": [{ "name": "size", "type": "integer" }] }, { "name": "U" }
    """

  /// The old definition.
  static var old: String {
    """
    { "intents": [{ "name": "S", "eligibleForWidgets": true, "parameters": [
    \(rows.compactMap(\.old).joined(separator: ",\n")) ] }],
    "enums": [\(shared),
    { "name": "G", "cases": [{ "name": "slow" }, { "name": "fast" }, { "name": "gone" }] },
    { "name": "H", "cases": [{ "name": "one" }, { "name": "two" }] }],
    "types": [\(plainTypes), { "name": "V", "properties": [
      { "name": "kept", "type": "string" }, { "name": "gone", "type": "string" },
      { "name": "number", "type": "integer" }, { "name": "speed", "type": "enum", "enum": "G" }] }] }
    """
  }

  /// The new definition, with an additional parameter before all others.
  static var new: String {
    """
    { "intents": [{ "name": "S", "eligibleForWidgets": true, "parameters": [
    { "name": "front", "type": "string" },
    \(rows.compactMap(\.new).joined(separator: ",\n")) ] }],
    "enums": [\(shared),
    { "name": "G", "cases": [{ "name": "slow" }, { "name": "quick" }] },
    { "name": "H", "cases": [{ "name": "zero" }, { "name": "one" }, { "name": "two" }] }],
    "types": [\(plainTypes), { "name": "V", "properties": [
      { "name": "kept", "type": "string" },
      { "name": "number", "type": "string" }, { "name": "speed", "type": "enum", "enum": "G" }] }] }
    """
  }

  private static let sets = 5

  /// A line of intent JSON with the n-th answer to every parameter.
  private static func line(_ set: Int) -> String {
    let parameters = rows.compactMap { row -> String? in
      guard row.old != nil, !row.samples.isEmpty else { return nil }
      return "\"\(row.name)\":\(row.samples[set % row.samples.count])"
    }
    return #"{"name":"s\#(set)","intent":"SIntent","family":"systemMedium","parameters":{"#
      + parameters.joined(separator: ",") + "}}\n"
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `diff reports what the store does`() throws {
    let sandbox = try Sandbox()
    let variables = ["WIDGETCONFIG_INTENTS": sandbox.path("Intents")]
    _ = try sandbox.write(
      #"{ "kind": "s", "supportedFamilies": ["systemMedium"] }"#, to: "Intents/S/widget.json")
    let before = try sandbox.write(Self.old, to: "old.json")
    let after = try sandbox.write(Self.new, to: "new.json")
    _ = try sandbox.write(Self.old, to: "Intents/S/S.json")
    let lines = (0..<Self.sets).map(Self.line).joined()
    let imported = try sandbox.run(["import", "-"], input: lines, adding: variables)
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try sandbox.run(["list"], adding: variables).output.contains("has changed") == false)

    _ = try sandbox.write(Self.new, to: "Intents/S/S.json")
    let diff = try sandbox.run(["diff", before, after, "--format", "json"])
    #expect(diff.status == 1)
    let intents = try json(diff.output)["intents"] as? [[String: Any]]
    let parameters = try #require(intents?.first?["parameters"] as? [[String: Any]])
    var effects: [String: [String]] = [:]
    for parameter in parameters {
      guard let name = parameter["old"] as? String else { continue }
      let verdicts = parameter["verdicts"] as? [[String: Any]] ?? []
      effects[name] = verdicts.compactMap { $0["effect"] as? String }
    }

    let listed = try sandbox.run(["list"], adding: variables).output
    let changed = listed.split(separator: "\n").count { $0.contains("the definition has changed") }
    #expect(changed == Self.sets, "\(listed)")
    let exported = try sandbox.run(["export", "--all", "-q"], adding: variables)
    #expect(exported.status == 0, "\(exported.errors)")
    let documents = try exported.output.split(separator: "\n").map { try json(String($0)) }
    try #require(documents.count == Self.sets)
    var lossy = Set<String>()
    var whole = Set<String>()
    for set in 0..<Self.sets {
      let run = try sandbox.run(["show", "s\(set)", "--format", "json", "-q"], adding: variables)
      let shown = try json(run.output)
      #expect(shown["state"] as? String == "changed")
      var changes: [String: [String: Any]] = [:]
      for change in shown["changes"] as? [[String: Any]] ?? [] {
        if let name = change["parameter"] as? String { changes[name] = change }
      }
      let values = try #require(documents[set]["parameters"] as? [String: Any])
      for row in Self.rows where row.old != nil {
        let stored = try value(of: row.samples[set % row.samples.count])
        let isLoss = changes[row.name]?["isLoss"] as? Bool ?? false
        if isLoss {
          lossy.insert(row.name)
        } else if (stored as? [Any])?.isEmpty != true {
          // An array without elements has nothing to lose.
          whole.insert(row.name)
        }
        check(row, stored: stored, found: values[row.newName], changes[row.name], set: set)
      }
    }
    for row in Self.rows where row.old != nil {
      let effects = try #require(effects[row.name])
      let words = "\(row.name) \(row.old ?? "") > \(row.new ?? "") \(effects)"
      let mayLose = effects.contains { $0.hasPrefix("lost") }
      #expect(mayLose == lossy.contains(row.name), "\(words)")
      if effects.contains("lost") { #expect(!whole.contains(row.name), "\(words)") }
    }
    // The store has not changed: the old definition still accepts all of it.
    _ = try sandbox.write(Self.old, to: "Intents/S/S.json")
    let again = try sandbox.run(["export", "--all"], adding: variables)
    #expect(again.errors.isEmpty)
    #expect(again.output.split(separator: "\n").count == Self.sets)
    #expect(try json(String(again.output.prefix { $0 != "\n" })).count == 4)
  }

  private func value(of text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  /// Checks an answer: without a reported change, it is exported as stored; if it is lost, it is
  /// not exported.
  private func check(
    _ row: Row, stored: Any, found: Any?, _ change: [String: Any]?, set: Int
  ) {
    let words = "\(row.name) \(row.old ?? "") > \(row.new ?? "") set \(set)"
    if row.new == nil { return #expect(found == nil, "\(words)") }
    // An answer whose row was removed permanently stays in the intent.
    let reasons = (change?["reasons"] as? [String] ?? []).filter {
      !["renamed", "row-gone"].contains($0)
    }
    if reasons.isEmpty { return #expect(isSame(found, stored), "\(words): \(found ?? "nothing")") }
    if reasons == ["became-array"] { return #expect(isSame(found, [stored]), "\(words)") }
    if reasons == ["converted"] {
      let isKept = text(of: found) == text(of: stored) || isSame(found, stored)
      return #expect(isKept || row.isArray, "\(words): \(found ?? "nothing")")
    }
    if reasons == ["removed"] || reasons == ["unreadable"] {
      // A Boolean that is off by default is exported as off.
      #expect(found == nil || found as? Bool == false, "\(words): \(found ?? "")")
    }
  }

  /// The text of a value that survives in another type; for an object, of each member.
  private func text(of value: Any?) -> String {
    guard let members = value as? [String: Any] else { return "\(value ?? "")" }
    if let phrase = members["spokenPhrase"] { return "\(phrase)" }
    return members.keys.sorted().map { "\($0)=\(text(of: members[$0]))" }.joined(separator: " ")
  }

  private func isSame(_ lhs: Any?, _ rhs: Any) -> Bool {
    guard let lhs else { return false }
    return NSArray(array: [lhs]) == NSArray(array: [rhs])
  }

  /// A condition that hides a visible row, and a parameter that loses its row permanently.
  @Test func `An answer without a row is reported and kept`() throws {
    func definition(_ account: String) -> String {
      """
      { "intents": [{ "name": "S", "eligibleForWidgets": true, "parameters": [
        { "name": "chart", "label": "Chart", "type": "boolean", "tag": 1 },
        { "name": "account", "label": "Account", "type": "string", "tag": 2\(account) }] }] }
      """
    }
    let sandbox = try Sandbox()
    let path = try sandbox.write(definition(""), to: "S.json")
    let old = try sandbox.write(definition(""), to: "old.json")
    #expect(try sandbox.run(["edit", path, "-q", "--set", "account=Savings"]).status == 0)
    func diff() throws -> FinishedProgram {
      try sandbox.run(["diff", old, path, "--exit-code", "warning"])
    }
    #expect(try diff().status == 0)

    let condition = #"""
      , "visibleWhen": { "parent": "chart", "predicate": "BooleanHasExactValue", "value": true }
      """#
    _ = try sandbox.write(definition(condition), to: "S.json")
    let hidden = try diff()
    #expect(hidden.status == 1)
    #expect(hidden.output.contains("~ account  Hidden by default, under a condition on “chart”"))
    #expect(try sandbox.run(["list"]).output.contains("the definition has changed"))
    let shown = try sandbox.run(["show", "S"])
    #expect(shown.output.contains("Savings  (hidden because Chart is Off)"))
    #expect(shown.errors.contains("account: Its row is hidden now, because of “chart”."))
    let json = try sandbox.run(["show", "S", "--format", "json"])
    #expect(json.output.contains("\"hidden\": {\n    \"account\": \"Savings\""))
    #expect(json.output.contains("\"hidden\"\n      ],\n      \"isLoss\": false"))
    let left = try sandbox.run(["export", "S"])
    #expect(!left.output.contains("Savings") && left.errors.contains("1 hidden answer"))
    // Switching the chart on again restores the hidden account.
    let again = try sandbox.run(["edit", "S", "-q", "--set", "chart=on"])
    #expect(again.output.contains(#""account": "Savings""#), "\(again.errors)")
    #expect(!(try sandbox.run(["list"]).output.contains("the definition has changed")))

    for rowless in [#", "configurable": false"#, #", "priority": null"#] {
      _ = try sandbox.write(definition(rowless), to: "S.json")
      let gone = try diff()
      #expect(gone.status == 0, "\(gone.output)")
      #expect(gone.output.contains("A stored answer is kept and stays in the intent"))
      let kept = try sandbox.run(["export", "S"])
      #expect(kept.output.contains(#""account": "Savings""#), "\(rowless)")
      #expect(kept.errors.contains("It no longer has a row."))
      #expect(
        try sandbox.run(["show", "S"]).output.contains("Savings  (in effect, but without a row)"))
      // An export is valid, also by the rules of JSON Schema, and can be imported.
      let file = try sandbox.write(kept.output, to: "kept.json")
      #expect(try sandbox.run(["validate", path, file]).status == 0)
      #expect(try sandbox.run(["import", file, "--dry-run"]).status == 0)
      let schema = try sandbox.run(["convert", path, "--to", "schema"])
      #expect(schema.output.contains("\"account\": {"))
    }
  }

  /// A definition goes through JSON, where a parameter is inserted, and back: nothing is lost.
  @Test func `JSON keeps all numbers`() throws {
    let sandbox = try Sandbox()
    func run(_ arguments: String...) throws -> FinishedProgram {
      let run = try sandbox.run(arguments)
      #expect(run.status == 0, "\(arguments): \(run.errors)")
      return run
    }
    let first = Sandbox.repository.appending(path: "Intents/UpNext/UpNext.intentdefinition").path
    let json = try run("convert", first, "--to", "json").output
    let count = json.components(separatedBy: "\"tag\": ").count
    #expect(count > 6)
    // The new parameter is inserted as the second one, without a tag.
    let place = try #require(json.range(of: "        },\n        {\n          \"name\""))
    let inserted = json.replacingCharacters(
      in: place,
      with: "        },\n        { \"name\": \"extra\", \"label\": \"Extra\", \"type\": "
        + "\"string\" },\n        {\n          \"name\"")
    let changed = try sandbox.write(inserted, to: "changed.json")
    let found = try sandbox.run(["check", "--strict", changed])
    #expect(found.output.contains("missing-tag") && found.output.contains("“extra”"))
    let back = sandbox.path("back.intentdefinition")
    _ = try run("convert", changed, "--to", "intentdefinition", "-o", back)
    let diff = try run("diff", first, back)
    #expect(diff.output.contains("+ extra  New"))
    #expect(!diff.output.contains("!") && !diff.output.contains("?") && !diff.output.contains("~"))
    // Without any tags, `diff` reports nothing as unchanged.
    let bare = try sandbox.write(
      json.split(separator: "\n").filter { !$0.contains("\"tag\": ") }.joined(separator: "\n"),
      to: "bare.json")
    #expect(try sandbox.run(["check", "--strict", bare]).output.contains("missing-tags"))
    let unknown = try sandbox.run(["diff", first, bare, "--exit-code", "warning"])
    #expect(unknown.status == 1)
    #expect(unknown.output.contains("Not judged by tag"))
    #expect(!unknown.output.contains("Unchanged"))
    // `add` numbers elements that had no tags.
    let own = try sandbox.write(
      #"{"intents":[{"name":"A","title":"A","eligibleForWidgets":true,"parameters":["#
        + #"{"name":"a","label":"A","type":"string"},{"name":"b","label":"B","type":"string"}]}]}"#,
      to: "own.json")
    _ = try run("add", "parameter", own, "c:string")
    let text = try sandbox.read("own.json")
    for (name, tag) in [("A", 1), ("B", 2), ("C", 3)] {
      #expect(text.contains("\"label\":\"\(name)\",\"tag\":\(tag)"), "\(text)")
    }
    // Parts that JSON cannot express are refused.
    let nameless = try sandbox.write(
      String(contentsOfFile: first, encoding: .utf8).replacing(
        "<string>UpNext</string>", with: "<string></string>"), to: "nameless.intentdefinition")
    let refused = try sandbox.run(["convert", nameless, "--to", "json"])
    #expect(refused.status == 1 && refused.output.isEmpty)
  }

  /// Successive edits of a definition, and the effect of each on one answer.
  @Test func `Successive edits`() throws {
    func indexed(_ names: String...) -> String {
      names.enumerated().map { #"{ "name": "\#($1)", "index": \#($0 + 1) }"# }
        .joined(separator: ", ")
    }
    func definition(
      _ parameters: String, cases: String = indexed("slow", "fast")
    )
      -> String
    {
      """
      { "intents": [{ "name": "S", "eligibleForWidgets": true, "parameters": [\(parameters)] }],
        "enums": [{ "name": "E", "cases": [\(cases)] }] }
      """
    }
    let speed = #"{ "name": "speed", "type": "enum", "enum": "E", "default": "slow" }"#
    let fee = #"{ "name": "fee", "type": "integer", "tag": 7 }"#
    let tags = #"{ "name": "tags", "type": "string", "multiple": true }"#
    let sandbox = try Sandbox()
    let path = try sandbox.write(definition("\(speed), \(fee), \(tags)"), to: "S.json")
    let set = ["--set", "speed=fast", "--set", "fee=3", "--set", "tags=one,two"]
    #expect(try sandbox.run(["edit", path, "-q"] + set).status == 0)
    func after(_ text: String) throws -> FinishedProgram {
      _ = try sandbox.write(text, to: "S.json")
      return try sandbox.run(["export", "S"])
    }
    let quick = try after(
      definition("\(speed), \(fee), \(tags)", cases: indexed("slow", "quick")))
    #expect(quick.output.contains(#""speed": "quick""#))
    #expect(
      quick.errors == """
        S: The definition has changed since the answers were given.
        S: speed: “fast” is now “quick”. The case “fast” is now called “quick”.

        """)
    let gone = try after(definition("\(speed), \(fee), \(tags)", cases: #"{ "name": "slow" }"#))
    #expect(gone.output.contains(#""speed": "slow""#))
    #expect(
      gone.errors.contains(
        "S: speed: “fast” is lost. The enum no longer has the case “fast”."))
    let single = try after(
      definition("\(speed), \(fee), \(tags.replacing(", \"multiple\": true", with: ""))"))
    #expect(single.output.contains(#""tags": "one""#))
    #expect(single.errors.contains("S: tags: “one”, “two” are now “one”."))
    let text = try after(
      definition("\(speed), \(fee.replacing("integer", with: "string")), \(tags)"))
    #expect(text.output.contains(#""fee": "3""#))
    let renamed = try after(
      definition("\(speed), \(fee.replacing("fee", with: "charge")), \(tags)"))
    #expect(renamed.output.contains(#""charge": 3"#))
    #expect(renamed.errors.contains("S: charge: The parameter is now called “charge”."))
    let front = try after(
      definition(#"{ "name": "lead", "type": "string" }, \#(speed), \#(fee), \#(tags)"#))
    #expect(front.errors.isEmpty)
    #expect(front.output.contains(#""fee": 3"#))
    let removed = try after(definition("\(speed), \(tags)"))
    #expect(
      removed.errors.contains(
        "S: fee: 3 is lost. The definition no longer has the parameter."))
    #expect(try sandbox.run(["list"]).output.contains("the definition has changed"))

    // Editing saves nothing until the loss is accepted; the history keeps the lost answer.
    let refused = try sandbox.run(["edit", "S", "--set", "speed=slow"])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("S: fee: 3 is lost."))
    #expect(refused.errors.contains("--accept-losses"))
    #expect(try sandbox.run(["list"]).output.contains("the definition has changed"))
    let edited = try sandbox.run(["edit", "S", "--set", "speed=slow", "--accept-losses"])
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(edited.errors.contains("S: fee: 3 is lost."))
    #expect(try sandbox.run(["export", "S"]).errors.isEmpty)
    #expect(try !sandbox.run(["list"]).output.contains("the definition has changed"))
    _ = try sandbox.write(definition("\(speed), \(fee), \(tags)"), to: "S.json")
    #expect(try !sandbox.run(["export", "S"]).output.contains("fee"))
    #expect(try sandbox.run(["restore", "S"]).status == 0)
    #expect(try sandbox.run(["export", "S"]).output.contains(#""fee": 3"#))
  }

  /// A definition with a text and a number, one of which can be renamed.
  private func pair(_ first: String) -> String {
    """
    { "intents": [{ "name": "S", "parameters": [
      \(first), { "name": "fee", "type": "integer" }] }] }
    """
  }

  @Test("An answer that would be lost is reviewed first", arguments: ["screen", "plain"])
  func lossesAreReviewed(face: String) throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(pair(#"{ "name": "who", "type": "string" }"#), to: "S.json")
    #expect(try sandbox.run(["edit", path, "-q", "--set", "who=Ada"]).status == 0)
    _ = try sandbox.write(pair(#"{ "name": "who", "type": "integer" }"#), to: "S.json")
    func isKept() throws -> Bool {
      try sandbox.run(["list"]).output.contains("the definition has changed")
    }
    if face == "plain" {
      // The first empty lines keep the family and both answers; the last one does not accept the
      // loss.
      let run = try sandbox.run(["edit", "S", "--plain"], input: "\n\n\n\n")
      #expect(run.status == 130)
      #expect(run.errors.contains("! who: “Ada” is lost."), "\(run.errors)")
      #expect(try isKept())
      #expect(try sandbox.run(["edit", "S", "--plain"], input: "\n\n\nyes\n").status == 0)
    } else {
      let program = try sandbox.onTerminal(["edit", "S"])
      try program.wait(for: "the form") { $0.textLines.contains { $0.contains("fee") } }
      program.type("\u{13}")
      try program.wait(for: "the review") { screen in
        screen.textLines.contains { $0.contains("who") && $0.contains("Ada") }
      }
      #expect(try isKept())
      program.type("\u{13}")
      #expect(try program.exitCode() == 0)
    }
    #expect(try !isKept())
    // An answer for the other parameter is not a loss.
    _ = try sandbox.write(pair(#"{ "name": "who", "type": "string" }"#), to: "S.json")
    #expect(try sandbox.run(["restore", "S"]).status == 0)
    _ = try sandbox.write(pair(#"{ "name": "who", "type": "integer" }"#), to: "S.json")
    #expect(try sandbox.run(["edit", "S", "--set", "who=4"]).status == 0)
  }

  @Test func `An import does not lose a stored answer silently`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(pair(#"{ "name": "who", "type": "string" }"#), to: "S.json")
    #expect(try sandbox.run(["edit", path, "-q", "--set", "who=Ada"]).status == 0)
    _ = try sandbox.write(pair(#"{ "name": "whom", "type": "string" }"#), to: "S.json")
    let intent =
      #"{ "intent": "SIntent", "name": "S", "family": "systemMedium", "parameters": { "fee": 1 } }"#
    let refused = try sandbox.run(["import", "-"], input: intent)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("who: “Ada” is lost."), "\(refused.errors)")
    #expect(try sandbox.run(["import", "-", "--accept-losses"], input: intent).status == 0)
  }

  @Test func `A state of the history shows the answers as given`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(pair(#"{ "name": "who", "type": "string" }"#), to: "S.json")
    #expect(try sandbox.run(["edit", path, "-q", "--set", "who=Ada"]).status == 0)
    _ = try sandbox.write(pair(#"{ "name": "whom", "type": "string" }"#), to: "S.json")
    #expect(
      try sandbox.run(["edit", "S", "-q", "--set", "whom=Eve", "--accept-losses"]).status == 0)
    let lines = try sandbox.run(["history", "S"]).output.split(separator: "\n")
    #expect(lines.count == 2)
    let former = lines.filter { $0.contains("who: Ada") }
    #expect(former.count == 1)
    #expect(former.allSatisfy { $0.contains("[the definition has changed]") })
    #expect(lines.contains { $0.contains("whom: Eve") && !$0.contains("changed") })
    let states = try json(sandbox.run(["history", "S", "--format", "json"]).output)["states"]
    let drafts = try #require(states as? [[String: Any]])
    #expect(drafts.map { $0["state"] as? String } == ["current", "changed"])
    #expect((drafts[1]["draft"] as? [String: Any])?["who"] as? String == "Ada")

    // Without the definition, the answers are still there.
    try FileManager.default.removeItem(atPath: path)
    let history = try sandbox.run(["history", "S"])
    #expect(history.output.contains("who: Ada") && history.output.contains("whom: Eve"))
    let exported = try sandbox.run(["export", "S"])
    #expect(exported.status == 1)
    #expect(exported.output.contains(#""whom": "Eve""#), "\(exported.errors)")
    #expect(exported.errors.contains("written as they are stored"))
    #expect(try sandbox.run(["export", "--all"]).output.contains(#""whom":"Eve""#))
    #expect(try sandbox.run(["show", "S"]).output.contains("whom: Eve"))
  }

  @Test func `The form opens with the migrated answers, and reports them`() throws {
    let sandbox = try Sandbox()
    func definition(_ name: String) -> String {
      """
      { "intents": [{ "name": "S", "parameters": [
        { "name": "speed", "type": "enum", "enum": "E" }] }],
        "enums": [{ "name": "E", "cases": [
          { "name": "slow", "index": 1 }, { "name": "\(name)", "index": 2 }] }] }
      """
    }
    let path = try sandbox.write(definition("fast"), to: "S.json")
    #expect(try sandbox.run(["edit", path, "-q", "--set", "speed=fast"]).status == 0)
    _ = try sandbox.write(definition("quick"), to: "S.json")
    let program = try sandbox.onTerminal(["edit", "S"])
    try program.wait(for: "the remark") { screen in
      screen.textLines.contains { $0.contains("The definition has changed") }
        && screen.textLines.contains { $0.contains("speed") && $0.contains("quick") }
    }
    // Messages before the form also appear on the screen, and keys count once the form is open.
    try program.wait(forFocusOn: "Family")
    program.press("^s")
    #expect(try program.status() == 0)
    #expect(try sandbox.run(["export", "S"]).output.contains(#""speed": "quick""#))
  }

  @Test func `Rows without a record of their definition are matched by name`() throws {
    let sandbox = try Sandbox()
    func definition(_ second: String) -> String {
      """
      { "intents": [{ "name": "S", "parameters": [
        { "name": "speed", "tag": 1, "type": "string" },
        { "name": "\(second)", "tag": 2, "type": "integer" }] }] }
      """
    }
    let path = try sandbox.write(definition("fee"), to: "S.json")
    let answers = ["--set", "speed=fast", "--set", "fee=3"]
    #expect(try sandbox.run(["edit", path, "-q"] + answers).status == 0)
    let forgetting = "UPDATE placedWidget SET definitionNumber = NULL;"
    let made = try sandbox.shell(
      """
      command -v sqlite3 >/dev/null && sqlite3 store.sqlite "\(forgetting)" || python3 -c "import \
      sqlite3; d = sqlite3.connect('store.sqlite'); d.executescript('\(forgetting)')"
      """)
    #expect(made.status == 0, "\(made.errors)")
    // There is no record that “fee” had the tag 2, so only names are compared.
    _ = try sandbox.write(definition("lead"), to: "S.json")
    let exported = try sandbox.run(["export", "S"])
    #expect(exported.output.contains(#""speed": "fast""#), "\(exported.errors)")
    #expect(!exported.output.contains("lead"))
    #expect(exported.errors.contains("S: fee: 3 is lost."), "\(exported.errors)")
    _ = try sandbox.write(definition("fee"), to: "S.json")
    #expect(try sandbox.run(["export", "S"]).output.contains(#""fee": 3"#))
    // A save writes this record, and from then on tags are compared.
    #expect(try sandbox.run(["edit", "S", "-q", "--set", "fee=4"]).status == 0)
    _ = try sandbox.write(definition("lead"), to: "S.json")
    #expect(try sandbox.run(["export", "S"]).output.contains(#""lead": 4"#))
    let history = try sandbox.run(["history", "S"])
    #expect(history.status == 0, "\(history.errors)")
  }

  @Test func `Changes of a widget as a whole`() throws {
    let sandbox = try Sandbox()
    for (folder, families, isEligible) in [
      ("old", #"["systemSmall", "systemLarge"]"#, true), ("new", #"["systemSmall"]"#, false),
    ] {
      _ = try sandbox.write(
        #"{ "kind": "s", "supportedFamilies": \#(families) }"#, to: "\(folder)/widget.json")
      _ = try sandbox.write(
        """
        { "intents": [{ "name": "S", "eligibleForWidgets": \(isEligible),
          "parameters": [{ "name": "a", "type": "string" }] }] }
        """, to: "\(folder)/S.json")
    }
    let run = try sandbox.run(["diff", sandbox.path("old"), sandbox.path("new")])
    #expect(run.status == 0)
    #expect(
      run.output == """
        The widget “s”
          ~ Family removed: systemLarge. A widget placed in a removed family keeps its answers, \
        but is no longer offered in it.

        SIntent
          ~ Is no longer eligible for widgets. Stored answers are kept, but the widget can no \
        longer be placed.
          = a  Unchanged.

        """)
  }

  /// A family that a widget.json no longer lists is reported wherever the placed widget is shown.
  @Test func `A dropped family is reported`() throws {
    let sandbox = try Sandbox()
    func write(_ families: String) throws {
      _ = try sandbox.write(
        """
        { "kind": "s", "supportedFamilies": \(families), "timeline": { "fixture": "timeline.json" } }
        """, to: "Mine/S/widget.json")
    }
    _ = try sandbox.write(
      #"{ "entries": [{ "date": "2026-01-01T00:00:00Z", "title": "T" }], "reload": "never" }"#,
      to: "Mine/S/timeline.json")
    try write(#"["systemSmall", "systemLarge"]"#)
    _ = try sandbox.write(
      """
      { "intents": [{ "name": "S", "eligibleForWidgets": true,
        "parameters": [{ "name": "a", "type": "string" }] }] }
      """, to: "Mine/S/S.json")
    let shared = ["--intents", sandbox.path("Mine")]
    let placed = try sandbox.run(
      ["edit", "S", "--family", "systemLarge", "--set", "a=b"] + shared)
    #expect(placed.status == 0, "\(placed)")
    #expect(try !sandbox.run(["list"] + shared).output.contains("no longer offered"))
    try write(#"["systemSmall"]"#)
    let said = "no longer offers the family “systemLarge”"
    let list = try sandbox.run(["list"] + shared)
    #expect(list.output.contains("the family is no longer offered"), "\(list)")
    let json = try sandbox.run(["list", "--format", "json"] + shared)
    #expect(json.output.contains(#""family-dropped""#), "\(json)")
    let show = try sandbox.run(["show", "S"] + shared)
    #expect(show.output.contains("the family is no longer offered"), "\(show)")
    for arguments in [["show", "S"], ["export", "S"], ["export", "--all"]] {
      let run = try sandbox.run(arguments + shared)
      #expect(run.status == 0 && run.errors.contains(said), "\(run)")
    }
    let timeline = try sandbox.run(["timeline", "S"] + shared)
    #expect(timeline.errors.contains(said), "\(timeline)")
    // Following the message removes it.
    let remedy = try sandbox.run(["edit", "S", "--family", "systemSmall", "--set", "a=b"] + shared)
    #expect(remedy.status == 0, "\(remedy)")
    let mended = try sandbox.run(["list"] + shared).output
    #expect(mended.contains(/\n  S  S  Small  [-0-9]+ [:0-9]+  current\n/), "\(mended)")
    #expect(try !sandbox.run(["show", "S"] + shared).errors.contains(said))
  }

  /// A dropped family hides neither a lost answer nor an array that holds fewer elements, and
  /// `diff` reports the same counts.
  @Test func `Every effect of a definition is listed`() throws {
    let sandbox = try Sandbox()
    func write(_ families: String, _ size: Int, _ maximum: Int, to folder: String) throws {
      _ = try sandbox.write(
        #"{ "kind": "s", "supportedFamilies": \#(families) }"#, to: "\(folder)/S/widget.json")
      _ = try sandbox.write(
        """
        { "intents": [{ "name": "S", "eligibleForWidgets": true, "parameters": [
          { "name": "a", "type": "integer", "maximum": \(maximum) },
          { "name": "t", "type": "string", "multiple": true,
            "sizes": { "systemSmall": 1, "systemLarge": \(size) } }] }] }
        """, to: "\(folder)/S/S.json")
    }
    let both = #"["systemSmall", "systemLarge"]"#
    try write(both, 3, 9, to: "Mine")
    try write(both, 3, 9, to: "Old")
    let shared = ["--intents", sandbox.path("Mine"), "--store", sandbox.path("s.sqlite")]
    let placed = try sandbox.run(
      ["edit", "S", "--family", "systemLarge", "--set", "a=7", "--set", "t=x,y,z"] + shared)
    #expect(placed.status == 0, "\(placed)")
    func list() throws -> String { try sandbox.run(["list"] + shared).output }
    func diff() throws -> String {
      try sandbox.run(["diff", sandbox.path("Old"), sandbox.path("Mine")] + shared).output
    }
    #expect(try list().contains("current\n"))
    // A changed size that no array exceeds has no effect.
    try write(both, 4, 9, to: "Mine")
    #expect(try list().contains("current\n"))
    try write(both, 2, 9, to: "Mine")
    let fewer = "fewer elements of 1 array are in effect"
    #expect(try list().contains("the definition has changed, \(fewer)\n"))
    #expect(try diff().contains("t: \(fewer)"))
    let show = try sandbox.run(["show", "S"] + shared)
    #expect(
      show.errors.contains("S: t: Fewer values are in effect than before. All are kept."), "\(show)"
    )
    try write(#"["systemSmall"]"#, 2, 5, to: "Mine")
    #expect(
      try list().contains(
        """
        the definition has changed, the family is no longer offered, 1 answer is lost, \(fewer)

        """))
    let counts = try diff()
    for line in ["1 of them is in a family", "a: 1 answer is lost.", "t: \(fewer)"] {
      #expect(counts.contains(line), "\(counts)")
    }
    let json = try sandbox.run(["list", "--format", "json"] + shared).output
    for member in [#""state": "family-dropped""#, #""parameter": "a""#, #""isLoss": true"#] {
      #expect(json.contains(member), "\(json)")
    }
    #expect(json.contains(/"shortened": \[\s+"t"\s+\]/), "\(json)")
    // After a save with the current definition, the widget is up to date again.
    let saved = try sandbox.run(
      ["edit", "S", "--family", "systemSmall", "--set", "a=1", "--accept-losses"] + shared)
    #expect(saved.status == 0, "\(saved)")
    #expect(try list().contains("current\n"))
  }

  /// Earlier versions stored no sizes of arrays, so `list` does not judge the arrays, and `diff` uses
  /// the sizes in the definition before the change.
  @Test func `Arrays stored without sizes are counted by diff alone`() throws {
    let sandbox = try Sandbox()
    func write(_ size: Int, to folder: String) throws {
      _ = try sandbox.write(
        #"{ "kind": "s", "supportedFamilies": ["systemLarge"] }"#, to: "\(folder)/S/widget.json")
      _ = try sandbox.write(
        """
        { "intents": [{ "name": "S", "eligibleForWidgets": true, "parameters": [
          { "name": "t", "type": "string", "multiple": true,
            "sizes": { "systemLarge": \(size) } }] }] }
        """, to: "\(folder)/S/S.json")
    }
    try write(3, to: "Mine")
    try write(3, to: "Old")
    let shared = ["--intents", sandbox.path("Mine"), "--store", sandbox.path("s.sqlite")]
    let placed = try sandbox.run(
      ["edit", "S", "--family", "systemLarge", "--set", "t=x,y,z"] + shared)
    #expect(placed.status == 0, "\(placed)")
    _ = try sandbox.write(
      """
      import re, sqlite3
      store = sqlite3.connect("s.sqlite")
      bodies = [body for (body,) in store.execute("SELECT body FROM storedDefinition")]
      for body in bodies:
          old = re.sub(r',"(fixedSize|sizes)":(true|\\{[^}]*\\}|\\[[^]]*\\])', "", body)
          assert old != body and "sizes" not in old, body
          store.execute("UPDATE storedDefinition SET body = ? WHERE body = ?", (old, body))
      store.commit()
      """, to: "strip.py")
    let stripped = try sandbox.shell("python3 strip.py")
    #expect(stripped.status == 0, "\(stripped)")
    try write(2, to: "Mine")
    #expect(try sandbox.run(["list"] + shared).output.contains("current\n"))
    let diff = try sandbox.run(["diff", sandbox.path("Old"), sandbox.path("Mine")] + shared)
    #expect(diff.output.contains("t: fewer elements of 1 array are in effect"), "\(diff)")
  }
}
