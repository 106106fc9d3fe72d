import DevicePush
import Foundation
import InputFiles
import WidgetStore

#if canImport(Glibc)
  import Glibc
#endif

/// A metric of the service and its meaning.
struct Metric: Sendable {
  /// The name, without the suffix of a counter.
  let name: String
  /// The meaning, for `# HELP`.
  let help: String

  private init(_ name: String, _ help: String) {
    (self.name, self.help) = (Self.prefix + name, help)
  }

  private init(ofProcess name: String, _ help: String) {
    (self.name, self.help) = ("process_" + name, help)
  }

  /// The prefix of the names of all metrics, except for those of the process.
  static let prefix = "widgetconfig_"

  /// The meaning of a metric that a library makes.
  ///
  /// - Parameter label: The label that the library uses, in the form of a name.
  static func help(ofLabel label: String) -> String {
    APNsMetric(rawValue: label).map { help(of: $0) } ?? "A metric of a library."
  }

  private static func words<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type
  ) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}

extension Metric {
  static let httpRequests = Metric(
    "http_requests",
    """
    Responses by method, path template and status; \(ProblemCode.callerGoneStatus) means that \
    the caller disconnected.
    """)
  static let httpDuration = Metric(
    "http_request_duration_seconds",
    "Time from the header of a request to its response.")
  static let httpRefused = Metric(
    "http_requests_refused",
    "Requests refused because a limit is reached, by reason.")
  static let requestsInProgress = Metric(
    "requests_in_progress",
    "Requests that are being answered, not counting streams and probes.")
  static let eventStreams = Metric("event_streams", "Open event streams.")
  static let pushOutcomes = Metric(
    "push_outcomes",
    """
    Pushes to devices by result: \(words(PushOutcome.Word.self)). \
    “\(PushOutcome.Word.ended.rawValue)” means that the app was removed.
    """)
  static let pushSkipped = Metric(
    "push_skipped",
    """
    Pushes that were not sent: the display of a device is unchanged, it has fetched the change, \
    the change is \(PushDecision.maximumWait / 3_600_000) hours old, or the device gets no pushes.
    """)
  static let pushDeferred = Metric(
    "push_deferred",
    "Pushes that waited for the budgets of their devices.")
  static let pushUnconfirmed = Metric(
    "push_unconfirmed",
    """
    Accepted pushes after which the device sent no request within \
    \(PushResult.maximumFetch / 60_000) minutes, counted when the next push is sent.
    """)
  static let pushDelay = Metric(
    "push_delay_seconds",
    "Time from a change to the accepted push for it.")
  static let pushFetch = Metric(
    "push_fetch_seconds",
    "Time from an accepted push to the next request of its device, which shows that it worked.")
  static let pushDevices = Metric(
    "push_devices",
    """
    Devices by state, counted every \(Int(PushProgress.countTime / .seconds(60))) minutes by the \
    replica that sends.
    """)
  static let pushTenantsWaiting = Metric(
    "push_tenants_waiting",
    "Tenants with devices to which a push is due, on the replica that sends.")
  static let pushOldest = Metric(
    "push_oldest_seconds",
    "How long the oldest unsent push has been due, on the replica that sends.")
  static let pushPaused = Metric("push_paused", "Whether the pushes of an app are paused, 1 or 0.")
  static let bulkRequestsInProgress = Metric(
    "bulk_requests_in_progress",
    "Bodies of JSON Lines that are being checked.")
  static let sourceRequests = Metric(
    "source_requests",
    "Requests to sources by kind and result: \(words(ServiceMetrics.SourceResult.self)).")
  static let sourceDuration = Metric(
    "source_duration_seconds",
    "Time that sources take to respond.")
  static let sourceRequestsInProgress = Metric(
    "source_requests_in_progress",
    "Requests to sources that wait for a response.")
  static let storeDuration = Metric(
    "store_operation_duration_seconds",
    "Duration of transactions of the store.")
  static let storeErrors = Metric(
    "store_errors",
    "Transactions of the store that failed, by problem.")
  static let storeUp = Metric("store_up", "Whether the last transaction reached the store, 1 or 0.")
  static let storeWritable = Metric(
    "store_writable",
    "0 if the store refused the last write, else 1.")
  static let webhookAttempts = Metric(
    "webhook_attempts",
    "Webhook requests by result: \(words(ServiceMetrics.WebhookResult.self)).")
  static let webhookFailing = Metric(
    "webhook_failing",
    "Tenants and addresses for which the last webhook request failed.")
  static let webhookDisabled = Metric(
    "webhook_disabled",
    "Tenants and addresses to which nothing is sent until they are enabled.")
  static let webhookFailingSince = Metric(
    "webhook_failing_since_timestamp_seconds",
    "When the webhook that has been failing longest began to fail; 0 if none fails.")
  static let webhookWaiting = Metric(
    "webhook_waiting",
    "Changes that wait to be sent to webhooks, as far as this replica knows.")
  static let webhookWaitingSince = Metric(
    "webhook_waiting_since_timestamp_seconds",
    "When the oldest waiting change began to wait; 0 if none waits.")
  static let sourceWork = Metric(
    "source_work",
    "Programs and web requests of sources that are running.")
  static let sourceWorkWaiting = Metric(
    "source_work_waiting",
    "Programs and web requests of sources that are waiting.")
  static let poolConnections = Metric(
    "store_pool_connections",
    "Connections to the database by state: \(words(ServiceMetrics.PoolState.self)).")
  static let poolWaiting = Metric("store_pool_waiting", "Transactions that wait for a connection.")
  static let keysFetched = Metric(
    "jwks_last_success_timestamp_seconds",
    "When the keys of the issuer were last fetched; 0 for never.")
  static let reload = Metric(
    "config_reload_success",
    "Whether the keys, the secrets and the widgets could be read at the last reload, 1 or 0.")
  static let cacheRequests = Metric(
    "cache_requests",
    """
    Lookups in caches that callers share, by cache and result: \
    \(words(ServiceMetrics.CacheResult.self)).
    """)
  static let cacheBytes = Metric("cache_bytes", "Estimated bytes of caches that callers share.")
  static let jobsDue = Metric(
    "jobs_due",
    "Jobs of all replicas that are due and not done, at most \(StoreBacklog.maximumJobs).")
  static let oldestJob = Metric(
    "jobs_oldest_due_seconds",
    "How long the oldest due job has been due; 0 for none.")
  static let oldestUnnumbered = Metric(
    "feed_unnumbered_oldest_seconds",
    """
    How long the oldest change without a number has waited for one; 0 for none. Followers get a \
    change only when it has its number.
    """)
  static let resyncs = Metric(
    "event_resyncs",
    "Event streams that could not continue after the last event of their callers.")
  static let schedulingDelay = Metric(
    "scheduling_delay_seconds",
    """
    How long work that is ready waits before it begins; the delay grows when processors are busy.
    """)
  static let build = Metric("build_info", "The version of the program.")
  static let widgets = Metric(
    "widgets_info",
    "A hash of the replica's widgets. Replicas with different hashes have different definitions.")
  static let timeZones = Metric(
    "time_zones_info",
    "Where time zones come from, their release, and the zone of the service.")

