import IntentOptions
import OptionsProviderTesting
import Synchronization
import Testing
import WidgetTestSupport

// The Swift of the article “Combine sources”, without changes.

func choices(of timetable: some OptionsProvider) -> some OptionsProvider {
  timetable
    .timeLimit(.seconds(5))
    .retrying(2)
    .cached(for: .seconds(600))
    .fallback(to: InMemoryOptionsProvider(["Central Station", "Harbour"]))
    .debounced(for: .milliseconds(300))
}

func search(
  _ term: String, of person: String, in provider: some OptionsProvider
) async throws -> OptionsCollection {
  var request = OptionsRequest(parameter: "stop", searchTerm: term)
  request.caller = OptionsCaller(person)
  return try await provider.options(for: request)
}

let crew = RoutingOptionsProvider(
  name: "crew",
  [
    "line": InMemoryOptionsProvider(["U1", "U2"]),
    "stop": InMemoryOptionsProvider(["Central Station", "Harbour"]).cached(for: .seconds(60)),
  ])

@Test func `A list is requested again when it expires`() async throws {
  let (clock, source) = (ManualClock(), CountedStops())
  let stops = source.cached(for: .seconds(60), staleFor: .zero, clock: clock)
  let request = OptionsRequest(parameter: "stop")
  _ = try await stops.options(for: request)
  _ = try await stops.options(for: request)
  #expect(source.count == 1)
  clock.advance(by: .seconds(61))
  _ = try await stops.options(for: request)
  #expect(source.count == 2)
}

/// A source that counts its requests, and fails if it is told to.
final class CountedStops: OptionsProvider {
  let name = "timetable"
  private let state: Mutex<(count: Int, fails: Bool)>

  init(fails: Bool = false) { state = Mutex((0, fails)) }

  var count: Int { state.withLock { $0.count } }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    let fails = state.withLock { state in
      state.count += 1
      return state.fails
    }
    if fails { throw OptionsError(.notFound, "It is down.", remedy: "Wait.") }
    return ["Town Hall"]
  }
}

// The time limit of the article's source is real, so this test waits until the task pool is free.
@Test(.startsPrograms) func `Combined sources work as the article describes`() async throws {
  // Of a person's quick searches, only the last one reaches the source. On a busy machine, either
  // search may begin first, or the second one only after the pause of the first.
  let (one, other) = (CountedStops(), CountedStops(fails: true))
  let stops = choices(of: one)
  async let others = search("Tow", of: "bert", in: stops)
  let first = Task { try await search("T", of: "ann", in: stops) }
  try await Task.sleep(for: .milliseconds(50))
  let second = Task { try await search("To", of: "ann", in: stops) }
  #expect(try await others.items.map(\.display) == ["Town Hall"])
  var answered = 0
  for search in [first, second] {
    do {
      #expect(try await search.value.items.map(\.display) == ["Town Hall"])
      answered += 1
    } catch { #expect(error is CancellationError) }
  }
  #expect(answered >= 1 && (answered + 1...3).contains(one.count))
  // The fallback's response is not cached.
  let down = choices(of: other)
  for count in 1...2 {
    let list = try await down.options(for: OptionsRequest(parameter: "stop"))
    #expect(list.items.map(\.display) == ["Central Station", "Harbour"])
    #expect(list.notice?.contains("“timetable” failed") == true, "\(list.notice ?? "")")
    #expect(other.count == count)
  }
  let lines = try await crew.options(for: OptionsRequest(parameter: "line"))
  #expect(lines.items.map(\.display) == ["U1", "U2"])
}
