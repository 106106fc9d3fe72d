import Foundation

/// Pauses pushes that keep failing, and tries a single one after each pause; each pause is twice as
/// long as the previous one.
struct PushCircuit: Sendable {
  /// The number of pushes that may be sent now.
  enum Admission: Sendable, Hashable {
    case all
    /// A single push, whose response ends the pause or starts a longer one.
    case one
    case none(until: Date)
  }

  /// The length of the first pause and of the longest one, in seconds.
  var pauses = standardPauses
  /// The pauses for Apple's push service.
  static let standardPauses = 60.0...3_600.0
  /// The number of consecutive faults after which a circuit pauses in any case.
  static let maximumFaults = 5

  private(set) var faults = 0
  private var openings = 0
  private var end: Date?
  private var probeEnd: Date?
  private var hasWorked = false

  init(pauses: ClosedRange<Double> = standardPauses) { self.pauses = pauses }

  /// The end of the current pause; nil if there is none.
  var pausedUntil: Date? { end }

  /// Whether a push that could end the pause is in progress.
  var isTrying: Bool { probeEnd != nil }

  /// Returns the number of pushes that may be sent; after a pause, reserves the single push for the
  /// caller.
  ///
  /// - Parameter limit: The maximum duration of the push that could end the pause, in seconds.
  mutating func admit(at now: Date, limit: Double) -> Admission {
    guard let end else { return .all }
    guard end <= now else { return .none(until: end) }
    if let probeEnd, probeEnd > now { return .none(until: probeEnd) }
    probeEnd = now.addingTimeInterval(limit)
    return .one
  }

  /// Notes a response without a fault.
  ///
  /// - Returns: Whether this response ended a pause.
  mutating func noteSuccess() -> Bool {
    // The response to a push that was sent before the pause does not change anything.
    guard end == nil || isTrying else { return false }
    defer { (faults, openings, end, probeEnd, hasWorked) = (0, 0, nil, nil, true) }
    return end != nil
  }

  /// Releases the reservation for the push that could end the pause, because its response does not
  /// show whether the fault remains.
  mutating func releaseProbe() { probeEnd = nil }

  /// Notes a fault.
  ///
  /// If the circuit has never worked, it pauses at its first fault, provided that the fault is
  /// certain.
  ///
  /// - Returns: Whether a pause begins.
  mutating func noteFault(at now: Date, isCertain: Bool) -> Bool {
    faults += 1
    // Responses to pushes that were sent before the pause do not change anything.
    guard end == nil || probeEnd != nil else { return false }
    guard end != nil || faults >= Self.maximumFaults || isCertain && !hasWorked else {
      return false
    }
    open(at: now)
    return true
  }

  /// Begins a pause, which is longer than the previous one within the limit of ``pauses``.
  mutating func open(at now: Date, atLeast seconds: Double = 0) {
    let pause = min(pauses.upperBound, pauses.lowerBound * Double(1 << min(openings, 16)))
    openings += 1
    probeEnd = nil
    end = now.addingTimeInterval(max(seconds, pause))
  }
}
