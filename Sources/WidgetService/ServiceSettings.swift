/// What an operator decides about a service; every member has a default.
public struct ServiceSettings: Sendable, Hashable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 for a free one.
  public var port = 8080
  /// The most bytes of a body that is read whole.
  public var maximumBodyBytes = 1 << 20
  /// The most bytes of all header fields of a request.
  public var maximumHeaderBytes = 16_384
  /// The most header fields of a request.
  public var maximumHeaderFields = 100
  /// How long the body of a request may take to arrive.
  public var bodyTimeLimit: Duration = .seconds(20)
  /// How long a connection may be idle.
  public var idleTimeLimit: Duration = .seconds(60)
  /// The most connections at a time.
  public var maximumConnections = 10_000
  /// The most requests that are answered at a time, event streams left out.
  public var maximumRequests = 512
  /// The most event streams at a time.
  public var maximumStreams = 2_000
  /// The most bodies of JSON Lines that are checked at a time.
  public var maximumBulkRequests = 4
  /// How many requests a second a caller may make for long; 0 for any number.
  public var requestsPerSecond = 0
  /// How many requests a caller may make at once.
  public var burst = 100
  /// How long a source of options or of a timeline may take.
  public var sourceTimeLimit: Duration = .seconds(30)
  /// How long an answer of a source is fresh.
  public var optionsFreshFor: Duration = .seconds(5)
  /// For how long after that it is given while a new one is asked for.
  public var optionsStaleFor: Duration = .seconds(25)
  /// How often an event stream says that it is alive.
  public var heartbeat: Duration = .seconds(15)
  /// How often the store is looked at for changes that another program has made.
  public var changeInterval: Duration = .milliseconds(250)
  /// How often work is looked for that programs on several machines share, such as timelines to be made anew.
  public var refreshInterval: Duration = .seconds(1)
  /// How long requests may take to end after the service was asked to stop.
  public var shutdownTimeLimit: Duration = .seconds(9)
  /// The addresses that are told of each change of a placed widget.
  public var webhooks: [String] = []
  /// The secret with which what is sent to them is signed, at least 24 bytes; with `whsec_` before it, it is
  /// written in Base64.
  public var webhookSecret = ""
  /// The names of hosts in private networks, or on this machine, that may be told of changes.
  public var webhookPrivateHosts: [String] = []
  /// The origins of web pages that may call the service; `*` for all.
  public var allowedOrigins: [String] = []
  /// The origins of web pages that may show the pages of `/embed` in a frame.
  public var frameAncestors: [String] = []

  /// Makes the standard settings.
  public init() {}

  /// Whether only programs on the same machine can call.
  public var isLoopback: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }
}
