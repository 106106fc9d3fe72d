import Foundation
import Hummingbird
import WidgetPages
import WidgetStore

/// Handles the page with the devices that are told of changes.
enum DevicePages {
  /// The number of devices of a page.
  private static let limit = 50

  static func open(_ page: PageCall) async throws -> Response {
    let call = page.call
    var query = DeviceQuery(limit: limit + 1)
    query.after = call.query["after"]
    let found = try await call.store.devices(query)
    let shown = found.prefix(limit).map(device)
    let document = DevicesPage(
      page: page.page, standing: standing(call.service), devices: shown,
      next: found.count > limit ? found[limit - 1].id : nil)
    return page.answer(document.document)
  }

  private static func device(_ device: StoredDevice) -> DevicesPage.Device {
    let answer = device.answer.map { answer in
      [answer.status.map { String($0) }, answer.reason].compactMap { $0 }.joined(separator: " ")
    }
    let sent = device.sent.map { moment in
      DeviceJSON.moment(moment) + (device.confirmed == nil ? ", not asked since" : ", confirmed")
    }
    return DevicesPage.Device(
      id: device.id, app: "\(device.app) (\(device.environment))", state: device.state.rawValue,
      widgets: device.widgets.map { $0.placed ?? "all of \($0.kind)" },
      seen: DeviceJSON.moment(device.seen),
      waiting: device.due.map { "until \(DeviceJSON.moment($0))" } ?? "",
      lastPush: [sent, answer].compactMap { $0 }.joined(separator: "; "))
  }

  /// What is sent, in a sentence for each app.
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
        "\(name): nothing is sent until \(DeviceJSON.moment(until.milliseconds)); the log says why."
    }.sorted()
  }
}
