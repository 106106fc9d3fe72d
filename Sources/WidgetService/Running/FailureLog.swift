import Foundation
import Logging
import Messages
import Synchronization

/// The request that the current task serves, as it is named in the log.
struct RequestScope: Sendable {
  @TaskLocal static var current: RequestScope?

  var request: String
  var trace: String?
  var method: String
  /// The path with its parameters in braces, because the path that was sent can contain any text.
  var route: String
  var tenant = ""
  var subject = ""
  /// The kind or the name of the widget in the path; nil if the path does not contain one.
  var widget: String?

  /// The fields for the log.
  var metadata: Logger.Metadata {
    var fields: Logger.Metadata = [
      "request": .string(request), "method": .string(method), "route": .string(route),
    ]
    if let trace { fields["trace"] = .string(trace) }
    if !tenant.isEmpty { fields["tenant"] = .string(tenant) }
    if !subject.isEmpty { fields["subject"] = .string(subject.harmlessText) }
    if let widget { fields["widget"] = .string(widget.harmlessText) }
    return fields
  }
}

/// The scope of a request, available once its caller is known.
final class RequestScopeBox: Sendable {
  private let scope = Mutex<RequestScope?>(nil)

  var value: RequestScope? {
    get { scope.withLock { $0 } }
    set { scope.withLock { $0 = newValue } }
  }
}

/// Writes one line for each failure of a request or a background task.
///
/// The first of several equal failures is written immediately. Further ones within ``window`` are
/// only counted. At the end of that time, one line has their number and the identifiers of the
/// first requests. So the log counts each failed request, but an outage does not fill the disk.
final class FailureLog: Sendable {
  private struct Known {
    let start: ContinuousClock.Instant
    let level: Logger.Level
    let event: LogEventName
    var metadata: Logger.Metadata
    var repeated = 0
    var requests: [String] = []
  }

  /// How long equal failures are counted after the first one.
  static let window: Duration = .seconds(10)
  /// The maximum number of different failures that are remembered.
  private static let maximumKinds = 500
  /// The maximum number of requests that a line lists.
  private static let maximumRequests = 50

  private let logger: Logger
  private let known = Mutex<[String: Known]>([:])

  init(_ logger: Logger) { self.logger = logger }

  /// Writes or counts a failure.
  ///
  /// - Parameters:
  ///   - event: The failed operation.
  ///   - error: A stable code.
  ///   - cause: The cause for the operator, without secrets.
  ///   - more: Other fields, to which the fields of the current request are added.
  func report(
    _ level: Logger.Level, _ event: LogEventName, _ error: String, cause: String,
    _ more: Logger.Metadata = [:]
  ) {
    let scope = RequestScope.current
    var metadata = scope?.metadata ?? [:]
    metadata["error"] = .string(error)
    metadata["cause"] = .string(cause.harmless(limit: 1_000))
    metadata.merge(more) { $1 }
    let key = [
      event.rawValue, error, scope?.route ?? "", scope?.widget ?? "", scope?.tenant ?? "", cause,
    ]
    .joined(separator: "\u{0}")
    let (isFirst, overdue) = known.withLock { known -> (Bool, [Known]) in
      if var entry = known[key], entry.start.duration(to: .now) < Self.window {
        entry.repeated += 1
        if let scope, entry.requests.count < Self.maximumRequests {
          entry.requests.append(scope.request)
        }
        entry.metadata = metadata
        known[key] = entry
        return (false, [])
      }
      let overdue = known.count < Self.maximumKinds ? [] : Array(known.values)
      if !overdue.isEmpty { known = [:] }
      let before = known.removeValue(forKey: key)
      known[key] = Known(start: .now, level: level, event: event, metadata: metadata)
      return (true, overdue + [before].compactMap { $0 })
    }
    overdue.forEach(write)
    if isFirst { logger.log(level: level, "\(event.rawValue)", metadata: metadata) }
  }

  /// Writes or counts an operation that failed because of the store.
  func report(_ event: LogEventName, ofStore error: any Error, _ more: Logger.Metadata = [:]) {
    report(.warning, event, ProblemCode.storeUnavailable.rawValue, cause: "\(error)", more)
  }

  /// Writes the failures that have been counted for long enough, or all failures.
  func flush(all: Bool = false) {
    let done = known.withLock { known in
      let done = known.filter { all || $0.value.start.duration(to: .now) >= Self.window }
      for key in done.keys { known[key] = nil }
      return done.values
    }
    done.forEach(write)
  }

  private func write(_ entry: Known) {
    guard entry.repeated > 0 else { return }
    var metadata = entry.metadata
    metadata["request"] = nil
    metadata["repeated"] = .stringConvertible(entry.repeated)
    if !entry.requests.isEmpty {
      metadata["requests"] = .string(entry.requests.joined(separator: " "))
    }
    logger.log(level: entry.level, "\(entry.event.rawValue)", metadata: metadata)
  }

  /// Writes counted failures until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      flush()
    }
  }
}
