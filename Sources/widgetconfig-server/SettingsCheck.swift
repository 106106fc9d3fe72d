import Foundation
import InputFiles
import Messages
import WidgetService
import WidgetStore

/// Finds everything that would fail after the start: it opens the files and connections that the
/// service needs, without changing anything.
struct SettingsCheck {
  /// The problems that prevent the service from working.
  private(set) var problems: [Message] = []
  /// Servers that do not respond at the moment.
  private(set) var unreachable: [Message] = []
  /// Problems that do not prevent the service from working.
  private(set) var notes: [Message] = []

  /// Runs all checks.
  ///
  /// - Parameter makeService: Makes the service, which checks the settings that must fit together.
  mutating func run(
    _ settings: ServerSettings, _ makeService: (ServiceAccess) throws -> Void
  ) async {
    do {
      let access = try await settings.access()
      do {
        try makeService(access)
      } catch {
        problems += ServerCommand.lines(of: error)
      }
      do throws(ServiceSetupError) {
        try await access.fetchIssuerKeys()
      } catch {
        unreachable.append(error.line)
      }
    } catch {
      problems += ServerCommand.lines(of: error)
    }
    for secret in settings.openSecrets {
      notes.append(
        """
        “\(secret.key.rawValue)”: Everybody on this machine can read \
        \(secret.path.harmlessPath). \(FileReading.closingToOthers)
        """
      )
    }
    limits(settings.service)
    await store(settings)
  }

  /// Checks that no limit for a single caller is greater than the limit for all callers combined.
  private mutating func limits(_ settings: ServiceSettings) {
    typealias Key = ServerSettings.Key
    let pairs = [
      (
        Key.maximumRequests, settings.maximumRequests, Key.maximumRequestsOfCaller,
        settings.maximumRequestsOfCaller
      ),
      (
        .maximumStreams, settings.maximumStreams, .maximumStreamsOfCaller,
        settings.maximumStreamsOfCaller
      ),
      (
        .maximumBulkRequests, settings.maximumBulkRequests, .maximumBulkRequestsOfCaller,
        settings.maximumBulkRequestsOfCaller
      ),
    ]
    for (key, all, ownKey, one) in pairs where one > all {
      problems.append(
        """
        “\(ownKey.rawValue)” is \(one), which is more than “\(key.rawValue)”, \(all). Lower it.
        """)
    }
    if let pause = settings.webhookPauses.first, settings.webhookTimeLimit < pause {
      problems.append(
        """
        “\(Key.webhookTimeLimit.rawValue)” is shorter than \(Int(pause.components.seconds)) \
        seconds, so nothing is sent again. Raise it.
        """)
    }
  }

  private mutating func store(_ settings: ServerSettings) async {
    func named(_ line: Message) -> Message {
      .placed(place: "“\(ServerSettings.Key.store.rawValue)”", sentences: [line])
    }
    do throws(StoreError) {
      let driver = try settings.store()
      if let driver = driver as? any InspectedStoreDriver {
        let found = try await driver.inspect()
        problems += found.problems.map(named)
        notes += found.notes.map(named)
      } else {
        _ = try await driver.tenants()
      }
    } catch {
      let lines = ServerCommand.lines(of: error).map(named)
      switch error.problem {
      case .unavailable, .busy: unreachable += lines
      default: problems += lines
      }
    }
  }
}
