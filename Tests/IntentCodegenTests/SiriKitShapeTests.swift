import IntentModel
import Testing

@testable import IntentCodegen

/// The shapes in public pairs of a definition and the classes that Xcode generated for it: eight
/// definitions with 61 intents, from Xcode 10 to 15.
@Suite struct SiriKitShapeTests {
  /// A type, its property, whether the property has an availability, and the items of its choices.
  struct Row: Sendable, CustomTestStringConvertible {
    var type: ParameterType
    var property: String
    var array: String?
    var isLater = false
    var item: String
    var result: String?

    var testDescription: String { property }
  }

  private static let rows = [
    Row(
      type: .string(StringMetadata()), property: "String?", array: "[String]?", item: "NSString",
      result: "INStringResolutionResult"),
    Row(
      type: .integer(NumberMetadata(supportsNegativeNumbers: true)), property: "NSNumber?",
      item: "NSNumber", result: "INIntegerResolutionResult"),
    Row(
      type: .decimal(NumberMetadata(supportsNegativeNumbers: true)), property: "NSNumber?",
      item: "NSNumber"),
    Row(type: .boolean(BooleanMetadata()), property: "NSNumber?", isLater: true, item: "NSNumber"),
    Row(
      type: .timeInterval(TimeIntervalMetadata()), property: "NSNumber?", isLater: true,
      item: "NSNumber"),
    Row(
      type: .file(FileMetadata()), property: "INFile?", array: "[INFile]?", isLater: true,
      item: "INFile"),
    Row(
      type: .enumeration(TypeReference("NextPrevious"), defaultCase: nil),
      property: "SJNextPrevious", item: "NSNumber", result: "SJNextPreviousResolutionResult"),
    Row(
      type: .object(TypeReference("Cities")), property: "SJCities?", array: "[SJCities]?",
      item: "SJCities", result: "SJCitiesResolutionResult"),
    Row(type: .object(nil), property: "INObject?", item: "INObject"),
    Row(
      type: .currencyAmount(CurrencyMetadata()), property: "INCurrencyAmount?",
      item: "INCurrencyAmount", result: "INCurrencyAmountResolutionResult"),
  ]

  private static let later = "@available(iOS 13.0, macOS 11.0, watchOS 6.0, *)"

