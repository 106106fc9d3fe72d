import BundledWidgets
import DefinitionFormats
import Foundation
import IntentModel
import IntentOptions
import Testing
import WidgetFormats
import WidgetLoading
import WidgetTestSupport
import WidgetTimeline
import Zones

/// The rooms of a house, from a provider that an author compiles into a program.
private struct Rooms: OptionsProvider {
  let name = "Rooms"
  let floor: String

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    OptionsCollection(items: [OptionItem(identifier: "kitchen", display: "Kitchen, \(floor)")])
  }
}

private struct RoomsTimeline: IntentTimelineProvider {
  let name = "Rooms"

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "Room"))
  }

  func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    Timeline(entries: [placeholder(in: context)], reload: .never)
  }
}

/// Widgets on disk, and the names by which they are found.
@Suite("A library of widgets")
struct WidgetLibraryTests {
  private static var builtins: BuiltinProviders {
    var builtins = BuiltinProviders.shipped
    builtins.options["Rooms"] = { request in
      let unknown = request.arguments.keys.filter { $0 != "floor" }.sorted()
      guard unknown.isEmpty else {
        throw SourceProblems(
          unknown.map {
            SourceProblem(
              at: ["arguments", $0], code: "unknown-argument", sentence: "There is no “\($0)”.",
              remedy: "Remove it.")
          })
      }
      return Rooms(floor: request.arguments["floor"] ?? "ground floor")
    }
    builtins.timelines["Rooms"] = { _ in RoomsTimeline() }
    return builtins
  }

  @Test func aProvidersOwnNameLeadsToIt() async throws {
    let folder = try WidgetFiles()
    try folder.writeRooms(
      options: #"{"builtin": "Rooms", "arguments": {"floor": "first floor"}}"#)
    let library = WidgetLibrary(folders: [folder.path], builtins: Self.builtins)
    #expect(library.names == ["Rooms"])
    let widget = try library.widget("Rooms")
    #expect(widget.isFoundByName && widget.families == [.systemSmall])
    #expect(widget.displayName == "Rooms of a house")
    let rooms = try await widget.router.options(for: OptionsRequest(parameter: "room"))
    #expect(rooms.items.map(\.display) == ["Kitchen, first floor"])
    let context = TimelineProviderContext(
      family: .systemSmall, now: Date(timeIntervalSince1970: 0),
      zone: .utc)
    let intent = try widget.schema.resolve(IntentDraft(), family: .systemSmall).get()
    let timeline = try #require(widget.timeline)
    #expect(try await timeline.timeline(for: intent, in: context).entries.count == 1)
  }

  @Test func everySourceThatCannotBeMadeIsNamed() throws {
    let folder = try WidgetFiles()
    try folder.writeRooms(options: #"{"builtin": "Room"}"#)
    let library = WidgetLibrary(folders: [folder.path], builtins: Self.builtins)
    let error = #expect(throws: LoadingError.self) { try library.widget("Rooms") }
    #expect(error?.isWrongRequest == false)
    let text = error?.description ?? ""
    #expect(text.hasPrefix("\(folder.path)/Rooms/widget.json: options.room: "))
    #expect(text.contains("Room") && text.contains("Rooms"))
    let (widgets, problems) = library.readable
    #expect(widgets.isEmpty && problems == [error])
  }

  /// A log has one line for each problem, without the excerpt that people see below it.
  @Test func aLogHasNoExcerptsOfFiles() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "excerpt-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Rooms/widget.json")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(#"{"kind": "a",,}"#.utf8).write(to: file)
    let library = WidgetLibrary(folders: [folder.path], builtins: Self.builtins)
    let error = try #require(library.readable.problems.first)
    #expect(error.lines.count == 3)
    #expect(error.causes == [error.lines[0].text()])
  }

  /// An author's provider can refuse its arguments as the shipped providers do: all at once, each
  /// at its position.
  @Test func everyArgumentThatAProviderRefusesIsNamed() throws {
    let folder = try WidgetFiles()
    try folder.writeRooms(
      options: #"{"builtin": "Rooms", "arguments": {"flor": "1", "house": "A"}}"#)
    let library = WidgetLibrary(folders: [folder.path], builtins: Self.builtins)
    let error = #expect(throws: LoadingError.self) { try library.widget("Rooms") }
    let sentences = "There is no “flor”. Remove it. There is no “house”. Remove it."
    #expect(error?.description.hasSuffix("options.room: \(sentences)") == true, "\(error as Any)")
    let findings = FileCheck.run(
      paths: [folder.path + "/Rooms"], sources: library.sourceCheck
    ).findings
    #expect(findings.map(\.code) == ["unknown-argument", "unknown-argument"], "\(findings)")
  }

  @Test func aNameThatIsNotThereSuggestsTheNearest() throws {
    let folder = try WidgetFiles()
    try folder.writeRooms(options: #"{"builtin": "Rooms"}"#)
    let library = WidgetLibrary(folders: [folder.path], builtins: Self.builtins)
    let error = #expect(throws: LoadingError.self) { try library.widget("Roms") }
    #expect(error?.reason == .unknownWidget(folder: folder.path, names: ["Rooms"]))
    #expect(error?.isWrongRequest == true && error?.description.contains("“Rooms”") == true)
  }

  @Test func severalIntentsAreGivenToChooseFrom() throws {
    let folder = try WidgetFiles()
    try folder.write(
      #"{"intents": [{"name": "One"}, {"name": "Two"}]}"#, to: "Both.json")
    let library = WidgetLibrary(folders: [])
    let path = folder.path + "/Both.json"
    let error = #expect(throws: LoadingError.self) { try library.widget(path) }
    guard case .severalIntents(let intents)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(intents.map(\.name) == ["One", "Two"] && error?.subject == path)
    let chosen = try library.widget(path, intent: "TwoIntent")
    #expect(chosen.name == "Both-Two" && chosen.families == WidgetFamily.allCases)
    #expect(!chosen.isFoundByName && chosen.timeline == nil)
  }
}

/// The environment variables that the programs read.
@Suite struct ProgramVariablesTests {
  @Test func `An unknown or misspelled variable is reported`() {
    let prefix = ProgramVariables.prefix
    let environment = [
      prefix + "REQUEST_PER_SECOND": "5", prefix + "STORE": "x", prefix + "Q": "", "HOME": "/",
      prefix + "BURST": "1", prefix + "BENCH_X": "1",
    ]
    #expect(
      ProgramVariables.problems(in: environment).map { $0.text() } == [
        "No program reads the variable “\(prefix)Q”. Remove it, or correct its name.",
        """
        No program reads the variable “\(prefix)REQUEST_PER_SECOND”. Did you mean \
        “\(prefix)REQUESTS_PER_SECOND”?
        """,
      ])
  }

  /// All variables that are named in this repository are read by a program or a test.
  @Test func `The variables of this repository are known`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var names = Set<String>()
    for folder in ["Sources", "Tests", ".ci"] {
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      while let file = files?.nextObject() as? String {
        let path = root.appending(path: folder).appending(path: file)
        guard ["swift", "md", "sh", ""].contains(path.pathExtension),
          let text = try? String(contentsOf: path, encoding: .utf8)
        else { continue }
        names.formUnion(text.matches(of: /WIDGETCONFIG_[A-Z_]*[A-Z]/).map { String($0.output) })
      }
    }
    #expect(names.count > 30, "\(names)")
    let environment = Dictionary(names.map { ($0, "x") }, uniquingKeysWith: { first, _ in first })
    #expect(ProgramVariables.problems(in: environment).map { $0.text() } == [])
  }
}
