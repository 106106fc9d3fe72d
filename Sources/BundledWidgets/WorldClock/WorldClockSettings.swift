import IntentModel

extension ParameterKey<String> {
  static var format: Self { Self("format") }
  static var dateStyle: Self { Self("dateStyle") }
}

extension ParameterKey<Bool> {
  static var showsDate: Self { Self("showsDate") }
}

extension ParameterKey<[IntentObject]> {
  static var cities: Self { Self("cities") }
}

/// What an intent says about a world clock.
struct WorldClockSettings: Hashable {
  /// How the hours are counted.
  enum Format: String {
    case system, twelveHour, twentyFourHour
  }

  /// How a date is written.
  enum DateStyle: String {
    case short, long
  }

  /// A city with the name of its zone.
  struct City: Hashable {
    var name: String
    var zone: String
  }

  /// The property of a city that holds the name of its zone.
  static let zoneProperty = "timeZone"

  /// A clock for a gallery.
  static let sample = WorldClockSettings(cities: [
    City(name: "Berlin", zone: "Europe/Berlin"), City(name: "New York", zone: "America/New_York"),
    City(name: "Tokyo", zone: "Asia/Tokyo"), City(name: "Sydney", zone: "Australia/Sydney"),
  ])

  /// The cities in the order chosen; never empty.
  var cities: [City]
  /// How the hours are counted.
  var format = Format.system
  /// Whether rows have dates.
  var showsDate = true
  /// How a date is written.
  var dateStyle = DateStyle.short
}

extension WorldClockSettings {
  /// Reads an intent; one without cities shows the zone of the viewer.
  init(_ intent: Intent, local: ZoneRules) {
    let chosen = intent[.cities] ?? []
    let here = City(name: ZonePlace(identifier: local.identifier).city, zone: local.identifier)
    cities = chosen.isEmpty ? [here] : chosen.map(City.init)
    format = intent[.format].flatMap(Format.init) ?? .system
    showsDate = intent[.showsDate] ?? true
    dateStyle = intent[.dateStyle].flatMap(DateStyle.init) ?? .short
  }
}

extension WorldClockSettings.City {
  /// A chosen city; without its zone as a property, its identifier is the name of the zone.
  init(_ object: IntentObject) {
    let property = object.properties[WorldClockSettings.zoneProperty].flatMap(String.init(_:))
    self.init(name: object.display.clipped(to: 60), zone: property ?? object.identifier)
  }
}
