import IntentModel
import Messages
import WidgetTimeline
import Zones

/// The content of a world clock at an instant.
struct WorldClockFace {
  /// A clock; `zone` is nil if the zone is unknown.
  struct Clock {
    var city: String
    var zone: ZoneRules?
  }

  /// The symbol of every entry.
  static let symbol = "globe"

  /// The clocks, in order; never empty.
  let clocks: [Clock]
  /// The viewer's zone; the clocks show their difference from it.
  let local: ZoneRules
  /// The intent, which gives the formats of times and dates.
  let settings: WorldClockIntent
  /// The family of the widget.
  let family: WidgetFamily
  /// The formatter, made once for all lines of a timeline.
  private let text: WidgetText

  /// Makes a face.
  ///
  /// - Parameter locale: The locale of the texts, as a BCP 47 tag.
  init(
    clocks: [Clock], local: ZoneRules, settings: WorldClockIntent, family: WidgetFamily,
    locale: String
  ) {
    self.clocks = clocks
    self.local = local
    self.settings = settings
    self.family = family
    text = Self.text(settings.format, locale: locale)
  }

  /// The number of cities that fit into a family.
  static func cityCount(in family: WidgetFamily) -> Int {
    switch family {
    case .systemSmall: 2
    case .systemLarge: 8
    case .systemExtraLargePortrait: 12
    case .systemExtraLarge: 16
    case .accessoryRectangular: 3
    case .accessoryCorner, .accessoryCircular, .accessoryInline: 1
    // The number for the medium family, which an unknown family uses as well.
    default: 4
    }
  }

  /// The zones whose changes affect the content.
  var shownZones: [ZoneRules] { Array(Set(clocks.compactMap(\.zone) + [local])) }

  /// The content: the first city with its time and its date, and a row for every other city if
  /// there is room.
  func content(at instant: Int) -> EntryContent {
    guard let first = clocks.first else {
      return EntryContent(title: text(.clockCity), symbol: Self.symbol)
    }
    let time = first.zone.map { text.time($0.wall(at: instant)) } ?? "--:--"
    switch family {
    case .accessoryCircular, .accessoryCorner:
      return EntryContent(title: time, subtitle: first.city, symbol: Self.symbol)
    case .accessoryInline:
      return EntryContent(title: "\(first.city) \(time)", symbol: Self.symbol)
    default:
      return EntryContent(
        title: "\(first.city) \(time)", subtitle: details(of: first, at: instant),
        body: clocks.dropFirst().map { line($0, at: instant) }, symbol: Self.symbol)
    }
  }

  /// A row with the city, the time, the date, and how far its clock is ahead of the viewer's.
  func line(_ clock: Clock, at instant: Int) -> String {
    let time = clock.zone.map { text.time($0.wall(at: instant)) }
    return [clock.city, time, details(of: clock, at: instant)].compactMap { $0 }
      .joined(separator: "  ")
  }

  /// The text after the time of a clock: its date, and how far it is ahead of the viewer's clock;
  /// nil if it shows neither.
  private func details(of clock: Clock, at instant: Int) -> String? {
    guard let zone = clock.zone else { return text("unknown time zone") }
    let day = settings.showsDate ? date(zone.wall(at: instant).date) : nil
    let parts = [day, zone.lead(over: local, at: instant)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "  ")
  }

  private static func text(_ format: ClockFormat, locale: String) -> WidgetText {
    switch format {
    case .system: WidgetText(locale: locale)
    case .twelveHour: WidgetText(locale: locale, usesTwelveHours: true)
    case .twentyFourHour: WidgetText(locale: locale, usesTwelveHours: false)
    }
  }

  private func date(_ date: CivilDate) -> String {
    settings.dateStyle == .long ? text.longDate(date) : text.shortDate(date, today: date)
  }
}
