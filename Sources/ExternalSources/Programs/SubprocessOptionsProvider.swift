public import IntentModel
public import IntentOptions
import JSONCodings
public import WidgetFormats

/// Options printed by a program.
///
/// The program receives the request as one line of JSON on standard input, but need not read it. It
/// prints a collection as JSON, or data that the source's format and mapping turn into one. It is
/// run directly, never by a shell. It receives the standard environment variables, the variables
/// that the source allows, and ``ContainerFolders/variable``, the folder that all programs of the
/// widget share.
///
/// A program that looks up stored choices receives a request with `identifiers` and returns the
/// choices that it still offers. The choices that are listed as `default` in the program's output
/// are the defaults.
public struct SubprocessOptionsProvider: OptionsProvider {
  /// The name of the source in messages.
  public let name: String

  /// Whether the program searches its choices itself.
  public let searchesItself: Bool

  private let runner: CommandRunner
  private let schema: IntentSchema?
  private let resolves: Bool
  private let format: OptionsFormat
  private let mapping: OptionsMapping?
  /// Identifies the program: its folder and its arguments.
  private let identity: String

  /// Makes a provider; the program is looked up when it is used.
  ///
  /// - Parameters:
  ///   - source: The program, the names of additional variables, and the timeout.
  ///   - folder: The working directory of the program, and the base of a relative path to it.
  ///   - environment: The environment variables of this process.
  ///   - name: The name in messages; nil to use the program's name.
  ///   - searchesItself: Whether the program searches its choices itself; nil to use the source's
  ///     setting.
  ///   - schema: The definition, which has the types of values in the request and of properties in
  ///     the response.
  ///   - limits: The limits of the response.
  public init(
    _ source: CommandSource, folder: String, environment: [String: String], name: String? = nil,
    searchesItself: Bool? = nil, schema: IntentSchema? = nil,
    limits: SourceLimits = SourceLimits()
  ) {
    self.name = name ?? source.name
    self.searchesItself = searchesItself ?? source.searches
    self.schema = schema
    resolves = source.resolves
    (format, mapping) = (source.format, source.mapping)
    identity = "\(folder)\u{0}\(source)\u{0}\(schema?.intent.typeName ?? "")"
    runner = CommandRunner(
      name: self.name, arguments: source.arguments, folder: folder, environment: environment,
      allowed: source.environment, limits: limits.waiting(source.timeout),
      advice: """
        Run the command by hand, and give it the request that “options … --show-request” prints.
        """)
  }

  /// Whether each scope has its own container, which the widget's programs share.
  public var dependsOnScope: Bool { runner.hasScopes }

  /// True: a collection never exceeds the limit of the request.
  public var limitsItself: Bool { true }

  /// The choices that the program prints.
  ///
  /// - Throws: `OptionsError` for a program that is missing, fails (with its standard error) or is
  ///   too slow, or for output that is too large or malformed; `CancellationError` when cancelled.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await response(to: request)
  }

  /// The default choices in the program's response.
  ///
  /// - Throws: The same errors as ``options(for:)``.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await response(to: request, checks: .defaults).defaults
  }

  /// The items that the program prints for a request with `identifiers`; if the program does not
  /// support such requests, the items in the list.
  ///
  /// - Throws: The same errors as ``options(for:)``.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    let response = try await response(to: request.whole, resolving: resolves ? identifiers : nil)
    var resolved = response.resolving(identifiers, isWhole: resolves || !searchesItself)
    if resolves || searchesItself { resolved.titles = nil }
    return resolved
  }

  /// The problem that prevents running the program, as far as it can be found without running it.
  var problem: OptionsError? { runner.problem }

  private func response(
    to request: OptionsRequest, resolving identifiers: [String]? = nil,
    checks: OptionsJSON.Checks = []
  ) async throws -> OptionsCollection {
    let text: String
    do throws(FormatError) {
      text = try OptionsJSON.text(of: request, resolving: identifiers, schema: schema)
    } catch {
      throw OptionsError.unwritableRequest(error, provider: name)
    }
    let part = "\(checks.rawValue)" + (request.scope.map { " \($0)" } ?? "")
    return try await SourceRun.list(of: identity, text + part) { [self] in
      let bytes = try await runner.response(to: text + "\n", scope: request.scope)
      let response = OptionsResponse(
        name: name, format: format, mapping: mapping, schema: schema, limits: runner.limits,
        checks: checks)
      return try response.collection(bytes, for: request)
    }
  }
}
