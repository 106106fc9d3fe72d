import IntentModel
import IntentOptions
import Messages
import Zones

/// Offers the system's time zones as cities, in sections by region.
///
/// The names of the cities are from the tz database, in English.
struct WorldClockOptions: WorldClockIntentOptions {
  /// The system's zones.
  let zones: ZoneFolder
  /// The viewer's zone; nil for the zone of the request.
  let local: ZoneRules?

  var name: String { WidgetCatalog.Name.worldClock.rawValue }

  func cities(
    for request: WorldClockIntent.CitiesRequest
  ) async throws -> OptionsCollection {
    let list = ZoneList(folder: zones)
    let regions = Dictionary(grouping: list.places) { $0.region ?? "" }
    let names = ZoneNames(locale: request.request.locale)
    let sections = regions.keys.sorted().map { region in
      OptionsSection(
        title: region.isEmpty ? nil : names.region(region),
        items: items(regions[region] ?? [], names))
    }
    return OptionsCollection(
      sections: sections + [OptionsSection(items: [item(ZonePlace(identifier: "UTC"), names)])],
      usesIndexedCollation: true)
  }

  /// A new clock shows the viewer's city, or none if the zone has no name.
  func defaultCities(
    for request: WorldClockIntent.CitiesRequest
  ) async throws -> [OptionItem] {
    let name = local?.identifier ?? request.request.timeZone ?? ZoneRules.current.identifier
    // Some systems have a zone with this name, but it means a different zone on each machine.
    if name == ZoneRules.localIdentifier { return [] }
    return try await resolveCities(identifiers: [name], for: request).items
  }

  /// Also finds old zone names, such as `US/Pacific`, which are not offered.
  func resolveCities(
    identifiers: [String], for request: WorldClockIntent.CitiesRequest
  ) async throws -> ResolvedOptions {
    let places = ZoneList(folder: zones).places
    let names = ZoneNames(locale: request.request.locale)
    let known = Dictionary(firsts: places.map { ($0.identifier, $0) })
    let items = identifiers.compactMap { identifier in
      if let place = known[identifier] { return item(place, names) }
      guard zones.zone(named: identifier) != nil else { return nil }
      return item(ZonePlace(identifier: identifier), names)
    }
    return ResolvedOptions(items)
  }

  private func items(_ places: [ZonePlace], _ names: ZoneNames) -> [OptionItem] {
    places.sorted { ($0.city, $0.identifier) < ($1.city, $1.identifier) }.map { item($0, names) }
  }

  private func item(_ place: ZonePlace, _ names: ZoneNames) -> OptionItem {
    OptionItem(
      identifier: place.identifier, display: place.city,
      subtitle: names.country(of: place) ?? place.identifier, symbol: WorldClockFace.symbol,
      properties: City(
        identifier: place.identifier, display: place.city, timeZone: place.identifier
      ).object.properties)
  }
}
