import DevicePush
import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetFormats
import WidgetStore

/// Routes for the devices that show placed widgets and get pushes for changes.
///
/// A caller that is not an admin sees and changes only the devices that it has registered.
enum DeviceRoutes {
  private static let missing = ProblemCode.noSuchDevice.response
  private static let placedFilter = ServiceRoute.Parameter(
    name: "placed", summary: DeviceQuery.placedHelp)
  private static let stateFilter = ServiceRoute.Parameter(
    name: "state", summary: "\(DeviceQuery.stateHelp).",
    schema: SchemaPart.word(StoredDevice.State.self))
  /// The maximum time from a device's request for its timelines to its registration, in seconds.
  static let changeTime = 60.0
  /// The time that a device gets after its registration to send a request before it may get a push,
  /// in milliseconds.
  static let askTime: Int64 = 5_000

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: ServicePath.devices, name: "listDevices", scope: .device,
        otherScope: .admin,
        summary: "A page of the devices in the order of the bytes of their identifiers.",
        parameters: ListPage.parameters + [
          placedFilter, stateFilter, ServiceRoute.tenant,
        ],
        responses: [
          (200, "The devices."), ServiceRoute.notModified, ServiceRoute.invalidQuery,
        ], schema: .devices
      ) { try await list($0) },
      ServiceRoute(
        method: .get, path: ServicePath.device, name: "getDevice", scope: .device,
        otherScope: .admin,
        summary: "One device: its widgets, and the result of the last push to it.",
        parameters: [ServiceRoute.tenant],
        responses: [(200, "The device."), missing], schema: .device
      ) { call in call.response(DeviceJSON(call).json(try await device(call))) },
      ServiceRoute(
        method: .put, path: ServicePath.device, name: "putDevice", scope: .device,
        otherScope: .admin,
        summary: """
          Registers a device with its token and all widgets that it shows. Register it again when \
          these change; the same registration again changes nothing.
          """,
        body: .json(
          schema: DeviceRequest.schema,
          example: [
            "app": "com.example.clock", "environment": "production", "token": "00ff00ff",
            "widgets": [["kind": "WorldClock", "placed": "Kitchen", "family": "systemSmall"]],
          ]),
        responses: [
          (200, "The registration is saved."), (201, "The registration of a new device is saved."),
          (409, "Somebody else has registered the identifier, or the caller has too many devices."),
          (422, "The request is not valid, or no pushes are sent for the app."),
        ], schema: .device
      ) { try await put($0) },
      ServiceRoute(
        method: .delete, path: ServicePath.device, name: "deleteDevice", scope: .device,
        otherScope: .admin,
        summary:
          """
          Removes a device, which gets no more pushes; an unknown identifier is not an error.
          """,
        parameters: [ServiceRoute.tenant],
        responses: [(204, "The device is not registered.")]
      ) { try await remove($0) },
      ServiceRoute(
        method: .post, path: ServicePath.device + "/push", name: "pushDevice", scope: .device,
        otherScope: .admin,
        summary: """
          Sends a push to a device even if nothing has changed. Its result is in the device's \
          “lastResult” afterwards.
          """,
        parameters: [ServiceRoute.tenant],
        responses: [
          (202, "The push is sent soon."), missing,
          (409, "The device shows nothing, its token was refused, or its budget is used up."),
          (422, "The service sends no pushes."),
        ], schema: .device
      ) { try await push($0) },
    ]
  }

  /// The device with the identifier in the path; nil if it does not exist, or if the caller may not
  /// see it.
  private static func known(_ call: ServiceCall) async throws -> StoredDevice? {
    try await call.store.devices(.one(call[.device])).first.flatMap {
      call.owns($0) ? $0 : nil
    }
  }

  static func device(_ call: ServiceCall) async throws -> StoredDevice {
    if let found = try await known(call) { return found }
    throw ServiceProblem(
      .noSuchDevice,
      "There is no device “\(call[.device].harmlessText)”.")
  }

  private static func list(_ call: ServiceCall) async throws -> Response {
    let state: StoredDevice.State? = try call.word(stateFilter)
    let placed = call.query[placedFilter.name]
    let page = try ListPage(call, filters: [placed, state?.rawValue])
    var query = DeviceQuery(limit: page.wanted)
    (query.after, query.placed, query.state) = (page.after, placed, state)
    if !call.caller.isAdmin { query.owner = call.caller.subject }
    let (shown, next) = page.cut(try await call.store.devices(query), \.id)
    let json = DeviceJSON(call)
    return page.cachedResponse(.devices, shown.map { json.json($0) }, next: next, to: call)
  }

  private static func put(_ call: ServiceCall) async throws -> Response {
    let id = call[.device]
    guard DeviceID.isValid(id) else {
      throw ServiceProblem(
        .invalidDevice,
        "The identifier “\(id.harmlessText)” of the device is not \(DeviceID.rule).")
    }
    let request = try DeviceRequest(call.json())
    guard let center = call.service.pushes else {
      throw ServiceProblem(.pushOff)
    }
    guard center.apps.contains(request.app) else {
      let known = center.apps.filter { $0.bundle == request.app.bundle }.map(\.environment.rawValue)
      throw ServiceProblem(
        .unknownApp,
        """
        The service sends no pushes for the app “\(request.app.bundle.harmlessText)” in \
        the environment “\(request.app.environment.rawValue)”.
        """,
        known.isEmpty
          ? "Whoever runs the service names the apps in its settings."
          : .suggestion(for: request.app.environment.rawValue, among: known))
    }
    var device = StoredDevice(
      id: id, owner: call.caller.subject, app: request.app.bundle,
      environment: request.app.environment.rawValue, token: request.token,
      registered: call.service.now().milliseconds)
    (device.widgets, device.zone, device.locale) = (request.widgets, request.zone, request.locale)
    let isAdmin = call.caller.isAdmin
    if isAdmin, let owner = try await call.store.devices(.one(id)).first?.owner {
      device.owner = owner
    }
    switch try await call.store.register(device, isTrusted: isAdmin) {
    case .made(let device): return try await response(device, .created, call)
    case .known(let device): return try await response(device, .ok, call)
    case .taken:
      throw ServiceProblem(
        .deviceTaken,
        "Somebody else has registered a device with the identifier “\(id.harmlessText)”.")
    case .tooMany:
      throw ServiceProblem(
        .tooManyDevices,
        "You have registered \(StoredDevice.maximumOfOwner) devices, which is the maximum.")
    }
  }

  /// The response to a registration, with the names under which no widget is placed yet.
  private static func response(
    _ device: StoredDevice, _ status: HTTPResponse.Status, _ call: ServiceCall
  ) async throws -> Response {
    let names = device.widgets.compactMap(\.placed)
    let missing = names.isEmpty ? [] : try await call.store.missing(names)
    // The device may have requested its timeline before it was registered; a change in between
    // caused no push to it.
    let unseen = Set(device.widgets.filter { $0.etag == nil }.compactMap(\.placed))
    let start = call.service.now().addingTimeInterval(-changeTime)
    if try await call.store.widgets(named: unseen).contains(where: { $0.updatedAt > start }) {
      try await call.compareDevice(device.id, after: askTime)
    }
    return call.response(
      DeviceJSON(call).json(device, missing: missing), status: status,
      headers: [.location: ServicePath.path(ServicePath.device, of: device.id)])
  }

  static func remove(_ call: ServiceCall) async throws -> Response {
    if let found = try await known(call) { try await call.store.removeDevice(found.id) }
    return Response(status: .noContent)
  }

  static func push(_ call: ServiceCall) async throws -> Response {
    let found = try await device(call)
    let now = call.service.now().milliseconds
    guard call.service.pushes != nil else { throw ServiceProblem(.pushOff) }
    guard found.state == .active else {
      throw ServiceProblem(
        .deviceNotActive, found.state == .suspect ? "The token of the device was refused." : nil)
    }
    guard PushBudget(call.service.settings).left(found, at: now) > 0 else {
      throw ServiceProblem(
        .budgetUsedUp, nil, "Wait until \(DeviceJSON.moment(found.next)).")
    }
    let device = try await call.store.changeDevice(found.id) { device, _ in
      device.map {
        var device = $0
        device.force(at: now)
        return device
      }
    }
    call.service.pushes?.wake()
    return call.response(DeviceJSON(call).json(device ?? found), status: .accepted)
  }
}
