import Messages
import OptionsProviderTesting
import Testing
import WidgetTestSupport

@testable import IntentOptions

@Suite struct TimedOperatorTests {
  @Test func timeLimitIsKeptWhateverTheSourceDoes() async {
    let clock = ManualClock()
    let source = GatedProvider(["late"])
    let provider = source.timeLimit(.seconds(5), clock: clock)
    let answer = Task { await thrown { _ = try await provider.options(for: .city) } }
    await source.arrived(1)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(4_999))
    #expect(source.cancellations == 0)
    clock.advance(by: .milliseconds(1))
    #expect(
      await answer.value
        == "gated: The source did not answer within 5 seconds. "
        + "Try again, or allow it more time.")
    source.open()
  }

  @Test func cancellingATimeLimitedQuestionEndsItAtOnce() async {
    let source = GatedProvider(["late"])
    let provider = source.timeLimit(.seconds(5), clock: ManualClock())
    let answer = Task { await thrown { _ = try await provider.options(for: .city) } }
    await source.arrived(1)
    answer.cancel()
    #expect(await answer.value == "CancellationError()")
    source.open()
  }

  @Test func retryingGivesUpWithTheLastError() async {
    let clock = ManualClock()
    let last = OptionsError(.failed, provider: "s", message: "Down.", remedy: "Wait.")
    let source = ScriptedProvider("s", .failure(Broken()), .failure(last))
    let provider = source.retrying(1, delay: .seconds(1), clock: clock)
    let answer = Task { await thrown { _ = try await provider.options(for: .city) } }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await answer.value == "s: Down. Wait.")
    #expect(source.requests.count == 2)
  }

  @Test(arguments: OptionsError.Code.allCases)
  func retryingIsForErrorsThatPass(code: OptionsError.Code) async {
    let clock = ManualClock()
    let error = OptionsError(code, provider: "s", message: "No.", remedy: "Look.")
    let source = ScriptedProvider("s", .failure(error))
    let provider = source.retrying(1, clock: clock)
    let mayPass = [.failed, .timedOut, .unreadable].contains(code)
    let answer = Task { await thrown { _ = try await provider.options(for: .city) } }
    if mayPass {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(250))
    }
    #expect(await answer.value == "s: No. Look.")
    #expect(source.requests.count == (mayPass ? 2 : 1))
  }

  @Test func retryingStopsWhenCancelled() async {
    let clock = ManualClock()
    let source = ScriptedProvider("s", .failure(Broken()))
    let provider = source.retrying(9, clock: clock)
    let answer = Task { await thrown { _ = try await provider.options(for: .city) } }
    await clock.sleepers(1)
    answer.cancel()
    #expect(await answer.value == "CancellationError()")
    #expect(source.requests.count == 1)
    let cancelled = ScriptedProvider("s", .failure(CancellationError()))
    let other = cancelled.retrying(3, clock: clock)
    #expect(await thrown { _ = try await other.defaultOptions(for: .city) } == "nothing")
    #expect(await thrown { _ = try await other.options(for: .city) } == "CancellationError()")
    #expect(cancelled.requests.count == 1)
  }

  @Test func debouncingAsksOnceForTheLastTerm() async throws {
    let clock = ManualClock()
    let source = ScriptedProvider("s", .success(["a"]))
    let provider = source.debounced(for: .milliseconds(150), clock: clock)
    var last: Task<String, Never>?
    for term in ["o", "os", "osl"] {
      let answer = Task {
        await thrown { _ = try await provider.options(for: .search(term).of("us")) }
      }
      // Once the previous task has ended, so has its sleep, and the only sleeper is the new task.
      if let last { #expect(await last.value == "CancellationError()") }
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(100))
      last = answer
    }
    #expect(source.requests.isEmpty)
    clock.advance(by: .milliseconds(50))
    #expect(await last?.value == "nothing")
    #expect(source.requests == [.search("osl")])
  }

  @Test func aSupersededAnswerNeverArrives() async throws {
    let source = GatedProvider(["late"])
    let provider = source.debounced(clock: ManualClock())
    let first = Task { await thrown { _ = try await provider.options(for: .city.of("us")) } }
    await source.arrived(1)
    let second = Task { try await provider.options(for: .city.of("us")).texts }
    #expect(await first.value == "CancellationError()")
    await source.arrived(2)
    source.open()
    #expect(try await second.value == [["late"]])
    try await eventually("a cancellation") { source.cancellations > 0 }
    #expect(source.cancellations == 1)
  }

  @Test func otherParametersAreNotSuperseded() async throws {
    let source = GatedProvider(["x"])
    let provider = source.debounced(clock: ManualClock())
    let one = Task { try await provider.options(for: .city.of("us")).texts }
    await source.arrived(1)
    let line = OptionsRequest(parameter: "line").of("us")
    let other = Task { try await provider.options(for: line).texts }
    await source.arrived(2)
    source.open()
    #expect(try await one.value == [["x"]])
    #expect(try await other.value == [["x"]])
  }

  /// People of two tenants search for the same parameter, one in German and one in English.
  @Test(arguments: [("us", "them"), (nil, "them"), ("us", nil), (nil, nil)])
  func `Callers do not supersede each other`(callers: (String?, String?)) async throws {
    let source = GatedProvider(["x"])
    let provider = source.debounced(clock: ManualClock())
    let requests = [("de", callers.0), ("en", callers.1)].map { locale, caller in
      OptionsRequest(parameter: "city", locale: locale).of(caller)
    }
    let one = Task { try await provider.options(for: requests[0]).texts }
    await source.arrived(1)
    let other = Task { try await provider.options(for: requests[1]).texts }
    await source.arrived(2)
    source.open()
    #expect(try await one.value == [["x"]])
    #expect(try await other.value == [["x"]])
  }

  /// The second caller joins the request of the first caller, and then the first caller requests
  /// something else.
  @Test func `A caller that joined another caller's request gets its response`() async throws {
    let clock = ManualClock()
    let source = ScriptedProvider("s", .success(["a"]))
    let provider = source.debounced(for: .seconds(1), clock: clock)
      .cached(for: .seconds(60), clock: clock)
    let first = Task { try await provider.options(for: .search("be").of("us")).texts }
    await clock.sleepers(1)
    let joined = Task { try await provider.options(for: .search("be").of("them")).texts }
    try await eventually("joined") { provider.cache.waiting(for: .options(.search("be"))) == 2 }
    first.cancel()
    let next = Task { try await provider.options(for: .search("ber").of("us")).texts }
    await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    #expect(try await joined.value == [["a"]])
    #expect(try await next.value == [["a"]])
    #expect(source.requests.map(\.caller) == [nil, nil])
  }
}

extension OptionsRequest {
  fileprivate func of(_ caller: String?) -> OptionsRequest {
    var request = self
    request.caller = caller.map { OptionsCaller($0) }
    return request
  }
}
