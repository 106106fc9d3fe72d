// UpNext.intents.swift
// Generated from the intent definition UpNext. Change the definition, not this file.
// swift-format-ignore-file

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import IntentModel
import IntentOptions
import WidgetTimeline

/// Agenda Style
enum AgendaStyle: String, TypedEnum {
  /// Agenda
  case agenda
  /// List
  case list
  /// Countdown
  case countdown
}

/// Event Filter
enum EventFilter: String, TypedEnum {
  /// All
  case all
  /// Meetings only
  case meetings
  /// All-day only
  case allDay
  /// Date range
  case dateRange
}

/// Event Calendar
struct EventCalendar: TypedObject {
  /// The identity; two objects with the same identifier are the same choice.
  var identifier: String

  /// The text people see, as it was when the object was chosen.
  var display: String

  /// A second line of text.
  var subtitle: String?

  /// Color
  var color: String?

  /// Makes an object; only identity and text are required.
  init(identifier: String, display: String, subtitle: String? = nil, color: String? = nil) {
    self.identifier = identifier
    self.display = display
    self.subtitle = subtitle
    self.color = color
  }

  /// Makes a value from an object; nil if a property is unknown or has a different type.
  init?(_ object: IntentObject) {
    var properties = IntentParameters(object.properties, typeName: "EventCalendar")
    identifier = object.identifier
    display = object.display
    subtitle = object.subtitle
    color = properties.take("color")
    guard (try? properties.finish()) != nil else { return nil }
  }

  /// The object.
  var object: IntentObject {
    var properties: [String: IntentValue] = [:]
    properties["color"] = self.color?.intentValue
    return IntentObject(
      identifier: identifier, display: display, subtitle: subtitle,
      properties: properties)
  }
}

/// Up Next
///
/// Shows the next events of your calendars.
struct UpNextIntent: TypedIntent {
  /// The name of the intent in JSON and in the store.
  static let typeName = "UpNextIntent"

  /// The number of values that calendars accepts in each family.
  static let calendarsSizes = ArraySizes([
    .systemSmall: 1,
    .systemMedium: 3,
    .systemLarge: 6,
    .systemExtraLarge: 10,
    .accessoryCorner: 1,
    .accessoryCircular: 1,
    .accessoryRectangular: 1,
    .accessoryInline: 1
  ])

  /// Mirror calendar app
  ///
  /// The definition states the default `true`.
  var mirrorCalendarApp: Bool

  /// Calendars
  ///
  /// Which calendars?
  var calendars: [EventCalendar]?

  /// Show
  ///
  /// Which events?
  ///
  /// The definition states the default `.all`.
  var filter: EventFilter

  /// From
  ///
  /// On which day does the range begin?
  var rangeStart: DateComponents?

  /// Until
  ///
  /// On which day does the range end?
  var rangeEnd: DateComponents?

  /// Look ahead
  ///
  /// How far ahead?
  ///
  /// The definition states the default `.seconds(129600)`.
  var lookAhead: Duration

  /// Day starts at
  var dayStart: DateComponents?

  /// Emphasis
  ///
  /// The definition states the default `0.5`.
  var emphasis: Double

  /// Style
  ///
  /// The definition states the default `.agenda`.
  var style: AgendaStyle

  /// Makes the intent with the defaults that the definition states.
  init() {
    mirrorCalendarApp = true
    calendars = nil
    filter = .all
    rangeStart = nil
    rangeEnd = nil
    lookAhead = .seconds(129600)
    dayStart = nil
    emphasis = 0.5
    style = .agenda
  }

  /// Makes the intent from values; omitted parameters have their defaults.
  init(
    mirrorCalendarApp: Bool = true,
    calendars: [EventCalendar]? = nil,
    filter: EventFilter = .all,
    rangeStart: DateComponents? = nil,
    rangeEnd: DateComponents? = nil,
    lookAhead: Duration = .seconds(129600),
    dayStart: DateComponents? = nil,
    emphasis: Double = 0.5,
    style: AgendaStyle = .agenda
  ) {
    self.mirrorCalendarApp = mirrorCalendarApp
    self.calendars = calendars
    self.filter = filter
    self.rangeStart = rangeStart
    self.rangeEnd = rangeEnd
    self.lookAhead = lookAhead
    self.dayStart = dayStart
    self.emphasis = emphasis
    self.style = style
  }

