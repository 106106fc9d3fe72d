import ICalendar
import InputFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A time zone as people choose it: by its city.
struct ZonePlace: Hashable, Sendable {
  /// The name in the tz database, such as `America/Indiana/Knox`.
  var identifier: String
  /// The name of the country, where a table gives it.
  var country: String?

  /// The part before the first slash, such as `America`; nil for a zone of no region, such as `UTC`.
  var region: String? {
    let parts = identifier.split(separator: "/")
    return parts.count > 1 ? parts.first.map(String.init) : nil
  }

  /// The city, with the part of the country it is told apart by: `Knox, Indiana`.
  var city: String {
    let parts = identifier.split(separator: "/")
    let names = (parts.count > 1 ? parts.dropFirst() : parts[...]).reversed()
    return names.map { $0.split(separator: "_").joined(separator: " ") }.joined(separator: ", ")
  }
}

/// The time zones there are to choose from.
struct ZoneList {
  /// Where the places were found.
  enum Source: Hashable {
    /// In the tables of the tz database.
    case table
    /// Among the files of its folder.
    case folder
    /// In the list that is compiled in.
    case compiled
  }

  /// The largest table read, in bytes; the real ones have some 20,000.
  static let sizeLimit = 1 << 20
  /// The most places listed; there are some 420.
  static let placeLimit = 2000

  /// Where the places were found.
  let source: Source
  /// The places in the order of their identifiers.
  let places: [ZonePlace]

  /// Lists the zones of a folder: by `zone.tab`, else by `zone1970.tab`, else by the files in the
  /// folders of the regions, else those that are compiled in.
  init(folder: ZoneFolder) {
    let countries = Self.countries(in: folder)
    for name in ["zone.tab", "zone1970.tab"] {
      let found = Self.rows(of: "\(folder.path)/\(name)").compactMap { Self.place($0, countries) }
      if !found.isEmpty {
        (source, places) = (.table, Self.sorted(found))
        return
      }
    }
    let files = Self.walk(folder)
    source = files.isEmpty ? .compiled : .folder
    let compiled = CompiledZones.places.map {
      ZonePlace(identifier: $0.identifier, country: $0.country)
    }
    places = Self.sorted(files.isEmpty ? compiled : files)
  }

  /// Each place once, in order.
  private static func sorted(_ places: [ZonePlace]) -> [ZonePlace] {
    var seen: Set<String> = []
    return places.prefix(placeLimit).filter { seen.insert($0.identifier).inserted }
      .sorted { $0.identifier < $1.identifier }
  }

  /// A row of `zone.tab`: country codes, coordinates, identifier, comment.
  private static func place(_ row: [Substring], _ countries: [Substring: String]) -> ZonePlace? {
    guard row.count >= 3, ZoneFolder.isName(String(row[2])), row[2].contains("/") else {
      return nil
    }
    let code = row[0].prefix { $0 != "," }
    return ZonePlace(identifier: String(row[2]), country: countries[code])
  }

  private static func countries(in folder: ZoneFolder) -> [Substring: String] {
    let rows = rows(of: "\(folder.path)/iso3166.tab").filter { $0.count == 2 }
    return Dictionary(
      rows.map { ($0[0], $0[1].description.clipped(to: 60)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The columns of the rows of a table, without its comments; none when there is no such file.
  private static func rows(of path: String) -> [[Substring]] {
    guard let bytes = try? FileReading.regularBytes(atPath: path, limit: sizeLimit) else {
      return []
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).prefix(placeLimit * 2)
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t") }
  }

  /// The files of the regions' folders, two levels deep.
  private static func walk(_ folder: ZoneFolder) -> [ZonePlace] {
    var found: [ZonePlace] = []
    for region in ZoneFolder.regions + ["Arctic"] {
      for name in names(in: "\(folder.path)/\(region)") where found.count < placeLimit {
        let identifier = "\(region)/\(name)"
        let nested = names(in: "\(folder.path)/\(identifier)")
        let identifiers = nested.isEmpty ? [identifier] : nested.map { "\(identifier)/\($0)" }
        found += identifiers.filter { ZoneFolder.isName($0) }.map { ZonePlace(identifier: $0) }
      }
    }
    return found
  }

  private static func names(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().prefix(placeLimit).map { $0 }
  }
}
