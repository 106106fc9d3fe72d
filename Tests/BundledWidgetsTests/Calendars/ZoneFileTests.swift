import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// Makes compiled zone files (RFC 9636), valid or invalid.
struct ZoneFileBuilder {
  var magic = "TZif"
  var version: UInt8 = UInt8(ascii: "2")
  var times: [Int] = []
  var indices: [UInt8] = []
  var offsets: [Int] = [0]
  /// The times of leap seconds on a clock that counts leap seconds, and the total after each.
  var leaps: [(instant: Int, sum: Int)] = []
  var standardFlags = 0
  var utcFlags = 0
  var footer: String? = "UTC0"
  var typeCount: Int?

  /// The bytes of the file: one block for version 1; an empty block and a second block for later
  /// versions.
  var bytes: [UInt8] {
    if version == 0 { return block(version: 0, timeSize: 4) }
    var empty = ZoneFileBuilder()
    empty.version = version
    let tail = footer.map { Array("\n\($0)\n".utf8) } ?? []
    return empty.block(version: version, timeSize: 4) + block(version: version, timeSize: 8) + tail
  }

  private func block(version: UInt8, timeSize: Int) -> [UInt8] {
    let counts = [
      utcFlags, standardFlags, leaps.count, times.count, typeCount ?? offsets.count, 4,
    ]
    var bytes = Array(magic.utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in counts { bytes += Self.number(count, size: 4) }
    for time in times { bytes += Self.number(time, size: timeSize) }
    bytes += indices
    for offset in offsets { bytes += Self.number(offset, size: 4) + [0, 0] }
    bytes += Array("ABC\0".utf8)
    for leap in leaps {
      bytes += Self.number(leap.instant, size: timeSize) + Self.number(leap.sum, size: 4)
    }
    return bytes + [UInt8](repeating: 0, count: standardFlags + utcFlags)
  }

  private static func number(_ value: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

struct ZoneFileTests {
  private static func rules(_ change: (inout ZoneFileBuilder) -> Void) -> ZoneRules? {
    var builder = ZoneFileBuilder()
    builder.times = [-1000, 0, 1000]
    builder.indices = [1, 0, 1]
    builder.offsets = [3600, -7200]
    builder.footer = "ABC-1"
    change(&builder)
    return ZoneFile.rules(identifier: "Test/Zone", bytes: builder.bytes)
  }

  /// The offsets around each transition, with and without the yearly rule of newer versions.
  @Test(
    arguments: [
      (0, [3600, -7200, -7200, 3600, 3600, -7200, -7200]),
      (UInt8(ascii: "2"), [3600, -7200, -7200, 3600, 3600, 3600, 3600]),
      (UInt8(ascii: "4"), [3600, -7200, -7200, 3600, 3600, 3600, 3600]),
    ] as [(UInt8, [Int])])
  func versions(version: UInt8, expected: [Int]) throws {
    let rules = try #require(Self.rules { $0.version = version })
    #expect([-1001, -1000, -1, 0, 999, 1000, 5000].map { rules.offset(at: $0) } == expected)
    #expect(rules.identifier == "Test/Zone")
  }

  /// Flags do not matter to a calendar; leap seconds are subtracted from the times of a file that
  /// counts them.
  @Test(arguments: [0, UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")])
  func leapSecondsAreTakenOff(version: UInt8) throws {
    let plain = try #require(Self.rules { $0.version = version })
    var counted = ZoneFileBuilder()
    counted.leaps = [(-500, 1), (500, 2)]
    #expect(ZoneFile.countsLeapSeconds(counted.bytes))
    #expect(!ZoneFile.countsLeapSeconds(ZoneFileBuilder().bytes))
    let full = try #require(
      Self.rules {
        $0.version = version
        ($0.leaps, $0.standardFlags, $0.utcFlags) = (counted.leaps, 2, 2)
        $0.times = [-1000, 1, 1002]
      })
    #expect(plain.transitions == full.transitions)
    #expect(plain.offsets == full.offsets)
    #expect(plain.tail == full.tail)
  }

  @Test func withoutAFooterTheLastOffsetStays() throws {
    for footer in [nil, "", "nonsense"] as [String?] {
      let rules = try #require(Self.rules { $0.footer = footer })
      #expect(rules.tail == nil)
      #expect(rules.offset(at: 1_000_000) == -7200)
      #expect(rules.changes(after: -5000, through: 5000) == [-1000, 0, 1000])
    }
  }

  @Test func withoutTransitionsTheRuleIsAll() throws {
    let rules = try #require(
      Self.rules { builder in
        (builder.times, builder.indices) = ([], [])
        builder.footer = "EST5EDT,M3.2.0,M11.1.0"
      })
    let summer = try ZoneRulesTests.wall("20260701T000000").wallSeconds
    #expect(rules.offset(at: summer) == -14_400)
    #expect(rules.changes(after: summer, through: summer + 365 * 86_400).count == 2)
  }

  /// Files that no zone compiler writes.
  @Test func brokenFiles() {
    let breaks: [(String, (inout ZoneFileBuilder) -> Void)] = [
      ("magic", { $0.magic = "TZip" }),
      ("no types", { $0.offsets = [] }),
      ("an index over the types", { $0.indices[1] = 2 }),
      ("transitions out of order", { $0.times = [-1000, 2000, 1000] }),
      ("transitions twice", { $0.times = [-1000, 0, 0] }),
      ("a transition at the end of all numbers", { $0.times[0] = .min }),
      ("leap seconds between transitions", { $0.leaps = [(0, 2000), (1000, 4000)] }),
      ("more types than bytes", { $0.typeCount = 2000 }),
      ("a count over the limit", { $0.typeCount = 1 << 24 }),
      ("a negative count", { $0.typeCount = -1 }),
    ]
    for (name, change) in breaks { #expect(Self.rules(change) == nil, "\(name)") }
  }

  @Test func aFileOverTheLimit() {
    let bytes = ZoneFileBuilder().bytes
    let padding = [UInt8](repeating: 0, count: ZoneFile.sizeLimit)
    #expect(ZoneFile.rules(identifier: "x", bytes: bytes) != nil)
    #expect(ZoneFile.rules(identifier: "x", bytes: bytes + padding) == nil)
  }

  /// Random damage never causes a crash, and the changes that are read are in order.
  @Test func damagedFiles() {
    var builder = ZoneFileBuilder()
    builder.times = Array(stride(from: -100_000, to: 100_000, by: 5000))
    builder.indices = builder.times.map { $0 % 10_000 == 0 ? 0 : 1 }
    builder.offsets = [0, 3600]
    builder.leaps = [(-50_000, 1), (50_000, 2)]
    builder.footer = "CET-1CEST,M3.5.0,M10.5.0/3"
    let seed: UInt64 = 0x5EED_0015
    var random = SeededGenerator(seed: seed)
    for round in 0..<3000 {
      var bytes = builder.bytes
      for _ in 0..<random.number(1...4) {
        bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
      }
      bytes.removeLast(random.chance(20) ? random.number(0...200) : 0)
      guard let rules = ZoneFile.rules(identifier: "x", bytes: bytes) else { continue }
      let isSorted = zip(rules.transitions, rules.transitions.dropFirst()).allSatisfy { $0 < $1 }
      #expect(isSorted, "seed \(seed), round \(round)")
      #expect(rules.transitions.count == rules.offsets.count, "seed \(seed), round \(round)")
    }
  }
}
