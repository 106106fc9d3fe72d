import Foundation
import IntentModel
import IntentOptions
import Messages
import OptionsProviderTesting
import Testing
import WidgetTestSupport

// The examples in the documentation of `OptionsProvider`, word for word, and the types that they
// require.

private protocol StationDatabase: Sendable {
  func stations(containing term: String, limit: Int) throws -> [(id: Int, name: String)]
  func station(_ number: Int) throws -> (id: Int, name: String)?
  func nearestStation() throws -> (id: Int, name: String)?
}

private struct Lines: OptionsProvider {
  var name: String { "lines" }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    ["U1", "U2", "U3"]
  }
}

private struct Stops: OptionsProvider {
  var name: String { "timetable" }
  let fetch: @Sendable (_ line: String) async throws -> [String]

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    guard case .enumeration(let line)? = request.values["line"] else { return [] }
    return OptionsCollection(items: try await fetch(line).map { OptionItem(stringLiteral: $0) })
  }
}

private struct Stations: OptionsProvider {
  var name: String { "stations" }
  var searchesItself: Bool { true }
  var limitsItself: Bool { true }
  let database: any StationDatabase

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    let term = request.searchTerm ?? ""
    let rows = try database.stations(containing: term, limit: request.limit ?? 500)
    return OptionsCollection(items: rows.map(item))
  }

  func item(_ row: (id: Int, name: String)) -> OptionItem {
    OptionItem(identifier: String(row.id), display: row.name)
  }
}

extension Stations {
  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try database.nearestStation().map { [item($0)] } ?? []
  }
}

extension Stations {
  func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    let rows = try identifiers.compactMap { Int($0) }.compactMap { try database.station($0) }
    return ResolvedOptions(rows.map(item))
  }
}

/// An in-memory table.
private struct StationTable: StationDatabase {
  let rows: [(id: Int, name: String)]

  func stations(containing term: String, limit: Int) throws -> [(id: Int, name: String)] {
    let term = term.lowercased()
    return Array(
      rows.filter { term.isEmpty || $0.name.lowercased().contains(term) }.prefix(limit))
  }

  func station(_ number: Int) throws -> (id: Int, name: String)? {
    rows.first { $0.id == number }
  }

  func nearestStation() throws -> (id: Int, name: String)? { rows.last }
}

private let fewStations = StationTable(rows: [(1, "Alewife"), (2, "Davis"), (3, "Malden")])

@Suite("The guide for providers")
struct GuideTests {
  @Test func stationsKeepTheRules() async throws {
    try await OptionsProviderSuite(
      Stations(database: fewStations), OptionsRequest(parameter: "station"),
      searchTerms: ["al"]
    ).run()
  }

  @Test func aListKeepsTheRulesWithOneMethod() async throws {
    let request = OptionsRequest(parameter: "line")
    try await OptionsProviderSuite(Lines(), request, searchTerms: ["2"]).run()
    try await OptionsProviderSuite(Lines().searchable(), request, searchTerms: ["2"]).run()
    let limited = OptionsRequest(parameter: "line", searchTerm: "u", limit: 2)
    let found = try await Lines().searchable().options(for: limited)
    #expect(found.items.map(\.identifier) == ["U1", "U2"])
  }

  @Test func aChildFollowsItsParent() async throws {
    let provider = Stops { line in [line + " north", line + " south"] }
    let request = OptionsRequest(parameter: "stop", values: ["line": .enumeration("red")])
    try await OptionsProviderSuite(provider, request, searchTerms: ["north"]).run()
    #expect(
      try await provider.options(for: request).items.map(\.display) == ["red north", "red south"])
    #expect(try await provider.options(for: OptionsRequest(parameter: "stop")).isEmpty)
  }

  // The time limit is real, so this test waits until the task pool is free.
  @Test(.startsPrograms) func operatorsMakeAServiceReady() async throws {
    let fetch: @Sendable (String) async throws -> [String] = { _ in
      throw OptionsError(
        .notFound, provider: "t", message: .verbatim("It is down."), remedy: .verbatim("Wait."))
    }
    let stops = Stops(fetch: fetch)
      .timeLimit(.seconds(5)).retrying(2).cached(for: .seconds(600)).fallback(to: Lines())
    let request = OptionsRequest(parameter: "stop", values: ["line": .enumeration("red")])
    let answer = try await stops.options(for: request)
    #expect(answer.items.map(\.identifier) == ["U1", "U2", "U3"])
    #expect(
      answer.notice == "These choices are from “lines”, because “timetable” failed: It is down.")
  }

  @Test func aDatabaseSearchesAndLimits() async throws {
    let provider = Stations(database: fewStations)
    for (term, limit, found) in [
      ("al", nil, ["1", "3"]), ("al", 1, ["1"]), ("", 2, ["1", "2"]), ("x", nil, []),
    ] as [(String, Int?, [String])] {
      let request = OptionsRequest(parameter: "station", searchTerm: term, limit: limit)
      #expect(try await provider.options(for: request).items.map(\.identifier) == found)
    }
  }

  @Test func aDefaultComesFromTheSource() async throws {
    let request = OptionsRequest(parameter: "station")
    let provider = Stations(database: fewStations)
    #expect(try await provider.defaultOptions(for: request).map(\.display) == ["Malden"])
    let empty = Stations(database: StationTable(rows: []))
    #expect(try await empty.defaultOptions(for: request) == [])
  }

  @Test func storedChoicesAreLookedUp() async throws {
    let found = try await Stations(database: fewStations)
      .resolve(identifiers: ["3", "9", "none", "1"], for: OptionsRequest(parameter: "station"))
    #expect(found.items.map(\.display) == ["Malden", "Alewife"])
  }

  /// The code blocks in the guide, as lines without indentation.
  private static func blocks() throws -> [[String]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let source = try String(
      contentsOf: root.appending(path: "Sources/IntentOptions/OptionsProvider.swift"),
      encoding: .utf8)
    let guide = source.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "/// A source of choices for dynamic parameters." }
      .prefix { $0.hasPrefix("///") }
    var blocks: [[String]] = [[]]
    for line in guide {
      if line.hasPrefix("///     ") {
        blocks[blocks.count - 1].append(line.dropFirst(3).trimmingCharacters(in: .whitespaces))
      } else if line != "///" {
        blocks.append([])
      }
    }
    return blocks.filter { !$0.isEmpty }
  }

  @Test func theGuideContainsTheTestedExamples() throws {
    let blocks = try Self.blocks()
    #expect(blocks.count == 7)
    let tested = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
      .split(separator: "\n").map { line in
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.hasPrefix("private struct") ? String(text.dropFirst("private ".count)) : text
      }
    for block in blocks {
      let isThere = tested.indices.contains { start in
        Array(tested[start...].prefix(block.count)) == block
      }
      #expect(isThere, "\(block.joined(separator: "\n"))")
    }
  }
}
