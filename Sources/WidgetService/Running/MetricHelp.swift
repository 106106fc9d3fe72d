import Foundation
import InputFiles
import WidgetStore

#if canImport(Glibc)
  import Glibc
#endif

/// The meaning of each metric of the service, for `# HELP`.
enum MetricHelp {
  static let texts = [
    "widgetconfig_http_requests_total":
      "Responses by method, path template and status; 499 means that the caller disconnected.",
    "widgetconfig_http_request_duration_seconds":
      "Time from the header of a request to its response.",
    "widgetconfig_http_requests_refused_total":
      "Requests refused because a limit is reached, by reason.",
    "widgetconfig_requests_in_progress":
      "Requests that are being answered, without streams and probes.",
    "widgetconfig_event_streams": "Open event streams.",
    "widgetconfig_push_outcomes_total":
      """
    Pushes to devices by result: accepted, ended (the app was removed), refused, busy, failed, \
    paused.
    """,
    "widgetconfig_push_skipped_total":
      "Pushes that were not sent: the display of a device is unchanged, it has fetched the change, or the change is a day old.",
    "widgetconfig_push_deferred_total": "Pushes that waited for the budgets of their devices.",
    "widgetconfig_push_unconfirmed_total":
      """
    Accepted pushes after which the device sent no request within 15 minutes, counted when the \
    next push is sent.
    """,
    "widgetconfig_push_delay_seconds": "Time from a change to the accepted push for it.",
    "widgetconfig_push_fetch_seconds":
      "Time from an accepted push to the next request of its device, which proves its effect.",
    "widgetconfig_push_devices":
      """
    Devices by state, counted every \(Int(PushProgress.countTime / .seconds(60))) minutes by the \
    replica that sends.
    """,
    "widgetconfig_push_tenants_waiting":
      "Tenants with devices to which a push is due, at the replica that sends.",
    "widgetconfig_push_oldest_seconds":
      "How long the oldest unsent push has been due, at the replica that sends.",
    "widgetconfig_push_paused": "Whether the pushes of an app are paused, 1 or 0.",
    "widgetconfig_bulk_requests_in_progress": "Bodies of JSON Lines that are being checked.",
    "widgetconfig_source_requests_total":
      "Requests to sources by kind and result: answered, failed, late, cancelled.",
    "widgetconfig_source_duration_seconds": "Time that sources take to respond.",
    "widgetconfig_source_requests_in_progress": "Requests to sources that wait for a response.",
    "widgetconfig_store_operation_duration_seconds": "Duration of transactions of the store.",
    "widgetconfig_store_errors_total": "Transactions of the store that failed, by problem.",
    "widgetconfig_store_up": "Whether the last transaction reached the store, 1 or 0.",
    "widgetconfig_store_writable":
      "0 if the store refused the last write, else 1.",
    "widgetconfig_webhook_attempts_total": "Webhook requests by result: accepted, refused.",
    "widgetconfig_webhook_failing":
      "Tenants and addresses for which the last webhook request failed.",
    "widgetconfig_webhook_disabled":
      "Tenants and addresses to which nothing is sent until they are enabled.",
    "widgetconfig_webhook_failing_since_timestamp_seconds":
      "When the webhook that has failed longest began to fail; 0 if none fails.",
    "widgetconfig_webhook_waiting":
      "Changes that wait to be sent to webhooks, as this replica last saw.",
    "widgetconfig_webhook_waiting_since_timestamp_seconds":
      "The time since which the oldest waiting change waits; 0 if none waits.",
    "widgetconfig_apns_requests_total":
      """
    Pushes to Apple by app, environment, status and reason; the status “none” means no response.
    """,
    "widgetconfig_apns_request_seconds": "Time from a push to Apple's response.",
    "widgetconfig_apns_connections": "Open connections to Apple's push service, by host.",
    "widgetconfig_apns_stream_limit":
      "Concurrent pushes that Apple allowed on a connection while more were waiting, by host.",
    "widgetconfig_apns_goaway_total": "Connections that Apple has ended, by host.",
    "widgetconfig_apns_token_age_seconds": "Age of the token that authenticates to Apple, by key.",
    "widgetconfig_apns_circuit_open":
      "Whether pushes are paused, 1 or 0, by the part that is paused.",
    "widgetconfig_source_work": "Programs and web requests of sources that are running.",
    "widgetconfig_source_work_waiting": "Programs and web requests of sources that are waiting.",
    "widgetconfig_store_pool_connections": "Connections to the database by state: idle, used.",
    "widgetconfig_store_pool_waiting": "Transactions that wait for a connection.",
    "widgetconfig_jwks_last_success_timestamp_seconds":
      "When the keys of the issuer were last fetched; 0 for never.",
    "widgetconfig_config_reload_success":
      "Whether the keys, the secrets and the widgets could be read at the last reload, 1 or 0.",
    "widgetconfig_cache_requests_total":
      "Lookups in caches that callers share, by cache and result: hit, miss.",
    "widgetconfig_cache_bytes": "Estimated bytes of caches that callers share.",
    "widgetconfig_jobs_due":
      "Jobs of all replicas that are due and not done, at most \(StoreBacklog.maximumJobs).",
    "widgetconfig_jobs_oldest_due_seconds": "How long the oldest due job has been due; 0 for none.",
    "widgetconfig_feed_unnumbered_oldest_seconds":
      """
    How long the oldest change without a number has waited for one; 0 for none. Followers get a \
    change only when it has its number.
    """,
    "widgetconfig_event_resyncs_total":
      "Event streams that could not continue after the last event of their callers.",
    "widgetconfig_scheduling_delay_seconds":
      "How long work that is ready waits before it begins; it grows when processors are busy.",
    "widgetconfig_build_info": "The version of the program.",
    "widgetconfig_widgets_info":
      "A hash of the replica's widgets. Replicas with different hashes have different definitions.",
    "widgetconfig_time_zones_info":
      "Where time zones come from, their release, and the zone of the service.",
    "process_resident_memory_bytes": "Resident memory.",
    "process_virtual_memory_bytes": "Virtual memory.",
    "process_open_fds": "Open file descriptors.",
    "process_max_fds": "The maximum number of open file descriptors.",
    "process_cpu_seconds_total": "Processor time of the program and its system calls.",
    "process_threads": "Threads.",
    "process_start_time_seconds": "The start of the program in seconds since 1970.",
  ]
}

