import DefinitionFormats
import FormatTestSupport
import JSONCodings
import Messages
import Testing
import WidgetTestSupport
import WidgetTimeline
import Zones

@testable import WidgetFormats

/// The reference articles list every key that the readers accept.
@Suite struct ArticleKeyTests {
  private func path(_ name: String) -> String {
    "Sources/WidgetFormats/WidgetFormats.docc/\(name).md"
  }

  private func article(_ name: String) throws -> String {
    try RepositoryFiles.text(path(name))
  }

  /// The tables in the articles are generated from the declared keys, so that a key, its meaning
  /// and its default are written only once.
  @Test func `The tables of the articles are the declared ones`() throws {
    let widget =
      [WidgetManifest.coding.table, OptionsMapping.coding.table]
      + SourceDescription.Key.origins.map { SourceDescription.coding($0, as: .options).table }
    for table in widget {
      #expect(try article("WidgetFile").contains(table), "\(table)")
    }
    let entry = TimelineCodings(.utc).entryObject.table
    #expect(try article("OptionsAndTimelines").contains(entry), "\(entry)")
  }

  @Test func `Every key of widget.json is in its article`() throws {
    let keys =
      words(WidgetManifest.Key.self) + words(WidgetManifestFile.Key.self)
      + words(SourceDescription.Key.self) + words(SourceDescription.DefaultKey.self)
      + words(OptionsMapping.Key.self)
    #expect(try missing(keys, from: article("WidgetFile")) == [])
  }

  /// The sentence about the sources of timelines has their keys; SQLite can be a source of options
  /// only.
  @Test func `The keys of the sources of timelines are in the article`() throws {
    typealias Key = SourceDescription.Key
    let parts = Key.origins.filter { $0 != .sqlite }.map { kind in
      let keys = SourceDescription.coding(kind, as: .timeline).members.map(\.key)
        .filter { ![kind, Key.fallback].map(\.rawValue).contains($0) }.map { "`\($0)`" }
      return "`\(kind.rawValue)`" + (keys.isEmpty ? "" : " with \(keys.listed("and"))")
    }
    let list = parts.dropLast().joined(separator: ", ") + ", or " + (parts.last ?? "")
    let words = try RepositoryFiles.textInOneLine(path("WidgetFile"))
    #expect(words.contains("A source of timelines is \(list)."))
  }

  @Test func `Every key of options and timelines is in their article`() throws {
    let options =
      words(OptionsJSON.Key.self) + words(OptionsJSON.SectionKey.self)
      + words(OptionsJSON.ItemKey.self) + words(OptionsJSON.RequestKey.self)
    let timelines =
      words(TimelineJSON.Key.self) + words(TimelineJSON.EntryKey.self)
      + words(TimelineJSON.LinkKey.self) + words(TimelineJSON.LiveDateKey.self)
      + words(TimelineJSON.RelevanceKey.self) + words(TimelineJSON.PolicyKey.self)
    let requests =
      words(TimelineJSON.RequestKey.self) + words(TimelineJSON.ContextKey.self)
      + words(TimelineJSON.SizeKey.self) + words(PresentationValue.self)
    let values =
      words(LiveDateStyle.self) + words(TimelineJSON.PolicyName.self) + words(TimelineRequest.self)
      + [ColorScheme.dark.rawValue, TextSize.xLarge.rawValue, RenderingMode.accented.rawValue]
    let keys = options + timelines + requests + values
    #expect(try missing(keys, from: article("OptionsAndTimelines")) == [])
  }

  @Test func `Policies and presentations are in the articles that mention them`() throws {
    let policies = words(TimelineJSON.PolicyName.self)
    let glossary = try RepositoryFiles.text(
      "Sources/DefinitionFormats/DefinitionFormats.docc/Glossary.md")
    #expect(missing(policies, from: glossary) == [])
    let presentations =
      words(PresentationValue.self) + words(ColorScheme.self) + words(RenderingMode.self)
      + [TextSize.xLarge.rawValue]
    let app = try RepositoryFiles.text("Sources/WidgetService/WidgetService.docc/ServeAnIOSApp.md")
    #expect(missing(policies + presentations, from: app) == [])
  }
}
