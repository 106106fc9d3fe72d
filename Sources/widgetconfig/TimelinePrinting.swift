import Foundation
import IntentFormats
import IntentModel
import WidgetTimeline

/// Timelines as people read them.
struct TimelinePrinting {
  var zone: TimeZone

  /// The entries, a line each, and when the next timeline is asked for.
  ///
  /// - Parameter limit: The most entries listed; what is left out is counted.
  func table(_ timeline: Timeline, limit: Int = .max) -> [String] {
    var lines = timeline.entries.prefix(limit).flatMap(lines)
    if timeline.entries.count > limit {
      lines.append("  … and \(timeline.entries.count - limit) more entries")
    }
    if timeline.entries.isEmpty { lines.append("  no entries") }
    return lines + ["reload: " + policy(timeline.policy)]
  }

  func lines(_ entry: TimelineEntry) -> [String] {
    let content = entry.content
    let first = [content.title, content.subtitle].compactMap { $0 }.joined(separator: " · ")
    return [moment(entry.date) + "  " + first]
      + content.body.map { String(repeating: " ", count: 18) + $0 }
  }

  private func policy(_ policy: TimelineReloadPolicy) -> String {
    switch policy {
    case .atEnd: "at the end"
    case .after(let date): "after " + moment(date)
    case .never: "never"
    }
  }

  func moment(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func two(_ number: Int?) -> String { String(format: "%02d", number ?? 0) }
    let day = String(format: "%04d", parts.year ?? 0) + "-\(two(parts.month))-\(two(parts.day))"
    return "\(day) \(two(parts.hour)):\(two(parts.minute))"
  }
}

extension TimelineProviderContext {
  /// The circumstances of this moment, or of another that was asked for.
  init(family: WidgetFamily, now: Date, language: String, isPreview: Bool = false) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    self.init(
      family: family, isPreview: isPreview, now: now, calendar: calendar, locale: language)
  }
}
