public import Metrics
import Synchronization

/// The numbers of a service, in the text format of Prometheus (version 0.0.4).
///
/// It also takes the metrics of libraries that use swift-metrics.
public final class ServiceMetrics: MetricsFactory {
  private let registry: MetricRegistry

  /// Makes numbers that are all zero.
  public init() { registry = MetricRegistry() }

  /// Counts an answer.
  func count(method: String, path: String, status: Int, seconds: Double) {
    let labels = [("method", method), ("path", path), ("status", String(status))]
    registry.add(1, to: MetricKey("http_requests", labels))
    registry.observe(seconds, in: MetricKey("http_request_duration_seconds", [("path", path)]))
  }

  /// All numbers as text, with some that are known by looking.
  func text(gauges: [(name: String, value: Int)]) -> String {
    registry.text
      + gauges.map { "# TYPE widgetconfig_\($0.name) gauge\nwidgetconfig_\($0.name) \($0.value)\n" }
      .joined()
  }

  /// Makes a number for a library.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    MetricHandler(registry, MetricKey(label, dimensions))
  }

  /// Makes a number for a library.
  public func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    MetricHandler(registry, MetricKey(label, dimensions))
  }

  /// Makes a number for a library.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    LevelHandler(registry, MetricKey(label, dimensions))
  }

  /// Makes a number for a library.
  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    MetricHandler(registry, MetricKey(label, dimensions))
  }

  /// Makes a number for a library.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    MetricHandler(registry, MetricKey(label + "_seconds", dimensions))
  }

  /// Does nothing: what was counted stays.
  public func destroyCounter(_ handler: any CounterHandler) {}
  /// Does nothing: what was counted stays.
  public func destroyMeter(_ handler: any MeterHandler) {}
  /// Does nothing: what was counted stays.
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  /// Does nothing: what was counted stays.
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  /// Does nothing: what was counted stays.
  public func destroyTimer(_ handler: any TimerHandler) {}
}

/// The name of a number, with its labels.
private struct MetricKey: Hashable, Sendable {
  let name: String
  let labels: String

  init(_ name: String, _ labels: [(String, String)]) {
    self.name = "widgetconfig_" + Self.plain(name)
    self.labels = labels.map { "\(Self.plain($0.0))=\"\(Self.escaped($0.1))\"" }
      .joined(separator: ",")
  }

  private static func plain(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  /// The labels with another one, in braces.
  func braces(_ more: String = "") -> String {
    let all = [labels, more].filter { !$0.isEmpty }.joined(separator: ",")
    return all.isEmpty ? "" : "{\(all)}"
  }
}

/// All numbers there are.
private final class MetricRegistry: Sendable {
  private struct Histogram {
    var counts = [Int](repeating: 0, count: MetricRegistry.bounds.count)
    var count = 0
    var sum = 0.0
  }

  private struct State {
    var counters: [MetricKey: Double] = [:]
    var gauges: [MetricKey: Double] = [:]
    var histograms: [MetricKey: Histogram] = [:]
  }

  /// The bounds of buckets, in seconds.
  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  /// The most names with their labels: further ones are not kept.
  private static let mostKeys = 2_000

  private let state = Mutex(State())

  func add(_ amount: Double, to key: MetricKey) {
    state.withLock { state in
      guard state.counters[key] != nil || state.counters.count < Self.mostKeys else { return }
      state.counters[key, default: 0] += amount
    }
  }

  func set(_ value: Double, of key: MetricKey) {
    state.withLock { state in
      guard state.gauges[key] != nil || state.gauges.count < Self.mostKeys else { return }
      state.gauges[key] = value
    }
  }

  func change(_ key: MetricKey, by amount: Double) {
    state.withLock { $0.gauges[key, default: 0] += amount }
  }

  func reset(_ key: MetricKey) { state.withLock { $0.counters[key] = nil } }

  func observe(_ value: Double, in key: MetricKey) {
    state.withLock { state in
      guard state.histograms[key] != nil || state.histograms.count < Self.mostKeys else { return }
      var histogram = state.histograms[key] ?? Histogram()
      for (index, bound) in Self.bounds.enumerated() where value <= bound {
        histogram.counts[index] += 1
      }
      histogram.count += 1
      histogram.sum += value
      state.histograms[key] = histogram
    }
  }

  var text: String {
    let state = state.withLock { $0 }
    var text = ""
    func write(_ values: [MetricKey: Double], _ type: String, _ ending: String) {
      var last = ""
      for (key, value) in values.sorted(by: {
        ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels)
      }) {
        let name = key.name + ending
        if name != last { text += "# TYPE \(name) \(type)\n" }
        text += "\(name)\(key.braces()) \(value)\n"
        last = name
      }
    }
    write(state.counters, "counter", "_total")
    write(state.gauges, "gauge", "")
    var last = ""
    for (key, histogram) in state.histograms.sorted(by: {
      ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels)
    }) {
      if key.name != last { text += "# TYPE \(key.name) histogram\n" }
      last = key.name
      for (bound, count) in zip(Self.bounds, histogram.counts) {
        text += "\(key.name)_bucket\(key.braces("le=\"\(bound)\"")) \(count)\n"
      }
      text += "\(key.name)_bucket\(key.braces("le=\"+Inf\"")) \(histogram.count)\n"
      text += "\(key.name)_sum\(key.braces()) \(histogram.sum)\n"
      text += "\(key.name)_count\(key.braces()) \(histogram.count)\n"
    }
    return text
  }
}

/// One number of a library that grows, or that is observed.
private final class MetricHandler: CounterHandler, FloatingPointCounterHandler, RecorderHandler,
  TimerHandler
{
  private let registry: MetricRegistry
  private let key: MetricKey

  init(_ registry: MetricRegistry, _ key: MetricKey) { (self.registry, self.key) = (registry, key) }

  func increment(by amount: Int64) { registry.add(Double(amount), to: key) }
  func increment(by amount: Double) { registry.add(amount, to: key) }
  func reset() { registry.reset(key) }
  func record(_ value: Int64) { registry.observe(Double(value), in: key) }
  func record(_ value: Double) { registry.observe(value, in: key) }
  func recordNanoseconds(_ duration: Int64) { registry.observe(Double(duration) / 1e9, in: key) }
}

/// One number of a library that goes up and down.
private final class LevelHandler: MeterHandler {
  private let registry: MetricRegistry
  private let key: MetricKey

  init(_ registry: MetricRegistry, _ key: MetricKey) { (self.registry, self.key) = (registry, key) }

  func set(_ value: Int64) { registry.set(Double(value), of: key) }
  func set(_ value: Double) { registry.set(value, of: key) }
  func increment(by amount: Double) { registry.change(key, by: amount) }
  func decrement(by amount: Double) { registry.change(key, by: -amount) }
}
