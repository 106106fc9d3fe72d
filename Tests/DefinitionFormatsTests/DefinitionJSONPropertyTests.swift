import FormatTestSupport
import IntentModel
import Testing
import WidgetTestSupport

@testable import DefinitionFormats

/// Definitions of every shape read back as they were written.
@Suite struct DefinitionJSONPropertyTests {
  @Test func `A definition reads back as it was written`() throws {
    for seed in PropertySeeds("definition round trip", count: 80) {
      var random = SeededGenerator(seed: seed)
      let file = random.definitionFile()
      try expectRoundTrip(file, "seed \(seed)")
    }
  }

  @Test func `A definition with all kinds of carried and unusual content reads back too`() throws {
    for seed in PropertySeeds("odd definitions", count: 60) {
      var random = SeededGenerator(seed: seed)
      var file = random.definitionFile()
      random.distort(&file)
      try expectRoundTrip(file, "seed \(seed)")
    }
  }

  private func expectRoundTrip(_ file: IntentDefinitionFile, _ note: String) throws {
    let text = try DefinitionJSON.text(of: file)
    let reading = DefinitionJSON.read(utf8(text), file: "a.json")
    #expect(reading.errors.isEmpty, "\(note)\n\(text)\n\(reading.errors)")
    #expect(reading.definition == file, "\(note)\n\(text)")
    #expect(try DefinitionJSON.text(of: reading.definition) == text, "\(note)")
  }
}

extension SeededGenerator {
  /// Changes a definition to one that no tool writes, but that a file can contain.
  mutating func distort(_ file: inout IntentDefinitionFile) {
    file.extras = extras()
    file.toolsVersion = chance(0.5) ? "12A" : nil
    for index in file.intents.indices {
      file.intents[index].extras = extras()
      file.intents[index].lastParameterTag = number()
      for place in file.intents[index].parameters.indices {
        distort(&file.intents[index].parameters[place])
      }
    }
    for index in file.enums.indices { distort(&file.enums[index]) }
    for index in file.types.indices { distort(&file.types[index]) }
  }

  private mutating func distort(_ parameter: inout ParameterDefinition) {
    parameter.tag = number()
    parameter.displayPriority = number()
    parameter.isConfigurable = chance(0.5)
    parameter.hasFixedSize = chance(0.5)
    parameter.extras = extras()
    parameter.metadataExtras = extras()
    if chance(0.2) { parameter.type = .other("Mystery") }
    if chance(0.3) {
      let classes = ["Small", "Small", "Watch", "AccessoryInline"].prefix(int(5))
      parameter.arraySizes = ArraySizes(
        entries: classes.map { .init(sizeClass: $0, size: int(9) - 2, extras: extras()) })
    }
    if chance(0.3) {
      parameter.relationship = ParameterRelationship(
        parentName: chance(0.5) ? "parent" : nil, predicateName: "DecimalValueIsLessThan",
        values: (0..<int(4)).map { _ in comparison() }, isList: chance(0.5), extras: extras())
    }
    parameter.promptDialogs = (0..<int(3)).map { _ in
      PromptDialog(
        kind: chance(0.5) ? "Configuration" : nil, isCustom: chance(0.5),
        formatString: text("Which ${x}?"), extras: extras())
    }
    if case .timeInterval(var metadata) = parameter.type {
      metadata.ignoredUnits =
        [
          nil, .single(nil), .single(.days),
          .multiple(standard: nil, minimum: .hours, maximum: nil),
        ][int(4)]
      metadata.isNative = chance(0.5)
      parameter.type = .timeInterval(metadata)
    }
  }

  private mutating func distort(_ enumeration: inout IntentEnum) {
    enumeration.extras = extras()
    enumeration.className = chance(0.5) ? "Class" : nil
    if chance(0.3) { enumeration.cases.removeAll { $0.name == "unknown" } }
    for index in enumeration.cases.indices where chance(0.3) {
      enumeration.cases[index].index = int(9) - 2
      enumeration.cases[index].extras = extras()
    }
    if chance(0.2) { enumeration.cases.append(.init(name: "unknown", index: int(2))) }
    if chance(0.2) { enumeration.cases.shuffle(using: &self) }
  }

  private mutating func distort(_ type: inout IntentObjectType) {
    type.extras = extras()
    type.lastPropertyTag = number()
    if chance(0.3) { type.properties.removeAll(where: \.isDefault) }
    if chance(0.2) { type.properties.shuffle(using: &self) }
    for index in type.properties.indices where chance(0.2) {
      type.properties[index].tag = number()
      type.properties[index].displayPriority = number()
      type.properties[index].extras = extras()
    }
  }

  private mutating func int(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  private mutating func number() -> Int? { chance(0.3) ? nil : int(6) }

  private mutating func comparison() -> IntentValue {
    let all: [IntentValue] = [
      .boolean(true), .integer(3), .decimal(3), .decimal(0.5), .string("unknown"),
      .enumeration("agenda"), .timeInterval(60), .array([.integer(1)]), .decimal(.infinity),
    ]
    return all[int(all.count)]
  }

  private mutating func extras() -> DefinitionExtras {
    guard chance(0.4) else { return .none }
    let keys = ["INPrivate", "INPrivate", "$real", "x y", "ключ"].shuffled(using: &self)
    return DefinitionExtras(
      unknown: keys.prefix(int(5)).map { CarriedMember(key: $0, value: carried(depth: 2)) },
      writtenDefaults: chance(0.5) ? ["INIntentVerb", "INIntentClassPrefix"] : [])
  }

  private mutating func carried(depth: Int) -> CarriedValue {
    switch int(depth > 0 ? 9 : 7) {
    case 0: .boolean(chance(0.5))
    case 1: .integer(int(100) - 50)
    case 2: .real(Double(int(100)) / 4, spelling: nil)
    case 3: .real([1.5, .infinity][int(2)], spelling: chance(0.5) ? "1.50" : nil)
    case 4: .string(["", "a\u{0}b", "東京"][int(3)])
    case 5: .data([UInt8](repeating: 0xFE, count: int(5)))
    case 6: .date("2026-03-01T00:00:00Z")
    case 7: .array((0..<int(4)).map { _ in carried(depth: depth - 1) })
    default:
      .dictionary(
        ["$data", "a", "a", "b"].shuffled(using: &self).prefix(int(5)).map {
          CarriedMember(key: $0, value: carried(depth: depth - 1))
        })
    }
  }
}
