import DevicePush
import Foundation
import InputFiles
import WidgetStore

#if canImport(Glibc)
  import Glibc
#endif

/// A metric of the service, by its name without the suffix of a counter.
enum Metric: String, Sendable, CaseIterable {
  case httpRequests = "widgetconfig_http_requests"
  case httpDuration = "widgetconfig_http_request_duration_seconds"
  case httpRefused = "widgetconfig_http_requests_refused"
  case requestsInProgress = "widgetconfig_requests_in_progress"
  case eventStreams = "widgetconfig_event_streams"
  case pushOutcomes = "widgetconfig_push_outcomes"
  case pushSkipped = "widgetconfig_push_skipped"
  case pushDeferred = "widgetconfig_push_deferred"
  case pushUnconfirmed = "widgetconfig_push_unconfirmed"
  case pushDelay = "widgetconfig_push_delay_seconds"
  case pushFetch = "widgetconfig_push_fetch_seconds"
  case pushDevices = "widgetconfig_push_devices"
  case pushTenantsWaiting = "widgetconfig_push_tenants_waiting"
  case pushOldest = "widgetconfig_push_oldest_seconds"
  case pushPaused = "widgetconfig_push_paused"
  case bulkRequestsInProgress = "widgetconfig_bulk_requests_in_progress"
  case sourceRequests = "widgetconfig_source_requests"
  case sourceDuration = "widgetconfig_source_duration_seconds"
  case sourceRequestsInProgress = "widgetconfig_source_requests_in_progress"
  case storeDuration = "widgetconfig_store_operation_duration_seconds"
  case storeErrors = "widgetconfig_store_errors"
  case storeUp = "widgetconfig_store_up"
  case storeWritable = "widgetconfig_store_writable"
  case webhookAttempts = "widgetconfig_webhook_attempts"
  case webhookFailing = "widgetconfig_webhook_failing"
  case webhookDisabled = "widgetconfig_webhook_disabled"
  case webhookFailingSince = "widgetconfig_webhook_failing_since_timestamp_seconds"
  case webhookWaiting = "widgetconfig_webhook_waiting"
  case webhookWaitingSince = "widgetconfig_webhook_waiting_since_timestamp_seconds"
  case sourceWork = "widgetconfig_source_work"
  case sourceWorkWaiting = "widgetconfig_source_work_waiting"
  case poolConnections = "widgetconfig_store_pool_connections"
  case poolWaiting = "widgetconfig_store_pool_waiting"
  case keysFetched = "widgetconfig_jwks_last_success_timestamp_seconds"
  case reload = "widgetconfig_config_reload_success"
  case cacheRequests = "widgetconfig_cache_requests"
  case cacheBytes = "widgetconfig_cache_bytes"
  case jobsDue = "widgetconfig_jobs_due"
  case oldestJob = "widgetconfig_jobs_oldest_due_seconds"
  case oldestUnnumbered = "widgetconfig_feed_unnumbered_oldest_seconds"
  case resyncs = "widgetconfig_event_resyncs"
  case schedulingDelay = "widgetconfig_scheduling_delay_seconds"
  case build = "widgetconfig_build_info"
  case widgets = "widgetconfig_widgets_info"
  case timeZones = "widgetconfig_time_zones_info"
  case residentMemory = "process_resident_memory_bytes"
  case virtualMemory = "process_virtual_memory_bytes"
  case openFiles = "process_open_fds"
  case maximumFiles = "process_max_fds"
  case processorTime = "process_cpu_seconds_total"
  case threads = "process_threads"
  case startTime = "process_start_time_seconds"

  /// The prefix of the names of all metrics, except for those of the process.
  static let prefix = "widgetconfig_"

