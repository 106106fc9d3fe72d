import HTTPTypes
import Messages
import Synchronization

/// Counts active work, both per caller and in total, and rejects work above a limit.
final class LoadGauge: Sendable {
  private struct State {
    var count = 0
    /// The largest count since the count was last 0.
    var peak = 0
    /// The counts of the callers that have active work.
    var callers: [String: Int] = [:]
  }

  /// The seconds after which a refused caller may try again.
  static let retryAfter = "1"

  let limit: Int
  private let callerLimit: Int
  private let whenAllHaveLeft: (@Sendable (_ peak: Int) -> Void)?
  private let whenRefused: @Sendable (_ reason: String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: The maximum for all callers combined.
  ///   - callerLimit: The maximum for each caller with a token.
  ///   - whenAllHaveLeft: A function that is called with the largest count when the count returns
  ///     to 0.
  ///   - whenRefused: A function that is called for each rejected piece of work.
  init(
    limit: Int, callerLimit: Int, whenAllHaveLeft: (@Sendable (_ peak: Int) -> Void)? = nil,
    whenRefused: @escaping @Sendable (_ reason: String) -> Void = { _ in }
  ) {
    (self.limit, self.callerLimit) = (limit, callerLimit)
    (self.whenAllHaveLeft, self.whenRefused) = (whenAllHaveLeft, whenRefused)
  }

  var count: Int { state.withLock { $0.count } }

  /// Increases the count.
  ///
  /// - Parameter caller: A text that identifies the caller; nil for a caller without a token.
  /// - Throws: `ServiceProblem` if the limit of the caller or the limit of all callers is reached.
  func enter(_ caller: String?) throws {
    let problem = state.withLock { state -> ServiceProblem? in
      guard state.count < limit else {
        return ServiceProblem(.tooBusy)
      }
      if let caller {
        let own = state.callers[caller, default: 0]
        guard own < callerLimit else {
          return ServiceProblem(
            .tooManyAtOnce,
            "You have \(own, "request", "requests") of this kind in progress, which is the limit.")
        }
        state.callers[caller] = own + 1
      }
      state.count += 1
      state.peak = max(state.peak, state.count)
      return nil
    }
    guard var problem else { return }
    whenRefused(problem.code.rawValue)
    problem.headers[.retryAfter] = Self.retryAfter
    throw problem
  }

  /// Decreases the count that ``enter(_:)`` increased for the caller.
  func leave(_ caller: String?) {
    let peak = state.withLock { state -> Int? in
      state.count -= 1
      if let caller, let own = state.callers[caller] {
        state.callers[caller] = own > 1 ? own - 1 : nil
      }
      guard state.count == 0 else { return nil }
      defer { state.peak = 0 }
      return state.peak
    }
    if let peak { whenAllHaveLeft?(peak) }
  }
}

/// A slot in a gauge, freed exactly once even if the response is never written.
final class Place: Sendable {
  private let gauge: LoadGauge
  private let caller: String?
  private let isLeft = Mutex(false)

  /// Takes a slot.
  ///
  /// - Throws: `ServiceProblem` if a limit is reached.
  init(in gauge: LoadGauge, for caller: String?) throws {
    try gauge.enter(caller)
    (self.gauge, self.caller) = (gauge, caller)
  }

  deinit { leave() }

  func leave() {
    let isFirst = isLeft.withLock { isLeft in
      defer { isLeft = true }
      return !isLeft
    }
    if isFirst { gauge.leave(caller) }
  }
}

/// Limits how many requests each caller can send per second, by means of a token bucket.
final class RateLimiter: Sendable {
  /// The remaining allowance of a caller.
  struct Standing: Sendable {
    var isAllowed: Bool
    var remaining: Int
    /// The number of seconds until a token is available.
    var wait: Int
  }

  private struct Bucket {
    var tokens: Double
    var filled: ContinuousClock.Instant
  }

  /// The maximum number of callers that are kept; a caller that was forgotten starts with a full
  /// bucket.
  private static let maximumCallers = 10_000

  let perSecond: Int
  let burst: Int
  private let buckets = Mutex<[String: Bucket]>([:])

  init(perSecond: Int, burst: Int) {
    (self.perSecond, self.burst) = (perSecond, max(1, burst))
  }

  /// Takes one of a caller's tokens; returns nil if there is no limit.
  func take(for caller: @autoclosure () -> String) -> Standing? {
    guard perSecond > 0 else { return nil }
    let (caller, now) = (caller(), ContinuousClock.now)
    return buckets.withLock { buckets in
      if buckets.count >= Self.maximumCallers, buckets[caller] == nil {
        let full = buckets.filter { self.tokens(in: $0.value, at: now) >= Double(burst) }.keys
        for key in full { buckets[key] = nil }
        if buckets.count >= Self.maximumCallers { buckets = [:] }
      }
      let bucket = buckets[caller] ?? Bucket(tokens: Double(burst), filled: now)
      let tokens = self.tokens(in: bucket, at: now)
      let isAllowed = tokens >= 1
      let left = isAllowed ? tokens - 1 : tokens
      buckets[caller] = Bucket(tokens: left, filled: now)
      let wait = left >= 1 ? 0 : Int(((1 - left) / Double(perSecond)).rounded(.up))
      return Standing(
        isAllowed: isAllowed, remaining: Int(left), wait: max(isAllowed ? 0 : 1, wait))
    }
  }

  private func tokens(in bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
    let seconds = bucket.filled.duration(to: now) / .seconds(1)
    return min(Double(burst), bucket.tokens + seconds * Double(perSecond))
  }
}

extension RateLimiter {
  /// The header fields with a caller's remaining allowance
  /// (draft-ietf-httpapi-ratelimit-headers-10).
  func headers(_ standing: Standing) -> HTTPFields {
    var headers = HTTPFields()
    headers[.rateLimitPolicy] = "\"default\";q=\(burst);w=\(max(1, burst / max(1, perSecond)))"
    headers[.rateLimit] = "\"default\";r=\(standing.remaining);t=\(standing.wait)"
    return headers
  }
}
