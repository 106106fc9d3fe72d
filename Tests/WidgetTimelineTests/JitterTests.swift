import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import WidgetTimeline

/// The lateness of reloads, and the limits of the values in a budget.
@Suite struct JitterTests {
  static let start = ExampleProviderTests.now

  @Test(arguments: [0, 1, 2, 59, 120, 86_400, .max - 1, .max])
  func `A random number is between 0 and its bound`(bound: Int) {
    for seed in PropertySeeds("jitter through \(bound)", count: 50) {
      var jitter = SeededRandom(seed: seed)
      for _ in 0..<20 {
        #expect((0...bound).contains(jitter.next(through: bound)), "seed \(seed)")
      }
    }
  }

  @Test func `Every number up to a small bound occurs, including the bound`() {
    var jitter = SeededRandom(seed: 1)
    let seen = Set((0..<400).map { _ in jitter.next(through: 6) })
    #expect(seen == Set(0...6))
  }

  @Test func `The numbers are those of SplitMix64`() {
    var (jitter, reference) = (SeededRandom(seed: 42), SeededGenerator(seed: 42))
    for _ in 0..<50 { #expect(jitter.next() == reference.next()) }
  }

  /// The lateness in a budget, the spacing, and the maximum lateness of a reload.
  @Test(arguments: [(0, 0.0, 0.0), (0, 300, 0), (1, 0, 1), (120, 300, 120), (3_600, 0, 3_600)])
  func `The first reload is late by at most the lateness, with or without spacing`(
    lateness: Int, spacing: Double, most: Double
  ) throws {
    let wish = Self.start.addingTimeInterval(1_000)
    for seed in PropertySeeds("lateness \(lateness)", count: 40) {
      var scheduler = TimelineScheduler(
        budget: ReloadBudget(perDay: 3, spacing: .seconds(spacing), lateness: lateness), seed: seed)
      scheduler.install(Timeline(entries: [], reload: .after(wish)), at: Self.start)
      let due = try #require(scheduler.nextReload)
      #expect((0...most).contains(due.timeIntervalSince(wish)), "seed \(seed)")
      #expect(scheduler.requestedReload == wish, "seed \(seed)")
      #expect(scheduler.nextEvent(until: due.addingTimeInterval(-0.001)) == nil, "seed \(seed)")
      let reload = TimelineScheduler.Reload(
        date: due, reason: .policy, requested: wish, wasDenied: false)
      #expect(scheduler.nextEvent(until: due) == .reload(reload), "seed \(seed)")
      #expect(scheduler.nextReload == nil && scheduler.requestedReload == nil, "seed \(seed)")
    }
  }

  @Test func `The greatest lateness that a number can express is allowed`() throws {
    let budget = ReloadBudget(perDay: 1, spacing: .seconds(0), lateness: .max)
    #expect(budget.lateness == .max)
    var scheduler = TimelineScheduler(budget: budget, seed: 3)
    scheduler.request(.app, at: Self.start)
    #expect(try #require(scheduler.nextReload) >= Self.start)
  }

  /// The seconds after the only charged reload of a day, and the number of reloads that are left.
  @Test(arguments: [(0.0, 1), (86_399, 1), (86_399.999, 1), (86_400, 2), (90_000, 2)])
  func `A reload counts for a whole day, and no longer`(seconds: Double, remaining: Int) {
    var scheduler = TimelineScheduler(
      budget: ReloadBudget(perDay: 2, spacing: .seconds(0), lateness: 0), seed: 1)
    scheduler.request(.app, at: Self.start)
    #expect(scheduler.nextEvent(until: Self.start) != nil)
    #expect(scheduler.remaining(at: Self.start.addingTimeInterval(seconds)) == remaining)
  }

  /// The seconds between two requests of the app for a reload, and the time at which the second
  /// reload is due.
  @Test(arguments: [(0.0, 300.0), (1, 300), (299, 300), (300, 300), (301, 301), (9_000, 9_000)])
  func `Two charged reloads keep their distance`(asked: Double, due: Double) {
    var scheduler = TimelineScheduler(
      budget: ReloadBudget(perDay: 9, spacing: .seconds(300), lateness: 0), seed: 1)
    scheduler.request(.app, at: Self.start)
    #expect(scheduler.nextEvent(until: Self.start) != nil)
    scheduler.request(.app, at: Self.start.addingTimeInterval(asked))
    #expect(scheduler.nextReload == Self.start.addingTimeInterval(due))
  }

  @Test func `A free reload neither waits for the distance nor makes others wait`() {
    var scheduler = TimelineScheduler(
      budget: ReloadBudget(perDay: 1, spacing: .seconds(300), lateness: 0), seed: 1)
    for reason in ReloadReason.allCases where !reason.isCharged {
      scheduler.request(reason, at: Self.start)
      #expect(scheduler.nextReload == Self.start, "\(reason)")
      #expect(scheduler.nextEvent(until: Self.start) != nil, "\(reason)")
    }
    scheduler.request(.app, at: Self.start)
    #expect(scheduler.nextReload == Self.start)
    #expect(scheduler.remaining(at: Self.start) == 1)
  }

  @Test func `The reload after a failure has the reason retry`() {
    var scheduler = TimelineScheduler(
      budget: ReloadBudget(perDay: 5, spacing: .seconds(0), lateness: 0), seed: 1)
    let later = Self.start.addingTimeInterval(60)
    for (retries, reason) in [(false, ReloadReason.policy), (true, .retry)] {
      scheduler.install(
        Timeline(entries: [], reload: .after(later)), at: Self.start, retries: retries)
      let reload = TimelineScheduler.Reload(
        date: later, reason: reason, requested: later, wasDenied: false)
      #expect(scheduler.nextEvent(until: later) == .reload(reload))
    }
  }

  @Test func `A date in the past is requested for now`() {
    var scheduler = TimelineScheduler(
      budget: ReloadBudget(perDay: 5, spacing: .seconds(0), lateness: 0), seed: 1)
    scheduler.install(Timeline(entries: [], reload: .after(.distantPast)), at: Self.start)
    #expect(scheduler.requestedReload == Self.start)
    #expect(scheduler.nextReload == Self.start)
    #expect(!scheduler.isDenied)
  }
}
