import Foundation
import WidgetTimeline

/// A simulation as people read it: a strip for each day, and what became of the reloads.
struct SimulationPrinting {
  let report: SimulationReport
  let printing: TimelinePrinting

  /// The seconds that one sign of a strip stands for.
  private static let step = 1_800.0

  init(_ report: SimulationReport, printing: TimelinePrinting) {
    self.report = report
    self.printing = printing
  }

  var lines: [String] { strips + [Self.legend] + summary + staleLines }

  private static let legend =
    "R reload  + another entry  ! out of date  . nothing new; a sign is half an hour"

  private var strips: [String] {
    let ruler = stride(from: 0, to: 24, by: 3).map { hour in
      "\(hour)".padding(toLength: 6, withPad: " ", startingAt: 0)
    }.joined()
    let rows = zip(report.dayStarts, report.dayStarts.dropFirst()).map { start, end in
      "\(printing.moment(start).prefix(10))  \(strip(from: start, to: end))"
    }
    let title = String(repeating: " ", count: 12) + ruler
    return [String(title.reversed().drop { $0 == " " }.reversed())] + rows
  }

  /// One day; a day on which the clocks change is longer or shorter.
  private func strip(from start: Date, to end: Date) -> String {
    let count = Int((end.timeIntervalSince(start) / Self.step).rounded(.up))
    var signs = [Character](repeating: ".", count: max(0, count))
    func mark(_ date: Date, _ sign: Character) {
      let index = Int((date.timeIntervalSince(start) / Self.step).rounded(.down))
      if date >= start, signs.indices.contains(index) { signs[index] = sign }
    }
    for shown in report.shown { mark(shown.date, "+") }
    for reload in report.reloads { mark(reload.date, "R") }
    for span in report.staleSpans {
      let first = max(span.from, start)
      let last = min(span.to, end)
      guard first < last else { continue }
      for date in stride(from: first, to: last, by: Self.step) where !isReload(near: date, start) {
        mark(date, "!")
      }
    }
    return String(signs)
  }

  /// Whether a reload took place in the half hour of a date: the end of being out of date is seen.
  private func isReload(near date: Date, _ start: Date) -> Bool {
    let index = (date.timeIntervalSince(start) / Self.step).rounded(.down)
    return report.reloads.contains {
      ($0.date.timeIntervalSince(start) / Self.step).rounded(.down) == index
    }
  }

  private var summary: [String] {
    let free = report.reloads.count - report.chargedReloads
    return [
      "budget: \(report.budgetPerDay) reloads in 24 hours, for \(report.views.count) views in all",
      "reloads: \(report.reloads.count), of which \(free) not charged; "
        + "\(report.mergedRequests) requests merged",
      "latest: \(TimelinePrinting.length(report.longestWait)) after its wish",
      "denied: \(report.denials.isEmpty ? "none" : "\(report.denials.count)")",
      "failed: \(report.failures.isEmpty ? "none" : "\(report.failures.count)")",
    ]
  }

  private var staleLines: [String] {
    guard !report.staleSpans.isEmpty else { return ["out of date: never"] }
    let length = TimelinePrinting.length(report.staleSeconds)
    let first = "out of date: \(length) in all, met by \(report.staleViews) views"
    let spans = report.staleSpans.prefix(10).map {
      "  \(printing.moment($0.from)) to \(printing.moment($0.to))"
    }
    let more = report.staleSpans.count - spans.count
    return [first] + spans + (more > 0 ? ["  … and \(more) more times"] : [])
  }
}
