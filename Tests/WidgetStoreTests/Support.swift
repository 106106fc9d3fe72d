import Foundation
import IntentModel
import Testing

@testable import WidgetStore

/// A folder for one test, gone with it.
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

  /// The names in the folder, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// The moment of every save in tests.
let noon = Date(timeIntervalSince1970: 1_750_000_000.123)

/// A store whose clock stands still.
func makeStore(
  _ path: String, settings: StoreConnection.Settings = .init()
) throws(StoreError) -> WidgetStore {
  try WidgetStore(path: path, now: { noon }, settings: settings)
}

/// A widget with one value.
func sample(_ name: String, _ number: Int = 1) -> PlacedWidget {
  PlacedWidget(
    name: name, widget: "UpNext", intent: "UpNextIntent", family: .systemMedium,
    draft: IntentDraft(values: ["number": .integer(number)]))
}

/// What an operation throws, in words; fails the test when it throws nothing.
func message(
  of body: () throws -> Void, location: SourceLocation = #_sourceLocation
) -> String {
  do {
    try body()
    Issue.record("nothing was thrown", sourceLocation: location)
    return ""
  } catch {
    return String(describing: error)
  }
}
