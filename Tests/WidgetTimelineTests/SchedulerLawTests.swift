import Testing
import WidgetTestSupport
import WidgetTimeline

@Suite struct SchedulerLawTests {
  @Test func `The laws hold for requests in any order`() {
    var reloads = 0
    var denials = 0
    for seed in PropertySeeds("scheduler laws", count: 400) {
      var run = SchedulerRun(seed: seed)
      let seen = run.run(steps: 60)
      reloads += seen.reloads.count
      denials += seen.denials.count
      if !seen.broken.isEmpty { Issue.record("seed \(seed): \(seen.broken[0])") }
    }
    #expect(reloads > 0)
    #expect(denials > 0, "the budget is met, or the laws prove nothing")
  }

  @Test func `Equal seeds give equal schedules`() {
    for seed in PropertySeeds("equal schedules", count: 300) {
      var first = SchedulerRun(seed: seed)
      var second = SchedulerRun(seed: seed)
      #expect(first.run(steps: 40) == second.run(steps: 40), "seed \(seed)")
    }
  }
}
