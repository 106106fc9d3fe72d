import FormatTestSupport
import InputFiles
import IntentModel
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings

@Suite("Definitions with random damage")
struct DefinitionMutationTests {
  @Test("reading and writing a definition lose nothing")
  func damage() throws {
    let sources = try fixtureNames().map { name in
      try PropertyListDocument(bytes: FileReading.bytes(atPath: fixture(name))).value
    }
    for seed in PropertySeeds("definitions with damage", count: TestDepth.count(200, thorough: 400))
    {
      var random = SeededGenerator(seed: seed)
      var value = sources[Int.random(in: sources.indices, using: &random)]
      for _ in 0..<Int.random(in: 1...6, using: &random) { value = random.damaged(value) }
      guard case .dictionary = value else { continue }
      let bytes = try PropertyListXML.bytes(of: value)
      let first = try IntentDefinitionReader.read(bytes, file: "x")
      let written = try DefinitionPlist.bytes(of: first.file)
      #expect(written == bytes, "seed \(seed)")
    }
  }

  @Test(
    "a root of a different kind is refused with its position", arguments: ["<array/>", "<true/>"])
  func wrongRoot(root: String) {
    let kind = root == "<array/>" ? "an array" : "a Boolean"
    #expect(
      complaints { try reading(plist(root)) } == [
        "Sample.intentdefinition:4:1: (root) is \(kind); a dictionary is expected. Give an "
          + "intent definition."
      ])
  }
}

extension SeededGenerator {
  /// The value with one element changed, removed, renamed or moved.
  fileprivate mutating func damaged(_ value: PropertyListValue) -> PropertyListValue {
    switch value {
    case .dictionary(var dictionary) where !dictionary.isEmpty:
      let entry = dictionary.entries[Int.random(in: 0..<dictionary.count, using: &self)]
      switch Int.random(in: 0..<12, using: &self) {
      case 0: dictionary[entry.key] = nil
      case 1: dictionary[entry.key] = stray()
      case 2: dictionary[String(entry.key.dropLast())] = entry.value
      case 3:
        let key = Self.keys[Int.random(in: Self.keys.indices, using: &self)]
        dictionary[key] = stray()
      default: dictionary[entry.key] = damaged(entry.value)
      }
      return .dictionary(dictionary)
    case .array(var elements) where !elements.isEmpty:
      let index = Int.random(in: elements.indices, using: &self)
      switch Int.random(in: 0..<10, using: &self) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(stray(), at: index)
      case 2: elements.append(elements[index])
      default: elements[index] = damaged(elements[index])
      }
      return .array(elements)
    default: return stray()
    }
  }

  /// Keys that affect how other keys are read.
  private static let keys = [
    "INIntentTitle", "INIntentTitleID", "INIntentSummary", "INIntentDescription",
    "INIntentParameterType", "INIntentParameterEnumType", "INIntentParameterEnumTypeNamespace",
    "INIntentParameterObjectType", "INIntentParameterObjectTypeNamespace",
    "INIntentParameterSupportsDynamicEnumeration", "INIntentParameterSupportsSearch",
    "INIntentParameterRelationshipPredicateValue", "INIntentParameterRelationshipPredicateValues",
    "INIntentParameterMetadataCurrencyCode", "INIntentParameterMetadataCurrencyCodes",
    "INIntentParameterMetadataUnit", "INIntentParameterMetadataMinimumUnit",
    "INIntentParameterMetadataDefaultValue", "INIntentParameterMetadataType", "INEnumValueIndex",
  ]

  private mutating func stray() -> PropertyListValue {
    let values: [PropertyListValue] = [
      true, false, 0, 1, -7, 99, .real(0), .real(1), .real(0.1), "", "YES", "NO", "unknown",
      "Multiple", "Days", "Slider", "Field", "String", "Object", "Boolean", "TimeInterval",
      "CurrencyAmount", "Mass", .data([]), .data([1, 2]), [], [:], [1, "a"],
      ["a": ["b": .real(2.5)]],
      PropertyListReal(text: "0.50").map { .real($0) } ?? true,
      PropertyListDate(text: "2024-02-29T13:05:00Z").map { .date($0) } ?? true,
      [["UTI": "public.data"]], ["EUR"],
    ]
    return values[Int.random(in: values.indices, using: &self)]
  }
}
