import IntentModel
import IntentOptions
import OptionsProviderTesting
import Testing

// The worked example in the guide at `OptionsProvider`: the stops of a line, from a remote
// timetable that cannot be listed completely and is sometimes down.

/// What the example needs from a timetable; a real one calls a service.
private protocol Timetable: Sendable {
  func stops(ofLine line: String, named term: String?, limit: Int) async throws -> [Stop]
  func stop(withNumber number: String) async throws -> Stop?
}

private struct Stop: Sendable {
  var number: String
  var name: String
  var zone: String
}

/// The stops of the line that is the value of the parent parameter `line`, in sections by zone.
private struct StopOptions: OptionsProvider {
  /// The size of a first page; further stops are found by search.
  static let pageSize = 3

  let timetable: any Timetable

  var name: String { "timetable" }

  // The timetable searches better than a matcher that knows only one page.
  var searchesItself: Bool { true }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    guard case .enumeration(let line)? = request.values["line"] else {
      // No line, no stops: an empty list is an answer, not an error.
      return []
    }
    let term = request.searchTerm.flatMap { $0.isEmpty ? nil : $0 }
    let stops = try await timetable.stops(
      ofLine: line, named: term, limit: min(request.limit ?? Self.pageSize, Self.pageSize))
    return OptionsCollection(sections: sections(of: stops))
  }

  // A new widget starts with the first stop of the line.
  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await Array(options(for: request).items.prefix(1))
  }

  // A stored stop is not always on the first page, so it is requested by its number.
  func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    var items: [OptionItem] = []
    for number in identifiers {
      if let stop = try await timetable.stop(withNumber: number) { items.append(item(stop)) }
    }
    return ResolvedOptions(items)
  }

  private func item(_ stop: Stop) -> OptionItem {
    OptionItem(identifier: stop.number, display: stop.name, subtitle: "Zone \(stop.zone)")
  }

  private func sections(of stops: [Stop]) -> [OptionsSection] {
    var sections: [OptionsSection] = []
    for stop in stops {
      let title = "Zone \(stop.zone)"
      if let place = sections.firstIndex(where: { $0.title == title }) {
        sections[place].items.append(item(stop))
      } else {
        sections.append(OptionsSection(title: title, items: [item(stop)]))
      }
    }
    return sections
  }
}

/// An in-memory timetable, which can be down.
private struct SmallTimetable: Timetable {
  struct Down: Error, CustomStringConvertible {
    var description: String { "the timetable is down" }
  }

  var isDown = false

  private static let stops = [
    Stop(number: "7", name: "Alewife", zone: "A"), Stop(number: "9", name: "Davis", zone: "A"),
    Stop(number: "12", name: "Porter", zone: "B"), Stop(number: "4", name: "Harvard", zone: "B"),
  ]

  func stops(ofLine line: String, named term: String?, limit: Int) async throws -> [Stop] {
    try Task.checkCancellation()
    if isDown { throw Down() }
    let wanted = term?.lowercased() ?? ""
    let found = Self.stops.filter { wanted.isEmpty || $0.name.lowercased().contains(wanted) }
    return line == "red" ? Array(found.prefix(limit)) : []
  }

  func stop(withNumber number: String) async throws -> Stop? {
    if isDown { throw Down() }
    return Self.stops.first { $0.number == number }
  }
}

@Suite("The worked example of a provider")
struct WorkedExampleTests {
  private let request = OptionsRequest(parameter: "stop", values: ["line": .enumeration("red")])

  // The whole test of a provider: a search finds more than the first page, hence `isSearchSubset`.
  @Test func keepsTheRules() async throws {
    try await OptionsProviderSuite(
      StopOptions(timetable: SmallTimetable()), request, searchTerms: ["har", "a"],
      isSearchSubset: false
    ).run()
  }

  @Test func anErrorIsThrownWhenTheTimetableIsDown() async throws {
    try await OptionsProviderSuite(
      StopOptions(timetable: SmallTimetable(isDown: true)), failingRequests: [request]
    ).run()
  }

  @Test func followsItsParent() async throws {
    let provider = StopOptions(timetable: SmallTimetable())
    let answer = try await provider.options(for: request)
    #expect(answer.sections.map(\.title) == ["Zone A", "Zone B"])
    #expect(answer.items.map(\.identifier) == ["7", "9", "12"])
    #expect(try await provider.options(for: OptionsRequest(parameter: "stop")).isEmpty)
    #expect(try await provider.defaultOptions(for: request).map(\.display) == ["Alewife"])
  }

  @Test func findsStoredStopsAfterTheFirstPage() async throws {
    let provider = StopOptions(timetable: SmallTimetable())
    let found = try await provider.resolve(identifiers: ["4", "none"], for: request)
    #expect(found.items.map(\.display) == ["Harvard"])
  }

  // The operators for a widget: a timeout, a cache, and a fallback when the timetable is down.
  @Test func operatorsMakeItReady() async throws {
    func ready(isDown: Bool) -> some OptionsProvider {
      StopOptions(timetable: SmallTimetable(isDown: isDown))
        .timeLimit(.seconds(3_600))
        .cached(for: .seconds(600))
        .fallback(to: InMemoryOptionsProvider(name: "last week's stops", ["Alewife"]))
        .limited(to: 2)
    }
    #expect(try await ready(isDown: false).options(for: request).items.count == 2)
    let standIn = try await ready(isDown: true).options(for: request)
    #expect(standIn.items.map(\.display) == ["Alewife"])
    let notice = try #require(standIn.notice)
    #expect(notice.contains("last week's stops"))
    #expect(notice.contains("the timetable is down"))
  }
}
