import Testing

@testable import WidgetTestSupport

/// The part of a table that an everyday run covers.
@Suite struct TestDepthTests {
  @Test(arguments: [
    (1, 10, [0]), (2, 10, [0, 5]), (3, 10, [0, 3, 6]), (9, 10, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
    (4, 5, [0, 1, 2, 3]), (0, 5, []),
  ])
  func aPartIsSpreadOverTheWhole(everyday: Int, size: Int, expected: [Int]) {
    #expect(TestDepth.spread(everyday, of: 0..<size) == expected)
  }

  @Test(arguments: [(1, 3), (2, 3), (2, 5), (3, 7), (4, 6)])
  func everyElementHasItsTurn(everyday: Int, size: Int) {
    var seen: Set<Int> = []
    for row in 0..<size {
      let part = TestDepth.take(everyday, of: 0..<size, from: row * everyday)
      #expect(part.count == everyday)
      #expect(Set(part).count == everyday)
      seen.formUnion(part)
    }
    #expect(seen == Set(0..<size))
  }

  @Test(arguments: [5, 9])
  func aSmallTableIsTakenWhole(everyday: Int) {
    #expect(TestDepth.part(everyday, of: 0..<5) == [0, 1, 2, 3, 4])
    #expect(TestDepth.turn(3, everyday, of: 0..<5) == [0, 1, 2, 3, 4])
  }

  @Test func aThoroughRunHasTheLargerNumber() {
    #expect(TestDepth.count(3, thorough: 8) == (TestDepth.isThorough ? 8 : 3))
    #expect(TestDepth.part(2, of: 0..<6).count == (TestDepth.isThorough ? 6 : 2))
  }
}
