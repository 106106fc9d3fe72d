import DefinitionFormats
import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentCodegen

/// Typed Swift compiles, and the spelling of its names is stable.
@Suite(.startsPrograms) struct TypedSwiftTests {
  private func source(_ definition: IntentDefinitionFile) -> String {
    TypedSwift(definition, stem: "Sample").file.text
  }

  /// Names that have a different meaning in Swift or in generated code.
  private static let odd: IntentDefinitionFile = {
    let object = ParameterType.object(TypeReference("some"))
    let names = ["Type", "Self", "Intent", "intent", "String", "some", "init"]
    let parameters =
      names.map { ParameterDefinition(name: $0, type: .string(StringMetadata())) }
      + [ParameterDefinition(name: "x", type: object, options: .dynamic(searchable: false))]
    let intent = IntentDefinition(name: "Odd", isEligibleForWidgets: true, parameters: parameters)
    return IntentDefinitionFile(intents: [intent], types: [IntentObjectType(name: "some")])
  }()

  /// All definitions of the package, and of the corpus if there is one, are compiled in one module.
  @Test func everyDefinitionGivesSwiftThatCompilesWithoutAWarning() throws {
    let all = DefinitionFile.ofRepository + DefinitionFile.random + DefinitionFile.ofCorpus
    let definitions = all.enumerated().map { index, file in file.numbered(index) } + [Self.odd]
    let sources = definitions.enumerated().map { index, definition in
      let file = TypedSwift(definition, stem: "d\(index)", access: .public).file
      return (name: file.name, text: file.text)
    }
    let complaints = try TypedCompilation.complaints(of: sources)
    #expect(complaints == "")
    let own = Array(sources.prefix(DefinitionFile.ofRepository.count))
    #expect(try TypedCompilation.complaints(of: own, isolation: mainActor) == "")
    DefinitionFile.report("typed Swift", of: all)
  }

  @Test func theSameDefinitionGivesTheSameBytes() {
    for file in DefinitionFile.ofRepository {
      #expect(source(file.definition) == source(file.definition), "\(file.path)")
    }
  }

  @Test func namesThatSwiftDoesNotTakeGetAStableSpelling() {
    let parameters = ["class", "2nd", "two words", "two_words", "é", "", "self"].map {
      ParameterDefinition(name: $0, type: .string(StringMetadata()))
    }
    let definition = IntentDefinitionFile(
      intents: [IntentDefinition(name: "Odd", parameters: parameters)],
      enums: [
        IntentEnum(
          name: "String",
          cases: [
            .init(name: "unknown", index: 0), .init(name: "default", index: 1),
            .init(name: "a-b", index: 2), .init(name: "a_b", index: 3),
          ])
      ])
    let lines = source(definition).split(separator: "\n").map { $0.drop { $0 == " " } }
    let properties = lines.filter { $0.hasPrefix("var ") && $0.hasSuffix(": String?") }
    #expect(
      properties == [
        "var `class`: String?", "var _2nd: String?", "var two_words: String?",
        "var two_words_2: String?", "var é: String?", "var _empty: String?", "var self_2: String?",
      ])
    #expect(lines.contains("enum String_2: String, TypedEnum {"))
    #expect(
      lines.filter { $0.hasPrefix("case ") && !$0.contains("\\") } == [
        "case `default`", "case a_b = \"a-b\"", "case a_b_2 = \"a_b\"",
      ])
    #expect(lines.contains("case \\OddIntent.two_words_2: \"two_words\""))
  }

  /// A property is non-optional only if its row is always visible and the definition has a default.
  @Test func optionalIsWhatCanBeWithoutAValue() {
    func parameter(
      _ name: String, _ type: ParameterType, options: OptionsSupport = .none,
      relationship: ParameterRelationship? = nil, several: Bool = false
    ) -> ParameterDefinition {
      ParameterDefinition(
        name: name, type: type, displayPriority: 1, isConfigurable: true, options: options,
        supportsMultipleValues: several, relationship: relationship)
    }
    let condition = ParameterRelationship(
      parentName: "switch", predicateName: "BooleanHasExactValue", values: [.boolean(true)])
    let definition = IntentDefinitionFile(intents: [
      IntentDefinition(
        name: "Rows",
        parameters: [
          parameter("switch", .boolean(BooleanMetadata())),
          parameter("count", .integer(NumberMetadata(defaultValue: 3))),
          parameter("wrong", .integer(NumberMetadata(defaultValue: 9, maximum: .value(5)))),
          parameter("free", .integer(NumberMetadata())),
          parameter("child", .integer(NumberMetadata(defaultValue: 3)), relationship: condition),
          parameter(
            "listed", .string(StringMetadata(defaultValue: LocalizedText("a"))),
            options: .dynamic(searchable: false)),
          parameter("several", .decimal(NumberMetadata(defaultValue: 0.5)), several: true),
          ParameterDefinition(name: "hidden", type: .integer(NumberMetadata(defaultValue: 3))),
          parameter(
            "span",
            .timeInterval(TimeIntervalMetadata(units: .single(.minutes), defaultValue: 1.5))),
        ])
    ])
    let lines = source(definition).split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      lines.filter { $0.hasPrefix("var ") && !$0.hasSuffix(")") }
        == [
          "var `switch`: Bool", "var count: Int", "var wrong: Int?", "var free: Int?",
          "var child: Int?", "var listed: String?", "var several: [Double]", "var hidden: Int?",
          "var span: Duration", "var request: OptionsRequest",
        ])
    #expect(lines.contains("self.span = parameters.take(\"span\") ?? .seconds(90)"))
    #expect(lines.contains("self.several = parameters.take(\"several\") ?? [0.5]"))
  }
}
