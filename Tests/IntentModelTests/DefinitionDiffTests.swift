import IntentModel
import Messages
import Testing

@Suite("Comparing two definitions")
struct DefinitionDiffTests {
  private func parameter(
    _ name: String, tag: Int?, _ type: ParameterType = .string(StringMetadata())
  ) -> ParameterDefinition {
    ParameterDefinition(
      name: name, type: type, tag: tag, displayPriority: tag ?? 1, isConfigurable: true)
  }

  private func file(
    _ parameters: [ParameterDefinition], name: String = "A", titleID: String? = nil
  ) -> IntentDefinitionFile {
    IntentDefinitionFile(
      intents: [
        IntentDefinition(
          name: name, title: LocalizedText(nil, id: titleID), parameters: parameters)
      ])
  }

  private func changes(_ old: [ParameterDefinition], _ new: [ParameterDefinition]) -> [String] {
    let diff = DefinitionDiff(from: file(old), to: file(new))
    return diff.intents.flatMap(\.parameters).map { change in
      let names = "\(change.oldName ?? "-")>\(change.newName ?? "-")"
      return names + " " + change.verdicts.map(\.code).joined(separator: " ")
    }
  }

  @Test("parameters are matched by tag, then by name")
  func matching() {
    let (a, b) = (parameter("a", tag: 1), parameter("b", tag: 2))
    let cases: [([ParameterDefinition], [ParameterDefinition], [String])] = [
      ([a, b], [b, a], ["a>a unchanged", "b>b unchanged"]),
      ([a], [parameter("c", tag: 1)], ["a>c renamed"]),
      ([a], [parameter("a", tag: 7)], ["a>a replaced", "->a new-without-default"]),
      ([parameter("a", tag: nil)], [parameter("a", tag: 7)], ["a>a unchanged"]),
      (
        [a], [parameter("b", tag: 1), parameter("a", tag: 2)],
        ["a>b renamed", "->a new-without-default"]
      ),
      (
        [a, b], [parameter("b", tag: 1), parameter("a", tag: 2)], ["a>b renamed", "b>a renamed"]
      ),
      ([a, b], [b], ["a>- removed", "b>b unchanged"]),
      // A tag that occurs twice is ignored.
      ([a, parameter("b", tag: 1)], [parameter("b", tag: 1)], ["a>- removed", "b>b unchanged"]),
    ]
    for (old, new, expected) in cases { #expect(changes(old, new) == expected) }
  }

  @Test("a row is compared with everything that its parents depend on")
  func chains() {
    func chain(
      value: Bool = true, at changed: Int? = nil, without loose: Int? = nil
    )
      -> [ParameterDefinition]
    {
      (0..<40).map { place in
        var link = parameter("p\(place)", tag: place + 1, .boolean(BooleanMetadata()))
        guard place > 0, place != loose else { return link }
        link.relationship = ParameterRelationship(
          parentName: "p\(place - 1)", predicateName: "BooleanHasExactValue",
          values: [.boolean(place == changed ? !value : value)])
        return link
      }
    }
    func expected(_ code: String, from start: Int) -> [String] {
      (0..<40).map { "p\($0)>p\($0) " + ($0 < start ? "unchanged" : code) }
    }
    #expect(changes(chain(), chain()) == expected("", from: 40))
    #expect(changes(chain(), chain(without: 7)) == expected("visibility-changed", from: 7))
    #expect(changes(chain(at: 39), chain()) == expected("hidden", from: 39))
    #expect(changes(chain(), chain(at: 1)).dropFirst().allSatisfy { $0.hasSuffix(" hidden") })
  }

  @Test("a renamed parent is the same parent")
  func renamedParent() {
    func pair(_ name: String, _ value: Bool) -> [ParameterDefinition] {
      var child = parameter("child", tag: 2)
      child.relationship = ParameterRelationship(
        parentName: name, predicateName: "BooleanHasExactValue", values: [.boolean(value)])
      return [parameter(name, tag: 1, .boolean(BooleanMetadata())), child]
    }
    #expect(
      changes(pair("on", true), pair("isOn", true)) == ["on>isOn renamed", "child>child unchanged"])
    #expect(
      changes(pair("on", true), pair("on", false)) == [
        "on>on unchanged", "child>child hidden",
      ])
  }

  @Test("a removed intent loses its configurations, and the diff names a similar one")
  func intents() {
    let old = file([parameter("a", tag: 1)], name: "Old", titleID: "abcdef")
    let cases: [(IntentDefinitionFile, String?)] = [
      (IntentDefinitionFile(), nil), (file([], name: "New"), nil),
      (file([], name: "New", titleID: "abcdef"), "NewIntent"),
      (file([parameter("a", tag: 3)], name: "New"), "NewIntent"),
    ]
    for (new, heir) in cases {
      let diff = DefinitionDiff(from: old, to: new)
      #expect(diff.intents.first?.presence == .gone(heir: heir))
      #expect(diff.losesAnswers)
    }
    let added = DefinitionDiff(from: IntentDefinitionFile(), to: old)
    #expect(added.intents.map(\.presence) == [.new])
    #expect(!added.losesAnswers)
  }

  @Test("a changed title is mentioned, other changed texts are not")
  func texts() {
    var new = parameter("a", tag: 1)
    new.placeholder = LocalizedText("Other")
    #expect(changes([parameter("a", tag: 1)], [new]) == ["a>a unchanged"])
    new.displayName = LocalizedText("Other")
    #expect(changes([parameter("a", tag: 1)], [new]) == ["a>a retitled"])
  }

  @Test("removed and new dynamic options")
  func choices() {
    let types: [(ParameterType, DiffEffect)] = [
      (.object(TypeReference("A")), .outOfEffect), (.string(StringMetadata()), .kept),
    ]
    for (type, effect) in types {
      var dynamic = parameter("a", tag: 1, type)
      dynamic.options = .dynamic(searchable: false)
      let plain = parameter("a", tag: 1, type)
      #expect(changes([dynamic], [plain]) == ["a>a choices-gone"])
      #expect(changes([plain], [dynamic]) == ["a>a choices-new"])
      let gone = DefinitionDiff(from: file([dynamic]), to: file([plain]))
      #expect(gone.intents.first?.parameters.first?.verdicts.map(\.effect) == [effect])
      #expect(!gone.losesAnswers && gone.changesAnswers == (effect == .outOfEffect))
      #expect(!gone.isUnchanged)
      #expect(DefinitionDiff(from: file([dynamic]), to: file([dynamic])).isUnchanged)
    }
  }

  @Test("changed, removed and new sources of a widget")
  func sources() {
    func outline(_ sources: [String: String], timeline: String? = nil) -> WidgetOutline {
      WidgetOutline(
        kind: "k", families: [.systemSmall], intent: "AIntent", sources: sources, timeline: timeline
      )
    }
    func codes(
      _ old: WidgetOutline, _ new: WidgetOutline, _ before: [ParameterDefinition],
      _ after: [ParameterDefinition]
    ) -> [String] {
      var diff = DefinitionDiff(from: file(before), to: file(after))
      diff.compareWidgets(from: [old], to: [new])
      return diff.widgets.flatMap(\.verdicts).map(\.code)
    }
    let a = parameter("a", tag: 1)
    let cases: [(WidgetOutline, WidgetOutline, [String])] = [
      (outline(["a": "x"]), outline(["a": "x"]), []),
      (outline(["a": "x"]), outline(["a": "y"]), ["sources-changed"]),
      (outline(["a": "x"]), outline([:]), ["sources-gone"]),
      (outline([:]), outline(["a": "x"]), ["sources-new"]),
      (outline([:], timeline: "x"), outline([:], timeline: "y"), ["timeline-changed"]),
      (outline([:], timeline: "x"), outline([:]), ["timeline-gone"]),
      (outline([:]), outline([:], timeline: "x"), ["timeline-new"]),
      (
        outline(["a": "x"], timeline: "x"), outline([:]), ["sources-gone", "timeline-gone"]
      ),
    ]
    for (old, new, expected) in cases { #expect(codes(old, new, [a], [a]) == expected) }
    // A renamed parameter keeps its source; a removed or new source is reported as such.
    let b = parameter("b", tag: 1)
    #expect(codes(outline(["a": "x"]), outline(["b": "x"]), [a], [b]).isEmpty)
    #expect(codes(outline(["a": "x"]), outline([:]), [a], [b]) == ["sources-gone"])
    #expect(codes(outline(["a": "x"]), outline([:]), [a], []).isEmpty)
    #expect(codes(outline([:]), outline(["a": "x"]), [], [a]).isEmpty)
  }

  @Test("types convert for all, some, or no values")
  func conversions() {
    let text = ParameterType.string(StringMetadata())
    let whole = ParameterType.integer(NumberMetadata())
    let decimal = ParameterType.decimal(NumberMetadata())
    let flag = ParameterType.boolean(BooleanMetadata())
    let choice = ParameterType.enumeration(TypeReference("S"), defaultCase: nil)
    let cases: [(ParameterType, ParameterType, DiffEffect)] = [
      (whole, decimal, .carriedOver), (decimal, whole, .lostForSome), (text, whole, .lostForSome),
      (whole, text, .carriedOver), (choice, text, .carriedOver), (text, choice, .lost),
      (decimal, text, .carriedOver), (text, decimal, .lostForSome), (text, flag, .lost),
      (choice, whole, .lost), (whole, choice, .lost), (.url(defaultValue: nil), text, .carriedOver),
      (text, .url(defaultValue: nil), .lostForSome), (.object(TypeReference("A")), text, .lost),
      (.object(TypeReference("A")), .object(TypeReference("B")), .lost),
      (.person(detail: nil), .person(detail: "Email"), .kept),
      (.other("X"), .other("Y"), .lost), (.other("X"), .other("X"), .kept),
      (.speakableString(StringMetadata()), text, .carriedOver),
      (text, .speakableString(StringMetadata()), .lostForSome),
    ]
    for (old, new, effect) in cases {
      let diff = DefinitionDiff(
        from: file([parameter("a", tag: 1, old)]), to: file([parameter("a", tag: 1, new)]))
      #expect(diff.intents[0].parameters[0].verdicts.map(\.effect) == [effect], "\(old) \(new)")
    }
  }
}
