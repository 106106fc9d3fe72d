import Foundation
import Testing

@testable import WidgetTimeline

@Suite struct TimelineSchedulerTests {
  static let start = ExampleProviderTests.now
  /// There is no jitter, so that dates are predictable.
  static let exact = ReloadBudget(perDay: 2, spacing: .seconds(300), lateness: 0)

  static func at(_ minutes: Double) -> Date { start.addingTimeInterval(minutes * 60) }

  static func timeline(_ policy: TimelineReloadPolicy, _ minutes: Double...) -> Timeline {
    Timeline(
      entries: minutes.map {
        TimelineEntry(date: at($0), content: EntryContent(title: "\(Int($0))"))
      }, reload: policy)
  }

  /// The events up to a time in minutes, as text; every reload installs the same timeline.
  static func events(
    _ scheduler: inout TimelineScheduler, until minutes: Double, installing timeline: Timeline
  ) -> [String] {
    var words: [String] = []
    while let event = scheduler.nextEvent(until: at(minutes)) {
      switch event {
      case .reload(let reload):
        words.append("\(reload.reason) \(Int(reload.date.timeIntervalSince(start) / 60))")
        scheduler.install(timeline, at: reload.date)
      case .denied(let date, let until, _):
        let times = [date, until].map { Int($0.timeIntervalSince(start) / 60) }
        words.append("denied \(times[0]) until \(times[1])")
      }
    }
    return words
  }

  /// A scheduler whose first timeline is installed.
  static func scheduler(
    _ timeline: Timeline, budget: ReloadBudget = exact
  ) -> TimelineScheduler {
    var scheduler = TimelineScheduler(budget: budget, seed: 7)
    scheduler.install(timeline, at: start)
    return scheduler
  }

  /// A policy, and the events of a day.
  static let policies: [(policy: TimelineReloadPolicy, events: [String])] = [
    (.never, []), (.after(at(60)), ["policy 60"]), (.atEnd, ["policy 120"]),
    (.after(at(2_000)), []),
  ]

