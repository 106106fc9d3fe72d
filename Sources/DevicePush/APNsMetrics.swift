import Metrics
import Synchronization

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
    seconds = Recorder(label: "apns_request_seconds", factory: factory)
  }

  /// Counts a response; the status is 0 if there was no response.
  func received(_ app: PushApp, status: Int, reason: String?, in time: Duration?) {
    let reason = reason.map { APNsVerdict.reasons[$0] == nil ? "other" : $0 } ?? ""
    let key = Responded(app: app, status: status, reason: reason)
    let counter = counters.withLock { counters in
      if let counter = counters[key] { return counter }
      let counter = Counter(
        label: "apns_requests",
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
    Meter(label: "apns_connections", dimensions: [("host", host.name)], factory: factory)
      .increment(by: change)
  }

  func goAway(from host: APNsHost) {
    Counter(label: "apns_goaway", dimensions: [("host", host.name)], factory: factory).increment()
  }

  func streamLimit(_ limit: Int, of host: APNsHost) {
    Meter(label: "apns_stream_limit", dimensions: [("host", host.name)], factory: factory).set(
      limit)
  }

  func tokenAge(_ seconds: Double, of key: APNsKey) {
    Meter(label: "apns_token_age_seconds", dimensions: [("key", key.id)], factory: factory)
      .set(seconds)
  }

  func circuit(_ name: String, isOpen: Bool) {
    Meter(label: "apns_circuit_open", dimensions: [("of", name)], factory: factory)
      .set(isOpen ? 1 : 0)
  }
}
