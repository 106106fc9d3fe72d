// A migration of the widget Up Next as a person would write it, with the mistakes that people make.

import AppIntents
import SwiftUI
import WidgetKit

enum EventFilter: String, AppEnum {
  case all
  case meetings
  case wholeDay
  case dateRange

  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Event Filter"
  static let caseDisplayRepresentations: [EventFilter: DisplayRepresentation] = [
    .all: "All", .meetings: "Meetings only", .wholeDay: "All-day only", .dateRange: "Date range",
  ]
}

enum AgendaStyle: String, AppEnum {
  case agenda, list, countdown

  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Agenda Style"
  static let caseDisplayRepresentations: [AgendaStyle: DisplayRepresentation] = [
    .agenda: "Agenda", .list: "List", .countdown: "Countdown",
  ]
}

struct CalendarEntity: AppEntity {
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Calendar"
  static let defaultQuery = CalendarQuery()

  var id: String
  var name: String

  var displayRepresentation: DisplayRepresentation { "\(name)" }
}

struct UpNextConfiguration: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {
  static let intentClassName = "UpNextIntent"
  static let title: LocalizedStringResource = "Up Next"

  @Parameter(title: "Mirror calendar app", default: true)
  var mirrorCalendarApp: Bool

  @Parameter(
    title: "Calendars",
    size: [.systemSmall: 1, .systemMedium: 3, .systemLarge: 6, .systemExtraLarge: 10])
  var calendars: [CalendarEntity]?

  @Parameter(title: "Show", default: .all)
  var filter: EventFilter?

  @Parameter(title: "From", kind: .date)
  var rangeStart: DateComponents?

  @Parameter(title: "Until", kind: .date)
  var rangeEnd: DateComponents?

  @Parameter(title: "Look ahead", defaultValue: 36, defaultUnit: .hours)
  var lookahead: Measurement<UnitDuration>?

  @Parameter(title: "Day starts at", kind: .time)
  var dayStart: DateComponents?

  @Parameter(title: "Emphasis", default: 0.5, controlStyle: .slider, inclusiveRange: (0, 1))
  var emphasis: Double?

  @Parameter(title: "Style", default: .list)
  var style: AgendaStyle?

  static var parameterSummary: some ParameterSummary {
    When(\.$mirrorCalendarApp, .equalTo, true) {
      Summary {
        \.$mirrorCalendarApp
        \.$filter
        \.$lookahead
        \.$dayStart
        \.$emphasis
        \.$style
      }
    } otherwise: {
      Summary {
        \.$mirrorCalendarApp
        \.$calendars
        \.$filter
        \.$lookahead
        \.$dayStart
        \.$emphasis
        \.$style
      }
    }
  }
}

struct UpNextWidget: Widget {
  let kind = "UpNext"

  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: kind, intent: UpNextConfiguration.self, provider: UpNextProvider())
    {
      UpNextView(entry: $0)
    }
    .supportedFamilies([
      .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .accessoryRectangular,
      .accessoryInline,
    ])
  }
}
