import JSONC
public import JSONCodings
public import WidgetTimeline
public import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The widgets on top of a smart stack as JSON, for scripts.
///
///     { "turns": [{ "name": "UpNext", "title": "Stand-up", "reason": "greatest", … }] }
///
/// The reasons are the cases of ``SmartStack/Reason``. A reason with a score also has the score's
/// share of the widget's best score, and the end of the score if there is one.
public enum StackJSON {
  private enum Key: String, JSONKey { case turns }
  private enum TurnKey: String, JSONKey { case date, name, title, reason, score, share, ends }

  /// The turns as text, with dates in a time zone.
  ///
  /// - Throws: `FormatError` for a number that is not finite, which a stack does not produce.
  public static func text(
    of turns: [SmartStack.Turn], members: [SmartStack.Member], timeZone zone: ZoneRules
  ) throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.turns, JSONValue.array(turns.map { json($0, members, zone) }))
    return try builder.value.text(.pretty)
  }

  private static func json(
    _ turn: SmartStack.Turn, _ members: [SmartStack.Member], _ zone: ZoneRules
  ) -> JSONValue {
    var builder = JSONBuilder<TurnKey>()
    builder.set(.date, ISO8601Date.text(of: turn.date, in: zone))
    builder.set(.name, members[turn.member].name)
    builder.set(.title, turn.entry.map { TimelineCodings(zone).text.write($0.content.title) })
    switch turn.reason {
    case .first: builder.set(.reason, "first")
    case .stays: builder.set(.reason, "stays")
    case .greatest(let score):
      builder.set(.reason, "greatest")
      set(score)
    case .tie(let score):
      builder.set(.reason, "tie")
      set(score)
    }
    func set(_ score: SmartStack.Score) {
      builder.set(.score, shortest: score.value)
      builder.set(.share, shortest: score.share)
      builder.set(.ends, score.ends.map { ISO8601Date.text(of: $0, in: zone) })
    }
    return builder.value
  }
}
