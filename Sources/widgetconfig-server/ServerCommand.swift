import ArgumentParser
import CPlatform
import Foundation
import JSONCodings
import Logging
import Messages
import Metrics
import ServiceLifecycle
import UnixSignals
import WidgetLoading
import WidgetService
import WidgetStore
import Zones

/// The command that runs the service.
@main
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widgetconfig-server",
    abstract: "Serves widgets, their forms, placed widgets and timelines over HTTP.",
    discussion: """
      A setting comes from its flag if it has one, otherwise from its environment variable, such \
      as \(ServerSettings.Key.maximumBodyBytes.variable), otherwise from the JSON file of --config. \
      The paths of the service are listed under \(ServicePath.openAPI).

      Exit status: \(ExitCode.success.rawValue) after a clean shutdown, \(ExitCode.failure.rawValue) \
      for a failure while it runs, \(wrongUsage) for wrong usage, \
      \(unreachable.rawValue) if --check-config cannot reach the store or the issuer of keys, \
      \(invalidSettings.rawValue) for invalid settings.

      The settings, each with its flag if it has one, and with its default in parentheses:

      \(ServerSetting.lines.joined(separator: "\n\n"))
      """,
    version: "\(WidgetServer.version)\n\(SystemZones.shared.source)")

  @Option(help: "A JSON file with settings.")
  var config: String?

  @Option(help: ServerSetting.help(.host))
  var host: String?

  @Option(help: ServerSetting.help(.port))
  var port: Int?

  @Option(help: ServerSetting.help(.store))
  var store: String?

  @Option(help: ServerSetting.help(.intents))
  var intents: String?

  @Option(help: ServerSetting.help(.tokenSecretFile))
  var tokenSecretFile: String?

  @Option(help: ServerSetting.help(.jwks))
  var jwks: String?

  @Option(help: ServerSetting.help(.logLevel))
  var logLevel: String?

  @Option(help: ServerSetting.help(.logFormat))
  var logFormat: String?

  @Flag(help: "Check the settings, the keys, the store and the widgets, then exit.")
  var checkConfig = false

  /// Runs the command; wrong usage has the same exit status as in all other commands of this
  /// project.
  static func main() async {
    do {
      var command = try await asyncParseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      if error is ExitCode { exit(withError: error) }
      if exitCode(for: error) == .success { exit(withError: error) }
      let names = CommandLine.arguments.compactMap { $0.split(separator: "=").first }
      let advice = names.lazy.compactMap { ServerSetting.advice(on: String($0)) }.first
      let told = advice.map { ValidationError($0.text()) } ?? error
      fullMessage(for: told).split(separator: "\n").forEach { say(.verbatim(String($0))) }
      Foundation.exit(wrongUsage)
    }
  }

  /// The status for wrong usage.
  private static let wrongUsage: Int32 = 2
  /// The status for settings that cannot work (`EX_CONFIG` in sysexits.h).
  static let invalidSettings = ExitCode(78)
  /// The status for a server that cannot be reached (`EX_UNAVAILABLE`).
  static let unreachable = ExitCode(69)

  func run() async throws {
    let settings: ServerSettings
    do {
      settings = try ServerSettings(self)
    } catch {
      Self.lines(of: error).forEach(Self.say)
      throw Self.invalidSettings
    }
    if checkConfig { return try await check(settings) }
    cprocess_note_crashes(settings.logsJSON)
    cprocess_return_large_blocks()
    let service: WidgetServer
    let pushes: PushSettings.Sender?
    let logger = settings.logger
    let library = settings.library
    let metrics = ServiceMetrics()
    do {
      let access = try await settings.access()
      library.readable.problems.flatMap(\.lines).forEach(Self.say)
      if library.isEmpty { Self.say(Self.noWidgets) }
      pushes = try settings.push.sender(settings.service, logger, metrics)
      service = try Self.service(settings, access, logger, metrics, pushes)
    } catch {
      Self.lines(of: error).forEach(Self.say)
      throw Self.invalidSettings
    }
    for note in await settings.notesOnStore() {
      logger.warning(
        "\(LogEventName.storeNoted.rawValue)", metadata: ["cause": .string(note.text())])
    }
    for note in SystemZones.shared.remarks {
      logger.warning(
        "\(LogEventName.zonesNoted.rawValue)", metadata: ["cause": .string(note.text())])
    }
    MetricsSystem.bootstrap(metrics)
    var configuration = ServiceGroupConfiguration(
      services: [
        Reloading(
          service: service, settings: settings, pushes: pushes, logger: logger, metrics: metrics),
        service, service.draining,
      ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration =
      settings.service.drainTime + settings.service.shutdownTimeLimit
    configuration.maximumCancellationDuration = .seconds(1)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch {
      Self.lines(of: error).forEach(Self.say)
      throw ExitCode.failure
    }
  }

  private static var noWidgets: Message {
    "There are no widgets. Give their folder with \(ServerSettings.Key.intents.flag)."
  }

  private static func service(
    _ settings: ServerSettings, _ access: ServiceAccess, _ logger: Logger,
    _ metrics: ServiceMetrics, _ pushes: PushSettings.Sender?
  ) throws -> WidgetServer {
    let library = settings.library
    return try WidgetServer(
      settings: settings.service, access: access, logger: logger, metrics: metrics,
      store: WidgetStorage(try settings.store()), push: pushes?.all,
      widgets: { language in
        var library = library
        library.language = language
        return library.readable.widgets
      }, isRunning: { port in say(.verbatim("http://\(settings.service.host):\(port)")) })
  }

  /// Reports everything that would fail after the start, without changing anything.
  private func check(_ settings: ServerSettings) async throws {
    var check = SettingsCheck()
    await check.run(settings) { access in
      let metrics = ServiceMetrics()
      let pushes = try settings.push.sender(settings.service, settings.logger, metrics)
      _ = try Self.service(settings, access, settings.logger, metrics, pushes)
    }
    let library = settings.library
    let (widgets, problems) = library.readable
    problems.flatMap(\.lines).forEach(Self.say)
    if library.isEmpty { Self.say(Self.noWidgets) }
    SystemZones.shared.remarks.forEach(Self.say)
    let found = library.findings(in: widgets.map(\.name))
    (check.problems + found.errors + check.unreachable + found.warnings + check.notes)
      .forEach(Self.say)
    guard check.problems.isEmpty, problems.isEmpty, found.errors.isEmpty, !library.isEmpty
    else {
      throw Self.invalidSettings
    }
    guard check.unreachable.isEmpty else { throw Self.unreachable }
    Self.say("The settings are valid.")
  }

  /// The lines that report an error, in English, for the log.
  static func text(of error: any Error) -> String {
    lines(of: error).map { $0.text() }.joined(separator: " ")
  }

  /// The lines that report an error.
  static func lines(of error: any Error) -> [Message] {
    (error as? ServerSettings.Problems)?.lines ?? (error as? FormatErrors)?.lines
      ?? [.words(of: error)]
  }

  /// Prints a message to standard error, in English, because operators read English in every
  /// locale.
  private static func say(_ message: Message) {
    FileHandle.standardError.write(Data((visibleLine(message.text()) + "\n").utf8))
  }
}
