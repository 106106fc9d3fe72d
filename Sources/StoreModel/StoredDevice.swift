import IntentModel
package import Messages

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A device that shows placed widgets, and the data about its pushes.
package struct StoredDevice: Sendable, Hashable {
  /// Whether a device gets pushes.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// The device gets pushes.
    case active
    /// The token of the device was refused: the device gets no pushes until it registers again.
    case suspect
    /// The device shows no widgets.
    case silent

    /// The state as the store records it.
    ///
    /// If a newer program recorded a state that this program does not know, nothing is sent to the
    /// device.
    package init(noted text: String) { self = Self(rawValue: text) ?? .suspect }
  }

  /// The maximum number of widgets that a device can show.
  package static let maximumWidgets = 64
  /// The maximum number of devices that one owner can have.
  package static let maximumOfOwner = 20

  /// The identifier that the device chose; it is unique for a tenant.
  package var id: String
  /// Who registered the device: the subject of the caller; empty if unknown.
  package var owner: String
  /// The bundle identifier of the app.
  package var app: String
  /// The environment for which the app was signed, such as `production`.
  package var environment: String
  /// The token of the device, in lowercase hexadecimal digits; a secret.
  package var token: String
  /// Whether pushes are sent to the device.
  package var state = State.active
  /// The identifier of the time zone in its last request for a timeline; nil if unknown.
  package var zone: String?
  /// The language in its last request for a timeline; nil if unknown.
  package var locale: String?
  /// The time of the last registration.
  package var registered: Int64
  /// The time of the last registration or recorded request; not every request is recorded.
  package var seen: Int64

  /// The number of times that a push became due; if it increases while a push is being sent,
  /// another push is due afterwards.
  package var raises = 0
  /// Whether a push is sent even if the device already shows the current timelines.
  package var isForced = false
  /// The time of the next push; nil if none is due.
  package var due: Int64?
  /// The time of the earliest change that the next push announces; nil if none is due.
  package var since: Int64?
  /// The time before which no push is sent.
  package var next: Int64 = 0
  /// The time at which the whole budget is available again.
  package var paid: Int64 = 0
  /// The number of consecutive pushes that had no effect.
  package var failures = 0
  /// The time of the last push that the receiver accepted; nil if there was none.
  package var sent: Int64?
  /// The time of the first request after that push, which shows that the push had an effect; nil if
  /// no request has followed yet.
  package var confirmed: Int64?
  /// The last response of the receiver; nil if there was none.
  package var response: PushResponse?
  /// The widgets that the device shows.
  package var widgets: [DeviceWidget] = []

  /// Makes a device.
  package init(
    id: String, owner: String, app: String, environment: String, token: String, registered: Int64
  ) {
    (self.id, self.owner, self.app, self.environment) = (id, owner, app, environment)
    (self.token, self.registered, seen) = (token, registered, registered)
  }
}

extension StoredDevice {
  /// The registered device, with the known data about its pushes.
  fileprivate func registered(over before: StoredDevice) -> StoredDevice {
    var device = before
    (device.id, device.owner, device.app, device.environment) = (id, owner, app, environment)
    (device.token, device.state, device.registered, device.seen) =
      (token, state, registered, seen)
    (device.zone, device.locale) = (zone ?? before.zone, locale ?? before.locale)
    device.failures = 0
    if token != before.token { device.response = nil }
    if state != .active { (device.due, device.since, device.isForced) = (nil, nil, false) }
    device.widgets = widgets.map { widget in
      before.widgets.first {
        $0.kind == widget.kind && $0.placed == widget.placed && $0.family == widget.family
      } ?? widget
    }
    // The device has received neither the pushes to its former token nor those that were withheld
    // while it was suspect.
    if (token, app, environment) != (before.token, before.app, before.environment)
      || before.state == .suspect
    {
      device.compare(at: registered)
    }
    return device
  }

  /// Marks all widgets of the device, so that they are compared with their current timelines; a
  /// push is sent if any of them differs.
  ///
  /// - Parameters:
  ///   - moment: The current time.
  ///   - delay: How long the device may take to request a timeline before the comparison, in
  ///     milliseconds.
  package mutating func compare(at moment: Int64, after delay: Int64 = 0) {
    guard state == .active else { return }
    raises += 1
    since = since ?? moment
    due = min(due ?? .max, max(moment + delay, next))
    for place in widgets.indices { widgets[place].isRaised = true }
  }

