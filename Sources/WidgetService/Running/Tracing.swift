import Hummingbird
import IntentModel
import IntentOptions
import Tracing
import WidgetStore
import WidgetTimeline

/// Creates trace spans for the tracer that the operator's program set in `InstrumentationSystem`.
///
/// There is one span for each request, each request to a source, and each store transaction.
enum TracedWork {
  /// The attribute that has the name of a source.
  static let source = "widgetconfig.source"

  /// Whether a tracer is set; without one, no spans are created.
  static var isTraced: Bool { !(InstrumentationSystem.instrument is NoOpInstrument) }

  /// Runs work within its own span.
  static func span<Value, Failure: Error>(
    _ name: String, _ attributes: [String: String] = [:],
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard isTraced else { return try await body() }
    let result = await withSpan(name, ofKind: .client) { span -> Result<Value, Failure> in
      for (key, value) in attributes { span.attributes[key] = value }
      do throws(Failure) {
        return .success(try await body())
      } catch {
        span.recordError(error)
        span.setStatus(SpanStatus(code: .error))
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// A store driver that creates a span for each transaction.
struct TracedStore: StoreDriverWrapper {
  let base: any StoreDriver
  let metrics: ServiceMetrics

  func carryOut<Value: Sendable>(
    _ operation: StoreOperation, _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let transaction: ServiceMetrics.Transaction
    switch operation {
    case .read: transaction = .read
    case .write: transaction = .write
    case .erase, .other: return try await body()
    }
    return try await metrics.store(transaction) { () async throws(StoreError) -> Value in
      try await TracedWork.span("store \(transaction.rawValue)", [:], body)
    }
  }
}

/// An options provider that creates a span for each request; a request that the cache answers
/// creates none.
struct TracedOptionsProvider<Base: OptionsProvider>: OptionsProviderWrapper {
  let base: Base
  let metrics: ServiceMetrics

  func response(to question: OptionsQuestion) async throws -> OptionsCollection {
    let (name, parameter) =
      switch question {
      case .options(let request): ("source options", request.parameter)
      case .defaults(let request): ("source default", request.parameter)
      case .resolve(_, let request): ("source resolve", request.parameter)
      }
    return try await metrics.source(.options) {
      try await TracedWork.span(
        name, [TracedWork.source: base.name, "widgetconfig.parameter": parameter]
      ) {
        try await question.ask(base)
      }
    }
  }
}

/// A timeline provider with a time limit, which creates a span for each request.
struct TracedTimelineProvider: IntentTimelineProvider {
  let base: any IntentTimelineProvider
  let timeLimit: Duration
  let kind: String
  let report: SourceReport

  var name: String { base.name }
  var dependsOnScope: Bool { base.dependsOnScope }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    base.placeholder(in: context)
  }

  func loadedPlaceholder(in context: TimelineProviderContext) async -> TimelineEntry {
    await TracedWork.span("source placeholder", attributes) {
      let loaded = try? await limited { await base.loadedPlaceholder(in: context) }
      return loaded ?? base.placeholder(in: context)
    }
  }

  func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await TracedWork.span("source snapshot", attributes) {
      try await reportingFailures { try await base.snapshot(for: intent, in: context) }
    }
  }

  func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    try await TracedWork.span("source timeline", attributes) {
      try await reportingFailures { try await base.timeline(for: intent, in: context) }
    }
  }

  private var attributes: [String: String] { [TracedWork.source: base.name] }

  /// Runs a request; if it fails, the failure is written for callers and logged for the operator.
  private func reportingFailures<Value: Sendable>(
    _ request: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await limited(request)
    } catch let error as CancellationError where Task.isCancelled {
      throw error
    } catch {
      throw ReportedFailure(report.reported(error, by: base.name, .timeline(kind: kind)))
    }
  }

  private func limited<Value: Sendable>(
    _ request: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await report.metrics.source(.timeline) {
      try await result(
        within: timeLimit, else: .timedOut(provider: base.name, limit: timeLimit), request)
    }
  }
}
