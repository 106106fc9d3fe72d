public import IntentModel

/// A question to an options provider: for which parameter, under which circumstances.
///
/// It is the key of a cache, and it tells a late answer to an old question from a new one.
public struct OptionsRequest: Sendable, Hashable {
  /// The name of the parameter.
  public var parameter: String

  /// The effective values of the other parameters, by name.
  public var values: [String: IntentValue]

  /// The family of the widget.
  public var family: WidgetFamily

  /// The language of the texts, as a BCP 47 tag such as `zh-Hans`.
  public var locale: String

  /// What the user typed; nil or empty for the initial list.
  public var searchTerm: String?

  /// The greatest number of choices wanted; nil for as many as there are.
  ///
  /// Only a source that says ``OptionsProvider/limitsItself`` has to heed it.
  public var limit: Int?

  /// Makes a request.
  public init(
    parameter: String, values: [String: IntentValue] = [:], family: WidgetFamily = .systemMedium,
    locale: String = "en", searchTerm: String? = nil, limit: Int? = nil
  ) {
    self.parameter = parameter
    self.values = values
    self.family = family
    self.locale = locale
    self.searchTerm = searchTerm
    self.limit = limit
  }
}

/// A source of choices for dynamic parameters.
///
/// One method is enough; the others have defaults that work on the whole list. The examples below
/// are compiled and run by a test.
///
/// # A list in memory or in a file
///
///     struct Lines: OptionsProvider {
///       var name: String { "lines" }
///
///       func options(for request: OptionsRequest) async throws -> OptionsCollection {
///         ["U1", "U2", "U3"]
///       }
///     }
///
/// It needs no more: whoever asks searches the list, cuts it to the wanted length and looks stored
/// choices up in it.
///
/// # A service far away, and a child of another parameter
///
/// It reads the value of the parent from the request, and gives an empty collection where the parent
/// is not set, which is not an error: the form asks again when the parent changes.
///
///     struct Stops: OptionsProvider {
///       var name: String { "timetable" }
///       let fetch: @Sendable (_ line: String) async throws -> [String]
///
///       func options(for request: OptionsRequest) async throws -> OptionsCollection {
///         guard case .enumeration(let line)? = request.values["line"] else { return [] }
///         return OptionsCollection(items: try await fetch(line).map { OptionItem(stringLiteral: $0) })
///       }
///     }
///
/// It should stop when its task is cancelled, since a question that the user has moved on from is
/// cancelled, and throw `CancellationError`. Time limits, attempts, memory and something to show when
/// the service is down are left to operators:
///
///     let stops = Stops(fetch: fetch)
///       .timeLimit(.seconds(5)).retrying(2).cached(for: .seconds(600)).fallback(to: Lines())
///
/// # A database, or anything that searches better than a list can be searched
///
/// It says so with ``searchesItself`` and then gets every search term; with ``limitsItself`` it
/// promises no more choices than a request wants.
///
///     struct Stations: OptionsProvider {
///       var name: String { "stations" }
///       var searchesItself: Bool { true }
///       var limitsItself: Bool { true }
///       let database: any StationDatabase
///
///       func options(for request: OptionsRequest) async throws -> OptionsCollection {
///         let term = request.searchTerm ?? ""
///         let rows = try database.stations(containing: term, limit: request.limit ?? 500)
///         return OptionsCollection(items: rows.map(item))
///       }
///
///       func item(_ row: (id: Int, name: String)) -> OptionItem {
///         OptionItem(identifier: String(row.id), display: row.name)
///       }
///     }
///
/// # A default that is not known before
///
/// The choices that a new widget starts with: none, one, or several for an array.
///
///     extension Stations {
///       func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
///         try database.nearestStation().map { [item($0)] } ?? []
///       }
///     }
///
/// # Stored choices
///
/// Where the list is a first page, nothing is known of stored choices outside of it, so that they are
/// looked up by themselves. What does not come back is then no longer offered, unless the answer says
/// that it is not conclusive; an error says nothing about them.
///
///     extension Stations {
///       func resolve(
///         identifiers: [String], for request: OptionsRequest
///       ) async throws -> ResolvedOptions {
///         let rows = try identifiers.compactMap { Int($0) }.compactMap { try database.station($0) }
///         return ResolvedOptions(rows.map(item))
///       }
///     }
///
/// # Errors
///
/// An error is whatever the source throws; it reaches the form as the reason beside the parameter
/// and never stops the other parameters. ``OptionsError`` has room for what to do about it.
///
/// # Tests
///
/// `OptionsProviderSuite`, of the product `OptionsProviderTesting`, checks the rules that hold for
/// every provider, from XCTest and from Swift Testing:
///
///     @Test func stationsKeepTheRules() async throws {
///       try await OptionsProviderSuite(
///         Stations(database: fewStations), OptionsRequest(parameter: "station"),
///         searchTerms: ["al"]
///       ).run()
///     }
///
/// Where a test should not ask the real source, it asks a fixture that
/// `widgetconfig options --record` has written.
public protocol OptionsProvider: Sendable {
  /// The name by which messages call the source.
  var name: String { get }

  /// Whether the source answers search terms itself; otherwise its list is searched for it.
  var searchesItself: Bool { get }

  /// Whether the source gives no more choices than a request wants; otherwise its list is cut.
  var limitsItself: Bool { get }

  /// The choices for a request.
  ///
  /// - Throws: Whatever keeps the source from answering, and `CancellationError` when cancelled.
  func options(for request: OptionsRequest) async throws -> OptionsCollection

  /// Whether the source may have choices that a new widget starts with; one that has none is not asked
  /// for them.
  var givesDefaults: Bool { get }

  /// The choices a new widget starts with: none, one, or several for an array.
  ///
  /// - Throws: Whatever keeps the source from answering; the parameter then stays empty.
  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem]

  /// The present items of stored identifiers, and whether the others are no longer offered.
  ///
  /// - Throws: Whatever keeps the source from answering; nothing is then reported as missing.
  func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions
}

extension OptionsProvider {
  /// Sources are searched for, unless they say otherwise.
  public var searchesItself: Bool { false }

  /// Lists are cut for sources, unless they say otherwise.
  public var limitsItself: Bool { false }

  /// Sources are asked for defaults, unless they say otherwise.
  public var givesDefaults: Bool { true }

  /// A new widget starts without a choice.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] { [] }

  /// Looks the identifiers up in the list that the source gives without a search term.
  ///
  /// Of a source that searches itself this may be a first page, and so is one that says that it is
  /// partial: what is not in it is then not known to be gone.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    var whole = request
    whole.searchTerm = nil
    whole.limit = nil
    return try await options(for: whole).resolving(identifiers, isWhole: !searchesItself)
  }
}
