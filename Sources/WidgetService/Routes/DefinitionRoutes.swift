import DefinitionFormats
import FormEngine
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import JSONC
import Messages
import WidgetFormats
import WidgetLoading

/// Routes that check, describe, convert and compare the intent definitions in requests.
enum DefinitionRoutes {
  /// The name of a definition in messages.
  ///
  /// No real file has this path, so nothing next to it is read.
  private static let file = "request/definition"

  private static let path = ServicePath.api + "/definitions"
  private static let intent = ServiceRoute.Parameter(
    name: "intent", summary: "The intent, if the definition has several.")
  private static let format = ServiceRoute.Parameter(
    name: "to", summary: "The format.", isRequired: true, schema: SchemaPart.word(Target.self))
  private static let example = #"{"intents":[{"name":"Clock"}]}"#
  private static let document = ServiceRoute.Body.document(
    type: MediaType.bytes, example: example)

  private static let notADefinition = (status: 422, summary: "The body is not a definition.")

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .post, path: path + "/check", name: "checkDefinition", scope: .read,
        summary: "Finds the problems of a definition, of either format.", body: document,
        responses: [(200, "The findings.")], schema: .findings
      ) { call in
        let report = FileCheck.run(paths: [file], contents: [file: call.body])
        return call.response(Array(report.json(in: call.words.language).utf8))
      },
      ServiceRoute(
        method: .post, path: path + "/describe", name: "describeDefinition", scope: .read,
        summary: "The rows of a definition as a person will see them.", body: document,
        parameters: [intent], responses: [(200, "The intents."), notADefinition],
        schema: .descriptions
      ) { call in
        let definition = try read(call.body).file
        let intents = try call.query[intent.name].map { [try chosen($0, in: definition)] }
        let text = try IntentReport.json(
          (intents ?? definition.intents).map {
            IntentReport(IntentSchema($0, in: definition))
          }, in: { call.words($0) })
        return call.response(Array(text.utf8))
      },
      ServiceRoute(
        method: .post, path: path + "/convert", name: "convertDefinition", scope: .read,
        summary:
          "A definition in another format, with nothing left out, or the JSON Schema of an intent.",
        body: document,
        parameters: [format, intent], responses: [(200, "The definition."), notADefinition],
        schema: .definition,
        otherTypes: [(MediaType.xml, nil), (MediaType.jsonSchema, .jsonSchema)]
      ) { try convert($0) },
      ServiceRoute(
        method: .post, path: path + "/diff", name: "diffDefinitions", scope: .read,
        summary: "What happens to placed widgets when one definition replaces another.",
        body: .json(
          schema: pairCoding.schema,
          example: ["old": .string(example), "new": .string(example)]),
        responses: [(200, "The changes."), (422, "One of the two is not a definition.")],
        schema: .diff
      ) { call in
        let (old, new) = try pair(call)
        let diff = DefinitionDiff(from: old.file, to: new.file)
        return call.response(Array(diff.json(in: { call.words($0) }).utf8))
      },
    ]
  }

  private enum Target: String, CaseIterable { case json, intentdefinition, schema }
  private static let pairCoding = ObjectCoding<(old: String, new: String)>([
    .string("old", isRequired: true) { $0.old = $1 },
    .string("new", isRequired: true) { $0.new = $1 },
  ])

  private static func read(
    _ bytes: [UInt8], file: String = file
  ) throws(FormatErrors) -> DefinitionReading {
    try IntentDefinitionReader.read(bytes, file: file)
  }

  private static func pair(
    _ call: ServiceCall
  ) throws -> (old: DefinitionReading, new: DefinitionReading) {
    let (old, new) = try pairCoding.read(call.json(), as: (old: "", new: ""))
    return (
      try read(Array(old.utf8), file: "request/old"), try read(Array(new.utf8), file: "request/new")
    )
  }

  /// The intent whose name is in a request, or else the intent for widgets in the file.
  ///
  /// - Throws: `ServiceProblem` if there is no such intent, or if there are several to choose from.
  private static func chosen(
    _ name: String?, in definition: IntentDefinitionFile
  ) throws -> IntentDefinition {
    do throws(LoadingError) {
      return try definition.intent(chosen: name, path: file)
    } catch {
      if case .severalIntents(let intents) = error.reason {
        let names = intents.map(\.name).joined(separator: ", ")
        throw ServiceProblem(
          .wrongIntent, .thereAreIntents(names: names))
      }
      guard let name else {
        throw ServiceProblem(.noIntents)
      }
      let issue = IntentIssue(
        .wrongIntent(name.harmlessText, choices: definition.intents.map(\.name)), at: .root)
      throw ServiceProblem(.wrongIntent, issue.message, issue.advice)
    }
  }

  private static func convert(_ call: ServiceCall) throws -> Response {
    guard let target: Target = try call.word(format) else {
      throw ServiceCall.unknown("", of: format.name, choices: Target.allCases.map(\.rawValue))
    }
    let definition = try read(call.body).file
    switch target {
    case .json:
      return call.response(try DefinitionConversion.readableJSON(of: definition, path: file))
    case .intentdefinition:
      let format = IntentDefinitionReader.format(of: call.body, file: file)
      let bytes = try DefinitionConversion.bytes(
        of: definition, as: .propertyList, completing: definition.isHandwritten(in: format))
      return call.response(bytes, type: MediaType.xml)
    case .schema:
      let intent = try chosen(call.query[intent.name], in: definition)
      let schema = IntentSchema(intent, in: definition)
      return call.response(
        Array(try SchemaJSON.text(of: schema).utf8), type: MediaType.jsonSchema)
    }
  }
}
