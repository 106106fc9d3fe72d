import IntentModel
import WidgetTimeline

/// The next events, and what is shown of them at an instant.
struct UpNextAgenda {
  /// The symbol of every entry.
  static let symbol = "calendar"

  /// What the intent says.
  let settings: UpNextSettings
  /// The zone of the viewer.
  let zone: ZoneRules
  /// The family of the widget.
  let family: WidgetFamily
  /// How times are written.
  let text: WallText
  /// The moment of the first entry, in Unix seconds.
  let now: Int
  /// The range of days, where the settings name one.
  let range: Window?
  /// The events in order.
  var occurrences: [CalendarOccurrence] = []
  /// The names of chosen calendars that are not there.
  var missing: [String] = []

  /// Makes an agenda without events.
  init(
    settings: UpNextSettings, now: Int, zone: ZoneRules, family: WidgetFamily, locale: String
  ) {
    self.settings = settings
    self.zone = zone
    self.family = family
    self.now = now
    text = WallText(locale: locale)
    range = settings.rangeWindow(now: now, zone: zone)
  }

  /// How many events a family has room for.
  static func eventCount(in family: WidgetFamily) -> Int {
    switch family {
    case .systemMedium: 3
    case .systemLarge: 6
    case .systemExtraLarge: 12
    case .systemSmall, .accessoryCorner, .accessoryCircular, .accessoryRectangular,
      .accessoryInline:
      1
    }
  }

  /// What is not over at an instant, and in view: within the look-ahead, or the range of days.
  func visible(at instant: Int) -> [CalendarOccurrence] {
    let view = range ?? Window(from: instant, to: instant + settings.lookAhead + 1)
    return occurrences.filter { occurrence in
      let (start, end) = (occurrence.start.wholeSeconds, occurrence.end.wholeSeconds)
      return Window(from: instant, to: .max).meets(start: start, end: end)
        && view.meets(start: start, end: end)
    }
  }

  /// The event of the title: the first one today that is at a time, else the first one.
  func lead(of visible: [CalendarOccurrence], at instant: Int) -> CalendarOccurrence? {
    let midnight = zone.nextMidnight(after: instant)
    return visible.first { !$0.isAllDay && $0.start.wholeSeconds < midnight } ?? visible.first
  }

  /// What is shown at an instant.
  func content(at instant: Int) -> EntryContent {
    let visible = visible(at: instant)
    guard let lead = lead(of: visible, at: instant) else { return empty }
    let others = visible.filter { $0 != lead }
    var content = EntryContent(
      title: title(of: lead), subtitle: subtitle(of: lead, at: instant), symbol: Self.symbol,
      gauge: share(of: lead, passedAt: instant), link: lead.event.link)
    switch family {
    case .accessoryInline:
      content.title = "\(when(lead, at: instant)) \(content.title)"
      content.subtitle = nil
    case .accessoryCircular, .accessoryCorner:
      (content.title, content.subtitle) = (when(lead, at: instant), content.title)
    case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .accessoryRectangular:
      content.body = rows(others, at: instant) + missingRows
    }
    return content
  }

  /// How near the lead is, from 0 to 1, times the emphasis; to two decimals.
  ///
  /// What goes on now is nearest, what only just came into view is farthest; an event of whole days
  /// is never nearer than a tenth, or it would outdo all others from midnight to midnight.
  func relevance(at instant: Int) -> Double {
    guard let lead = lead(of: visible(at: instant), at: instant) else { return 0 }
    let wait = Double(max(0, lead.start.wholeSeconds - instant))
    let nearness = lead.isAllDay ? 0.1 : max(0, 1 - wait / Double(settings.lookAhead))
    return (nearness * settings.emphasis * 100).rounded() / 100
  }

  private var missingRows: [String] {
    guard Self.eventCount(in: family) > 1 else { return [] }
    return missing.prefix(3).map { text.language.missing($0.clipped(to: 60)) }
  }

  private var empty: EntryContent {
    let isUnset = settings.calendars?.isEmpty ?? false
    let title = isUnset ? text.language.noneChosen : text.language.nothing
    let hasSubtitle = range == nil && !isUnset && family != .accessoryInline
    let subtitle = text.language.within(text.language.duration(settings.lookAhead))
    return EntryContent(
      title: title, subtitle: hasSubtitle ? subtitle : nil, body: missingRows, symbol: Self.symbol)
  }

  /// The share of an event that has passed; nil for one that does not go on, or goes on all day.
  private func share(of occurrence: CalendarOccurrence, passedAt instant: Int) -> Double? {
    let (start, end) = (occurrence.start.wholeSeconds, occurrence.end.wholeSeconds)
    guard !occurrence.isAllDay, start <= instant, instant < end else { return nil }
    return (Double(instant - start) / Double(end - start) * 1000).rounded() / 1000
  }
}

extension CalendarEvent {
  /// Where a tap leads: the page of the event, when it is of a kind that only shows something.
  var link: String? {
    guard let url, url.utf8.count <= 2048, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let scheme = url.split(separator: ":").first?.lowercased(),
      ["http", "https", "mailto", "tel"].contains(scheme), url.count > scheme.count + 1
    else { return nil }
    return url
  }
}
