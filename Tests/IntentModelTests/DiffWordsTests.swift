import IntentModel
import Testing

/// Which effects of a change in `diff` are losses.
@Suite struct DiffWordsTests {
  @Test(arguments: [
    (DiffVerdict.unchanged, false), (.becameArray, false), (.lostItsRow, false),
    (.becameSingle, true), (.removed, true), (.added(hasDefault: true), false),
  ])
  func `what a loss is`(verdict: DiffVerdict, isLoss: Bool) {
    #expect(verdict.effect.isLoss == isLoss)
    let change = ParameterChange(oldName: "a", newName: "b", verdicts: [verdict, .unchanged])
    #expect(change.losesAnswers == isLoss)
  }

  @Test func `only two effects are losses`() {
    #expect(DiffEffect.allCases.filter(\.isLoss) == [.lostForSome, .lost])
  }
}
