// WorldClock.intents.swift
// Generated from the intent definition WorldClock. Change the definition, not this file.
// swift-format-ignore-file

import IntentModel
import IntentOptions
import WidgetTimeline

/// Clock Format
enum ClockFormat: String, TypedEnum {
  /// System
  case system
  /// 12-hour
  case twelveHour
  /// 24-hour
  case twentyFourHour
}

/// Date Style
enum DateStyle: String, TypedEnum {
  /// Short
  case short
  /// Long
  case long
}

/// City
struct City: TypedObject {
  /// The identity; two objects with the same identifier are the same choice.
  var identifier: String

  /// The text people see, as it was when the object was chosen.
  var display: String

  /// A second line of text.
  var subtitle: String?

  /// Time Zone
  var timeZone: String?

  /// Makes an object; only identity and text are required.
  init(identifier: String, display: String, subtitle: String? = nil, timeZone: String? = nil) {
    self.identifier = identifier
    self.display = display
    self.subtitle = subtitle
    self.timeZone = timeZone
  }

  /// Makes a value from an object; nil if a property is unknown or has a different type.
  init?(_ object: IntentObject) {
    var properties = IntentParameters(object.properties, typeName: "City")
    identifier = object.identifier
    display = object.display
    subtitle = object.subtitle
    timeZone = properties.take("timeZone")
    guard (try? properties.finish()) != nil else { return nil }
  }

  /// The object.
  var object: IntentObject {
    var properties: [String: IntentValue] = [:]
    properties["timeZone"] = self.timeZone?.intentValue
    return IntentObject(
      identifier: identifier, display: display, subtitle: subtitle,
      properties: properties)
  }
}

/// World Clock
///
/// Shows the time in the cities you choose.
struct WorldClockIntent: TypedIntent {
  /// The name of the intent in JSON and in the store.
  static let typeName = "WorldClockIntent"

  /// The number of values that cities accepts in each family.
  static let citiesSizes = ArraySizes([
    .systemSmall: 1,
    .systemMedium: 3,
    .systemLarge: 6,
    .systemExtraLarge: 9,
    .accessoryCorner: 1,
    .accessoryCircular: 1,
    .accessoryRectangular: 2,
    .accessoryInline: 1
  ])

  /// Cities
  ///
  /// Which cities?
  var cities: [City]?

  /// Format
  ///
  /// The definition states the default `.system`.
  var format: ClockFormat

  /// Show date
  ///
  /// The definition states the default `true`.
  var showsDate: Bool

  /// Date style
  ///
  /// The definition states the default `.short`.
  var dateStyle: DateStyle?

  /// Makes the intent with the defaults that the definition states.
  init() {
    cities = nil
    format = .system
    showsDate = true
    dateStyle = .short
  }

  /// Makes the intent from values; omitted parameters have their defaults.
  init(
    cities: [City]? = nil,
    format: ClockFormat = .system,
    showsDate: Bool = true,
    dateStyle: DateStyle? = .short
  ) {
    self.cities = cities
    self.format = format
    self.showsDate = showsDate
    self.dateStyle = dateStyle
  }

  /// Reads an intent.
  ///
  /// - Throws: `TypedIntentError` with all values that do not fit the definition.
  init(_ intent: Intent) throws(TypedIntentError) {
    var parameters = IntentParameters(intent, typeName: Self.typeName)
    self.cities = parameters.take("cities")
    self.format = parameters.take("format") ?? .system
    self.showsDate = parameters.take("showsDate") ?? true
    self.dateStyle = parameters.take("dateStyle")
    try parameters.finish()
  }

  /// The intent for a family, without elements beyond the family's maximum.
  func intent(for family: WidgetFamily) -> Intent {
    var list = IntentParameterList()
    list.add("cities", self.cities, atMost: Self.citiesSizes.maximum(for: family))
    list.add("format", self.format)
    list.add("showsDate", self.showsDate)
    list.add("dateStyle", self.dateStyle)
    return Intent(
      typeName: Self.typeName, family: family, parameters: list.parameters)
  }

  /// The name of a property's parameter in forms and JSON.
  static func parameterName(of property: PartialKeyPath<WorldClockIntent>) -> String? {
    switch property {
      case \WorldClockIntent.cities: "cities"
      case \WorldClockIntent.format: "format"
      case \WorldClockIntent.showsDate: "showsDate"
      case \WorldClockIntent.dateStyle: "dateStyle"
      default: nil
    }
  }
}

/// Makes the timelines of widgets that WorldClockIntent configures.
nonisolated protocol WorldClockIntentTimelineProvider: TypedTimelineProvider
where Configuration == WorldClockIntent {}

extension WorldClockIntent {
  /// A request for the choices of cities.
  struct CitiesRequest: TypedOptionsRequest {
    /// The original request, with the values of the other parameters.
    var request: OptionsRequest

    /// Reads a request.
    ///
    /// - Throws: `TypedIntentError` for a parent whose value the definition does not allow.
    init(_ request: OptionsRequest) throws(TypedIntentError) {
      self.request = request
    }
  }
}

/// Provides the choices of WorldClockIntent.
nonisolated protocol WorldClockIntentOptions: OptionsProvider {
  /// The choices of *Cities*.
  func cities(for request: WorldClockIntent.CitiesRequest) async throws -> OptionsCollection

  /// The default choices of cities in a new widget.
  func defaultCities(for request: WorldClockIntent.CitiesRequest) async throws -> [OptionItem]

  /// The stored choices of cities that still exist.
  func resolveCities(identifiers: [String], for request: WorldClockIntent.CitiesRequest) async throws -> ResolvedOptions
}

extension WorldClockIntentOptions {
  /// Returns no choices.
  func defaultCities(for request: WorldClockIntent.CitiesRequest) async throws -> [OptionItem] {
    []
  }

  /// Looks up the identifiers in the whole list.
  func resolveCities(identifiers: [String], for request: WorldClockIntent.CitiesRequest) async throws -> ResolvedOptions {
    try await self.cities(for: request.whole)
      .resolving(identifiers, isWhole: !searchesItself)
  }
}

extension WorldClockIntentOptions {
  /// The choices of the parameter that the request names.
  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    switch request.parameter {
      case "cities":
        try await self.cities(for: WorldClockIntent.CitiesRequest(request))
      default:
        throw OptionsError.unknownParameter(request.parameter, of: name)
    }
  }

  /// The default choices of the parameter in a new widget.
  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    switch request.parameter {
      case "cities":
        try await defaultCities(for: WorldClockIntent.CitiesRequest(request))
      default:
        throw OptionsError.unknownParameter(request.parameter, of: name)
    }
  }

  /// The stored choices of the parameter that still exist.
  func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    switch request.parameter {
      case "cities":
        try await resolveCities(identifiers: identifiers, for: WorldClockIntent.CitiesRequest(request))
      default:
        throw OptionsError.unknownParameter(request.parameter, of: name)
    }
  }
}
