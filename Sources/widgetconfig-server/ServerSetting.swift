import ArgumentParser
import ExternalSources
import Logging
import Messages
import WidgetLoading
import WidgetService
import WidgetStore

/// Describes the settings of the file and the environment.
enum ServerSetting {
  typealias Number = (
    key: ServerSettings.Key, member: WritableKeyPath<ServiceSettings, Int>,
    range: ClosedRange<Int>, summary: String
  )
  typealias Time = (
    key: ServerSettings.Key, member: WritableKeyPath<ServiceSettings, Duration>, most: Int,
    summary: String
  )

  /// The number of days for which something can be kept: up to a century.
  private static let days = 1...36_500

  static var numbers: [Number] {
    [
      (.port, \.port, 0...65_535, "The port to listen on; 0 for a free one"),
      (
        .requestsPerSecond, \.requestsPerSecond, 0...1_000_000,
        "The requests per second that a caller may sustain; 0 means no limit"
      ),
      (.burst, \.burst, 1...1_000_000, "The requests that a caller may make in a burst"),
      (
        .maximumBodyBytes, \.maximumBodyBytes, 1_024...(64 << 20),
        "The bytes of a body that is read whole"
      ),
      (
        .maximumHeaderBytes, \.maximumHeaderBytes, 1_024...(1 << 20),
        "The bytes of all header fields of a request"
      ),
      (
        .maximumHeaderFields, \.maximumHeaderFields, 10...10_000,
        "The header fields of a request"
      ),
      (
        .maximumConnections, \.maximumConnections, 1...1_000_000,
        "The connections open at the same time"
      ),
      (
        .maximumRequests, \.maximumRequests, 1...100_000,
        "The requests answered at the same time"
      ),
      (.maximumStreams, \.maximumStreams, 0...1_000_000, "The event streams open at the same time"),
      (
        .maximumBulkRequests, \.maximumBulkRequests, 1...1_000,
        """
        The exports, imports, validations of JSON Lines and lists of the widgets in a state at \
        the same time
        """
      ),
      (
        .maximumRequestsOfCaller, \.maximumRequestsOfCaller, 1...100_000,
        "The requests of one caller with a token at the same time"
      ),
      (
        .maximumStreamsOfCaller, \.maximumStreamsOfCaller, 0...1_000_000,
        "The event streams of one caller with a token at the same time"
      ),
      (
        .maximumBulkRequestsOfCaller, \.maximumBulkRequestsOfCaller, 1...1_000,
        """
        The requests of one caller with a token that \
        \(ServerSettings.Key.maximumBulkRequests.rawValue) limits, at the same time
        """
      ),
      (.storeConnections, \.storeConnections, 1...1_000, "The connections to the database"),
      (.keptStates, \.retention.states, 1...10_000, "The earlier states of a placed widget"),
      (
        .keptRemovedDays, \.retention.removedDays, days,
        "The days for which a removed widget can be restored"
      ),
      (
        .keptLogDays, \.retention.changeDays, days,
        "The days for which the log keeps a change"
      ),
      (
        .keptLogChanges, \.retention.maximumChanges, 100...1_000_000_000,
        "The changes of a tenant that the log keeps"
      ),
      (
        .keptDeviceDays, \.retention.deviceDays, days,
        "The days for which a device that sends no requests is kept"
      ),
      (
        .webhookBatch, \.webhookBatch, 1...200,
        "The changes in one request to a webhook, if several wait"
      ),
      (
        .pushBurst, \.pushBurst, 1...1_000,
        "The pushes that a device can get one after the other"
      ),
      (
        .pushesPerSecond, \.pushesPerSecond, 0...1_000_000,
        "The pushes in a second for each app; 0 for no limit"
      ),
    ]
  }

  static var times: [Time] {
    let short: [(ServerSettings.Key, WritableKeyPath<ServiceSettings, Duration>, String)] = [
      (.bodyTimeLimit, \.bodyTimeLimit, "How long a body may take to arrive"),
      (.idleTimeLimit, \.idleTimeLimit, "How long a connection may be idle, or send a header"),
      (.sourceTimeLimit, \.sourceTimeLimit, "How long a source may take"),
      (.shutdownTimeLimit, \.shutdownTimeLimit, "How long requests may take to end after SIGTERM"),
      (
        .drainTime, \.drainTime,
        """
        How long connections are still accepted after SIGTERM, while \(ServicePath.ready) \
        returns 503
        """
      ),
      (.optionsFreshFor, \.optionsFreshFor, "How long a response of a source is fresh"),
      (
        .optionsStaleFor, \.optionsStaleFor,
        "How long a stale response is used while a new one is loading"
      ),
      (.heartbeat, \.heartbeat, "How often an event stream sends a heartbeat"),
      (
        .changeInterval, \.changeInterval,
        "How often the store is checked for changes by other programs"
      ),
      (
        .pushWindow, \.pushWindow,
        "How long after a change further changes are included in the same push"
      ),
      (.pushDistance, \.pushDistance, "The minimum time between two pushes to a device"),
    ]
    return short.map { ($0.0, $0.1, 3_600, $0.2) } + [
      (
        .pushInterval, \.pushInterval, 86_400,
        "The time after which a device can get another push"
      ),
      (
        .webhookTimeLimit, \.webhookTimeLimit, 30 * 86_400,
        "How long a change is sent again to a webhook that does not accept it"
      ),
    ]
  }

