import Foundation
import IntentOptions
import Testing
import WidgetFormats
import WidgetTestSupport

@testable import ExternalSources

/// A folder for one test, which is removed together with this object.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("external-sources-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file in the folder, and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// The content of a file; nil if it is missing.
  func text(_ name: String) -> String? {
    try? String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }
}

/// The message of the error that a source throws; fails the test if there is none.
func message(
  of body: () async throws -> Void, location: SourceLocation = #_sourceLocation
) async -> String {
  do {
    try await body()
    Issue.record("nothing was thrown", sourceLocation: location)
    return ""
  } catch {
    return "\(error)"
  }
}

/// Whether a condition becomes true within the time that ``eventually(_:atMost:_:)`` waits.
func eventually(_ holds: () -> Bool) async throws -> Bool {
  do {
    try await eventually("a condition") { holds() }
    return true
  } catch is WaitedInVain {
    return false
  }
}

/// The sections of a collection, with items as identifier=display/subtitle.
func picture(_ collection: OptionsCollection) -> [String] {
  collection.sections.map { section in
    let items = section.items.map { item in
      item.identifier + (item.display == item.identifier ? "" : "=\(item.display)")
        + (item.subtitle.map { "/\($0)" } ?? "") + (item.symbol.map { "@\($0)" } ?? "")
    }
    return (section.title ?? "-") + ": " + items.joined(separator: ", ")
  }
}

/// A source whose program is a shell script.
func shell(
  _ script: String, environment: [String] = [], timeout: Duration? = nil
) -> CommandSource {
  CommandSource(
    arguments: ["/bin/sh", "-c", script], environment: environment, timeout: timeout)
}

extension SourceLimits {
  /// The usual limits, with a timeout that is long enough on a machine that runs all tests
  /// concurrently.
  static let patient = patient()

  /// Limits with a timeout that is long enough on a machine that runs all tests concurrently.
  static func patient(bytes: Int? = nil, items: Int? = nil) -> SourceLimits {
    var limits = SourceLimits(timeout: .seconds(3_600))
    limits.bytes = bytes ?? limits.bytes
    limits.items = items ?? limits.items
    return limits
  }
}
