import DefinitionFormats
public import IntentModel
public import IntentOptions
public import WidgetFormats

/// Options that a program prints.
///
/// The program gets the request as one line of JSON on standard input, which it need not read, and
/// prints a collection as JSON. It is run as it is named, never by a shell, and gets the variables
/// `PATH`, `HOME`, `TMPDIR`, `TZ` and those for the language, besides those that are allowed.
///
/// A program that looks stored choices up gets a request with `identifiers`, and answers with those
/// that are still offered. What its answer to a list names as `default` is the default.
public struct SubprocessOptionsProvider: OptionsProvider {
  /// The name by which messages call the source.
  public let name: String

  /// Whether the program answers search terms itself.
  public let searchesItself: Bool

  private let runner: CommandRunner
  private let schema: IntentSchema?
  private let resolves: Bool

  /// Makes a provider; the program is looked for when it is asked.
  ///
  /// - Parameters:
  ///   - source: The program, the names of further variables, and the time.
  ///   - folder: Where the program runs, and from where a program with a slash is looked for.
  ///   - environment: The variables of this process.
  ///   - name: The name in messages; nil for that of the program.
  ///   - searchesItself: Whether the program answers search terms; nil for what the source says.
  ///   - schema: Gives the types of the values in the request and of properties in the answer.
  ///   - limits: What the answer may cost.
  public init(
    _ source: CommandSource, folder: String, environment: [String: String], name: String? = nil,
    searchesItself: Bool? = nil, schema: IntentSchema? = nil,
    limits: SourceLimits = SourceLimits()
  ) {
    self.name = name ?? source.arguments.first ?? "command"
    self.searchesItself = searchesItself ?? source.searches
    self.schema = schema
    resolves = source.resolves
    runner = CommandRunner(
      name: self.name, arguments: source.arguments, folder: folder, environment: environment,
      allowed: source.environment, limits: limits.waiting(source.timeout))
  }

  /// No answer is longer than the request wants.
  public var limitsItself: Bool { true }

  /// The choices that the program prints.
  ///
  /// - Throws: `OptionsError` for a program that is missing, fails (with what it says on standard
  ///   error), is too slow, says too much or something wrong; `CancellationError` when cancelled.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await answer(to: request)
  }

  /// The choices that the program's answer names as default ones.
  ///
  /// - Throws: What keeps the program from answering, as for ``options(for:)``.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await answer(to: request).defaults
  }

  /// The items that the program prints for a request with `identifiers`; where the source does not say
  /// that it takes such requests, those in the list.
  ///
  /// - Throws: What keeps the program from answering, as for ``options(for:)``.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    var whole = request
    whole.searchTerm = nil
    whole.limit = nil
    let answer = try await answer(to: whole, resolving: resolves ? identifiers : nil)
    return answer.resolving(identifiers, isWhole: resolves || !searchesItself)
  }

  /// What keeps the program from being run, found without running it.
  var problem: OptionsError? { runner.problem }

  private func answer(
    to request: OptionsRequest, resolving identifiers: [String]? = nil
  ) async throws -> OptionsCollection {
    let text: String
    do throws(FormatError) {
      text = try OptionsJSON.text(of: request, resolving: identifiers, schema: schema)
    } catch {
      throw OptionsError.unwritableRequest(error, provider: name)
    }
    let bytes = try await runner.answer(to: text + "\n")
    let answer = OptionsAnswer(name: name, schema: schema, limits: runner.limits)
    return try answer.collection(bytes, for: request)
  }
}
