import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import JSONCodings
import Logging
import Messages
import WidgetStore

/// Requests from devices for timelines, and pushes for changes.
extension ServiceCall {
  /// The identifier of the device in the header of the request; nil if there is none.
  var device: String? {
    guard let id = request.headers[.device], DeviceID.isValid(id) else { return nil }
    return id
  }

  /// Whether the caller may see and change a device.
  func owns(_ device: StoredDevice) -> Bool {
    caller.isAdmin || device.owner == caller.subject
  }

  /// Records which timeline a device has fetched, and that a push to the device had an effect.
  ///
  /// If the store cannot be written, the caller still gets the timeline, but the device later gets
  /// an unnecessary push.
  ///
  /// - Parameters:
  ///   - kept: The timeline; nil if there is none.
  ///   - placed: The widget from which the timeline was made; nil if nothing was placed.
  func noteFetch(
    of name: String, _ family: WidgetFamily?, _ kept: TimelineCache.Kept?,
    _ placed: TimelineSubject.Placed?
  ) async {
    guard let id = device else { return }
    let (key, now, etag) = (PlacedWidget.key(name), service.now(), kept?.etag ?? "")
    let (zone, locale, moment) = (query[TimelineRoutes.zone.name], language, now.milliseconds)
    if let kept { await service.shownTimelines.keep(kept, of: tenant, at: now) }
    let words = DeviceFetch(
      placed: key, family: family?.rawValue, etag: etag, zone: zone, locale: locale,
      moment: moment)
    do {
      guard let known = try await store.devices(.one(id)).first, owns(known),
        words.noted(on: known) != known
      else { return }
      let after = try await store.changeDevice(id) { device, _ in
        device.map { words.noted(on: $0) }
      }
      // If the widget has changed since this timeline was made, the device may already have been
      // compared by its former timeline, so it is compared again.
      let present = try await store.followedWidget(named: name)
        .map { TimelineSubject.Placed($0.widget, lastReload: $0.lastReload) }
      if present != placed { try await compareDevice(id) }
      if let sent = after?.sent, after?.confirmed == moment {
        service.metrics.pushFetched(Double(max(0, moment - sent)) / 1_000)
      }
    } catch {
      service.failures.report(.deviceFailed, ofStore: error)
    }
  }

  /// Compares all timelines that a device shows with the current ones, and sends it a push if they
  /// differ.
  func compareDevice(_ id: String, after delay: Int64 = 0) async throws {
    let moment = service.now().milliseconds
    try await store.changeDevice(id) { device, _ in
      guard var device else { return nil }
      device.compare(at: moment, after: delay)
      return device
    }
    if delay == 0 { service.pushes?.wake() }
  }

  /// Gives the device that makes a change some time to request its timeline before it gets a push.
  ///
  /// - Returns: Whether the device shows one of the widgets.
  @discardableResult
  func deferOwnDevice(_ names: [String]) async -> Bool {
    guard service.pushes != nil, let id = device, !names.isEmpty else { return false }
    let end = service.now().milliseconds + DeviceFetch.ownTime
    let (isAdmin, subject) = (caller.isAdmin, caller.subject)
    let found = try? await store.changeDevice(id) { device, _ in
      guard var device, isAdmin || device.owner == subject else { return nil }
      device.next = max(device.next, end)
      return device
    }
    let keys = Set(names.map(PlacedWidget.key))
    return (found ?? nil)?.widgets.contains { $0.placed.map(keys.contains) ?? false } ?? false
  }

  /// Delays the push to the device that made a change, and counts the devices that will get a push
  /// for the change; null if pushes are off.
  ///
  /// - Parameter names: The names of the widgets; empty if nothing has changed. Only the devices of
  ///   the first ``PushOutlook/maximumNames`` of them are counted.
  func pushOutlook(of names: [String], kind: String?) async -> JSONValue {
    guard service.pushes != nil else { return .null }
    let skipped = await deferOwnDevice(names) ? 1 : 0
    var sum = PushOutlook()
    let now = service.now()
    for name in names.prefix(PushOutlook.maximumNames)
    where sum.devices < PushOutlook.maximumCount {
      guard let part = try? await store.outlook(of: name, kind: kind, at: now) else { continue }
      sum.devices += part.devices
      sum.ready += part.ready
      sum.soonest = [sum.soonest, part.soonest].compactMap { $0 }.min()
    }
    return PushOutlook.coding.json((sum, skipped))
  }
}

extension PushOutlook {
  /// The key of the outlook in the response to a change.
  static let key = "push"
  /// The keys of its members.
  enum Key: String, CaseIterable { case devices, isMore, queued, skipped, deferred, notBefore }
  /// The maximum number of widgets whose devices are counted.
  static let maximumNames = 200

  /// The part about pushes in the response to a change.
  static let coding = ObjectCoding<(sum: PushOutlook, skipped: Int)>([
    .integer(Key.devices.rawValue) { $0.sum.devices },
    .flag(Key.isMore.rawValue) { $0.sum.devices >= PushOutlook.maximumCount },
    .integer(Key.queued.rawValue) { $0.sum.ready },
    .integer(Key.skipped.rawValue) { $0.skipped },
    .integer(Key.deferred.rawValue) { max(0, $0.sum.devices - $0.sum.ready - $0.skipped) },
    .moment(nullable: Key.notBefore.rawValue) { $0.sum.soonest.map { Date(milliseconds: $0) } },
  ])
}

/// A device's request for a timeline.
struct DeviceFetch: Sendable {
  /// The time that a device gets to fetch its own change before it gets a push, in milliseconds.
  static let ownTime: Int64 = 15_000
  /// The minimum interval between two notes that a device was seen, in milliseconds.
  private static let seenTime: Int64 = 3_600_000

  var placed: String
  var family: String?
  var etag: String
  var zone: String?
  var locale: String
  var moment: Int64

  /// The device, updated with this request.
  func noted(on device: StoredDevice) -> StoredDevice {
    var device = device
    (device.zone, device.locale) = (zone, locale)
    if device.sent != nil, device.confirmed == nil { device.confirmed = moment }
    if moment - device.seen > Self.seenTime { device.seen = moment }
    let places = device.widgets.indices.filter { place in
      let widget = device.widgets[place]
      return widget.placed == placed
        && (widget.family == nil || family == nil || widget.family == family)
    }
    for place in places where device.widgets[place].etag != etag || device.due != nil {
      device.widgets[place].etag = etag
      device.widgets[place].fetched = moment
    }
    return device
  }
}

/// The identifiers that devices choose for themselves.
enum DeviceID {
  /// The maximum length of an identifier, in bytes.
  static let longest = 64

  /// The rule of ``isValid(_:)``, as a phrase.
  static let rule: Message = "1 to \(longest) visible ASCII characters"

  /// Whether a text satisfies the rule.
  static func isValid(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy(\.isVisible)
  }
}
