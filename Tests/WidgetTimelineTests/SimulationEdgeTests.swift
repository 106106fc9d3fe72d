import Foundation
import IntentModel
import Testing
import WidgetTestSupport
import Zones

@testable import WidgetTimeline

/// A simulation at its start, at its end, and with a failing provider.
@Suite struct SimulationEdgeTests {
  static let start = ExampleProviderTests.now
  typealias Scripted = TimelineSimulationTests.Scripted

  static func run(
    _ plan: SimulationPlan, _ provider: any IntentTimelineProvider, zone: String = "UTC"
  ) async throws -> SimulationReport {
    let zone = try #require(ZoneRules(named: zone))
    let context = TimelineProviderContext(family: .systemMedium, now: start, zone: zone)
    let intent = Intent(typeName: "A", family: .systemMedium)
    return try await TimelineSimulation.run(plan, of: provider, for: intent, in: context)
  }

  static let never = Scripted { date in
    Timeline(
      entries: [TimelineEntry(date: date, content: EntryContent(title: "on"))], reload: .never)
  }

  /// The seconds after the start at which the app requests a reload, and whether a simulated day
  /// includes the reload.
  @Test(arguments: [
    (-0.001, false), (0, true), (0.001, true), (86_399, true), (86_399.999, true),
    (86_400, false), (90_000, false),
  ])
  func `Requested reloads happen within the days, not at their end`(
    seconds: Double, takesPlace: Bool
  ) async throws {
    let request = SimulationPlan.Request(
      date: Self.start.addingTimeInterval(seconds), reason: .interaction)
    let report = try await Self.run(SimulationPlan(viewsPerDay: 0, requests: [request]), Self.never)
    let reasons: [ReloadReason] = takesPlace ? [.configuration, .interaction] : [.configuration]
    #expect(report.reloads.map(\.reason) == reasons)
    #expect(report.mergedRequests == 0)
  }

  /// A number of days starting on 1 March, possibly with a clock change, and their hours.
  static let days: [(zone: String, days: Int, hours: Double)] = [
    ("UTC", 31, 744), ("Europe/Oslo", 27, 648), ("Europe/Oslo", 31, 743),
    ("America/New_York", 6, 144), ("America/New_York", 7, 167), ("Asia/Tokyo", 366, 8_784),
  ]

  @Test(arguments: days)
  func `Days are those of the calendar`(zone: String, days: Int, hours: Double) async throws {
    let report = try await Self.run(
      SimulationPlan(days: days, viewsPerDay: 0), Self.never, zone: zone)
    #expect(report.dayStarts.count == days + 1)
    #expect(report.dayStarts.first == Self.start)
    #expect(report.dayStarts.last?.timeIntervalSince(Self.start) == hours * 3_600)
  }

  @Test(arguments: [0, 1, 7, 250])
  func `Views are between 7 and 23 hours after the start of their day, in order`(
    perDay: Int
  ) async throws {
    for seed in PropertySeeds("views of days", count: 5) {
      let plan = SimulationPlan(days: 3, viewsPerDay: perDay, seed: seed)
      let report = try await Self.run(plan, Self.never)
      #expect(report.views.count == 3 * perDay, "seed \(seed)")
      #expect(report.views == report.views.sorted(), "seed \(seed)")
      for (place, view) in report.views.enumerated() {
        let hours = view.timeIntervalSince(report.dayStarts[place / max(1, perDay)]) / 3_600
        #expect((7..<23).contains(hours), "seed \(seed)")
      }
    }
  }

  @Test func `More views change reloads only through the budget`() async throws {
    let provider = Scripted(TimelineSimulationTests.steps(60, hours: 4))
    let few = try await Self.run(SimulationPlan(days: 2, viewsPerDay: 90, seed: 5), provider)
    let many = try await Self.run(SimulationPlan(days: 2, viewsPerDay: 900, seed: 5), provider)
    #expect(few.reloads == many.reloads)
    #expect(few.budgetPerDay == many.budgetPerDay)
  }

