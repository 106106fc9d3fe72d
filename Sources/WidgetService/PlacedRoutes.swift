import DefinitionFormats
import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import Logging
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore

/// Routes for placed widgets: configurations stored under names.
enum PlacedRoutes {
  private static let path = "/v1/placed/{name}"
  private static let condition = ServiceRoute.Parameter(
    name: "If-Match", place: "header",
    summary: "The ETag of the state that the change was made for.")
  private static let newness = ServiceRoute.Parameter(
    name: "If-None-Match", place: "header", summary: "“*” for a widget that must be new.")
  private static let dryRun = ServiceRoute.Parameter(
    name: "dry-run", summary: "“true” reports what would be done, and changes nothing.",
    schema: SchemaPart.boolean)
  private static let repeatKey = ServiceRoute.Parameter(
    name: "Idempotency-Key", place: "header",
    summary:
      "A name of the request; sent again within 24 hours, it has the same answer and no effect.")
  private static let writeAnswers: [(status: Int, summary: String)] = [
    (200, "It is stored."), (201, "It is stored, and new."),
    (409, "The definition has changed, with the draft as it takes it now."),
    (412, "It is in another state, with the changes of both sides."),
    (422, "The draft has errors."), (428, "`If-Match` or `If-None-Match` is missing."),
  ]

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: "/v1/placed", name: "listPlaced", scope: .read,
        summary: "The placed widgets in the order of their names.",
        answers: [(200, "The widgets."), (304, "Not modified.")], schema: .placedList
      ) { try await list($0) },
      ServiceRoute(
        method: .get, path: "/v1/removed", name: "listRemoved", scope: .read,
        summary: "The names of the removed widgets that can be restored.",
        answers: [(200, "The names."), (304, "Not modified.")], schema: .removedList
      ) { call in
        let names = try await call.store.removedNames()
        let json: JSONValue = .members(["removed": .array(names.map { .string($0) })])
        return call.cachedAnswer(json.wire, maxAge: 0)
      },
      ServiceRoute(
        method: .get, path: path, name: "getPlaced", scope: .read,
        summary: "One placed widget, under its present definition.",
        answers: [(200, "The widget."), (304, "Not modified."), (404, "There is none.")],
        schema: .placed
      ) { call in
        let placed = try await PlacedState.find(call["name"], call)
        return call.cachedAnswer(
          TaggedAnswer(placed.json(in: call.words).wire, etag: placed.etag), maxAge: 0)
      },
      ServiceRoute(
        method: .put, path: path, name: "putPlaced", scope: .write,
        summary: "Places a widget, or changes one; the whole draft is sent.",
        body: .json(
          schema: PutRequest.schema,
          example: ["kind": "UpNext", "family": "systemMedium", "draft": [:]]),
        parameters: [condition, newness, dryRun], answers: writeAnswers, schema: .placed
      ) { try await put($0) },
      ServiceRoute(
        method: .delete, path: path, name: "deletePlaced", scope: .write,
        summary: "Removes a widget; it can be restored for 30 days.",
        parameters: [condition],
        answers: [
          (204, "It is removed."), (404, "There is none."), (412, "The widget has changed."),
          (428, "`If-Match` or `If-None-Match` is missing."),
        ]
      ) { try await remove($0) },
      ServiceRoute(
        method: .get, path: path + "/history", name: "history", scope: .read,
        summary: "The states of a widget, the latest first.",
        answers: [(200, "The states."), (404, "The name was never placed.")], schema: .history
      ) { try await history($0) },
      ServiceRoute(
        method: .post, path: path + "/restore", name: "restore", scope: .write,
        summary: "Restores an earlier state of a widget.",
        body: .json(schema: NameRequest.schema(.revision), example: ["revision": 1]),
        parameters: [condition, repeatKey],
        answers: [
          (200, "The restored widget."), (404, "There is no such state."),
          (412, "The widget has changed."),
        ],
        schema: .placed
      ) { call in
        let revision = try NameRequest(call.body, key: .revision, call.limits).revision
        return try await make(.restore(call["name"], revision: revision), call)
      },
      ServiceRoute(
        method: .post, path: path + "/rename", name: "rename", scope: .write,
        summary: "Renames a widget and keeps its history.",
        body: .json(schema: NameRequest.schema(.to), example: ["to": "Hall"]),
        parameters: [condition, repeatKey],
        answers: [
          (200, "The widget."), (404, "There is none."), (409, "The name is taken."),
          (412, "The widget has changed."),
        ],
        schema: .placed
      ) { call in
        let other = try NameRequest(call.body, key: .to, call.limits).name
        return try await make(.rename(call["name"], to: other), call)
      },
      ServiceRoute(
        method: .post, path: path + "/copy", name: "copy", scope: .write,
        summary: "Copies a widget to another name.",
        body: .json(schema: NameRequest.schema(.to), example: ["to": "Hall 2"]),
        parameters: [repeatKey],
        answers: [(201, "The new widget."), (404, "There is none."), (409, "The name is taken.")],
        schema: .placed
      ) { call in
        let other = try NameRequest(call.body, key: .to, call.limits).name
        return try await make(.copy(call["name"], to: other), call, status: .created)
      },
    ]
  }

  private static func list(_ call: ServiceCall) async throws -> Response {
    let contents = try await call.store.contents()
    let words = call.words
    let placed = contents.widgets.map { widget -> JSONValue in
      let state = PlacedState(widget, try? PlacedState.item(of: widget, call))
      return state.summary
    }
    let damaged = contents.damaged.map { entry -> JSONValue in
      .members([
        "name": .string(entry.name), "state": .string(ListJSON.State.damaged.rawValue),
        "problem": .string(words(entry.line)),
      ])
    }
    let json: JSONValue = .members(["placed": .array(placed + damaged)])
    return call.cachedAnswer(json.wire, maxAge: 0)
  }

  private static func put(_ call: ServiceCall) async throws -> Response {
    let name = call["name"]
    let isTrial = try call.flag("dry-run")
    let stored = try await PlacedState.stored(name, call)
    let request = try PutRequest(call, stored: stored)
    if let former = request.form.former {
      throw try await call.definitionChanged(former, request.item, placed: name)
    }
    let current = try stored.map { PlacedState($0, try PlacedState.item(of: $0, call)) }
    let precondition = try Precondition(call)
    // Settle the form as on a terminal, by waiting for pending defaults: a bit longer than a source
    // may take, so that the failure of one that hangs arrives.
    let run = FormRun(request.item, request.form)
    _ = await run.settle(until: .now + call.service.settings.sourceTimeLimit + .seconds(1))
    if run.state.awaitsDefault {
      // Without a pending default, the stored answers would be others than the form shows.
      let widget = request.item.widget
      let source = run.awaitedParameter.flatMap { widget.providers[$0]?.name }
      throw ServiceProblem(
        OptionsError.timedOut(
          provider: source ?? widget.kind, limit: call.service.settings.sourceTimeLimit))
    }
    let issues = run.state.allIssues(also: request.form.issues)
    let errors = issues.filter { $0.severity == .error }
    let widget = request.item.widget
    let proposed = PlacedWidget(
      name: name, widget: widget.folderName ?? widget.entry,
      definitionPath: widget.folderName == nil ? widget.definitionPath : nil,
      intent: widget.schema.intent.typeName, family: run.state.family, draft: run.state.draft,
      under: widget.schema, revision: stored?.revision ?? 0)
    guard precondition.holds(for: current?.etag) else {
      throw try await conflict(call, current: current, proposed: proposed, request.item)
    }
    guard errors.isEmpty else {
      throw ServiceProblem.invalid(call.located(issues, below: [.key("draft")]))
    }
    guard !isTrial else {
      var saved = proposed
      saved.updatedAt = call.service.now()
      let state = PlacedState(saved, request.item)
      return call.answer(state.json(in: call.words), headers: [.eTag: state.etag])
    }
    if let current, proposed.isSaved(as: current.placed) {
      return WrittenAnswer(current, in: call.words, status: .ok).response(to: call)
    }
    let saved: PlacedWidget
    do throws(StoreError) {
      saved = try await call.store.save(proposed, expecting: stored?.revision)
    } catch {
      // Another request changed the widget between the read and the save.
      guard case .conflicts = error.problem else { throw error }
      let now = try await PlacedState.stored(name, call)
      throw try await conflict(
        call, current: try now.map { PlacedState($0, try PlacedState.item(of: $0, call)) },
        proposed: proposed, request.item)
    }
    call.noteChange()
    let state = PlacedState(saved, request.item)
    return WrittenAnswer(state, in: call.words, status: stored == nil ? .created : .ok)
      .response(to: call)
  }

  /// Makes a change; requests with the same `Idempotency-Key` make it only once.
  ///
  /// - Throws: `ServiceProblem` if the key was used for a different request.
  private static func make(
    _ edit: StoreEdit, _ call: ServiceCall, status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let key = call.request.headers[.idempotencyKey]
    let request = key.map { key in
      StoreRequest(
        key: ContentMark.of(call.caller.subject + "\u{0}" + key),
        mark: ContentMark.of(
          Array("\(call.request.method.rawValue) \(call.path)\n".utf8) + call.body))
    }
    let (items, words) = (try call.service.servedWidgets.items(in: call.language), call.words)
    let expected = try await expectedRevision(of: edit, call)
    let text: String?
    do throws(StoreError) {
      text = try await call.store.make(edit, once: request, expecting: expected) { widget in
        let item = try? PlacedState.item(of: widget, among: items)
        return WrittenAnswer(PlacedState(widget, item), in: words, status: status).text
      }
    } catch {
      throw try await explained(error, call)
    }
    guard let text else {
      throw ServiceProblem(
        .unprocessableContent, "key-used",
        .keyUsedOtherwise(key: (key ?? "").harmless(limit: 100)), .useNewKey)
    }
    call.noteChange()
    return try WrittenAnswer(text).response(to: call)
  }

  /// The revision that `If-Match` names; nil without that header, and 0 for an outdated state.
  private static func expectedRevision(
    of edit: StoreEdit, _ call: ServiceCall
  ) async throws -> Int? {
    guard call.request.headers[.ifMatch] != nil else { return nil }
    let precondition = try Precondition(call)
    guard let stored = try await call.store.widget(named: edit.name) else { return nil }
    let state = PlacedState(stored, try? PlacedState.item(of: stored, call))
    return precondition.holds(for: state.etag) ? stored.revision : 0
  }

  /// The error of the store, or if another request has changed the widget since it was read, the
  /// problem that says so.
  private static func explained(
    _ error: StoreError, _ call: ServiceCall
  ) async throws -> any Error {
    guard case .conflicts(let conflicts) = error.problem,
      conflicts.contains(where: { $0.expected != nil })
    else { return error }
    return changedMeanwhile(
      call, current: try await PlacedState.find(call["name"], call), .readWidgetAgain)
  }

  /// The problem for a change to an outdated state, with the current state.
  private static func changedMeanwhile(
    _ call: ServiceCall, current: PlacedState?, _ remedy: Message
  ) -> ServiceProblem {
    var problem = ServiceProblem(
      .preconditionFailed, "changed",
      .changedMeanwhile(name: call["name"].harmless(limit: 200)), remedy)
    problem.members = [(key: "current", value: current?.json(in: call.words) ?? .null)]
    if let etag = current?.etag { problem.headers[.eTag] = etag }
    return problem
  }

  /// The problem for a widget sent for an outdated state, with the changes of both sides.
  private static func conflict(
    _ call: ServiceCall, current: PlacedState?, proposed: PlacedWidget, _ item: ServedWidgets.Item
  ) async throws -> ServiceProblem {
    var problem = changedMeanwhile(call, current: current, .takeBothSides)
    if call.request.headers[.ifMatch] == nil {
      // The caller wanted a new widget.
      let taken = StoreProblem.conflicts([
        StoreConflict(name: proposed.name, expected: nil, found: current?.placed.revision)
      ])
      (problem.message, problem.remedy) = (taken.message, taken.advice)
      return problem
    }
    // The history often still has the state that the change was made for.
    let tags = EntityTag.list(call.request.headers[.ifMatch]).compactMap(\.weakly)
    let base = try await PlacedState.known(call["name"], by: tags, item, call)
    let start = base?.migration?.draft.values
    if start == nil { problem.remedy = .applyYours }
    if current == nil { problem.remedy = .placeAnew }
    let present = current?.migration?.draft.values ?? [:]
    let writer = ChangeWriting(schema: item.widget.schema)
    let mine = proposed.draft(under: item.widget.schema).draft.values
    problem.members.append((key: "yours", value: writer.changes(from: start ?? present, to: mine)))
    if let start {
      problem.members.append((key: "theirs", value: writer.changes(from: start, to: present)))
    }
    return problem
  }

  private static func remove(_ call: ServiceCall) async throws -> Response {
    let name = call["name"]
    guard let stored = try await PlacedState.stored(name, call) else {
      throw try await PlacedState.missing(name, call)
    }
    let state = PlacedState(stored, try? PlacedState.item(of: stored, call))
    let precondition = try Precondition(call)
    guard precondition.holds(for: state.etag) else {
      throw changedMeanwhile(call, current: state, .readWidgetAgain)
    }
    do throws(StoreError) {
      try await call.store.remove(named: name, expecting: stored.revision)
    } catch {
      throw try await explained(error, call)
    }
    call.noteChange()
    return Response(status: .noContent)
  }

  private static func history(_ call: ServiceCall) async throws -> Response {
    let name = call["name"]
    let states = try await call.store.history(of: name)
    guard !states.isEmpty else { throw try await PlacedState.missing(name, call) }
    let json = states.map { state -> JSONValue in
      let item = state.widget.flatMap { try? PlacedState.item(of: $0, call) }
      let placed = state.widget.map { PlacedState($0, item) }
      return .members([
        "revision": .integer(state.revision), "isPresent": .bool(state.isPresent),
        "savedAt": .text(state.savedAt.map { TimelineJSON.text(of: $0) }),
        "removedAt": .text(state.removedAt.map { TimelineJSON.text(of: $0) }),
        "kind": .text(placed?.item?.widget.kind), "etag": .text(placed?.etag),
        "family": .text(state.widget?.family.rawValue),
        "draft": placed?.draft, "problem": .text(state.damage.map { call.words($0) }),
      ])
    }
    return call.answer(.members(["name": .string(name), "states": .array(json)]))
  }
}