  /// The first hexadecimal digits of a hash, which are the same for equal tokens.
  package var tokenMark: String { String(fnv1a(token.utf8).hexadecimal(digits: 16).prefix(8)) }

  /// The result of the last push, in a few words for an operator; nil if none was sent.
  ///
  /// - Parameter text: Writes a time.
  package func lastPush(_ text: (Date) -> String) -> Message? {
    if state == .suspect { return "the token was refused" }
    // Apple's report that a token is invalid counts only if the app registered the token before the
    // time of that report. A later registration takes precedence.
    if let response, response.status == 410, response.moment >= registered {
      return "the token is no longer valid"
    }
    guard let sent else { return nil }
    let time = text(Date(milliseconds: sent))
    return confirmed == nil ? "\(time), no request since" : "\(time), confirmed"
  }

  /// Makes a push due immediately, even if nothing has changed.
  ///
  /// - Parameter moment: The current time.
  package mutating func force(at moment: Int64) {
    raises += 1
    isForced = true
    due = min(due ?? moment, moment)
    since = since ?? moment
  }
}

/// A widget that a device shows.
package struct DeviceWidget: Sendable, Hashable {
  /// The kind.
  package var kind: String
  /// The name of the placed widget; nil for a widget that can show any placed widget of its kind.
  package var placed: String?
  /// The family; nil for the family of the placed widget.
  package var family: String?
  /// The ETag of the timeline that the device has fetched; empty if the device received none, nil
  /// if it has never asked.
  package var etag: String?
  /// The time of the last request; nil if there was none.
  package var fetched: Int64?
  /// Whether the widget has changed since the last push.
  package var isRaised = false

  /// What the widget shows, in words for an operator: a placed widget, or any of a kind.
  package var subject: String { placed ?? "all of \(kind)" }

  /// Makes a widget of a device.
  package init(kind: String, placed: String?, family: String?) {
    (self.kind, self.placed, self.family) = (kind, placed, family)
  }
}

/// The push service's response to the last push to a device.
package struct PushResponse: Sendable, Hashable {
  /// The time of the response.
  package var moment: Int64
  /// The HTTP status; nil without a response.
  package var status: Int?
  /// The reason in the receiver's words; nil if it gave none.
  package var reason: String?
  /// The identifier that the receiver gave the push; nil if it gave none.
  package var id: String?

  /// Makes a response.
  package init(moment: Int64, status: Int?, reason: String?, id: String?) {
    (self.moment, self.status, self.reason, self.id) = (moment, status, reason, id)
  }
}

/// The result of registering a device.
package enum DeviceRegistration: Sendable, Hashable {
  /// The device is new.
  case made(StoredDevice)
  /// The device was known.
  case known(StoredDevice)
  /// Another owner has a device with this identifier and a different token.
  case taken
  /// The owner has the maximum number of devices.
  case tooMany
}

/// A query for devices.
package struct DeviceQuery: Sendable, Hashable {
  /// The devices start after this identifier; nil for the first ones.
  package var after: String?
  /// The identifiers; nil for any.
  package var ids: [String]?
  /// The owner who registered them; nil for any.
  package var owner: String?
  /// The name of a placed widget that the devices show; nil for any.
  package var placed: String?
  /// Whether pushes are sent to the devices; nil for any.
  package var state: StoredDevice.State?
  /// The app and its environment; nil for any.
  package var app: DeviceApp?
  /// The token; nil for any.
  package var token: String?
  /// The latest due time of a push; nil for all devices, including those for which no push is due.
  ///
  /// If it is set, the devices are in the order of their due times.
  package var dueBy: Int64?
  /// The maximum number of devices.
  package var limit: Int

  /// The help for ``placed``.
  package static let placedHelp = "Only devices that show the placed widget with this name."
  /// The beginning of the help for ``state``.
  package static let stateHelp = "Only devices in this state"

  /// Makes a query for a limited number of devices of any kind.
  package init(limit: Int) { self.limit = limit }

  /// A query for one device.
  package static func one(_ id: String) -> DeviceQuery {
    var query = DeviceQuery(limit: 1)
    query.ids = [id]
    return query
  }
}

/// An app in one environment of Apple's push service.
package struct DeviceApp: Sendable, Hashable {
  /// The bundle identifier.
  package var bundle: String
  /// The environment for which the app was signed, such as `production`.
  package var environment: String

  /// Identifies an app in an environment.
  package init(bundle: String, environment: String) {
    (self.bundle, self.environment) = (bundle, environment)
  }
}

