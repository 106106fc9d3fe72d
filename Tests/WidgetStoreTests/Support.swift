import Foundation
import IntentModel
import Synchronization
import Testing

@testable import SQLiteStore
@testable import StoreModel

/// A folder for one test, which is removed together with this object.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("widget-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// The sorted names in the folder.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// A value that several tasks change.
final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout sending Value) -> sending Result) -> Result {
    value.withLock(body)
  }
}

/// The time of every save in the tests.
let noon = Date(timeIntervalSince1970: 1_750_000_000.123)

/// A store with a constant clock.
func makeStore(
  _ path: String, settings: StoreConnection.Settings = .init()
) throws(StoreError) -> PlacedWidgetStore {
  PlacedWidgetStore(try SQLiteDriver(path: path, settings: settings), now: { noon })
}

/// A widget with a single value.
func sample(_ name: String, _ number: Int = 1) -> PlacedWidget {
  PlacedWidget(
    name: name, widget: "UpNext", intent: "UpNextIntent", family: .systemMedium,
    draft: IntentDraft(values: ["number": .integer(number)]))
}

/// The message of the error that an operation throws; fails the test if there is none.
func message(
  of body: () async throws -> Void, location: SourceLocation = #_sourceLocation
) async -> String {
  do {
    try await body()
    Issue.record("nothing was thrown", sourceLocation: location)
    return ""
  } catch {
    return String(describing: error)
  }
}