/// The state that a change requires, from `If-Match` and `If-None-Match`.
private struct Precondition {
  private let matches: [EntityTag]
  private let matchesNot: [EntityTag]

  /// - Throws: `ServiceProblem` with 428 (RFC 6585) if neither header is present, with 400 for a
  ///   malformed one.
  init(_ call: ServiceCall) throws {
    matches = try EntityTag.required(.ifMatch, of: call.request)
    matchesNot = try EntityTag.required(.ifNoneMatch, of: call.request)
    guard !matches.isEmpty || !matchesNot.isEmpty else {
      throw ServiceProblem(
        .preconditionRequired, "condition-missing", .conditionMissing,
        call.request.method == .put ? .sendCondition : .sendIfMatch)
    }
  }

  /// Whether the precondition holds for an ETag; nil for a missing widget.
  ///
  /// Uses the strong comparison.
  func holds(for etag: String?) -> Bool {
    func isNamed(_ tags: [EntityTag]) -> Bool {
      guard let etag else { return false }
      return tags.contains(.any) || tags.contains(.tag(etag))
    }
    return (matches.isEmpty || isNamed(matches)) && !isNamed(matchesNot)
  }
}

/// A request to place a widget.
private struct PutRequest {
  private static let ownKeys: [FormRequest.Key] = [.kind, .definition]

