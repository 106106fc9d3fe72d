import ICalendar
import IntentModel

/// What an intent says about a world clock.
extension WorldClockIntent {
  /// A clock for a gallery.
  static let sample = WorldClockIntent(cities: [
    City(identifier: "Europe/Berlin", display: "Berlin"),
    City(identifier: "America/New_York", display: "New York"),
    City(identifier: "Asia/Tokyo", display: "Tokyo"),
    City(identifier: "Australia/Sydney", display: "Sydney"),
  ])

  /// The cities in the order chosen; without a choice that of the viewer.
  func shownCities(local: ZoneRules) -> [City] {
    if let cities, !cities.isEmpty { return cities }
    let place = ZonePlace(identifier: local.identifier)
    return [City(identifier: local.identifier, display: place.city)]
  }
}

extension City {
  /// The name on one line.
  var name: String { display.clipped(to: 60) }

  /// The name of the zone; without one as a property the identifier is it.
  var zone: String { timeZone ?? identifier }
}
