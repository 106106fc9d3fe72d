import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import Zones

/// Compares the zones of a tz database with what Python's `zoneinfo` reads from the same files.
@Suite(.startsPrograms)
struct ZoneDifferentialTests {
  /// The newest database, which `.ci/setup tests` fetches, or else the system's database.
  private static let folder: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let newest = root.appending(path: ".build/tzdata/tzdata/zoneinfo").path
    return ZoneFolder(path: newest).hasZones ? newest : SystemZones.shared.folder.path
  }()

  /// Prints a line for each zone: its name, its offset at the start of 2025, each change until 2029
  /// with the new offset, and, around the changes, the wall time of each half hour with its
  /// instant.
  private static let script = """
    import datetime, os, sys, zoneinfo
    zoneinfo.reset_tzpath([FOLDER])
    utc = datetime.timezone.utc
    epoch = datetime.datetime(1970, 1, 1)
    def offset(zone, second):
        moment = datetime.datetime.fromtimestamp(second, utc).astimezone(zone)
        return int(moment.utcoffset().total_seconds())
    start = int(datetime.datetime(2025, 1, 1, tzinfo=utc).timestamp())
    end = int(datetime.datetime(2029, 1, 1, tzinfo=utc).timestamp())
    names = []
    for path, folders, files in os.walk(FOLDER):
        for file in files:
            name = os.path.relpath(os.path.join(path, file), FOLDER)
            if name.split("/")[0] in ("posix", "right", "localtime", "posixrules"): continue
            with open(os.path.join(path, file), "rb") as content:
                if content.read(4) == b"TZif": names.append(name)
    for name in sorted(names):
        zone = zoneinfo.ZoneInfo.no_cache(name)
        last = offset(zone, start)
        changes, walls = [], []
        for second in range(start, end, 21600):
            low, high = second, second + 21600
            now = offset(zone, high)
            if now == last: continue
            while high - low > 1:
                middle = (low + high) // 2
                if offset(zone, middle) == last: low = middle
                else: high = middle
            changes.append(f"{high}:{now}")
            for half in range(-8, 9):
                wall = high + last + half * 1800
                there = epoch + datetime.timedelta(seconds=wall)
                walls.append(f"{wall}:{int(there.replace(tzinfo=zone).timestamp())}")
            last = now
        print(name, offset(zone, start), ",".join(changes) or "-", ",".join(walls) or "-")
    """

  @Test func zonesAsPythonHasThem() async throws {
    guard await Python.has("zoneinfo") else { return }
    let source = "FOLDER = \"\(Self.folder)\"\n" + Self.script
    let program = try await blocking { try FinishedProgram("python3", ["-"], input: source) }
    try #require(program.status == 0, "\(program.errors)")
    let zones = SystemZones(environment: ["TZDIR": Self.folder])
    #expect(zones.folder.path == Self.folder)
    let (start, end) = (1_735_689_600, 1_861_920_000)
    let lines = program.output.split(separator: "\n")
    #expect(lines.count > 400)
    var differences: [String] = []
    for line in lines {
      let parts = line.split(separator: " ").map(String.init)
      try #require(parts.count == 4, "\(line)")
      func pairs(_ text: String) -> [[Int]] {
        text.split(separator: ",").map { $0.split(separator: ":").compactMap { Int($0) } }
          .filter { $0.count == 2 }
      }
      // The zone is looked up by name, and also through `TZ`, which reads the zone's file directly.
      let named = zones.zone(named: parts[0])
      let local = SystemZones(environment: ["TZDIR": Self.folder, "TZ": parts[0]]).local
      guard let zone = named ?? (parts[0].contains(".") ? local.zone : nil), local.remark == nil
      else {
        differences.append("\(parts[0]) is unknown")
        continue
      }
      let changes = pairs(parts[2])
      if zone.changes(after: start, through: end - 1) != changes.map({ $0[0] }) {
        differences.append("\(parts[0]): \(zone.changes(after: start, through: end - 1))")
      }
      let steps = [[start, Int(parts[1]) ?? 0]] + changes
      for step in changes {
        for hour in -26...26 {
          let instant = step[0] + hour * 3_600
          let expected = steps.last { $0[0] <= instant }?[1]
          if let expected,
            zone.offset(at: instant) != expected || local.zone.offset(at: instant) != expected
          {
            differences.append("\(parts[0]) at \(instant): \(zone.offset(at: instant))")
          }
        }
      }
      for pair in pairs(parts[3])
      where zone.instant(of: CivilDateTime(wallSeconds: pair[0])) != pair[1] {
        differences.append("\(parts[0]) at the wall time \(pair[0])")
      }
    }
    #expect(differences == [])
  }
}