  /// The JSON Schema of valid requests.
  static var schema: JSONValue { FormRequest.schema(ownKeys) }

  let item: ServedWidgets.Item
  let form: FormRequest

  init(_ call: ServiceCall, stored: PlacedWidget?) throws {
    let problems = ProblemList(file: "request", bytes: call.body, limits: call.limits)
    let members = problems.root()?.openObject(FormRequest.Key.self)
    let kind = members?.string(.kind)
    if kind == nil, stored == nil { _ = members?.required(.kind) }
    if let kind, problems.isEmpty {
      item = try call.widget(ofKind: kind)
    } else if let stored, problems.isEmpty {
      item = try PlacedState.item(of: stored, call)
    } else {
      throw FormatErrors(problems.errors)
    }
    form = try FormRequest(
      call.body, keys: Self.ownKeys + FormRequest.common, of: item.widget, limits: call.limits,
      family: stored?.family, definition: item.definition)
  }
}

/// A request with another name or a revision.
private struct NameRequest {
  enum Key: String, JSONKey { case to, revision }

  private static let revisions = 1...Int(Int32.max)

  /// The JSON Schema of valid requests with a member.
  static func schema(_ key: Key) -> JSONValue {
    switch key {
    case .to: SchemaPart.object([key], required: [key]) { _ in SchemaPart.text }
    case .revision: SchemaPart.object([key]) { _ in SchemaPart.integer(in: revisions) }
    }
  }