  static let residentMemory = Metric(ofProcess: "resident_memory_bytes", "Resident memory.")
  static let virtualMemory = Metric(ofProcess: "virtual_memory_bytes", "Virtual memory.")
  static let openFiles = Metric(ofProcess: "open_fds", "Open file descriptors.")
  static let maximumFiles = Metric(
    ofProcess: "max_fds",
    "The maximum number of open file descriptors.")
  static let processorTime = Metric(
    ofProcess: "cpu_seconds_total",
    "Processor time of the program and its system calls.")
  static let threads = Metric(ofProcess: "threads", "Threads.")
  static let startTime = Metric(
    ofProcess: "start_time_seconds",
    "The start of the program in seconds since 1970.")

  private static func help(of metric: APNsMetric) -> String {
    switch metric {
    case .requests:
      """
      Pushes to Apple by app, environment, status and reason; the status “none” means no \
      response.
      """
    case .requestSeconds: "Time from a push to Apple's response."
    case .connections: "Open connections to Apple's push service, by host."
    case .streamLimit:
      "Concurrent pushes that Apple allowed on a connection while more were waiting, by host."
    case .goAway: "Connections that Apple has ended, by host."
    case .tokenAge: "Age of the token that authenticates to Apple, by key."
    case .circuitOpen: "Whether pushes are paused, 1 or 0, by the part that is paused."
    }
  }
}

/// The system's data about the process; empty if there is no `/proc`.
enum ProcessMetrics {
  /// When metrics were first made, which is at the start of the program.
  static let started = Int(Date().timeIntervalSince1970)

  static var text: String {
    values.map { metric, type, value in
      ServiceMetrics.head(metric.name, type, metric.help) + "\(metric.name) \(value)\n"
    }.joined()
  }

  private static var values: [(metric: Metric, type: String, value: String)] {
    #if os(Linux)
      guard let bytes = try? FileReading.bytes(atPath: "/proc/self/stat") else { return [] }
      let line = String(decoding: bytes, as: UTF8.self)
      guard let end = line.lastIndex(of: ")") else { return [] }
      // The fields after the second one (proc(5)); the second can contain spaces and parentheses.
      let fields = line[line.index(after: end)...].split(separator: " ")
      guard fields.count > 21 else { return [] }
      func number(_ place: Int) -> Int { Int(fields[place]) ?? 0 }
      let seconds = Double(number(11) + number(12)) / Double(sysconf(Int32(_SC_CLK_TCK)))
      let resident = number(21) * Int(sysconf(Int32(_SC_PAGESIZE)))
      let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
      var limit = rlimit()
      let hasLimit = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
      var values = [
        (Metric.processorTime, "counter", "\(seconds)"),
        (Metric.threads, "gauge", String(fields[17])),
        (Metric.startTime, "gauge", String(started)),
        (Metric.virtualMemory, "gauge", String(fields[20])),
        (Metric.residentMemory, "gauge", "\(resident)"),
      ]
      if let files { values.append((Metric.openFiles, "gauge", "\(files)")) }
      if hasLimit { values.append((Metric.maximumFiles, "gauge", "\(limit.rlim_cur)")) }
      return values
    #else
      return []
    #endif
  }
}
