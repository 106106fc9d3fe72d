import GRDB
import DefinitionFormats
import IntentDocuments
import IntentModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A widget that can be written: its texts were checked, and its draft is text that reads back.
struct StoreEntry {
  /// The widget, with the revision that must be stored at present and the date of the save.
  var widget: PlacedWidget
  private var draft: String
  private var definition: String?

  /// Checks widgets and turns their drafts into text, before the file is locked.
  static func all(of widgets: [PlacedWidget], at date: Date) throws(StoreProblem) -> [StoreEntry] {
    let invalid = widgets.flatMap(\.invalidTexts)
    guard invalid.isEmpty else { throw .invalidTexts(invalid) }
    let counts = Dictionary(widgets.map { (PlacedWidget.key($0.name), 1) }, uniquingKeysWith: +)
    let repeated = counts.filter { $0.value > 1 }.keys.sorted()
    guard repeated.isEmpty else { throw .repeatedNames(repeated) }
    var entries: [StoreEntry] = []
    for widget in widgets { entries.append(try StoreEntry(widget, at: date)) }
    return entries
  }

  private init(_ widget: PlacedWidget, at date: Date) throws(StoreProblem) {
    self.widget = widget
    self.widget.name = PlacedWidget.key(widget.name)
    self.widget.updatedAt = Date(milliseconds: date.milliseconds)
    do {
      draft = try DraftJSON.text(of: widget.draft)
      // What cannot be read back would be lost by saving it.
      _ = try DraftJSON.read(draft)
      definition = try widget.answerSchema.flatMap(Self.definition)
    } catch {
      throw .unstorableDraft(name: widget.name, cause: String(describing: error))
    }
  }

  /// What is kept of a definition; nil for one that cannot be written so that it reads back, such as one
  /// with a nameless parameter: its answers are matched by name.
  private static func definition(_ schema: IntentSchema) throws -> String? {
    let text = try DraftJSON.text(of: schema)
    return (try? DraftJSON.readSchema(text)) == schema ? text : nil
  }

  /// Writes the widget over what is stored under its name, which goes to its history.
  func write(to database: Database) throws -> PlacedWidget {
    var stored = widget
    let former = try stored.revision > 0 ? stored.revision : greatestRemoved(database)
    guard former < .max else {
      throw StoreProblem.damagedFile(cause: "a revision cannot grow any further")
    }
    stored.revision = former + 1
    try WidgetHistory.keep(
      stored.name,
      unlessLike: [stored.widget, stored.definitionPath, stored.intent]
        + [stored.family.rawValue, draft, definition], in: database)
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO placedWidget
          (name, widget, definitionPath, intent, family, draft, revision, updatedAt, definition)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        stored.name, stored.widget, stored.definitionPath, stored.intent, stored.family.rawValue,
        draft, stored.revision, stored.updatedAt.milliseconds, definition,
      ])
    return stored
  }

  private func greatestRemoved(_ database: Database) throws -> Int {
    try WidgetHistory.greatestRemoved(database)
  }
}

extension PlacedWidget {
  /// All columns: an older store that cannot be brought up does not have the last.
  static let selection = "SELECT * FROM placedWidget"

  /// The form of a name under which it is stored.
  static func key(_ name: String) -> String { name.precomposed }

  /// Reads a stored widget.
  init(_ row: Row) throws(DamagedEntry) {
    let name = String.fromDatabaseValue(row["name"]) ?? "?"
    guard let widget = String?.fromDatabaseValue(row["widget"]),
      let definitionPath = String?.fromDatabaseValue(row["definitionPath"]),
      let intent = String.fromDatabaseValue(row["intent"]),
      let family = String.fromDatabaseValue(row["family"]),
      let draft = String.fromDatabaseValue(row["draft"]),
      let revision = Int.fromDatabaseValue(row["revision"]),
      let date = Int64.fromDatabaseValue(row["updatedAt"]),
      let definition = String?.fromDatabaseValue(row["definition"] ?? DatabaseValue.null)
    else { throw DamagedEntry(name: name, cause: "A column holds something of another type.") }
    guard let family = WidgetFamily(rawValue: family) else {
      throw DamagedEntry(name: name, cause: "The family “\(family)” is not known.")
    }
    self.init(
      name: name, widget: widget, definitionPath: definitionPath, intent: intent, family: family,
      draft: try Self.read(of: name) { () throws(FormatErrors) in try DraftJSON.read(draft) },
      revision: revision,
      updatedAt: Date(milliseconds: date))
    answerSchema = try definition.map { text throws(DamagedEntry) in
      try Self.read(of: name) { () throws(FormatErrors) in try DraftJSON.readSchema(text) }
    }
  }

  private static func read<Value>(
    of name: String, _ body: () throws(FormatErrors) -> Value
  ) throws(DamagedEntry) -> Value {
    do throws(FormatErrors) {
      return try body()
    } catch {
      throw DamagedEntry(name: name, cause: error.errors.first?.description ?? "It is empty.")
    }
  }

  /// The stored revision of a name; nil when it is not stored.
  static func revision(of key: String, in database: Database) throws -> Int? {
    try Int.fetchOne(
      database, sql: "SELECT revision FROM placedWidget WHERE name = ?", arguments: [key])
  }
}

extension StoreConflict {
  /// Compares what is stored with what is expected.
  ///
  /// - Throws: `StoreProblem.conflicts` with all that differ.
  static func check(_ widgets: [PlacedWidget], in database: Database) throws {
    let conflicts = try widgets.compactMap { widget -> StoreConflict? in
      let expected = widget.revision > 0 ? widget.revision : nil
      let found = try PlacedWidget.revision(of: widget.name, in: database)
      if expected == found { return nil }
      return StoreConflict(name: widget.name, expected: expected, found: found)
    }
    guard conflicts.isEmpty else { throw StoreProblem.conflicts(conflicts) }
  }
}

extension Date {
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
