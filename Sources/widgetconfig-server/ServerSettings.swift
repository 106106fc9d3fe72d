import BundledWidgets
import Configuration
import DevicePush
import ExternalSources
import Foundation
import InputFiles
import IntentModel
import JSONC
import JSONCodings
import Logging
import Messages
import WidgetLoading
import WidgetService
import WidgetStore

/// The settings of the program, from flags, the environment and a file, in order of precedence.
struct ServerSettings: Sendable {
  /// The keys of the file.
  typealias Key = ServiceSettingKey

  /// The settings that have a flag, with functions that get their values from a command line.
  static let flags: [(key: Key, text: @Sendable (ServerCommand) -> String?)] = [
    (.host, { $0.host }), (.port, { $0.port.map(String.init) }), (.store, { $0.store }),
    (.intents, { $0.intents }), (.tokenSecretFile, { $0.tokenSecretFile }), (.jwks, { $0.jwks }),
    (.logLevel, { $0.logLevel }), (.logFormat, { $0.logFormat }),
  ]

  /// The lowest level that is logged if the setting is missing.
  static let standardLevel = Logger.Level.notice.rawValue

  let service: ServiceSettings
  /// The settings for sending pushes to devices.
  let push: PushSettings
  private let location: StoreLocation
  private let secretFile: String?
  private let keySetFile: String?
  private let issuerKeys: IssuerKeys?
  private let issuer: String?
  private let audience: String?
  private let intents: String?
  /// The folder in which the widgets' programs keep files; nil for none.
  private let containers: String?
  private let level: Logger.Level
  /// Whether the log is JSON.
  let logsJSON: Bool
  private let webhookSecretFile: String?

  /// All problems with the settings.
  struct Problems: Error {
    var lines: [Message] = []

    /// The result of reading something; nil if that fails, in which case its problems are noted.
    fileprivate mutating func noted<Value>(_ read: () throws -> Value?) -> Value? {
      do {
        return try read()
      } catch {
        lines += ServerCommand.lines(of: error)
        return nil
      }
    }
  }

  /// Reads the settings.
  ///
  /// - Throws: ``Problems`` with every problem in the settings.
  init(_ command: ServerCommand) throws {
    var problems = Problems()
    let environment = ProcessInfo.processInfo.environment
    problems.lines += ProgramVariables.problems(in: environment)
    let reader = Self.reader(command, environment, &problems)
    var service = Self.service(reader, &problems)
    let secretPath = reader.text(.webhookSecretFile)
    webhookSecretFile = secretPath
    service.webhookSecret = problems.noted { try Self.webhookSecret(secretPath) } ?? ""
    let push = problems.noted { try Self.push(reader) }
    let location = problems.noted {
      try StoreLocation.find(flag: reader.text(.store), environment: environment)
    }
    containers = reader.text(.containers) ?? location?.containers(environment: environment)
    self.service = service
    let level = Self.level(reader, &problems)
    let format = reader.text(.logFormat)
    if let format, LogFormat(rawValue: format) == nil {
      problems.lines.append(
        "The “\(Key.logFormat.rawValue)” “\(name: format)” is unknown. Give \(LogFormat.choices).")
    }
    logsJSON = format.map { $0 == LogFormat.json.rawValue } ?? (isatty(STDERR_FILENO) == 0)
    intents = reader.text(.intents)
    if let intents { _ = problems.noted { try Self.requireFolder(intents) } }
    secretFile = reader.text(.tokenSecretFile)
    let jwks = reader.text(.jwks)
    let isURL = jwks?.contains("://") ?? false
    keySetFile = isURL ? nil : jwks
    issuerKeys =
      isURL
      ? problems.noted {
        try Self.naming(.jwks) { () throws(ServiceSetupError) in try jwks.map(IssuerKeys.init) }
      } : nil
    (issuer, audience) = (reader.text(.issuer), reader.text(.audience))
    guard problems.lines.isEmpty, let push, let location, let level else { throw problems }
    (self.push, self.location, self.level) = (push, location, level)
  }

