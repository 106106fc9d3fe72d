import IntentModel
import Testing
import WidgetTestSupport

/// Slider positions: a whole number of steps, without drift.
@Suite struct SliderScaleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let range: ClosedRange<Double>
    let isWhole: Bool
    let step: Double
    let last: Int

    init(_ range: ClosedRange<Double>, whole: Bool = false, step: Double, last: Int) {
      self.range = range
      isWhole = whole
      self.step = step
      self.last = last
    }

    var testDescription: String { "\(range)\(isWhole ? " whole" : "")" }

    func scale() throws -> SliderScale {
      try #require(SliderScale(from: range.lowerBound, to: range.upperBound, isWhole: isWhole))
    }
  }

  private static let rows: [Row] = [
    Row(0...1, step: 0.05, last: 20), Row(0...0.5, step: 0.02, last: 25),
    Row(-5...5, step: 0.5, last: 20), Row(1...100, whole: true, step: 2, last: 50),
    Row(0...10, whole: true, step: 1, last: 10), Row(0...3, whole: true, step: 1, last: 3),
    Row(0...1_000, whole: true, step: 50, last: 20), Row(0...100, step: 5, last: 20),
    Row(0...0.97, step: 0.02, last: 49), Row(0.1...0.7, step: 0.02, last: 30),
    Row(0.125...1.125, step: 0.05, last: 20), Row(0.00001...0.5, step: 0.02, last: 25),
    Row(0...1e-9, step: 5e-11, last: 20), Row(-1e12...1e12, step: 1e11, last: 20),
    Row(0...1e300, step: 5e298, last: 20), Row(-100...0, whole: true, step: 5, last: 20),
  ]

  @Test("Rule 7: steps of 1, 2 or 5 times a power of ten, at least twenty of them", arguments: rows)
  func step(_ row: Row) throws {
    let scale = try row.scale()
    #expect(abs(scale.step / row.step - 1) < 1e-12)
    #expect(scale.lastPosition == row.last)
    #expect(scale.value(at: 0) == row.range.lowerBound)
    #expect(scale.value(at: row.last) == row.range.upperBound)
  }

  @Test("Rule 7: a position round-trips through its value", arguments: rows)
  func identity(_ row: Row) throws {
    let scale = try row.scale()
    for position in 0...scale.lastPosition {
      let value = scale.value(at: position)
      #expect(scale.position(of: value) == position)
      #expect(scale.value(at: scale.position(of: value)) == value)
      #expect(row.range.contains(value))
    }
  }

  @Test("Rule 7: twenty steps up and twenty down return to the start", arguments: rows)
  func walk(_ row: Row) throws {
    let scale = try row.scale()
    var value = scale.minimum
    var seen = [value]
    while value < scale.maximum, seen.count <= scale.lastPosition {
      value = scale.value(1, from: value)
      seen.append(value)
    }
    #expect(seen == (0...scale.lastPosition).map { scale.value(at: $0) })
    for expected in seen.reversed().dropFirst() {
      value = scale.value(-1, from: value)
      #expect(value == expected)
    }
  }

  @Test("Rule 7: values are the shortest decimals, without drift")
  func noDrift() throws {
    let unit = try #require(SliderScale(from: 0, to: 1))
    #expect(
      (0...20).map { unit.value(at: $0).shortest } == [
        "0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3", "0.35", "0.4", "0.45", "0.5", "0.55",
        "0.6", "0.65", "0.7", "0.75", "0.8", "0.85", "0.9", "0.95", "1",
      ])
    let whole = try #require(SliderScale(from: 1, to: 100, isWhole: true))
    let odd = stride(from: 1.0, to: 100, by: 2)
    #expect((0...49).map { whole.value(at: $0) } == Array(odd))
    let shifted = try #require(SliderScale(from: 0.00001, to: 0.5))
    #expect((1...3).map { shifted.value(at: $0).shortest } == ["0.02001", "0.04001", "0.06001"])
  }

  @Test(
    "A value off the grid goes to the nearest position",
    arguments: [
      (0.0...1.0, 0.52, 0.5), (0...1, 0.53, 0.55), (0...1, -3, 0), (0...1, 7, 1),
      (0...0.97, 0.961, 0.96), (0...0.97, 0.969, 0.97), (-5...5, 0.2, 0), (-5...5, 0.3, 0.5),
    ])
  func snap(_ range: ClosedRange<Double>, _ value: Double, _ snapped: Double) throws {
    let scale = try #require(SliderScale(from: range.lowerBound, to: range.upperBound))
    #expect(scale.value(at: scale.position(of: value)) == snapped)
    #expect(scale.value(0, from: value) == snapped)
  }

  @Test("Steps beyond an end stop there")
  func ends() throws {
    let scale = try #require(SliderScale(from: 0, to: 1))
    #expect(scale.value(5, from: 0.9) == 1)
    #expect(scale.value(-5, from: 0.1) == 0)
    #expect(scale.value(.max, from: 0.5) == 1)
    #expect(scale.value(.min, from: 0.5) == 0)
    #expect(scale.value(at: -1) == 0)
    #expect(scale.value(at: 21) == 1)
  }

  @Test(
    "There is no scale without two finite ends in order",
    arguments: [
      (1.0, 1.0), (2, 1), (.nan, 1), (0, .nan), (0, .infinity), (-.infinity, 0),
      (-Double.greatestFiniteMagnitude, Double.greatestFiniteMagnitude),
    ])
  func none(_ minimum: Double, _ maximum: Double) {
    #expect(SliderScale(from: minimum, to: maximum) == nil)
  }

  @Test("The narrowest of ranges still has two positions")
  func narrow() throws {
    let scale = try #require(SliderScale(from: 0, to: .leastNonzeroMagnitude))
    #expect(scale.lastPosition >= 1)
    #expect(scale.value(1, from: 0) > 0)
    #expect(scale.value(at: scale.lastPosition) == .leastNonzeroMagnitude)
  }

  @Test("§2.2: a slider has a scale if both ends are known; a missing minimum is 0")
  func metadata() {
    let slider = NumberMetadata<Double>(
      control: .slider, defaultValue: 0.5, maximum: .value(1))
    #expect(slider.sliderScale == SliderScale(from: 0, to: 1))
    #expect(NumberMetadata<Double>(control: .slider, minimum: .value(0)).sliderScale == nil)
    #expect(
      NumberMetadata<Double>(control: .slider, minimum: .value(0), maximum: .unbounded)
        .sliderScale == nil)
    #expect(NumberMetadata<Double>.within(0...1, control: .stepper).sliderScale == nil)
    #expect(
      NumberMetadata<Int>.within(1...100, control: .slider).sliderScale
        == SliderScale(from: 1, to: 100, isWhole: true))
    #expect(NumberMetadata<Int>.within(1...100).sliderScale == nil)
  }
}
