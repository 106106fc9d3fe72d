import Foundation
import IntentModel
import IntentOptions
import Synchronization
import WidgetFormats
import WidgetStore
import WidgetTimeline
import Zones

/// The timelines that devices have fetched, by ETag, for comparison with later timelines.
///
/// An unknown timeline counts as different, which costs an unnecessary push.
final class ShownTimelines: Sendable {
  private struct Key: Hashable {
    var tenant: Tenant
    var etag: String
  }

  private let driver: any StoreDriver
  private let kept = ExpiringCache<Key, TimelineCache.Kept, ContinuousClock>(
    capacity: 2_000, bytes: 32 << 20, clock: ContinuousClock())

  init(_ driver: any StoreDriver) { self.driver = driver }

  private static func name(_ etag: String) -> String { "shown \(etag)" }

  /// Keeps a timeline that a device has fetched.
  func keep(_ timeline: TimelineCache.Kept, of tenant: Tenant, at now: Date) async {
    let key = Key(tenant: tenant, etag: timeline.etag)
    guard kept.value(key) == nil else { return }
    kept.keep(
      timeline, for: key, lasting: .milliseconds(SharedTimeline.maximumAge),
      bytes: timeline.memory)
    guard let driver = driver as? any SharedStoreDriver else { return }
    // If this fails, the devices get an unnecessary push.
    try? await driver.keep(timeline.shared(asked: now), Self.name(timeline.etag), of: tenant)
  }

  /// The timeline with an ETag; nil if it is no longer known.
  func find(_ etag: String, of tenant: Tenant) async -> TimelineCache.Kept? {
    let key = Key(tenant: tenant, etag: etag)
    if let known = kept.value(key) { return known }
    guard let driver = driver as? any SharedStoreDriver,
      let found = try? await driver.timeline(Self.name(etag), of: tenant, asked: nil)
    else { return nil }
    return TimelineCache.Kept(found)
  }
}

extension TimelineCache.Kept {
  /// Whether a later timeline shows the same entries until this timeline ends.
  ///
  /// Entries after the end are not compared, because the device requests a timeline then anyway. A
  /// timeline that has ended shows its last entry.
  func shows(_ later: TimelineCache.Kept, at now: Date) -> Bool {
    guard etag != later.etag else { return true }
    let end = max(end, now)
    return timeline.shown(from: now, to: end) == later.timeline.shown(from: now, to: end)
  }
}

/// The visible content after a moment.
private struct ShownPart: Hashable {
  var start: Date
  var entry: TimelineEntry
}

extension Timeline {
  /// The visible content between two moments; entries count only if they change something.
  fileprivate func shown(from start: Date, to end: Date) -> [ShownPart] {
    var parts: [ShownPart] = []
    for entry in entries(from: start) {
      var plain = entry
      plain.date = start
      let begin = max(entry.date, start)
      guard begin < end || parts.isEmpty else { break }
      if parts.last?.start == begin { parts.removeLast() }
      if parts.last?.entry != plain { parts.append(ShownPart(start: begin, entry: plain)) }
    }
    return parts
  }
}

/// Compares the timelines that a device shows with the current ones.
final class DeviceComparison: Sendable {
  /// The response that a device would currently get for its widget.
  private enum Present: Sendable {
    case timeline(TimelineCache.Kept)
    /// No widget is placed under the name.
    case gone
    /// The response is unknown, because the source fails or the service does not have the widget.
    case unknown
  }

  private struct Key: Hashable {
    var placed: String
    var family: String?
    var zone: String?
    var locale: String?
    var etag: String?
  }

  /// The maximum number of entries in ``known``.
  private static let maximumKnown = 2_000

  let service: ServiceCore
  let tenant: Tenant
  /// Whether a shown timeline has changed; several devices can show the same timeline.
  private let known = Mutex<[Key: Task<Bool, Never>]>([:])

  init(_ service: ServiceCore, _ tenant: Tenant) {
    (self.service, self.tenant) = (service, tenant)
  }

  /// Whether a push would change anything on a device: the timeline of a changed widget is
  /// different or unknown.
  func isChanged(_ device: StoredDevice) async -> Bool {
    for widget in device.widgets where widget.isRaised {
      guard let placed = widget.placed else { return true }
      let key = Key(
        placed: placed, family: widget.family, zone: device.zone, locale: device.locale,
        etag: widget.etag)
      let task = known.withLock { known in
        if let task = known[key] { return task }
        if known.count >= Self.maximumKnown { known = [:] }
        let task = Task { await isChanged(key) }
        known[key] = task
        return task
      }
      let isOther = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      if isOther { return true }
    }
    return false
  }

  private func isChanged(_ key: Key) async -> Bool {
    switch await present(key) {
    case .unknown: return true
    case .gone: return key.etag != ""
    case .timeline(let later):
      guard let etag = key.etag, !etag.isEmpty else { return true }
      guard etag != later.etag else { return false }
      guard let shown = await service.shownTimelines.find(etag, of: tenant) else { return true }
      return !shown.shows(later, at: service.now())
    }
  }

  private func present(_ key: Key) async -> Present {
    do {
      let subject = try await TimelineSubject(
        placed: key.placed, family: key.family.flatMap { WidgetFamily(rawValue: $0) },
        zone: key.zone.flatMap { ZoneRules(named: $0) } ?? .current,
        locale: key.locale ?? AcceptedLanguage.standard, of: tenant, service)
      guard let subject else { return .gone }
      return .timeline(try await subject.kept(by: tenant, service))
    } catch {
      // An unknown response makes the device get a push and request its timeline; the failure has
      // already been logged.
      return .unknown
    }
  }
}

extension LoggedChange {
  /// Whether the answers before and after the change produce the same intent.
  func keepsIntent(_ items: [ServedWidget]) -> Bool {
    guard action == .change || action == .restore, let (before, hadAnswers) = former,
      let (after, hasAnswers) = placed, hadAnswers, hasAnswers, before.family == after.family,
      let item = try? PlacedState.item(of: after, among: items),
      (try? PlacedState.item(of: before, among: items))?.widget.kind == item.widget.kind
    else { return false }
    let schema = item.widget.schema
    let intents = [before, after].map {
      try? schema.resolve($0.draft(under: schema).draft, family: $0.family).get()
    }
    return intents[0] != nil && intents[0] == intents[1]
  }
}
