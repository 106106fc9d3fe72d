import Messages
import Zones

/// A time zone as people choose it: by its city.
struct ZonePlace: Hashable, Sendable {
  /// The name in the tz database, such as `America/Indiana/Knox`.
  var identifier: String
  /// The English name of the country, if a table gives it.
  var country: String?
  /// The code of the country, if a table gives it.
  var countryCode: String?

  /// The part before the first slash, such as `America`; nil if there is none, as in `UTC`.
  var region: String? {
    let parts = identifier.split(separator: "/")
    return parts.count > 1 ? parts.first.map(String.init) : nil
  }

  /// The city, followed by the subregion if there is one: `Knox, Indiana`.
  var city: String {
    let parts = identifier.split(separator: "/")
    // `Etc/GMT+5` is five hours behind GMT, so its second part alone would mean the opposite.
    guard parts.first != "Etc" else { return identifier }
    let names = (parts.count > 1 ? parts.dropFirst() : parts[...]).reversed()
    return names.map { $0.split(separator: "_").joined(separator: " ") }.joined(separator: ", ")
  }
}

/// The available time zones.
struct ZoneList {
  /// The origin of the places.
  enum Source: Hashable {
    /// The tables of the tz database.
    case table
    /// The files in the folder of the tz database.
    case folder
    /// The zones that Foundation knows.
    case foundation
  }

  /// The maximum number of places; there are about 420.
  static let placeLimit = 2000

  /// The origin of the places.
  let source: Source
  /// The places, sorted by identifier.
  let places: [ZonePlace]

  /// Lists the zones of a folder.
  ///
  /// Uses the first of ``ZoneFolder/tables`` that lists zones, or else the files in the folders of
  /// the regions, or else Foundation's list.
  init(folder: ZoneFolder) {
    let countries = Self.countries(in: folder)
    for name in ZoneFolder.tables {
      let found = Self.rows(of: name, in: folder).compactMap { Self.place($0, countries) }
      if !found.isEmpty {
        (source, places) = (.table, Self.sorted(found))
        return
      }
    }
    let files = folder.fileNames(
      inRegions: ZoneNames.regions.keys.sorted(), limit: Self.placeLimit)
    source = files.isEmpty ? .foundation : .folder
    let known = files.isEmpty ? ZoneFolder.foundationNames : files
    places = Self.sorted(known.map { ZonePlace(identifier: $0) })
  }

  /// The places, sorted and without duplicates.
  private static func sorted(_ places: [ZonePlace]) -> [ZonePlace] {
    places.prefix(placeLimit).firsts(by: \.identifier).sorted { $0.identifier < $1.identifier }
  }

  /// A row of a table: country codes, coordinates, identifier, comment.
  private static func place(_ row: [Substring], _ countries: [Substring: String]) -> ZonePlace? {
    guard row.count >= 3, ZoneFolder.isName(String(row[2])), row[2].contains("/") else {
      return nil
    }
    let code = row[0].prefix { $0 != "," }
    return ZonePlace(
      identifier: String(row[2]), country: countries[code], countryCode: String(code))
  }

  private static func countries(in folder: ZoneFolder) -> [Substring: String] {
    let rows = rows(of: ZoneFolder.countryNames, in: folder).filter { $0.count == 2 }
    return Dictionary(firsts: rows.map { ($0[0], $0[1].description.clipped()) })
  }

  private static func rows(of table: String, in folder: ZoneFolder) -> ArraySlice<[Substring]> {
    folder.rows(ofTable: table).prefix(placeLimit * 2)
  }
}
