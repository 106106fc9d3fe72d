import Foundation
import IntentModel
import FormEngine
import Messages
import TerminalForm
import WidgetTimeline

/// The widgets of a stack as people read them: who is on top from when on, and why.
struct StackPrinting {
  let members: [SmartStack.Member]
  let printing: TimelinePrinting

  func lines(_ turns: [SmartStack.Turn]) -> [String] {
    let width = turns.map { displayWidth(members[$0.member].name) }.max() ?? 0
    return turns.map { turn in
      let name = members[turn.member].name
      let padding = String(repeating: " ", count: width - displayWidth(name))
      let content = turn.entry.map { printing.drawn($0.content, at: turn.date) }
      let shown = content.map { "  " + $0.title.description } ?? ""
      let why = printing.words(reason(turn.reason))
      return "\(printing.moment(turn.date))  \(name)\(padding)\(shown)  (\(why))"
    }
  }

  private func reason(_ reason: SmartStack.Reason) -> Message {
    switch reason {
    case .first: .stackFirst
    case .stays: .stackStays
    case .greatest(let score, let share, let end):
      .stackGreatest(
        score: Self.number(score), percent: Int((share * 100).rounded()), until: until(end))
    case .tie(let score, let share, let end):
      .stackTie(
        score: Self.number(score), percent: Int((share * 100).rounded()), until: until(end))
    }
  }

  private static func number(_ score: Double) -> Message.Argument {
    .decimal(score == score.rounded() && score.magnitude < 1e15 ? "\(Int(score))" : "\(score)")
  }

  private func until(_ end: Date?) -> Message {
    end.map { .stackUntil(date: printing.moment($0)) } ?? .stackWithoutEnd
  }
}
