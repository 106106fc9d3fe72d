import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import IntentOptions
import JSONC
import Logging
import Messages
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The context that Hummingbird keeps for a request.
struct ServiceContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The caller's connection; nil in another Hummingbird application.
  let channel: (any Channel)?
  /// Whether the caller is still there.
  let presence: CallerPresence
  /// The identifier of the request in the log.
  var identity = ""
  /// The caller's place in a trace.
  var traceparent: String?
  /// The request as named in the log, once its caller is known.
  let scope = RequestScopeBox()
  /// The language that the caller requested.
  var language = AcceptedLanguage.standard

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    presence = CallerPresence.current ?? CallerPresence()
  }

  /// Makes the context of a request in another Hummingbird application.
  init(in context: some RequestContext) {
    coreContext = CoreRequestContextStorage(source: context)
    channel = nil
    presence = CallerPresence.current ?? CallerPresence()
  }

  /// The address of the caller.
  var address: String { channel?.remoteAddress?.ipAddress ?? "local" }

  /// The logger with the request's identifier; made on demand, because most requests log nothing.
  var log: Logger {
    var log = logger
    // Hummingbird numbers requests, too; one identifier is enough.
    log[metadataKey: "hb.request.id"] = nil
    log[metadataKey: "request"] = .string(identity)
    if let traceparent { log[metadataKey: "traceparent"] = .string(traceparent) }
    return log
  }
}

/// Handles everything around a route: request identifier, limits, error responses, header fields,
/// metrics and the log.
struct ServiceResponder: HTTPResponder {
  let service: ServiceCore
  private let table: RouteTable
  /// Counts the responses to unknown paths.
  private let elsewhere: PathMeter

  init(_ service: ServiceCore) {
    self.service = service
    table = RouteTable(service.routes, service.metrics)
    elsewhere = service.metrics.meter(path: "none")
  }

  /// Whether the service has a path.
  func has(_ path: String, pages: Bool) -> Bool {
    table.place(of: path).map { pages || !$0.place.isPage } ?? false
  }

  func respond(to request: Request, context: ServiceContext) async throws -> Response {
    let start = ContinuousClock.now
    let identity = Self.identity(of: request) ?? Self.newIdentity()
    var context = context
    if let trace = request.headers[.traceparent], TraceParent.isValid(trace) {
      context.traceparent = trace
    }
    context.identity = identity
    context.language = AcceptedLanguage.language(of: request)
    let found = table.place(of: request.uri.path)
    var response = try await TracedWork.request(request, context, path: found?.place.path) {
      request, context in
      do {
        return try await answer(to: request, context, at: found)
      } catch {
        let problem = RequestScope.$current.withValue(scope(of: request, context, at: found)) {
          let problem = self.problem(for: error, context)
          service.report(problem)
          return problem
        }
        let words = FormWords(locale: context.language)
        let page = PageCall.answer(
          to: problem, of: request, in: words, frames: service.settings.frameAncestors)
        let response = page ?? problem.response(in: words)
        if response.headers[.connection] == "close" { context.channel.map(Self.close) }
        return response
      }
    }
    finish(&response, request, identity: identity, isPage: found?.place.isPage ?? false)
    try await ContentCoding.code(&response, to: request)
    let seconds = start.duration(to: .now) / .seconds(1)
    let (path, status) = (found?.place.path ?? "none", response.status.code)
    (found?.place.meter ?? elsewhere).count(
      method: request.method.rawValue, status: status, seconds: seconds)
    if context.logger.logLevel <= .info {
      context.log.info(
        "request",
        metadata: [
          "method": .string(request.method.rawValue), "path": .string(path),
          "status": .stringConvertible(status),
          "ms": .stringConvertible((seconds * 1_000 * 100).rounded() / 100),
        ])
    }
    return response
  }

  /// The response of the request's route.
  ///
  /// - Throws: `ServiceProblem` with 404 for an unknown path, and 405 for a method that the path
  ///   does not support.
  private func answer(
    to request: Request, _ context: ServiceContext,
    at found: (place: RouteTable.Place, values: [Substring])?
  ) async throws -> Response {
    try checkHost(of: request)
    guard let (place, values) = found else {
      throw ServiceProblem(
        .notFound, .noSuchPath,
        .nothingAtPath(path: request.uri.path.harmless(limit: 200)), .seeOpenAPI)
    }
    if request.method == .options { return preflight(request, place) }
    guard let route = place.route(for: request.method) else {
      var problem = ServiceProblem(
        .methodNotAllowed, .methodNotAllowed,
        "The method “\(request.method.rawValue.harmless(limit: 40))” is not allowed here.",
        "Use \(place.allowed).")
      problem.headers[.allow] = place.allowed
      throw problem
    }
    let response = try await Self.respond(
      to: request, context, route: route, try place.parameters(values), service: service)
    return request.method == .head ? response.createHeadResponse() : response
  }

