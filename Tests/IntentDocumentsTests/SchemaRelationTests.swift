import FormatTestSupport
import IntentModel
import JSONC
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments
@testable import JSONCodings

/// The ten relations for parents of every type, single and multiple: another validator hides and
/// shows the same parameters.
@Suite(.startsPrograms) struct SchemaRelationTests {
  /// Parents, each with some of its values in JSON, and with values for predicates.
  static let parents: [(parameter: ParameterDefinition, json: [String], values: [IntentValue])] = [
    (.boolean("p"), ["true", "false"], [.boolean(true), .string("no"), .integer(1)]),
    (.integer("p"), ["1", "2", "3"], [.integer(2), .string("3"), .boolean(true), .decimal(1.5)]),
    (
      .decimal("p"), ["0.5", "2", "3.5"], [.integer(2), .string("0.5"), .string("x"), .decimal(3)]
    ),
    (
      .string("p"), [#""""#, #""a""#, #""ab""#, #""b.""#],
      [.string("a"), .string("."), .string(""), .integer(1)]
    ),
    (
      .enumeration("p", "Style"), [#""agenda""#, #""list""#],
      [.string("list"), .integer(1), .string("x")]
    ),
    (
      .of(.url(defaultValue: nil), "p"), [#""a:b""#, #""geo:1""#],
      [.string("a:b"), .string("geo"), .integer(1)]
    ),
    (.of(.file(FileMetadata()), "p"), [#""a""#, #""b/a""#], [.string("a"), .file("b/a")]),
    (
      .object("p"),
      [#"{"identifier":"work","display":"W"}"#, #"{"identifier":"home","display":"work"}"#],
      [.string("work"), .string("o"), .choice("home")]
    ),
    (
      .of(.person(detail: nil), "p"),
      [#"{"name":"Ann"}"#, #"{"name":"Ann","identifier":"7"}"#, #"{"name":"7"}"#],
      [.string("Ann"), .string("7")]
    ),
    (
      .of(.placemark(detail: nil), "p"), [#"{"name":"Oslo"}"#, #"{"latitude":1,"longitude":2}"#],
      [.string("Oslo"), .string("s")]
    ),
    (.of(.paymentMethod, "p"), [#"{"kind":"a"}"#, #"{"kind":"ab","name":"a"}"#], [.string("a")]),
    (
      .of(.speakableString(StringMetadata()), "p"),
      [#"{"spokenPhrase":"a"}"#, #"{"spokenPhrase":"ab"}"#], [.string("a"), .string("b")]
    ),
    (.dateComponents("p"), [#"{"hour":1}"#], [.string("1")]), (.duration("p"), [#""PT1S""#], []),
  ]

  private struct Case {
    var name: String
    var schema: IntentSchema
    var documents: [String]
  }

  private static func cases() -> [Case] {
    let enums = [IntentEnum.of("Style", "agenda", "list")]
    var cases: [Case] = []
    for (parent, json, values) in parents {
      for relation in ParameterRelation.allCases {
        for chosen in [[]] + values.map({ [$0] }) + [values]
          + (values.count > 1 ? [Array(values.prefix(2))] : [])
        {
          for isArray in [false, true] {
            let child = ParameterDefinition.boolean("c").changed {
              $0.relationship = ParameterRelationship(
                parentName: "p", predicateName: "X" + relation.rawValue, values: chosen)
            }
            let schema = IntentSchema.sample(
              [isArray ? parent.several : parent, child], enums: enums)
            guard SchemaJSON.limitations(of: schema).isEmpty else { continue }
            let arrays = ["[]"] + json.map { "[\($0)]" } + ["[\(json.joined(separator: ","))]"]
            let members =
              ["\"c\":true"] + (isArray ? arrays : json).map { "\"p\":\($0),\"c\":true" }
            cases.append(
              Case(
                name: "\(parent.type.name)\(isArray ? "[]" : "") \(relation) \(chosen)",
                schema: schema,
                documents: members.map {
                  #"{"intent":"TestIntent","family":"systemSmall","parameters":{\#($0)}}"#
                }))
          }
        }
      }
    }
    return cases
  }

  @Test func `The counted values of a schema are those that it lists`() {
    for one in Self.cases() {
      var writer = SchemaWriter(one.schema)
      let needed = writer.needed
      _ = writer.document()
      #expect(needed == SchemaWriter.maximumValues - writer.room, "\(one.name)")
    }
  }

  @Test(arguments: [(999, nil), (1_000, "schema-too-large")] as [(Int, String?)])
  func `A schema with too many values is refused`(count: Int, code: String?) {
    let cases = (0..<count).map { IntentEnum.Case(name: "c\($0)", index: $0 + 1) }
    let children = (0..<count).map { place in
      ParameterDefinition.boolean("b\(place)").changed {
        $0.relationship = ParameterRelationship(
          parentName: "p", predicateName: "EnumHasExactValue", values: [.string("c\(place)")])
      }
    }
    let schema = IntentSchema.sample(
      [.enumeration("p", "Wide")] + children, enums: [IntentEnum(name: "Wide", cases: cases)])
    #expect(SchemaWriter(schema).needed == count + count * count)
    guard let code else { return }
    #expect { try SchemaJSON.text(of: schema) } throws: { ($0 as? FormatError)?.code == code }
    #expect(SchemaJSON.limitations(of: schema).isEmpty)
  }

  @Test(.needsJSONSchema)
  func `Conditions are the same for a foreign validator`() throws {
    let all = Self.cases()
    #expect(all.count > 700)
    let cases = TestDepth.part(140, of: all)
    let input = try cases.map { one in
      let documents = try one.documents.map { try JSONText.parse(utf8($0)) }
      let line: JSONValue = [
        "schema": SchemaJSON.json(of: one.schema), "documents": .array(documents),
      ]
      return try JSONText.write(line, style: .compact) + "\n"
    }.joined()
    let answer = try FinishedProgram(
      "python3",
      ["-c", SchemaDifferentialTests.script], input: input)
    #expect(answer.status == 0)
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count == cases.count)
    for (one, line) in zip(cases, lines) {
      let ours = one.documents.map {
        (try? IntentJSON.read(utf8($0), schema: one.schema)) == nil ? "0" : "1"
      }.joined()
      #expect(ours == line, "\(one.name)")
    }
  }
}
