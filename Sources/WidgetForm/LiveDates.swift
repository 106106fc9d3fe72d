package import FormEngine
package import Foundation
import IntentModel
package import Messages
package import WidgetTimeline
package import Zones

extension EntryContent {
  /// The content at a moment, with its live dates written in the language and the formats of a
  /// locale.
  package func drawn(at now: Date, words: FormWords, zone: ZoneRules) -> EntryContent {
    let writer = LiveDateText(now: now, words: words, zone: zone)
    return drawn { writer.text(of: $0, style: $1) }
  }
}

extension TimelineEntry {
  /// The content of an entry in a list, as shown at a moment; a future entry is drawn for its own
  /// date.
  package func listed(at now: Date, words: FormWords, zone: ZoneRules) -> EntryContent {
    content.drawn(at: max(date, now), words: words, zone: zone)
  }
}

extension FormWords {
  /// A number of hundredths with a percent sign, in the digits of the locale.
  package func percent(_ hundredths: Int) -> String { format.inDigits("\(hundredths)") + "%" }
}

extension TimelineReloadPolicy {
  /// The reload policy, as people read it.
  ///
  /// - Parameter text: Writes a date.
  package func message(_ text: (Date) -> String) -> Message {
    switch self {
    case .atEnd: .reloadAtEnd
    case .after(let date): .reloadAfter(date: text(date))
    case .never: .reloadNever
    }
  }
}

/// Writes the live dates of an entry for one moment.
struct LiveDateText {
  let now: Date
  let words: FormWords
  let zone: ZoneRules

  func text(of date: Date, style: LiveDateStyle) -> String {
    let interval = LiveInterval(from: now, to: date)
    switch style {
    case .relative: return length(of: interval, style)
    case .offset: return (interval.isAhead ? "+" : "-") + length(of: interval, style)
    case .timer:
      return words.format.inDigits(timer(seconds: Int(clamping: interval.count(of: 1))))
    case .date:
      return words.format.text(of: zone.components([.year, .month, .day], at: date))
    case .time: return words.format.text(of: zone.components([.hour, .minute], at: date))
    }
  }

  private func length(of interval: LiveInterval, _ style: LiveDateStyle) -> String {
    let unit = interval.unit(of: style) ?? 1
    return DurationText.display(of: interval.count(of: unit) * unit, words: words)
  }

  private func timer(seconds: Int) -> String {
    let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
    guard hours > 0 else { return "\(minutes):\(padded(rest))" }
    return "\(hours):\(padded(minutes)):\(padded(rest))"
  }
}

extension Int {
  /// The number, truncated to an integer and clamped to a range within that of `Int`; 0 for NaN.
  fileprivate init(clamping number: Double) {
    self = number.isNaN ? 0 : Int(Swift.max(-9e15, Swift.min(9e15, number)))
  }
}
