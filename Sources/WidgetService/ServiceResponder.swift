import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Messages
import NIOCore

/// Passes requests through middlewares to the routes, and passes the responses back in reverse
/// order.
struct ServiceResponder: HTTPResponder {
  private let table: RouteTable
  private let middlewares: any MiddlewareProtocol<Request, Response, ServiceContext>
  private let routes: RouteResponder

  init(_ service: ServiceCore) {
    table = RouteTable(service.routes, service.metrics)
    middlewares = Self.middlewares(of: service)
    routes = RouteResponder(service: service)
  }

  @MiddlewareFixedTypeBuilder<Request, Response, ServiceContext>
  private static func middlewares(
    of service: ServiceCore
  ) -> some MiddlewareProtocol<Request, Response, ServiceContext> {
    Completion(service: service)
    RequestSpans()
    Explanation(service: service)
    HostCheck(service: service)
  }

  /// Whether the service has a path.
  func has(_ path: String, pages: Bool) -> Bool {
    table.place(of: path).map { pages || !$0.place.isPage } ?? false
  }

  func respond(to request: Request, context: ServiceContext) async throws -> Response {
    var context = context
    if let trace = request.headers[.traceparent], TraceParent.isValid(trace) {
      context.traceparent = trace
    }
    context.identity = Self.identity(of: request) ?? Self.newIdentity()
    context.language = AcceptedLanguage.language(of: request) {
      routes.service.servedWidgets.languages
    }
    context.found = table.place(of: request.uri.path)
    return try await middlewares.handle(request, context: context) { request, context in
      try await routes.respond(to: request, context: context)
    }
  }

  /// The identifier that the caller gave to the request, if it is safe to log.
  private static func identity(of request: Request) -> String? {
    guard let name = request.headers[.requestID], (1...64).contains(name.utf8.count),
      name.utf8.allSatisfy({ $0.isVisible && $0 != UInt8(ascii: "\"") })
    else { return nil }
    return name
  }

  /// An identifier with 128 random bits in hexadecimal digits.
  private static func newIdentity() -> String {
    let half = { UInt64.random(in: .min ... .max).hexadecimal(digits: 16) }
    return half() + half()
  }
}

/// Completes each response: adds its header fields, applies its coding, and updates the metrics and
/// the log.
private struct Completion: RouterMiddleware {
  let service: ServiceCore
  /// Counts the responses to unknown paths.
  private let elsewhere: PathMeter

  init(service: ServiceCore) {
    self.service = service
    elsewhere = service.metrics.meter(path: RouteTable.unknownPath)
  }

  @concurrent func handle(
    _ request: Request, context: ServiceContext,
    next: @concurrent (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    var response = try await next(request, context)
    finish(&response, request, context)
    // A problem in response to `HEAD` has no body either.
    if request.method == .head, response.body.contentLength != 0 {
      response = response.createHeadResponse()
    }
    try await ContentCoding.code(&response, to: request, on: service.handlers)
    let seconds = start.duration(to: .now) / .seconds(1)
    let (place, status) = (context.found?.place, response.status.code)
    (place?.meter ?? elsewhere).count(
      method: request.method.rawValue, status: status, seconds: seconds)
    if context.logger.logLevel <= .info {
      context.log.info(
        "request",
        metadata: [
          "method": .string(request.method.rawValue),
          "path": .string(place?.path ?? RouteTable.unknownPath),
          "status": .stringConvertible(status),
          "ms": .stringConvertible((seconds * 1_000 * 100).rounded() / 100),
        ])
    }
    return response
  }

  /// Adds the header fields that every response has.
  private func finish(_ response: inout Response, _ request: Request, _ context: ServiceContext) {
    let isPage = context.found?.place.isPage ?? false
    response.headers[.requestID] = context.identity
    response.headers[.vary] = isPage ? Self.varyingPage : Self.varying
    response.headers[.xContentTypeOptions] = "nosniff"
    if let origin = RequestOrigin.allowed(of: request, service.settings) {
      response.headers[.accessControlAllowOrigin] = origin
      response.headers[.accessControlExposeHeaders] = Self.exposed
    }
  }

  /// The header fields of a response that the script of an allowed page may read.
  private static let exposed = [
    ResponseHeader.etag, .link, .location, .retryAfter, .rateLimit, .rateLimitPolicy, .requestID,
  ].map(\.rawValue).joined(separator: ", ")

  /// The header fields of a request on which a response depends (RFC 9110, section 12.5.5).
  private static let varying = [
    HTTPField.Name.accept, .acceptEncoding, .acceptLanguage, .authorization, .origin, .device,
  ].map(\.rawName).joined(separator: ", ")
  /// Pages get the token from a cookie.
  private static let varyingPage = varying + ", " + HTTPField.Name.cookie.rawName
}

/// Creates a span for each request, which continues the caller's trace.
private struct RequestSpans: RouterMiddleware {
  @concurrent func handle(
    _ request: Request, context: ServiceContext,
    next: @concurrent (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    guard TracedWork.isTraced else { return try await next(request, context) }
    context.coreContext.endpointPath.value = context.found?.place.path
    return try await TracingMiddleware<ServiceContext>()
      .handle(request, context: context, next: next)
  }
}

/// Turns errors into responses that describe the problem, and reports the service's own errors.
private struct Explanation: RouterMiddleware {
  let service: ServiceCore