  var name = ""
  var revision: Int?

  init(_ bytes: [UInt8], key: Key, _ limits: FormatLimits) throws {
    let problems = ProblemList(file: "request", bytes: bytes, limits: limits)
    if let members = problems.root()?.openObject(Key.self) {
      members.refuseAllBut([key])
      switch key {
      case .to: name = members.required(.to)?.string ?? ""
      case .revision:
        revision = members[.revision]?.whole(in: Self.revisions, .verbatim("revision"))
      }
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
  }
}

/// A placed widget under its current definition.
struct PlacedState {
  let placed: PlacedWidget
  /// The served widget that it configures; nil if the service no longer has it.
  let item: ServedWidgets.Item?
  /// The answers migrated to the current definition; nil without a definition.
  let migration: DraftMigration?
  /// The ETag of the content, including the answers of hidden rows.
  let etag: String

  init(_ placed: PlacedWidget, _ item: ServedWidgets.Item?) {
    (self.placed, self.item) = (placed, item)
    let migration = item.map { placed.draft(under: $0.widget.schema) }
    self.migration = migration
    etag = Self.etag(of: placed, migration?.draft)
  }

  /// The ETag that the widget had under the definition with which it was stored; nil if unknown.
  var formerETag: String? {
    placed.answerSchema.map { Self.etag(of: placed, placed.draft(under: $0).draft) }
  }

