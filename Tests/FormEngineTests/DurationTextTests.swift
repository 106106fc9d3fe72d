import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

@Suite struct DurationTextTests {
  @Test(arguments: [
    ("90", DurationUnit.seconds, 90.0), ("90", .minutes, 5_400), ("1.5", .hours, 5_400),
    ("1,5", .hours, 5_400), ("2", .days, 172_800), ("0", .hours, 0), ("-5", .seconds, -5),
    ("1h30m", .seconds, 5_400), ("1h 30 min", .seconds, 5_400), ("90 MIN", .seconds, 5_400),
    ("2d", .seconds, 172_800), ("1w", .seconds, 604_800), ("1week2days", .seconds, 777_600),
    ("1 hour 1 minute 1 second", .seconds, 3_661), ("2hrs", .seconds, -1),
    ("1.5h", .seconds, 5_400), ("1h30", .seconds, 5_400), ("2 H 05", .seconds, 7_500),
    ("1d2h3", .hours, 93_780), ("1 hour 30", .days, 5_400),
    ("١h٣٠", .seconds, 5_400),
    ("1:30", .seconds, 5_400), ("1:30:15", .seconds, 5_415), ("0:00", .seconds, 0),
    ("100:00", .days, 360_000), ("PT36H", .seconds, 129_600), ("pt36h", .seconds, 129_600),
    ("P1DT12H", .seconds, 129_600), ("P2W", .seconds, 1_209_600), ("PT5M", .seconds, 300),
    ("PT0.5S", .seconds, 0.5), ("1e+15s", .seconds, 1e15), ("1e-07s", .seconds, 1e-7),
    ("٣h", .seconds, 10_800), ("١h٣٠m", .seconds, 5_400), ("٨:١٥", .hours, 29_700),
    ("-5h", .seconds, -18_000), ("-1:30", .seconds, -5_400), ("-90 min", .hours, -5_400),
  ])
  func reading(text: String, unit: DurationUnit, seconds: Double) {
    let expected = seconds == -1 ? nil : seconds
    #expect(DurationText.seconds(of: text, unit: unit) == expected)
  }

  @Test(arguments: [
    "", " ", "h", "1x", "1h1h", "1m1h", "1h60", "1h300", "1h3.5", "1m30", "1d30", "PT1H30",
    "1:60", "1:2:3:4", "1::2", ":", "a:b", "1:-30", "1h/2", "1h;30m", "1h=30", "1h (30m)",
    "P", "PT", "P5M", "P1Y", "PT1D", "P1H", "P1DT", "1e999", "nan", "inf", "½h", "1h-30m",
    "99999999999999999999:00", "0x10", "1_000", "--5", "-+5", "-", "+", ".", ",", "1.2.3", "1,2,3",
  ])
  func refusing(text: String) {
    #expect(DurationText.seconds(of: text, unit: .seconds) == nil)
  }

  @Test(arguments: [
    (0.0, "0s", "0 s"), (59, "59s", "59 s"), (60, "1m", "1 min"), (61, "1m1s", "1 min 1 s"),
    (5_400, "1h30m", "1 h 30 min"), (86_400, "1d", "1 d"),
    (90_061, "1d1h1m1s", "1 d 1 h 1 min 1 s"), (0.5, "0.5s", "0.5 s"), (90.5, "90.5s", "90.5 s"),
    (129_600, "1d12h", "1 d 12 h"),
  ])
  func writing(seconds: Double, text: String, display: String) {
    #expect(DurationText.text(of: seconds) == text)
    #expect(DurationText.display(of: seconds) == display)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func readingBack(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let scales: [Double] = [1, 60, 86_400, 1e12, 1e18, 1e-9, 1e300]
      let scale = scales.randomElement(using: &random) ?? 1
      let raw = Double.random(in: 0..<1, using: &random) * scale
      let seconds = Bool.random(using: &random) ? raw.rounded() : raw
      for text in [DurationText.text(of: seconds), DurationText.display(of: seconds)] {
        #expect(
          DurationText.seconds(of: text, unit: .days) == seconds, "\(text), seed \(seed)")
      }
    }
  }
}