  private func files(
    _ parameter: ParameterDefinition, property: IntentObjectType.Property? = nil,
    details: SiriDetails = SiriDetails()
  ) -> [String: [String]] {
    let intent = IntentDefinition(name: "SetSwitch", parameters: [parameter])
    let definition = IntentDefinitionFile(
      intents: [intent],
      enums: [
        IntentEnum(
          name: "NextPrevious",
          cases: [.init(name: "unknown", index: 0), .init(name: "normal_move", index: 3)])
      ],
      types: [IntentObjectType(name: "Cities", properties: [property].compactMap { $0 })])
    let files = SiriKitClasses(
      definition, details: [details], options: SiriKitOptions(classPrefix: "SJ")
    ).files
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        (file.name, file.text.split(separator: "\n").map { String($0.drop { $0 == " " }) })
      })
  }

  @Test(arguments: rows)
  func aTypeBecomesAProperty(row: Row) throws {
    for (isArray, property) in [(false, row.property), (true, row.array)] {
      guard let property else { continue }
      let made = files(
        ParameterDefinition(name: "Album", type: row.type, supportsMultipleValues: isArray),
        property: .init(name: "Album", type: row.type, supportsMultipleValues: isArray))
      let line = "@NSManaged public var Album: \(property)"
      for (file, hasAvailability) in [
        ("SJSetSwitchIntent.swift", row.isLater), ("SJCities.swift", true),
      ] {
        let lines = try #require(made[file])
        let place = try #require(lines.firstIndex(of: line), "\(file) \(lines)")
        #expect((lines[place - 1] == Self.later) == hasAvailability, "\(file)")
      }
    }
  }

  @Test(arguments: rows)
  func aTypeHasChoicesAndAResult(row: Row) throws {
    let made = files(
      ParameterDefinition(
        name: "album", type: row.type, supportsResolution: true,
        options: .dynamic(searchable: false)))
    let lines = try #require(made["SJSetSwitchIntent.swift"])
    let choices = "(INObjectCollection<\(row.item)>?, Error?) -> Swift.Void)"
    #expect(
      lines.contains { $0.hasPrefix("func provideAlbumOptionsCollection") && $0.hasSuffix(choices) }
    )
    #expect(lines.contains("@objc(provideAlbumOptionsForSetSwitch:withCompletion:)"))
    // The older form of the method passes an array, whose elements need not be objects.
    if let array = row.array {
      #expect(
        lines.contains(
          "optional func provideAlbumOptions(for intent: SJSetSwitchIntent, with completion: "
            + "@escaping (\(array), Error?) -> Swift.Void)"))
    }
    if let result = row.result {
      #expect(
        lines.contains("func resolveAlbum(for intent: SJSetSwitchIntent) async -> \(result)"),
        "\(lines)")
    }
  }

  /// Selectors omit the prefix of their subject; the plural is the name followed by an `s`.
  @Test func selectorsLeaveThePrefixOut() throws {
    let made = files(ParameterDefinition(name: "a", type: .string(StringMetadata())))
    let item = try #require(made["SJNextPrevious.swift"])
    #expect(item.contains("@objc nonisolated public enum SJNextPrevious: Int {"))
    #expect(item.contains("case `unknown` = 0"))
    #expect(item.contains("case `normal_move` = 3"))
    #expect(item.contains("@objc(successWithResolvedNextPrevious:)"))
    #expect(item.contains("@objc(confirmationRequiredWithNextPreviousToConfirm:)"))
    let type = try #require(made["SJCities.swift"])
    #expect(type.contains("@objc(disambiguationWithCitiessToDisambiguate:)"))
    #expect(type.contains("override public class var supportsSecureCoding: Bool { true }"))
    let intent = try #require(made["SJSetSwitchIntent.swift"])
    #expect(intent.contains("@objc(handleSetSwitch:completion:)"))
    let head = ["//", "// SJSetSwitchIntent.swift", "//"]
    #expect(Array(intent.prefix(3)) == head)
    #expect(intent[4...6] == ["//", "#if canImport(Intents)", "import Intents"])
    #expect(intent.last == "#endif")
  }

  /// The first label is omitted if the name of the error code ends with the parameter's name; the
  /// parameters are in the order of the text, and an error code without placeholders has no
  /// factory.
  @Test(arguments: [
    ("failureInvalidItem", "No ${item}.", "failureInvalidItem(_ item: String)"),
    ("failureEmptyValue", "No ${item}.", "failureEmptyValue(item: String)"),
    (
      "failureValue", "${item} has ${count}.", "failureValue(item: String, count: NSNumber)"
    ),
    ("failureValue", "${count} of ${item}", "failureValue(count: NSNumber, item: String)"),
    ("failureITEM", "${item}", "failureITEM(_ item: String)"), ("failureNone", "No.", nil),
  ])
  func aCodeBecomesAFactory(code: String, text: String, signature: String?) throws {
    let details = SiriDetails(
      codes: [.init(name: code, formatString: text)],
      properties: [
        .init(name: "count", type: .integer(NumberMetadata())),
        .init(name: "item", type: .string(StringMetadata())),
      ])
    let made = files(
      ParameterDefinition(name: "a", type: .string(StringMetadata())), details: details)
    let lines = try #require(made["SJSetSwitchIntent.swift"])
    let factories = lines.filter { $0.hasPrefix("public static func") }
    let expected = signature.map { "public static func \($0) -> SJSetSwitchIntentResponse {" }
    #expect(factories == [expected].compactMap { $0 })
    #expect(lines.contains("case \(code) = 100"))
  }
}
