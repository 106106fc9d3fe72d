import ICalendar
import IntentModel
public import IntentOptions
public import WidgetTimeline

/// Makes the `builtin` sources of the bundled widgets.
///
///     let catalog = WidgetCatalog(
///       environment: WidgetEnvironment(widgetFolder: "Intents/UpNext", homeFolder: "/home/ada"))
///     let calendars = try catalog.optionsProvider(named: "UpNext")
///     let timeline = try catalog.timelineProvider(
///       named: "UpNext", arguments: ["calendars": "~/Calendars"])
///
/// Every source has the argument `timeZone`, the viewer's zone by its tz database name, which
/// replaces the machine's zone. `UpNext` also has `calendars`, the folder of the `.ics` files; its
/// default is `Calendars` in the widget's folder.
public struct WidgetCatalog: Sendable {
  /// The use of a source.
  public enum Role: Sendable, Hashable, CaseIterable {
    case options, timeline
  }

  /// The names of the bundled widgets.
  public static var names: [String] { Kind.allCases.map(\.rawValue) }

  private enum Kind: String, CaseIterable {
    case worldClock = "WorldClock"
    case upNext = "UpNext"
    case verse = "Verse"

    var arguments: [String] { self == .upNext ? ["calendars", "timeZone"] : ["timeZone"] }
  }

  /// The maximum number of choices of a source; a request can ask for fewer.
  private static let mostOptions = 10_000

  /// The parts of the machine's environment that the sources can use.
  public let environment: WidgetEnvironment

  /// Makes a catalog for an environment.
  public init(environment: WidgetEnvironment) {
    self.environment = environment
  }

  /// The problems with a source, without making it; empty if it is valid.
  ///
  /// It is not a problem if the folder of an argument does not exist: it can be created later.
  public func problems(
    withSourceNamed name: String, arguments: [String: String] = [:], role: Role
  ) -> [BuiltinSourceError] {
    guard let kind = Kind(rawValue: name) else {
      return [BuiltinSourceError(source: name, .unknownName(choices: Self.names))]
    }
    let missing: [BuiltinSourceError] =
      role == .options && kind == .verse ? [BuiltinSourceError(source: name, .noOptions)] : []
    let wrong = arguments.sorted { $0.key < $1.key }.compactMap { argument, value in
      reason(against: argument, value, of: kind).map { BuiltinSourceError(source: name, $0) }
    }
    return missing + wrong
  }

  /// The options provider of a widget.
  ///
  /// - Throws: The first of the source's problems.
  public func optionsProvider(
    named name: String, arguments: [String: String] = [:]
  ) throws(BuiltinSourceError) -> any OptionsProvider {
    switch try kind(name, arguments, .options) {
    case .worldClock:
      return WorldClockOptions(zones: environment.zones, local: localZone(arguments))
        .limited(to: Self.mostOptions)
    case .upNext:
      return UpNextOptions(folder: calendarFolder(arguments)).limited(to: Self.mostOptions)
    case .verse: throw BuiltinSourceError(source: name, .noOptions)
    }
  }

  /// The timeline provider of a widget.
  ///
  /// - Throws: The first of the source's problems.
  public func timelineProvider(
    named name: String, arguments: [String: String] = [:]
  ) throws(BuiltinSourceError) -> any IntentTimelineProvider {
    let local = localZone(arguments)
    return switch try kind(name, arguments, .timeline) {
    case .worldClock: WorldClockTimeline(zones: environment.zones, local: local)
    case .upNext: UpNextTimeline(folder: calendarFolder(arguments), local: local)
    case .verse: VerseTimeline(local: local)
    }
  }

  private func kind(
    _ name: String, _ arguments: [String: String], _ role: Role
  ) throws(BuiltinSourceError) -> Kind {
    let problems = problems(withSourceNamed: name, arguments: arguments, role: role)
    if let first = problems.first { throw first }
    guard let kind = Kind(rawValue: name) else {
      throw BuiltinSourceError(source: name, .unknownName(choices: Self.names))
    }
    return kind
  }

  private func reason(
    against argument: String, _ value: String, of kind: Kind
  ) -> BuiltinSourceError.Reason? {
    guard kind.arguments.contains(argument) else {
      return .unknownArgument(argument, choices: kind.arguments)
    }
    if argument == "calendars" {
      return environment.path(value) == nil ? .notAPath(argument: argument, value: value) : nil
    }
    if environment.zones.zone(named: value) != nil { return nil }
    let known = ZoneList(folder: environment.zones).places.map(\.identifier)
    let nearest = nearestName(to: String(value.prefix(64)), among: known)
    return .unknownZone(argument: argument, value: value, nearest: nearest)
  }

  private func localZone(_ arguments: [String: String]) -> ZoneRules {
    arguments["timeZone"].flatMap { environment.zones.zone(named: $0) } ?? environment.localZone
  }

  private func calendarFolder(_ arguments: [String: String]) -> CalendarFolder {
    let path = environment.path(arguments["calendars"] ?? "Calendars")
    return CalendarFolder(
      path: path ?? environment.widgetFolder, reading: ICalendarReading(zones: environment.zones))
  }
}

/// The parts of the machine's environment that the bundled widgets can use; they read nothing else.
public struct WidgetEnvironment: Sendable, Hashable {
  /// The folder of the widget; relative paths in arguments start here.
  public var widgetFolder: String

  /// The home folder, for paths that begin with `~/`.
  public var homeFolder: String

  /// The environment variables, of which only `TZ` is read.
  public var variables: [String: String]

  /// The folder of the compiled time zones.
  public var zoneFolder: String

  /// The link or file that gives the machine's zone if `TZ` is not set.
  public var localZoneLink: String

  /// Makes an environment.
  public init(
    widgetFolder: String, homeFolder: String, variables: [String: String] = [:],
    zoneFolder: String = "/usr/share/zoneinfo", localZoneLink: String = "/etc/localtime"
  ) {
    self.widgetFolder = widgetFolder
    self.homeFolder = homeFolder
    self.variables = variables
    self.zoneFolder = zoneFolder
    self.localZoneLink = localZoneLink
  }

  var zones: ZoneFolder { ZoneFolder(path: zoneFolder) }

  var localZone: ZoneRules { zones.local(environment: variables, link: localZoneLink) }

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
