import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import Logging
import Messages
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The context that Hummingbird keeps for a request.
struct ServiceContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The caller's connection.
  let channel: any Channel
  /// The identifier of the request in the log.
  var identity = ""
  /// The caller's place in a trace.
  var traceparent: String?
  /// The language that the caller requested.
  var language = AcceptedLanguage.standard

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The address of the caller.
  var address: String { channel.remoteAddress?.ipAddress ?? "local" }

  /// The logger with the request's identifier; made on demand, because most requests log nothing.
  var log: Logger {
    var log = logger
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
        let problem = self.problem(for: error, context)
        let words = FormWords(locale: context.language)
        let page = PageCall.answer(
          to: problem, of: request, in: words, frames: service.settings.frameAncestors)
        let response = page ?? problem.response(in: words)
        if response.headers[.connection] == "close" { Self.close(context.channel) }
        return response
      }
    }
    finish(&response, request, identity: identity)
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
        .notFound, "no-such-path",
        .nothingAtPath(path: request.uri.path.harmless(limit: 200)), .seeOpenAPI)
    }
    if request.method == .options { return preflight(request, place) }
    guard let route = place.route(for: request.method) else {
      var problem = ServiceProblem(
        .methodNotAllowed, "method-not-allowed",
        .methodNotAllowed(method: request.method.rawValue.harmless(limit: 40)),
        .useMethods(methods: place.allowed))
      problem.headers[.allow] = place.allowed
      throw problem
    }
    let response = try await Self.respond(
      to: request, context, route: route, try place.parameters(values), service: service)
    return request.method == .head ? response.createHeadResponse() : response
  }

  /// Checks the host that a request is for.
  ///
  /// Without tokens, a page of another site could call the service through a name that it makes
  /// resolve to this machine (DNS rebinding).
  ///
  /// - Throws: `ServiceProblem` with 400 for a request that does not name exactly one host (RFC 9112,
  ///   section 3.2), and with 421 for another host than this machine, where no token is needed.
  private func checkHost(of request: Request) throws {
    guard let host = request.head.authority, request.headers[.host] == nil else {
      throw ServiceProblem(.badRequest, "host-missing", .hostMissing, .sendHost)
    }
    guard !service.access.needsToken, !service.settings.isOwn(host: host) else { return }
    throw ServiceProblem(
      .misdirectedRequest, "wrong-host", .hostIsAnother(host: host.harmless(limit: 100)),
      .callThisMachine)
  }

  /// Closes a connection with an unread body after a delay, so that the response can arrive first.
  private static func close(_ channel: any Channel) {
    channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
  }

  /// The problem for an error; unexpected errors are logged.
  private func problem(for error: any Error, _ context: ServiceContext) -> ServiceProblem {
    if let problem = ServiceProblem(error) { return problem }
    context.log.error("failure", metadata: ["error": .string("\(error)".harmless(limit: 1_000))])
    return ServiceProblem(
      .internalServerError, "service-failed", .serviceFailed, .seeLog(request: context.identity))
  }

  /// Adds the header fields of every response.
  private func finish(_ response: inout Response, _ request: Request, identity: String) {
    response.headers[.requestID] = identity
    response.headers[.vary] = "Accept, Accept-Encoding, Accept-Language, Origin"
    response.headers[.xContentTypeOptions] = "nosniff"
    if let origin = allowedOrigin(of: request) {
      response.headers[.accessControlAllowOrigin] = origin
      response.headers[.accessControlExposeHeaders] =
        "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id"
    }
  }

  private func allowedOrigin(of request: Request) -> String? {
    guard let origin = request.headers[.origin] else { return nil }
    let allowed = service.settings.allowedOrigins
    return allowed.contains(origin) || allowed.contains("*") ? origin : nil
  }

  /// The response to a browser's preflight request.
  private func preflight(_ request: Request, _ place: RouteTable.Place) -> Response {
    let methods = Set(place.routes.map(\.method.rawValue))
    var headers = HTTPFields()
    headers[.allow] = place.allowed
    if allowedOrigin(of: request) != nil {
      headers[.accessControlAllowMethods] = methods.sorted().joined(separator: ", ")
      headers[.accessControlAllowHeaders] =
        "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Requested-With"
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
  /// Passes a request to its route after checking the caller, the rate and the body.
  private static func respond(
    to request: Request, _ context: ServiceContext, route: ServiceRoute,
    _ parameters: [String: String], service: ServiceCore
  ) async throws -> Response {
    let caller = try await service.access.caller(of: request, needing: route.scope)
    let standing = service.limiter.take(
      for: caller.subject.isEmpty ? context.address : "\(caller.tenant)/\(caller.subject)")
    if let standing, !standing.isAllowed {
      var problem = ServiceProblem(
        .tooManyRequests, "too-many-requests", .tooManyRequests,
        .waitSeconds(seconds: standing.wait))
      problem.headers = service.limiter.headers(standing)
      problem.headers[.retryAfter] = String(standing.wait)
      throw problem
    }
    try service.requests.enter()
    defer { service.requests.leave() }
    let query = try query(of: request)
    try route.check(query)
    let body = try await body(of: request, route, service.settings, context.channel)
    let call = ServiceCall(
      request: request, context: context, service: service, caller: caller, parameters: parameters,
      query: query, body: body, language: context.language)
    var response = try await route.handler(call)
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
    _ = try query.percentDecoded
    return Dictionary(
      request.uri.queryParameters.map { (String($0.key), String($0.value)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Reads the body of a request for a route that reads it whole.
  private static func body(
    of request: Request, _ route: ServiceRoute, _ settings: ServiceSettings, _ channel: any Channel
  ) async throws -> [UInt8] {
    let accepted: [String]
    let standard: String
    if case .none = route.body { return [] }
    try checkCoding(of: request)
    switch route.body {
    case .none: return []
    case .stream:
      channel.triggerUserOutboundEvent(CallerWatch.Instruction.bodyIsStream, promise: nil)
      askForBody(of: request, channel)
      return []
    case .json: (accepted, standard) = (["application/json"], "application/json")
    case .document(let type, _): (accepted, standard) = ([], type)
    }
    // Most callers write the type as it is here, and need no other comparison.
    if !accepted.isEmpty, let field = request.headers[.contentType], !accepted.contains(field),
      case let type = field.prefix(while: { $0 != ";" }).lowercased().filter({ $0 != " " }),
      !accepted.contains(type)
    {
      throw ServiceProblem(
        .unsupportedMediaType, "wrong-content-type",
        .wrongContentType(type: type.harmless(limit: 100)),
        .sendContentType(types: accepted.joined(separator: ", ")))
    }
    let limit = settings.maximumBodyBytes
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw tooLarge(limit)
    }
    askForBody(of: request, channel)
    let bytes = try await bytes(of: request, settings)
    // A page's form may have no fields.
    guard !bytes.isEmpty || route.isPage else {
      throw ServiceProblem(
        .badRequest, "body-missing", .bodyMissing, .sendContentType(types: standard))
    }
    return bytes
  }

  /// - Throws: `ServiceProblem` with 415 for a body with a content coding, which the service does not
  ///   decode (RFC 9110, section 8.4).
  private static func checkCoding(of request: Request) throws {
    guard let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" else {
      return
    }
    var problem = ServiceProblem(
      .unsupportedMediaType, "content-coding", .contentIsCoded(name: coding.harmless(limit: 100)),
      .sendUncoded)
    problem.headers[.acceptEncoding] = "identity"
    throw problem
  }

  /// Tells a caller that expects “100 Continue” to send its body.
  private static func askForBody(of request: Request, _ channel: any Channel) {
    guard request.headers[.expect] != nil else { return }
    channel.triggerUserOutboundEvent(CallerWatch.Instruction.bodyIsWanted, promise: nil)
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
      let seconds = Int(settings.bodyTimeLimit / .seconds(1))
      var problem = ServiceProblem(
        .requestTimeout, "body-too-slow", .bodyTooSlow(seconds: seconds), .sendAgain)
      problem.headers[.connection] = "close"
      throw problem
    } catch {
      // The body is not valid HTTP, such as a chunk without a size.
      var problem = ServiceProblem(
        .badRequest, "malformed-body", .requestIsInvalid, .sendAgain)
      problem.headers[.connection] = "close"
      throw problem
    }
    return bytes
  }

  static func tooLarge(_ limit: Int) -> ServiceProblem {
    var problem = ServiceProblem(
      .contentTooLarge, "body-too-large", .bodyTooLarge(limit: limit),
      .sendAtMostBytes(limit: limit))
    problem.headers[.connection] = "close"
    return problem
  }
}

/// Watches a connection for late bodies, “Expect: 100-continue” and disconnects.
///
/// It runs in the channel, so that it needs no task. Reading a late body throws ``BodyIsLate``.
final class CallerWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The error of a body that did not arrive in time.
  struct BodyIsLate: Error {}

  /// What the current request asks of the watch, sent as a channel event.
  enum Instruction: Sendable {
    /// The body has no time limit.
    case bodyIsStream
    /// The body will be read, so a caller that expects “100 Continue” receives it (RFC 9110,
    /// section 10.1.1).
    case bodyIsWanted
    /// Calls the closure when the caller disconnects, or immediately if it already has.
    case tellWhenGone(@Sendable () -> Void)
  }

  private let limit: TimeAmount
  /// Whether a body with a time limit is arriving.
  private var isOpen = false
  /// Whether the caller waits for “100 Continue”.
  private var waitsForLeave = false
  private var alarm: Scheduled<Void>?
  private var isGone = false
  private var tell: (@Sendable () -> Void)?

  init(_ limit: Duration) { self.limit = .nanoseconds(Int64(limit / .nanoseconds(1))) }

  func handlerAdded(context: ChannelHandlerContext) { OlderCallers.join(context.pipeline) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      (isOpen, tell) = (true, nil)
      waitsForLeave = head.headerFields[.expect]?.lowercased() == "100-continue"
    case .body: waitsForLeave = false
    case .end: close()
    }
    context.fireChannelRead(data)
  }

  /// Sets the alarm only here, because most bodies arrive with their headers and need none.
  func channelReadComplete(context: ChannelHandlerContext) {
    if isOpen, alarm == nil {
      // Handler methods run on the event loop of the channel.
      alarm = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
        context.fireErrorCaught(BodyIsLate())
      }
    }
    context.fireChannelReadComplete()
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard let instruction = event as? Instruction else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    switch instruction {
    case .bodyIsStream: close()
    case .bodyIsWanted:
      guard waitsForLeave else { break }
      waitsForLeave = false
      context.writeAndFlush(
        wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    case .tellWhenGone(let body):
      if isGone { body() } else { tell = body }
    }
    promise?.succeed()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { goes() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    goes()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { goes() }

  private func goes() {
    close()
    isGone = true
    tell?()
    tell = nil
  }

  private func close() {
    isOpen = false
    alarm?.cancel()
    alarm = nil
  }
}

/// Determines the language of a response.
enum AcceptedLanguage {
  /// The language for callers that do not request one.
  static let standard = "en"

  /// The language of results and problems, from `?locale=` or else `Accept-Language`.
  static func language(of request: Request) -> String {
    tag(locale(of: request)) ?? first(of: request.headers[.acceptLanguage])
  }

  /// The text of `?locale=` as sent; nil if it is missing.
  static func locale(of request: Request) -> String? {
    let name = WidgetRoutes.locale.name
    return request.uri.queryParameters.first { $0.key == name }.map { String($0.value) }
  }

  /// The tag with the greatest weight of an `Accept-Language` field (RFC 9110, section 12.5.4).
  static func first(of field: String?) -> String {
    let choices = WeightedList.items(of: field).compactMap { item in
      tag(item.name).map { (tag: $0, weight: item.weight) }
    }
    let best = choices.filter { $0.weight > 0 }.enumerated().max {
      ($0.element.weight, -$0.offset) < ($1.element.weight, -$1.offset)
    }
    return best?.element.tag ?? standard
  }

  /// The text if it can be a BCP 47 tag; nil otherwise.
  static func tag(_ text: String?) -> String? {
    guard let text, (2...35).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }),
      text.utf8.first?.isLetterOrDigit == true
    else { return nil }
    return text
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
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
