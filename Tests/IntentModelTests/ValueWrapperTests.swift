import Testing

@testable import IntentModel

/// The wrappers of values that are not compared, or that are kept outside of what contains them.
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

  @Test func `A copy of a value that is kept outside is a value of its own`() {
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
