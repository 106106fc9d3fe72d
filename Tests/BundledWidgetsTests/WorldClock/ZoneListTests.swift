import Foundation
import Testing

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct ZoneListTests {
  @Test(
    arguments: [
      ("Europe/Berlin", "Europe", "Berlin"), ("America/New_York", "America", "New York"),
      ("America/Indiana/Knox", "America", "Knox, Indiana"),
      ("America/Argentina/Buenos_Aires", "America", "Buenos Aires, Argentina"),
      ("America/North_Dakota/New_Salem", "America", "New Salem, North Dakota"),
      ("America/Port-au-Prince", "America", "Port-au-Prince"), ("UTC", nil, "UTC"), ("", nil, ""),
      ("Etc/GMT+5", "Etc", "Etc/GMT+5"),
    ] as [(String, String?, String)])
  func cities(identifier: String, region: String?, city: String) {
    let place = ZonePlace(identifier: identifier)
    #expect(place.region == region)
    #expect(place.city == city)
  }

  @Test func theSystemsList() {
    let list = ZoneList(folder: .system)
    #expect(list.source == .table)
    #expect((300...600).contains(list.places.count))
    let countries = Dictionary(
      list.places.map { ($0.identifier, $0.country) }, uniquingKeysWith: { first, _ in first })
    #expect(countries["Europe/Berlin"] == "Germany")
    #expect(countries["Asia/Tokyo"] == "Japan")
    #expect(list.places.allSatisfy { ZoneFolder.system.zone(named: $0.identifier) != nil })
    #expect(list.places.map(\.identifier) == list.places.map(\.identifier).sorted())
  }

  /// The files in a folder, the source of its places, and the places.
  static let folders: [([String: String], ZoneList.Source, [String])] = [
    (
      [
        "zone.tab": "# comment\nDE\t+5230+01322\tEurope/Berlin\tmost\nJP\t+35\tAsia/Tokyo\n",
        "iso3166.tab": "#c\nDE\tGermany\n",
      ], .table, ["Asia/Tokyo -", "Europe/Berlin Germany"]
    ),
    (
      [
        "zone1970.tab": "DE,DK,NO\t+5230+01322\tEurope/Berlin\n", "iso3166.tab": "DE\tGermany\n",
      ], .table, ["Europe/Berlin Germany"]
    ),
    (
      ["zone.tab": "DE\t+52\tEurope/Berlin\nDE\t+52\tEurope/Berlin\n"], .table, ["Europe/Berlin -"]
    ),
    (
      [
        "zone.tab": "XX\t+0\t../../etc/passwd\nXX\t+0\t/etc/passwd\nXX\nXX\t+0\tNoRegion\n",
        "Europe/Rome": "", "America/Indiana/Knox": "", "America/Lima": "", "Other/Place": "",
        "Europe/bad name": "",
      ], .folder, ["America/Indiana/Knox -", "America/Lima -", "Europe/Rome -"]
    ),
    (
      ["zone.tab": "rubbish \u{0} \n\n\t\t\t\n", "Arctic/Longyearbyen": ""], .folder,
      ["Arctic/Longyearbyen -"]
    ),
    (["iso3166.tab": "DE\tGermany\nDE\tTwice\n"], .foundation, []),
  ]

  @Test(arguments: 0..<folders.count)
  func otherFolders(row: Int) async throws {
    let (files, source, places) = Self.folders[row]
    try await TemporaryFolder.with(files) { path in
      let list = ZoneList(folder: ZoneFolder(path: path))
      #expect(list.source == source)
      if source != .foundation {
        #expect(list.places.map { "\($0.identifier) \($0.country ?? "-")" } == places)
      }
    }
  }

  @Test func tablesOverTheLimitAreLeftOut() async throws {
    let row = "DE\t+52\tEurope/Berlin\n"
    let huge = String(repeating: row, count: ZoneFile.sizeLimit / row.utf8.count + 1)
    try await TemporaryFolder.with(["zone.tab": huge]) { path in
      #expect(ZoneList(folder: ZoneFolder(path: path)).source == .foundation)
    }
  }

  @Test func manyRowsAreBounded() async throws {
    let rows = (0..<5000).map { "DE\t+52\tEurope/City\($0)" }.joined(separator: "\n")
    try await TemporaryFolder.with(["zone.tab": rows]) { path in
      let count = ZoneList(folder: ZoneFolder(path: path)).places.count
      #expect(count == ZoneList.placeLimit)
    }
  }

  @Test func noFolderAtAll() {
    let list = ZoneList(folder: ZoneFolder(path: "/nowhere/zoneinfo"))
    #expect(list.source == .foundation)
    #expect((300...600).contains(list.places.count))
  }
}

struct FoundationZonesTests {
  /// Foundation's rules agree with the system's tz database for twelve years.
  @Test(
    arguments: [
      "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu", "Asia/Tokyo",
      "Australia/Sydney", "Pacific/Auckland", "Africa/Cairo", "America/Sao_Paulo", "Europe/Kyiv",
    ])
  func agreesWithTheDatabase(identifier: String) throws {
    let zone = try #require(ZoneFolder.foundationZone(named: identifier))
    let known = try ZoneRulesTests.zone(identifier)
    let start = try ZoneRulesTests.wall("20250101T000000").wallSeconds
    for day in 0..<12 * 365 {
      let instant = start + day * 86_400
      #expect(zone.offset(at: instant) == known.offset(at: instant), "day \(day)")
    }
    let changes = [zone, known].map { $0.changes(after: start, through: start + 400_000_000) }
    #expect(changes[0] == changes[1])
  }

  @Test(arguments: ["Europe/Berlin", "UTC"])
  func helpWhereTheFolderIsMissing(name: String) {
    #expect(ZoneFolder(path: "/nowhere").zone(named: name)?.identifier == name)
  }

  @Test(arguments: ["Europe/Atlantis", "", "Europe"])
  func otherNamesStayUnknown(name: String) {
    #expect(ZoneFolder.foundationZone(named: name) == nil)
    #expect(ZoneFolder(path: "/nowhere").zone(named: name) == nil)
  }
}