  /// Checks the host that a request is for.
  ///
  /// Without tokens, a page of another site could call the service by a host name that it resolves
  /// to this machine (DNS rebinding).
  ///
  /// - Throws: `ServiceProblem` with 400 for a request that does not name exactly one host (RFC
  ///   9112, section 3.2), and with 421 for any host other than this machine, where no token is
  ///   needed.
  private func checkHost(of request: Request) throws {
    guard let host = request.head.authority, request.headers[.host] == nil,
      let name = RequestHost(host)
    else {
      throw ServiceProblem(
        .badRequest, .hostMissing, "The request does not name one host.",
        "Send one “Host” field with a host, and a port if it has one.")
    }
    guard !service.access.needsToken, !service.settings.isOwn(name) else { return }
    throw ServiceProblem(
      .misdirectedRequest, .wrongHost,
      "The service does not answer for the host “\(host.harmless(limit: 100))”.",
      "Call it as localhost, 127.0.0.1 or [::1], or start the service with tokens.")
  }

  /// Closes a connection with an unread body after a delay, so that the response can arrive first.
  private static func close(_ channel: any Channel) {
    channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
  }

  /// The problem for an error; unexpected errors are logged.
  private func problem(for error: any Error, _ context: ServiceContext) -> ServiceProblem {
    if let problem = ServiceProblem(error) { return problem }
    if error is CancellationError {
      return context.presence.isGone
        ? ServiceProblem(
          HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request"), .callerGone,
          "The caller has closed the connection.", .none)
        : .stopping
    }
    return ServiceProblem(unexpected: error)
  }

  /// The request as named in the log; its caller may be unknown.
  private func scope(
    of request: Request, _ context: ServiceContext,
    at found: (place: RouteTable.Place, values: [Substring])?
  ) -> RequestScope {
    context.scope.value
      ?? RequestScope(
        request: context.identity, trace: context.traceparent, method: request.method.rawValue,
        route: found?.place.path ?? "none")
  }

  /// Adds the header fields of every response.
  private func finish(
    _ response: inout Response, _ request: Request, identity: String, isPage: Bool
  ) {
    response.headers[.requestID] = identity
    response.headers[.vary] = isPage ? Self.varyingPage : Self.varying
    response.headers[.xContentTypeOptions] = "nosniff"
    if let origin = RequestOrigin.allowed(of: request, service.settings) {
      response.headers[.accessControlAllowOrigin] = origin
      response.headers[.accessControlExposeHeaders] =
        "ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id"
    }
  }

  /// The header fields of a request that a response depends on (RFC 9110, section 12.5.5).
  private static let varying =
    "Accept, Accept-Encoding, Accept-Language, Authorization, Origin, Widgetconfig-Device"
  /// The token of a page is in its cookie.
  private static let varyingPage = varying + ", Cookie"

  /// The response to a browser's preflight request.
  private func preflight(_ request: Request, _ place: RouteTable.Place) -> Response {
    let methods = Set(place.routes.map(\.method.rawValue))
    var headers = HTTPFields()
    headers[.allow] = place.allowed
    if RequestOrigin.allowed(of: request, service.settings) != nil {
      headers[.accessControlAllowMethods] = methods.sorted().joined(separator: ", ")
      headers[.accessControlAllowHeaders] =
        """
        Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, \
        Widgetconfig-Device, \
        X-Requested-With
        """
      headers[.accessControlMaxAge] = "600"
    }
    return Response(status: .noContent, headers: headers)
  }

  /// The identifier that the caller gave the request, if it is safe to log.
  private static func identity(of request: Request) -> String? {
    guard let name = request.headers[.requestID], (1...64).contains(name.utf8.count),
      name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") })
    else { return nil }
    return name
  }

  /// 128 random bits in hexadecimal digits.
  private static func newIdentity() -> String {
    let half = { UInt64.random(in: .min ... .max).hexadecimal(digits: 16) }
    return half() + half()
  }
}

