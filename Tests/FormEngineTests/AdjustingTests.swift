import IntentModel
import Testing
import WidgetTestSupport

@testable import FormEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AdjustingTests {
  static let slider = ParameterType.decimal(
    .init(control: .slider, minimum: .value(0), maximum: .value(1)))
  static let wholeSlider = ParameterType.integer(
    .init(control: .slider, minimum: .value(0), maximum: .value(10)))
  static let endless = ParameterType.integer(
    .init(control: .slider, minimum: .value(.min), maximum: .value(.max)))
  static let bounded = ParameterType.integer(.init(minimum: .value(3), maximum: .value(5)))
  static let hours = ParameterType.timeInterval(
    .init(units: .single(.hours), maximum: .value(48)))
  static let date = ParameterType.dateComponents(.init(kind: .date))
  static let time = ParameterType.dateComponents(.init(kind: .time))

  static func components(_ values: Int?...) -> IntentValue {
    .dateComponents(DateTextTests.components(values))
  }

  @Test(
    arguments: [
      (slider, nil, 1, .decimal(0)), (slider, .decimal(0.1), 1, .decimal(0.15)),
      (slider, .decimal(0.15), -1, .decimal(0.1)), (slider, .decimal(1), 1, .decimal(1)),
      (slider, .decimal(0.3), 1_000, .decimal(1)), (slider, .decimal(7), -1, .decimal(0.95)),
      (wholeSlider, .integer(3), 2, .integer(5)), (wholeSlider, .integer(3), -9, .integer(0)),
      (endless, .integer(0), .max, .integer(.max)), (endless, .integer(0), .min, .integer(.min)),
      (endless, .integer(.max), 1, .integer(.max)),
      (.number, nil, 1, .integer(0)), (.number, .integer(5), -7, .integer(-2)),
      (.number, .integer(.max), 1, .integer(.max)), (.number, .integer(.min), -1, .integer(.min)),
      (.number, .integer(0), .max, .integer(1_000_000)),
      (.number, .integer(0), .min, .integer(-1_000_000)),
      (bounded, nil, 1, .integer(3)), (bounded, .integer(5), 1, .integer(5)),
      (bounded, .integer(99), -1, .integer(5)), (bounded, .integer(3), -1, .integer(3)),
      (.decimal(.init()), .decimal(0.5), 1, .decimal(1.5)),
      (.decimal(.init(maximum: .value(1))), .decimal(0.5), 1, .decimal(1)),
      (hours, nil, 1, .timeInterval(3_600)), (hours, .timeInterval(3_600), -1, .timeInterval(0)),
      (hours, .timeInterval(0), -1, .timeInterval(0)),
      (hours, .timeInterval(1_800), 1, .timeInterval(5_400)),
      (hours, .timeInterval(0), .max, .timeInterval(172_800)),
      (date, nil, 1, nil), (date, components(2026), 1, nil),
      (date, components(2026, 12, 31), 1, components(2027, 1, 1)),
      (date, components(2026, 3, 1), -1, components(2026, 2, 28)),
      (date, components(2024, 2, 28), 1, components(2024, 2, 29)),
      (date, components(nil, 12, 31), 1, components(nil, 1, 1)),
      (date, components(2026, 1, 1), 365, components(2027, 1, 1)),
      (date, components(2026, 13, 1), 1, nil), (date, components(2026, 1, .max - 1), 1, nil),
      (date, components(9_999, 12, 31), 1, components(9_999, 1, 1)),
      (time, nil, 1, components(nil, nil, nil, 0, 15)),
      (time, nil, -1, components(nil, nil, nil, 23, 45)),
      (time, components(nil, nil, nil, 7, 20), 1, components(nil, nil, nil, 7, 30)),
      (time, components(nil, nil, nil, 23, 45), 1, components(nil, nil, nil, 0, 0)),
      (time, components(nil, nil, nil, 7, 30, 15), -2, components(nil, nil, nil, 7, 0, 15)),
      (time, components(nil, nil, nil, .max - 1), 1, nil),
      (
        time, components(nil, nil, nil, 7), .min,
        components(nil, nil, nil, 15, 0)
      ),
      (.text, .string("a"), 1, nil), (.thing, .thing("a"), 1, nil),
      (.placemark(detail: nil), nil, 1, nil), (.url(defaultValue: nil), nil, -1, nil),
    ] as [(ParameterType, IntentValue?, Int, IntentValue?)])
  func steps(type: ParameterType, value: IntentValue?, count: Int, result: IntentValue?) {
    #expect(ValueStepper.step(value, type: type, by: count) == result)
  }

  @Test(
    arguments: [
      (nil, 1, "plain"), (nil, -1, "wide"), ("plain", 1, "bold"), ("plain", -1, "wide"),
      ("wide", 1, "plain"), ("bold", 3, "bold"), ("bold", -4, "plain"), ("gone", 1, "plain"),
      ("plain", Int.max, "bold"), ("plain", Int.min, "bold"),
    ] as [(String?, Int, String)])
  func cases(before: String?, count: Int, after: String) {
    let values = before.map { ["style": IntentValue.enumeration($0)] } ?? [:]
    var form = FormState.form(
      [.row("style", .style)], enums: [.styles], draft: IntentDraft(values: values))
    _ = form.handle(.focus(.parameter("style")))
    _ = form.handle(.adjust(count))
    #expect(form.draft["style"] == .enumeration(after))
  }

  @Test(arguments: [
    (1, WidgetFamily.systemLarge), (2, .systemSmall), (-1, .systemLarge), (.max, .systemLarge),
    (.min, .systemSmall),
  ])
  func families(count: Int, family: WidgetFamily) {
    var form = FormState.form([.row("a", .text)])
    _ = form.handle(.adjust(count))
    #expect(form.family == family)
  }

  @Test func unknownFamilyIsNotTaken() {
    var form = FormState.form([.row("a", .text)])
    _ = form.handle(.setFamily(.accessoryInline))
    #expect(form.family == .systemSmall)
    #expect(form.unreadTexts[.family]?.text == "accessoryInline" && form.issues.count == 1)
    _ = form.handle(.setFamily(.systemLarge))
    #expect(form.family == .systemLarge && form.issues.isEmpty)
  }

  @Test func stepThatChangesNothingIsNoAnswer() throws {
    let type = ParameterType.integer(
      .init(control: .slider, defaultValue: 10, minimum: .value(0), maximum: .value(10)))
    var form = FormState.form([.row("size", type)])
    try form.run("focus size, right")
    #expect(form.draft["size"] == nil)
    try form.run("left, undo")
    #expect(form.draft["size"] == nil)
    #expect(form.state(of: "size")?.value == .integer(10))
  }

  @Test func sliderDoesNotDrift() throws {
    let type = ParameterType.decimal(
      .init(control: .slider, minimum: .value(0), maximum: .value(2)))
    var form = FormState.form([.row("size", type)])
    try form.run("focus size, right")
    for step in 1...20 {
      try form.run("right")
      #expect(form.draft["size"] == .decimal(Double(step) / 10))
    }
  }

  @Test func emptySlotIsFilledByAStep() throws {
    let sizes = ArraySizes([.systemSmall: 3])
    var form = FormState.form([.row("n", .number, many: true, sizes: sizes)])
    try form.run("focus n[2], right, right")
    #expect(form.draft["n"] == .array([.integer(1)]))
    #expect(form.focus == .element("n", 0))
  }
}
