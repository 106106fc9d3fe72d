import Foundation
import IntentModel
import Synchronization
import Testing
import WidgetTestSupport

@testable import WidgetTimeline

@Suite struct TimelineSimulationTests {
  /// A provider that returns a timeline for the time of the request, but fails for the given calls.
  final class Scripted: IntentTimelineProvider {
    let name = "scripted"
    let calls = Mutex<[Date]>([])
    private let fails: @Sendable (Int) -> Bool
    private let make: @Sendable (Date) -> Timeline

    init(
      fails: @escaping @Sendable (Int) -> Bool = { _ in false },
      _ make: @escaping @Sendable (Date) -> Timeline
    ) {
      self.fails = fails
      self.make = make
    }

    func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
      TimelineEntry(date: context.now, content: EntryContent(title: "placeholder"))
    }

    func timeline(
      for intent: Intent, in context: TimelineProviderContext
    ) async throws -> Timeline {
      let count = calls.withLock {
        $0.append(context.now)
        return $0.count
      }
      if fails(count) { throw KeptTimelineTests.Broken() }
      return make(context.now)
    }
  }

  /// Entries at an interval in minutes, for the given hours.
  static func steps(
    _ minutes: Int, hours: Int, policy: TimelineReloadPolicy = .atEnd
  ) -> @Sendable (Date) -> Timeline {
    { date in
      let entries = stride(from: 0, through: hours * 60, by: minutes).map {
        TimelineEntry(
          date: date.addingTimeInterval(Double($0) * 60), content: EntryContent(title: "+\($0)"))
      }
      return Timeline(entries: entries, reload: policy)
    }
  }

  static func run(
    _ plan: SimulationPlan, _ provider: any IntentTimelineProvider
  ) async throws -> SimulationReport {
    let intent = Intent(typeName: "A", family: .systemMedium)
    return try await TimelineSimulation.run(
      plan, of: provider, for: intent, in: ExampleProviderTests.context())
  }

  @Test func `A timeline that never reloads is requested once`() async throws {
    let provider = Scripted(Self.steps(60, hours: 2, policy: .never))
    let report = try await Self.run(SimulationPlan(days: 3), provider)
    #expect(provider.calls.withLock { $0 } == [ExampleProviderTests.now])
    #expect(report.reloads.map(\.reason) == [.configuration])
    #expect(report.chargedReloads == 0)
    #expect(report.shown.map(\.content.title) == ["+0", "+60", "+120"])
    #expect(report.staleSpans.isEmpty)
    #expect(report.dayStarts.count == 4)
  }

  @Test func `A screen is out of date from a failed reload to the next successful one`()
    async throws
  {
    func report(fails: @escaping @Sendable (Int) -> Bool) async throws -> SimulationReport {
      try await Self.run(
        SimulationPlan(days: 1), Scripted(fails: fails, Self.steps(30, hours: 1)))
    }
    let fine = try await report { _ in false }
    #expect(fine.staleSpans.isEmpty)
    let some = try await report { (3...5).contains($0) }
    #expect(some.failures.count == 3 && some.staleSpans.count == 1)
    let span = try #require(some.staleSpans.first)
    let failed = some.reloads.filter(\.hasFailed)
    #expect(span.from == failed.first?.date)
    #expect(span.to == some.reloads.first { !$0.hasFailed && $0.date > span.from }?.date)
    #expect(some.staleTime == span.duration)
    // If no reload succeeds, the screen is out of date until the end.
    let never = try await report { $0 > 2 }
    #expect(never.staleSpans.map(\.to) == [never.dayStarts.last])
    let always = try await report { _ in true }
    #expect(always.staleSpans.map(\.from) == [ExampleProviderTests.now])
  }

  @Test func `A modest widget is never out of date`() async throws {
    let report = try await Self.run(
      SimulationPlan(days: 2, viewsPerDay: 90), Scripted(Self.steps(30, hours: 6)))
    #expect(report.budgetPerDay == 70)
    #expect(report.chargedReloads == 7)
    #expect(report.denials.isEmpty)
    #expect(report.staleViews == 0)
    #expect(report.views.count == 180)
    #expect((.zero ... .seconds(420)).contains(report.longestWait))
  }

  @Test func `A greedy widget reaches its budget, and its screen goes out of date`() async throws {
    let report = try await Self.run(
      SimulationPlan(days: 2, viewsPerDay: 0),
      Scripted { Timeline(entries: [], reload: .after($0.addingTimeInterval(60))) })
    #expect(report.budgetPerDay == 40)
    #expect(report.chargedReloads == 80)
    #expect(!report.denials.isEmpty)
    #expect(report.staleTime > .seconds(86_400))
    #expect(report.shown.allSatisfy { $0.content.title == "placeholder" })
    for span in report.staleSpans { #expect(span.from <= span.to) }
  }

  @Test func `Requests of the plan are carried out in order`() async throws {
    let start = ExampleProviderTests.now
    let requests = [600.0, 300, -60, 90_000].map {
      SimulationPlan.Request(date: start.addingTimeInterval($0), reason: .interaction)
    }
    let provider = Scripted(Self.steps(60, hours: 1, policy: .never))
    let report = try await Self.run(SimulationPlan(days: 1, requests: requests), provider)
    let times = report.reloads.map { $0.date.timeIntervalSince(start) }
    #expect(times == [0, 300, 600], "what lies outside of the days is left out")
  }

  @Test func `A provider that fails is tried again after growing pauses`() async throws {
    let provider = Scripted(fails: { $0 > 1 && $0 < 5 }, Self.steps(60, hours: 1))
    let report = try await Self.run(SimulationPlan(days: 1), provider)
    #expect(report.failures.count == 3)
    #expect(report.failures.allSatisfy { $0.reason == "broken" })
    let retries = report.reloads.filter { $0.reason == .retry }
    #expect(retries.count == 3)
    let waits = zip(report.failures, retries).map { $1.requested.timeIntervalSince($0.date) }
    #expect(waits == [300, 600, 1_200])
    #expect(report.shown.contains { $0.content.title == "placeholder" } == false)
  }

  @Test func `Equal plans give equal reports, and other seeds give others`() async throws {
    for seed in PropertySeeds("equal simulations", count: 20) {
      let plan = SimulationPlan(days: 2, viewsPerDay: 30, seed: seed)
      let first = try await Self.run(plan, Scripted(Self.steps(20, hours: 3)))
      let second = try await Self.run(plan, Scripted(Self.steps(20, hours: 3)))
      #expect(first == second, "seed \(seed)")
      let other = SimulationPlan(days: 2, viewsPerDay: 30, seed: seed &+ 1)
      let third = try await Self.run(other, Scripted(Self.steps(20, hours: 3)))
      #expect(first != third, "seed \(seed)")
    }
  }

  @Test func `A plan keeps to its ranges`() {
    let plan = SimulationPlan(days: 0, viewsPerDay: -1)
    #expect(plan.days == 1)
    #expect(plan.viewsPerDay == 0)
    #expect(SimulationPlan(days: 1_000, viewsPerDay: 1_000_000).days == 366)
    #expect(SimulationPlan(viewsPerDay: 1_000_000).viewsPerDay == 10_000)
  }

  @Test func `A cancelled simulation ends`() async {
    let task = Task {
      try await Self.run(SimulationPlan(days: 366), Scripted(Self.steps(60, hours: 1)))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }
}

@Test func `A report of a simulation is a sentence`() {
  let start = Date(timeIntervalSince1970: 1_772_354_400)
  var report = SimulationReport(dayStarts: [start], budgetPerDay: 40)
  for place in 0..<24 {
    report.reloads.append(
      .init(date: start, reason: .app, requested: start, hasFailed: place == 3))
  }
  for _ in 0..<2 { report.denials.append(.init(date: start, until: start, reason: .app)) }
  report.staleSpans = [.init(from: start, to: start.addingTimeInterval(9_780))]
  #expect(
    "\(report)" == "24 reloads, 2 denied, 1 failed; out of date for 2 h 43 min.")
}
