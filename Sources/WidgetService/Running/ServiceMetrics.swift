import DevicePush
import IntentModel
import IntentOptions
import Messages
public import Metrics
import Synchronization
import WidgetStore
import Zones

/// The metrics of a service, in the text format of Prometheus.
///
/// It also collects the metrics of libraries that use swift-metrics.
public final class ServiceMetrics: MetricsFactory {
  private let registry: MetricRegistry
  /// Whether the last reload of the settings succeeded, and whether the keys match their files.
  private let areRead = Mutex((settings: true, keys: true))

  /// Makes an empty set of metrics.
  public init() {
    registry = MetricRegistry()
    _ = ProcessMetrics.started
    // Counters exist from the start with the value 0, so a rate is known from the first event.
    for result in WebhookResult.allCases { _ = registry.counter(.webhook(result)) }
    for kind in SourceKind.allCases {
      _ = registry.gauge(.sourceRequests(kind))
      _ = registry.histogram(.sourceTime(kind))
      for result in SourceResult.allCases { _ = registry.counter(.source(kind, result)) }
    }
    for transaction in Transaction.allCases { _ = registry.histogram(.storeTime(transaction)) }
    for cache in Cache.allCases {
      for result in CacheResult.allCases { _ = registry.counter(.cache(cache, result)) }
    }
    for word in PushOutcome.Word.allCases { _ = registry.counter(.push(word)) }
    for reason in PushSkip.allCases { _ = registry.counter(.pushSkipped(reason)) }
    for metric in [Metric.pushDeferred, .pushUnconfirmed, .resyncs] {
      _ = registry.counter(MetricKey(metric))
    }
    for metric in [Metric.pushDelay, .pushFetch, .schedulingDelay] {
      _ = registry.histogram(MetricKey(metric))
    }
    registry.gauge(MetricKey(.reload)).set(1.0)
  }

  /// Records whether the keys, the secrets and the widgets could be read again.
  public func reloaded(isDone: Bool) { note { $0.settings = isDone } }

  /// Records whether the keys match their files, which are reread automatically.
  func readKeys(isDone: Bool) { note { $0.keys = isDone } }

  private func note(_ change: (inout (settings: Bool, keys: Bool)) -> Void) {
    let isDone = areRead.withLock { state in
      change(&state)
      return state.settings && state.keys
    }
    registry.gauge(MetricKey(.reload)).set(isDone ? 1.0 : 0)
  }

  /// The caches whose contents several callers share.
  enum Cache: String, CaseIterable { case choices, timelines }

  enum CacheResult: String, CaseIterable { case hit, miss }

  /// Counts an access to a cache.
  func looked(into cache: Cache, isHit: Bool) {
    registry.counter(.cache(cache, isHit ? .hit : .miss)).increment(by: 1.0)
  }

  /// Counts an event stream that could not continue from its caller's position.
  func resynced() { registry.counter(MetricKey(.resyncs)).increment(by: 1.0) }

  /// Until the task is cancelled, measures the delay of work that is ready to begin.
  func watchDelay() async {
    let delays = registry.histogram(MetricKey(.schedulingDelay))
    while !Task.isCancelled {
      let due = ContinuousClock.now + .seconds(1)
      try? await Task.sleep(until: due, clock: .continuous)
      if !Task.isCancelled { delays.record(due.duration(to: .now) / .seconds(1)) }
    }
  }

  /// The meter that counts the responses for a path.
  func meter(path: String) -> PathMeter { PathMeter(registry, path: path) }

  enum WebhookResult: String, CaseIterable { case accepted, refused }

  /// Counts a webhook request.
  func webhook(isAccepted: Bool) {
    registry.counter(.webhook(isAccepted ? .accepted : .refused)).increment(by: 1.0)
  }

  /// Counts a push by its outcome.
  func push(_ outcome: PushOutcome) {
    registry.counter(.push(outcome.word)).increment(by: 1.0)
  }

  /// Counts a push that was not sent, by the reason.
  func pushSkipped(_ reason: PushSkip) {
    registry.counter(.pushSkipped(reason)).increment(by: 1.0)
  }

  /// Counts pushes that have to wait for the budgets of their devices.
  func pushesDeferred(_ count: Int) {
    registry.counter(MetricKey(.pushDeferred)).increment(by: Double(count))
  }

  /// Counts a push after which its device sent no request.
  func pushUnconfirmed() {
    registry.counter(MetricKey(.pushUnconfirmed)).increment(by: 1.0)
  }

  /// Measures the time from a change to the accepted push about it.
  func pushDelay(_ seconds: Double) {
    registry.histogram(MetricKey(.pushDelay)).record(seconds)
  }

