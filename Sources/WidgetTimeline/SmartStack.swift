import IntentModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Chooses the top widget in a smart stack by the relevance of the widgets' entries.
///
/// Apple documents that a score counts only within its own widget, that a score above 0 is worth
/// rotating to, and that a score is in effect for its duration or until the next entry with a
/// relevance (<https://developer.apple.com/documentation/widgetkit/timelineentryrelevance>). Apple
/// has not published how the system compares widgets. Here, each score is divided by the best score
/// of the same widget, and the greatest quotient, or share, wins. If shares are equal, the one that
/// began last wins, then the widget that is on top, then the first widget. As long as no share is
/// above 0, the widget on top stays.
public struct SmartStack: Sendable {
  /// A widget in a stack, with its timeline.
  public struct Member: Sendable, Hashable {
    /// The name of the widget.
    public var name: String

    /// Its timeline.
    public var timeline: Timeline

    /// Makes a member.
    public init(name: String, timeline: Timeline) {
      self.name = name
      self.timeline = timeline
    }
  }

  /// A period in which a widget is on top.
  public struct Turn: Sendable, Hashable {
    /// The time at which the widget becomes the top one.
    public var date: Date

    /// The index of the widget among the members.
    public var member: Int

    /// The entry of the widget at that time.
    public var entry: TimelineEntry?

    /// The reason why it is on top.
    public var reason: Reason
  }

  /// The reason why a widget is on top.
  public enum Reason: Sendable, Hashable {
    /// It is the first widget, and no share is above 0 at the start.
    case first
    /// Its share is the greatest.
    case greatest(Score)
    /// Its share is the greatest, but other widgets have the same share.
    case tie(Score)
    /// It stays on top, because no score is in effect any longer.
    case stays
  }

  /// A score that brings a widget to the top.
  public struct Score: Sendable, Hashable {
    /// The score of the entry.
    public var value: Double

    /// The share: the score divided by the best score of the same widget, above 0 and at most 1.
    public var share: Double

    /// The time at which it ceases to be in effect; nil for never.
    public var ends: Date?
  }

  /// A score and the period in which it is in effect.
  private struct Span {
    var member: Int
    var start: Date
    var score: Score

    func holds(at date: Date) -> Bool { start <= date && score.ends.map { date < $0 } ?? true }
  }

  private let members: [Member]
  private let spans: [Span]

  /// Makes a stack of widgets; their timelines need not be sorted.
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
      let isBounded = relevance.duration > .zero
      let own = isBounded ? date.addingTimeInterval(relevance.duration.inSeconds) : nil
      let end = [own, next].compactMap { $0 }.min()
      guard relevance.score > 0, end.map({ $0 > date }) ?? true else { return nil }
      return Span(
        member: member, start: date,
        score: Score(value: relevance.score, share: relevance.score / best, ends: end))
    }
  }

  /// The widgets on top between two dates; the first turn begins at the first date.
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
    // If all else is equal, the widget on top stays; otherwise the first widget wins.
    let staying = winners.first { $0.member == former?.member }
    let winner = staying ?? winners.min { $0.member < $1.member } ?? equals[0]
    return Turn(
      date: date, member: winner.member,
      entry: members[winner.member].timeline.entry(at: date),
      reason: equals.count > 1 ? .tie(winner.score) : .greatest(winner.score))
  }
}
