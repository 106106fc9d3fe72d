import IntentModel
import Testing
import WidgetTestSupport

@testable import FormEngine

/// Properties that hold when numbers, dates and times change in steps, and properties of the texts
/// of the form.
@Suite("Laws of steps")
struct StepTests {
  static let date = ParameterType.dateComponents(.init(kind: .date))
  static let time = ParameterType.dateComponents(.init(kind: .time))

  static func value(_ text: String, _ type: ParameterType) -> IntentValue? {
    try? ValueText.value(of: text, type: type, schema: .of([])).get()
  }

  /// A step forward and a step back cancel each other out, except at the limits.
  @Test func thereAndBack() {
    for seed in PropertySeeds("a step there and back", count: 120) {
      var random = SeededGenerator(seed: seed)
      let number = Int.random(in: -1_000_000...1_000_000, using: &random)
      let quarter = Int.random(in: 0..<96, using: &random) * 15
      let day = CivilDate(
        clampingYear: Int.random(in: 2...9_998, using: &random),
        month: Int.random(in: 1...12, using: &random), day: Int.random(in: 1...31, using: &random))
      let samples: [(ParameterType, IntentValue?)] = [
        (.number, .integer(number)), (.decimal(.init()), .decimal(Double(number) / 4)),
        (.timeInterval(.init()), .timeInterval(Double(abs(number) + 2_000))),
        (Self.time, Self.value("\(quarter / 60):\(padded(quarter % 60))", Self.time)),
        (
          Self.date,
          Self.value(
            "\(padded(day.year, 4))-\(padded(day.month))-"
              + padded(day.day), Self.date)
        ),
      ]
      let steps = Int.random(in: -360...360, using: &random)
      for (type, value) in samples {
        let there = ValueStepper.step(value, type: type, by: steps)
        let back = ValueStepper.step(there, type: type, by: -steps)
        #expect(back == value, "\(type) by \(steps), seed \(seed)")
      }
    }
  }

  /// A step stays within the limits of the definition, for every value and count.
  @Test func stepsStayInLimits() {
    for seed in PropertySeeds("steps in limits", count: 150) {
      var random = SeededGenerator(seed: seed)
      let lower = Int.random(in: -50...50, using: &random)
      let upper = lower + Int.random(in: 1...100, using: &random)
      let control: NumberControl = Bool.random(using: &random) ? .slider : .stepper
      let whole = ParameterType.integer(
        .init(control: control, minimum: .value(lower), maximum: .value(upper)))
      let decimal = ParameterType.decimal(
        .init(control: control, minimum: .value(Double(lower)), maximum: .value(Double(upper))))
      let start = Int.random(in: -200...200, using: &random)
      let steps = [1, -1, 7, -40, .max, .min].randomElement(using: &random) ?? 1
      if case .integer(let number)? = ValueStepper.step(.integer(start), type: whole, by: steps) {
        #expect((lower...upper).contains(number), "seed \(seed)")
      } else {
        Issue.record("no number, seed \(seed)")
      }
      let moved = ValueStepper.step(.decimal(Double(start)), type: decimal, by: steps)
      if case .decimal(let number)? = moved {
        #expect((Double(lower)...Double(upper)).contains(number), "seed \(seed)")
      } else {
        Issue.record("no number, seed \(seed)")
      }
    }
  }

  /// Days at the ends of months and years, and incomplete dates.
  @Test(
    arguments: [
      ("2026-12-31", 1, "2027-01-01"), ("2026-01-01", -1, "2025-12-31"),
      ("2024-02-29", 1, "2024-03-01"), ("2024-02-29", 366, "2025-03-01"),
      ("2023-02-28", 1, "2023-03-01"), ("2000-02-28", 1, "2000-02-29"),
      ("1900-02-28", 1, "1900-03-01"), ("--12-31", 1, "--01-01"), ("--01-01", -1, "--12-31"),
      ("--02-28", 1, "--02-29"), ("--02-29", 1, "--03-01"), ("---24", 1, nil),
      ("2026-11", 1, nil), ("2026", -1, nil), ("2026--24", 1, nil),
    ] as [(String, Int, String?)])
  func days(before: String, steps: Int, after: String?) {
    let value = Self.value(before, Self.date)
    let moved = ValueStepper.step(value, type: Self.date, by: steps)
    #expect(moved.map { ValueText.text(of: $0) } == after)
  }

  /// Times change in steps of a quarter of an hour, first to the next quarter, and wrap around at
  /// midnight.
  @Test(
    arguments: [
      ("00:00", -1, "23:45"), ("23:45", 1, "00:00"), ("23:59", 1, "00:00"), ("00:14", -1, "23:45"),
      ("07:00", 4, "08:00"), ("07:07", 1, "07:15"), ("07:07", -1, "06:45"), ("12:", 1, "12:15"),
      (":30", 1, "00:45"), ("07:00:30", 1, "07:15:30"), ("07:00", 96, "07:00"),
      ("07:00", 97, "07:15"), ("07:00", 0, "07:00"),
    ])
  func times(before: String, steps: Int, after: String) {
    let moved = ValueStepper.step(Self.value(before, Self.time), type: Self.time, by: steps)
    #expect(moved.map { ValueText.text(of: $0) } == after)
  }

  /// Amounts of money in the format of each locale.
  @Test(
    arguments: [
      ("en-GB", "GBP", "£12.50"), ("de", "GBP", "12,50 £"), ("en-IN", "INR", "₹12.50"),
      ("ko", "KRW", "₩12.50"), ("en-CA", "CAD", "$12.50"), ("en-AU", "AUD", "$12.50"),
      ("en-NZ", "NZD", "$12.50"), ("en-US", "CAD", "CA$12.50"), ("en-CA", "USD", "US$12.50"),
      ("zh-Hans", "CNY", "¥12.50"), ("ja", "CNY", "元 12.50"), ("en-US", "CNY", "CN¥12.50"),
      ("zh-Hans", "JPY", "JP¥12.50"), ("ja", "JPY", "¥12.50"), ("fr", "JPY", "12,50 JPY"),
      ("de-CH", "CHF", "CHF 12.50"), ("en", "EUR", "12.50 EUR"), ("fr", "NOK", "12,50 NOK"),
      ("en-US", "XXX", "12.50 XXX"),
    ])
  func money(locale: String, code: String, text: String) {
    let format = LocaleFormat(locale: locale)
    #expect(format.text(of: CurrencyAmount(amount: "12.50", currencyCode: code)) == text)
    let debt = format.text(of: CurrencyAmount(amount: "-12.50", currencyCode: code))
    // In Switzerland, the sign replaces the space, as in “CHF-12.50”.
    let plain = { (text: String) in text.filter { !"- ".contains($0) } }
    #expect(debt.contains("-") && plain(debt) == plain(text))
  }
}
