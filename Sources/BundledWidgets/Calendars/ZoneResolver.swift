/// Finds the zone that a `TZID` means, once for each name.
struct ZoneResolver {
  private let folder: ZoneFolder
  private let locations: [String: String?]
  private var known: [String: ZoneRules] = [:]

  /// Makes a resolver with the `X-LIC-LOCATION` of each `VTIMEZONE` of the file, by `TZID`.
  init(folder: ZoneFolder, locations: [String: String?]) {
    self.folder = folder
    self.locations = locations
  }

  /// The zone for a name, and the problem with it when this is the first time it is asked for.
  ///
  /// Tried in turn: the name in the tz database, the location that the file's own `VTIMEZONE` gives,
  /// the names that Windows uses, the last parts of the name, and UTC.
  mutating func zone(named name: String) -> (ZoneRules, CalendarProblem.Code?) {
    if let zone = known[name] { return (zone, nil) }
    let (zone, isSure) = find(name)
    known[name] = zone
    return (zone, isSure ? nil : .unknownZone(name, taken: zone.identifier))
  }

  private func find(_ name: String) -> (ZoneRules, isSure: Bool) {
    if let zone = folder.zone(named: name) { return (zone, true) }
    if let location = locations[name] ?? nil, let zone = folder.zone(named: location) {
      return (zone, true)
    }
    if let windows = WindowsZones.names[name], let zone = folder.zone(named: windows) {
      return (zone, true)
    }
    if let zone = folder.zone(endingLike: name) { return (zone, false) }
    return (.utc, false)
  }
}