  /// Measures the time from a push to the next request from its device.
  func pushFetched(_ seconds: Double) {
    registry.histogram(MetricKey(.pushFetch)).record(seconds)
  }

  /// The kinds of transaction of a store.
  enum Transaction: String, CaseIterable { case read, write }

  /// The states of a connection to a database.
  enum PoolState: String, CaseIterable { case idle, used }

  /// Measures a transaction of the store, and records whether the store is available and writable.
  func store<Value>(
    _ transaction: Transaction, _ work: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let start = ContinuousClock.now
    defer {
      registry.histogram(.storeTime(transaction))
        .record(start.duration(to: .now) / .seconds(1))
    }
    do throws(StoreError) {
      let value = try await work()
      note(isUp: true, isWritable: transaction == .write ? true : nil)
      return value
    } catch {
      switch error.problem {
      case .diskFull, .readOnly: note(isUp: true, isWritable: false)
      case .unavailable, .cannotOpen, .busy, .noFreeConnection, .inputOutput, .notPermitted,
        .serverRefused,
        .outcomeUnknown, .damagedFile, .database:
        note(isUp: false, isWritable: transaction == .write ? false : nil)
      // Any other error is about the request, so the store has responded.
      default: note(isUp: true, isWritable: nil)
      }
      registry.counter(MetricKey(.storeErrors, [("problem", error.problem.code)]))
        .increment(by: 1.0)
      throw error
    }
  }

  private func note(isUp: Bool, isWritable: Bool?) {
    registry.gauge(MetricKey(.storeUp)).set(isUp ? 1.0 : 0)
    guard let isWritable else { return }
    registry.gauge(MetricKey(.storeWritable)).set(isWritable ? 1.0 : 0)
  }

  /// Whether the store accepted the last write; true before the first write.
  var isStoreWritable: Bool {
    registry.isKnown(MetricKey(.storeWritable), as: 0) == false
  }

  /// The kinds of request to a source.
  enum SourceKind: String, CaseIterable { case options, timeline }

  /// The results of a request to a source.
  enum SourceResult: String, CaseIterable { case answered, failed, late, cancelled }

  /// Measures a request to a source.
  func source<Value>(
    _ kind: SourceKind, _ work: () async throws -> Value
  ) async throws -> Value {
    let running = registry.gauge(.sourceRequests(kind))
    let start = ContinuousClock.now
    running.increment(by: 1.0)
    var result = SourceResult.answered
    defer {
      running.increment(by: -1.0)
      registry.histogram(.sourceTime(kind))
        .record(start.duration(to: .now) / .seconds(1))
      registry.counter(.source(kind, result)).increment(by: 1.0)
    }
    do {
      return try await work()
    } catch {
      result =
        error is CancellationError
        ? .cancelled : (error as? OptionsError)?.code == .timedOut ? .late : .failed
      throw error
    }
  }

  /// Counts a request that was refused because a limit is reached.
  func refused(_ reason: String) {
    registry.counter(MetricKey(.httpRefused, [("reason", reason)])).increment(by: 1.0)
  }

  /// A gauge whose value is read when metrics are requested.
  struct Gauge {
    var metric: Metric
    /// The labels with their values.
    var labels: [(name: String, value: String)] = []
    var value: Int
  }

  /// All metrics as text, including gauges that are read at this moment.
  func text(gauges: [Gauge]) -> String {
    let constant = [
      Gauge(metric: .build, labels: [("version", WidgetServer.version)], value: 1),
      Gauge(metric: .timeZones, labels: Self.zones, value: 1),
    ]
    return registry.text + Self.text(of: gauges) + ProcessMetrics.text + Self.text(of: constant)
  }

  private static func text(of gauges: [Gauge]) -> String {
    var last = ""
    return gauges.map { gauge in
      let key = MetricKey(gauge.metric, gauge.labels.map { ($0.name, $0.value) })
      defer { last = key.name }
      return (key.name == last ? "" : head(key.name, "gauge", key.help))
        + "\(key.name)\(key.braces()) \(gauge.value)\n"
    }.joined()
  }

  /// The labels with the source of the time zones and the service's zone.
  private static var zones: [(name: String, value: String)] {
    let labels: [(name: String, value: String)] =
      switch SystemZones.shared.source {
      case .folder(let path, let release):
        [("source", path), ("release", release ?? "unknown")]
      case .foundation(let release): [("source", "Foundation"), ("release", release)]
      }
    let all = labels + [("zone", ZoneRules.current.identifier)]
    return all.map { ($0.name, $0.value.harmless()) }
  }

