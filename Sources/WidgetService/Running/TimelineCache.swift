import Foundation
import IntentModel
import IntentOptions
import Synchronization
import WidgetFormats
import WidgetStore
import WidgetTimeline
import Zones

/// Caches timelines until their reload, and combines equal requests into one.
final class TimelineCache: Sendable {
  /// The request to which a timeline is the answer.
  struct Key: Hashable, Sendable {
    let kind: String
    let definition: String
    let intent: Intent
    /// The number of the last requested reload.
    var reload: Int
    let zone: String
    let locale: String
    /// The environment values that the request specifies.
    let environment: [String: [String]]
    /// The date that the request specifies; nil for the current time.
    let moment: Date?
    /// Whether the timeline is the single entry for a gallery.
    let isSample: Bool
    /// The scope of the context; nil for a timeline that all tenants share.
    let scope: String?
    /// The size that the widget specifies for the family; nil if it specifies none.
    var size: DisplaySize? = nil

    /// The key without the number of the reload.
    var ofAnyReload: Key {
      var key = self
      key.reload = 0
      return key
    }
  }

  /// A timeline with its encoded bytes and the date when it was made.
  struct Kept: Sendable {
    let timeline: Timeline
    let bytes: [UInt8]
    let made: Date
    let etag: String
    /// The previous timeline, which stays on screen until this one begins; nil if this one had
    /// already begun when it was made, or if the previous one is unknown.
    fileprivate(set) var last: Timeline?
    /// How many times the clock had been changed before the timeline was made.
    fileprivate var clockChanges = 0

    init(timeline: Timeline, bytes: [UInt8], made: Date) {
      (self.timeline, self.bytes, self.made) = (timeline, bytes, made)
      etag = ContentMark.etag(of: bytes)
    }

    /// Reads a timeline that replicas share; nil if it cannot be read.
    init?(_ shared: SharedTimeline) {
      let bytes = Array(shared.text.utf8)
      guard let timeline = try? TimelineJSON.read(bytes, source: "timeline") else { return nil }
      self.init(timeline: timeline, bytes: bytes, made: shared.made)
    }

    /// The timeline in the form that replicas share.
    ///
    /// - Parameter asked: The time of the last request for the timeline.
    func shared(asked: Date) -> SharedTimeline {
      SharedTimeline(text: String(decoding: bytes, as: UTF8.self), made: made, asked: asked)
    }

    /// How long a timeline is used, unless its policy specifies an earlier reload.
    static let maximumAge = Duration.seconds(86_400)

    /// The date when the timeline must be reloaded: the date in its policy, but no later than
    /// ``maximumAge`` after it was made.
    var end: Date {
      let latest = made.addingTimeInterval(Self.maximumAge / .seconds(1))
      return min(latest, timeline.nextReload(now: made) ?? latest)
    }

    /// The estimated memory that the timeline and its bytes take.
    var memory: Int { 5 * bytes.count }

    /// The number of seconds until a different entry is shown or the timeline ends.
    func age(at now: Date) -> Int {
      let change = min(timeline.nextChange(after: now) ?? end, end)
      return max(0, Int(change.timeIntervalSince(now).rounded(.down)))
    }
  }

  private static let capacity = 2_000

  private let timelines = ExpiringCache<Key, Kept, ContinuousClock>(
    capacity: capacity, bytes: 64 << 20, clock: ContinuousClock())
  /// The last timelines, including those from before a requested reload.
  ///
  /// Most of them share their memory with ``timelines``.
  private let screens = ExpiringCache<Key, Kept, ContinuousClock>(
    capacity: capacity, bytes: 16 << 20, clock: ContinuousClock())

  /// A timeline that is being made, and the number of callers that are waiting for it.
  private struct Flight {
    let pending: PendingResponse<Kept>
    var work: Task<Void, Never>?
    var waiting: Int
  }

  private let flights = Mutex<[Key: Flight]>([:])

  /// A reading of the system's clock.
  struct ClockReading: Sendable {
    var date: Date
    /// The time of a monotonic clock.
    var steady: Duration
    var zone: ZoneRules
  }

