import Configuration
import DefinitionFormats
import Foundation
import InputFiles
import JSONC
import Logging
import PostgresStore
import SQLiteStore
import WidgetLoading
import WidgetService
import WidgetStore

/// The settings of the program: of flags, of the environment, and of a file, in this order.
struct ServerSettings: Sendable {
  /// The members of the file; the environment has each in capital letters after `WIDGETCONFIG_`.
  enum Key: String, JSONKey {
    case host, port, store, intents, tokenSecretFile, jwks, issuer, audience, logLevel
    case webhooks, webhookSecretFile, webhookPrivateHosts
    case allowedOrigins, frameAncestors, maximumBodyBytes, maximumHeaderBytes, maximumConnections
    case maximumRequests, maximumStreams, requestsPerSecond, burst
    case bodyTimeLimit, idleTimeLimit, sourceTimeLimit, optionsFreshFor
  }

  let service: ServiceSettings
  private let location: StoreLocation
  private let secretFile: String?
  private let keySetFile: String?
  private let issuer: String?
  private let audience: String?
  private let intents: String?
  private let level: Logger.Level

  /// Finds the settings.
  ///
  /// - Throws: `ServiceSetupError` for one that is not good; `FormatErrors` for the file;
  ///   `StoreError` where no place for the store is known.
  init(_ command: ServerCommand) throws {
    let environment = ProcessInfo.processInfo.environment
    var providers: [any ConfigProvider] = [
      InMemoryProvider(values: Self.flags(command)),
      EnvironmentVariablesProvider(environmentVariables: environment)
        .prefixKeys(with: "widgetconfig"),
    ]
    if let path = command.config ?? environment["WIDGETCONFIG_CONFIG"] {
      providers.append(InMemoryProvider(values: try Self.file(path)))
    }
    let reader = SettingReader(config: ConfigReader(providers: providers))
    var service = ServiceSettings()
    service.host = reader.text(.host) ?? service.host
    service.port = try reader.number(.port, 0...65_535) ?? service.port
    service.maximumBodyBytes =
      try reader.number(.maximumBodyBytes, 1_024...(64 << 20)) ?? service.maximumBodyBytes
    service.maximumHeaderBytes =
      try reader.number(.maximumHeaderBytes, 1_024...(1 << 20)) ?? service.maximumHeaderBytes
    service.maximumConnections =
      try reader.number(.maximumConnections, 1...1_000_000) ?? service.maximumConnections
    service.maximumRequests =
      try reader.number(.maximumRequests, 1...100_000) ?? service.maximumRequests
    service.maximumStreams =
      try reader.number(.maximumStreams, 0...1_000_000) ?? service.maximumStreams
    service.requestsPerSecond =
      try reader.number(.requestsPerSecond, 0...1_000_000) ?? service.requestsPerSecond
    service.burst = try reader.number(.burst, 1...1_000_000) ?? service.burst
    service.bodyTimeLimit = try reader.seconds(.bodyTimeLimit) ?? service.bodyTimeLimit
    service.idleTimeLimit = try reader.seconds(.idleTimeLimit) ?? service.idleTimeLimit
    service.sourceTimeLimit = try reader.seconds(.sourceTimeLimit) ?? service.sourceTimeLimit
    service.optionsFreshFor = try reader.seconds(.optionsFreshFor) ?? service.optionsFreshFor
    service.allowedOrigins =
      reader.text(.allowedOrigins).map { $0.split(separator: ",").map(String.init) } ?? []
    service.webhooks = reader.list(.webhooks)
    service.webhookPrivateHosts = reader.list(.webhookPrivateHosts)
    if let file = reader.text(.webhookSecretFile) {
      service.webhookSecret = try Self.text(file).trimmingCharacters(in: .newlines)
    }
    service.frameAncestors =
      reader.text(.frameAncestors).map { $0.split(separator: ",").map(String.init) } ?? []
    // What stands in a header field must not be able to end it, nor its directive.
    for origin in service.frameAncestors
    where !origin.hasPrefix("https://") && !origin.hasPrefix("http://localhost")
      || origin.contains(where: { !$0.isASCII || $0.isWhitespace || $0 == ";" })
    {
      throw ServiceSetupError(
        text: """
          The setting “frameAncestors” has “\(origin)”. Give origins such as https://example.com, with \
          commas between them.
          """)
    }
    self.service = service
    let name = reader.text(.logLevel) ?? Logger.Level.notice.rawValue
    guard let level = Logger.Level(rawValue: name) else {
      throw ServiceSetupError(
        text: """
          The logLevel “\(name)” is not known. Write one of \
          \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).
          """)
    }
    self.level = level
    intents = reader.text(.intents)
    secretFile = reader.text(.tokenSecretFile)
    keySetFile = reader.text(.jwks)
    (issuer, audience) = (reader.text(.issuer), reader.text(.audience))
    location = try StoreLocation.find(flag: reader.text(.store), environment: environment)
  }

