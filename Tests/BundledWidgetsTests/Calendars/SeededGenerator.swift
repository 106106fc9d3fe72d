import WidgetTestSupport

/// Random numbers for the calendar tests.
extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  /// Some distinct values from a range, sorted.
  mutating func some(_ count: ClosedRange<Int>, of range: ClosedRange<Int>) -> [Int] {
    Set((0..<number(count)).map { _ in number(range) }).sorted()
  }
}
