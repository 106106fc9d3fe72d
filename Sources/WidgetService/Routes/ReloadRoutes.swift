import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetStore
import WidgetTimeline

/// Routes that request new timelines, as an app does with WidgetKit's `WidgetCenter`.
///
/// A back end also uses them to report that the data of a source has changed.
enum ReloadRoutes {
  private static let responses: [(status: Int, summary: String)] = [
    (200, "The number of placed widgets that will reload."), ServiceRoute.invalidRequest,
  ]
  /// A request for new timelines, with a reason.
  private static let coding = ObjectCoding<ReloadReason>([.word(reasonKey) { $0 = $1 }])
  private static let reasonKey = "reason"
  private static let body = ServiceRoute.Body.json(
    schema: coding.schema, example: [reasonKey: .string(ReloadReason.app.rawValue)])

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .post, path: ServicePath.placedWidget + "/reload", name: "reload", scope: .write,
        summary: "Asks for a new timeline of a placed widget.", body: body,
        mayLackBody: true,
        responses: responses + [ServiceRoute.notPlaced], schema: .reload
      ) { call in
        let reason = try coding.read(call.json(mayBeEmpty: true), as: .app)
        let name = call[.name]
        try await call.store.requestReload([name], reason: reason.rawValue)
        let placed = try await call.store.widget(named: name)
        let kind = placed.flatMap { try? PlacedState.item(of: $0, call).widget.kind }
        return await response([name], 1, kind, reason, call)
      },
      ServiceRoute(
        method: .post, path: ServicePath.widget + "/reload", name: "reloadKind", scope: .write,
        summary: "Asks for new timelines of all placed widgets of a kind.", body: body,
        mayLackBody: true,
        responses: responses + [(404, "There is no such kind.")], schema: .reload
      ) { call in
        let item = try call.widget()
        return try await reload(item.widget.origin, item.widget.kind, call)
      },
      ServiceRoute(
        method: .post, path: ServicePath.api + "/reload", name: "reloadAll", scope: .write,
        summary: "Asks for new timelines of all placed widgets.", body: body, mayLackBody: true,
        responses: responses,
        schema: .reload
      ) { try await reload(nil, nil, $0) },
    ]
  }

  /// Requests new timelines for placed widgets, page by page; in the log this is a single change.
  private static func reload(
    _ origin: PlacedOrigin?, _ kind: String?, _ call: ServiceCall
  ) async throws -> Response {
    let reason = try coding.read(call.json(mayBeEmpty: true), as: .app)
    let scope = kind.map { ReloadScope.kind($0) } ?? .all
    var (query, count) = (PlacedQuery(origin: origin, limit: ListPage.maximumRows), 0)
    var first: [String] = []
    repeat {
      let page = try await call.store.summaries(query)
      let names = page.entries.compactMap { try? $0.get().name }
      count += try await reload(names, reason, call)
      if first.isEmpty { first = names }
      query.after = page.next
    } while query.after != nil
    // The log notifies the followers, so it is written after all reload requests are stored.
    if count > 0 {
      try await call.store.logReload(of: scope, reason: reason.rawValue, count: count)
    }
    return await response(first, count, kind, reason, call)
  }

  /// Requests new timelines for widgets; widgets that were removed in the meantime are left out.
  private static func reload(
    _ names: [String], _ reason: ReloadReason, _ call: ServiceCall
  ) async throws -> Int {
    var names = names
    while !names.isEmpty {
      do throws(StoreError) {
        try await call.store.requestReload(names, reason: reason.rawValue, isLogged: false)
        return names.count
      } catch {
        guard case .notPlaced(let missing, _, _) = error.problem, !missing.isEmpty else {
          throw error
        }
        let gone = Set(missing)
        names.removeAll { gone.contains($0) }
      }
    }
    return 0
  }

  static let reloadCoding = ObjectCoding<(count: Int, reason: ReloadReason, push: JSONValue)>([
    .integer("reloaded") { $0.count },
    .word(reasonKey) { $0.reason },
    .value(PushOutlook.key, SchemaPart.optional(PushOutlook.coding.schema)) { $0.push },
  ])

  private static func response(
    _ names: [String], _ count: Int, _ kind: String?, _ reason: ReloadReason, _ call: ServiceCall
  ) async -> Response {
    let push = await call.pushOutlook(of: names, kind: kind)
    call.noteChange()
    return call.response(reloadCoding.json((count, reason, push)))
  }
}
