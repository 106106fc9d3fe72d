import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import Messages
import PostgresStore
import SQLiteStore
import WidgetLoading
import WidgetStore

/// The store of a command, and the widgets of what is placed in it.
struct PlacedWidgets {
  let store: WidgetStore
  /// What the paths of files that go with the store begin with.
  let companionPath: String
  /// How the command speaks.
  let words: FormWords
  let library: WidgetLibrary

  init(_ options: SharedOptions) throws {
    do {
      let environment = options.environment
      let location = try StoreLocation.find(flag: options.store, environment: environment)
      store = try WidgetStore(at: location)
      companionPath = try location.companionPath(of: store.place, environment: environment)
    } catch {
      throw CommandFailure(.findings, error.line)
    }
    words = options.words
    library = WidgetLibrary(options)
  }

  /// The placed widget of a name, which has to be there.
  func placed(_ name: String) async throws -> PlacedWidget {
    if let placed = try await find(name) { return placed }
    throw try await Self.asked { () async throws(StoreError) in
      CommandFailure(.findings, try await store.notPlaced([name]).line)
    }
  }

  func find(_ name: String) async throws -> PlacedWidget? {
    try await Self.asked { () async throws(StoreError) in try await store.widget(named: name) }
  }

  /// The placed widgets that can be read; what is wrong with the others is said, and stops nothing.
  func all() async throws -> [PlacedWidget] {
    let contents = try await contents()
    for entry in contents.damaged {
      Terminal.say(words(.placed(place: store.place, sentences: [entry.line])))
    }
    return contents.widgets
  }

  /// The placed widgets that can be read, and those that cannot.
  func contents() async throws -> (widgets: [PlacedWidget], damaged: [DamagedEntry]) {
    try await Self.asked { () async throws(StoreError) in try await store.contents() }
  }

  /// Whether a placed widget is of a widget and of its intent; where its definition cannot be read, its
  /// path or its name tells.
  func isPlaced(_ placed: PlacedWidget, of other: LoadedWidget) -> Bool {
    if let own = try? widget(of: placed) { return own.isSame(as: other) }
    return placed.isPlaced(
      fromFolder: other.name, entry: other.entry, definitionPath: other.definitionPath,
      intent: other.schema.intent.typeName)
  }

  /// A placed widget with its definition as it is now, and its answers under that.
  func present(_ placed: PlacedWidget) throws -> PresentWidget {
    PresentWidget(placed: placed, widget: try widget(of: placed))
  }

  /// The widget that a placed one is of, read anew.
  func widget(of placed: PlacedWidget) throws -> LoadedWidget {
    try Self.explained {
      guard let path = placed.definitionPath else {
        return try library.widget(placed.widget ?? placed.name, intent: placed.intent)
      }
      return try library.widget(path, entry: placed.widget, intent: placed.intent)
    }
  }

  /// What a call into the store gives; its errors become words and a status.
  static func asked<Result>(
    _ body: () async throws(StoreError) -> Result
  ) async throws -> Result {
    do throws(StoreError) {
      return try await body()
    } catch {
      throw CommandFailure(.findings, error.line)
    }
  }

  /// What a call into the library gives; its errors become words and a status.
  static func explained<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw CommandFailure(error) ?? error
    }
  }
}

extension LoadedWidget {
  /// The name under which the widget is placed unless another is given: its own, or where that says
  /// nothing, such as `Widgets`, its kind, else the name of its intent.
  var placedName: String {
    if let entry { return entry }
    let stem = name.prefix { $0 != "-" }.lowercased()
    return Self.emptyNames.contains(stem) ? kind ?? schema.intent.name : name
  }

  /// The names that definitions and folders of many projects have.
  private static let emptyNames: Set = [
    "configuration", "definition", "definitions", "intent", "intents", "widget", "widgets",
  ]

  /// What the store keeps of the widget under a name.
  func placed(
    as name: String, family: WidgetFamily, draft: IntentDraft, revision: Int
  ) -> PlacedWidget {
    PlacedWidget(
      name: name, widget: isFromLibrary ? self.name : entry,
      definitionPath: isFromLibrary ? nil : definitionPath, intent: schema.intent.typeName,
      family: family, draft: draft, under: schema, revision: revision)
  }

  /// Whether it is the same intent of the same definition, however the two were found.
  func isSame(as other: LoadedWidget) -> Bool {
    schema.intent.typeName == other.schema.intent.typeName && entry == other.entry
      && realPath == other.realPath
  }

  private var realPath: String { URL(filePath: definitionPath).resolvingSymlinksInPath().path }
}

/// A placed widget under its definition as it is now.
struct PresentWidget {
  let placed: PlacedWidget
  let widget: LoadedWidget
  /// The answers as the definition takes them now, and what became of them.
  let migration: DraftMigration
  /// Whether the definition has changed since the answers were given.
  let hasChanged: Bool

  init(placed: PlacedWidget, widget: LoadedWidget) {
    self.placed = placed
    self.widget = widget
    migration = placed.draft(under: widget.schema)
    hasChanged = !placed.isAnswered(under: widget.schema)
  }

  /// The intent that the answers make in a family.
  func intent(for family: WidgetFamily? = nil) -> Result<Intent, IntentIssues> {
    widget.schema.resolve(migration.draft, family: family ?? placed.family)
  }

  /// What to say of answers that are not what they were stored as; empty where all are.
  var remarks: [Message] {
    guard !migration.changes.isEmpty else { return [] }
    return ([.definitionHasChanged] + migration.changes.map(\.line)).map {
      .placed(place: placed.name, sentences: [$0])
    }
  }
}

extension PlacedWidget {
  /// Where the widget comes from, in words.
  var origin: String { definitionPath ?? widget ?? intent }
}

extension IntentIssues {
  /// The issues as lines about a placed widget.
  func lines(of name: String) -> [Message] {
    issues.map { .placed(place: name, sentences: [$0.line]) }
  }
}

extension WidgetStore {
  /// Makes the store that is at a location without opening it.
  ///
  /// - Throws: `StoreError` for a path that no file can have and for a URL that cannot be used.
  init(at location: StoreLocation) throws(StoreError) {
    let driver: any StoreDriver =
      location.isPostgres
      ? try PostgresDriver(url: location.path) : try SQLiteDriver(path: location.path)
    self.init(driver, by: NSUserName())
  }
}
