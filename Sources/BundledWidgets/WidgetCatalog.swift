public import ExternalSources
import ICalendar
import IntentModel
import IntentOptions
import Messages
import WidgetFormats
public import WidgetLoading
import WidgetTimeline
import Zones

extension BuiltinProviders {
  /// The providers of the widgets that ship.
  ///
  /// Each has the argument `timeZone`, the tz database name of a zone that replaces the viewer's
  /// zone. `UpNext` also has `calendars`, the folder of the `.ics` files and vdirs, or several
  /// folders separated by colons; the default is `Calendars` in the widget's folder. Addresses of
  /// calendars on the web, separated by spaces, are also allowed; the argument `authorization`
  /// names the environment variable that holds their `Authorization` header.
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
          WidgetCatalog($0).calendars($0.arguments).problems(
            at: SourceProblem.path(to: SourceArgument.calendars))
        }
      }
    }
    return builtins
  }()
}

extension WidgetLibrary {
  /// Makes a library with the `builtin` sources of the widgets that ship, without accessing files.
  public init(
    folders: [String], language: String = "en", environment: [String: String] = [:],
    limits: SourceLimits = SourceLimits(), fetch: @escaping HTTPFetch = WebFetch.fetch
  ) {
    self.init(
      folders: folders, language: language, environment: environment, builtins: .shipped,
      limits: limits, fetch: fetch)
  }
}

/// The names of the sources' arguments.
enum SourceArgument {
  static let authorization = "authorization"
  static let calendars = "calendars"
  static let timeZone = "timeZone"
}

/// Makes the providers of the widgets that ship.
struct WidgetCatalog {
  /// A widget that ships.
  enum Name: String, CaseIterable {
    case worldClock = "WorldClock"
    case upNext = "UpNext"
    case verse = "Verse"

    var arguments: [String] {
      let own = [SourceArgument.authorization, SourceArgument.calendars]
      return (self == .upNext ? own : []) + [SourceArgument.timeZone]
    }
  }

  /// The maximum number of choices that a source returns; a request can ask for fewer.
  private static let maximumOptions = 10_000

  /// The folders to which the arguments can refer, and the time zones.
  let environment: WidgetEnvironment

  /// The environment variables, the limits, and the function that fetches calendars on the web.
  private let request: BuiltinProviders.Request

  /// Makes a catalog for an environment.
  init(
    environment: WidgetEnvironment, request: BuiltinProviders.Request = BuiltinProviders.Request()
  ) {
    self.environment = environment
    self.request = request
  }