  private static func etag(of placed: PlacedWidget, _ draft: IntentDraft?) -> String {
    let draft = draft.flatMap { try? DraftJSON.text(of: IntentDraft(values: $0.values)) }
    let parts = [
      placed.widget ?? placed.definitionPath ?? "", placed.intent, placed.family.rawValue,
      draft ?? "revision \(placed.revision)",
    ]
    return "\"\(ContentMark.of(parts.joined(separator: "\u{0}")))\""
  }

  /// The placed widget with a name, under its definition.
  ///
  /// - Throws: `ServiceProblem` if there is none.
  static func find(_ name: String, _ call: ServiceCall) async throws -> PlacedState {
    guard let stored = try await stored(name, call) else { throw try await missing(name, call) }
    return PlacedState(stored, try? item(of: stored, call))
  }

  static func stored(_ name: String, _ call: ServiceCall) async throws -> PlacedWidget? {
    try await call.store.widget(named: name)
  }

  /// The latest state in the history whose ETag is in `tags`; nil if there is none.
  static func known(
    _ name: String, by tags: [String], _ item: ServedWidgets.Item?, _ call: ServiceCall
  ) async throws -> PlacedState? {
    try await call.store.history(of: name).lazy.compactMap(\.widget)
      .map { PlacedState($0, item) }.first { tags.contains($0.etag) }
  }

  static func missing(_ name: String, _ call: ServiceCall) async throws -> any Error {
    try await call.store.notPlaced([name])
  }

