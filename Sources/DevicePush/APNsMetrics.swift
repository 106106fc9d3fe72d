import Metrics
import Synchronization

/// The labels of the metrics of the sender to Apple.
package enum APNsMetric: String, Sendable, CaseIterable {
  case requests = "apns_requests"
  case requestSeconds = "apns_request_seconds"
  case connections = "apns_connections"
  case streamLimit = "apns_stream_limit"
  case goAway = "apns_goaway"
  case tokenAge = "apns_token_age_seconds"
  case circuitOpen = "apns_circuit_open"
}

/// The metrics of the sender to Apple.
final class APNsMetrics: Sendable {
  private struct Responded: Hashable {
    var app: PushApp
    var status: Int
    var reason: String
  }

  private let factory: any MetricsFactory
  private let counters = Mutex<[Responded: Counter]>([:])
  private let seconds: Recorder

  init(_ factory: any MetricsFactory) {
    self.factory = factory
    seconds = Recorder(label: APNsMetric.requestSeconds.rawValue, factory: factory)
  }

  /// Counts a response; the status is 0 if there was no response.
  func received(_ app: PushApp, status: Int, reason: String?, in time: Duration?) {
    let reason = reason.map { APNsVerdict.reasons[$0] == nil ? "other" : $0 } ?? ""
    let key = Responded(app: app, status: status, reason: reason)
    let counter = counters.withLock { counters in
      if let counter = counters[key] { return counter }
      let counter = Counter(
        label: APNsMetric.requests.rawValue,
        dimensions: [
          ("app", app.bundle), ("environment", app.environment.rawValue),
          ("status", status == 0 ? "none" : String(status)), ("reason", reason),
        ], factory: factory)
      counters[key] = counter
      return counter
    }
    counter.increment()
    if let time { seconds.record(time / .seconds(1)) }
  }

  func connections(by change: Double, to host: APNsHost) {
    meter(.connections, ("host", host.name)).increment(by: change)
  }

  func goAway(from host: APNsHost) {
    Counter(
      label: APNsMetric.goAway.rawValue, dimensions: [("host", host.name)], factory: factory
    ).increment()
  }

  func streamLimit(_ limit: Int, of host: APNsHost) {
    meter(.streamLimit, ("host", host.name)).set(limit)
  }

  func tokenAge(_ seconds: Double, of key: APNsKey) {
    meter(.tokenAge, ("key", key.id)).set(seconds)
  }

  func circuit(_ name: String, isOpen: Bool) {
    meter(.circuitOpen, ("of", name)).set(isOpen ? 1 : 0)
  }

  private func meter(_ metric: APNsMetric, _ dimension: (String, String)) -> Meter {
    Meter(label: metric.rawValue, dimensions: [dimension], factory: factory)
  }
}
