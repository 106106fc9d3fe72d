import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import WidgetPages
import WidgetStore

/// Handles the pages for the devices that get pushes for changes.
enum DevicePages {
  /// The number of devices on a page.
  private static let limit = 50

  /// The query item that selects the notice after a push.
  private static let pushed = PageQuery.said.item("pushed")

  /// Shows a page of devices.
  ///
  /// The search term is the identifier of a device, or the name of a placed widget.
  static func open(_ page: PageCall) async throws -> Response {
    let call = page.call
    let search = call.search
    let state = StoredDevice.State(rawValue: call.query[PageQuery.state.rawValue] ?? "")
    let found = try await devices(
      call.store, search, state, after: call.query[PageQuery.after.rawValue], limit: limit + 1)
    var document = DevicesPage(
      page: page.page, standing: standing(call.service), devices: found.prefix(limit).map(device),
      next: found.count > limit ? found[limit - 1].id : nil,
      states: StoredDevice.State.allCases.map(\.rawValue))
    document.search = search
    document.state = state?.rawValue ?? ""
    return page.response(document.document)
  }

  /// Shows one device.
  static func show(_ page: PageCall) async throws -> Response {
    page.response(try await document(page).document)
  }

  /// Removes a device, or sends it a push, using the routes of the API.
  static func change(_ page: PageCall) async throws -> Response {
    guard page.isGenuine else {
      return try await refused(page, .forbidden, page.words(.pageSessionNew))
    }
    let id = page.call[.device]
    do {
      if page.fields[.action] == PageAction.remove.rawValue {
        try await page.change([.device: id], by: DeviceRoutes.remove)
        return page.redirect(page.link([PageSegment.devices]))
      }
      try await page.change([.device: id], by: DeviceRoutes.push)
      return page.redirect(page.link([PageSegment.devices, id], [pushed]))
    } catch {
      guard let problem = page.call.shownProblem(of: error),
        problem.status == .conflict || problem.code == .pushOff
      else { throw error }
      return try await refused(
        page, problem.status, page.words.line(problem.message, problem.remedyOnPage))
    }
  }

  private static func refused(
    _ page: PageCall, _ status: HTTPResponse.Status, _ problem: String
  ) async throws -> Response {
    var document = try await document(page)
    document.problem = problem
    return page.response(document.document, status: status)
  }

  private static func document(_ page: PageCall) async throws -> DevicePage {
    let call = page.call
    let stored = try await DeviceRoutes.device(call)
    let shown = device(stored)
    let left = PushBudget(call.service.settings).left(stored, at: call.service.now().milliseconds)
    typealias Title = DevicesPage.Title
    var facts = [
      (Title.app.rawValue, shown.app), (Title.state.rawValue, shown.state),
      ("Registered by", stored.owner), ("Registered", moment(stored.registered)),
      (Title.seen.rawValue, shown.seen), (Title.waiting.rawValue, shown.waiting),
      (Title.lastPush.rawValue, shown.lastPush),
      ("Pushes that may be sent now", String(left)),
      ("Time zone", stored.zone ?? ""), ("Language", stored.locale ?? ""),
    ]
    facts += stored.widgets.map { widget in
      (
        Title.shows.rawValue,
        [widget.subject, widget.family].compactMap(\.self)
          .joined(separator: ", ")
      )
    }
    var document = DevicePage(page: page.page, id: stored.id, facts: facts)
    if call.query[pushed.name] == pushed.value {
      document.said = "A push is sent soon. Load the page again to see its result."
    }
    return document
  }

  private static func devices(
    _ store: PlacedWidgetStore, _ search: String, _ state: StoredDevice.State?, after: String?,
    limit: Int
  ) async throws -> [StoredDevice] {
    var query = DeviceQuery(limit: limit)
    (query.state, query.after) = (state, after)
    guard !search.isEmpty else { return try await store.devices(query) }
    // A search for an identifier finds one device; a search for a placed widget can find many.
    var one = DeviceQuery.one(search)
    one.state = state
    let device = after == nil ? try await store.devices(one) : []
    guard device.isEmpty else { return device }
    query.placed = search
    return try await store.devices(query)
  }

  /// A moment in the form for operators; a line can break only between the day and the time.
  private static func moment(_ milliseconds: Int64) -> String {
    DeviceJSON.moment(milliseconds).prefix(19).replacing("T", with: " ") + " UTC"
  }

  private static func device(_ device: StoredDevice) -> DevicesPage.Device {
    let answer = device.response.map { answer in
      [answer.status.map { String($0) }, answer.reason].compactMap { $0 }.joined(separator: " ")
    }
    let sent = device.lastPush { moment($0.milliseconds) }?.text()
    return DevicesPage.Device(
      id: device.id, app: "\(device.app) (\(device.environment))", state: device.state.rawValue,
      widgets: device.widgets.map(\.subject),
      seen: moment(device.seen),
      waiting: device.due.map { "until \(moment($0))" } ?? "",
      lastPush: [sent, answer].compactMap { $0 }.joined(separator: "; "))
  }

  /// A sentence for each app about the state of its pushes.
  private static func standing(_ service: ServiceCore) -> [String] {
    guard let center = service.pushes else { return ["This service sends no pushes."] }
    let known = Dictionary(
      center.summary.map { ($0.app, $0.state) }, uniquingKeysWith: { first, _ in first })
    return center.apps.map { app in
      let name = "\(app.bundle) (\(app.environment.rawValue))"
      guard let state = known[app], let until = state.pausedUntil, until > service.now() else {
        return "\(name): pushes are sent."
      }
      return
        "\(name): nothing is sent until \(moment(until.milliseconds)); the log says why."
    }.sorted()
  }
}
