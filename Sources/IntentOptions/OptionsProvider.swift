public import IntentModel

/// A request to an options provider: the parameter, and the context of the widget.
///
/// Caches use it as a key, and it identifies late responses to old requests.
public struct OptionsRequest: Sendable, Hashable {
  /// The name of the parameter.
  public var parameter: String

  /// The effective values of the other parameters, by name.
  public var values: [String: IntentValue]

  /// The family of the widget.
  public var family: WidgetFamily

  /// The language of the texts, as a BCP 47 tag such as `zh-Hans`.
  public var locale: String

  /// The time zone of the person who chooses, by its tz database name; nil for the process's time
  /// zone.
  ///
  /// Only requests for default choices have a time zone.
  public var timeZone: String?

  /// The text that the user typed; nil or empty for the initial list.
  public var searchTerm: String?

  /// The maximum number of choices; nil for no limit.
  ///
  /// Only sources with ``OptionsProvider/limitsItself`` must respect it.
  public var limit: Int?

  /// The group of callers that shares nothing with other groups, such as a tenant; nil for callers
  /// that do not belong to a group.
  ///
  /// Requests from different scopes never share a cached response. Only a source with
  /// ``OptionsProvider/dependsOnScope`` needs it.
  public var scope: String?

  /// Who makes the request, such as a form or a conversation; nil for an independent request.
  ///
  /// It never changes a response: requests that differ only in their callers are equal, and share a
  /// cached response. ``OptionsProvider/debounced(for:clock:)`` lets a caller supersede its own
  /// requests.
  public var caller: OptionsCaller? {
    get { uncomparedCaller }
    set { uncomparedCaller = newValue }
  }

  @Uncompared private var uncomparedCaller: OptionsCaller? = nil

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

  /// The same request for the whole list: without a search term or a limit.
  public var whole: OptionsRequest {
    var copy = self
    copy.searchTerm = nil
    copy.limit = nil
    return copy
  }
}

/// Who makes a request, such as a form or a conversation.
///
///     var request = OptionsRequest(parameter: "stop", searchTerm: term)
///     request.caller = OptionsCaller("tenant-7/chat-42")
public struct OptionsCaller: Sendable, Hashable {
  /// The name, which is unique among the callers of a provider.
  public var name: String

  /// Makes a caller.
  public init(_ name: String) {
    self.name = name
  }
}

/// A source of choices for dynamic parameters.
///
/// Only one method is required; the others have defaults that use the whole list. A test compiles
/// and runs the examples below.
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
/// Nothing else is needed: the caller searches the list, cuts it to the limit and finds stored
/// choices in it.
///
/// # A remote service, for a child of another parameter
///
/// A provider whose choices depend on a parent reads the parent's value from the request. If the
/// parent has no value, the provider returns an empty collection, which is not an error: the form
/// requests the choices again when the parent changes.
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
/// A provider should stop and throw `CancellationError` when its task is cancelled, because the
/// form cancels requests that are no longer needed. Operators add time limits, retries, caching and
/// a fallback for times when the service is down:
///
///     let stops = Stops(fetch: fetch)
///       .timeLimit(.seconds(5)).retrying(2).cached(for: .seconds(600)).fallback(to: Lines())
///
/// # A database, or another source with a better search
///
/// With ``searchesItself``, the provider gets every search term. With ``limitsItself``, it promises
/// never to return more choices than the limit of a request.
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
/// # A dynamic default
///
/// A provider can have default choices for a new widget: none, one, or several for an array.
///
///     extension Stations {
///       func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
///         try database.nearestStation().map { [item($0)] } ?? []
///       }
///     }
///
/// # Stored choices
///
/// If the list is only a first page, stored choices outside that page must be looked up separately.
/// A choice that is not returned counts as no longer offered, unless the response is not
/// conclusive. An error does not affect stored choices.
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
/// A source can throw any error. The form shows it next to the parameter, and the other parameters
/// are not affected. ``OptionsError`` also has a remedy.
///
/// # Tests
///
/// `OptionsProviderSuite`, in the product `OptionsProviderTesting`, checks the rules for all
/// providers, both from XCTest and from Swift Testing:
///
///     @Test func stationsKeepTheRules() async throws {
///       try await OptionsProviderSuite(
///         Stations(database: fewStations), OptionsRequest(parameter: "station"),
///         searchTerms: ["al"]
///       ).run()
///     }
///
/// A test that should not use the real source can use a fixture that was recorded with
/// `widgetconfig options --record`.
public protocol OptionsProvider: Sendable {
  /// The name of the source in messages.
  var name: String { get }

  /// Whether the source handles search terms itself; otherwise the caller searches its list.
  var searchesItself: Bool { get }

  /// Whether the source respects the limit of a request; otherwise the caller cuts its list.
  var limitsItself: Bool { get }

  /// The choices for a request.
  ///
  /// - Throws: Any error that prevents a response, and `CancellationError` if cancelled.
  func options(for request: OptionsRequest) async throws -> OptionsCollection

  /// Whether the source may have default choices; if not, they are not requested.
  var givesDefaults: Bool { get }

  /// Whether the responses may depend on ``OptionsRequest/scope``.
  ///
  /// If not, a service asks only once for all its tenants.
  var dependsOnScope: Bool { get }

  /// The default choices of a new widget: none, one, or several for an array.
  ///
  /// - Throws: Any error that prevents a response; the parameter then stays empty.
  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem]

  /// The current items of stored identifiers, and whether identifiers without an item are no longer
  /// offered.
  ///
  /// - Throws: Any error that prevents a response; no choice is then reported as missing.
  func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions
}

extension OptionsProvider {
  /// False by default, so the caller searches the list.
  public var searchesItself: Bool { false }

  /// False by default, so the caller cuts the list.
  public var limitsItself: Bool { false }

  /// True by default, so defaults are requested.
  public var givesDefaults: Bool { true }

  /// False by default, so all scopes share the responses.
  public var dependsOnScope: Bool { false }

  /// Empty by default, so a new widget starts without a choice.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] { [] }

  /// Looks for the identifiers in the source's list without a search term.
  ///
  /// A partial list, or the list of a source that searches itself, may be only a first page:
  /// identifiers that are missing from it may then still be offered.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    var resolved = try await options(for: request.whole)
      .resolving(identifiers, isWhole: !searchesItself)
    if searchesItself { resolved.titles = nil }
    return resolved
  }
}