  @Test(arguments: policies.indices)
  func `A timeline is renewed by its policy`(_ index: Int) {
    let (policy, events) = Self.policies[index]
    var scheduler = Self.scheduler(Self.timeline(policy, 0, 120))
    #expect(
      Self.events(&scheduler, until: 1_440, installing: Self.timeline(.never, 0)) == events)
  }

  @Test func `An entry is on screen from its date to the date of the next one`() {
    let scheduler = Self.scheduler(Self.timeline(.never, 60, 0, 60.5))
    let titles = [-1, 0, 59.9, 60, 60.5, 9_999].map {
      scheduler.entry(at: Self.at($0))?.content.title.description
    }
    #expect(titles == [nil, "0", "0", "60", "60", "60"])
    #expect(TimelineScheduler(budget: Self.exact, seed: 1).entry(at: Self.start) == nil)
  }

  @Test func `A replaced timeline stays only until the next one begins`() {
    var scheduler = Self.scheduler(Self.timeline(.never, 0, 60))
    scheduler.install(Self.timeline(.never, 90), at: Self.at(30))
    #expect(scheduler.entry(at: Self.at(60))?.content.title == "60")
    #expect(scheduler.entry(at: Self.at(90))?.content.title == "90")
  }

  @Test func `A used up budget denies until the oldest reload is a day old`() {
    var scheduler = Self.scheduler(Self.timeline(.after(Self.at(10)), 0))
    #expect(scheduler.remaining(at: Self.start) == 2)
    // The timeline requests a reload in the past, so the next reload is always due 5 minutes after
    // the last one.
    let events = Self.events(
      &scheduler, until: 1_470, installing: Self.timeline(.after(Self.at(10)), 0))
    #expect(
      events == [
        "policy 10", "policy 15", "denied 20 until 1450", "policy 1450", "policy 1455",
        "denied 1460 until 2890",
      ])
    #expect(scheduler.isDenied)
    #expect(scheduler.remaining(at: Self.at(1_460)) == 0)
  }

  @Test func `Free reloads happen immediately and do not change the budget`() {
    for reason in ReloadReason.allCases where !reason.isCharged {
      var scheduler = Self.scheduler(Self.timeline(.never, 0))
      for minute in [1.0, 2, 3] {
        scheduler.request(reason, at: Self.at(minute))
        let events = Self.events(
          &scheduler, until: minute, installing: Self.timeline(.never, 0))
        #expect(events == ["\(reason) \(Int(minute))"])
      }
      #expect(scheduler.remaining(at: Self.at(3)) == 2, "\(reason)")
    }
  }

  @Test func `Requests that wait become one`() {
    let budget = ReloadBudget(perDay: 10, spacing: .seconds(600), lateness: 0)
    var scheduler = Self.scheduler(Self.timeline(.never, 0), budget: budget)
    scheduler.request(.app, at: Self.at(1))
    #expect(Self.events(&scheduler, until: 1, installing: Self.timeline(.never, 0)) == ["app 1"])
    for minute in [2.0, 3, 4] { scheduler.request(.app, at: Self.at(minute)) }
    #expect(scheduler.mergedRequests == 2)
    #expect(Self.events(&scheduler, until: 60, installing: Self.timeline(.never, 0)) == ["app 11"])
  }

  @Test func `With an unlimited budget, each request of the app is due immediately`() {
    let due = Self.timeline(.after(Self.at(0)), 0)
    var scheduler = Self.scheduler(due, budget: .unlimited)
    #expect(Self.events(&scheduler, until: 0, installing: due) == ["policy 0"])
    for second in [1.0, 2, 3] {
      let minute = second / 60
      scheduler.request(.app, at: Self.at(minute))
      let event = scheduler.nextEvent(until: Self.at(minute))
      guard case .reload(let reload) = event else {
        Issue.record("\(String(describing: event))")
        return
      }
      #expect(reload.reason == .app && reload.date == Self.at(minute))
      scheduler.install(due, at: Self.at(minute))
      // Reloads that the timeline itself requests are still spaced.
      #expect(scheduler.nextReload == Self.at(minute).addingTimeInterval(15))
    }
  }

  @Test func `A request of the app is served before a later reload of the policy`() {
    var scheduler = Self.scheduler(Self.timeline(.after(Self.at(500)), 0))
    scheduler.request(.app, at: Self.at(100))
    let events = Self.events(
      &scheduler, until: 1_000, installing: Self.timeline(.after(Self.at(700)), 0))
    #expect(events.prefix(2) == ["app 100", "policy 700"])
  }

  @Test func `A free reload answers one that was denied`() {
    var scheduler = Self.scheduler(
      Self.timeline(.after(Self.at(0)), 0), budget: ReloadBudget(perDay: 1, lateness: 0))
    let past = Self.timeline(.after(Self.at(0)), 0)
    #expect(
      Self.events(&scheduler, until: 60, installing: past) == ["policy 0", "denied 5 until 1440"])
    scheduler.request(.interaction, at: Self.at(60))
    let event = scheduler.nextEvent(until: Self.at(60))
    #expect(
      event
        == .reload(
          .init(date: Self.at(60), reason: .interaction, requested: Self.at(0), wasDenied: true)))
  }

  @Test func `A budget grows with views from 40 to 70`() {
    let budgets = [-1, 0, 30, 45, 89, 90, 10_000].map { ReloadBudget(viewsPerDay: $0).perDay }
    #expect(budgets == [40, 40, 50, 55, 69, 70, 70])
    #expect(ReloadBudget(perDay: 0, spacing: .seconds(-1), lateness: -1).perDay == 1)
    #expect(ReloadBudget(perDay: 0, spacing: .seconds(-1), lateness: -1).spacing == .zero)
    #expect(TimelineScheduler(budget: .unlimited, seed: 1).remaining(at: Self.start) == nil)
  }
}