  private static func flags(_ command: ServerCommand) -> [AbsoluteConfigKey: ConfigValue] {
    let texts: [(Key, String?)] = [
      (.host, command.host), (.port, command.port.map(String.init)), (.store, command.store),
      (.intents, command.intents), (.tokenSecretFile, command.tokenSecretFile),
      (.jwks, command.jwks), (.logLevel, command.logLevel),
    ]
    return values(texts.compactMap { key, text in text.map { (key, $0) } })
  }

  /// Reads a file, which has no other members than these.
  private static func file(_ path: String) throws -> [AbsoluteConfigKey: ConfigValue] {
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.bytes(atPath: path, limit: 1 << 20)
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
        case .array: found.append((key, (node.strings ?? []).joined(separator: ",")))
        default: if let text = node.string { found.append((key, text)) }
        }
      }
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    return values(found)
  }

  private static func values(_ texts: [(Key, String)]) -> [AbsoluteConfigKey: ConfigValue] {
    Dictionary(
      texts.map { key, text in
        (AbsoluteConfigKey([key.rawValue]), ConfigValue(.string(text), isSecret: false))
      }, uniquingKeysWith: { first, _ in first })
  }

  var logger: Logger {
    var logger = Logger(
      label: "widgetconfig", factory: { StreamLogHandler.standardError(label: $0) })
    logger.logLevel = level
    return logger
  }

  var library: WidgetLibrary {
    WidgetLibrary(
      folders: intents.map { [$0] } ?? ["Intents"] + WidgetLibrary.foldersNearProgram,
      environment: ProcessInfo.processInfo.environment)
  }

  /// Where placed widgets are kept.
  ///
  /// - Throws: `StoreError` for a path or a URL that cannot be one.
  func store() throws(StoreError) -> any StoreDriver {
    if location.isPostgres { return try PostgresDriver(url: location.path) }
    return try SQLiteDriver(path: location.path)
  }

  /// Who may call.
  ///
  /// - Throws: `ServiceSetupError` for a secret or a key set that cannot be used.
  func access() async throws(ServiceSetupError) -> ServiceAccess {
    guard secretFile != nil || keySetFile != nil else { return .open }
    var keySet: (@Sendable () throws(ServiceSetupError) -> String)?
    if let keySetFile {
      keySet = { () throws(ServiceSetupError) in try Self.text(keySetFile) }
    }
    let logger = logger
    return try await ServiceAccess(
      secret: try secretFile.map(Self.text)?.trimmingCharacters(in: .newlines), keySet: keySet,
      issuer: issuer, audience: audience,
      report: { logger.error("the key set", metadata: ["problem": .string($0.text)]) })
  }

  private static func text(_ path: String) throws(ServiceSetupError) -> String {
    do throws(FileReadingError) {
      return String(decoding: try FileReading.bytes(atPath: path, limit: 1 << 20), as: UTF8.self)
    } catch {
      throw ServiceSetupError(text: "\(error)")
    }
  }
}

/// Reads settings, whichever provider has them, and checks their bounds.
private struct SettingReader {
  let config: ConfigReader

  func text(_ key: ServerSettings.Key) -> String? {
    config.string(forKey: ConfigKey([key.rawValue])).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Texts with commas between them; none where it is not set.
  func list(_ key: ServerSettings.Key) -> [String] {
    (text(key) ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  func number(_ key: ServerSettings.Key, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = text(key) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw ServiceSetupError(
        text: """
          The setting “\(key.rawValue)” is “\(text)”. Give a whole number from \(range.lowerBound) to \
          \(range.upperBound).
          """)
    }
    return number
  }

  func seconds(_ key: ServerSettings.Key) throws -> Duration? {
    guard let text = text(key) else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= 3_600 else {
      throw ServiceSetupError(
        text: "The setting “\(key.rawValue)” is “\(text)”. Give seconds above 0, at most 3600.")
    }
    return .seconds(seconds)
  }
}