  /// The served widget that a placed widget configures.
  ///
  /// - Throws: `ServiceProblem` if the service does not have it.
  static func item(of placed: PlacedWidget, _ call: ServiceCall) throws -> ServedWidgets.Item {
    try item(of: placed, among: call.service.servedWidgets.items(in: call.language), call.logger)
  }

  /// Whether the service has the form of a placed widget.
  static func isServed(_ placed: PlacedWidget, _ call: ServiceCall) -> Bool {
    (try? item(of: placed, call)) != nil
  }

  static func item(
    of placed: PlacedWidget, among items: [ServedWidgets.Item], _ logger: Logger? = nil
  ) throws -> ServedWidgets.Item {
    let found = items.first { item in
      let widget = item.widget
      return placed.isPlaced(
        fromFolder: widget.folderName, entry: widget.entry,
        definitionPath: widget.definitionPath, intent: widget.schema.intent.typeName)
    }
    if let found { return found }
    if let path = placed.definitionPath {
      // Callers learn only the name of the file.
      logger?.info(
        "definition not served",
        metadata: [
          "name": .string(placed.name.harmless(limit: 200)),
          "path": .string(path.harmless(limit: 1_000)),
        ])
      throw ServiceProblem(
        .notFound, "no-such-widget",
        .definitionNotServed(
          file: String(path.split(separator: "/").last ?? "").harmless(limit: 200)),
        .serveDefinition)
    }
    throw ServiceProblem(
      .notFound, "no-such-widget",
      .widgetNotServed(name: (placed.widget ?? placed.name).harmless(limit: 100)),
      .lookForDefinition)
  }

  /// Whether the widget's answers fit the current definition.
  private var state: ListJSON.State {
    guard let item else { return .unreadable }
    return placed.isAnswered(under: item.widget.schema) ? .current : .changed
  }

  /// The widget as a list shows it.
  var summary: JSONValue { .object(JSONObject(head)) }

  private var head: [(key: String, value: JSONValue)] {
    [
      (key: "name", value: .string(placed.name)),
      (key: "kind", value: .text(item?.widget.kind) ?? .null),
      (key: "family", value: .string(placed.family.rawValue)),
      (key: "state", value: .string(state.rawValue)),
      (key: "revision", value: .integer(placed.revision)),
      (key: "savedAt", value: .string(TimelineJSON.text(of: placed.updatedAt))),
      (key: "etag", value: .string(etag)),
    ]
  }

  /// The intent of the answers, or the issues that prevent it; nil without a definition.
  private var intent: Result<Intent, IntentIssues>? {
    guard let item, let migration else { return nil }
    return item.widget.schema.resolve(migration.draft, family: placed.family)
  }

  /// The answers as JSON; nil without a definition.
  var draft: JSONValue? {
    guard let item, let migration else { return nil }
    return WireValues(schema: item.widget.schema).json(migration.draft.values)
  }

  /// The complete widget as JSON.
  func json(in words: FormWords) -> JSONValue {
    var object = JSONObject(head)
    guard let item, let migration else { return .object(object) }
    let schema = item.widget.schema
    if let draft { object.append(key: "draft", value: draft) }
    var issues: [ServiceIssue] = []
    switch intent {
    case .success(let intent)?:
      object.append(key: "intent", value: IntentJSON.json(of: intent, name: nil, schema: schema))
    case .failure(let failure)?:
      object.append(key: "intent", value: .null)
      issues = failure.issues.map { ServiceIssue($0, below: [.key("draft")]) }
    case nil: break
    }
    issues += item.widget.issues(ofFamily: placed.family)
    if !issues.isEmpty {
      object.append(key: "issues", value: .array(issues.map { $0.json(in: words) }))
    }
    if !migration.changes.isEmpty {
      object.append(
        key: "changes",
        value: migration.changesJSON(in: words))
    }
    return .object(object)
  }
}

/// Writes the changes of one side of a conflict.
private struct ChangeWriting {
  let schema: IntentSchema