  /// The name, without the suffix of a counter.
  var name: String { rawValue }

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
  /// The meaning, for `# HELP`.
  var help: String {
    switch self {
    case .httpRequests:
      """
      Responses by method, path template and status; \(ProblemCode.callerGoneStatus) means that \
      the caller disconnected.
      """
    case .httpDuration: "Time from the header of a request to its response."
    case .httpRefused: "Requests refused because a limit is reached, by reason."
    case .requestsInProgress: "Requests that are being answered, not counting streams and probes."
    case .eventStreams: "Open event streams."
    case .pushOutcomes:
      """
      Pushes to devices by result: \(Self.words(PushOutcome.Word.self)). \
      “\(PushOutcome.Word.ended.rawValue)” means that the app was removed.
      """
    case .pushSkipped:
      """
      Pushes that were not sent: the display of a device is unchanged, it has fetched the change, \
      the change is \(PushDecision.maximumWait / 3_600_000) hours old, or the device gets no pushes.
      """
    case .pushDeferred: "Pushes that waited for the budgets of their devices."
    case .pushUnconfirmed:
      """
      Accepted pushes after which the device sent no request within \
      \(PushResult.maximumFetch / 60_000) minutes, counted when the next push is sent.
      """
    case .pushDelay: "Time from a change to the accepted push for it."
    case .pushFetch:
      "Time from an accepted push to the next request of its device, which shows that it worked."
    case .pushDevices:
      """
      Devices by state, counted every \(Int(PushProgress.countTime / .seconds(60))) minutes by the \
      replica that sends.
      """
    case .pushTenantsWaiting:
      "Tenants with devices to which a push is due, on the replica that sends."
    case .pushOldest: "How long the oldest unsent push has been due, on the replica that sends."
    case .pushPaused: "Whether the pushes of an app are paused, 1 or 0."
    case .bulkRequestsInProgress:
      """
      Exports, imports, validations of JSON Lines, and lists of the widgets in a state that are in \
      progress.
      """
    case .sourceRequests:
      "Requests to sources by kind and result: \(Self.words(ServiceMetrics.SourceResult.self))."
    case .sourceDuration: "Time that sources take to respond."
    case .sourceRequestsInProgress: "Requests to sources that wait for a response."
    case .storeDuration: "Duration of transactions of the store."
    case .storeErrors: "Transactions of the store that failed, by problem."
    case .storeUp: "Whether the last transaction reached the store, 1 or 0."
    case .storeWritable: "0 if the store refused the last write, else 1."
    case .webhookAttempts:
      "Webhook requests by result: \(Self.words(ServiceMetrics.WebhookResult.self))."
    case .webhookFailing: "Tenants and addresses for which the last webhook request failed."
    case .webhookDisabled: "Tenants and addresses to which nothing is sent until they are enabled."
    case .webhookFailingSince:
      "When the webhook that has been failing longest began to fail; 0 if none fails."
    case .webhookWaiting: "Changes that wait to be sent to webhooks, as far as this replica knows."
    case .webhookWaitingSince: "When the oldest waiting change began to wait; 0 if none waits."
    case .sourceWork: "Programs and web requests of sources that are running."
    case .sourceWorkWaiting: "Programs and web requests of sources that are waiting."
    case .poolConnections:
      "Connections to the database by state: \(Self.words(ServiceMetrics.PoolState.self))."
    case .poolWaiting: "Transactions that wait for a connection."
    case .keysFetched: "When the keys of the issuer were last fetched; 0 for never."
    case .reload:
      "Whether the keys, the secrets and the widgets could be read at the last reload, 1 or 0."
    case .cacheRequests:
      """
      Lookups in caches that callers share, by cache and result: \
      \(Self.words(ServiceMetrics.CacheResult.self)).
      """
    case .cacheBytes: "Estimated bytes of caches that callers share."
    case .jobsDue:
      "Jobs of all replicas that are due and not done, at most \(StoreBacklog.maximumJobs)."
    case .oldestJob: "How long the oldest due job has been due; 0 for none."
    case .oldestUnnumbered:
      """
      How long the oldest change without a number has waited for one; 0 for none. Followers get a \
      change only when it has its number.
      """
    case .resyncs: "Event streams that could not continue after the last event of their callers."
    case .schedulingDelay:
      """
      How long work that is ready waits before it begins; the delay grows when processors are busy.
      """
    case .build: "The version of the program."
    case .widgets:
      "A hash of the replica's widgets. Replicas with different hashes have different definitions."
    case .timeZones: "Where time zones come from, their release, and the zone of the service."
    case .residentMemory: "Resident memory."
    case .virtualMemory: "Virtual memory."
    case .openFiles: "Open file descriptors."
    case .maximumFiles: "The maximum number of open file descriptors."
    case .processorTime: "Processor time of the program and its system calls."
    case .threads: "Threads."
    case .startTime: "The start of the program in seconds since 1970."
    }
  }

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
