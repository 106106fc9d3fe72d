import Testing

@testable import IntentModel

/// Wrappers for values that are not compared, or that are stored outside the value that contains
/// them.
@Suite struct ValueWrapperTests {
  private struct Pair: Hashable {
    @Uncompared var note = "a"
    @Boxed var list = [1]
  }

  @Test func `What is not compared makes no difference`() {
    let (one, other) = (Pair(note: "a"), Pair(note: "b"))
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    #expect(other.note == "b")
  }

  @Test func `A copy of a value that is stored outside is independent`() {
    let one = Pair()
    var other = one
    other.list.append(2)
    #expect(one.list == [1])
    #expect(other.list == [1, 2])
    #expect(one != other)
    other.list.removeLast()
    #expect(one == other)
  }
}