/// A change that makes pushes due.
package struct PushRaise: Sendable, Hashable {
  /// The devices that get the push.
  package enum Target: Sendable, Hashable {
    /// Devices that show a placed widget.
    case placed(String)
    /// Devices that show any placed widget of a kind.
    case kind(String)
    /// Devices that show a widget of a kind: either a particular placed widget, or any of the kind.
    case each(String)
    /// Devices that show at least one widget.
    case all
  }

  /// The devices that get the push.
  package var target: Target
  /// The app of the devices.
  package var app: DeviceApp
  /// The time of the change.
  package var moment: Int64
  /// The earliest time of the push.
  package var due: Int64

  /// Makes a change.
  package init(_ target: Target, of app: DeviceApp, at moment: Int64, due: Int64) {
    (self.target, self.app, self.moment, self.due) = (target, app, moment, due)
  }
}

/// The result of a ``PushRaise`` for some of its devices.
package struct PushRaised: Sendable, Hashable {
  /// The last device that was processed; nil if there are no more.
  package var last: String?
  /// The number of devices for which a push became due.
  package var count: Int
  /// The number of devices whose push is due later than ``PushRaise/due``.
  package var deferred: Int

  /// Makes a result.
  package init(last: String?, count: Int, deferred: Int) {
    (self.last, self.count, self.deferred) = (last, count, deferred)
  }
}

/// Which devices get a push for a change of a widget, and when.
package struct PushOutlook: Sendable, Hashable {
  /// The number of devices, at most ``maximumCount``.
  package var devices = 0
  /// The number of devices that get the push immediately.
  package var ready = 0
  /// The earliest time at which one of the other devices gets the push.
  package var soonest: Int64?

  /// Makes an outlook without devices.
  package init() {}

  /// Makes an outlook from the times at which each device can get a push.
  package init(_ times: [Int64], at moment: Int64) {
    devices = times.count
    ready = times.count { $0 <= moment }
    soonest = times.filter { $0 > moment }.min()
  }

  /// The maximum number of devices that are counted.
  package static let maximumCount = 1_000
}

/// A request to reload a placed widget.
package struct ReloadRequest: Sendable, Hashable {
  /// The number of the request, which is greater than those of all earlier requests for the widget.
  package var number: Int
  /// The reason for the request; nil if none was given.
  package var reason: String?

  /// Makes a request.
  package init(number: Int, reason: String?) { (self.number, self.reason) = (number, reason) }
}

extension PlacedWidgetStore {
  /// The devices that a query selects, with their widgets.
  ///
  /// They are ordered by the bytes of their identifiers, or by their due times.
  package func devices(_ query: DeviceQuery) async throws(StoreError) -> [StoredDevice] {
    var query = query
    query.placed = query.placed.map(PlacedWidget.key)
    let asked = query
    return try await driver.read(tenant) { try $0.devices(asked) } ?? []
  }

  /// Registers a device with its widgets, or registers it again after its token or its widgets have
  /// changed.
  ///
  /// If the token is already registered under another identifier, it is the same device, and the
  /// new identifier replaces the old one. The data about its pushes and about widgets that it
  /// already showed is kept.
  ///
  /// - Parameters:
  ///   - device: The device, as it registers.
  ///   - isTrusted: Whether the caller may register devices that belong to others.
  package func register(
    _ device: StoredDevice, isTrusted: Bool = false
  ) async throws(StoreError) -> DeviceRegistration {
    var device = device
    for place in device.widgets.indices {
      device.widgets[place].placed = device.widgets[place].placed.map(PlacedWidget.key)
    }
    device.state = device.widgets.isEmpty ? .silent : .active
    let wanted = device
    return try await driver.write(tenant) { rows in
      let before = try rows.devices(.one(wanted.id)).first
      if let before, before.owner != wanted.owner, !isTrusted, before.token != wanted.token {
        return .taken
      }
      var sameToken = DeviceQuery(limit: 10)
      sameToken.token = wanted.token
      sameToken.app = DeviceApp(bundle: wanted.app, environment: wanted.environment)
      let others = try rows.devices(sameToken).filter { $0.id != wanted.id }
      if before?.owner != wanted.owner, !wanted.owner.isEmpty {
        var own = DeviceQuery(limit: StoredDevice.maximumOfOwner)
        own.owner = wanted.owner
        let rest = try rows.devices(own).count { device in
          !others.contains { $0.id == device.id }
        }
        guard rest < StoredDevice.maximumOfOwner else { return .tooMany }
      }
      try rows.delete(.devices(others.map(\.id)))
      let after = (before ?? others.first).map { wanted.registered(over: $0) } ?? wanted
      try rows.put(.devices([after]))
      if after.widgets != before?.widgets { try rows.put(.widgets([after.id: after.widgets])) }
      return before == nil ? .made(after) : .known(after)
    }
  }

