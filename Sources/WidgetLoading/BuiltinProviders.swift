public import ExternalSources
import IntentModel
public import IntentOptions
import Messages
public import WidgetFormats
public import WidgetTimeline

/// The providers that are compiled into a program, by the names that `builtin` sources use.
///
///     var builtins = BuiltinProviders()
///     builtins.options["Rooms"] = { _ in RoomOptions() }
///     builtins.timelines["Rooms"] = { _ in RoomTimeline() }
///     let library = WidgetLibrary(folders: ["Intents"], builtins: builtins)
public struct BuiltinProviders: Sendable {
  /// The data from which a provider is made.
  public struct Request: Sendable {
    /// The arguments from `widget.json` by name.
    public var arguments: [String: String]

    /// The folder of the widget; relative paths start here.
    public var folder: String

    /// The environment variables of the process.
    public var environment: [String: String]

    /// The limits for reading, with the timeout from `widget.json`.
    public var limits: SourceLimits

    /// Fetches documents from the web.
    public var fetch: HTTPFetch

    /// Makes a request.
    public init(
      arguments: [String: String] = [:], folder: String = ".", environment: [String: String] = [:],
      limits: SourceLimits = SourceLimits(), fetch: @escaping HTTPFetch = WebFetch.fetch
    ) {
      self.arguments = arguments
      self.folder = folder
      self.environment = environment
      self.limits = limits
      self.fetch = fetch
    }
  }

  /// Functions that make options providers, by name; each throws for invalid arguments, for example
  /// `SourceProblems` with a problem for each argument.
  public var options: [String: @Sendable (Request) throws -> any OptionsProvider]

  /// Functions that make timeline providers, by name; each throws for invalid arguments, for
  /// example `SourceProblems` with a problem for each argument.
  public var timelines: [String: @Sendable (Request) throws -> any IntentTimelineProvider]

  /// Functions, by name, that check the data that providers would read; a check of `widget.json`
  /// uses them.
  ///
  /// They are called only if the provider can be made.
  public var checks: [String: @Sendable (Request) -> [SourceProblem]]

  /// Makes a collection of providers, empty by default.
  public init(
    options: [String: @Sendable (Request) throws -> any OptionsProvider] = [:],
    timelines: [String: @Sendable (Request) throws -> any IntentTimelineProvider] = [:],
    checks: [String: @Sendable (Request) -> [SourceProblem]] = [:]
  ) {
    self.options = options
    self.timelines = timelines
    self.checks = checks
  }

  /// Makes the provider that a source names.
  static func make<Provider>(
    _ name: String, from known: [String: @Sendable (Request) throws -> Provider], _ request: Request
  ) throws -> Provider {
    if let make = known[name] { return try make(request) }
    throw SourceProblems([
      SourceProblem(
        at: SourceDescription.path(to: .builtin), code: "unknown-builtin",
        sentence: .builtinUnknown(name: name),
        remedy: .suggestion(for: name, among: known.keys.sorted()))
    ])
  }
}