  func changes(from old: [String: IntentValue], to new: [String: IntentValue]) -> JSONValue {
    .array(
      schema.parameters.compactMap { parameter in
        let (before, after) = (old[parameter.name], new[parameter.name])
        guard before != after else { return nil }
        let writer = WireValues(schema: schema)
        return .members([
          "parameter": .string(parameter.name),
          "from": before.map { writer.json($0, of: parameter) } ?? .null,
          "to": after.map { writer.json($0, of: parameter) } ?? .null,
        ])
      })
  }
}

/// The response to a request that changed the store.
struct WrittenAnswer: Sendable {
  private enum Key: String, JSONKey { case status, etag, location, body }

  private let status: Int
  private let etag: String
  private let location: String
  private let body: String

  /// The response for a stored widget.
  init(_ state: PlacedState, in words: FormWords, status: HTTPResponse.Status) {
    self.status = status.code
    etag = state.etag
    location = "/v1/placed/" + state.placed.name.percentEncoded
    body = String(decoding: state.json(in: words).wire, as: UTF8.self)
  }

  /// Parses a response as a store keeps it.
  init(_ text: String) throws {
    let problems = ProblemList(file: "answer", bytes: Array(text.utf8), limits: DraftJSON.limits)
    let members = problems.root()?.object(Key.self)
    status = members?.required(.status)?.integer ?? 0
    etag = members?.required(.etag)?.string ?? ""
    location = members?.required(.location)?.string ?? ""
    body = members?.required(.body)?.string ?? ""
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
  }

  /// The response as a store keeps it.
  var text: String {
    let json: JSONValue = .members([
      "status": .integer(status), "etag": .string(etag), "location": .string(location),
      "body": .string(body),
    ])
    return String(decoding: json.wire, as: UTF8.self)
  }

  func response(to call: ServiceCall) -> Response {
    call.answer(
      Array(body.utf8), status: HTTPResponse.Status(code: status),
      headers: [.eTag: etag, .location: location])
  }
}

extension ServiceCall {
  /// Notifies followers of the store about a change without waiting for the next poll.
  func noteChange() { service.changes.look(at: TenantStores.tenant(caller.tenant)) }

  /// The problem for a draft made with another definition, with the draft migrated to the current
  /// one.
  func definitionChanged(
    _ former: FormRequest.FormerDraft, _ item: ServedWidgets.Item, placed name: String? = nil
  ) async throws -> ServiceProblem {
    let (migration, issues) = try await migration(of: former, to: item, placed: name)
    var problem = ServiceProblem(
      .conflict, "definition-changed", .definitionIsAnother, .readFormAgain,
      issues: located(issues, below: [.key("draft")]))
    let writer = WireValues(schema: item.widget.schema)
    problem.members = [
      (key: "definition", value: .string(item.definition)),
      (key: "draft", value: writer.json(migration.draft.values)),
      (key: "changes", value: migration.changesJSON(in: words)),
    ]
    return problem
  }

  /// Migrates a draft made with another definition to the current one.
  ///
  /// The other definition is looked up among those of the tenant's stored widgets. If it is
  /// unknown, answers are matched by name.
  func migration(
    of former: FormRequest.FormerDraft, to item: ServedWidgets.Item, placed name: String?
  ) async throws -> (migration: DraftMigration, issues: [IntentIssue]) {
    let schema = item.widget.schema
    var stored = try await store.contents().widgets
    if let name { stored += try await store.history(of: name).compactMap(\.widget) }
    let schemas = Set(
      stored.filter { $0.intent == schema.intent.typeName }.compactMap(\.answerSchema))
    let start = schemas.first { ServedWidgets.mark(of: $0) == former.definition }
    let reading = DraftReading(former.draft, schema: start ?? schema)
    return (IntentDraft(values: reading.values).migrated(from: start, to: schema), reading.issues)
  }
}

extension DraftMigration {
  /// The changes of the migration as JSON.
  func changesJSON(in words: FormWords) -> JSONValue {
    .array(
      changes.map { change in
        .members([
          "parameter": .string(change.parameter), "now": .text(change.newName),
          "reasons": .array(change.reasons.map { .string($0.code) }),
          "isLoss": .bool(change.isLoss), "text": .string(words(change.line)),
        ])
      })
  }
}