extension ServiceResponder {
  /// The methods that change nothing (RFC 9110, section 9.2.1).
  private static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options]

  /// Passes a request to its route after checking the caller, the rate and the body.
  private static func respond(
    to request: Request, _ context: ServiceContext, route: ServiceRoute,
    _ parameters: [String: String], service: ServiceCore
  ) async throws -> Response {
    if !Self.safeMethods.contains(request.method) {
      try RequestOrigin.check(request, service.settings)
    }
    let caller = try await service.access.caller(
      of: request, needing: route.scope, or: route.otherScope)
    // Probes of the operator do not compete with callers.
    guard !route.isProbe else {
      return try await route.handler(
        ServiceCall(
          request: request, context: context, service: service, caller: caller,
          parameters: parameters, query: [:], body: [], language: context.language))
    }
    let scope = RequestScope(
      request: context.identity, trace: context.traceparent, method: request.method.rawValue,
      route: route.path, tenant: caller.tenant, subject: caller.subject,
      widget: parameters["kind"] ?? parameters["name"])
    context.scope.value = scope
    return try await RequestScope.$current.withValue(scope) {
      try await respond(to: request, context, route, parameters, caller, service)
    }
  }

  /// Passes a request of a known caller to its route within the limits.
  private static func respond(
    to request: Request, _ context: ServiceContext, _ route: ServiceRoute,
    _ parameters: [String: String], _ caller: ServiceCaller, _ service: ServiceCore
  ) async throws -> Response {
    let standing = service.limiter.take(for: caller.key ?? context.address)
    if let standing, !standing.isAllowed {
      service.metrics.refused("rate")
      var problem = ServiceProblem(
        .tooManyRequests, .tooManyRequests, "There are too many requests.",
        "Wait \(standing.wait, "second", "seconds").")
      problem.headers = service.limiter.headers(standing)
      problem.headers[.retryAfter] = String(standing.wait)
      throw problem
    }
    let key = caller.key
    try service.requests.enter(key)
    defer { service.requests.leave(key) }
    let query = try query(of: request)
    try route.check(query)
    let caller = try route.caller(caller, query)
    let body = try await body(of: request, route, service.settings, context.channel)
    let call = ServiceCall(
      request: request, context: context, service: service, caller: caller, parameters: parameters,
      query: query, body: body, language: context.language)
    // Changes are always completed; everything else ends when its caller disconnects.
    let isChange =
      [.write, .device, .admin, .operator].contains(route.scope)
      && !safeMethods.contains(request.method)
    let handle = { @Sendable in
      // Requests to sources for several callers must not delay probes either.
      try await SharedWorkPlace.$executor.withValue(service.handlers) {
        try await service.bodies.run(body.count) { try await route.handler(call) }
      }
    }
    var response =
      isChange
      ? try await withTaskExecutorPreference(service.handlers) { try await handle() }
      : try await context.presence.whilePresent(on: service.handlers, handle)
    if let standing {
      for field in service.limiter.headers(standing) { response.headers.append(field) }
    }
    if case .stream = route.body {
    } else if service.isStopping.withLock({ $0 }) {
      response.headers[.connection] = "close"
    }
    return response
  }

  /// The parameters of the query; the first of repeated parameters counts.
  ///
  /// - Throws: `ServiceProblem` with 400 for a query that cannot be decoded.
  private static func query(of request: Request) throws -> [String: String] {
    guard let query = request.uri.query else { return [:] }
    _ = try query.decoded
    return Dictionary(
      request.uri.queryParameters.map { (String($0.key), String($0.value)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Reads the body of a request for a route that reads it whole.
  private static func body(
    of request: Request, _ route: ServiceRoute, _ settings: ServiceSettings,
    _ channel: (any Channel)?
  ) async throws -> [UInt8] {
    let accepted: [String]
    let standard: String
    if case .none = route.body { return [] }
    try checkCoding(of: request)
    switch route.body {
    case .none: return []
    case .stream(let type, _):
      guard request.headers[.contentType] != nil else { throw withoutType(expected: type) }
      channel?.triggerUserOutboundEvent(CallerWatch.Instruction.bodyIsStream, promise: nil)
      askForBody(of: request, channel)
      return []
    case .json: (accepted, standard) = (["application/json"], "application/json")
    case .document(let type, _): (accepted, standard) = ([], type)
    }
    // A page of another site can send any text without a type, or with one of the types of forms.
    guard request.headers[.contentType] != nil || isEmpty(request) else {
      throw withoutType(expected: standard)
    }
    // Most callers write the type exactly like this, so no other comparison is needed.
    if !accepted.isEmpty, let field = request.headers[.contentType], !accepted.contains(field),
      case let type = field.prefix(while: { $0 != ";" }).lowercased().filter({ $0 != " " }),
      !accepted.contains(type)
    {
      throw ServiceProblem(
        .unsupportedMediaType, .wrongContentType,
        "The body is of the type “\(type.harmless(limit: 100))”.",
        .sendContentType(types: accepted.joined(separator: ", ")))
    }
    let limit = settings.maximumBodyBytes
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw tooLarge(limit)
    }
    askForBody(of: request, channel)
    let bytes = try await bytes(of: request, settings)
    // A page's form may have no fields.
    guard !bytes.isEmpty || route.isPage || route.mayLackBody else {
      throw ServiceProblem(
        .badRequest, .bodyMissing, "The request does not have a body.",
        .sendContentType(types: standard))
    }
    return bytes
  }

  /// The problem of a body without a type.
  private static func withoutType(expected type: String) -> ServiceProblem {
    ServiceProblem(
      .unsupportedMediaType, .wrongContentType, "The request has no “Content-Type”.",
      .sendContentType(types: type))
  }

  /// Whether a request states that it has no body.
  private static func isEmpty(_ request: Request) -> Bool {
    request.headers[.contentLength].map { $0 == "0" } ?? (request.headers[.transferEncoding] == nil)
  }

  /// - Throws: `ServiceProblem` with 415 for a body with a content coding, which the service does not
  ///   decode (RFC 9110, section 8.4).
  private static func checkCoding(of request: Request) throws {
    guard let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" else {
      return
    }
    var problem = ServiceProblem(
      .unsupportedMediaType, .contentCoding,
      "The body has the content coding “\(coding.harmless(limit: 100))”.",
      "Send it without “Content-Encoding”.")
    problem.headers[.acceptEncoding] = "identity"
    throw problem
  }

  /// Tells a caller that expects “100 Continue” to send its body.
  private static func askForBody(of request: Request, _ channel: (any Channel)?) {
    guard request.headers[.expect] != nil else { return }
    channel?.triggerUserOutboundEvent(CallerWatch.Instruction.bodyIsWanted, promise: nil)
  }

  /// Reads a body within the limits of size and time.
  private static func bytes(
    of request: Request, _ settings: ServiceSettings
  ) async throws -> [UInt8] {
    let limit = settings.maximumBodyBytes
    var bytes: [UInt8] = []
    do {
      for try await buffer in request.body {
        guard bytes.count + buffer.readableBytes <= limit else { throw tooLarge(limit) }
        bytes.append(contentsOf: buffer.readableBytesView)
      }
    } catch let problem as ServiceProblem {
      throw problem
    } catch is CallerWatch.BodyIsLate {
      throw ServiceProblem.bodyIsTooSlow(settings)
    } catch {
      // The body is not valid HTTP, such as a chunk without a size.
      var problem = ServiceProblem(
        .badRequest, .malformedBody, .requestIsInvalid, .sendAgain)
      problem.headers[.connection] = "close"
      throw problem
    }
    return bytes
  }

  static func tooLarge(_ limit: Int) -> ServiceProblem {
    var problem = ServiceProblem(
      .contentTooLarge, .bodyTooLarge, "The body has more than \(limit, "byte", "bytes").",
      "Send at most \(limit, "byte", "bytes").")
    problem.headers[.connection] = "close"
    return problem
  }
}

extension ServiceProblem {
  /// The problem of a body that did not arrive in time.
  static func bodyIsTooSlow(_ settings: ServiceSettings) -> ServiceProblem {
    let seconds = Int(settings.bodyTimeLimit / .seconds(1))
    var problem = ServiceProblem(
      .requestTimeout, .bodyTooSlow,
      "The body did not arrive within \(seconds, "second", "seconds").", .sendAgain)
    problem.headers[.connection] = "close"
    return problem
  }
}

/// Validates the `traceparent` header (W3C Trace Context, version 00).
enum TraceParent {
  /// Whether a text is a valid `traceparent`.
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    return parts.map(\.utf8.count) == [2, 32, 16, 2]
      && parts.allSatisfy { $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } } && parts[0] != "ff"
      && parts[1].contains { $0 != "0" } && parts[2].contains { $0 != "0" }
  }
}
