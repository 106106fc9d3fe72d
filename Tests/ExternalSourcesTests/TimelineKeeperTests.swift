import Foundation
import IntentModel
import Testing
import WidgetFormats
import WidgetTimeline
import Zones

@testable import ExternalSources

@Suite struct TimelineKeeperTests {
  private let folder: TemporaryFolder
  private let context = TimelineProviderContext(
    family: .systemSmall, now: Date(timeIntervalSince1970: 1_772_354_400),
    zone: .utc)

  init() throws { folder = try TemporaryFolder() }

  private func provider(_ script: String) throws -> any IntentTimelineProvider {
    let source = SourceDescription.command(CommandSource(arguments: ["/bin/sh", "-c", script]))
    return try ExternalSource(
      source,
      in: SourceSurroundings(
        folder: folder.path, environment: ["PATH": "/usr/bin:/bin"],
        limits: .patient)
    ).timelineProvider(title: "placeholder")
  }

  private func titles(
    _ script: String, of intent: Intent
  ) async throws -> (titles: [String], reload: TimelineReloadPolicy, failure: String?) {
    let keeper = TimelineKeeper(folder: folder.path + "/kept")
    let answer = try await keeper.timeline(
      of: "a", from: try provider(script), for: intent, in: context)
    return (
      answer.timeline.entries.map(\.content.title.description), answer.timeline.reload,
      answer.failure.map { "\($0)" }
    )
  }

  @Test func `A failing program gives the last good timeline, with the reason`() async throws {
    let intent = Intent(typeName: "AIntent", family: .systemSmall)
    let date = "2026-03-01T08:40:00Z"
    let good = #"echo '{"entries":[{"date":"\#(date)","title":"good"}],"reload":"never"}'"#
    let bad = "echo broken >&2; exit 3"
    let first = try await titles(bad, of: intent)
    #expect(first.titles == ["No data"])
    #expect(first.failure?.contains("It wrote: “broken”") == true)
    #expect(first.reload == .after(context.now.addingTimeInterval(300)))
    #expect(try await titles(bad, of: intent).reload == .after(context.now.addingTimeInterval(600)))
    #expect(try await titles(good, of: intent).titles == ["good"])
    let later = try await titles(bad, of: intent)
    #expect(later.titles == ["good"])
    #expect(later.failure != nil)
    #expect(later.reload == .after(context.now.addingTimeInterval(300)), "counted anew")
    let other = Intent(typeName: "AIntent", family: .systemLarge)
    #expect(try await titles(bad, of: other).titles == ["No data"], "of another configuration")
  }

  @Test func `A damaged file is treated as missing`() async throws {
    let intent = Intent(typeName: "AIntent", family: .systemSmall)
    let path = folder.path + "/kept"
    let keeper = TimelineKeeper(folder: path)
    keeper.keep(KeptTimeline(failures: 4), of: "a", for: intent)
    #expect(keeper.kept(of: "a", for: intent).failures == 4)
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(files.count == 1)
    try Data("{".utf8).write(to: URL(fileURLWithPath: path + "/" + files[0]))
    #expect(keeper.kept(of: "a", for: intent) == KeptTimeline())
  }

  @Test func `A folder that cannot be created does not cause an error`() async throws {
    let intent = Intent(typeName: "AIntent", family: .systemSmall)
    _ = try folder.write("file", "")
    let keeper = TimelineKeeper(folder: folder.path + "/file/kept")
    keeper.keep(KeptTimeline(failures: 4), of: "a", for: intent)
    #expect(keeper.kept(of: "a", for: intent) == KeptTimeline())
  }
}