  static let texts: [(key: ServerSettings.Key, summary: String)] = [
    (.host, "The address to listen on (\(ServiceSettings().host))"),
    (
      .store,
      "The file that keeps the placed widgets, or a URL such as postgresql://localhost/widgets"
    ),
    (.intents, WidgetLibrary.optionHelp),
    (
      .containers,
      """
      The folder in which the programs of widgets keep files, for each tenant and widget; next to \
      the store by default
      """
    ),
    (
      .tokenSecretFile,
      """
      A file with the secret of tokens that are signed with \(ServiceAccess.secretAlgorithm), at \
      least \(ServiceAccess.minimumSecretBytes) bytes
      """
    ),
    (
      .jwks,
      """
      A JWKS file, or its \(WebAddress.https) URL, with the keys of tokens that are signed with \
      \(ServiceAccess.keyAlgorithms.flatMap(\.value).listed("or"))
      """
    ),
    (.issuer, "The “iss” that a token must have; any by default"),
    (.audience, "The “aud” that a token must have; any by default"),
    (
      .logLevel,
      """
      The lowest level that is logged: \(Logger.Level.allCases.map(\.rawValue).listed("or")) \
      (\(ServerSettings.standardLevel))
      """
    ),
    (.logFormat, "The format of the log: \(LogFormat.choices) (\(LogFormat.standard))"),
    (.allowedOrigins, "The origins of web pages that may call, separated by commas; * for all"),
    (
      .publicOrigin,
      """
      The origin that browsers see if a proxy is in front of the service; with \
      \(WebAddress.https), the cookie of the pages is Secure
      """
    ),
    (.frameAncestors, "The origins whose pages may show the form in a frame"),
    (.webhooks, "The URLs that changes are sent to, separated by commas"),
    (
      .webhookSecretFile,
      """
      The file with the secret that signs webhook requests, “\(WebhookSettings.secretMark)” and \
      Base64; two lines during a rotation
      """
    ),
    (.webhookPrivateHosts, "The hosts of webhooks that may have private addresses"),
    (
      .pushApps,
      """
      The apps whose devices get pushes, as a JSON array of objects with \(name(.bundle)), \
      \(name(.environment)) and either \(name(.team)), \(name(.keyId)) and \(name(.keyFile)) or \
      \(name(.webhook)); without it, pushes are off
      """
    ),
    (.pushPriority, "The priority of pushes, \(APNsOptions.priorityWords); Apple's by default"),
    (
      .pushExpiration, "The seconds for which Apple keeps a push; 0 for one try; Apple's by default"
    ),
    (.pushCollapseId, "The collapse identifier of pushes; none by default"),
    (
      .pushStandIn,
      """
      The \(WebAddress.https) address of a stand-in for Apple's push service, only for tests
      """
    ),
    (.pushStandInRoots, "The file with the certificates of the stand-in"),
  ]

  /// The name of a key of an app that gets pushes.
  private static func name(_ key: PushSettings.Key) -> String { "“\(key.rawValue)”" }

  /// The remedy for a setting that is given as a flag although it has no flag; nil for any other
  /// option.
  static func advice(on option: String) -> Message? {
    let key = ServerSettings.Key.allCases.first { key in
      key.flag == option && !ServerSettings.flags.contains { $0.key == key }
    }
    return key.map {
      """
      The setting “\($0.rawValue)” has no flag. Set the variable \($0.variable), or \
      “\($0.rawValue)” in the file of --config.
      """
    }
  }

  /// The help for the flag of a setting.
  static func help(_ key: ServerSettings.Key) -> ArgumentHelp {
    ArgumentHelp(summaries.first { $0.key == key }?.text ?? "")
  }

  /// A line for each setting, with its flag, its range and its default.
  static var lines: [String] {
    summaries.map { key, text in
      let hasFlag = ServerSettings.flags.contains { $0.key == key }
      return "\(key.rawValue)\(hasFlag ? ", " + key.flag : ""): \(text)"
    }
  }

  private static var summaries: [(key: ServerSettings.Key, text: String)] {
    let standard = ServiceSettings()
    return texts.map { ($0.key, $0.summary + ".") }
      + numbers.map { number in
        let (first, last) = (number.range.lowerBound, number.range.upperBound)
        return (
          number.key,
          "\(number.summary): \(first) to \(last) (\(standard[keyPath: number.member]))."
        )
      }
      + times.map { time in
        // Dividing one Duration by another is not exact.
        let parts = standard[keyPath: time.member].components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
        let text = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
        return (time.key, "\(time.summary): at most \(time.most) seconds (\(text)).")
      }
  }
}
