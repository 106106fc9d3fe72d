import InputFiles
import Messages
import Synchronization

#if canImport(FoundationInternationalization)
  import FoundationEssentials
  import FoundationInternationalization
#else
  import Foundation
#endif

/// A folder of compiled time zones.
package struct ZoneFolder: Sendable, Hashable {
  /// The folder of the system.
  package static var system: ZoneFolder { SystemZones.shared.folder }

  /// The usual locations of the zones, in the order in which the C libraries look for them.
  static let usualPaths = [
    "/usr/share/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo", "/usr/lib/zoneinfo",
    "/usr/share/lib/zoneinfo", "/var/db/timezone/zoneinfo",
  ]

  /// The regions to try, in this order, for a name that is only a city.
  package static let regions = [
    "Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian",
    "Antarctica",
  ]

  /// The text file of the database; its first line contains the release.
  static let textName = "tzdata.zi"

  /// The table with the zones of each country.
  static let countryTable = "zone.tab"

  /// The table with a single row for each zone.
  private static let zoneTable = "zone1970.tab"

  /// The tables that locate zones, in the order in which to try them.
  package static let tables = [countryTable, zoneTable]

  /// The table with the English names of countries, by their codes.
  package static let countryNames = "iso3166.tab"

  /// The folder.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Whether the folder has zones.
  var hasZones: Bool {
    ["Etc/UTC", "UTC", "Europe/London"].contains { zoneFile($0) != nil }
  }

  /// The release of the tz database, for example `2026f`; nil if no file in the folder contains it.
  package var release: String? {
    let mark = "# version "
    let found =
      firstWords(of: Self.textName).flatMap { $0.hasPrefix(mark) ? $0.dropFirst(mark.count) : nil }
      ?? firstWords(of: "+VERSION")?.prefix { !$0.isWhitespace }
    return found.map { String($0.prefix(20)) }
  }

  /// The beginning of the first line of a file that can be large; nil if the file cannot be read.
  private func firstWords(of name: String) -> String? {
    try? FileReading.withRegularFile(atPath: "\(path)/\(name)") { _, read in
      var buffer = [UInt8](repeating: 0, count: 100)
      let count = buffer.withUnsafeMutableBytes(read)
      let line = buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
      return String(decoding: line, as: UTF8.self)
    }
  }

  /// The rules of a zone by its tz database name, for example `Europe/Berlin`.
  ///
  /// If no file has the name, the links of the database are followed, and then Foundation is asked.
  /// The result is nil for an unknown name, and for a name that ``isName(_:)`` refuses.
  package func zone(named name: String) -> ZoneRules? {
    if ["UTC", "GMT", "Z", "Etc/UTC", "Etc/GMT"].contains(name) { return .utc }
    guard Self.isName(name) else { return nil }
    if let zone = zoneFile(name) { return zone }
    return linkedZone(named: name) ?? Self.foundationZone(named: name)
  }

  /// The rules in a file of the folder.
  func zoneFile(_ name: String) -> ZoneRules? {
    let bytes = try? FileReading.regularBytes(
      atPath: "\(path)/\(name)", limit: ZoneFile.sizeLimit)
    return bytes.flatMap { ZoneFile.rules(identifier: name, bytes: $0) }
  }

  /// The zone with an old name such as `US/Pacific`, for which some systems have no file; the text
  /// of the database lists the old names.
  private func linkedZone(named name: String) -> ZoneRules? {
    links[name].flatMap { zoneFile($0)?.named(name) }
  }

  /// The links of the database, from each old name to a name that has a file.
  private var links: [String: String] {
    let file = "\(path)/\(Self.textName)"
    let stamp = FileStamp(path: file)
    if let stamp, let kept = Self.kept.withLock({ $0 }), kept.stamp == stamp, kept.file == file {
      return kept.links
    }
    guard let bytes = try? FileReading.regularBytes(atPath: file, limit: ZoneFile.sizeLimit) else {
      return [:]
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "L ".utf8) }
    let parts = lines.map { String(decoding: $0, as: UTF8.self).split(separator: " ") }
      .filter { $0.count == 3 }
    let links = Dictionary(firsts: parts.map { (String($0[2]), String($0[1])) })
    if let stamp { Self.kept.withLock { $0 = KeptLinks(file: file, stamp: stamp, links: links) } }
    return links
  }

  /// The links in the file that was read last.
  ///
  /// The links are kept, because a calendar can name thousands of zones that must be looked up in
  /// them.
  private static let kept = Mutex<KeptLinks?>(nil)

  private struct KeptLinks {
    var file: String
    var stamp: FileStamp
    var links: [String: String]
  }

  /// The names to suggest instead of an unknown one, from the table of the database, or from
  /// Foundation if there is no table.
  package var names: [String] {
    let names = rows(ofTable: Self.zoneTable).compactMap { $0.count > 2 ? String($0[2]) : nil }
    return names.isEmpty ? TimeZone.knownTimeZoneIdentifiers : names
  }

  /// The columns of each row in a table, without comments; empty if the file cannot be read.
  package func rows(ofTable name: String) -> [[Substring]] {
    let bytes = try? FileReading.regularBytes(
      atPath: "\(path)/\(name)", limit: ZoneFile.sizeLimit)
    return String(decoding: bytes ?? [], as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t") }
  }

  /// The names of the files in the folders of regions, two levels deep.
  ///
  /// - Parameter limit: The number of names after which no further names are looked for.
  package func fileNames(inRegions regions: [String], limit: Int) -> [String] {
    func files(in folder: String) -> ArraySlice<String> {
      let names = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")
      return (names ?? []).sorted().prefix(limit)
    }
    var found: [String] = []
    for region in regions {
      for file in files(in: region) where found.count < limit {
        let name = "\(region)/\(file)"
        let nested = files(in: name).map { "\(name)/\($0)" }
        found += (nested.isEmpty ? [name] : nested).filter(Self.isName)
      }
    }
    return found
  }

  /// The names of the zones that Foundation knows, for a system without a tz database.
  package static var foundationNames: [String] {
    TimeZone.knownTimeZoneIdentifiers.filter { name in
      regions.contains { name.hasPrefix($0 + "/") }
    }
  }

  /// Foundation's rules for a zone with a city in its name; nil for an unknown name.
  package static func foundationZone(named name: String) -> ZoneRules? {
    guard name.contains("/") else { return nil }
    return TimeZone(identifier: name).map { ZoneRules($0) }
  }

  /// The rules of a zone by a globally unique name, such as `/example.org/1/Europe/Berlin` (RFC
  /// 5545 §3.8.3.1).
  ///
  /// Such a name consists of a slash, its issuer, and a database name with one to three parts. The
  /// result is nil for any other form.
  package func zone(global name: String) -> ZoneRules? {
    guard name.hasPrefix("/") else { return nil }
    let parts = name.split(separator: "/").dropFirst()
    return (1...3).reversed().filter { $0 <= parts.count }.lazy
      .compactMap { zone(named: parts.suffix($0).joined(separator: "/")) }.first
  }

  /// The rules of the zone at the end of an unknown name, such as `My clock/Europe/Berlin`.
  ///
  /// Tries the last three parts, then the last two parts, and then the last part in each region.
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

  /// The name of the zone whose file is at a path; nil if the path is not in a folder of zones.
  func name(ofPath path: String) -> String? {
    if path.hasPrefix(self.path + "/") { return String(path.dropFirst(self.path.utf8.count + 1)) }
    let parts = path.split(separator: "/")
    return parts.lastIndex(of: "zoneinfo").map { parts[($0 + 1)...].joined(separator: "/") }
  }

  /// Whether a text has the form of a zone name and is a safe relative path.
  package static func isName(_ name: String) -> Bool {
    guard (1...64).contains(name.utf8.count), !name.hasPrefix("/"), !name.hasSuffix("/"),
      !name.contains("//")
    else { return false }
    return name.utf8.allSatisfy { $0.isLetterOrDigit || "_+-/".utf8.contains($0) }
  }
}
