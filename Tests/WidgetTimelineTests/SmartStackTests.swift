import Foundation
import Testing
import WidgetTestSupport
import WidgetTimeline

@Suite("The top widget of a smart stack")
struct SmartStackTests {
  static let start = Date(timeIntervalSince1970: 1_767_960_000)

  /// A widget with entries at the given minutes, each with a score and a duration in minutes.
  static func member(
    _ name: String, _ entries: [(minute: Double, score: Double?, minutes: Double)]
  ) -> SmartStack.Member {
    SmartStack.Member(
      name: name,
      timeline: Timeline(
        entries: entries.map { entry in
          TimelineEntry(
            date: start.addingTimeInterval(entry.minute * 60),
            content: EntryContent(title: "\(name) \(Int(entry.minute))"),
            relevance: entry.score.map {
              TimelineEntryRelevance(score: $0, duration: .seconds(entry.minutes * 60))
            })
        }, reload: .never))
  }

  static func turns(_ members: [SmartStack.Member]) -> [String] {
    SmartStack(members).turns(from: start, to: start.addingTimeInterval(86_400)).map { turn in
      "\(Int(turn.date.timeIntervalSince(start) / 60)) \(members[turn.member].name)"
    }
  }

  @Test("without a score the first stays")
  func withoutScores() {
    let members = [
      Self.member("A", [(0, nil, 0)]), Self.member("B", [(0, 0, 0), (5, -3, 0)]),
    ]
    #expect(Self.turns(members) == ["0 A"])
    #expect(SmartStack([]).turns(from: Self.start, to: .distantFuture).isEmpty)
  }

  @Test("a score counts as a fraction of its widget's best, for its duration")
  func shares() {
    let members = [
      Self.member("A", [(0, 50, 0), (60, 100, 30), (120, 10, 0)]),
      Self.member("B", [(0, 3, 10), (70, 4, 10)]),
    ]
    // B's 3 of 4 is higher than A's 50 of 100; at 60, A has its maximum; B's maximum at 70 started
    // later.
    #expect(Self.turns(members) == ["0 B", "10 A", "70 B", "80 A"])
  }

  @Test("a score without a duration holds until the next entry with a relevance")
  func withoutDuration() {
    let members = [
      Self.member("A", [(0, nil, 0)]), Self.member("B", [(10, 1, 0), (20, nil, 0), (30, 0, 0)]),
    ]
    let turns = SmartStack(members).turns(
      from: Self.start, to: Self.start.addingTimeInterval(86_400))
    #expect(turns.map(\.member) == [0, 1])
    guard case .greatest(let score) = turns[1].reason else {
      Issue.record("\(turns[1].reason)")
      return
    }
    #expect(score.value == 1 && score.share == 1)
    #expect(score.ends == Self.start.addingTimeInterval(1_800))
  }

  @Test("between equal fractions the latest start wins, then the first name")
  func ties() {
    let late = [Self.member("A", [(0, 5, 0)]), Self.member("B", [(10, 9, 0)])]
    #expect(Self.turns(late) == ["0 A", "10 B"])
    let equal = [Self.member("A", [(0, 5, 0)]), Self.member("B", [(0, 9, 0)])]
    #expect(Self.turns(equal) == ["0 A"])
    let turn = SmartStack(equal).turns(from: Self.start, to: .distantFuture)[0]
    guard case .tie = turn.reason else {
      Issue.record("\(turn.reason)")
      return
    }
  }

  @Test("the greatest fraction is on top at every moment, for seeded stacks")
  func law() {
    for seed in PropertySeeds("the top of a stack", count: 60) {
      var random = SeededGenerator(seed: seed)
      let members = (0..<3).map { index in
        Self.member(
          "\(index)",
          (0..<Int.random(in: 0...5, using: &random)).map { _ in
            (
              Double(Int.random(in: 0...90, using: &random)),
              [nil, 0, 1, 2, 4].randomElement(using: &random) ?? nil,
              Double(Int.random(in: 0...2, using: &random) * 15)
            )
          })
      }
      let turns = SmartStack(members).turns(
        from: Self.start, to: Self.start.addingTimeInterval(7_200))
      for minute in 0..<120 {
        let date = Self.start.addingTimeInterval(Double(minute) * 60 + 30)
        let shares = members.map { Self.share(of: $0, at: date) }
        guard let best = shares.max(), best > 0,
          let top = turns.last(where: { $0.date <= date })
        else { continue }
        #expect(shares[top.member] == best, "seed \(seed), minute \(minute)")
      }
    }
  }

  /// The latest relevance up to a date as a fraction of the highest score, computed directly from
  /// the entries.
  static func share(of member: SmartStack.Member, at date: Date) -> Double {
    let scored = member.timeline.sorted().entries.filter { $0.relevance != nil }
    let best = scored.compactMap(\.relevance?.score).max() ?? 0
    guard best > 0, let entry = scored.last(where: { $0.date <= date }),
      let relevance = entry.relevance, relevance.score > 0
    else { return 0 }
    let age = date.timeIntervalSince(entry.date)
    return relevance.duration > .zero && .seconds(age) >= relevance.duration
      ? 0 : relevance.score / best
  }
}
