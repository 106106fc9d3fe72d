import FormatTestSupport
import IntentModel
import Messages
import Testing

@testable import DefinitionFormats

/// No key of a definition has a date as its value: under a known key, a date is always a problem,
/// always reported, and never lost.
@Suite("A value of the wrong type under every key")
struct DefinitionWrongTypeTests {
  private let date = "<date>2024-02-29T13:05:00Z</date>"

  /// The elements with the keys to test, and the text around their members.
  static let elements: [(prefix: String, keys: [String], before: String, after: String)] = [
    (
      "IN",
      [
        "Enums", "Types", "IntentDefinitionNamespace", "IntentDefinitionModelVersion",
        "IntentDefinitionSystemVersion", "IntentDefinitionToolsBuildVersion",
        "IntentDefinitionToolsVersion", "Intents",
      ], "<dict>", "</dict>"
    ),
    (
      "INIntent",
      [
        "Name", "ClassPrefix", "ClassName", "Title", "TitleID", "Description", "DescriptionID",
        "Category", "Verb", "Type", "Domain", "EligibleForWidgets", "IneligibleForSuggestions",
        "Configurable", "UserConfirmationRequired", "Customizable", "Deprecated", "Restrictions",
        "DefaultImageName", "Input", "KeyParameter", "LastParameterTag", "Parameters",
      ], "<dict><key>INIntents</key><array><dict>", "</dict></array></dict>"
    ),
    (
      "INIntentParameter",
      [
        "Name", "Tag", "DisplayName", "DisplayNameID", "DisplayPriority", "Type", "Configurable",
        "SupportsResolution", "SupportsDynamicEnumeration", "SupportsMultipleValues",
        "FixedSizeArray", "ArraySizes", "Relationship", "PromptDialogs", "Metadata",
      ],
      "<dict><key>INIntents</key><array><dict><key>INIntentParameters</key><array><dict>",
      "</dict></array></dict></array></dict>"
    ),
    (
      "INEnum",
      [
        "Name", "DisplayName", "DisplayNameID", "Type", "ClassName", "ClassPrefix",
        "GeneratesHeader", "Values",
      ], "<dict><key>INEnums</key><array><dict>", "</dict></array></dict>"
    ),
    (
      "INEnumValue", ["Name", "Index", "DisplayName", "DisplayNameID"],
      "<dict><key>INEnums</key><array><dict><key>INEnumValues</key><array><dict>",
      "</dict></array></dict></array></dict>"
    ),
    (
      "INType",
      [
        "Name", "DisplayName", "DisplayNameID", "ClassName", "ClassPrefix", "LastPropertyTag",
        "Properties",
      ], "<dict><key>INTypes</key><array><dict>", "</dict></array></dict>"
    ),
    (
      "INTypeProperty",
      [
        "Name", "Tag", "DisplayName", "DisplayNameID", "DisplayPriority", "Type",
        "SupportsMultipleValues", "Default", "Metadata",
      ],
      "<dict><key>INTypes</key><array><dict><key>INTypeProperties</key><array><dict>",
      "</dict></array></dict></array></dict>"
    ),
  ]

  @Test("a date under a key of an element is reported and kept", arguments: elements)
  func levels(row: (prefix: String, keys: [String], before: String, after: String)) throws {
    for key in row.keys {
      let name = row.prefix + key
      try check(name, plist("\(row.before)<key>\(name)</key>\(date)\(row.after)"))
    }
  }

  static let metadata: [(type: String, keys: [String])] = [
    ("Boolean", ["DefaultValue", "TrueDisplayName", "FalseDisplayNameID", "PlaceholderID"]),
    (
      "Integer",
      ["Type", "DefaultValue", "MinimumValue", "MaximumValue", "SupportsNegativeNumbers"]
    ),
    ("Decimal", ["DefaultValue", "MinimumValue", "MaximumValue", "Placeholder"]),
    (
      "String",
      [
        "DefaultValue", "DefaultValueID", "Capitalization", "Multiline", "DisableAutocorrect",
        "DisableSmartQuotes", "DisableSmartDashes",
      ]
    ),
    ("SpeakableString", ["DefaultValue"]), ("URL", ["DefaultValue"]),
    ("DateComponents", ["Type", "Format", "DateStyle", "TimeStyle", "Template", "TemplateID"]),
    (
      "TimeInterval",
      [
        "Unit", "DefaultUnit", "MinimumUnit", "MaximumUnit", "DefaultValue", "MinimumValue",
        "MaximumValue",
      ]
    ),
    ("Placemark", ["Type"]), ("Person", ["Type"]), ("File", ["Type", "CustomUTIs"]),
    ("CurrencyAmount", ["CurrencyCodes"]),
    ("Speed", ["Unit", "DefaultUnit", "DefaultValue", "SupportsNegativeNumbers"]),
  ]

  @Test("a date in the metadata of a type is reported and kept", arguments: metadata)
  func metadataOfTypes(row: (type: String, keys: [String])) throws {
    for key in row.keys {
      let text = definition(type: row.type, metadata: "<key>\(key)</key>\(date)")
      try check("INIntentParameterMetadata" + key, text)
    }
  }

  private func check(_ name: String, _ text: String) throws {
    let result = try reading(text)
    let told = result.problems.filter { $0.code == "wrong-type" }
    #expect(told.count == 1, "\(name)")
    #expect(told[0].sentence.contains("\(name) is a date; "), "\(name): \(told[0].sentence)")
    #expect(told[0].line != nil && told[0].column != nil)
    #expect(try DefinitionPlist.value(of: result.file).sorted() == sortedValue(text), "\(name)")
  }

  @Test("a word of a different set is reported with the known words")
  func words() throws {
    let rows = [
      ("Integer", "Type", "“Field”, “Stepper”, “Slider”"),
      ("DateComponents", "Type", "“DateTime”, “Date”, “Time”"),
      ("TimeInterval", "DefaultUnit", "“Seconds”, “Minutes”, “Hours”, “Days”"),
    ]
    for (type, key, words) in rows {
      let text = definition(type: type, metadata: "<key>\(key)</key><string>Odd</string>")
      let result = try reading(text)
      #expect(result.problems.map(\.code) == ["unknown-word"])
      #expect(result.problems.map(\.remedy) == ["Choose from \(words)."])
      #expect(try DefinitionPlist.value(of: result.file).sorted() == sortedValue(text))
    }
  }

  @Test("problems are reported up to the limit")
  func most() throws {
    let strays = String(repeating: "<true/>\n", count: 1200)
    let text = plist("<dict><key>INEnums</key><array>\(strays)</array></dict>")
    let result = try reading(text)
    #expect(result.problems.count == 1001)
    #expect(result.problems.last?.sentence == "… and 200 more problems.")
    #expect(try DefinitionPlist.value(of: result.file).sorted() == sortedValue(text))
  }
}
