public import IntentModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Timeline {
  /// The least distance of two entries in seconds (intent-runtime §8).
  public static let leastSpacing = 300.0

  /// Everything that stands against the timeline as its provider gave it; empty for a good one.
  ///
  /// What is wrong hinders nothing: the entries are shown all the same, sorted.
  public func findings(for family: WidgetFamily, now: Date) -> [TimelineFinding] {
    guard !entries.isEmpty else { return [TimelineFinding(.empty)] }
    let order = zip(entries, entries.dropFirst()).enumerated().compactMap { index, pair in
      pair.1.date < pair.0.date ? TimelineFinding(.unsorted, entry: index + 1) : nil
    }
    let contents = entries.enumerated().flatMap { index, entry in
      entry.findings(for: family).map { TimelineFinding($0, entry: index) }
    }
    return order + dateFindings(now: now) + contents + policyFindings(now: now)
  }

  /// What is wrong with the dates, looked at in their order.
  private func dateFindings(now: Date) -> [TimelineFinding] {
    let order = entries.indices.sorted { (entries[$0].date, $0) < (entries[$1].date, $1) }
    return zip(order, order.dropFirst()).compactMap { former, latter in
      let distance = entries[latter].date.timeIntervalSince(entries[former].date)
      if entries[latter].date <= now { return TimelineFinding(.neverShown, entry: former) }
      // The entry of the present may end soon: it began before now.
      guard distance < Self.leastSpacing, entries[former].date >= now else { return nil }
      return TimelineFinding(.tooClose(seconds: distance), entry: latter)
    }
  }

  private func policyFindings(now: Date) -> [TimelineFinding] {
    guard let reload = nextReload(now: now), reload <= now else { return [] }
    return [TimelineFinding(policy == .atEnd ? .endsInThePast : .reloadInThePast)]
  }
}

extension TimelineEntry {
  fileprivate func findings(for family: WidgetFamily) -> [TimelineFinding.Reason] {
    var found: [TimelineFinding.Reason] = []
    if let relevance {
      if !relevance.score.isFinite {
        found.append(.relevance(part: "score", value: "\(relevance.score)"))
      }
      if !(relevance.duration >= 0 && relevance.duration.isFinite) {
        found.append(.relevance(part: "duration", value: "\(relevance.duration)"))
      }
    }
    if let gauge = content.gauge, !(0...1).contains(gauge) {
      found.append(.gauge(value: "\(gauge)"))
    }
    if !content.links.isEmpty, !family.hasSeveralTapTargets {
      found.append(.linksNotForFamily(count: content.links.count, family: family))
    }
    let urls = [content.link].compactMap { $0 } + content.links.map(\.url)
    return found + urls.filter { !WidgetURL.isURL($0) }.map { .notAURL($0) }
  }
}