  /// Changes one device, or creates it.
  ///
  /// - Parameters:
  ///   - id: The identifier of the device.
  ///   - body: Returns the new state of the device, given its current state, or nil to leave it
  ///     unchanged; it can run again if the store has to repeat the transaction.
  /// - Returns: The device after the change; nil if there is none.
  @discardableResult
  package func changeDevice(
    _ id: String,
    _ body: @escaping @Sendable (StoredDevice?, any StoreTransaction) throws -> StoredDevice?
  ) async throws(StoreError) -> StoredDevice? {
    try await driver.write(tenant) { rows in
      let before = try rows.devices(.one(id)).first
      guard let after = try body(before, rows) else { return before }
      if after != before {
        try rows.put(.devices([after]))
        if after.widgets != before?.widgets { try rows.put(.widgets([id: after.widgets])) }
      }
      return after
    }
  }

  /// Changes several devices in one transaction.
  ///
  /// - Parameters:
  ///   - ids: The identifiers of the devices; missing devices are skipped.
  ///   - body: Returns the new state of a device, or nil to remove it.
  package func changeDevices(
    _ ids: [String], _ body: @escaping @Sendable (StoredDevice) -> StoredDevice?
  ) async throws(StoreError) {
    guard !ids.isEmpty else { return }
    var query = DeviceQuery(limit: ids.count)
    query.ids = ids.sorted()
    let asked = query
    try await driver.write(tenant) { rows in
      var (changed, removed) = ([StoredDevice](), [String]())
      var widgets: [String: [DeviceWidget]] = [:]
      for before in try rows.devices(asked) {
        guard let after = body(before) else {
          removed.append(before.id)
          continue
        }
        if after != before { changed.append(after) }
        if after.widgets != before.widgets { widgets[after.id] = after.widgets }
      }
      try rows.delete(.devices(removed))
      try rows.put(.devices(changed))
      try rows.put(.widgets(widgets))
    }
  }

  /// Removes a device.
  ///
  /// - Returns: Whether the device existed.
  @discardableResult
  package func removeDevice(_ id: String) async throws(StoreError) -> Bool {
    guard try await driver.read(tenant, { try $0.devices(.one(id)).isEmpty }) == false else {
      return false
    }
    return try await driver.write(tenant) { rows in
      let isThere = try !rows.devices(.one(id)).isEmpty
      try rows.delete(.devices([id]))
      return isThere
    }
  }

  /// Makes pushes due for some of the devices that a change affects.
  ///
  /// - Parameters:
  ///   - raise: The change.
  ///   - id: The devices start after this identifier; nil for the first part.
  ///   - limit: The maximum number of devices in one part.
  package func raise(
    _ raise: PushRaise, after id: String?, limit: Int
  ) async throws(StoreError) -> PushRaised {
    var raise = raise
    if case .placed(let name) = raise.target { raise.target = .placed(PlacedWidget.key(name)) }
    let wanted = raise
    return try await driver.write(tenant) { try $0.raise(wanted, after: id ?? "", limit: limit) }
  }

  /// Which devices would get a push if a placed widget changed now, and when.
  package func outlook(
    of name: String, kind: String?, at date: Date
  ) async throws(StoreError) -> PushOutlook {
    let (key, moment) = (PlacedWidget.key(name), date.milliseconds)
    return try await driver.read(tenant) {
      try $0.outlook(of: key, kind: kind ?? "", at: moment)
    } ?? PushOutlook()
  }

  /// The reload requests for a placed widget after a number, earliest first, up to a limit.
  package func reloadRequests(
    of name: String, after number: Int
  ) async throws(StoreError) -> [ReloadRequest] {
    let key = PlacedWidget.key(name)
    return try await driver.read(tenant) {
      try $0.reloads(of: key, .after(number, limit: 100))
    } ?? []
  }

  /// Removes the devices that a subject registered.
  func eraseDevices(of subject: String) async throws(StoreError) {
    guard !subject.isEmpty else { return }
    var query = DeviceQuery(limit: partSize)
    query.owner = subject
    let asked = query
    while true {
      let found = try await devices(asked).map(\.id)
      guard !found.isEmpty else { return }
      try await driver.write(tenant) { try $0.delete(.devices(found)) }
    }
  }
}
