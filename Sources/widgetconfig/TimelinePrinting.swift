import FormEngine
import Foundation
import DefinitionFormats
import IntentModel
import Messages
import TerminalForm
import WidgetTimeline

/// Timelines as people read them.
struct TimelinePrinting {
  var zone: TimeZone
  /// The language, and the place whose way of writing dates is used.
  var words = FormWords.english
  /// The moment for which live dates are drawn; nil for the date of each entry.
  var now: Date?

  /// The entries, a line each, and when the next timeline is asked for.
  ///
  /// - Parameter limit: The most entries listed; what is left out is counted.
  func table(_ timeline: Timeline, limit: Int = .max) -> [String] {
    var lines = timeline.entries.prefix(limit).flatMap(lines)
    if timeline.entries.count > limit {
      lines.append("  " + words(.moreEntries(count: timeline.entries.count - limit)))
    }
    if timeline.entries.isEmpty { lines.append("  " + words(.noEntries)) }
    return lines + [words(.reload(policy: policy(timeline.policy)))]
  }

  func lines(_ entry: TimelineEntry) -> [String] {
    // An entry to come is drawn for the moment at which it comes.
    let content = drawn(entry.content, at: max(entry.date, now ?? entry.date))
    let moment = moment(entry.date)
    let texts = [content.title, content.subtitle].compactMap { $0?.description }
    return [moment + "  " + texts.joined(separator: " · ")]
      + content.body.map(\.description).map {
        String(repeating: " ", count: displayWidth(moment) + 2) + $0
      }
  }

  /// The content with its live dates drawn for a moment.
  func drawn(_ content: EntryContent, at moment: Date) -> EntryContent {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return content.drawn(at: moment, words: words, calendar: calendar)
  }

  /// What an entry shows at the moment, in a box of the family's size.
  func box(
    _ content: EntryContent, _ family: WidgetFamily, _ environment: [String: String]
  ) -> [String] {
    let isASCII = Glyphs(environment: environment).isASCII
    return EntryDrawing(
      drawn(content, at: now ?? Date()), family: family, glyphs: isASCII ? .ascii : .unicode
    ).lines
  }

  /// A length of time in two units at most.
  func length(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds).rounded(.up))
    let units: [(count: Int, text: Message)] = [
      (whole / 86_400, .dayCount(count: .integer(whole / 86_400))),
      (whole / 3600 % 24, .hourCount(count: .integer(whole / 3600 % 24))),
      (whole / 60 % 60, .minuteCount(count: .integer(whole / 60 % 60))),
    ]
    let last = (count: whole % 60, text: Message.secondCount(count: .integer(whole % 60)))
    let parts = units.filter { $0.count > 0 } + [last]
    return parts.prefix(2).filter { $0.count > 0 || parts.count == 1 }
      .map { words($0.text) }.joined(separator: words(.durationJoint))
  }

  private func policy(_ policy: TimelineReloadPolicy) -> Message {
    switch policy {
    case .atEnd: .reloadAtEnd
    case .after(let date): .reloadAfter(date: moment(date))
    case .never: .reloadNever
    }
  }

  func moment(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    return words.format.text(of: parts)
  }
}

extension TimelineProviderContext {
  /// The circumstances of this moment, or of another that was asked for.
  init(family: WidgetFamily, now: Date, language: String) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    self.init(
      family: family, now: now, calendar: calendar, locale: language)
  }
}
