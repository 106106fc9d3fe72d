import BundledWidgets
public import IntentOptions
import Messages
import WidgetFormats
public import WidgetTimeline

/// The providers that are compiled into a program, by the names that `builtin` sources use.
///
/// Add your own providers to those that ship:
///
///     var builtins = BuiltinProviders.shipped
///     builtins.options["Rooms"] = { _ in RoomOptions() }
///     builtins.timelines["Rooms"] = { _ in RoomTimeline() }
///     let library = WidgetLibrary(folders: ["Intents"], builtins: builtins)
public struct BuiltinProviders: Sendable {
  /// The input for making a provider.
  public struct Request: Sendable, Hashable {
    /// The arguments from `widget.json` by name.
    public var arguments: [String: String]

    /// The folder of the widget, where relative paths begin.
    public var folder: String

    /// The environment variables of the process.
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

  /// Functions that make options providers, by name; each throws for arguments that it does not
  /// accept.
  public var options: [String: @Sendable (Request) throws -> any OptionsProvider]

  /// Functions that make timeline providers, by name; each throws for arguments that it does not
  /// accept.
  public var timelines: [String: @Sendable (Request) throws -> any IntentTimelineProvider]

  /// Functions that find the problems with a shipped provider's arguments, by name.
  private var checks: [String: @Sendable (Request, SourceDescription.Role) -> [SourceProblem]] = [:]

  /// Makes a collection of providers, empty by default.
  public init(
    options: [String: @Sendable (Request) throws -> any OptionsProvider] = [:],
    timelines: [String: @Sendable (Request) throws -> any IntentTimelineProvider] = [:]
  ) {
    self.options = options
    self.timelines = timelines
  }

  /// The providers of the widgets that ship.
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

  /// Makes the options provider that a source names.
  func optionsProvider(_ name: String, _ request: Request) throws -> any OptionsProvider {
    guard let make = options[name] else { throw unknown(name, .options) }
    return try make(request)
  }

  /// Makes the timeline provider that a source names.
  func timelineProvider(_ name: String, _ request: Request) throws -> any IntentTimelineProvider {
    guard let make = timelines[name] else { throw unknown(name, .timeline) }
    return try make(request)
  }

  /// Finds the problems of a source without using it; for a provider that does not ship, makes it
  /// and reports what it throws.
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
          at: SourceDescription.path(to: .builtin), code: "builtin-refused",
          sentence: .words(of: error), remedy: .none)
      ]
    }
  }

  private func unknown(_ name: String, _ role: SourceDescription.Role) -> BuiltinSourceError {
    BuiltinSourceError(source: name, .unknownName(choices: names(role)))
  }

  /// The known names: those that ship, then the others in alphabetical order.
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
      at: error.argument.map { SourceDescription.path(to: .arguments) + [$0] }
        ?? SourceDescription.path(to: .builtin),
      code: error.code, sentence: error.message, remedy: error.advice)
  }
}
