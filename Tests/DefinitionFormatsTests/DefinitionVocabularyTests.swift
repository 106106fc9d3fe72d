import IntentModel
import JSONC
import Testing

@testable import DefinitionFormats

@Suite("Names in paths and the keys they lead to")
struct DefinitionVocabularyTests {
  typealias Vocabulary = DefinitionVocabulary

  /// The keys that the rows of an element request from JSON.
  private func asked(_ map: (inout JSONElementReader) -> Void) -> Set<String> {
    var reader = JSONElementReader(["type": "paymentMethod"])
    map(&reader)
    return Set(reader.asked.keys)
  }

  private func names<Key: DefinitionElementKey>(_: Key.Type) -> Set<String> {
    Set(Key.allCases.map(\.rawValue)).subtracting(["carried"])
  }

  @Test("every key of an element has a row, and every row has a key")
  func rows() {
    var file = IntentDefinitionFile()
    let ofFile = asked { DefinitionMapping.file(&file, &$0) }
    #expect(ofFile == names(DefinitionKeys.Root.self))
    var intent = IntentDefinition(name: "")
    let ofIntent = asked { DefinitionMapping.intent(&intent, &$0) }
    #expect(ofIntent == names(DefinitionKeys.Intent.self))
    var enumeration = IntentEnum(name: "", cases: [])
    let ofEnum = asked { DefinitionMapping.enumeration(&enumeration, &$0) }
    #expect(ofEnum == names(DefinitionKeys.Enumeration.self))
    var type = IntentObjectType(name: "")
    let ofType = asked { DefinitionMapping.objectType(&type, &$0) }
    #expect(ofType == names(DefinitionKeys.ObjectType.self))
    let ofTypes = DefinitionTypeName.allCases.flatMap { DefinitionKeys.Parameter.keys(of: $0) }
    let ofAll =
      DefinitionKeys.Parameter.ofEveryParameter + DefinitionKeys.Parameter.ofEveryProperty
    #expect(Set(ofTypes + ofAll) == Set(DefinitionKeys.Parameter.allCases))
    #expect(Set(ofTypes).isDisjoint(with: ofAll))
  }

  @Test("a name leads to the key of its row")
  func members() {
    #expect(Vocabulary.entry("kind", of: .intent)?.ways == [["INIntentType"]])
    #expect(
      Vocabulary.entry("description", of: .intent)?.ways
        == [["INIntentSummary"], ["INIntentDescription"]])
    #expect(Vocabulary.entry("namespace", of: .root)?.ways == [["INIntentDefinitionNamespace"]])
    #expect(
      Vocabulary.entry("visibleWhen", of: .parameter)?.ways == [["INIntentParameterRelationship"]])
    #expect(Vocabulary.entry("standard", of: .property)?.ways == [["INTypePropertyDefault"]])
    #expect(
      Vocabulary.entry("family", of: .size)?.ways == [["INIntentParameterArraySizeSizeClass"]])
    #expect(Vocabulary.entry("unknownCase", of: .enumeration)?.ways == nil)
  }

  static let metadata: KeyValuePairs = [
    "placeholder": "Placeholder", "default": "DefaultValue", "trueName": "TrueDisplayName",
    "falseName": "FalseDisplayName", "control": "Type", "components": "Type", "detail": "Type",
    "fileKind": "Type", "minimum": "MinimumValue", "maximum": "MaximumValue",
    "negative": "SupportsNegativeNumbers", "capitalization": "Capitalization",
    "multiline": "Multiline", "disablesAutocorrect": "DisableAutocorrect",
    "disablesSmartQuotes": "DisableSmartQuotes", "disablesSmartDashes": "DisableSmartDashes",
    "format": "Format", "dateStyle": "DateStyle", "timeStyle": "TimeStyle",
    "template": "Template", "unit": "Unit", "defaultUnit": "DefaultUnit",
    "minimumUnit": "MinimumUnit", "maximumUnit": "MaximumUnit", "fileTypes": "CustomUTIs",
    "currencies": "CurrencyCodes",
  ]

  @Test("metadata belongs to the parameter or property itself")
  func metadataOfBoth() {
    for (name, key) in Self.metadata {
      for (level, prefix) in [
        (Vocabulary.Level.parameter, "INIntentParameterMetadata"),
        (.property, "INTypePropertyMetadata"),
      ] {
        let ways = Vocabulary.entry(name, of: level)?.ways
        #expect(ways?.first == [prefix, prefix + key], "\(level) \(name)")
      }
    }
  }

  @Test("texts have identifiers, references have namespaces, values have neither")
  func suffixes() {
    #expect(Vocabulary.suffix("text", of: .text) == "")
    #expect(Vocabulary.suffix("id", of: .text) == "ID")
    #expect(Vocabulary.suffix("name", of: .reference) == "")
    #expect(Vocabulary.suffix("namespace", of: .reference) == "Namespace")
    #expect(Vocabulary.suffix("id", of: .reference) == nil)
    #expect(Vocabulary.suffix("text", of: .value) == nil)
    #expect(Vocabulary.entry("text", of: .text)?.ways == nil)
    #expect(Vocabulary.entry("nonsense", of: .intent)?.ways == nil)
  }
}
