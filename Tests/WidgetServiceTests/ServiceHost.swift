import DefinitionFormats
import Foundation
import IntentModel
import IntentOptions
import Logging
import SQLiteStore
import ServiceLifecycle
import Synchronization
import WidgetService
import WidgetStore
import WidgetTestSupport
import WidgetTimeline

/// A service in this process, with its own store.
enum ServiceHost {
  /// The usual settings, except that a source's response is fresh for an hour, so that tests that
  /// count the requests to a source do not depend on how busy the machine is.
  static var unhurried: ServiceSettings {
    var settings = ServiceSettings()
    settings.optionsFreshFor = .seconds(3_600)
    return settings
  }

  /// Runs a service while a closure runs, on a free port.
  static func run(
    settings: ServiceSettings = Self.unhurried, access: ServiceAccess = .open,
    widgets: [ConfigurableWidget]? = nil, driver: (any StoreDriver)? = nil,
    now: @escaping @Sendable () -> Date = { Date() }, logger: Logger? = nil,
    pushSender: (any PushSender)? = nil, metrics: ServiceMetrics = ServiceMetrics(),
    _ body: @escaping @Sendable (HTTPClient, URL) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "service-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var settings = settings
    settings.port = 0
    let served = try widgets ?? [Self.upNext()]
    var quiet = Logger(label: "service")
    quiet.logLevel = .critical
    let log = logger ?? quiet
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let driver = try driver ?? SQLiteDriver(path: folder.appending(path: "store.sqlite").path)
    let service = try WidgetServer(
      settings: settings, access: access, logger: log, metrics: metrics, now: now,
      store: WidgetStorage(driver),
      push: pushSender, widgets: { _ in served }, isRunning: { port.yield($0) })
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [service], logger: log))
    let running = Task { try await blocking { try await group.run() } }
    var iterator = ports.makeAsyncIterator()
    guard let number = await iterator.next() else { return }
    do {
      try await body(HTTPClient(port: number), folder)
    } catch {
      await group.triggerGracefulShutdown()
      _ = await running.result
      throw error
    }
    await group.triggerGracefulShutdown()
    try await running.value
  }

  /// The shipped definition of UpNext, with in-memory calendars.
  static func upNext(
    provider: (any OptionsProvider)? = nil, kind: String = "UpNext",
    timeline: (any IntentTimelineProvider)? = SteadyTimeline(),
    renaming names: [String: String] = [:], without gone: String? = nil
  ) throws -> ConfigurableWidget {
    let path = checkout.appending(path: "Intents/UpNext/UpNext.intentdefinition").path
    var file = try IntentDefinitionReader.read(path: path).file
    file.intents[0].parameters.removeAll { $0.name == gone }
    for place in file.intents[0].parameters.indices {
      let name = file.intents[0].parameters[place].name
      file.intents[0].parameters[place].name = names[name] ?? name
    }
    return ConfigurableWidget(
      kind: kind, displayName: "Up Next",
      description: "The next events.", families: [.systemSmall, .systemMedium, .systemLarge],
      schema: IntentSchema(file.intents[0], in: file),
      providers: ["calendars": provider ?? Calendars()], timeline: timeline, definitionPath: path)
  }

  static var checkout: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// The text of an article about the service.
  static func article(_ name: String) throws -> String {
    try RepositoryFiles.text("Sources/WidgetService/WidgetService.docc/\(name).md")
  }
}

/// A few calendars.
struct Calendars: OptionsProvider {
  var name: String { "calendars" }
  var wait = Duration.zero
  var defaults: [OptionItem] = []

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await Task.sleep(for: wait)
    return OptionsCollection(sections: [
      OptionsSection(
        title: "Here",
        items: [
          OptionItem(identifier: "work", display: "Work", subtitle: "42 events"),
          OptionItem(identifier: "home", display: "Home"),
        ]),
      OptionsSection(title: "There", items: [OptionItem(identifier: "team", display: "Team")]),
    ])
  }

  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await Task.sleep(for: wait)
    return defaults
  }
}

/// An entry at each full hour for six hours, starting with the current hour.
struct SteadyTimeline: IntentTimelineProvider {
  var name: String { "steady" }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "Nothing"))
  }

  func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let hour = (context.now.timeIntervalSince1970 / 3_600).rounded(.down) * 3_600
    let entries = (0..<6).map { step in
      TimelineEntry(
        date: Date(timeIntervalSince1970: hour + Double(step) * 3_600),
        content: EntryContent(title: "Entry \(step)"))
    }
    return Timeline(entries: entries, reload: .atEnd)
  }
}
