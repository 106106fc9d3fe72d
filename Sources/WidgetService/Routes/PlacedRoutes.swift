import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import JSONCodings
import Logging
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Routes for placed widgets, which are configurations stored under names.
enum PlacedRoutes {
  static let condition = ServiceRoute.Parameter(
    name: HTTPField.Name.ifMatch.rawName, place: .header,
    summary: "The ETag of the state that the change was made for.")
  private static let newness = ServiceRoute.Parameter(
    name: HTTPField.Name.ifNoneMatch.rawName, place: .header,
    summary: "“*” for a widget that must be new.")
  static let dryRun = ServiceRoute.Parameter(
    name: "dry-run", summary: "“true” reports what would be done, and changes nothing.",
    schema: SchemaPart.boolean)
  private static let conditionMissing =
    (status: 428, summary: "`If-Match` or `If-None-Match` is missing.")
  private static let changed = (status: 412, summary: "The widget has changed.")
  static let changedOrNotPlaced = (
    status: 412, summary: "The widget has changed, or is not placed."
  )
  private static let nameTaken = (status: 409, summary: "The name is taken.")
  private static let writeResponses: [(status: Int, summary: String)] = [
    (200, "The widget is saved."), (201, "The new widget is saved."),
    (
      409,
      """
      The definition has changed, and the body has the draft under the new one; or another widget \
      is placed under the name.
      """
    ),
    (412, "The widget has changed. The body has the changes of both sides."),
    (422, "The draft has errors."), conditionMissing,
  ]

