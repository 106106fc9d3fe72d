import HTTPTypes
import Hummingbird
import Messages
import NIOCore
import Synchronization

/// Handles requests with the routes of the service: it finds the route and the caller, and enforces
/// the limits.
struct RouteResponder: HTTPResponder {
  let service: ServiceCore

  /// The response from the route of a request.
  ///
  /// - Throws: `ServiceProblem` for an unknown path, and for a method that the path does not
  ///   support.
  func respond(to request: Request, context: ServiceContext) async throws -> Response {
    guard let (place, values) = context.found else {
      throw ServiceProblem(
        .noSuchPath,
        .nothingAtPath(path: request.uri.path.harmless()))
    }
    if request.method == .options { return preflight(request, place) }
    guard let route = place.route(for: request.method) else {
      var problem = ServiceProblem(
        .methodNotAllowed,
        "The method “\(request.method.rawValue.harmless(limit: 40))” is not allowed here.",
        "Use \(place.allowed).")
      problem.headers[.allow] = place.allowed
      throw problem
    }
    let call = try await call(of: route, try place.parameters(values), request, context)
    // The operator's probes do not compete with callers.
    let response =
      route.isProbe
      ? try await route.handler(call)
      : try await inScope(of: call, context, route) { try await limited(call, context, route) }
    guard request.method == .head else { return response }
    var head = response.createHeadResponse()
    // The length of a stream is unknown; an empty body must not set it to 0 (RFC 9110, section
    // 8.6).
    if response.body.contentLength == nil { head.headers[.contentLength] = nil }
    return head
  }

  /// The header fields of a request that the script of an allowed page may send.
  private static let acceptedFields = [
    HTTPField.Name.authorization, .contentType, .ifMatch, .ifNoneMatch, .idempotencyKey,
    .lastEventID, .device, .requestedWith,
  ].map(\.rawName).joined(separator: ", ")

  /// The response to a browser's preflight request.
  private func preflight(_ request: Request, _ place: RouteTable.Place) -> Response {
    let methods = Set(place.routes.map(\.method.rawValue))
    var headers = HTTPFields()
    headers[.allow] = place.allowed
    if RequestOrigin.allowed(of: request, service.settings) != nil {
      headers[.accessControlAllowMethods] = methods.sorted().joined(separator: ", ")
      headers[.accessControlAllowHeaders] = Self.acceptedFields
      headers[.accessControlMaxAge] = "600"
    }
    return Response(status: .noContent, headers: headers)
  }

  /// The call to a route by a caller who has permission; the query and the body have not been read
  /// yet.
  private func call(
    of route: ServiceRoute, _ parameters: [PathParameter: String], _ request: Request,
    _ context: ServiceContext
  ) async throws -> ServiceCall {
    if !ServiceRoute.safeMethods.contains(request.method) {
      try RequestOrigin.check(request, service.settings)
    }
    let caller = try await service.access.caller(
      of: request, needing: route.scope, or: route.otherScope)
    return ServiceCall(
      request: request, context: context, service: service, caller: caller,
      parameters: parameters, query: [:], body: [], language: context.language)
  }

  /// Runs the work of a call; in the log, each failure of the work then has the fields of the call.
  private func inScope(
    of call: ServiceCall, _ context: ServiceContext, _ route: ServiceRoute,
    _ body: () async throws -> Response
  ) async throws -> Response {
    let scope = RequestScope(
      request: context.identity, trace: context.traceparent, method: call.request.method.rawValue,
      route: route.path, tenant: call.caller.tenant, subject: call.caller.subject,
      widget: call.parameters[.kind] ?? call.parameters[.name])
    context.scope.value = scope
    return try await RequestScope.$current.withValue(scope) { try await body() }
  }

  /// Makes a call within the limits of its caller.
  private func limited(
    _ call: ServiceCall, _ context: ServiceContext, _ route: ServiceRoute
  ) async throws -> Response {
    let key = call.caller.key
    // A caller without a token is identified by its address.
    let name = key ?? context.address
    let standing = try takeTurn(of: name)
    try service.requests.enter(key)
    defer { service.requests.leave(key) }
    var room = service.bodies.room(of: name)
    defer { room.leave() }
    let complete = try await read(call, context, route, in: &room)
    var response = try await handled(complete, context, route)
    try checkTag(of: response, for: call.request)
    addFields(to: &response, standing, route)
    return response
  }

  /// Takes one of the requests that a caller may send; returns nil if there is no limit.
  ///
  /// - Throws: `ServiceProblem` if the caller has to wait.
  private func takeTurn(of caller: String) throws -> RateLimiter.Standing? {
    let standing = service.limiter.take(for: caller)
    if let standing, !standing.isAllowed {
      service.metrics.refused("rate")
      var problem = ServiceProblem(
        .tooManyRequests, nil, "Wait \(standing.wait, "second", "seconds").")
      problem.headers = service.limiter.headers(standing)
      problem.headers[.retryAfter] = String(standing.wait)
      throw problem
    }
    return standing
  }

  /// The call with its query and its body, for the tenant in the query.
  ///
  /// - Parameter room: The space reserved for the body.
  private func read(
    _ call: ServiceCall, _ context: ServiceContext, _ route: ServiceRoute,
    in room: inout BodyBudget.Room
  ) async throws -> ServiceCall {
    var call = call
    call.query = try Self.query(of: call.request)
    try route.check(call.query)
    try route.checkKey(of: call.request)
    call.caller = try route.caller(call.caller, call.query)
    do {
      call.body = try await BodyReading.read(
        call.request, for: route, service.settings, context.channel, in: &room)
    } catch let problem as ServiceProblem where problem.code == .tooBusy {
      service.metrics.refused(problem.code.rawValue)
      throw problem
    }
    return call
  }

  /// Checks the ETag of a response against the `If-Match` of a request that changes nothing.
  private func checkTag(of response: Response, for request: Request) throws {
    guard ServiceRoute.safeMethods.contains(request.method), request.headers[.ifMatch] != nil,
      let tag = response.headers[.eTag]
    else { return }
    try EntityTag.check(tag, against: request)
  }

  /// Adds the caller's remaining allowance, and ends the connection if the service is stopping.
  private func addFields(
    to response: inout Response, _ standing: RateLimiter.Standing?, _ route: ServiceRoute
  ) {
    if let standing {
      for field in service.limiter.headers(standing) { response.headers.append(field) }
    }
    if case .stream = route.body { return }
    if service.isStopping.withLock({ $0 }) { response.headers[.connection] = "close" }
  }

  /// The response from a route's handler.
  ///
  /// Changes are always completed; all other work ends when its caller disconnects.
  private func handled(
    _ call: ServiceCall, _ context: ServiceContext, _ route: ServiceRoute
  ) async throws -> Response {
    let handle = { @Sendable in
      // Shared work, such as a request to a source for several callers, must not delay probes
      // either.
      try await SharedWorkPlace.$executor.withValue(service.handlers) {
        try await service.bodies.run(call.body.count) { try await route.handler(call) }
      }
    }
    return route.isChange
      ? try await withTaskExecutorPreference(service.handlers) { try await handle() }
      : try await context.presence.whilePresent(on: service.handlers, handle)
  }

  /// The parameters of the query; if a parameter is repeated, the first one counts.
  ///
  /// - Throws: `ServiceProblem` for a query that cannot be decoded.
  private static func query(of request: Request) throws -> [String: String] {
    guard let query = request.uri.query else { return [:] }
    _ = try query.decoded
    return Dictionary(
      firsts: request.uri.queryParameters.map { (String($0.key), String($0.value)) })
  }
}
