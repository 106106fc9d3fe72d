import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct ZoneRulesTests {
  static func zone(_ name: String) throws -> ZoneRules {
    try #require(ZoneFolder.system.zone(named: name), "the system has no time zone \(name)")
  }

  static func wall(_ text: String) throws -> CivilDateTime {
    try #require(CivilDateTime(compact: text))
  }

  /// Zone, local time, and the same time in UTC.
  @Test(arguments: [
    ("America/New_York", "20250309T013000", "20250309T063000"),
    ("America/New_York", "20250309T023000", "20250309T073000"),
    ("America/New_York", "20250309T033000", "20250309T073000"),
    ("America/New_York", "20251102T003000", "20251102T043000"),
    ("America/New_York", "20251102T013000", "20251102T053000"),
    ("America/New_York", "20251102T020000", "20251102T070000"),
    ("Europe/Berlin", "20250330T015959", "20250330T005959"),
    ("Europe/Berlin", "20250330T020000", "20250330T010000"),
    ("Europe/Berlin", "20250330T025959", "20250330T015959"),
    ("Europe/Berlin", "20250330T030000", "20250330T010000"),
    ("Europe/Berlin", "20251026T020000", "20251026T000000"),
    ("Europe/Berlin", "20251026T025959", "20251026T005959"),
    ("Europe/Berlin", "20251026T030000", "20251026T020000"),
    ("Australia/Lord_Howe", "20250406T012959", "20250405T142959"),
    ("Australia/Lord_Howe", "20250406T013000", "20250405T143000"),
    ("Australia/Lord_Howe", "20250406T015959", "20250405T145959"),
    ("Australia/Lord_Howe", "20250406T020000", "20250405T153000"),
    ("Australia/Lord_Howe", "20251005T015959", "20251004T152959"),
    ("Australia/Lord_Howe", "20251005T021500", "20251004T154500"),
    ("Australia/Lord_Howe", "20251005T023000", "20251004T153000"),
    ("Europe/Berlin", "20600701T120000", "20600701T100000"),
    ("Australia/Lord_Howe", "20800101T120000", "20800101T010000"),
    ("America/New_York", "20990115T120000", "20990115T170000"),
    ("Asia/Kolkata", "20250101T000000", "20241231T183000"),
    ("UTC", "20250101T000000", "20250101T000000"),
  ])
  func wallTimesAsInstants(name: String, wall: String, utc: String) throws {
    let expected = try Self.wall(utc).wallSeconds
    #expect(try Self.zone(name).instant(of: try Self.wall(wall)) == expected)
  }

  /// Offsets are compared with those of an independent implementation: Foundation with the tables
  /// of ICU.
  @Test(arguments: [
    "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Europe/London", "Asia/Kathmandu",
    "America/St_Johns", "Pacific/Auckland", "Africa/Johannesburg", "Europe/Dublin",
  ])
  func offsetsAsFoundationHasThem(name: String) throws {
    let seed: UInt64 = 0x5EED_0001
    var random = SeededGenerator(seed: seed)
    let rules = try Self.zone(name)
    let foreign = try #require(TimeZone(identifier: name))
    for _ in 0..<1500 {
      let instant = random.number(170_000_000...4_000_000_000)
      let expected = foreign.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
      #expect(rules.offset(at: instant) == expected, "seed \(seed), instant \(instant)")
    }
  }

  @Test func wallAndInstantAreInverseOutsideChanges() throws {
    let zone = try Self.zone("Australia/Lord_Howe")
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let instant = random.number(0...4_000_000_000)
      let again = zone.instant(of: zone.wall(at: instant))
      #expect(again == instant || instant - again == 1800, "instant \(instant)")
    }
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "20250329T120000", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "20250330T010000", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "20251026T010000", 3600),
    ("EST5EDT,M3.2.0,M11.1.0", "20250309T065959", -18_000),
    ("EST5EDT,M3.2.0,M11.1.0", "20250309T070000", -14_400),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "20250101T000000", 39_600),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "20250701T000000", 37_800),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "20250101T000000", 0),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "20250701T000000", 3600),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "20250329T235959", -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "20250330T010000", -3600),
    ("XXX3YYY,J60,J300", "20240301T060000", -7200),
    ("XXX3YYY,J60,J300", "20240229T060000", -10_800),
    ("XXX3YYY,59,300", "20240229T060000", -7200), ("JST-9", "20250101T000000", 32_400),
  ])
  func yearlyRules(text: String, utc: String, offset: Int) throws {
    let rule = try #require(YearlyZoneRule(parsing: text))
    #expect(rule.offset(at: try Self.wall(utc).wallSeconds) == offset)
  }

  @Test(arguments: [
    "", "CET", "CE-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "<CET-1", "CET-200",
    "CET-1CEST,M3.5.0,M10.5.0x", "CET-1CEST,J0,J300", "CET-1:60",
  ])
  func brokenYearlyRules(text: String) {
    #expect(YearlyZoneRule(parsing: text) == nil)
  }

  @Test func brokenZoneFiles() throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
    #expect(ZoneFile.rules(identifier: "x", bytes: bytes) != nil)
    #expect(ZoneFile.rules(identifier: "x", bytes: Array("TZif".utf8)) == nil)
    #expect(ZoneFile.rules(identifier: "x", bytes: [UInt8](repeating: 0, count: 200)) == nil)
    for length in stride(from: 0, to: 1000, by: 7) {
      #expect(ZoneFile.rules(identifier: "x", bytes: Array(bytes.prefix(length))) == nil)
    }
    var huge = bytes
    huge[32] = 0x7F
    #expect(ZoneFile.rules(identifier: "x", bytes: huge) == nil)
  }

  @Test func theZoneOfTheMachine() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zone-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (link, file) = (folder.appending(path: "link").path(), folder.appending(path: "file"))
    let berlin = "/usr/share/zoneinfo/Europe/Berlin"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: berlin)
    try Data(contentsOf: URL(filePath: berlin)).write(to: file)
    let rows: [([String: String], String, String)] = [
      (["TZ": "Asia/Tokyo"], link, "Asia/Tokyo"), (["TZ": ":Asia/Tokyo"], link, "Asia/Tokyo"),
      (["TZ": "Mars/Crater"], link, "UTC"), (["TZ": ""], link, "UTC"), (["TZ": ":"], link, "UTC"),
      (["TZ": berlin], link, "Europe/Berlin"), (["TZ": file.path()], link, file.path()),
      ([:], link, "Europe/Berlin"), ([:], file.path(), "localtime"),
      ([:], folder.appending(path: "absent").path(), "UTC"),
    ]
    for (environment, path, name) in rows {
      let zones = SystemZones(environment: environment, link: path)
      #expect(zones.local.zone.identifier == name)
      #expect(zones.remarks.isEmpty == (environment["TZ"] != "Mars/Crater"))
    }
    let text = folder.appending(path: "text").path()
    try Data("no zone".utf8).write(to: URL(filePath: text))
    #expect(SystemZones(environment: [:], link: text).remarks.count == 1)
    // A zone file that counts leap seconds is reported, because it does not fit the machine's clock.
    var builder = ZoneFileBuilder()
    builder.leaps = [(500, 1)]
    try Data(builder.bytes).write(to: file)
    let right = SystemZones(environment: ["TZ": file.path()])
    #expect(right.local.remark == .countsLeapSeconds(file.path()))
    #expect(right.remarks.map { $0.text() }.contains { $0.contains("counts leap seconds") })
    let nowhere = SystemZones(environment: ["TZDIR": folder.path()], link: link)
    #expect(nowhere.remarks.map { $0.text() }.contains { $0.contains("TZDIR") })
    #expect(nowhere.local.zone.identifier == "Europe/Berlin")
  }

  /// A value of `TZ`, its offsets in winter and in summer as the C library's `date` computes them,
  /// and whether the value is supported.
  @Test(arguments: [
    ("UTC+5", -18_000, -18_000, true), ("UTC-5", 18_000, 18_000, true),
    ("EST", -18_000, -18_000, true), ("EST5EDT", -18_000, -14_400, true),
    ("EST5EDT,M3.2.0,M11.1.0", -18_000, -14_400, true),
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", 46_800, 43_200, true),
    ("<+0330>-3:30", 12_600, 12_600, true), ("XST5XDT", -18_000, -14_400, true),
    ("XST5XDT4", -18_000, -14_400, true), ("CET-1CEST,M3.5.0,M10.5.0/3", 3_600, 7_200, true),
    ("XST5XDT,J60/0,J300", -18_000, -14_400, true), ("ABC24", -86_400, -86_400, true),
    ("Etc/GMT+5", -18_000, -18_000, true), ("right/nowhere", 0, 0, false),
    ("+05:30", 0, 0, false), ("Mars/Crater", 0, 0, false),
    ("EST5EDT,no rule", -18_000, -18_000, false),
    ("UTC+5x", -18_000, -18_000, false),
  ])
  func variables(text: String, winter: Int, summer: Int, isFollowed: Bool) throws {
    let local = SystemZones(environment: ["TZ": text]).local
    let january = try Self.wall("20270115T120000").wallSeconds
    let july = try Self.wall("20270715T120000").wallSeconds
    #expect(local.zone.offset(at: january) == winter)
    #expect(local.zone.offset(at: july) == summer)
    #expect((local.remark == nil) == isFollowed)
  }

  /// If the process's zone is not in the database by name, it is found by its rule.
  @Test func ownRules() {
    let zones = SystemZones(environment: ["TZ": "EST5EDT,M3.2.0,M11.1.0"])
    #expect(zones.zone(named: zones.local.zone.identifier) == zones.local.zone)
    #expect(SystemZones(environment: ["TZ": "UTC"]).zone(named: "EST5EDT,M3.2.0,M11.1.0") == nil)
  }

  /// Zone names from callers and devices: those in the tz database, and unambiguous offsets.
  @Test func namesOfCallers() throws {
    let rows: [(String, Int?)] = [
      ("Asia/Kolkata", 19_800), ("Asia/Calcutta", 19_800), ("+05:30", 19_800), ("-0330", -12_600),
      ("GMT+0530", 19_800), ("GMT+5", nil), ("UTC+5", nil), ("+25:00", nil), ("Mars/Crater", nil),
      ("../../etc/passwd", nil), ("", nil), ("+aa:bb", nil), ("+5:300", nil),
    ]
    for (name, offset) in rows {
      #expect(ZoneRules(named: name)?.offset(at: 1_800_000_000) == offset, "\(name)")
    }
  }

  /// The start of days, and the same local time on other days, in zones where clocks change at
  /// midnight.
  @Test func daysThatBeginLate() throws {
    let zone = try Self.zone("America/Asuncion")
    func date(_ utc: String) throws -> Date { Date(wholeSeconds: try Self.wall(utc).wallSeconds) }
    // On 6 October 2024 the clocks went from 00:00 to 01:00.
    let change = try date("20241006T040000")
    let (noon, before) = (try date("20241006T150000"), try date("20241005T043000"))
    let (later, last) = (try date("20241006T043000"), try date("20241006T035959"))
    #expect(zone.startOfDay(at: noon) == change)
    #expect(zone.components(at: change).hour == 1)
    #expect(zone.date(before, addingDays: 1) == later)
    #expect(zone.nextChange(after: before) == change)
    #expect(zone.day(at: last) == CivilDate(year: 2024, month: 10, day: 5))
    #expect(ZoneRules.utc.nextChange(after: before) == nil)
  }

  @Test(arguments: [
    "", "/etc/passwd", "../../../etc/passwd", "Europe/", "Europe//Berlin", "Europe/Atlantis",
    "Europe/Ber lin", "Europe", String(repeating: "a", count: 65),
  ])
  func namesThatAreNoZones(name: String) {
    #expect(ZoneFolder.system.zone(named: name) == nil)
  }
}
