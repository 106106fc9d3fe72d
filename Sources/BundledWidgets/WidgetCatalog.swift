public import ExternalSources
import ICalendar
import IntentModel
import IntentOptions
import WidgetFormats
public import WidgetLoading
import WidgetTimeline
import Zones

extension BuiltinProviders {
  /// The providers of the widgets that ship: `WorldClock`, `UpNext` and `Verse`.
  ///
  /// Each takes the argument `timeZone`, a zone by its tz database name, which replaces that of the
  /// person who looks at the widget. `UpNext` also takes `calendars`, the folder of the `.ics` files
  /// and vdirs, or several with colons between them; its default is `Calendars` in the widget's folder.
  ///
  ///     var builtins = BuiltinProviders.shipped
  ///     builtins.options["Rooms"] = { _ in RoomOptions() }
  public static let shipped: BuiltinProviders = {
    var builtins = BuiltinProviders()
    for name in WidgetCatalog.Name.allCases {
      builtins.options[name.rawValue] = {
        try WidgetCatalog($0).optionsProvider(of: name, arguments: $0.arguments)
      }
      builtins.timelines[name.rawValue] = {
        try WidgetCatalog($0).timelineProvider(of: name, arguments: $0.arguments)
      }
      if name == .upNext {
        builtins.checks[name.rawValue] = {
          WidgetCatalog($0).calendarFolder($0.arguments).problems(at: ["arguments", "calendars"])
        }
      }
    }
    return builtins
  }()
}

extension WidgetLibrary {
  /// Makes a library whose `builtin` sources are those of the widgets that ship, without accessing
  /// files.
  public init(
    folders: [String], language: String = "en", environment: [String: String] = [:],
    limits: SourceLimits = SourceLimits(), fetch: @escaping HTTPFetch = WebFetch.fetch
  ) {
    self.init(
      folders: folders, language: language, environment: environment, builtins: .shipped,
      limits: limits, fetch: fetch)
  }
}

/// Makes the providers of the widgets that ship.
struct WidgetCatalog {
  /// A widget that ships.
  enum Name: String, CaseIterable {
    case worldClock = "WorldClock"
    case upNext = "UpNext"
    case verse = "Verse"

    var arguments: [String] { self == .upNext ? ["calendars", "timeZone"] : ["timeZone"] }
  }

  /// The maximum number of choices of a source; a request can ask for fewer.
  private static let mostOptions = 10_000

  /// The parts of the machine's environment that the sources can use.
  let environment: WidgetEnvironment

  /// Makes a catalog for an environment.
  init(environment: WidgetEnvironment) {
    self.environment = environment
  }

  fileprivate init(_ request: BuiltinProviders.Request) {
    self.init(
      environment: WidgetEnvironment(
        widgetFolder: request.folder, homeFolder: request.environment["HOME"] ?? "/"))
  }

  /// The options provider of a widget.
  ///
  /// - Throws: All problems of the source.
  func optionsProvider(
    of name: Name, arguments: [String: String] = [:]
  ) throws(SourceProblems) -> any OptionsProvider {
    let problems = problems(of: name, arguments)
    switch name {
    case .verse: throw SourceProblems([.noOptions(of: name)] + problems)
    case _ where !problems.isEmpty: throw SourceProblems(problems)
    case .worldClock:
      return WorldClockOptions(zones: environment.zones, local: localZone(arguments))
        .limited(to: Self.mostOptions)
    case .upNext:
      return UpNextOptions(folder: calendarFolder(arguments)).limited(to: Self.mostOptions)
    }
  }

  /// The timeline provider of a widget.
  ///
  /// - Throws: All problems of the source.
  func timelineProvider(
    of name: Name, arguments: [String: String] = [:]
  ) throws(SourceProblems) -> any IntentTimelineProvider {
    let problems = problems(of: name, arguments)
    guard problems.isEmpty else { throw SourceProblems(problems) }
    let local = localZone(arguments)
    return switch name {
    case .worldClock: WorldClockTimeline(zones: environment.zones, local: local)
    case .upNext: UpNextTimeline(folder: calendarFolder(arguments), local: local)
    case .verse: VerseTimeline(local: local)
    }
  }

  /// The problems of a source's arguments; a missing folder is not a problem, because it can be
  /// created later.
  private func problems(of name: Name, _ arguments: [String: String]) -> [SourceProblem] {
    arguments.sorted { $0.key < $1.key }.compactMap { argument, value in
      guard name.arguments.contains(argument) else { return .unknown(argument, of: name) }
      if argument == "calendars" {
        return environment.paths(value) == nil ? .notAPath(value, argument, of: name) : nil
      }
      guard environment.zones.zone(named: value) == nil else { return nil }
      let known = ZoneList(folder: environment.zones).places.map(\.identifier)
      let nearest = nearestName(to: String(value.prefix(64)), among: known)
      return .unknownZone(value, argument, of: name, nearest: nearest)
    }
  }

  /// The zone that an argument gives in place of the viewer's.
  private func localZone(_ arguments: [String: String]) -> ZoneRules? {
    arguments["timeZone"].flatMap { environment.zones.zone(named: $0) }
  }

  fileprivate func calendarFolder(_ arguments: [String: String]) -> CalendarFolder {
    let paths = environment.paths(arguments["calendars"] ?? "Calendars")
    return CalendarFolder(
      paths: paths ?? [environment.widgetFolder],
      reading: ICalendarReading(zones: environment.zones))
  }
}

/// The parts of the machine's environment that the bundled widgets can use; they read nothing else.
struct WidgetEnvironment: Sendable, Hashable {
  /// The folder of the widget; relative paths in arguments start here.
  var widgetFolder: String

  /// The home folder, for paths that begin with `~/`.
  var homeFolder: String

  /// The folder of the compiled time zones.
  var zones: ZoneFolder

  /// Makes an environment.
  init(
    widgetFolder: String, homeFolder: String, zones: ZoneFolder = .system
  ) {
    (self.widgetFolder, self.homeFolder, self.zones) = (widgetFolder, homeFolder, zones)
  }

  /// The paths that an argument gives, with colons between them; nil if one is invalid.
  func paths(_ text: String) -> [String]? {
    guard !text.contains("://") else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let paths = parts.compactMap { path(String($0)) }
    return paths.count == parts.count ? paths : nil
  }

  /// The path that an argument gives; nil if it is invalid.
  ///
  /// Another user's home folder, `~name`, is not supported.
  func path(_ text: String) -> String? {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    if text.hasPrefix("/") { return text }
    if text == "~" { return homeFolder }
    if text.hasPrefix("~/") { return homeFolder + text.dropFirst() }
    return text.hasPrefix("~") ? nil : "\(widgetFolder)/\(text)"
  }
}