  fileprivate init(_ request: BuiltinProviders.Request) {
    self.init(
      environment: WidgetEnvironment(
        widgetFolder: request.folder, homeFolder: request.environment["HOME"] ?? "/"),
      request: request)
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
        .limited(to: Self.maximumOptions)
    case .upNext:
      return UpNextOptions(folder: calendars(arguments)).limited(to: Self.maximumOptions)
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
    case .upNext: UpNextTimeline(folder: calendars(arguments), local: local)
    case .verse: VerseTimeline(local: local)
    }
  }

  /// The problems of a source's arguments; a missing folder is not a problem, because it can be
  /// created later.
  private func problems(of name: Name, _ arguments: [String: String]) -> [SourceProblem] {
    arguments.sorted { $0.key < $1.key }.compactMap { argument, value in
      guard name.arguments.contains(argument) else { return .unknown(argument, of: name) }
      if argument == SourceArgument.calendars {
        guard let places = environment.places(value) else { return .notPlaces(value, argument) }
        var seen: Set<String> = []
        return places.addresses.first { !seen.insert($0.identifier).inserted }
          .map { .repeated($0, argument) }
      }
      if argument == SourceArgument.authorization {
        let addresses =
          environment.places(arguments[SourceArgument.calendars] ?? "")?.addresses ?? []
        let isOne = addresses.allSatisfy { $0.isSameService(as: addresses[0]) }
        return isOne ? nil : .severalServices(argument)
      }
      guard environment.zones.zone(named: value) == nil else { return nil }
      let known = ZoneList(folder: environment.zones).places.map(\.identifier)
      let nearest = nearestName(to: String(value.prefix(64)), among: known)
      return .unknownZone(value, argument, of: name, nearest: nearest)
    }
  }

  /// The zone that an argument sets in place of the viewer's zone.
  private func localZone(_ arguments: [String: String]) -> ZoneRules? {
    arguments[SourceArgument.timeZone].flatMap { environment.zones.zone(named: $0) }
  }

  fileprivate func calendars(_ arguments: [String: String]) -> CalendarFolder {
    let places = environment.places(arguments[SourceArgument.calendars] ?? "Calendars")
    let reading = ICalendarReading(zones: environment.zones)
    var limits = request.limits
    limits.bytes = min(limits.bytes, reading.limits.fileSize)
    // The kept copy must be returned before the time limit of the provider ends.
    limits.timeout = limits.timeout * 0.9
    return CalendarFolder(
      paths: places?.paths ?? [environment.widgetFolder],
      web: (places?.addresses ?? []).map { address in
        WebCalendar(address) { url in
          CalendarFeed(
            url, authorization: arguments[SourceArgument.authorization],
            environment: request.environment,
            limits: limits, folder: cacheFolder, fetch: request.fetch)
        }
      },
      reading: reading)
  }

  /// The variable with the folder of caches (XDG Base Directory Specification).
  static let cacheVariable = "XDG_CACHE_HOME"

  /// The folder of caches below the home folder, if the variable is not set.
  static let usualCacheFolder = ".cache"

  /// The path of the folder with the copies of calendars, inside the folder of caches.
  static let calendarFolder = "\(Program.name)/calendars"

  /// The folder of the copies of calendars (XDG Base Directory Specification); nil if there is
  /// none.
  private var cacheFolder: String? {
    func folder(_ variable: String, _ rest: String) -> String? {
      request.environment[variable].flatMap { $0.hasPrefix("/") ? $0 + rest : nil }
    }
    let own = folder(Self.cacheVariable, "") ?? folder("HOME", "/\(Self.usualCacheFolder)")
    return own.map { "\($0)/\(Self.calendarFolder)" }
  }
}

/// The folders to which the arguments of the bundled widgets can refer, and the time zones.
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

  /// The paths and the addresses in an argument; nil if one of them is invalid.
  ///
  /// Colons separate paths. An address ends at a space; it is at the start of the text, or after a
  /// space or a colon.
  func places(_ text: String) -> (paths: [String], addresses: [CalendarAddress])? {
    var addresses: [CalendarAddress] = []
    var parts: [Substring] = []
    var rest = text[...]
    while let start = Self.addressStart(in: rest) {
      var before = rest[..<start]
      while before.last == " " { before.removeLast() }
      if before.last == ":" { before.removeLast() }
      if !before.isEmpty { parts += Self.parts(of: before) }
      let end = rest[start...].firstIndex(of: " ") ?? rest.endIndex
      guard let address = CalendarAddress(String(rest[start..<end])) else { return nil }
      addresses.append(address)
      rest = rest[end...].drop { $0 == " " }
    }
    if !rest.isEmpty || addresses.isEmpty { parts += Self.parts(of: rest) }
    let paths = parts.compactMap { path(String($0)) }
    return paths.count == parts.count ? (paths, addresses) : nil
  }

  /// The texts between colons; a single empty text, which is not a path, if the text contains the
  /// `://` of an unknown scheme.
  private static func parts(of text: Substring) -> [Substring] {
    text.contains("://") ? [""] : text.split(separator: ":", omittingEmptySubsequences: false)
  }

  /// Where the first address begins; nil if there is none.
  private static func addressStart(in text: Substring) -> Substring.Index? {
    var isStart = true
    for index in text.indices {
      if isStart, CalendarAddress.schemes.contains(where: { text[index...].hasPrefix($0) }) {
        return index
      }
      isStart = text[index] == " " || text[index] == ":"
    }
    return nil
  }

  /// The path in an argument; nil if it is invalid.
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
