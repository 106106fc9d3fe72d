import FormatTestSupport
import IntentModel
import Testing

@testable import DefinitionFormats
@testable import JSONCodings

@Suite("Keys of every element")
struct DefinitionKeyTests {
  /// A key with a value, and the corresponding member of the model.
  struct Row: Sendable, CustomTestStringConvertible {
    var snippet: String
    var isInModel: @Sendable (IntentDefinitionFile) -> Bool
    var testDescription: String { snippet }

    init(_ snippet: String, _ isInModel: @escaping @Sendable (IntentDefinitionFile) -> Bool) {
      self.snippet = snippet
      self.isInModel = isInModel
    }
  }

  static let intentRows: [Row] = [
    Row("ClassPrefix</key><string>P") { $0.intents[0].classPrefix == "P" },
    Row("ClassName</key><string>C") { $0.intents[0].typeName == "C" },
    Row("Title</key><string>T") { $0.intents[0].title == LocalizedText("T") },
    Row("TitleID</key><string>i") { $0.intents[0].title == LocalizedText(nil, id: "i") },
    Row("Description</key><string>D") { $0.intents[0].description.text == "D" },
    Row("DescriptionID</key><string>i") { $0.intents[0].description.id == "i" },
    Row("Summary</key><string>S") { $0.intents[0].description.text == "S" },
    Row("SummaryID</key><string>i") { $0.intents[0].extras["INIntentSummaryID"] != nil },
    Row("Category</key><string>set") { $0.intents[0].category == "set" },
    Row("Verb</key><string>Do") { $0.intents[0].verb == "Do" },
    Row("Type</key><string>System") { $0.intents[0].kind == "System" },
    Row("Domain</key><string>Media") { $0.intents[0].domain == "Media" },
    Row("DefaultImageName</key><string>x") { $0.intents[0].defaultImageName == "x" },
    Row("Input</key><string>x") { $0.intents[0].inputParameter == "x" },
    Row("KeyParameter</key><string>x") { $0.intents[0].keyParameter == "x" },
    Row("EligibleForWidgets</key><true/>") { $0.intents[0].isEligibleForWidgets },
    Row("EligibleForWidgets</key><false/>") {
      $0.intents[0].extras.writtenDefaults == ["INIntentEligibleForWidgets"]
    },
    Row("IneligibleForSuggestions</key><true/>") { $0.intents[0].isIneligibleForSuggestions },
    Row("Configurable</key><true/>") { $0.intents[0].isConfigurable },
    Row("UserConfirmationRequired</key><true/>") { $0.intents[0].isUserConfirmationRequired },
    Row("Customizable</key><true/>") { $0.intents[0].isCustomizable },
    Row("Deprecated</key><true/>") { $0.intents[0].isDeprecated },
    Row("Restrictions</key><integer>0") { $0.intents[0].restrictions == 0 },
    Row("LastParameterTag</key><integer>7") { $0.intents[0].lastParameterTag == 7 },
    Row("Parameters</key><array/>") {
      $0.intents[0].extras.writtenDefaults == ["INIntentParameters"]
    },
    Row("Foreground</key><true/>") { $0.intents[0].extras["INIntentForeground"] != nil },
  ]

  static let parameterRows: [Row] = [
    Row("Tag</key><integer>4") { parameter($0)?.tag == 4 },
    Row("Tag</key><real>4") { parameter($0)?.tag == 4 },
    Row("DisplayName</key><string>L") { parameter($0)?.label == "L" },
    Row("DisplayNameID</key><string>i") { parameter($0)?.displayName.id == "i" },
    Row("DisplayPriority</key><integer>2") { parameter($0)?.displayPriority == 2 },
    Row("Configurable</key><true/>") { parameter($0)?.isConfigurable == true },
    Row("SupportsResolution</key><true/>") { parameter($0)?.supportsResolution == true },
    Row("SupportsDynamicEnumeration</key><true/>") { parameter($0)?.options.isDynamic == true },
    Row("SupportsDynamicEnumeration</key><false/>") {
      parameter($0)?.options == OptionsSupport.none
    },
    Row("SupportsSearch</key><true/>") {
      parameter($0)?.options == OptionsSupport.none
        && parameter($0)?.extras["INIntentParameterSupportsSearch"] == .boolean(true)
    },
    Row("SupportsMultipleValues</key><true/>") { parameter($0)?.supportsMultipleValues == true },
    Row("FixedSizeArray</key><integer>1") { parameter($0)?.hasFixedSize == true },
    Row("FixedSizeArray</key><integer>0") { parameter($0)?.hasFixedSize == false },
    Row("FixedSizeArray</key><true/>") { parameter($0)?.hasFixedSize == true },
    Row("ArraySizes</key><array/>") { parameter($0)?.arraySizes == ArraySizes(entries: []) },
    Row("PromptDialogs</key><array/>") { parameter($0)?.promptDialogs == [] },
    Row("Metadata</key><dict/>") { parameter($0)?.metadataExtras == DefinitionExtras.none },
    Row("EnumType</key><string>E") {
      parameter($0)?.type == .enumeration(TypeReference("E"), defaultCase: nil)
    },
    Row("EnumTypeNamespace</key><string>n") {
      parameter($0)?.extras["INIntentParameterEnumTypeNamespace"] == .string("n")
    },
    Row("ObjectType</key><string>O") {
      parameter($0)?.extras["INIntentParameterObjectType"] == .string("O")
    },
    Row("CustomDisambiguation</key><true/>") { parameter($0)?.extras.unknown.count == 1 },
  ]

