import Foundation
import IntentModel
import Testing
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// Short forms for calling the shipped widgets and printing the results.
enum TimelineText {
  /// The context of a call at a local time in a zone.
  static func context(
    _ now: String, in zone: String = "Europe/Berlin", family: WidgetFamily = .systemMedium,
    locale: String = "en-GB", isPreview: Bool = false
  ) throws -> TimelineProviderContext {
    TimelineProviderContext(
      family: family, isPreview: isPreview, now: try date(now, in: zone),
      zone: try ZoneRulesTests.zone(zone), locale: locale)
  }

  /// The date for a compact local time in a zone.
  static func date(_ wall: String, in zone: String) throws -> Date {
    let rules = try ZoneRulesTests.zone(zone)
    return Date(wholeSeconds: rules.instant(of: try ZoneRulesTests.wall(wall)))
  }

  /// Each entry as a row: local time, then title, subtitle and body, separated by bars.
  static func table(_ timeline: Timeline, in zone: String = "Europe/Berlin") throws -> String {
    let rules = try ZoneRulesTests.zone(zone)
    return timeline.entries.map { entry in
      "\(time(entry.date, rules)) \(text(entry.content))"
    }.joined(separator: "\n")
  }

  /// The local time of a date, without its year and its seconds.
  static func time(_ date: Date, _ zone: ZoneRules) -> String {
    let wall = zone.wall(at: date.wholeSeconds).description
    return "\(wall.dropFirst(5).prefix(11))".replacingOccurrences(of: "T", with: " ")
  }

  static func text(_ content: EntryContent) -> String {
    ([content.title] + [content.subtitle].compactMap { $0 } + content.body).map(\.description)
      .joined(separator: " | ")
  }

  /// Checks the rules that hold for every timeline: it starts now, its dates increase in steps, and
  /// its length is limited.
  static func check(
    _ timeline: Timeline, now: Date, limit: Int, spacing: Double = 300, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let dates = timeline.entries.map(\.date)
    #expect(dates.first == now, comment, sourceLocation: sourceLocation)
    #expect(dates.count <= limit, comment, sourceLocation: sourceLocation)
    let steps = zip(dates, dates.dropFirst()).map { $1.timeIntervalSince($0) }
    #expect(steps.allSatisfy { $0 >= spacing }, comment, sourceLocation: sourceLocation)
    #expect(
      timeline.entries.allSatisfy { !$0.content.title.isEmpty }, comment,
      sourceLocation: sourceLocation)
  }
}

/// Makes a folder, and removes it after the closure that uses it.
enum TemporaryFolder {
  static func with<Result>(
    _ files: [String: String] = [:], _ use: (String) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try await use(folder.path())
  }
}

extension Intent {
  /// An intent with some values in a family.
  static func of(
    _ name: String, family: WidgetFamily = .systemMedium,
    _ values: KeyValuePairs<String, IntentValue> = [:]
  ) -> Intent {
    Intent(
      typeName: "\(name)Intent", family: family,
      parameters: values.map { Intent.Parameter(name: $0.key, value: $0.value) })
  }
}
