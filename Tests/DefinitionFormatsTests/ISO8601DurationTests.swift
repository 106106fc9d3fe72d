import FormatTestSupport
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings

@Suite struct ISO8601DurationTests {
  /// Seconds and their canonical form.
  static let canonical: [(Double, String)] = [
    (0, "PT0S"),
    (1, "PT1S"),
    (59, "PT59S"),
    (60, "PT1M"),
    (90, "PT1M30S"),
    (3_600, "PT1H"),
    (3_601, "PT1H1S"),
    (5_400, "PT1H30M"),
    (86_400, "PT24H"),
    (129_600, "PT36H"),
    (604_800, "PT168H"),
    (0.5, "PT0.5S"),
    (0.1, "PT0.1S"),
    (3_600.1, "PT1H0.1S"),
    (61.25, "PT1M1.25S"),
    (0.000_01, "PT0.00001S"),
    (0.000_015, "PT0.000015S"),
    (-60, "-PT1M"),
    (-0.5, "-PT0.5S"),
    (1e15, "PT277777777777H46M40S"),
    (1e19, "PT10000000000000000000S"),
    (9_007_199_254_740_991, "PT2501999792983H36M31S"),
  ]

  @Test(arguments: canonical)
  func `Seconds have one canonical form`(seconds: Double, text: String) {
    #expect(ISO8601Duration.text(ofSeconds: seconds) == text)
  }

  @Test(arguments: canonical.filter { $0.0 < 1e19 })
  func `The canonical form reads back exactly`(seconds: Double, text: String) {
    #expect(ISO8601Duration.seconds(of: text) == seconds)
  }

  /// Other accepted forms of durations, and their seconds.
  static let other: [(String, Double)] = [
    ("P1D", 86_400),
    ("P1W", 604_800),
    ("P1W1D", 691_200),
    ("P1DT12H", 129_600),
    ("PT90M", 5_400),
    ("PT0.5H", 1_800),
    ("PT0,5H", 1_800),
    ("PT1.5M", 90),
    ("P0.5D", 43_200),
    ("PT1H0.1S", 3_600.1),
    ("PT007S", 7),
    ("-PT1H", -3_600),
    ("P0D", 0),
    ("PT0.10S", 0.1),
    ("PT0.001M", 0.06),
  ]

  @Test(arguments: other)
  func `Other forms of ISO 8601 are read`(text: String, seconds: Double) {
    #expect(ISO8601Duration.seconds(of: text) == seconds)
  }

  @Test(arguments: [
    "", "P", "PT", "36h", "36", "T1H", "P1H", "PT1D", "P1Y", "P1M", "PT1S1M", "PT1M1M", "PT1.5M1S",
    "PT.5S", "PT5.S", "PT1HX", "PT1H ", " PT1H", "pt1h", "+PT1H", "--PT1H", "PT-1H", "P1.5DT1H",
    "PT99999999999999999999S", "PT9223372036854775807H", "PT1", "P1WT", "PT٣S",
  ])
  func `Any other text is not a duration`(text: String) {
    #expect(ISO8601Duration.seconds(of: text) == nil)
  }

  @Test func `A very long text is not a duration`() {
    let text = "PT0." + String(repeating: "1", count: 1_000) + "S"
    #expect(ISO8601Duration.seconds(of: text) == nil)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `Numbers that are not finite have no text`(seconds: Double) {
    #expect(ISO8601Duration.text(ofSeconds: seconds) == nil)
  }

  @Test func `Every duration of up to a thousand days reads back exactly`() {
    for seed in PropertySeeds("durations", count: 2_000) {
      var random = SeededGenerator(seed: seed)
      let seconds =
        random.chance(0.5)
        ? Double.random(in: 0..<86_400_000, using: &random)
        : Double(Int.random(in: 0..<1_000_000_000, using: &random)) / 1_000
      let text = ISO8601Duration.text(ofSeconds: seconds)
      #expect(text.flatMap(ISO8601Duration.seconds) == seconds, "seed \(seed): \(seconds)")
    }
  }
}