  private static let kindFilter = ServiceRoute.Parameter(
    name: "kind", summary: "Only widgets of this kind.")
  private static let prefixFilter = ServiceRoute.Parameter(
    name: "prefix", summary: "Only widgets whose names begin with this text.")
  private static let stateFilter = ServiceRoute.Parameter(
    name: "state",
    summary: """
      Only widgets in this state: “\(ListJSON.State.changed.rawValue)” if their definition has \
      changed since they were saved, or their widget does not offer their family; \
      “\(ListJSON.State.familyDropped.rawValue)” if only the latter is to be listed; \
      “\(ListJSON.State.unreadable.rawValue)” if the definition cannot be read. The first page \
      also has their total, “\(countKey)”; each row has its state, the changes of its answers, and \
      in “\(PlacedRow.shortenedKey)” the arrays that have fewer elements in effect than before. \
      \(unknownSizes)
      """,
    schema: SchemaPart.word(states.map(\.rawValue)))
  /// The additional members that a caller can request for the rows.
  private enum Fields: String, CaseIterable { case draft }
  private static let fields = ServiceRoute.Parameter(
    name: "fields",
    summary: """
      “\(Fields.draft.rawValue)” adds the answers, the state and the ETag; a page then has at most \
      \(ListPage.maximumDrafts) widgets.
      """,
    schema: SchemaPart.word(Fields.self))

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: ServicePath.placed, name: "listPlaced", scope: .read,
        summary: """
          A page of the placed widgets in the order of the bytes of their names: the kind, the \
          family and the intent of each.
          """,
        parameters: ListPage.parameters + [
          ServiceRoute.tenant, kindFilter, prefixFilter, stateFilter, fields,
        ],
        responses: [
          (200, "The widgets."), ServiceRoute.notModified, ServiceRoute.invalidQuery,
        ], schema: .placedList
      ) { try await list($0) },
      ServiceRoute(
        method: .get, path: ServicePath.api + "/removed", name: "listRemoved", scope: .read,
        summary: "A page of the names of removed widgets that can be restored.",
        parameters: ListPage.parameters + [ServiceRoute.tenant],
        responses: [
          (200, "The names."), ServiceRoute.notModified, ServiceRoute.invalidQuery,
        ], schema: .removedList
      ) { call in
        let page = try ListPage(call, filters: [])
        let found = try await call.store.removedNames(after: page.after, limit: page.wanted)
        let (names, next) = page.cut(found) { $0 }
        return page.cachedResponse(.removed, names.map { .string($0) }, next: next, to: call)
      },
      ServiceRoute(
        method: .get, path: ServicePath.placedWidget, name: "getPlaced", scope: .read,
        summary: "One placed widget, under its present definition. \(unknownSizes)",
        parameters: [ServiceRoute.tenant],
        responses: [
          (200, "The widget."), ServiceRoute.notModified, ServiceRoute.notPlaced,
        ],
        schema: .placed
      ) { call in
        let placed = try await PlacedState.find(call[.name], call)
        return call.cachedResponse(placed.response(in: call.language), maxAge: 0)
      },
      ServiceRoute(
        method: .put, path: ServicePath.placedWidget, name: "putPlaced", scope: .write,
        summary: "Places a widget, or changes one; the whole draft is sent.",
        body: .json(
          schema: PutRequest.coding.schema,
          example: ["kind": "UpNext", "family": "systemMedium", "draft": [:]]),
        parameters: [condition, newness, dryRun, TimelineRoutes.zone], responses: writeResponses,
        schema: .placed
      ) { try await put($0) },
      ServiceRoute(
        method: .delete, path: ServicePath.placedWidget, name: "deletePlaced", scope: .write,
        summary: """
          Removes a widget; it can be restored for \(StoreRetention().removedDays) days, unless the \
          service is configured otherwise.
          """,
        parameters: [condition],
        responses: [
          (204, "The widget is removed."), ServiceRoute.notPlaced,
          changed, conditionMissing,
        ]
      ) { try await remove($0) },
      ServiceRoute(
        method: .get, path: ServicePath.history, name: "history", scope: .read,
        summary: "A page of the states of a widget, the latest first.",
        parameters: ListPage.parameters + [ServiceRoute.tenant],
        responses: [
          (200, "The states."), ServiceRoute.invalidQuery,
          (404, "The name was never placed."),
        ], schema: .history
      ) { try await history($0) },
      ServiceRoute(
        method: .post, path: ServicePath.restore, name: "restore", scope: .write,
        summary: "Restores an earlier state of a widget.",
        body: .json(schema: revisionCoding.schema, example: [revisionKey: 1]),
        parameters: [condition, ServiceRoute.repeatKey],
        responses: [
          (200, "The restored widget."), (404, "There is no such state."),
          changedOrNotPlaced,
        ],
        schema: .placed
      ) { try await restore($0) },
      ServiceRoute(
        method: .post, path: ServicePath.placedWidget + "/rename", name: "rename", scope: .write,
        summary: "Renames a widget and keeps its history.",
        body: .json(schema: nameCoding.schema, example: [newNameKey: "Hall"]),
        parameters: [condition, ServiceRoute.repeatKey],
        responses: [
          (200, "The widget."), ServiceRoute.notPlaced, nameTaken,
          changed,
        ],
        schema: .placed
      ) { try await rename($0) },
      ServiceRoute(
        method: .post, path: ServicePath.placedWidget + "/copy", name: "copy", scope: .write,
        summary: "Copies a widget to another name.",
        body: .json(schema: nameCoding.schema, example: [newNameKey: "Hall 2"]),
        parameters: [ServiceRoute.repeatKey],
        responses: [
          (201, "The new widget."), ServiceRoute.notPlaced, nameTaken,
        ],
        schema: .placed
      ) { call in
        let other = try nameCoding.read(call.json(), as: "")
        return try await make(.copy(call[.name], to: other), call, status: .created)
      },
    ]
  }

  private static func list(_ call: ServiceCall) async throws -> Response {
    let (kind, prefix) = (call.query[kindFilter.name], call.query[prefixFilter.name])
    let added: Fields? = try call.word(fields)
    let hasDrafts = added == .draft
    let state = try call.word(stateFilter, among: states)
    let page = try ListPage(
      call, filters: [kind, prefix, state?.rawValue], cut: hasDrafts ? ListPage.maximumDrafts : nil)
    let origin = try kind.map { try call.widget(ofKind: $0).widget.origin }
    let query = PlacedQuery(after: page.after, prefix: prefix, origin: origin, limit: page.limit)
    let items = try call.service.servedWidgets.items(in: call.language)
    func item(_ widget: PlacedWidget) -> ServedWidget? {
      try? PlacedState.item(of: widget, among: items)
    }
    func damaged(_ entry: DamagedEntry) -> PlacedRow { .damaged(entry, call.words) }
    if let state { return try await list(in: state, query, page, items, hasDrafts, call) }
    if hasDrafts {
      let found = try await call.store.page(query)
      let rows = found.entries.map { entry in
        switch entry {
        case .success(let widget):
          PlacedRow.whole(PlacedState(widget, item(widget)), hasDraft: true, call.words)
        case .failure(let entry): damaged(entry)
        }
      }.map(PlacedRow.coding.json)
      return page.cachedResponse(.placed, rows, next: found.next, to: call)
    }
    let found = try await call.store.summaries(query)
    let rows = found.entries.map { entry in
      switch entry {
      case .success(let summary): PlacedRow.summary(summary, item(summary.unanswered))
      case .failure(let entry): damaged(entry)
      }
    }.map(PlacedRow.coding.json)
    return page.cachedResponse(.placed, rows, next: found.next, to: call)
  }

  /// The key of the total number of widgets in a state.
  static let countKey = "count"
  /// The key of the name of the widget whose history is on a page.
  static let nameKey = "name"

  /// Why the list of shortened arrays may omit an array.
  private static let unknownSizes = """
    Earlier versions of the program did not store the sizes of arrays: for widgets that they \
    saved, “\(PlacedRow.shortenedKey)” does not list such arrays until an answer is changed.
    """

  /// The states that a list can be filtered by.
  private static let states: [ListJSON.State] = [
    .current, .changed, .familyDropped, .unreadable, .damaged,
  ]

  /// Responds with a page of the widgets in a state; the first page includes their total number.
  ///
  /// To find these widgets, this method reads the list in parts, and reads the answers only of
  /// widgets that could be in the state. The search stops when the caller disconnects.
  private static func list(
    in state: ListJSON.State, _ query: PlacedQuery, _ page: ListPage, _ items: [ServedWidget],
    _ hasDrafts: Bool, _ call: ServiceCall
  ) async throws -> Response {
    let place = try Place(in: call.service.bulks, for: call.caller.key)
    defer { place.leave() }
    let definitions = Dictionary(
      firsts: items.map { ($0.definition, WireText.definition(of: $0.widget.schema)) })
    @Sendable func canBe(_ summary: PlacedSummary, _ definition: String?) -> Bool {
      guard [.changed, .familyDropped, .unreadable].contains(state) else { return true }
      guard let item = try? PlacedState.item(of: summary.unanswered, among: items) else {
        return state == .unreadable
      }
      if !item.widget.families.contains(summary.family) { return state != .unreadable }
      return state == .changed && definition != definitions[item.definition]
    }
    var (query, rows, count, hasMore) = (query, [(name: String, json: JSONValue)](), 0, false)
    query.limit = ListPage.maximumDrafts
    repeat {
      try Task.checkCancellation()
      let found = try await call.store.page(query, where: canBe)
      for entry in found.entries {
        let row: PlacedRow =
          switch entry {
          case .success(let widget):
            .whole(
              PlacedState(widget, try? PlacedState.item(of: widget, among: items)),
              hasDraft: hasDrafts, call.words)
          case .failure(let damaged): .damaged(damaged, call.words)
          }
        guard row.state == state || state == .changed && row.state == .familyDropped else {
          continue
        }
        count += 1
        // Only the JSON of a row is kept, because the row itself holds the whole widget.
        if rows.count < page.limit {
          rows.append((row.name, PlacedRow.coding.json(row)))
        } else {
          hasMore = true
        }
      }
      query.after = found.next
    } while query.after != nil && (page.after == nil || !hasMore)
    return page.response(
      .placed, rows.map(\.json), next: hasMore ? rows.last?.name : nil,
      with: page.after == nil ? [(key: countKey, value: .integer(count))] : [], to: call)
  }

  private static func history(_ call: ServiceCall) async throws -> Response {
    let name = call[.name]
    let page = try ListPage(call, filters: [name])
    let all = try await call.store.history(of: name)
    guard !all.isEmpty else { throw try await call.store.notPlaced([name]) }
    let last = page.after.flatMap { Int($0) } ?? .max
    let (states, next) = page.cut(all.filter { $0.revision < last }) { String($0.revision) }
    let json = states.map { entry in
      let item = entry.widget.flatMap { try? PlacedState.item(of: $0, call) }
      let given = entry.widget?.answersAsGiven(present: item?.widget.schema)
      return Self.state.json((entry, item, given, call.words))
    }
    return page.response(
      .states, json, next: next, with: [(key: nameKey, value: .string(name))], to: call)
  }

  /// A stored state of a widget, and the widget that the service has now.
  static let state = ObjectCoding<
    (entry: WidgetRevision, item: ServedWidget?, given: AnswersAsGiven?, words: FormWords)
  >([
    .integer("revision") { $0.entry.revision },
    .flag("isPresent") { $0.entry.isPresent },
    .moment(optional: "savedAt") { $0.entry.savedAt },
    .moment(optional: "removedAt") { $0.entry.removedAt },
    .text(optional: "kind") { $0.entry.widget == nil ? nil : $0.item?.widget.kind },
    .text(optional: "etag") { state in
      state.entry.widget.map { PlacedState($0, state.item).etag }
    },
    .value(optional: "family", WidgetRoutes.family.schema) { state in
      state.entry.widget.map { .string($0.family.rawValue) }
    },
    .word("state") { state -> ListJSON.State in
      guard let given = state.given else { return .damaged }
      return state.item == nil ? .unreadable : given.isFormer ? .changed : .current
    },
    .draft { state in
      state.given.map { IntentValueWriter(schema: $0.schema).json($0.values) }
    },
    .text(optional: "problem") { state in state.entry.damage.map { state.words($0) } },
  ])
}
