import Foundation
import IntentModel
import IntentOptions
import Testing
import WidgetFormats
import WidgetTimeline
import Zones

@testable import ExternalSources

private struct NoSuchZones: Error, CustomStringConvertible {
  let description = "no such zones"
}

@Suite("Sources as widget.json describes them")
struct ExternalSourceTests {
  private let folder: TemporaryFolder
  private let intent = Intent(
    typeName: "UpNextIntent", family: .systemSmall,
    parameters: [.init(name: "style", value: .enumeration("agenda"))])
  private let context: TimelineProviderContext

  init() throws {
    folder = try TemporaryFolder()
    let zone = try #require(ZoneRules(named: "Europe/Oslo"))
    context = TimelineProviderContext(
      family: .systemSmall, now: Date(timeIntervalSince1970: 1_772_353_800), zone: zone,
      locale: "nb")
  }

  private var surroundings: SourceSurroundings {
    SourceSurroundings(
      folder: folder.path, environment: ["PATH": "/usr/bin:/bin"],
      builtinOptions: { source in
        guard source.name == "Zones" else { throw NoSuchZones() }
        return InMemoryOptionsProvider(name: "zones", ["UTC"])
      }, fetch: { _ in WebResponse(status: 200, body: Array("[\"w\"]".utf8)) },
      limits: .patient)
  }

  @Test("each kind of source becomes a provider, with paths relative to the folder")
  func kinds() async throws {
    _ = try folder.write("a.json", "[\"f\"]")
    _ = try folder.write("a.sqlite", "")
    let sources: [(SourceDescription, name: String, picture: [String])] = [
      (.builtin(BuiltinSource(name: "Zones")), "zones", ["-: UTC"]),
      (.fixture(FixtureSource(path: "a.json")), "a.json", ["-: f"]),
      (.command(CommandSource(arguments: ["cat", "a.json"])), "cat", ["-: f"]),
      (.http(HTTPSource(url: "https://e/")), "https://e/", ["-: w"]),
      (
        .sqlite(SQLiteSource(path: "a.sqlite", query: "SELECT 1 AS identifier")), "a.sqlite",
        ["-: 1"]
      ),
    ]
    for (description, name, expected) in sources {
      let provider = try ExternalSource(description, in: surroundings).optionsProvider()
      #expect(provider.name == name)
      let answer = try await provider.options(for: OptionsRequest(parameter: "p"))
      #expect(picture(answer) == expected)
    }
  }

  @Test("an unknown built-in provider is refused")
  func noBuiltin() async {
    let nope = SourceDescription.builtin(BuiltinSource(name: "Nope"))
    let words = "Nope: There is no built-in source “Nope”. Correct the name in widget.json."
    let none = ExternalSource(nope, in: SourceSurroundings(folder: folder.path, environment: [:]))
    #expect(await message { _ = try none.optionsProvider() } == words)
    #expect(await message { _ = try none.timelineProvider(title: "T") } == words)
    let source = ExternalSource(nope, in: surroundings)
    #expect(await message { _ = try source.optionsProvider() } == "no such zones")
    #expect(await message { _ = try source.timelineProvider(title: "T") } == words)
  }

