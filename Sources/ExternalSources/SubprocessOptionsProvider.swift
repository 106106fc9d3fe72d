public import IntentFormats
public import IntentModel
public import IntentOptions

/// Options that a program prints.
///
/// The program gets the request as one line of JSON on standard input, which it need not read, and
/// prints a collection as JSON. It is run as it is named, never by a shell, and gets the variables
/// `PATH`, `HOME`, `TMPDIR`, `TZ` and those for the language, besides those that are allowed.
public struct SubprocessOptionsProvider: OptionsProvider {
  /// The name by which messages call the source.
  public let name: String

  /// Whether the program answers search terms itself.
  public let searchesItself: Bool

  private let runner: CommandRunner
  private let schema: IntentSchema?

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
    let text: String
    do throws(FormatError) {
      text = try OptionsJSON.text(of: request, schema: schema)
    } catch {
      throw OptionsError.unwritableRequest(error, provider: name)
    }
    let bytes = try await runner.answer(to: text + "\n")
    let answer = OptionsAnswer(name: name, schema: schema, limits: runner.limits)
    return try answer.collection(bytes, for: request)
  }
}