  /// The reader of the flags, the environment and the settings file.
  private static func reader(
    _ command: ServerCommand, _ environment: [String: String], _ problems: inout Problems
  ) -> SettingReader {
    var providers: [any ConfigProvider] = [
      InMemoryProvider(values: flags(command)),
      EnvironmentVariablesProvider(environmentVariables: environment)
        .prefixKeys(with: "widgetconfig"),
    ]
    if let path = command.config ?? environment[ProgramVariables.config],
      let values = problems.noted({ try file(path) })
    {
      providers.append(InMemoryProvider(values: values))
    }
    return SettingReader(config: ConfigReader(providers: providers))
  }

  /// The settings of the service that are numbers, times and origins.
  private static func service(
    _ reader: SettingReader, _ problems: inout Problems
  ) -> ServiceSettings {
    var service = ServiceSettings()
    service.host = reader.text(.host) ?? service.host
    for number in ServerSetting.numbers {
      if let value = problems.noted({ try reader.number(number.key, number.range) }) {
        service[keyPath: number.member] = value
      }
    }
    for time in ServerSetting.times {
      if let value = problems.noted({ try reader.seconds(time.key, most: time.most) }) {
        service[keyPath: time.member] = value
      }
    }
    service.webhooks = reader.list(.webhooks)
    service.webhookPrivateHosts = reader.list(.webhookPrivateHosts)
    service.allowedOrigins = reader.list(.allowedOrigins)
    for origin in service.allowedOrigins where !isOrigin(origin) {
      problems.lines.append(
        """
        “\(name: origin)” of “\(Key.allowedOrigins.rawValue)” is not an origin. Give a scheme, a \
        host and a port if it is not the usual one, as in https://app.example.org, or * for all.
        """
      )
    }
    service.publicOrigin = reader.text(.publicOrigin)
    if let origin = service.publicOrigin,
      !isOrigin(origin) || URL(string: origin).map(WebAddress.isOfTheWeb) != true
    {
      problems.lines.append(
        """
        The setting “\(Key.publicOrigin.rawValue)” is “\(origin.harmless())”. Give the scheme and \
        the host that browsers see, and the port if it is not the usual one, as in \
        https://widgets.example.com.
        """
      )
    }
    service.frameAncestors = reader.list(.frameAncestors)
    for origin in service.frameAncestors where !isFrameAncestor(origin) {
      problems.lines.append(
        """
        The setting “\(Key.frameAncestors.rawValue)” cannot have “\(origin.harmless())”. Give \
        origins such as https://example.com, or http://localhost:3000 on this machine, with commas \
        between them.
        """
      )
    }
    return service
  }

  private static func level(_ reader: SettingReader, _ problems: inout Problems) -> Logger.Level? {
    let name = reader.text(.logLevel) ?? standardLevel
    if let level = Logger.Level(rawValue: name) { return level }
    problems.lines.append(
      .sentences([
        "The \(Key.logLevel.rawValue) “\(name.harmless())” is unknown.",
        .suggestion(for: name, among: Logger.Level.allCases.map(\.rawValue)),
      ]))
    return nil
  }

  /// Whether a text is an origin whose pages may embed the form: an HTTPS origin, or one on this
  /// machine.
  ///
  /// A text that could end the header field, or the directive in that field, is refused. The host may
  /// begin with `*.` for all subdomains. The only IP address that browsers accept here is 127.0.0.1
  /// (Content Security Policy Level 3, sections 2.3.1 and 6.7.2.9).
  private static func isFrameAncestor(_ origin: String) -> Bool {
    guard
      let parts = origin.wholeMatch(
        of: /(https?):\/\/((?:\*\.)?[A-Za-z0-9.-]+)(?::[0-9]{1,5})?/)
    else { return false }
    return parts.1 == "https" || ["localhost", "127.0.0.1"].contains(parts.2)
  }

  /// Whether a text is an origin as browsers send it (RFC 6454, section 6.2), or `*`.
  private static func isOrigin(_ text: String) -> Bool {
    text == "*"
      || text.wholeMatch(
        of: /[a-z][a-z0-9+.-]*:\/\/(?:[A-Za-z0-9._-]+|\[[0-9a-fA-F:.]+\])(?::[0-9]{1,5})?/)
        != nil
  }

