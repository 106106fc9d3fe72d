import ExternalSources
public import WidgetStore

/// The settings of a service; every setting has a default.
public struct ServiceSettings: Sendable, Hashable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 for any free port.
  public var port = 8080
  /// The maximum size in bytes of a body that is read whole.
  public var maximumBodyBytes = 1 << 20
  /// The maximum size in bytes of a request's header fields.
  public var maximumHeaderBytes = 16_384
  /// The maximum number of a request's header fields.
  public var maximumHeaderFields = 100
  /// How long the body of a request may take to arrive.
  ///
  /// A body of unlimited length may take longer, as long as it arrives steadily and never pauses
  /// for this long.
  public var bodyTimeLimit: Duration = .seconds(20)
  /// How long a connection may be idle, and how long its caller may leave a waiting response
  /// unread.
  public var idleTimeLimit: Duration = .seconds(60)
  /// How long a connection may take to send its first request while the service is stopping.
  package var firstRequestTime: Duration = .seconds(1)
  /// The maximum number of simultaneous connections.
  public var maximumConnections = 10_000
  /// The maximum number of simultaneous requests, not counting event streams.
  public var maximumRequests = 512
  /// The maximum number of simultaneous requests from one caller with a token.
  public var maximumRequestsOfCaller = 128
  /// The maximum number of simultaneous event streams.
  public var maximumStreams = 2_000
  /// The maximum number of simultaneous event streams of one caller with a token.
  public var maximumStreamsOfCaller = 500
  /// The maximum number of simultaneous exports, imports, validations of JSON Lines, and lists of
  /// the widgets in a state.
  public var maximumBulkRequests = 16
  /// The maximum number of simultaneous requests that ``maximumBulkRequests`` limits, of one caller
  /// with a token.
  public var maximumBulkRequestsOfCaller = 4
  /// The sustained number of requests per second that each caller may make; 0 for no limit.
  public var requestsPerSecond = 0
  /// The number of requests that a caller may make in one burst.
  public var burst = 100
  /// How long a source of options or of a timeline may take.
  public var sourceTimeLimit: Duration = .seconds(30)
  /// How long to wait for a source: slightly longer than its time limit, so that the failure of a
  /// source that hangs still arrives.
  var sourceWait: Duration { sourceTimeLimit + .seconds(1) }
  /// How long a source's response stays fresh.
  public var optionsFreshFor: Duration = .seconds(5)
  /// How long a stale response is served after that, while a new one is requested.
  public var optionsStaleFor: Duration = .seconds(25)
  /// The interval between heartbeats of an event stream.
  public var heartbeat: Duration = .seconds(15)
  /// How often the store is polled for changes by other programs.
  public var changeInterval: Duration = .milliseconds(250)
  /// How often the service polls for work shared by several replicas, such as timelines to refresh.
  public var refreshInterval: Duration = .seconds(1)
  /// How long requests may take to finish after the service is asked to stop.
  public var shutdownTimeLimit: Duration = .seconds(9)
  /// How long the service still accepts connections after it is asked to stop, while it reports
  /// that it is not ready.
  public var drainTime: Duration = .zero
  /// How long earlier states, removed widgets and the log of changes are kept; the driver of the
  /// store must use the same value.
  public var retention = StoreRetention()
  /// The maximum number of connections to a database that contains the placed widgets.
  public var storeConnections = WidgetStorage.standardConnections
  /// The URLs that are notified of each change to a placed widget.
  public var webhooks: [String] = []
  /// The secret that signs webhook requests: `whsec_` and the Base64 of its bytes.
  ///
  /// During a rotation there are two secrets, one per line, the new one first; requests are then
  /// signed with both.
  public var webhookSecret = ""
  /// The names of hosts in private networks or on this machine that webhooks may reach.
  public var webhookPrivateHosts: [String] = []
  /// The pauses between the attempts to send a change to a webhook; the last one repeats.
  ///
  /// They are from the Standard Webhooks specification.
  public var webhookPauses: [Duration] =
    [.seconds(5), .seconds(300), .seconds(1_800)]
    + [2, 5, 10, 14, 20, 24].map { .seconds($0 * 3_600) }
  /// The maximum number of changes in one request to a webhook, if several changes are waiting.
  public var webhookBatch = 1
  /// For how long a change that a webhook does not accept is sent again.
  ///
  /// A webhook that has not accepted any change for this long gets no more changes.
  public var webhookTimeLimit: Duration = .seconds(5 * 86_400)
  /// The time after a change within which further changes are included in the same push to a
  /// device.
  public var pushWindow: Duration = .milliseconds(200)
  /// The minimum time between two pushes to a device.
  public var pushDistance: Duration = .milliseconds(PushBudget.standard.distance)
  /// The number of pushes that can be sent to a device in succession.
  public var pushBurst = PushBudget.standard.burst
  /// The interval after which a device's budget gains another push.
  public var pushInterval: Duration = .milliseconds(PushBudget.standard.interval)
  /// The maximum number of pushes per second for each app; 0 for no limit.
  ///
  /// After each push, the device that received it requests its timelines.
  public var pushesPerSecond = 1_000
  /// The origins of web pages that may call the service; `*` allows all.
  public var allowedOrigins: [String] = []
  /// The origin at which browsers see the service, such as `https://widgets.example.com`, if the
  /// service is behind a proxy; nil for the address on which it listens.
  public var publicOrigin: String?
  /// The origins of web pages that may embed forms in a frame.
  public var frameAncestors: [String] = []

  /// Makes the default settings.
  public init() {}

  /// Whether only programs on the same machine can call the service.
  public var isLoopback: Bool { WebAddress.isLoopback(host) }

  /// Whether browsers reach the service only over HTTPS, so that its cookie is restricted to HTTPS.
  var isBehindHTTPS: Bool {
    publicOrigin.map(WebAddress.isSecure) ?? !isLoopback
  }
}
