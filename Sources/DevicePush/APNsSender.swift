import Foundation
public import Logging
import Messages
public import Metrics
import Synchronization

/// An app and the key that authenticates its pushes.
public struct APNsApp: Sendable, Hashable {
  /// The app in its environment.
  public var app: PushApp
  /// The key, which belongs to this environment and to the app's bundle.
  public var key: APNsKey

  /// Makes an app with its key.
  public init(app: PushApp, key: APNsKey) { (self.app, self.key) = (app, key) }
}

/// A test server that replaces Apple's push service.
public struct APNsStandIn: Sendable, Hashable {
  /// The name of the host, which its certificate must have.
  public var host: String
  /// The port.
  public var port: Int
  /// The certificates to trust, in PEM.
  public var roots: String

  /// The port of HTTPS.
  public static let standardPort = 443

  /// Makes the address of a test server.
  public init(host: String, port: Int, roots: String) {
    (self.host, self.port, self.roots) = (host, port, roots)
  }
}

/// Sends pushes to Apple's push service.
///
/// Each key has one HTTP/2 connection to each host, which stays open for hours. A device's token
/// ends only when Apple reports its end. If a key, a bundle or an environment is wrong, the pushes
/// to the app pause, and one line is logged for the operator; otherwise, Apple's refusals would
/// make every token of the app look invalid. Neither tokens nor keys are logged.
public final class APNsSender: PushSender {
  private struct State {
    var records: [PushApp: APNsAppRecord] = [:]
    var routes: [RouteName: APNsRoute] = [:]
    var tokens: [APNsKey: ProviderTokens] = [:]
  }

  private struct RouteName: Hashable {
    var key: APNsKey
    var host: APNsHost
  }

  /// Settings that only tests change.
  struct Rules: Sendable {
    var times = APNsTimes()
    /// The length of the first pause and of the longest one, in seconds.
    var pauses = PushCircuit.standardPauses
    var connectPauses = 1.0...60.0
    var now: @Sendable () -> Date = { Date() }
    /// The names of libcurl; nil for the standard names.
    var libraries: [String]?
  }

  private let options: APNsOptions
  private let standIn: APNsStandIn?
  private let rules: Rules
  private let logger: Logger
  private let metrics: APNsMetrics
  private let state = Mutex(State())

  /// Makes a sender, which connects when it sends its first push.
  ///
  /// - Parameters:
  ///   - apps: The apps with their keys.
  ///   - options: Header fields that are absent by default.
  ///   - standIn: The test server; nil for Apple's servers.
  ///   - logger: The logger.
  ///   - metrics: The registry for the sender's metrics.
  /// - Throws: `PushSetupError` for an app that is named twice, an invalid bundle identifier or
  ///   option, a test server together with a production key, or if libcurl is missing or lacks
  ///   HTTP/2.
  public convenience init(
    apps: [APNsApp], options: APNsOptions = APNsOptions(), standIn: APNsStandIn? = nil,
    logger: Logger, metrics: any MetricsFactory = MetricsSystem.factory
  ) throws(PushSetupError) {
    try self.init(
      apps: apps, options: options, standIn: standIn, logger: logger, metrics: metrics,
      rules: Rules())
  }

  init(
    apps: [APNsApp], options: APNsOptions = APNsOptions(), standIn: APNsStandIn? = nil,
    logger: Logger, metrics: any MetricsFactory, rules: Rules
  ) throws(PushSetupError) {
    try options.check()
    (self.options, self.standIn, self.rules, self.logger) = (options, standIn, rules, logger)
    self.metrics = APNsMetrics(metrics)
    try update(apps: apps)
  }

  /// The apps that have a key.
  public var apps: [PushApp] { state.withLock { $0.records.keys.sorted() } }

