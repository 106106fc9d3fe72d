import Testing

@testable import IntentOptions

/// A response that arrives once, and the tasks that wait for it.
@Suite struct PendingResponseTests {
  @Test func anAnswerGivenBeforeIsThereAtOnceForEachWhoAsks() async throws {
    let answer = PendingResponse<Int>()
    answer.give(.success(1))
    for _ in 0..<3 { #expect(try await answer.value() == 1) }
  }

  @Test func theFirstAnswerCounts() async throws {
    let answer = PendingResponse<Int>()
    answer.give(.success(1))
    answer.give(.success(2))
    answer.give(.failure(Broken()))
    #expect(try await answer.value() == 1)
    let failed = PendingResponse<Int>()
    failed.give(.failure(Broken()))
    failed.give(.success(2))
    #expect(await thrown { _ = try await failed.value() } == "the line is dead")
  }

  @Test(arguments: [1, 2, 50]) func allWhoWaitGetTheSame(count: Int) async throws {
    let answer = PendingResponse<Int>()
    let waiting = (0..<count).map { _ in Task { try await answer.value() } }
    answer.give(.success(7))
    for task in waiting { #expect(try await task.value == 7) }
  }

  @Test func whoIsCancelledStopsWaitingAndTheOthersDoNot() async throws {
    let answer = PendingResponse<Int>()
    let leaver = Task { await thrown { _ = try await answer.value() } }
    let stayer = Task { try await answer.value() }
    leaver.cancel()
    #expect(await leaver.value == "CancellationError()")
    answer.give(.success(7))
    #expect(try await stayer.value == 7)
  }

  @Test func aTaskThatIsCancelledAlreadyDoesNotWait() async {
    let answer = PendingResponse<Int>()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await thrown { _ = try await answer.value() }
    }
    #expect(await task.value == "CancellationError()")
  }

  @Test func workGivesWhatItReturnsOrThrows() async throws {
    let good = PendingResponse<Int>()
    await good.work { 3 }.value
    #expect(try await good.value() == 3)
    let bad = PendingResponse<Int>()
    await bad.work { throw Broken() }.value
    #expect(await thrown { _ = try await bad.value() } == "the line is dead")
  }

  @Test func workThatIsLateChangesNothing() async throws {
    let answer = PendingResponse<Int>()
    answer.give(.success(1))
    await answer.work { 2 }.value
    await answer.work { throw Broken() }.value
    #expect(try await answer.value() == 1)
  }
}