  /// The lines that precede the values of a metric.
  static func head(_ name: String, _ type: String, _ help: String) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// Makes a metric for a library.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    registry.counter(MetricKey(label: label, dimensions))
  }

  /// Makes a metric for a library.
  public func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    registry.counter(MetricKey(label: label, dimensions))
  }

  /// Makes a metric for a library.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    registry.gauge(MetricKey(label: label, dimensions))
  }

  /// Makes a metric for a library.
  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    registry.histogram(MetricKey(label: label, dimensions))
  }

  /// Makes a metric for a library.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    registry.histogram(MetricKey(label: label + "_seconds", dimensions))
  }

  /// Does nothing, because metrics are kept.
  public func destroyCounter(_ handler: any CounterHandler) {}
  /// Does nothing, because metrics are kept.
  public func destroyMeter(_ handler: any MeterHandler) {}
  /// Does nothing, because metrics are kept.
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  /// Does nothing, because metrics are kept.
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  /// Does nothing, because metrics are kept.
  public func destroyTimer(_ handler: any TimerHandler) {}
}

/// Counts the responses for one path, without building the name of the metric for each response.
final class PathMeter: Sendable {
  private struct Kind: Hashable {
    let method: String
    let status: Int
  }

  /// The methods that are counted separately; all others are counted together, because callers can
  /// invent any number of methods.
  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH",
  ]

  private let registry: MetricRegistry
  private let path: String
  private let durations: HistogramCell
  private let counts = MemoTable<Kind, NumberCell>()

  fileprivate init(_ registry: MetricRegistry, path: String) {
    (self.registry, self.path) = (registry, path)
    durations = registry.histogram(MetricKey(.httpDuration, [("path", path)]))
  }

  /// Counts a response.
  func count(method: String, status: Int, seconds: Double) {
    durations.record(seconds)
    let kind = Kind(method: Self.methods.contains(method) ? method : "other", status: status)
    let cell = counts(kind) {
      let labels = [("method", kind.method), ("path", path), ("status", String(status))]
      return registry.counter(MetricKey(.httpRequests, labels))
    }
    cell.increment(by: 1.0)
  }
}

/// The name of a metric with its labels.
private struct MetricKey: Hashable, Sendable {
  let name: String
  let labels: String

  private init(name: String, _ labels: [(String, String)]) {
    self.name = name
    self.labels = labels.map { "\(Self.plain($0.0))=\"\(Self.escaped($0.1))\"" }
      .joined(separator: ",")
  }

  init(_ metric: Metric, _ labels: [(String, String)] = []) {
    self.init(name: metric.name, labels)
  }

  /// Makes the name of a library's metric.
  init(label: String, _ labels: [(String, String)]) {
    self.init(name: Metric.prefix + Self.plain(label), labels)
  }

  /// The meaning of the metric, which depends only on its name.
  var help: String {
    Metric(rawValue: name)?.help
      ?? Metric.help(ofLabel: String(name.dropFirst(Metric.prefix.count)))
  }

  private static func plain(_ text: String) -> String {
    // Keys are made for each request, mostly from names and words that need no change.
    if text.utf8.allSatisfy(isPlain) { return text }
    return String(text.map { $0.utf8.count == 1 && $0.utf8.allSatisfy(isPlain) ? $0 : "_" })
  }

  /// Whether a byte is an ASCII letter or digit, or “_”.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "_")
  }

  private static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
  }

  /// The labels and an additional label, in braces.
  func braces(_ more: String = "") -> String {
    let all = [labels, more].filter { !$0.isEmpty }.joined(separator: ",")
    return all.isEmpty ? "" : "{\(all)}"
  }
}

/// The keys that several functions use.
extension MetricKey {
  fileprivate static func webhook(_ result: ServiceMetrics.WebhookResult) -> Self {
    Self(.webhookAttempts, [("result", result.rawValue)])
  }

  fileprivate static func sourceRequests(_ kind: ServiceMetrics.SourceKind) -> Self {
    Self(.sourceRequestsInProgress, [("kind", kind.rawValue)])
  }

  fileprivate static func sourceTime(_ kind: ServiceMetrics.SourceKind) -> Self {
    Self(.sourceDuration, [("kind", kind.rawValue)])
  }

  fileprivate static func source(
    _ kind: ServiceMetrics.SourceKind, _ result: ServiceMetrics.SourceResult
  ) -> Self {
    Self(.sourceRequests, [("kind", kind.rawValue), ("result", result.rawValue)])
  }

  fileprivate static func storeTime(_ transaction: ServiceMetrics.Transaction) -> Self {
    Self(.storeDuration, [("operation", transaction.rawValue)])
  }