  private static func parameter(_ file: IntentDefinitionFile) -> ParameterDefinition? {
    file.intents.first?.parameters.first
  }

  /// A member with the given prefix and snippet, and the end tag if it is missing.
  private func member(_ prefix: String, _ snippet: String) -> String {
    let ending =
      snippet.hasSuffix(">")
      ? ""
      : snippet.contains("<string>")
        ? "</string>"
        : snippet.contains("<real>") ? "</real>" : "</integer>"
    return "<key>\(prefix)\(snippet)\(ending)"
  }

  @Test("an intent has its keys' values, and is written as it was", arguments: intentRows)
  func intentKeys(row: Row) throws {
    try check(row, definition(intent: member("INIntent", row.snippet)))
  }

  @Test("a parameter has its keys' values, and is written as it was", arguments: parameterRows)
  func parameterKeys(row: Row) throws {
    let type = "<key>INIntentParameterType</key><string>String</string>"
    try check(row, definition(parameter: type + member("INIntentParameter", row.snippet)))
  }

  private func check(_ row: Row, _ text: String) throws {
    let result = try reading(text)
    #expect(result.problems == [])
    #expect(row.isInModel(result.file))
    #expect(try DefinitionPlist.value(of: result.file).sorted() == sortedValue(text))
  }

  /// The name of a type with references, and the resulting type.
  static let types: [(members: String, type: ParameterType)] = [
    ("Type</key><string>Integer", .integer(.init())),
    (
      "Type</key><string>Object</string><key>INIntentParameterObjectType</key><string>O</string>"
        + "<key>INIntentParameterObjectTypeNamespace</key><string>System",
      .object(TypeReference("O", namespace: "System"))
    ),
    (
      "Type</key><string>Integer</string><key>INIntentParameterEnumType</key><string>E</string>"
        + "<key>INIntentParameterEnumTypeNamespace</key><string>n",
      .enumeration(TypeReference("E", namespace: "n"), defaultCase: nil)
    ),
    // The enum takes precedence over the type's name and over an object.
    (
      "Type</key><string>Object</string><key>INIntentParameterEnumType</key><string>E</string>"
        + "<key>INIntentParameterObjectType</key><string>O",
      .enumeration(TypeReference("E"), defaultCase: nil)
    ),
    (
      "Type</key><string>Novelty</string><key>INIntentParameterObjectType</key><string>O",
      .object(TypeReference("O"))
    ),
    ("Type</key><string>Novelty", .other("Novelty")),
  ]

  @Test("a name and references determine a type", arguments: types)
  func typeKeys(row: (members: String, type: ParameterType)) throws {
    let text = definition(parameter: "<key>INIntentParameter\(row.members)</string>")
    let result = try reading(text)
    #expect(result.problems == [])
    #expect(result.file.intents[0].parameters[0].type == row.type)
    #expect(try DefinitionPlist.value(of: result.file).sorted() == sortedValue(text))
  }

  /// The content of a predicate, and its values.
  static let predicates: [(members: String, values: [IntentValue], isList: Bool)] = [
    ("", [], false),
    ("Value</key><true/>", [.boolean(true)], false),
    ("Value</key><false/>", [.boolean(false)], false),
    ("Value</key><string>custom</string>", [.string("custom")], false),
    ("Value</key><integer>2</integer>", [.integer(2)], false),
    ("Value</key><real>0.5</real>", [.decimal(0.5)], false),
    ("Value</key><real>.5</real>", [.decimal(0.5)], false),
    ("Values</key><array/>", [], true),
    ("Values</key><array><integer>1</integer></array>", [.integer(1)], true),
    (
      "Value</key><true/><key>INIntentParameterRelationshipPredicateValues</key>"
        + "<array><string>a</string><string>b</string></array>",
      [.string("a"), .string("b")], true
    ),
  ]

  @Test("a predicate has its values, and is written as it was", arguments: predicates)
  func predicateKeys(row: (members: String, values: [IntentValue], isList: Bool)) throws {
    let prefix = "INIntentParameterRelationship"
    let members = row.members.isEmpty ? "" : "<key>\(prefix)Predicate\(row.members)"
    let text = definition(
      parameter: """
        <key>INIntentParameterType</key><string>String</string><key>\(prefix)</key><dict>
        <key>\(prefix)PredicateName</key><string>EnumHasExactValue</string>\(members)</dict>
        """)
    let result = try reading(text)
    let found = try #require(result.file.intents[0].parameters[0].relationship)
    #expect(found.values == row.values)
    #expect(found.isList == row.isList)
    #expect(try DefinitionPlist.value(of: result.file).sorted() == sortedValue(text))
  }
}
