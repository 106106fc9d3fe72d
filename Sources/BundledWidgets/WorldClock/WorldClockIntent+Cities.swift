import IntentModel
import Zones

/// The intent's settings for a world clock.
extension WorldClockIntent {
  /// The sample of the gallery.
  static let sample = WorldClockIntent(cities: [
    City(identifier: "Europe/Berlin", display: "Berlin"),
    City(identifier: "America/New_York", display: "New York"),
    City(identifier: "Asia/Tokyo", display: "Tokyo"),
    City(identifier: "Australia/Sydney", display: "Sydney"),
  ])

  /// The cities in the chosen order; the viewer's city if no city is chosen.
  func shownCities(local: ZoneRules) -> [City] {
    if let cities, !cities.isEmpty { return cities }
    let place = ZonePlace(identifier: local.identifier)
    return [City(identifier: local.identifier, display: place.city)]
  }
}

extension City {
  /// The name on one line, cut off if it is long.
  var name: String { display.clipped() }

  /// The name of the zone, or the identifier if the property is missing.
  var zone: String { timeZone ?? identifier }
}