  private static func push(_ reader: SettingReader) throws -> PushSettings {
    let roots = try reader.text(.pushStandInRoots).map { file throws(ServiceSetupError) in
      try naming(.pushStandInRoots) { () throws(ServiceSetupError) in try text(file) }
    }
    return try PushSettings(
      apps: reader.text(.pushApps),
      priority: reader.number(.pushPriority, 1...APNsOptions.priorities.reduce(1, max)),
      expiration: reader.number(.pushExpiration, APNsOptions.expirations),
      collapseID: reader.text(.pushCollapseId), standIn: reader.text(.pushStandIn), roots: roots)
  }

  private static func webhookSecret(_ file: String?) throws(ServiceSetupError) -> String {
    guard let file else { return "" }
    return try naming(.webhookSecretFile) { () throws(ServiceSetupError) in
      try text(file).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Reads the webhook secrets again.
  ///
  /// - Throws: `ServiceSetupError` for a file that cannot be read.
  func readWebhookSecret() throws(ServiceSetupError) -> String {
    try Self.webhookSecret(webhookSecretFile)
  }

  /// Runs work, and adds the name of the setting to an error.
  private static func naming<Value>(
    _ key: Key, _ work: () throws(ServiceSetupError) -> Value
  ) throws(ServiceSetupError) -> Value {
    do throws(ServiceSetupError) {
      return try work()
    } catch {
      throw ServiceSetupError(.placed(place: "“\(key.rawValue)”", sentences: [error.line]))
    }
  }

  private static func requireFolder(_ path: String) throws(ServiceSetupError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw ServiceSetupError(
        """
        The folder “\(path.harmlessPath)” of “\(Key.intents.rawValue)” does not exist. Give the \
        folder of the widgets.
        """
      )
    }
  }

  private static func flags(_ command: ServerCommand) -> [AbsoluteConfigKey: ConfigValue] {
    values(flags.compactMap { key, text in text(command).map { (key, $0) } })
  }

  /// Reads a settings file; unknown keys are errors.
  ///
  /// A relative path in the file starts in the folder of the file.
  private static func file(_ path: String) throws -> [AbsoluteConfigKey: ConfigValue] {
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.bytes(atPath: path, limit: FileReading.settingsLimit)
    } catch {
      throw FormatErrors([FormatError(error)])
    }
    let problems = ProblemList(file: path, bytes: bytes, limits: .standard)
    var found: [(Key, String)] = []
    if let members = problems.root()?.object(Key.self) {
      for key in Key.allCases {
        guard let node = members[key] else { continue }
        switch node.value {
        case .integer(let number): found.append((key, String(number)))
        case .double(let number): found.append((key, String(number)))
        case .array where key == .pushApps:
          let folder = URL(filePath: path).deletingLastPathComponent()
          if let list = PushSettings.apps(node, besides: folder) {
            found.append((key, try list.json.text(.compact)))
          }
        case .array: found.append((key, (node.strings ?? []).joined(separator: ",")))
        default:
          if let text = node.string { found.append((key, placed(text, of: key, besides: path))) }
        }
      }
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    return values(found)
  }

  /// A path in a settings file; a relative path starts in the folder of that file.
  private static func placed(_ text: String, of key: Key, besides file: String) -> String {
    let paths: Set<Key> = [
      .store, .intents, .containers, .tokenSecretFile, .jwks, .webhookSecretFile,
      .pushStandInRoots,
    ]
    guard paths.contains(key), !text.isEmpty, !text.hasPrefix("/"), !text.hasPrefix("~"),
      !text.contains("://")
    else { return text }
    let folder = URL(filePath: file).deletingLastPathComponent()
    return folder.appending(path: text).standardizedFileURL.path
  }

  private static func values(_ texts: [(Key, String)]) -> [AbsoluteConfigKey: ConfigValue] {
    Dictionary(
      firsts: texts.map { key, text in
        (AbsoluteConfigKey([key.rawValue]), ConfigValue(.string(text), isSecret: false))
      })
  }

  var logger: Logger {
    let logsJSON = logsJSON
    var logger = Logger(
      label: "widgetconfig",
      factory: { label -> any LogHandler in
        if logsJSON { return JSONLogHandler() }
        return StreamLogHandler.standardError(label: label)
      })
    logger.logLevel = level
    return logger
  }

  var library: WidgetLibrary {
    var environment = ProcessInfo.processInfo.environment
    // In a service, each tenant is a scope.
    environment[ContainerFolders.variable] = nil
    environment[ContainerFolders.scopesVariable] = containers
    return WidgetLibrary(flag: intents, environment: environment, builtins: .shipped)
  }

  /// Makes the driver of the store of placed widgets.
  ///
  /// - Throws: `StoreError` for an invalid path or URL.
  func store() throws(StoreError) -> any StoreDriver {
    try location.driver(
      keeping: service.retention, connections: service.storeConnections)
  }

  /// Notes for the operator about the file of the store, made before it is used; empty for a
  /// database.
  func notesOnStore() async -> [Message] {
    guard !location.isPostgres, let driver = try? store() as? any InspectedStoreDriver else {
      return []
    }
    return (try? await driver.inspect())?.notes ?? []
  }

  /// Makes the access rules of the service.
  ///
  /// - Throws: `ServiceSetupError` for an unusable secret or key set.
  func access() async throws(ServiceSetupError) -> ServiceAccess {
    guard secretFile != nil || keySetFile != nil || issuerKeys != nil else { return .open }
    var keySet: (@Sendable () throws(ServiceSetupError) -> String)?
    if let keySetFile {
      keySet = { () throws(ServiceSetupError) in
        try Self.naming(.jwks) { () throws(ServiceSetupError) in try Self.text(keySetFile) }
      }
    }
    var secret: (@Sendable () throws(ServiceSetupError) -> String)?
    if let secretFile {
      secret = { () throws(ServiceSetupError) in
        try Self.naming(.tokenSecretFile) { () throws(ServiceSetupError) in
          try Self.text(secretFile).trimmingCharacters(in: .newlines)
        }
      }
    }
    let logger = logger
    return try await ServiceAccess(
      readingSecret: secret, keySet: keySet,
      keySetPlace: keySetFile.map { "“\(Key.jwks.rawValue)”: \($0.harmlessPath)" },
      issuerKeys: issuerKeys, issuer: issuer, audience: audience,
      report: {
        logger.error("\(LogEventName.keysFailed.rawValue)", metadata: ["cause": .string("\($0)")])
      })
  }

  /// The files with secrets that everybody on this machine can read, by their settings.
  var openSecrets: [(key: Key, path: String)] {
    [(Key.tokenSecretFile, secretFile), (.webhookSecretFile, webhookSecretFile)]
      .compactMap { key, path in
        path.flatMap { FileReading.isOpenToEverybody(atPath: $0) ? (key, $0) : nil }
      }
  }

  private static func text(_ path: String) throws(ServiceSetupError) -> String {
    do throws(FileReadingError) {
      let bytes = try FileReading.bytes(atPath: path, limit: FileReading.settingsLimit)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw ServiceSetupError(
        .placed(place: path.harmlessPath, sentences: [error.rule.explanation]))
    }
  }
}

/// The formats of the log.
enum LogFormat: String, CaseIterable {
  case text, json

