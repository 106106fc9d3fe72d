import Foundation
import IntentFormats
import IntentModel
import TerminalForm
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

  /// What an entry shows, in a box of the family's size.
  func box(
    _ content: EntryContent, _ family: WidgetFamily, _ environment: [String: String]
  ) -> [String] {
    let isASCII = Glyphs(environment: environment).isASCII
    return EntryDrawing(content, family: family, glyphs: isASCII ? .ascii : .unicode).lines
  }

  /// A length of time in two units at most.
  static func length(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds).rounded(.up))
    let parts =
      [(whole / 86_400, "d"), (whole / 3600 % 24, "h"), (whole / 60 % 60, "min")]
      .filter { $0.0 > 0 } + [(whole % 60, "s")]
    return parts.prefix(2).filter { $0.0 > 0 || parts.count == 1 }
      .map { "\($0.0) \($0.1)" }.joined(separator: " ")
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
