import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import Messages
import TerminalForm
import WidgetForm
import WidgetTimeline
import Zones

/// Formats timelines for display.
struct TimelinePrinting {
  var zone: ZoneRules
  /// The texts and the date formats of a locale.
  var words = FormWords.english
  /// The date for which live dates are drawn; nil for the date of each entry.
  var now: Date?

  /// The lines of the entries and of the reload policy.
  ///
  /// - Parameters:
  ///   - timeline: The timeline to list.
  ///   - limit: The maximum number of entries to list; further entries are only counted.
  func table(_ timeline: Timeline, limit: Int = .max) -> [ReportLine] {
    let hasSeconds = needsSeconds(moments(of: timeline))
    let shown = timeline.entries.prefix(limit)
    let width = shown.map { displayWidth(moment($0.date, hasSeconds: hasSeconds)) }.max() ?? 0
    var lines = shown.flatMap { self.lines($0, hasSeconds: hasSeconds, dates: width) }
    if timeline.entries.count > limit {
      let more = timeline.entries.count - limit
      let text: Message = "\(more, one: "… and # more entry", other: "… and # more entries")"
      lines.append(ReportLine("  " + words(text), .secondary))
    }
    if timeline.entries.isEmpty { lines.append(ReportLine("  " + words(.noEntries), .secondary)) }
    let policy = timeline.reload.message { moment($0, hasSeconds: hasSeconds) }
    return lines + [ReportLine(words(.reload(policy: policy)), .secondary)]
  }

  /// The dates of the entries, and the date of a reload soon after them.
  private func moments(of timeline: Timeline) -> [Date] {
    let dates = timeline.entries.map(\.date)
    guard case .after(let reload) = timeline.reload, let last = dates.last,
      reload.timeIntervalSince(last) < 3_600
    else { return dates }
    return dates + [reload]
  }

  /// Whether a list of moments needs to show seconds.
  ///
  /// It does if two moments are in the same minute, or if a later moment is neither at a full
  /// minute nor a whole number of minutes after the first one.
  func needsSeconds(_ moments: [Date]) -> Bool {
    guard let first = moments.first else { return false }
    func isWhole(_ seconds: Double) -> Bool {
      seconds.rounded().truncatingRemainder(dividingBy: 60) == 0
    }
    let seconds = Set(moments.map { $0.timeIntervalSince1970.rounded(.down) })
    let minutes = Set(seconds.map { ($0 / 60).rounded(.down) })
    return minutes.count < seconds.count
      || moments.dropFirst().contains { date in
        !isWhole(date.timeIntervalSince1970) && !isWhole(date.timeIntervalSince(first))
      }
  }

  /// The lines of an entry.
  ///
  /// - Parameter column: The width of the dates of all entries.
  func lines(
    _ entry: TimelineEntry, hasSeconds: Bool = false, dates column: Int = 0
  ) -> [ReportLine] {
    let content = entry.listed(
      at: now ?? entry.date, words: words, zone: zone)
    let moment = moment(entry.date, hasSeconds: hasSeconds).padded(to: column)
    let width = displayWidth(moment) + 2
    let subtitle = content.subtitle.map { " · " + $0.description } ?? ""
    return [
      ReportLine(
        [
          .init(moment + "  ", .secondary), .init(content.title.description, .heading),
          .init(subtitle),
        ], hanging: width)
    ]
      + content.body.map {
        ReportLine([.init(String(repeating: " ", count: width) + $0.description)], hanging: width)
      }
  }

  /// The content, with its live dates drawn for a date.
  func drawn(_ content: EntryContent, at moment: Date) -> EntryContent {
    content.drawn(at: moment, words: words, zone: zone)
  }

  /// The content of an entry, drawn for ``now`` in a box that has the family's size, or a smaller
  /// size on a narrow terminal.
  ///
  /// - Parameter margin: The number of cells of the terminal that are not available for the box.
  func box(
    _ content: EntryContent, in context: TimelineProviderContext,
    _ environment: [String: String], margin: Int = 0
  ) -> [String] {
    let isASCII = Glyphs(environment: environment).isASCII
    return EntryDrawing(
      drawn(content, at: now ?? Date()), family: context.family, displaySize: context.displaySize,
      columns: Terminal.isShown ? Terminal.size.columns - margin : .max,
      glyphs: isASCII ? .ascii : .unicode, words: words
    ).lines
  }

  /// A duration in at most two units.
  func length(_ seconds: Double) -> String {
    DurationText.display(of: max(0, seconds).rounded(.up).inTwoUnits, words: words)
  }

  /// The age in seconds above which a date is easier to read than the age: a week.
  private static let longestAge = 7 * Double(CivilDateTime.secondsPerDay)

  /// For a person at a terminal, how long ago a date was; in other output, and if the age exceeds
  /// ``longestAge``, the date itself.
  func ago(_ date: Date) -> String {
    let now = Date()
    guard Terminal.isShown, abs(now.timeIntervalSince(date)) < Self.longestAge else {
      return moment(date)
    }
    return age(of: min(date, now))
  }

  /// How long ago a date was, in the language of dates, for example “yesterday”.
  func age(of date: Date) -> String {
    var style = Date.RelativeFormatStyle(presentation: .named, unitsStyle: .abbreviated)
    let (language, region) = (words.format.language, words.format.region)
    let name = region.isEmpty ? language : "\(language)_\(region)"
    style.locale = Locale(identifier: words.format.isPlain ? "en" : name)
    return style.format(date)
  }

  func moment(_ date: Date, hasSeconds: Bool = false) -> String {
    var parts: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute]
    if hasSeconds { parts.insert(.second) }
    return words.format.text(of: zone.components(parts, at: date))
  }
}

extension TimelineProviderContext {
  /// Makes the context for a date.
  ///
  /// - Parameters:
  ///   - family: The family for which to draw.
  ///   - widget: The widget, which can specify the size of the family.
  ///   - now: The date of the context.
  ///   - language: The language of the texts, a BCP 47 tag.
  ///   - variables: The environment variables, which can contain the colour scheme of a terminal.
  ///   - presentation: The requested presentation; if it has no scheme, it gets the terminal's
  ///     scheme.
  ///   - asksTerminal: Whether the terminal is queried if the scheme is not known otherwise.
  init(
    family: WidgetFamily, of widget: ConfigurableWidget, now: Date, language: String,
    variables: [String: String],
    presentation: Presentation = Presentation(), asksTerminal: Bool = false
  ) {
    var presentation = presentation
    presentation.colorScheme = ColorScheme.inEffect(
      presentation.colorScheme, variables, isAsked: asksTerminal)
    self.init(
      family: family, displaySize: widget.displaySize(of: family),
      environment: presentation.environment, now: now,
      zone: .current, locale: language)
  }
}
