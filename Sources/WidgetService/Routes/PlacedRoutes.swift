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

  private static func history(_ call: ServiceCall) async throws -> Response {
    let name = call["name"]
    let states = try await call.store.history(of: name)
    guard !states.isEmpty else { throw try await PlacedState.missing(name, call) }
    let json = states.map { state -> JSONValue in
      let item = state.widget.flatMap { try? PlacedState.item(of: $0, call) }
      let placed = state.widget.map { PlacedState($0, item) }
      let given = state.widget?.answersAsGiven(present: item?.widget.schema)
      let standing: ListJSON.State =
        given == nil
        ? .damaged : item == nil ? .unreadable : given?.isFormer == true ? .changed : .current
      return .members([
        "revision": .integer(state.revision), "isPresent": .bool(state.isPresent),
        "savedAt": .text(state.savedAt.map { TimelineJSON.text(of: $0) }),
        "removedAt": .text(state.removedAt.map { TimelineJSON.text(of: $0) }),
        "kind": .text(placed?.item?.widget.kind), "etag": .text(placed?.etag),
        "family": .text(state.widget?.family.rawValue),
        "state": .string(standing.rawValue),
        "draft": given.map { IntentValueWriter(schema: $0.schema).json($0.values) },
        "problem": .text(state.damage.map { call.words($0) }),
      ])
    }
    return call.answer(.members(["name": .string(name), "states": .array(json)]))
  }
}
