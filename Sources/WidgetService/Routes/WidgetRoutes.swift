import FormEngine
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import JSONCodings
import Messages
import NIOCore
import ServiceLifecycle
import WidgetPages
import WidgetTimeline

/// Routes for widgets and their forms, evaluation and validation.
enum WidgetRoutes {
  /// How long the response about a widget may be cached, in seconds.
  private static let maxAge = 60

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: ServicePath.widgets, name: "listWidgets", scope: .read,
        summary: "A page of the available widgets, in the order of their kinds.",
        parameters: ListPage.parameters + [locale],
        responses: [
          (200, "The widgets."), ServiceRoute.notModified, ServiceRoute.invalidQuery,
        ],
        schema: .widgets
      ) { try list($0) },
      ServiceRoute(
        method: .get, path: ServicePath.widget, name: "getWidget", scope: .read,
        summary: "One widget.", parameters: [locale],
        responses: [(200, "The widget."), ServiceRoute.notModified], schema: .widget
      ) { call in
        let item = try call.widget()
        return call.cachedResponse(
          item.responses(.summary) { TaggedResponse(summary.json(item).wire) }, maxAge: maxAge)
      },
      ServiceRoute(
        method: .get, path: ServicePath.form, name: "getForm", scope: .read,
        summary:
          "The rows of the form with the defaults that the definition states; no source is asked.",
        parameters: [locale, family],
        responses: [(200, "The form."), ServiceRoute.notModified], schema: .form
      ) { try form($0) },
      ServiceRoute(
        method: .get, path: ServicePath.schema, name: "getSchema", scope: .read,
        summary: "The JSON Schema (2020-12) of the intents of the widget.",
        responses: [(200, "The schema."), ServiceRoute.notModified],
        type: MediaType.jsonSchema, schema: .jsonSchema
      ) { call in
        let item = try call.widget()
        let response = try item.responses(.schema) {
          TaggedResponse(Array(try SchemaJSON.text(of: item.widget.schema).utf8))
        }
        return call.cachedResponse(response, maxAge: maxAge, type: MediaType.jsonSchema)
      },
      ServiceRoute(
        method: .post, path: ServicePath.widget + "/evaluate", name: "evaluate", scope: .read,
        summary: """
          The rows of a form for a draft, the problems of the draft, and the intent that it makes. \
          With “Accept: \(MediaType.events)”, late responses of sources follow as events.
          """,
        body: .json(schema: evaluateCoding.schema, example: evaluateExample),
        parameters: [TimelineRoutes.zone],
        responses: [
          (200, "The form."), (409, "The definition has changed."),
          ServiceRoute.invalidRequest,
        ], schema: .form, otherTypes: [(MediaType.events, .formEvents)]
      ) { try await evaluate($0) },
      ServiceRoute(
        method: .post, path: ServicePath.widget + "/validate", name: "validate", scope: .read,
        summary: "Checks one intent.",
        body: .document(type: MediaType.json, example: intentExample),
        responses: [(200, "Whether it is valid, and its problems or remarks.")], schema: .validity
      ) { try validate($0) },
      ServiceRoute(
        method: .post, path: ServicePath.widget + "/validate-lines", name: "validateLines",
        scope: .read,
        summary: """
          Checks intents as JSON Lines, any number of them: a line for each problem while they are \
          read, and at the end a line with the counts.
          """,
        body: .stream(type: MediaType.jsonLines, example: intentExample),
        parameters: [family],
        responses: [ServiceRoute.problemsAndCounts], type: MediaType.jsonLines,
        schema: .bulkLines
      ) { try BulkValidation.respond(to: $0) },
    ]
  }

  static let locale = ServiceRoute.Parameter(
    name: PageQuery.locale.rawValue,
    summary: "The language of texts as a BCP 47 tag; by default the language of Accept-Language.")
  static let family = ServiceRoute.Parameter(
    name: "family", summary: "The family of the widget.",
    schema: SchemaPart.family)

  private static let evaluateCoding = FormRequest.coding(.seq, .waitMs, .definition, .texts, .known)
  private static let evaluateExample: JSONValue = [
    "seq": 17, "waitMs": 200, "family": "systemMedium", "draft": [:],
  ]
  private static let intentExample =
    #"{"intent":"UpNextIntent","family":"systemMedium","parameters":{"emphasis":0.5}}"#

  private static func list(_ call: ServiceCall) throws -> Response {
    let page = try ListPage(call, filters: [])
    let items = try call.service.servedWidgets.items(in: call.language)
    let rest = items.drop { item in page.after.map { item.widget.kind <= $0 } ?? false }
    let (shown, next) = page.cut(Array(rest), \.widget.kind)
    return page.cachedResponse(
      .widgets, shown.map { summary.json($0) }, next: next, maxAge: maxAge, to: call)
  }

  /// The key of the name of an intent.
  static let intentNameKey = "intentName"

  /// A widget in the gallery.
  static let summary = ObjectCoding<ServedWidget>([
    .text("kind") { $0.widget.kind },
    .text("displayName") { $0.widget.displayName },
    .text(optional: "description") { $0.widget.description.isEmpty ? nil : $0.widget.description },
    .text(intentNameKey) { $0.widget.schema.intent.typeName },
    .value("families", SchemaPart.list(family.schema)) {
      .array($0.widget.families.map { .string($0.rawValue) })
    },
    .text("definition") { $0.definition },
    .value("sources", SchemaPart.list(SchemaPart.string)) {
      .array($0.widget.providers.keys.sorted().map { .string($0) })
    },
    .flag("hasTimeline") { $0.widget.timeline != nil },
    .text("form") { ServicePath.path(ServicePath.form, of: $0.widget.kind) },
    .text("schema") { ServicePath.path(ServicePath.schema, of: $0.widget.kind) },
  ])

  private static func form(_ call: ServiceCall) throws -> Response {
    let item = try call.widget()
    let family = try call.family(of: item) ?? item.widget.families.ofNewWidget
    func make() -> TaggedResponse {
      let request = FormRequest(of: item, family: family)
      return TaggedResponse(
        FormResponse(request.state(of: item, today: nil), of: item)
          .wire(to: request, definition: item.definition, questions: []))
    }
    let response = item.keeps(family) ? item.responses(.form(family), make) : make()
    return call.cachedResponse(response, maxAge: maxAge)
  }

  private static func evaluate(_ call: ServiceCall) async throws -> Response {
    var call = call
    let (item, request) = try call.form(evaluateCoding)
    if let former = request.former { throw try await call.definitionChanged(former, item) }
    if call.wantsEvents { return try events(call, item, request) }
    let run = FormRun(item, request, today: try call.today)
    _ = await run.settle(until: .now + .milliseconds(request.waitMilliseconds))
    try FormRun.checkSize(of: run.state)
    return call.response(wire(FormResponse(run.state, of: item), run, item, request))
  }

  private static func wire(
    _ response: FormResponse, _ run: FormRun, _ item: ServedWidget, _ request: FormRequest
  ) -> [UInt8] {
    response.wire(to: request, definition: item.definition, questions: run.questions)
  }

  /// The events of an evaluation.
  enum EventName: String, CaseIterable { case form, change, done }

  /// Responds with the form after the wait, then with a change for each late result, and then with
  /// the end.
  private static func events(
    _ call: ServiceCall, _ item: ServedWidget, _ request: FormRequest
  ) throws -> Response {
    let today = try call.today
    // Once a stream has begun, an error can only cut it short.
    var opened = request.state(of: item, today: today)
    if !request.texts.isEmpty { _ = opened.handle(.enter(request.texts)) }
    try FormRun.checkSize(of: opened)
    return try EventStream.respond(to: call) { events in
      var request = request
      let run = FormRun(item, request, today: today)
      var isDone = await run.settle(until: .now + .milliseconds(request.waitMilliseconds))
      var response = FormResponse(run.state, of: item)
      try await events.send(EventName.form.rawValue, wire: wire(response, run, item, request))
      while !isDone {
        request.known = response.marks
        isDone = await run.settle(until: .now + .seconds(3_600), responses: 1)
        if Task.isCancelled { return }
        response = FormResponse(run.state, of: item)
        try await events.send(EventName.change.rawValue, wire: wire(response, run, item, request))
      }
      try await events.send(
        EventName.done.rawValue, .members([FormRequest.Key.seq.rawValue: .whole(request.seq)]))
    }
  }

  /// Whether an intent is valid, with its issues; a valid intent can have remarks.
  static let validity = ObjectCoding<(isValid: Bool, intent: JSONValue?, issues: [JSONValue]?)>([
    .flag("valid") { $0.isValid },
    .value(optional: "intent", ResponseSchema.intent.reference) { $0.intent },
    .value(optional: "issues", SchemaPart.list(ResponseSchema.issue.reference)) {
      $0.issues.map { .array($0) }
    },
  ])

  private static func validate(_ call: ServiceCall) throws -> Response {
    let (schema, words) = (try call.widget().widget.schema, call.words)
    do throws(LocatedIssues) {
      let document = try IntentJSON.read(
        call.body, schema: schema, defaultFamily: nil, limits: call.limits)
      let intent = try? schema.resolve(document.draft, family: document.family).get()
      let remarks = document.remarks(
        under: schema, in: call.body, firstLine: 1, file: RequestBody.file, defaultFamily: nil,
        limits: call.limits)
      return call.response(
        validity.json(
          (
            true, intent.map { IntentJSON.json(of: $0, name: document.name, schema: schema) },
            remarks.isEmpty ? nil : remarks.map { ServiceIssue($0).json(in: words) }
          )))
    } catch {
      return call.response(
        validity.json((false, nil, error.issues.map { ServiceIssue($0).json(in: words) })))
    }
  }
}