  private let clock: @Sendable () -> ClockReading
  private let clockState = Mutex((watch: ClockWatch(), changes: 0))

  /// Makes an empty cache.
  ///
  /// - Parameter clock: The clock of the system; when the clock is changed, the kept timelines are
  ///   no longer used.
  init(clock: @escaping @Sendable () -> ClockReading = SystemClock().reading) {
    self.clock = clock
  }

  /// How many times the clock or the time zone of the system has been changed.
  private var clockChanges: Int {
    let reading = clock()
    return clockState.withLock { state in
      let hasChanged = state.watch.hasChanged(
        at: reading.date, steady: reading.steady, zone: reading.zone)
      if hasChanged { state.changes += 1 }
      return state.changes
    }
  }

  /// The estimated size of all timelines, in bytes.
  var bytes: Int { timelines.bytes + screens.bytes }

  /// The kept timeline; nil if there is none, if it has ended, or if the clock has been changed.
  func kept(_ key: Key, at now: Date) -> Kept? {
    let changes = clockChanges
    guard let kept = timelines.value(key), kept.clockChanges == changes, now >= kept.made,
      now < kept.end
    else { return nil }
    return kept
  }

  /// The timeline on screen at a date, whatever the reload number in the key; nil if it is unknown.
  func last(of key: Key, at date: Date) -> Timeline? {
    guard key.moment == nil, let kept = screens.value(key.ofAnyReload) else { return nil }
    return kept.timeline.entry(at: date) == nil ? kept.last : kept.timeline
  }

  /// Keeps a timeline together with the previous one, which stays on screen until the new one
  /// begins.
  private func keep(_ kept: Kept, for key: Key) -> Kept {
    var kept = kept
    kept.clockChanges = clockChanges
    if kept.timeline.entry(at: kept.made) == nil { kept.last = last(of: key, at: kept.made) }
    timelines.keep(kept, for: key, lasting: Kept.maximumAge, bytes: kept.memory)
    if key.moment == nil {
      screens.keep(kept, for: key.ofAnyReload, lasting: Kept.maximumAge, bytes: kept.memory)
    }
    return kept
  }

  /// Makes a timeline once for all simultaneous requests; the work is cancelled when the last
  /// caller leaves.
  func load(
    _ key: Key, _ make: @escaping @Sendable () async throws -> Kept
  ) async throws -> Kept {
    let pending = flights.withLock { flights in
      if let known = flights[key] {
        flights[key]?.waiting += 1
        return known.pending
      }
      let pending = PendingResponse<Kept>()
      let work = pending.work { [self] in
        defer { land(key, pending) }
        return keep(try await make(), for: key)
      }
      flights[key] = Flight(pending: pending, work: work, waiting: 1)
      return pending
    }
    defer { leave(key, pending) }
    return try await pending.value()
  }

  private func land(_ key: Key, _ pending: PendingResponse<Kept>) {
    flights.withLock { if $0[key]?.pending === pending { $0[key] = nil } }
  }

  private func leave(_ key: Key, _ pending: PendingResponse<Kept>) {
    let abandoned = flights.withLock { flights -> Task<Void, Never>? in
      guard let flight = flights[key], flight.pending === pending else { return nil }
      flights[key]?.waiting -= 1
      guard flight.waiting == 1 else { return nil }
      flights[key] = nil
      return flight.work
    }
    abandoned?.cancel()
  }
}

/// Reads the clock of the system, and notices within a second if the time zone or the tz database
/// has changed.
private final class SystemClock: Sendable {
  private let start = ContinuousClock.now
  private let lastLook = Mutex(ContinuousClock.now)

  func reading() -> TimelineCache.ClockReading {
    let now = ContinuousClock.now
    let isDue = lastLook.withLock { last in
      guard last.duration(to: now) >= .seconds(1) else { return false }
      last = now
      return true
    }
    if isDue { SystemZones.shared.refresh() }
    return TimelineCache.ClockReading(
      date: Date(), steady: start.duration(to: now), zone: .current)
  }
}