  /// Reads an intent.
  ///
  /// - Throws: `TypedIntentError` with all values that do not fit the definition.
  init(_ intent: Intent) throws(TypedIntentError) {
    var parameters = IntentParameters(intent, typeName: Self.typeName)
    self.mirrorCalendarApp = parameters.take("mirrorCalendarApp") ?? true
    self.calendars = parameters.take("calendars")
    self.filter = parameters.take("filter") ?? .all
    self.rangeStart = parameters.take("rangeStart")
    self.rangeEnd = parameters.take("rangeEnd")
    self.lookAhead = parameters.take("lookAhead") ?? .seconds(129600)
    self.dayStart = parameters.take("dayStart")
    self.emphasis = parameters.take("emphasis") ?? 0.5
    self.style = parameters.take("style") ?? .agenda
    try parameters.finish()
  }

  /// The intent for a family, without elements beyond the family's maximum.
  func intent(for family: WidgetFamily) -> Intent {
    var list = IntentParameterList()
    list.add("mirrorCalendarApp", self.mirrorCalendarApp)
    list.add("calendars", self.calendars, atMost: Self.calendarsSizes.maximum(for: family))
    list.add("filter", self.filter)
    list.add("rangeStart", self.rangeStart)
    list.add("rangeEnd", self.rangeEnd)
    list.add("lookAhead", self.lookAhead)
    list.add("dayStart", self.dayStart)
    list.add("emphasis", self.emphasis)
    list.add("style", self.style)
    return Intent(
      typeName: Self.typeName, family: family, parameters: list.parameters)
  }

  /// The name of a property's parameter in forms and JSON.
  static func parameterName(of property: PartialKeyPath<UpNextIntent>) -> String? {
    switch property {
      case \UpNextIntent.mirrorCalendarApp: "mirrorCalendarApp"
      case \UpNextIntent.calendars: "calendars"
      case \UpNextIntent.filter: "filter"
      case \UpNextIntent.rangeStart: "rangeStart"
      case \UpNextIntent.rangeEnd: "rangeEnd"
      case \UpNextIntent.lookAhead: "lookAhead"
      case \UpNextIntent.dayStart: "dayStart"
      case \UpNextIntent.emphasis: "emphasis"
      case \UpNextIntent.style: "style"
      default: nil
    }
  }
}

/// Makes the timelines of widgets that UpNextIntent configures.
nonisolated protocol UpNextIntentTimelineProvider: TypedTimelineProvider
where Configuration == UpNextIntent {}

extension UpNextIntent {
  /// A request for the choices of calendars.
  struct CalendarsRequest: TypedOptionsRequest {
    /// Mirror calendar app
    var mirrorCalendarApp: Bool

    /// The original request, with the values of the other parameters.
    var request: OptionsRequest

    /// Reads a request.
    ///
    /// - Throws: `TypedIntentError` for a parent whose value the definition does not allow.
    init(_ request: OptionsRequest) throws(TypedIntentError) {
      var values = IntentParameters(
        request.values, typeName: UpNextIntent.typeName)
      self.mirrorCalendarApp = values.take("mirrorCalendarApp") ?? true
      try values.check()
      self.request = request
    }
  }
}

/// Provides the choices of UpNextIntent.
nonisolated protocol UpNextIntentOptions: OptionsProvider {
  /// The choices of *Calendars*.
  func calendars(for request: UpNextIntent.CalendarsRequest) async throws -> OptionsCollection

  /// The default choices of calendars in a new widget.
  func defaultCalendars(for request: UpNextIntent.CalendarsRequest) async throws -> [OptionItem]

  /// The stored choices of calendars that still exist.
  func resolveCalendars(identifiers: [String], for request: UpNextIntent.CalendarsRequest) async throws -> ResolvedOptions
}

extension UpNextIntentOptions {
  /// Returns no choices.
  func defaultCalendars(for request: UpNextIntent.CalendarsRequest) async throws -> [OptionItem] {
    []
  }

  /// Looks up the identifiers in the whole list.
  func resolveCalendars(identifiers: [String], for request: UpNextIntent.CalendarsRequest) async throws -> ResolvedOptions {
    try await self.calendars(for: request.whole)
      .resolving(identifiers, isWhole: !searchesItself)
  }
}

extension UpNextIntentOptions {
  /// The choices of the parameter that the request names.
  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    switch request.parameter {
      case "calendars":
        try await self.calendars(for: UpNextIntent.CalendarsRequest(request))
      default:
        throw OptionsError.unknownParameter(request.parameter, of: name)
    }
  }

  /// The default choices of the parameter in a new widget.
  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    switch request.parameter {
      case "calendars":
        try await defaultCalendars(for: UpNextIntent.CalendarsRequest(request))
      default:
        throw OptionsError.unknownParameter(request.parameter, of: name)
    }
  }

  /// The stored choices of the parameter that still exist.
  func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    switch request.parameter {
      case "calendars":
        try await resolveCalendars(identifiers: identifiers, for: UpNextIntent.CalendarsRequest(request))
      default:
        throw OptionsError.unknownParameter(request.parameter, of: name)
    }
  }
}
