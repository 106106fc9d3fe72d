import Foundation
import WidgetTestSupport

@testable import WidgetTimeline

/// A random run of a scheduler, and its observed behavior.
///
/// Only time orders the events; the checked state is separate from the scheduler's own state.
struct SchedulerRun {
  struct Seen: Equatable {
    var reloads: [TimelineScheduler.Reload] = []
    var denials: [Date] = []
    var broken: [String] = []
  }

  private(set) var seen = Seen()
  private var random: SeededGenerator
  private var scheduler: TimelineScheduler
  private var installed: Timeline?
  /// The last timeline that was replaced after it had started.
  private var former: Timeline?
  private var now = ExampleProviderTests.now

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let budget = ReloadBudget(
      perDay: Int.random(in: 1...6, using: &random),
      spacing: .seconds(Int.random(in: 0...900, using: &random)),
      lateness: Int.random(in: 0...300, using: &random))
    scheduler = TimelineScheduler(budget: budget, seed: random.next())
  }

  /// Simulates a few days.
  mutating func run(steps: Int) -> Seen {
    scheduler.request(.configuration, at: now)
    for _ in 0..<steps {
      let next = now.addingTimeInterval(Double(Int.random(in: 0...7_200, using: &random)))
      while let event = scheduler.nextEvent(until: next) { take(event, limit: next) }
      now = next
      checkScreen()
      if Bool.random(using: &random) {
        let reasons = ReloadReason.allCases.filter { $0 != .policy && $0 != .retry }
        scheduler.request(reasons.randomElement(using: &random) ?? .app, at: now)
      }
    }
    checkBudget()
    return seen
  }

  private mutating func take(_ event: TimelineScheduler.Event, limit: Date) {
    switch event {
    case .denied(let date, let until, let reason):
      seen.denials.append(date)
      expect(until > date, "a denial ends later")
      expect(reason.isCharged, "only what is charged is denied")
      expect(scheduler.remaining(at: date) == 0, "a denial means that nothing remains")
    case .reload(let reload):
      checkReload(reload, limit: limit)
      now = max(now, reload.date)
      seen.reloads.append(reload)
      let timeline = self.timeline(from: reload.date)
      if let installed, installed.entries.contains(where: { $0.date <= reload.date }) {
        former = installed
      }
      installed = timeline
      scheduler.install(timeline, at: reload.date)
      checkScreen()
    }
  }

  private mutating func checkReload(_ reload: TimelineScheduler.Reload, limit: Date) {
    let budget = scheduler.budget
    expect(reload.date >= now && reload.date <= limit, "in the order of time")
    expect(reload.date >= reload.requested, "not before it is requested for")
    if reload.reason == .policy {
      expect(installed?.reload != .never, "never does not reload by itself")
      let wish = installed?.nextReload(now: .distantPast) ?? .distantPast
      expect(reload.date >= wish, "not before its policy says")
    }
    if reload.reason.isCharged, !reload.wasDenied {
      let late = reload.date.timeIntervalSince(reload.requested)
      expect(
        .seconds(late) <= budget.spacing + .seconds(budget.lateness), "not later than it may be")
    }
    if !reload.reason.isCharged { expect(reload.date == now, "what is free is at once") }
  }

  private mutating func timeline(from date: Date) -> Timeline {
    let entries = (0..<Int.random(in: 0...4, using: &random)).map { index in
      TimelineEntry(
        date: date.addingTimeInterval(Double(Int.random(in: -3_600...18_000, using: &random))),
        content: EntryContent(title: "\(seen.reloads.count).\(index)"))
    }
    let after = date.addingTimeInterval(Double(Int.random(in: -600...40_000, using: &random)))
    let policies: [TimelineReloadPolicy] = [.atEnd, .never, .after(after)]
    return Timeline(
      entries: entries, reload: policies[Int.random(in: 0..<policies.count, using: &random)])
  }

  /// Checks the entry on the screen with a slow search: it is the last entry of the latest timeline
  /// whose entries have started.
  private mutating func checkScreen() {
    func begun(_ timeline: Timeline?) -> TimelineEntry? {
      let begun = (timeline?.entries ?? []).filter { $0.date <= now }
      let latest = begun.map(\.date).max()
      return begun.last { $0.date == latest }
    }
    expect(
      scheduler.entry(at: now) == begun(installed) ?? begun(former),
      "the entry of its time, of the last timeline only before the first entry")
  }

  private mutating func checkBudget() {
    let perDay = scheduler.budget.perDay ?? .max
    let charged = seen.reloads.filter(\.reason.isCharged).map(\.date)
    for (index, date) in charged.enumerated() {
      let within = charged[...index].count { $0.addingTimeInterval(86_400) > date }
      expect(within <= perDay, "never more than the budget in 24 hours")
    }
    for (former, latter) in zip(charged, charged.dropFirst()) {
      let distance = latter.timeIntervalSince(former)
      expect(.seconds(distance) >= scheduler.budget.spacing, "charged reloads keep their distance")
    }
  }

  private mutating func expect(_ holds: Bool, _ law: String) {
    if !holds { seen.broken.append("\(law), at \(now.timeIntervalSince1970)") }
  }
}
