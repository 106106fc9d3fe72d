#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Which of several widgets a smart stack has on top, by the relevance of their entries.
///
/// Apple documents the parts: a score counts within its own widget, more than 0 is worth rotating to,
/// and it holds for its duration, or until the next entry with a relevance
/// (<https://developer.apple.com/documentation/widgetkit/timelineentryrelevance>). How the system
/// weighs widgets against each other is not published. Here each score is taken as its share of the
/// best score of the same widget; the larger share wins, of equal shares the one that began last, then
/// the widget that is named first. While no share is more than 0, what is on top stays.
public struct SmartStack: Sendable {
  /// A widget of a stack with its timeline.
  public struct Member: Sendable, Hashable {
    /// The name by which the widget is known.
    public var name: String

    /// Its timeline.
    public var timeline: Timeline

    /// Makes a member.
    public init(name: String, timeline: Timeline) {
      self.name = name
      self.timeline = timeline
    }
  }

  /// A widget that comes on top.
  public struct Turn: Sendable, Hashable {
    /// When.
    public var date: Date

    /// The index of the widget among the members.
    public var member: Int

    /// What its entry shows.
    public var entry: TimelineEntry?

    /// Why.
    public var reason: Reason
  }

  /// Why a widget is on top.
  public enum Reason: Sendable, Hashable {
    /// It is the first, and no entry has a score of more than 0.
    case first
    /// Its score is the greatest share of its widget's best.
    case greatest(Score)
    /// Its share equals that of others, and it began last, or is named first.
    case tie(Score)
    /// Nothing has a score any more; it stays.
    case stays
  }

  /// A score that brings a widget on top.
  public struct Score: Sendable, Hashable {
    /// The score, as its entry states it.
    public var value: Double

    /// The share of the best score of the same widget, more than 0, at most 1.
    public var share: Double

    /// When it does not hold any more; nil for never.
    public var ends: Date?
  }

  /// A score while it holds.
  private struct Span {
    var member: Int
    var start: Date
    var score: Score

    func holds(at date: Date) -> Bool { start <= date && score.ends.map { date < $0 } ?? true }
  }

  private let members: [Member]
  private let spans: [Span]

  /// Makes a stack of widgets; their timelines need no order.
  public init(_ members: [Member]) {
    let sorted = members.map { Member(name: $0.name, timeline: $0.timeline.sorted()) }
    self.members = sorted
    spans = sorted.enumerated().flatMap { Self.spans(of: $1.timeline.entries, member: $0) }
  }

  private static func spans(of entries: [TimelineEntry], member: Int) -> [Span] {
    let scored = entries.compactMap { entry in
      entry.relevance.flatMap { $0.score.isFinite ? (date: entry.date, relevance: $0) : nil }
    }
    let best = scored.map(\.relevance.score).max() ?? 0
    guard best > 0 else { return [] }
    return scored.indices.compactMap { index in
      let (date, relevance) = scored[index]
      let next = index + 1 < scored.count ? scored[index + 1].date : nil
      let isBounded = relevance.duration > 0 && relevance.duration.isFinite
      let own = isBounded ? date.addingTimeInterval(relevance.duration) : nil
      let end = [own, next].compactMap { $0 }.min()
      guard relevance.score > 0, end.map({ $0 > date }) ?? true else { return nil }
      return Span(
        member: member, start: date,
        score: Score(value: relevance.score, share: relevance.score / best, ends: end))
    }
  }

  /// Who is on top from a date up to another: the first turn is at the first date.
  public func turns(from start: Date, to end: Date) -> [Turn] {
    guard !members.isEmpty else { return [] }
    let changes = spans.flatMap { [$0.start, $0.score.ends].compactMap { $0 } }
      .filter { $0 > start && $0 < end }
    var turns: [Turn] = []
    for date in [start] + Set(changes).sorted() {
      let turn = turn(at: date, after: turns.last)
      if turn.member != turns.last?.member { turns.append(turn) }
    }
    return turns
  }

  private func turn(at date: Date, after former: Turn?) -> Turn {
    let holding = spans.filter { $0.holds(at: date) }
    guard let greatest = holding.map(\.score.share).max() else {
      let member = former?.member ?? 0
      return Turn(
        date: date, member: member, entry: members[member].timeline.entry(at: date),
        reason: former == nil ? .first : .stays)
    }
    let equals = holding.filter { $0.score.share == greatest }
    let latest = equals.map(\.start).max()
    let winners = equals.filter { $0.start == latest }
    // Equal in all: what is on top stays, else the widget that is named first.
    let staying = winners.first { $0.member == former?.member }
    let winner = staying ?? winners.min { $0.member < $1.member } ?? equals[0]
    return Turn(
      date: date, member: winner.member,
      entry: members[winner.member].timeline.entry(at: date),
      reason: equals.count > 1 ? .tie(winner.score) : .greatest(winner.score))
  }
}
