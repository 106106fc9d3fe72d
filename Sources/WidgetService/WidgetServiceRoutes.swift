public import Hummingbird
public import ServiceLifecycle
import Synchronization

/// A middleware of another Hummingbird application that answers requests for the paths of a
/// service.
///
/// A request for any other path is passed on to the routes of the application.
public struct WidgetServiceRoutes<Context: RequestContext>: RouterMiddleware {
  fileprivate let responder: ServiceResponder
  fileprivate let withPages: Bool

  /// Answers a request for a path of the service, or passes it on.
  @concurrent public func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard responder.has(request.uri.path, pages: withPages) else {
      return try await next(request, context)
    }
    return try await responder.respond(to: request, context: ServiceContext(in: context))
  }
}

extension WidgetServer {
  /// The paths of the service, as a middleware for your own router.
  ///
  /// The paths of the API and of the pages are fixed, so the router must be at the root of its
  /// host. The application determines the address, the connections and the header fields; all other
  /// settings apply.
  ///
  /// - Parameters:
  ///   - withPages: Whether the pages are included; one of them is `/`.
  ///   - context: The context of the router.
  public func routes<Context: RequestContext>(
    withPages: Bool = true, for context: Context.Type = BasicRequestContext.self
  ) -> WidgetServiceRoutes<Context> {
    WidgetServiceRoutes(responder: responder, withPages: withPages)
  }

  /// Responds to one request of your own application, for any path.
  ///
  /// An unknown path is answered with 404, as it is by the service itself.
  public func respond(
    to request: Request, in context: some RequestContext
  ) async throws -> Response {
    try await responder.respond(to: request, context: ServiceContext(in: context))
  }

  /// The background work of the service: webhooks, pushes to devices, the renewal of timelines, and
  /// the log of failures.
  ///
  /// Your own application must run this work next to its server. ``run()`` already includes it.
  public var background: some Service { Background(core: core) }

  /// Works until the service group stops.
  private struct Background: Service {
    let core: ServiceCore

    func run() async throws {
      try await core.inBackground {
        try? await gracefulShutdown()
        core.isStopping.withLock { $0 = true }
      }
    }
  }
}

extension ServiceCore {
  /// Sends webhooks, renews timelines and writes the log of failures while a closure runs.
  func inBackground(_ body: () async throws -> Void) async throws {
    let webhooks = WebhookSender(service: self)
    await webhooks.begin()
    let pushes = PushWorker(service: self)
    await pushes.begin()
    let background = Task {
      async let timelines: Void = TimelineRefresher(service: self).run()
      async let upkeep: Void = StoreUpkeep(service: self).run()
      async let devices: Void = pushes.run()
      async let failures: Void = self.failures.run()
      async let keys: Void = access.run()
      async let delays: Void = metrics.watchDelay()
      await webhooks.run()
      await timelines
      await devices
      await upkeep
      await failures
      await keys
      await delays
    }
    defer {
      background.cancel()
      // The program may end before the background work does.
      failures.flush(all: true)
    }
    try await body()
  }
}