  /// The formats in words.
  static let choices = allCases.map(\.rawValue).listed("or")
  /// The format that is used if the setting is missing, in words.
  static let standard = "\(text.rawValue) on a terminal, else \(json.rawValue)"
}

/// Reads settings from all providers and checks their bounds.
private struct SettingReader {
  let config: ConfigReader

  func text(_ key: ServerSettings.Key) -> String? {
    config.string(forKey: ConfigKey([key.rawValue])).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The texts of a comma-separated list; empty if the setting is missing.
  func list(_ key: ServerSettings.Key) -> [String] {
    (text(key) ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  func number(_ key: ServerSettings.Key, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = text(key) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw ServiceSetupError(
        """
        The setting “\(key.rawValue)” is “\(text.harmless())”. Give a whole number from \
        \(range.lowerBound) to \(range.upperBound).
        """
      )
    }
    return number
  }

  func seconds(_ key: ServerSettings.Key, most: Int) throws -> Duration? {
    guard let text = text(key) else { return nil }
    guard let seconds = Double(text), seconds > 0 || key == .drainTime && seconds == 0,
      seconds <= Double(most)
    else {
      throw ServiceSetupError(
        """
        The setting “\(key.rawValue)” is “\(text.harmless())”. Give more than 0 and at most \
        \(most) seconds.
        """
      )
    }
    return .seconds(seconds)
  }
}