/// The system's data about the process; empty if there is no `/proc`.
enum ProcessMetrics {
  /// When metrics were first made, which is when the program starts.
  static let started = Int(Date().timeIntervalSince1970)

  static var text: String {
    values.map { name, type, value in
      ServiceMetrics.head(name, type) + "\(name) \(value)\n"
    }.joined()
  }

  private static var values: [(name: String, type: String, value: String)] {
    #if os(Linux)
      guard let bytes = try? FileReading.bytes(atPath: "/proc/self/stat") else { return [] }
      let line = String(decoding: bytes, as: UTF8.self)
      guard let end = line.lastIndex(of: ")") else { return [] }
      // The fields from the third on (proc(5)); the second can have spaces and parentheses.
      let fields = line[line.index(after: end)...].split(separator: " ")
      guard fields.count > 21 else { return [] }
      func number(_ place: Int) -> Int { Int(fields[place]) ?? 0 }
      let seconds = Double(number(11) + number(12)) / Double(sysconf(Int32(_SC_CLK_TCK)))
      let resident = number(21) * Int(sysconf(Int32(_SC_PAGESIZE)))
      let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
      var limit = rlimit()
      let hasLimit = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
      var values = [
        ("process_cpu_seconds_total", "counter", "\(seconds)"),
        ("process_threads", "gauge", String(fields[17])),
        ("process_start_time_seconds", "gauge", String(started)),
        ("process_virtual_memory_bytes", "gauge", String(fields[20])),
        ("process_resident_memory_bytes", "gauge", "\(resident)"),
      ]
      if let files { values.append(("process_open_fds", "gauge", "\(files)")) }
      if hasLimit { values.append(("process_max_fds", "gauge", "\(limit.rlim_cur)")) }
      return values
    #else
      return []
    #endif
  }
}