  /// Replaces the apps and keys; an unchanged key keeps its connections, and a new key gets new
  /// connections.
  ///
  /// An app whose pushes are paused is tried again immediately if its key has changed.
  ///
  /// - Throws: `PushSetupError` for the same reasons as the initializer; the previous apps then
  ///   stay in effect.
  public func update(apps: [APNsApp]) throws(PushSetupError) {
    if !apps.isEmpty, let (cause, remedy) = APNsConnection.problem(with: rules.libraries) {
      throw PushSetupError("Pushes to Apple cannot be sent: \(cause). \(remedy)")
    }
    var known: Set<PushApp> = []
    for app in apps {
      try Self.check(app.app)
      guard known.insert(app.app).inserted else {
        throw PushSetupError(
          """
          The app “\(app.app.bundle)” has two keys for “\(app.app.environment.rawValue)”. Remove \
          one of them.
          """)
      }
      guard standIn == nil || app.app.environment == .development else {
        throw PushSetupError(
          """
          A stand-in for Apple's push service is set, and “\(app.app.bundle)” has a key for \
          production. Remove one of them.
          """)
      }
    }
    let rules = rules
    let gone = state.withLock { state -> [APNsRoute] in
      let before = state
      state = State()
      for app in apps {
        let tokens =
          before.tokens[app.key] ?? state.tokens[app.key] ?? ProviderTokens(app.key, now: rules.now)
        state.tokens[app.key] = tokens
        let host =
          standIn.map { APNsHost(name: $0.host, port: $0.port, roots: $0.roots) }
          ?? .apple(app.app.environment)
        let name = RouteName(key: app.key, host: host)
        let route =
          state.routes[name] ?? before.routes[name]
          ?? APNsRoute(
            host, app.key, tokens: tokens, times: rules.times, pauses: rules.pauses,
            connectPauses: rules.connectPauses, logger: logger, metrics: metrics, now: rules.now)
        state.routes[name] = route
        let record = before.records[app.app]
        state.records[app.app] =
          record?.route.key == app.key ? record : APNsAppRecord(app.app, route, rules.pauses)
      }
      return before.routes.filter { state.routes[$0.key] == nil }.map(\.value)
    }
    for route in gone { Task { await route.close() } }
  }

  private static func check(_ app: PushApp) throws(PushSetupError) {
    let isBundle =
      (1...155).contains(app.bundle.utf8.count)
      && app.bundle.utf8.allSatisfy { byte in
        byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      }
    guard isBundle else {
      throw PushSetupError(
        """
        “\(app.bundle.harmless(limit: 80))” is not a bundle identifier. Give one such as \
        com.example.clock.
        """)
    }
  }

  /// Sends pushes to an app and returns one outcome for each, in the same order.
  public func send(_ pushes: [WidgetPush], to app: PushApp) async -> [PushOutcome] {
    guard let record = state.withLock({ $0.records[app] }) else {
      let until = rules.now().addingTimeInterval(rules.pauses.lowerBound)
      let receipt = PushReceipt(reason: "No key is set up for the app.")
      return pushes.map { _ in .paused(until: until, receipt) }
    }
    var call = APNsCall(
      pushes, record, options: options, rules: rules, logger: logger, metrics: metrics)
    return await call.run()
  }

  /// Finishes the pushes in progress, within a few seconds, and closes the connections.
  public func close() async {
    let routes = state.withLock { Array($0.routes.values) }
    await withTaskGroup(of: Void.self) { group in
      for route in routes { group.addTask { await route.close() } }
    }
  }
}

/// The state of one app: whether its bundle and the tokens of its devices seem to be valid.
final class APNsAppRecord: Sendable {
  struct State: Sendable {
    var circuit: PushCircuit
    var refusedInARow = 0
    /// The number of recent responses, and how many of them are refusals; from time to time, both
    /// are halved.
    var responses = 0
    var refusals = 0
    var hasAccepted = false

    /// The number of tokens of which at most one may be refused on average.
    static let tokensPerRefusal = 100

    /// What the refusals of tokens mean.
    enum Finding: Sendable { case nothing, allRefused, manyRefused }

    mutating func noteRefusal() -> Finding {
      refusedInARow += 1
      refusals += 1
      noteResponse()
      if circuit.isTrying { return .allRefused }
      // The push was sent before the pause began.
      guard circuit.pausedUntil == nil else { return .nothing }
      if refusedInARow >= (hasAccepted ? 20 : PushCircuit.maximumFaults) { return .allRefused }
      let areMany = refusals >= 10 && refusals * Self.tokensPerRefusal > responses
      return areMany ? .manyRefused : .nothing
    }

    mutating func noteResponse() {
      responses += 1
      if responses >= 1_000 { (responses, refusals) = (responses / 2, refusals / 2) }
    }
  }

  let app: PushApp
  let route: APNsRoute
  let state: Mutex<State>

  init(_ app: PushApp, _ route: APNsRoute, _ pauses: ClosedRange<Double>) {
    (self.app, self.route) = (app, route)
    state = Mutex(State(circuit: PushCircuit(pauses: pauses)))
  }
}
