import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import Messages
import TerminalForm
import WidgetFormats
import WidgetTimeline
import Zones

/// Formats the turns of a stack for display: which widget is on top, since when, and why.
struct StackPrinting {
  let members: [SmartStack.Member]
  let printing: TimelinePrinting

  /// Prints the turns of a stack between two moments.
  static func write(
    _ members: [SmartStack.Member], from start: Date, to end: Date, asJSON: Bool,
    _ shared: SharedOptions
  ) throws {
    let turns = SmartStack(members).turns(from: start, to: end)
    if asJSON {
      Terminal.writeJSON(try StackJSON.text(of: turns, members: members, timeZone: .current))
      return
    }
    let printing = TimelinePrinting(zone: .current, words: shared.words, now: start)
    ReportPrinting(shared).write(StackPrinting(members: members, printing: printing).lines(turns))
  }

  func lines(_ turns: [SmartStack.Turn]) -> [ReportLine] {
    let moments = turns.flatMap { [$0.date, $0.reason.end].compactMap { $0 } }
    let hasSeconds = printing.needsSeconds(moments)
    let width = turns.map { displayWidth(members[$0.member].name) }.max() ?? 0
    return turns.map { turn in
      let name = members[turn.member].name.padded(to: width)
      let content = turn.entry.map { printing.drawn($0.content, at: turn.date) }
      let shown = content.map { "  " + $0.title.description } ?? ""
      let why = printing.words(reason(turn.reason, hasSeconds))
      let moment = printing.moment(turn.date, hasSeconds: hasSeconds)
      return ReportLine(
        [
          .init(moment + "  ", .secondary), .init(name, .heading), .init(shown),
          .init("  (\(why))", .secondary),
        ], hanging: displayWidth(moment) + 2)
    }
  }

  private func reason(_ reason: SmartStack.Reason, _ hasSeconds: Bool) -> Message {
    switch reason {
    case .first: "the first; no entry has a score above 0"
    case .stays: "it stays; no entry has a score now"
    case .greatest(let score):
      """
      score \(Self.number(score.value)), \(Self.percent(score.share)) % of the widget's best, \
      \(until(score.ends, hasSeconds))
      """
    case .tie(let score):
      """
      score \(Self.number(score.value)), \(Self.percent(score.share)) % of the widget's best, \
      the same as other widgets; the latest entry goes first, \(until(score.ends, hasSeconds))
      """
    }
  }

  private static func percent(_ share: Double) -> Int { Int((share * 100).rounded()) }

  private static func number(_ score: Double) -> Message.Argument { .decimal(score.shortest) }

  private func until(_ end: Date?, _ hasSeconds: Bool) -> Message {
    end.map { "until \(printing.moment($0, hasSeconds: hasSeconds))" } ?? "without an end"
  }
}

extension SmartStack.Reason {
  /// The end of the score that made the widget the top one; nil if there is no such score, or if it
  /// has no end.
  fileprivate var end: Date? {
    switch self {
    case .first, .stays: nil
    case .greatest(let score), .tie(let score): score.ends
    }
  }
}
