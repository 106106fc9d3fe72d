import IntentModel
import Testing

@testable import DefinitionFormats

@Suite("Names in paths and the keys they lead to")
struct DefinitionVocabularyTests {
  typealias Vocabulary = DefinitionVocabulary

  struct Row: Sendable {
    var level: DefinitionVocabulary.Level
    var prefix: String
    /// Names, each with its key behind the prefix.
    var keys: KeyValuePairs<String, String>
  }

  static let rows: [Row] = [
    Row(
      level: .root, prefix: "IN",
      keys: [
        "namespace": "IntentDefinitionNamespace", "modelVersion": "IntentDefinitionModelVersion",
        "systemVersion": "IntentDefinitionSystemVersion",
        "toolsBuildVersion": "IntentDefinitionToolsBuildVersion",
        "toolsVersion": "IntentDefinitionToolsVersion", "intents": "Intents", "enums": "Enums",
        "types": "Types",
      ]),
    Row(
      level: .intent, prefix: "INIntent",
      keys: [
        "name": "Name", "classPrefix": "ClassPrefix", "className": "ClassName", "title": "Title",
        "description": "Summary", "category": "Category", "verb": "Verb", "kind": "Type",
        "domain": "Domain", "eligibleForWidgets": "EligibleForWidgets",
        "ineligibleForSuggestions": "IneligibleForSuggestions", "configurable": "Configurable",
        "confirmationRequired": "UserConfirmationRequired", "customizable": "Customizable",
        "deprecated": "Deprecated", "restrictions": "Restrictions",
        "defaultImageName": "DefaultImageName", "inputParameter": "Input",
        "keyParameter": "KeyParameter", "lastTag": "LastParameterTag", "parameters": "Parameters",
      ]),
    Row(
      level: .parameter, prefix: "INIntentParameter",
      keys: [
        "name": "Name", "label": "DisplayName", "tag": "Tag", "priority": "DisplayPriority",
        "type": "Type", "enum": "EnumType", "object": "ObjectType",
        "configurable": "Configurable", "resolvable": "SupportsResolution",
        "dynamic": "SupportsDynamicEnumeration", "searchable": "SupportsSearch",
        "multiple": "SupportsMultipleValues", "fixedSize": "FixedSizeArray",
        "sizes": "ArraySizes", "visibleWhen": "Relationship", "prompts": "PromptDialogs",
      ]),
    Row(
      level: .property, prefix: "INTypeProperty",
      keys: [
        "name": "Name", "label": "DisplayName", "tag": "Tag", "priority": "DisplayPriority",
        "type": "Type", "enum": "EnumType", "object": "ObjectType",
        "multiple": "SupportsMultipleValues", "standard": "Default",
      ]),
    Row(
      level: .size, prefix: "INIntentParameterArraySize",
      keys: ["sizeClass": "SizeClass", "family": "SizeClass", "size": "Size"]),
    Row(
      level: .relationship, prefix: "INIntentParameterRelationship",
      keys: [
        "parent": "ParentName", "predicate": "PredicateName", "value": "PredicateValue",
        "values": "PredicateValues",
      ]),
    Row(
      level: .prompt, prefix: "INIntentParameterPromptDialog",
      keys: ["kind": "Type", "custom": "Custom", "text": "FormatString"]),
    Row(
      level: .enumeration, prefix: "INEnum",
      keys: [
        "name": "Name", "label": "DisplayName", "kind": "Type", "className": "ClassName",
        "classPrefix": "ClassPrefix", "generatesHeader": "GeneratesHeader", "cases": "Values",
      ]),
    Row(
      level: .enumCase, prefix: "INEnumValue",
      keys: ["name": "Name", "index": "Index", "label": "DisplayName"]),
    Row(
      level: .objectType, prefix: "INType",
      keys: [
        "name": "Name", "label": "DisplayName", "className": "ClassName",
        "classPrefix": "ClassPrefix", "lastTag": "LastPropertyTag", "properties": "Properties",
      ]),
  ]

  @Test("members of an element")
  func members() {
    for row in Self.rows {
      for (name, key) in row.keys {
        let ways = Vocabulary.entry(name, of: row.level)?.ways
        #expect(ways?.first == [row.prefix + key], "\(row.level) \(name)")
      }
    }
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

  @Test("what the metadata holds belongs to the parameter or property itself")
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

  @Test("texts have identifiers, references namespaces, values nothing")
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
