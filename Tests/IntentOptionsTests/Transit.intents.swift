// Transit.intents.swift
// Generated from the intent definition Transit. Change the definition, not this file.
// swift-format-ignore-file

public import IntentModel
public import IntentOptions
public import WidgetTimeline

/// Detail
public enum Detail: String, TypedEnum {
  /// Times only
  case short
  /// Everything
  case complete
}

/// Stop
public struct Stop: TypedObject {
  /// The identity; two objects with the same identifier are the same choice.
  public var identifier: String

  /// The text people see, as it was when the object was chosen.
  public var display: String

  /// A second line of text.
  public var subtitle: String?

  /// Zone
  public var zone: String?

  /// Makes an object; only identity and text are required.
  public init(identifier: String, display: String, subtitle: String? = nil, zone: String? = nil) {
    self.identifier = identifier
    self.display = display
    self.subtitle = subtitle
    self.zone = zone
  }

  /// Makes a value from an object; nil if a property is unknown or has a different type.
  public init?(_ object: IntentObject) {
    var properties = IntentParameters(object.properties, typeName: "Stop")
    identifier = object.identifier
    display = object.display
    subtitle = object.subtitle
    zone = properties.take("zone")
    guard (try? properties.finish()) != nil else { return nil }
  }

  /// The object.
  public var object: IntentObject {
    var properties: [String: IntentValue] = [:]
    properties["zone"] = self.zone?.intentValue
    return IntentObject(
      identifier: identifier, display: display, subtitle: subtitle,
      properties: properties)
  }
}

/// Departures
///
/// The next departures at your stops.
public struct DeparturesIntent: TypedIntent {
  /// The name of the intent in JSON and in the store.
  public static let typeName = "DeparturesIntent"

  /// The number of values that stops accepts in each family.
  public static let stopsSizes = ArraySizes([
    .systemSmall: 1,
    .systemMedium: 3,
    .systemLarge: 6,
    .systemExtraLarge: .max,
    .systemExtraLargePortrait: .max,
    .accessoryCorner: .max,
    .accessoryCircular: .max,
    .accessoryRectangular: .max,
    .accessoryInline: .max
  ])

  /// Stops
  public var stops: [Stop]?

  /// Detail
  ///
  /// The definition states the default `.complete`.
  public var detail: Detail

  /// Walk to the stop
  ///
  /// The definition states the default `.seconds(300)`.
  public var walk: Duration

  /// Departures
  ///
  /// The definition states the default `4`.
  public var limit: Int

  /// Heading
  public var heading: String?

  /// Alerts
  ///
  /// The definition states the default `true`.
  public var alerts: Bool

  /// Makes the intent with the defaults that the definition states.
  public init() {
    stops = nil
    detail = .complete
    walk = .seconds(300)
    limit = 4
    heading = nil
    alerts = true
  }

  /// Makes the intent from values; omitted parameters have their defaults.
  public init(
    stops: [Stop]? = nil,
    detail: Detail = .complete,
    walk: Duration = .seconds(300),
    limit: Int = 4,
    heading: String? = nil,
    alerts: Bool = true
  ) {
    self.stops = stops
    self.detail = detail
    self.walk = walk
    self.limit = limit
    self.heading = heading
    self.alerts = alerts
  }

  /// Reads an intent.
  ///
  /// - Throws: `TypedIntentError` with all values that do not fit the definition.
  public init(_ intent: Intent) throws(TypedIntentError) {
    var parameters = IntentParameters(intent, typeName: Self.typeName)
    self.stops = parameters.take("stops")
    self.detail = parameters.take("detail") ?? .complete
    self.walk = parameters.take("walk") ?? .seconds(300)
    self.limit = parameters.take("limit") ?? 4
    self.heading = parameters.take("heading")
    self.alerts = parameters.take("alerts") ?? true
    try parameters.finish()
  }

  /// The intent for a family, without elements beyond the family's maximum.
  public func intent(for family: WidgetFamily) -> Intent {
    var list = IntentParameterList()
    list.add("stops", self.stops, atMost: Self.stopsSizes.maximum(for: family))
    list.add("detail", self.detail)
    list.add("walk", self.walk)
    list.add("limit", self.limit)
    list.add("heading", self.heading)
    list.add("alerts", self.alerts)
    return Intent(
      typeName: Self.typeName, family: family, parameters: list.parameters)
  }