  fileprivate static func cache(
    _ cache: ServiceMetrics.Cache, _ result: ServiceMetrics.CacheResult
  ) -> Self {
    Self(.cacheRequests, [("cache", cache.rawValue), ("result", result.rawValue)])
  }

  fileprivate static func push(_ outcome: PushOutcome.Word) -> Self {
    Self(.pushOutcomes, [("outcome", outcome.rawValue)])
  }

  fileprivate static func pushSkipped(_ reason: PushSkip) -> Self {
    Self(.pushSkipped, [("why", reason.rawValue)])
  }
}

/// All metrics by key.
private final class MetricRegistry: Sendable {
  private struct State {
    var counters: [MetricKey: NumberCell] = [:]
    var gauges: [MetricKey: NumberCell] = [:]
    var histograms: [MetricKey: HistogramCell] = [:]
  }

  /// The maximum number of keys for each kind of metric; metrics with further keys are not
  /// reported.
  private static let maximumKeys = 2_000

  private let state = Mutex(State())

  func counter(_ key: MetricKey) -> NumberCell {
    state.withLock { Self.cell(key, in: &$0.counters, NumberCell.init) }
  }

  func gauge(_ key: MetricKey) -> NumberCell {
    state.withLock { Self.cell(key, in: &$0.gauges, NumberCell.init) }
  }

  func histogram(_ key: MetricKey) -> HistogramCell {
    state.withLock { Self.cell(key, in: &$0.histograms, HistogramCell.init) }
  }

  /// Whether a gauge with the key exists and has the given value.
  func isKnown(_ key: MetricKey, as value: Double) -> Bool {
    state.withLock { $0.gauges[key]?.value == value }
  }

  private static func cell<Cell>(
    _ key: MetricKey, in cells: inout [MetricKey: Cell], _ make: () -> Cell
  ) -> Cell {
    if let cell = cells[key] { return cell }
    let cell = make()
    if cells.count < maximumKeys { cells[key] = cell }
    return cell
  }

  var text: String {
    let state = state.withLock { $0 }
    var text = ""
    func write(_ cells: [MetricKey: NumberCell], _ type: String, _ ending: String) {
      var last = ""
      for (key, cell) in sorted(cells) {
        let name = key.name + ending
        if name != last { text += ServiceMetrics.head(name, type, key.help) }
        text += "\(name)\(key.braces()) \(cell.value)\n"
        last = name
      }
    }
    write(state.counters, "counter", "_total")
    write(state.gauges, "gauge", "")
    var last = ""
    for (key, cell) in sorted(state.histograms) {
      if key.name != last { text += ServiceMetrics.head(key.name, "histogram", key.help) }
      last = key.name
      let histogram = cell.value
      for (bound, count) in zip(HistogramCell.bounds, histogram.counts) {
        text += "\(key.name)_bucket\(key.braces("le=\"\(bound)\"")) \(count)\n"
      }
      text += "\(key.name)_bucket\(key.braces("le=\"+Inf\"")) \(histogram.count)\n"
      text += "\(key.name)_sum\(key.braces()) \(histogram.sum)\n"
      text += "\(key.name)_count\(key.braces()) \(histogram.count)\n"
    }
    return text
  }

  private func sorted<Cell>(_ cells: [MetricKey: Cell]) -> [(key: MetricKey, value: Cell)] {
    cells.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
  }
}

/// The value of a counter or gauge.
private final class NumberCell: CounterHandler, FloatingPointCounterHandler, MeterHandler {
  private let number = Mutex(0.0)

  var value: Double { number.withLock { $0 } }

  func increment(by amount: Int64) { increment(by: Double(amount)) }
  func increment(by amount: Double) { number.withLock { $0 += amount } }
  func decrement(by amount: Double) { number.withLock { $0 -= amount } }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { number.withLock { $0 = value } }
  func reset() { set(0.0) }
}

/// A histogram of observed values.
private final class HistogramCell: RecorderHandler, TimerHandler {
  struct Value {
    var counts = [Int](repeating: 0, count: HistogramCell.bounds.count)
    var count = 0
    var sum = 0.0
  }

  /// The upper bounds of the buckets, in seconds: from the duration of a response from memory to
  /// that of a push that waits for its device's budget.
  static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 300, 900, 3_600,
    21_600,
  ]

  private let state = Mutex(Value())

  var value: Value { state.withLock { $0 } }

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    state.withLock { state in
      for (index, bound) in Self.bounds.enumerated() where value <= bound {
        state.counts[index] += 1
      }
      state.count += 1
      state.sum += value
    }
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
