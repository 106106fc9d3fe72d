import DevicePush
import ExternalSources
import Foundation
import JSONC
import JSONCodings
import Logging
import Messages
import Metrics
import Synchronization
import WidgetService

/// The settings for pushes to devices.
struct PushSettings: Sendable {
  /// The keys of an app in “pushApps”.
  enum Key: String, JSONKey { case bundle, environment, team, keyId, keyFile, webhook }

  /// An app, and how pushes are sent to it.
  enum App: Sendable {
    case apple(PushApp, team: String, id: String, file: String)
    case webhook(PushApp, address: String)
  }

  /// The maximum number of apps.
  static let maximumApps = 200

  /// The name of the setting with the apps, as messages show it.
  private static let place = "“\(ServerSettings.Key.pushApps.rawValue)”"

  private let apps: [App]
  private let options: APNsOptions
  private let standIn: APNsStandIn?

  /// Whether pushes are configured.
  var isOn: Bool { !apps.isEmpty }

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - apps: The JSON text of “pushApps”; nil for none.
  ///   - standIn: The address of the test server that replaces Apple's.
  ///   - roots: The PEM text of the certificates that are trusted for the test server.
  /// - Throws: `FormatErrors` for the apps, and `ServiceSetupError` for the other settings.
  init(
    apps: String?, priority: Int?, expiration: Int?, collapseID: String?, standIn: String?,
    roots: String?
  ) throws {
    options = APNsOptions(priority: priority, expiration: expiration, collapseID: collapseID)
    self.apps =
      try apps.map { text throws(FormatErrors) in
        let problems = ProblemList(
          file: ServerSettings.Key.pushApps.rawValue, bytes: Array(text.utf8), limits: .standard)
        let apps = problems.root().flatMap { Self.apps($0, besides: nil)?.apps } ?? []
        guard problems.isEmpty else { throw FormatErrors(problems.errors) }
        return apps
      } ?? []
    self.standIn = try standIn.map { address throws(ServiceSetupError) in
      let url = URL(string: address)
      guard let url, address.hasPrefix(WebAddress.https), let host = url.host(), let roots else {
        throw ServiceSetupError(
          """
          “\(ServerSettings.Key.pushStandIn.rawValue)” must be an address such as \
          \(WebAddress.https)localhost:2197, and needs \
          “\(ServerSettings.Key.pushStandInRoots.rawValue)”. Remove both of them: \
          they are only for tests.
          """)
      }
      return APNsStandIn(host: host, port: url.port ?? APNsStandIn.standardPort, roots: roots)
    }
  }

  /// Reads the list of apps; problems are reported with their locations.
  ///
  /// - Parameter folder: The folder in which the relative path of a key file starts; nil for the
  ///   working folder.
  /// - Returns: The apps, and the list as JSON with absolute paths.
  static func apps(_ node: JSONNode, besides folder: URL?) -> (apps: [App], json: JSONValue)? {
    guard let elements = node.elements else { return nil }
    guard elements.count <= maximumApps else {
      node.problems.report(
        code: "too-many-apps", "There are \(elements.count) apps.", "Give at most \(maximumApps).",
        at: node.path)
      return nil
    }
    var found: [App] = []
    var written: [JSONValue] = []
    for element in elements {
      guard let members = element.object(Key.self) else { continue }
      let bundle = members.required(.bundle)?.string
      let environment: PushEnvironment? = members.required(.environment)?.word(
        .verbatim("environment"))
      var json = JSONBuilder<Key>()
      json.set(.bundle, bundle)
      json.set(.environment, environment?.rawValue)
      if let address = members.string(.webhook) {
        members.refuseAllBut([.bundle, .environment, .webhook])
        json.set(.webhook, address)
        if let bundle, let environment {
          found.append(
            .webhook(PushApp(bundle: bundle, environment: environment), address: address))
        }
      } else {
        let team = members.required(.team)?.string
        let id = members.required(.keyId)?.string
        let file = members.required(.keyFile)?.string.map { path in
          guard let folder, !path.hasPrefix("/") else { return path }
          return folder.appending(path: path).standardizedFileURL.path
        }
        json.set(.team, team)
        json.set(.keyId, id)
        json.set(.keyFile, file)
        if let bundle, let environment, let team, let id, let file {
          found.append(
            .apple(
              PushApp(bundle: bundle, environment: environment), team: team, id: id, file: file))
        }
      }
      written.append(json.value)
    }
    return (found, .array(written))
  }

  /// Reads the keys.
  ///
  /// - Throws: `ServiceSetupError` for a key that cannot be used.
  private func keys() throws(ServiceSetupError) -> [APNsApp] {
    var found: [APNsApp] = []
    for case .apple(let app, let team, let id, let file) in apps {
      do throws(PushSetupError) {
        found.append(APNsApp(app: app, key: try APNsKey(team: team, id: id, file: file)))
      } catch {
        throw ServiceSetupError(
          .placed(
            place: "\(Self.place), \(app.bundle), \(file.harmlessPath)",
            sentences: [error.line]))
      }
    }
    return found
  }

  private var addresses: [PushApp: String] {
    get throws(ServiceSetupError) {
      var found: [PushApp: String] = [:]
      for case .webhook(let app, let address) in apps {
        guard found.updateValue(address, forKey: app) == nil else { throw Self.repeated(app) }
      }
      return found
    }
  }

  /// The error for an app that occurs twice in the settings.
  private static func repeated(_ app: PushApp) -> ServiceSetupError {
    ServiceSetupError("\(place) has “\(app.bundle.harmless())” twice. Remove one of them.")
  }

  /// Makes the sender; nil if the settings contain no app.
  ///
  /// - Throws: `ServiceSetupError` for settings that cannot work.
  func sender(
    _ service: ServiceSettings, _ logger: Logger, _ metrics: any MetricsFactory
  ) throws(ServiceSetupError) -> Sender? {
    guard isOn else { return nil }
    let (keys, addresses) = (try keys(), try addresses)
    for app in keys where addresses[app.app] != nil {
      throw Self.repeated(app.app)
    }
    do throws(PushSetupError) {
      let apple = try APNsSender(
        apps: keys, options: options, standIn: standIn, logger: logger, metrics: metrics)
      do throws(ServiceSetupError) {
        let webhook = try WebhookPushSender(
          addresses: addresses, settings: service, logger: logger)
        return Sender(apple: apple, webhook: webhook)
      } catch {
        throw PushSetupError(error.line)
      }
    } catch {
      throw Self.problem(error)
    }
  }

  private static func problem(_ error: PushSetupError) -> ServiceSetupError {
    ServiceSetupError(.placed(place: place, sentences: [error.line]))
  }

  /// Both senders; their keys and addresses can be replaced.
  struct Sender {
    fileprivate let apple: APNsSender
    fileprivate let webhook: WebhookPushSender

    /// Both senders combined into one.
    var all: PushSenders { PushSenders([apple, webhook]) }
  }

  /// Reads the keys again, while pushes continue.
  ///
  /// - Throws: `ServiceSetupError` for an unusable key; all keys then stay unchanged.
  func reload(_ sender: Sender, webhookSecret: String) throws(ServiceSetupError) {
    let (keys, addresses) = (try keys(), try addresses)
    try sender.webhook.check(addresses, webhookSecret: webhookSecret)
    do throws(PushSetupError) {
      try sender.apple.update(apps: keys)
    } catch {
      throw Self.problem(error)
    }
    try sender.webhook.update(addresses: addresses, webhookSecret: webhookSecret)
  }
}
