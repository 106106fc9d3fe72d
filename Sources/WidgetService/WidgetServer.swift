public import DevicePush
public import Foundation
import Hummingbird
import HummingbirdCore
import IntentModel
public import Logging
import Messages
import NIOCore
public import ServiceLifecycle
import Synchronization
import WidgetLoading
public import WidgetStore
public import WidgetTimeline

/// Serves widgets, forms, placed widgets and timelines over HTTP.
///
/// Run it in a `ServiceGroup`, which shuts it down gracefully:
///
///     let service = try WidgetServer(access: .open, store: .file(path), widgets: load)
///     try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm], logger: log).run()
///
/// Alternatively, add its routes to your own Hummingbird application, which then listens on the
/// port, and run only its ``background``:
///
///     router.add(middleware: service.routes())
///     var app = Application(router: router)
///     app.addServices(service.background)
public struct WidgetServer: Service {
  /// The version of the service, which appears in the log and in the metrics.
  public static let version = Version.current

  let core: ServiceCore
  let responder: ServiceResponder
  private let isRunning: @Sendable (Int) -> Void

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - settings: The address, the limits and other settings.
  ///   - access: The rules for who may call the service.
  ///   - logger: The logger of the service.
  ///   - metrics: The metrics of the service.
  ///   - now: A function that returns the current date.
  ///   - store: The store of placed widgets, separate for each tenant.
  ///   - push: Sends pushes about changes to devices; nil for a service that sends no pushes.
  ///   - widgets: Loads the widgets with their texts in a language, given as a BCP 47 tag.
  ///   - isRunning: A function that is called with the port once requests are accepted.
  /// - Throws: `ServiceSetupError` for an address that other machines can reach without tokens, or
  ///   for webhook settings that cannot work.
  public init(
    settings: ServiceSettings = ServiceSettings(), access: ServiceAccess,
    logger: Logger = Logger(label: "widgetconfig"),
    metrics: ServiceMetrics = ServiceMetrics(), now: @escaping @Sendable () -> Date = { Date() },
    store: WidgetStorage, push: (any PushSender)? = nil,
    widgets: @escaping @Sendable (String) throws -> [ConfigurableWidget],
    isRunning: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(ServiceSetupError) {
    guard settings.isLoopback || access.needsToken else {
      throw ServiceSetupError(
        """
        The address “\(settings.host)” can be reached from other machines, but no token is needed. \
        Give a secret or a key set, or use the address \(ServiceSettings().host).
        """
      )
    }
    try WebhookSettings.check(settings)
    core = ServiceCore(
      settings: settings, access: access, logger: logger, metrics: metrics, now: now,
      driver: store.driver,
      push: push, widgets: widgets)
    responder = ServiceResponder(core)
    self.isRunning = isRunning
  }

  /// Reads the keys and secrets again, while requests continue.
  ///
  /// - Parameter webhookSecret: The secrets that sign webhook requests, as in the settings.
  /// - Throws: `ServiceSetupError` for a secret or a key set that cannot be used; the previous one
  ///   then stays in use.
  public func reload(webhookSecret: String) async throws(ServiceSetupError) {
    var settings = core.settings
    settings.webhookSecret = webhookSecret
    try WebhookSettings.check(settings)
    try await core.access.reload()
    core.webhookSecret.withLock { $0 = webhookSecret }
  }

  /// Loads the widgets again, while requests continue.
  ///
  /// - Returns: The number of widgets.
  /// - Throws: The error from loading; the previous widgets then stay in use.
  public func reloadWidgets() throws -> Int { try core.servedWidgets.reload() }

  /// A service that delays the graceful shutdown of a group, so that a proxy can stop sending
  /// requests first.
  ///
  /// In the group, put this service after the server. For the duration of `drainTime`, `/readyz`
  /// returns 503, and all other requests are answered as usual.
  public var draining: some Service { Draining(core: core) }

  /// Handles requests until the service group stops.
  public func run() async throws {
    let (settings, isRunning) = (core.settings, isRunning)
    let connections = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        CallerWatch(
          settings.bodyTimeLimit, unread: settings.idleTimeLimit,
          firstRequest: settings.firstRequestTime)
      ],
      idleTimeout: TimeAmount(settings.idleTimeLimit),
      httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
        maxHeaderFieldSize: settings.maximumHeaderBytes,
        maxHeaderListSize: settings.maximumHeaderBytes,
        maxHeaderFieldCount: settings.maximumHeaderFields))
    let server = HTTPServerBuilder { responder in
      WatchedChannel(base: HTTP1Channel(responder: responder, configuration: connections))
    }
    let application = Application(
      responder: responder, server: server,
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), backlog: 1_024,
        availableConnectionsDelegate: MaximumAvailableConnections(settings.maximumConnections)),
      onServerRunning: { channel in isRunning(channel.localAddress?.port ?? settings.port) },
      logger: core.logger)
    do {
      try await core.inBackground { [core] in
        try await withGracefulShutdownHandler {
          try await application.run()
        } onGracefulShutdown: {
          core.isStopping.withLock { $0 = true }
        }
      }
    } catch {
      throw Self.setupError(for: error, settings) ?? error
    }
  }

  /// Reports that the service is not ready, and then waits.
  private struct Draining: Service {
    let core: ServiceCore

    func run() async throws {
      try? await gracefulShutdown()
      core.isStopping.withLock { $0 = true }
      guard !Task.isCancelled else { return }
      try? await Task.sleep(for: core.settings.drainTime)
    }
  }

  /// The error for an address on which the service cannot listen; nil for any other error.
  private static func setupError(
    for error: any Error, _ settings: ServiceSettings
  ) -> ServiceSetupError? {
    let (host, port) = (settings.host.harmless(), ServiceSettingKey.port.rawValue)
    let address = host.contains(":") ? "[\(host)]:\(settings.port)" : "\(host):\(settings.port)"
    switch error {
    case let error as IOError:
      switch error.errnoCode {
      case EADDRINUSE:
        return ServiceSetupError(
          """
          Another program already listens on \(address). End it, or give another “\(port)”; 0 \
          means any free port.
          """
        )
      case EADDRNOTAVAIL: return ServiceSetupError(.addressNotHere(host: host))
      case EACCES:
        return ServiceSetupError(
          "Listening on \(address) is not permitted. Give a “\(port)” from 1024 to 65535.")
      default:
        let cause = String(cString: strerror(error.errnoCode))
        return ServiceSetupError(
          """
          The service cannot listen on \(address): \(cause). Give another \
          “\(ServiceSettingKey.host.rawValue)” or “\(port)”.
          """)
      }
    case is SocketAddressError, is SocketAddressError.UnknownHost:
      return ServiceSetupError(.addressNotHere(host: host))
    default: return nil
    }
  }
}