  @Test("sources that do not provide timelines")
  func noTimelines() async {
    let sources: [(SourceDescription, String)] = [
      (.sqlite(SQLiteSource(path: "a", query: "q")), "a: A timeline cannot come from sqlite.")
    ]
    for (description, words) in sources {
      let source = ExternalSource(description, in: surroundings)
      #expect(
        await message { _ = try source.timelineProvider(title: "T") }
          == words + " Use builtin, fixture, command or http for the timeline in widget.json.")
    }
  }

  static let timeline = """
    {"entries":[{"date":"2026-03-01T10:00:00+01:00","title":"B"},
    {"date":"2026-03-01T09:30:00+01:00","title":"A"}],"reload":"never"}
    """

  @Test("timelines from a file and from a program")
  func timelines() async throws {
    _ = try folder.write("t.json", Self.timeline)
    let sources: [SourceDescription] = [
      .fixture(FixtureSource(path: "t.json")),
      .command(CommandSource(arguments: ["sh", "-c", "cat > got; cat t.json"])),
    ]
    for description in sources {
      let provider = try ExternalSource(description, in: surroundings).timelineProvider(title: "T")
      let timeline = try await provider.timeline(for: intent, in: context)
      #expect(timeline.entries.map(\.content.title) == ["B", "A"], "as the source gives them")
      #expect(timeline.reload == .never)
      #expect(provider.placeholder(in: context).content.title == "T")
      #expect(try await provider.snapshot(for: intent, in: context).content.title == "A")
    }
    #expect(
      folder.text("got") == """
        {"request":"snapshot","intent":{"intent":"UpNextIntent","family":"systemSmall","parameters":\
        {"style":"agenda"}},"context":{"family":"systemSmall","isPreview":false,\
        "displaySize":{"width":158,"height":158},\
        "now":"2026-03-01T08:30:00Z","timeZone":"Europe/Oslo","locale":"nb"}}

        """)
  }

  @Test("a program gets requests for a sample and for a placeholder, which has no intent")
  func samples() async throws {
    let program = """
      read request; echo "$request" > got
      echo '{"date":"2026-03-01T08:30:00Z","title":"Sample"}'
      """
    var context = context
    context.isPreview = true
    let source = SourceDescription.command(CommandSource(arguments: ["sh", "-c", program]))
    let provider = try ExternalSource(source, in: surroundings).timelineProvider(title: "T")
    #expect(try await provider.snapshot(for: intent, in: context).content.title == "Sample")
    #expect(folder.text("got")?.contains(#""isPreview":true"#) == true)
    // A placeholder may take two seconds; on a busy machine, that can be too short for the program
    // to start.
    var title = await provider.loadedPlaceholder(in: context).content.title
    for _ in 0..<30 where title != "Sample" {
      title = await provider.loadedPlaceholder(in: context).content.title
    }
    #expect(title == "Sample")
    #expect(folder.text("got")?.hasPrefix(#"{"request":"placeholder","context":{"#) == true)
  }

  @Test(
    "if a program gives no placeholder, the title is shown",
    arguments: [
      ["/none"], ["false"], ["echo", "{}"], ["sleep", "60"], ["echo", #"{"entries":[]}"#],
    ])
  func placeholder(_ arguments: [String]) async throws {
    let source = SourceDescription.command(CommandSource(arguments: arguments))
    let provider = try ExternalSource(source, in: surroundings).timelineProvider(title: "T")
    #expect(await provider.loadedPlaceholder(in: context).content.title == "T")
  }

  @Test(
    "local data stays until the source is tried again, even after it has ended",
    arguments: [
      // The times of the last entry and the reload, relative to now, and the seconds until the next
      // attempt.
      (entry: -3_600.0, reload: nil, delay: 300.0), (entry: 60, reload: nil, delay: 60),
      (entry: 3_600, reload: nil, delay: 300), (entry: 0, reload: nil, delay: 300),
      (entry: 60, reload: -1, delay: 300), (entry: 60, reload: 30, delay: 30),
    ] as [(entry: Double, reload: Double?, delay: Double)])
  func fallbackReload(entry: Double, reload: Double?, delay: Double) async throws {
    func text(_ seconds: Double) -> String {
      context.now.addingTimeInterval(seconds).formatted(.iso8601)
    }
    let policy = reload.map { #"{"policy":"after","date":"\#(text($0))"}"# } ?? #""atEnd""#
    _ = try folder.write(
      "local.json", #"{"entries":[{"date":"\#(text(entry))","title":"t"}],"reload":\#(policy)}"#)
    let source = SourceDescription(
      .command(CommandSource(arguments: ["false"])),
      fallback: .fixture(FixtureSource(path: "local.json")))
    let provider = try ExternalSource(source, in: surroundings).timelineProvider(title: "T")
    let timeline = try await provider.timeline(for: intent, in: context)
    #expect(timeline.notice != nil)
    #expect(timeline.reload == .after(context.now.addingTimeInterval(delay)))
    let found = timeline.findings(for: .systemSmall, now: context.now)
    #expect(!found.contains { $0.reason == .reloadInThePast })
  }

  @Test("a program with an invalid timeline")
  func wrongTimeline() async throws {
    let source = SourceDescription.command(CommandSource(arguments: ["echo", "{}"]))
    let provider = try ExternalSource(source, in: surroundings).timelineProvider(title: "T")
    #expect(
      await message { _ = try await provider.timeline(for: intent, in: context) }
        == "echo: At line 1, column 1: The member “entries” is missing. Add “entries”.")
    var kept = KeptTimeline()
    let (fallback, failure) = try await kept.reload(from: provider, for: intent, in: context)
    #expect(fallback.entries.map(\.content.title) == ["No data"])
    #expect(failure is OptionsError)
  }
}
