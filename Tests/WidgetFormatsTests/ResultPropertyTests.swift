import FormatTestSupport
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport
import WidgetTimeline
import Zones

@testable import DefinitionFormats
@testable import JSONCodings
@testable import WidgetFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random collections, timelines and manifests are unchanged after a conversion to JSON and back.
@Suite struct ResultPropertyTests {
  @Test func `A collection for a parameter reads back with its properties`() throws {
    for seed in PropertySeeds("options round trip", count: 120) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      guard
        let parameter = schema.intent.parameters.first(where: {
          schema.objectType(of: $0.type) != nil
        })
      else { continue }
      let collection = random.collection(of: parameter, in: schema)
      let text = try OptionsJSON.text(of: collection, schema: schema, parameter: parameter.name)
      let read = try OptionsJSON.read(
        utf8(text), source: "a", schema: schema, parameter: parameter.name)
      #expect(read == collection, "seed \(seed)\n\(text)")
      let again = try OptionsJSON.text(of: read, schema: schema, parameter: parameter.name)
      #expect(again == text, "seed \(seed)")
    }
  }

  @Test func `A chosen option gives a value that intent JSON accepts`() throws {
    for seed in PropertySeeds("option to intent", count: 120) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      guard
        let parameter = schema.intent.parameters.first(where: {
          schema.objectType(of: $0.type) != nil && !$0.supportsMultipleValues
        })
      else { continue }
      let item = random.collection(of: parameter, in: schema).items.first
      guard let value = item?.value(for: parameter.type) else { continue }
      let json = IntentValueWriter(schema: schema).json(value, type: parameter.type)
      var reader = IntentValueReader(schema: schema)
      #expect(reader.value(json, for: parameter) == value, "seed \(seed)")
      #expect(reader.issues.isEmpty, "seed \(seed)")
    }
  }

  @Test func `A timeline reads back in any zone`() throws {
    for seed in PropertySeeds("timeline round trip", count: 120) {
      var random = SeededGenerator(seed: seed)
      let timeline = random.timeline()
      let offset = Int.random(in: -48...56, using: &random) * 900
      let zone = ZoneRules(identifier: "own", fixedOffset: offset)
      let text = try TimelineJSON.text(of: timeline, timeZone: zone)
      #expect(try TimelineJSON.read(utf8(text), source: "a") == timeline, "seed \(seed)\n\(text)")
    }
  }

  @Test func `A manifest reads back`() throws {
    for seed in PropertySeeds("manifest round trip", count: 120) {
      var random = SeededGenerator(seed: seed)
      let manifest = random.manifest()
      let text = try manifest.text()
      let read = try WidgetManifest.read(utf8(text), file: "widget.json")
      #expect(read == manifest, "seed \(seed)\n\(text)")
    }
  }

  @Test func `No mutilated text crashes a reader or lacks a position`() throws {
    for seed in PropertySeeds("mutilated results", count: 120) {
      var random = SeededGenerator(seed: seed)
      let texts = [
        try random.manifest().text(),
        try TimelineJSON.text(of: random.timeline(), timeZone: .utc),
        try DefinitionJSON.text(of: random.definitionFile()),
      ]
      for text in texts {
        let bytes = random.mutilated(utf8(text))
        let errors: [FormatError] =
          collected { _ = try WidgetManifest.read(bytes, file: "f") }
          + collected { _ = try TimelineJSON.read(bytes, source: "f") }
          + collected { _ = try OptionsJSON.read(bytes, source: "f") }
          + DefinitionJSON.read(bytes, file: "f").errors
        #expect(errors.allSatisfy { $0.line != nil && $0.column != nil }, "seed \(seed)")
        #expect(errors.allSatisfy { !$0.description.contains("\u{0}") }, "seed \(seed)")
      }
    }
  }

  private func collected(_ read: () throws -> Void) -> [FormatError] {
    do {
      try read()
      return []
    } catch {
      return (error as? FormatErrors)?.errors ?? []
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func collection(
    of parameter: ParameterDefinition, in schema: IntentSchema
  ) -> OptionsCollection {
    var count = 0
    let sections = (0..<Int.random(in: 0...3, using: &self)).map { _ in
      OptionsSection(
        title: chance(0.5) ? "Æ “\(count)”" : nil,
        items: (0..<Int.random(in: 0...4, using: &self)).map { _ in
          count += 1
          return item(count, of: parameter, in: schema)
        })
    }
    return OptionsCollection(
      sections: sections, usesIndexedCollation: chance(0.5),
      promptLabel: chance(0.5) ? "Which?" : nil, notice: chance(0.2) ? "Old." : nil)
  }

  private mutating func item(
    _ number: Int, of parameter: ParameterDefinition, in schema: IntentSchema
  ) -> OptionItem {
    var item = OptionItem(
      identifier: "id\(number)", display: chance(0.2) ? "" : "Item \(number)",
      subtitle: chance(0.3) ? "below" : nil, symbol: chance(0.3) ? "star" : nil)
    if case .object(let object) = validValue(ofType: parameter.type, in: schema) {
      item.properties = object.properties
    }
    return item
  }

  fileprivate mutating func timeline() -> Timeline {
    var milliseconds = Int.random(in: 0...2_000_000_000_000, using: &self)
    let entries = (0..<Int.random(in: 0...5, using: &self)).map { _ in
      milliseconds += Int.random(in: 0...7_200_000, using: &self)
      return TimelineEntry(
        date: Date(timeIntervalSinceReferenceDate: Double(milliseconds) / 1_000),
        content: content(),
        relevance: chance(0.5)
          ? TimelineEntryRelevance(score: 0.1, duration: chance(0.5) ? .seconds(60) : .zero) : nil)
    }
    let after = Date(timeIntervalSinceReferenceDate: Double(milliseconds / 1_000))
    let policies: [TimelineReloadPolicy] = [.atEnd, .never, .after(after)]
    return Timeline(entries: entries, reload: policies.randomElement(using: &self) ?? .never)
  }

  private mutating func content() -> EntryContent {
    EntryContent(
      title: chance(0.5) ? "T\"\\" : "", subtitle: chance(0.5) ? "é" : nil,
      body: (0..<Int.random(in: 0...3, using: &self)).map { "line \($0)" },
      symbol: chance(0.5) ? "star" : nil, gauge: chance(0.5) ? 0.25 : nil,
      image: chance(0.5) ? "a.png" : nil, link: chance(0.5) ? "a:b" : nil)
  }

  fileprivate mutating func manifest() -> WidgetManifest {
    let families = WidgetFamily.allCases.shuffled(using: &self)
    var manifest = WidgetManifest(
      kind: "k", displayName: chance(0.5) ? "N" : nil, description: chance(0.5) ? "" : nil,
      supportedFamilies: Array(families.prefix(Int.random(in: 1...8, using: &self))),
      intent: chance(0.5) ? "I" : nil, timeline: chance(0.5) ? source() : nil)
    for index in 0..<Int.random(in: 0...3, using: &self) {
      manifest.options["p\(index)"] = source()
    }
    return manifest
  }

  private mutating func source() -> SourceDescription {
    let texts = chance(0.5) ? ["b": "1", "a": ""] : [:]
    let list = chance(0.5) ? ["x", ""] : []
    let timeout: Duration? = chance(0.5) ? .milliseconds(2_500) : nil
    switch Int.random(in: 0..<5, using: &self) {
    case 0: return .builtin(BuiltinSource(name: "B", arguments: texts))
    case 1: return .fixture(FixtureSource(path: "a b.json"))
    case 2:
      return .command(
        CommandSource(arguments: ["run"] + list, environment: list, timeout: timeout))
    case 3: return .http(HTTPSource(url: "https://a/{b}", headers: texts, timeout: timeout))
    default:
      return .sqlite(SQLiteSource(path: "a.db", query: "q", arguments: list, timeout: timeout))
    }
  }

  fileprivate mutating func mutilated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let wrong: [UInt8] = [0x22, 0x7B, 0x5D, 0x31, 0x2C, 0x00, 0xFF, 0x65, 0x20]
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      let place = Int.random(in: 0..<bytes.count, using: &self)
      bytes[place] = wrong.randomElement(using: &self) ?? 0
    }
    return bytes
  }
}