  /// The seconds at which the widget is viewed, and how many views between 100 and 200 see an
  /// outdated screen.
  @Test(arguments: [
    ([], 0), ([99.999], 0), ([100.0], 1), ([199.999], 1), ([200], 0), ([100, 150, 250, 300], 2),
  ])
  func `A view at the moment of the reload sees the new screen`(views: [Double], stale: Int) {
    var report = SimulationReport(dayStarts: [], budgetPerDay: 40)
    let at = { (seconds: Double) in Self.start.addingTimeInterval(seconds) }
    report.staleSpans = [.init(from: at(100), to: at(200))]
    report.views = views.map(at)
    #expect(report.staleViews == stale)
    #expect(report.staleTime == .seconds(100))
  }

  @Test func `A report sums up what it contains`() {
    var report = SimulationReport(dayStarts: [], budgetPerDay: 40)
    #expect(report.longestWait == .zero && report.chargedReloads == 0 && report.staleTime == .zero)
    let at = { (seconds: Double) in Self.start.addingTimeInterval(seconds) }
    report.reloads = ReloadReason.allCases.enumerated().map { place, reason in
      .init(date: at(Double(place) * 100), reason: reason, requested: at(Double(place) * 90))
    }
    report.staleSpans = [.init(from: at(0), to: at(10)), .init(from: at(20), to: at(20))]
    #expect(report.chargedReloads == 3)
    #expect(report.longestWait == .seconds(90))
    #expect(report.staleTime == .seconds(10))
  }

  @Test func `A provider that always fails has no data all day`() async throws {
    let provider = Scripted(fails: { _ in true }) { _ in Timeline(entries: [], reload: .never) }
    let report = try await Self.run(SimulationPlan(viewsPerDay: 0), provider)
    #expect(report.failures.count == report.reloads.count)
    #expect(report.shown.allSatisfy { $0.content.title == "No data" })
    #expect(report.reloads.dropFirst().allSatisfy { $0.reason == .retry })
    let waits = zip(report.reloads, report.reloads.dropFirst()).map {
      $1.requested.timeIntervalSince($0.date)
    }
    #expect(waits.prefix(7) == [300, 600, 1_200, 2_400, 4_800, 9_600, 14_400])
    #expect(waits.dropFirst(7).allSatisfy { $0 == 14_400 })
  }

  /// The message of a failing provider, and how it is recorded.
  @Test(arguments: [
    ("gone", "gone"), ("\u{1B}[2J", "␛[2J"), ("a\nb", "a␊b"),
    (String(repeating: "x", count: 500), String(repeating: "x", count: 500)),
    (String(repeating: "x", count: 501), String(repeating: "x", count: 500) + "…"),
  ])
  func `The message of a failure is made harmless and short`(
    words: String, reason: String
  ) async throws {
    struct Failure: Error, CustomStringConvertible { var description: String }
    let provider = ProviderFaultTests.Source(error: Failure(description: words))
    let report = try await Self.run(SimulationPlan(viewsPerDay: 0), provider)
    #expect(report.failures.first?.reason == reason)
  }

  @Test func `A provider that reports it was cancelled ends the simulation`() async {
    let provider = ProviderFaultTests.Source(error: CancellationError())
    await #expect(throws: CancellationError.self) {
      _ = try await Self.run(SimulationPlan(), provider)
    }
  }

  @Test func `Entries come on screen by themselves, each at its date, none after the end`()
    async throws
  {
    let provider = Scripted { date in
      TimelineBoundsTests.timeline([86_400, 0, 43_200, -60, 86_399], .never)
    }
    let report = try await Self.run(SimulationPlan(viewsPerDay: 0), provider)
    let shown = report.shown.map {
      ($0.date.timeIntervalSince(Self.start), $0.content.title.description)
    }
    #expect(shown.map(\.0) == [0, 43_200, 86_399])
    #expect(shown.map(\.1) == ["0.0", "43200.0", "86399.0"])
  }
}
