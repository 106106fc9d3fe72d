import InputFiles

#if canImport(FoundationInternationalization)
  import FoundationEssentials
  import FoundationInternationalization
#else
  import Foundation
#endif

/// The system's folder of compiled time zones.
package struct ZoneFolder: Sendable {
  /// The usual location of the zones.
  package static let system = ZoneFolder(path: "/usr/share/zoneinfo")

  /// The regions to try, in this order, for a name that is only a city.
  package static let regions = [
    "Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian",
    "Antarctica",
  ]

  /// The folder.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// The rules of a zone by its tz database name, for example `Europe/Berlin`.
  ///
  /// If the file cannot be read, Foundation's rules are used. Returns nil for an unknown or invalid
  /// name. A name has at most 64 bytes: only letters, digits, `_`, `+`, `-` and single
  /// slashes, not at either end.
  package func zone(named name: String) -> ZoneRules? {
    if ["UTC", "GMT", "Z", "Etc/UTC", "Etc/GMT"].contains(name) { return .utc }
    guard Self.isName(name) else { return nil }
    guard
      let bytes = try? FileReading.regularBytes(
        atPath: "\(path)/\(name)", limit: ZoneFile.sizeLimit)
    else { return Self.foundationZone(named: name) }
    return ZoneFile.rules(identifier: name, bytes: bytes)
  }

  /// The names of the zones that Foundation knows, for a system without a tz database.
  package static var foundationNames: [String] {
    TimeZone.knownTimeZoneIdentifiers.filter { name in regions.contains { name.hasPrefix($0 + "/") }
    }
  }

  /// Foundation's rules of a zone with a city in its name; nil for an unknown name.
  package static func foundationZone(named name: String) -> ZoneRules? {
    guard name.contains("/") else { return nil }
    return TimeZone(identifier: name).map { ZoneRules($0) }
  }

  /// The rules of a zone by the end of an unknown name, such as `/example.org/1/Europe/Berlin`.
  ///
  /// Tries the last three parts, the last two parts, and then the last part in each region.
  package func zone(endingLike name: String) -> ZoneRules? {
    let parts = name.split(whereSeparator: { $0 == "/" || $0 == "\\" })
    guard let last = parts.last else { return nil }
    let city = last.split(separator: " ").joined(separator: "_")
    let paths = [3, 2].filter { $0 <= parts.count }.map { parts.suffix($0).joined(separator: "/") }
    let cities = Self.regions.map { "\($0)/\(city)" }
    for candidate in paths + cities {
      if let zone = zone(named: candidate) { return zone }
    }
    return nil
  }

  /// The zone of this machine: `TZ` in the environment, otherwise the link at a path, otherwise
  /// UTC.
  ///
  /// A file in place of the link gives its rules under the name `localtime`.
  package func local(environment: [String: String], link: String = "/etc/localtime") -> ZoneRules {
    if let name = environment["TZ"], !name.isEmpty {
      return zone(named: name.hasPrefix(":") ? String(name.dropFirst()) : name) ?? .utc
    }
    if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link) {
      let parts = target.split(separator: "/")
      let name = parts.lastIndex(of: "zoneinfo").map { parts[($0 + 1)...].joined(separator: "/") }
      if let zone = zone(named: name ?? "") { return zone }
    }
    guard let bytes = try? FileReading.regularBytes(atPath: link, limit: ZoneFile.sizeLimit) else {
      return .utc
    }
    return ZoneFile.rules(identifier: "localtime", bytes: bytes) ?? .utc
  }

  /// Whether a text has the form of a zone name and is a safe relative path.
  package static func isName(_ name: String) -> Bool {
    guard (1...64).contains(name.utf8.count), !name.hasPrefix("/"), !name.hasSuffix("/"),
      !name.contains("//")
    else { return false }
    return name.utf8.allSatisfy(isNameByte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}

/// Finds the zone of a `TZID`, and caches it by name.
package struct ZoneResolver {
  private let folder: ZoneFolder
  private let locations: [String: String?]
  private var known: [String: ZoneRules] = [:]

  /// Makes a resolver with the `X-LIC-LOCATION` of each `VTIMEZONE` in the file, by `TZID`.
  package init(folder: ZoneFolder, locations: [String: String?]) {
    self.folder = folder
    self.locations = locations
  }

  /// The zone for a name, with a problem if the name is uncertain and this is its first request.
  ///
  /// Tries the tz database, the location in the file's own `VTIMEZONE`, the names that Windows
  /// uses, the end of the name, and finally UTC.
  package mutating func zone(named name: String) -> (ZoneRules, CalendarProblem.Code?) {
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
