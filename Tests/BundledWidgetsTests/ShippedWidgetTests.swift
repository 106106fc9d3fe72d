import Foundation
import IntentModel
import Testing
import WidgetFormats
import WidgetLoading

@testable import BundledWidgets
@testable import ICalendar

/// The folders of the shipped widgets.
struct ShippedWidgetTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Intents")

  private static func json(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appending(path: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// The shipped sources include every source in the widget's file, and accept its arguments.
  @Test(arguments: WidgetCatalog.Name.allCases.map(\.rawValue))
  func widgetFiles(name: String) throws {
    let widget = try Self.json("\(name)/widget.json")
    #expect(widget["kind"] as? String == name)
    #expect(widget["intent"] as? String == "\(name)Intent")
    let families = try #require(widget["supportedFamilies"] as? [String])
    #expect(families.allSatisfy { WidgetFamily(rawValue: $0) != nil })
    let builtins = BuiltinProviders.shipped
    let timeline = try Self.source(try #require(widget["timeline"] as? [String: Any]), of: name)
    let makeTimeline = try #require(builtins.timelines[timeline.name])
    _ = try makeTimeline(timeline.request)
    for source in (widget["options"] as? [String: [String: Any]] ?? [:]).values {
      let source = try Self.source(source, of: name)
      let makeOptions = try #require(builtins.options[source.name])
      _ = try makeOptions(source.request)
    }
  }

  private static func source(
    _ source: [String: Any], of widget: String
  ) throws -> (name: String, request: BuiltinProviders.Request) {
    let request = BuiltinProviders.Request(
      arguments: source["arguments"] as? [String: String] ?? [:],
      folder: folder.appending(path: widget).path())
    return (try #require(source["builtin"] as? String), request)
  }

  /// Every string table of Verse has exactly the identifiers of the definition's texts, and the
  /// English table has the same texts.
  @Test(arguments: ["en", "de", "zh-Hans", "ja", "ar", "he"])
  func theVersesTexts(language: String) throws {
    var texts: [String: String] = [:]
    Self.collect(try Self.json("Verse/Verse.json"), into: &texts)
    let path = Self.folder.appending(path: "Verse/\(language).lproj/Verse.strings")
    let data = try Data(contentsOf: path)
    let table = try #require(
      try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: String])
    #expect(table.keys.sorted() == texts.keys.sorted())
    #expect(table.values.allSatisfy { !$0.isEmpty })
    if language == "en" { #expect(table == texts) }
  }

  private static func collect(_ value: Any, into texts: inout [String: String]) {
    if let list = value as? [Any] {
      for element in list { collect(element, into: &texts) }
    } else if let object = value as? [String: Any] {
      if let text = object["text"] as? String, let id = object["id"] as? String {
        texts[id] = text
      }
      for member in object.values { collect(member, into: &texts) }
    }
  }
}
