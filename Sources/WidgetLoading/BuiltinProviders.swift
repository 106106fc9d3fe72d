import BundledWidgets
public import IntentOptions
import Messages
import WidgetFormats
public import WidgetTimeline

/// The providers that are compiled into a program, by the names that `builtin` sources give.
///
/// Those of a program of your own stand beside those that ship:
///
///     var builtins = BuiltinProviders.shipped
///     builtins.options["Rooms"] = { _ in RoomOptions() }
///     builtins.timelines["Rooms"] = { _ in RoomTimeline() }
///     let library = WidgetLibrary(folders: ["Intents"], builtins: builtins)
public struct BuiltinProviders: Sendable {
  /// What a provider is made from.
  public struct Request: Sendable, Hashable {
    /// What `widget.json` tells the provider, by name.
    public var arguments: [String: String]

    /// The folder of the widget; relative paths begin there.
    public var folder: String

    /// The variables of the process.
    public var environment: [String: String]

    /// Makes a request.
    public init(
      arguments: [String: String] = [:], folder: String = ".", environment: [String: String] = [:]
    ) {
      self.arguments = arguments
      self.folder = folder
      self.environment = environment
    }
  }

  /// Makes providers of options, by their names; each throws for arguments that it does not take.
  public var options: [String: @Sendable (Request) throws -> any OptionsProvider]

  /// Makes providers of timelines, by their names; each throws for arguments that it does not take.
  public var timelines: [String: @Sendable (Request) throws -> any IntentTimelineProvider]

  /// Finds all that stands against the arguments of a shipped provider, by its name.
  private var checks: [String: @Sendable (Request, SourceDescription.Role) -> [SourceProblem]] = [:]

  /// Makes providers from functions; none by default.
  public init(
    options: [String: @Sendable (Request) throws -> any OptionsProvider] = [:],
    timelines: [String: @Sendable (Request) throws -> any IntentTimelineProvider] = [:]
  ) {
    self.options = options
    self.timelines = timelines
  }

  /// Those of the widgets that ship.
  public static let shipped: BuiltinProviders = {
    var builtins = BuiltinProviders()
    for name in WidgetCatalog.names {
      builtins.options[name] = {
        try WidgetCatalog($0).optionsProvider(named: name, arguments: $0.arguments)
      }
      builtins.timelines[name] = {
        try WidgetCatalog($0).timelineProvider(named: name, arguments: $0.arguments)
      }
      builtins.checks[name] = { request, role in
        WidgetCatalog(request).problems(
          withSourceNamed: name, arguments: request.arguments,
          role: role == .timeline ? .timeline : .options
        ).map(SourceProblem.init)
      }
    }
    return builtins
  }()

  /// Makes the provider of options that a source names.
  func optionsProvider(_ name: String, _ request: Request) throws -> any OptionsProvider {
    guard let make = options[name] else { throw unknown(name, .options) }
    return try make(request)
  }

  /// Makes the provider of timelines that a source names.
  func timelineProvider(_ name: String, _ request: Request) throws -> any IntentTimelineProvider {
    guard let make = timelines[name] else { throw unknown(name, .timeline) }
    return try make(request)
  }

  /// Finds what stands against a source without using it; of a function of the program's own, what it
  /// throws.
  func problems(
    _ name: String, _ request: Request, as role: SourceDescription.Role
  ) -> [SourceProblem] {
    guard names(role).contains(name) else { return [SourceProblem(unknown(name, role))] }
    if let check = checks[name] { return check(request, role) }
    do {
      if role == .timeline {
        _ = try timelineProvider(name, request)
      } else {
        _ = try optionsProvider(name, request)
      }
      return []
    } catch {
      return [
        SourceProblem(
          at: ["builtin"], code: "builtin-refused", sentence: .words(of: error), remedy: .none)
      ]
    }
  }

  private func unknown(_ name: String, _ role: SourceDescription.Role) -> BuiltinSourceError {
    BuiltinSourceError(source: name, .unknownName(choices: names(role)))
  }

  /// The names there are: those that ship, then the others in order.
  private func names(_ role: SourceDescription.Role) -> [String] {
    let all = role == .timeline ? Set(timelines.keys) : Set(options.keys)
    return WidgetCatalog.names.filter { all.contains($0) }
      + all.subtracting(WidgetCatalog.names).sorted()
  }
}

extension WidgetCatalog {
  fileprivate init(_ request: BuiltinProviders.Request) {
    self.init(
      environment: WidgetEnvironment(
        widgetFolder: request.folder, homeFolder: request.environment["HOME"] ?? "/",
        variables: request.environment))
  }
}

extension SourceProblem {
  fileprivate init(_ error: BuiltinSourceError) {
    self.init(
      at: error.argument.map { ["arguments", $0] } ?? ["builtin"], code: error.code,
      sentence: error.sentence, remedy: error.advice)
  }
}