  @concurrent func handle(
    _ request: Request, context: ServiceContext,
    next: @concurrent (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      // The request as it is named in the log; its caller may be unknown.
      let scope =
        context.scope.value
        ?? RequestScope(
          request: context.identity, trace: context.traceparent, method: request.method.rawValue,
          route: context.found?.place.path ?? RouteTable.unknownPath)
      let problem = RequestScope.$current.withValue(scope) {
        let problem = self.problem(for: error, context)
        service.report(problem)
        return problem
      }
      let words = FormWords(locale: context.language)
      let page = PageCall.response(
        to: problem, of: request, in: words, frames: service.settings.frameAncestors)
      let response = page ?? problem.response(in: words)
      if response.headers[.connection] == "close" { context.channel.map(Self.close) }
      return response
    }
  }

  /// Closes a connection with an unread body after a delay, so that the response can arrive first.
  private static func close(_ channel: any Channel) {
    let closing = channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
    // The caller usually closes the connection sooner, and a connection that waits to be closed
    // takes up memory.
    channel.closeFuture.whenComplete { _ in closing.cancel() }
  }

  /// The problem for an error; unexpected errors are logged.
  private func problem(for error: any Error, _ context: ServiceContext) -> ServiceProblem {
    if let problem = ServiceProblem(error) { return problem }
    if error is CancellationError {
      return ServiceProblem(context.presence.isGone ? .callerGone : .stopping)
    }
    return ServiceProblem(unexpected: error)
  }
}

/// Refuses requests without a host and, if no token is needed, requests to a host that is not the
/// service's own.
private struct HostCheck: RouterMiddleware {
  let service: ServiceCore

  @concurrent func handle(
    _ request: Request, context: ServiceContext,
    next: @concurrent (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    try checkHost(of: request)
    return try await next(request, context)
  }

  /// Checks the host to which a request is sent.
  ///
  /// Without tokens, a page of another site could call the service through a host name that
  /// resolves to this machine (DNS rebinding).
  ///
  /// - Throws: `ServiceProblem` for a request that does not name exactly one host (RFC 9112,
  ///   section 3.2), and, if no token is needed, for a host that is not the service's own.
  private func checkHost(of request: Request) throws {
    guard let host = request.head.authority, request.headers[.host] == nil,
      let name = RequestHost(host)
    else {
      throw ServiceProblem(.hostMissing)
    }
    guard !service.access.needsToken, !service.settings.isOwn(name) else { return }
    throw ServiceProblem(
      .wrongHost,
      "The service does not answer for the host “\(host.harmlessText)”.")
  }
}