  /// The name of a property's parameter in forms and JSON.
  public static func parameterName(of property: PartialKeyPath<DeparturesIntent>) -> String? {
    switch property {
      case \DeparturesIntent.stops: "stops"
      case \DeparturesIntent.detail: "detail"
      case \DeparturesIntent.walk: "walk"
      case \DeparturesIntent.limit: "limit"
      case \DeparturesIntent.heading: "heading"
      case \DeparturesIntent.alerts: "alerts"
      default: nil
    }
  }
}

/// Makes the timelines of widgets that DeparturesIntent configures.
nonisolated public protocol DeparturesIntentTimelineProvider: TypedTimelineProvider
where Configuration == DeparturesIntent {}

extension DeparturesIntent {
  /// A request for the choices of stops.
  public struct StopsRequest: TypedOptionsRequest {
    /// The original request, with the values of the other parameters.
    public var request: OptionsRequest

    /// Reads a request.
    ///
    /// - Throws: `TypedIntentError` for a parent whose value the definition does not allow.
    public init(_ request: OptionsRequest) throws(TypedIntentError) {
      self.request = request
    }
  }
}

/// Provides the choices of DeparturesIntent.
nonisolated public protocol DeparturesIntentOptions: OptionsProvider {
  /// The choices of *Stops*.
  func stops(for request: DeparturesIntent.StopsRequest) async throws -> OptionsCollection

  /// The default choices of stops in a new widget.
  func defaultStops(for request: DeparturesIntent.StopsRequest) async throws -> [OptionItem]

  /// The stored choices of stops that still exist.
  func resolveStops(identifiers: [String], for request: DeparturesIntent.StopsRequest) async throws -> ResolvedOptions
}

extension DeparturesIntentOptions {
  /// Returns no choices.
  public func defaultStops(for request: DeparturesIntent.StopsRequest) async throws -> [OptionItem] {
    []
  }

  /// Looks up the identifiers in the whole list.
  public func resolveStops(identifiers: [String], for request: DeparturesIntent.StopsRequest) async throws -> ResolvedOptions {
    try await self.stops(for: request.whole)
      .resolving(identifiers, isWhole: !searchesItself)
  }
}

extension DeparturesIntentOptions {
  /// The choices of the parameter that the request names.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    switch request.parameter {
      case "stops":
        try await self.stops(for: DeparturesIntent.StopsRequest(request))
      default:
        throw OptionsError.unknownParameter(request.parameter, of: name)
    }
  }

  /// The default choices of the parameter in a new widget.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    switch request.parameter {
      case "stops":
        try await defaultStops(for: DeparturesIntent.StopsRequest(request))
      default:
        throw OptionsError.unknownParameter(request.parameter, of: name)
    }
  }

  /// The stored choices of the parameter that still exist.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    switch request.parameter {
      case "stops":
        try await resolveStops(identifiers: identifiers, for: DeparturesIntent.StopsRequest(request))
      default:
        throw OptionsError.unknownParameter(request.parameter, of: name)
    }
  }
}

/// Provides the choices of the query `StopQuery`, for DeparturesIntent.stops.
///
/// The methods are those of the query. They also get the request, which has the answers so far.
nonisolated public protocol StopQueryProvider: OptionsProvider {
  /// The entities with the identifiers that still exist.
  func entities(for identifiers: [String], in request: OptionsRequest) async throws -> [Stop]

  /// The entities that are offered.
  func suggestedEntities(in request: OptionsRequest) async throws -> [Stop]

  /// The entities that a typed text finds.
  func entities(matching string: String, in request: OptionsRequest) async throws -> [Stop]

  /// The default entity of a new widget; nil for none.
  func defaultResult(in request: OptionsRequest) async throws -> Stop?
}

extension StopQueryProvider {
  /// True: the query gets each search term.
  public var searchesItself: Bool { true }

  /// Returns no entity.
  public func defaultResult(in request: OptionsRequest) async throws -> Stop? {
    nil
  }

  /// The entities for the request.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    if let term = request.searchTerm, !term.isEmpty {
      return OptionsCollection(try await entities(matching: term, in: request))
    }
    return OptionsCollection(try await suggestedEntities(in: request))
  }

  /// The default entity of a new widget.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await defaultResult(in: request).map { [OptionItem($0)] } ?? []
  }

  /// The stored entities that still exist.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    ResolvedOptions(try await entities(for: identifiers, in: request).map { OptionItem($0) })
  }
}
