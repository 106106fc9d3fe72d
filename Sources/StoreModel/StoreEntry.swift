import IntentDocuments
import IntentModel
import JSONCodings
import Messages
import Synchronization

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A widget that can be stored: its texts are valid, and its draft can be read back after it is
/// written.
struct StoreEntry: Sendable {
  /// The widget, with the revision that is expected in the store and the date of the save.
  var widget: PlacedWidget
  private var draft: String
  private var definition: String?

  /// Checks widgets and writes their drafts as text, before the store is locked.
  static func all(of widgets: [PlacedWidget], at date: Date) throws(StoreProblem) -> [StoreEntry] {
    let invalid = widgets.flatMap(\.invalidTexts)
    guard invalid.isEmpty else { throw .invalidTexts(invalid) }
    let counts = Dictionary(widgets.map { (PlacedWidget.key($0.name), 1) }, uniquingKeysWith: +)
    let repeated = counts.filter { $0.value > 1 }.keys.sorted()
    guard repeated.isEmpty else { throw .repeatedNames(repeated) }
    let parts = widgets.concurrentParts { widgets -> Result<[StoreEntry], StoreProblem> in
      do throws(StoreProblem) {
        var entries: [StoreEntry] = []
        for widget in widgets { entries.append(try StoreEntry(widget, at: date)) }
        return .success(entries)
      } catch {
        return .failure(error)
      }
    }
    var entries: [StoreEntry] = []
    for part in parts { entries += try part.get() }
    return entries
  }

  private init(_ widget: PlacedWidget, at date: Date) throws(StoreProblem) {
    self.widget = widget
    self.widget.name = PlacedWidget.key(widget.name)
    self.widget.updatedAt = Date(milliseconds: date.milliseconds)
    do {
      draft = try DraftJSON.text(of: widget.draft)
      // A draft that cannot be read back would be lost by saving it.
      _ = try DraftJSON.read(draft)
      definition = try widget.answerSchema.flatMap { schema in
        try StoredDefinitions.shared.text(of: schema) { try Self.definition(schema) }
      }
    } catch {
      throw .unstorableDraft(name: widget.name, cause: .words(of: error))
    }
  }

  /// The stored part of a definition; nil if it could not be read back unchanged, for example
  /// because a parameter has no name.
  ///
  /// The answers of a widget without a stored definition are matched by name.
  private static func definition(_ schema: IntentSchema) throws -> String? {
    let text = try DraftJSON.text(of: schema)
    return (try? DraftJSON.readSchema(text)) == schema ? text : nil
  }

  /// The row of the widget, with a given revision.
  func row(revision: Int) -> StoredRow {
    StoredRow(
      name: widget.name, widget: widget.widget, definitionPath: widget.definitionPath,
      folder: widget.folder, intent: widget.intent, family: widget.family.rawValue, draft: draft,
      definition: definition,
      revision: revision, updatedAt: widget.updatedAt.milliseconds)
  }
}

/// A cache of stored definitions and their texts; many widgets share a definition.
final class StoredDefinitions: Sendable {
  static let shared = StoredDefinitions()

  /// The maximum number of definitions, and the maximum total length of their texts in bytes.
  private static let maximum = (definitions: 200, bytes: 4 << 20)

  private let known = Mutex<(schemas: [String: IntentSchema], bytes: Int)>(([:], 0))
  private let written = Mutex<(texts: [IntentSchema: String?], bytes: Int)>(([:], 0))
  /// The last definition and its text: consecutive widgets often share a definition, and comparing
  /// two definitions is faster than hashing one.
  private let lastRead = Mutex<(text: String, schema: IntentSchema)?>(nil)
  private let lastWritten = Mutex<(schema: IntentSchema, text: String?)?>(nil)

  /// The text of a schema; nil if it cannot be written.
  func text(of schema: IntentSchema, _ write: () throws -> String?) throws -> String? {
    if let last = lastWritten.withLock({ $0 }), last.schema == schema { return last.text }
    let text = try knownText(of: schema, write)
    lastWritten.withLock { $0 = (schema, text) }
    return text
  }

  private func knownText(
    of schema: IntentSchema, _ write: () throws -> String?
  ) throws -> String? {
    if let text = written.withLock({ $0.texts[schema] }) { return text }
    let text = try write()
    written.withLock { written in
      let bytes = text?.utf8.count ?? 0
      if written.texts.count >= Self.maximum.definitions
        || written.bytes + bytes > Self.maximum.bytes
      {
        written = ([:], 0)
      }
      written.texts[schema] = .some(text)
      written.bytes += bytes
    }
    return text
  }

  /// The schema of a definition, given as text.
  func schema(_ text: String) throws(FormatErrors) -> IntentSchema {
    if let last = lastRead.withLock({ $0 }), last.text == text { return last.schema }
    let schema = try knownSchema(text)
    lastRead.withLock { $0 = (text, schema) }
    return schema
  }

  private func knownSchema(_ text: String) throws(FormatErrors) -> IntentSchema {
    if let schema = known.withLock({ $0.schemas[text] }) { return schema }
    let schema = try DraftJSON.readSchema(text)
    known.withLock { known in
      let bytes = text.utf8.count
      if known.schemas.count >= Self.maximum.definitions || known.bytes + bytes > Self.maximum.bytes
      {
        known = ([:], 0)
      }
      known.schemas[text] = schema
      known.bytes += bytes
    }
    return schema
  }
}

extension PlacedWidget {
  /// The form in which a name is stored.
  ///
  /// A text with NUL is not a valid name: a database could cut it off there, and it would then name
  /// a different widget. Therefore NUL is replaced by a character that no name contains.
  package static func key(_ name: String) -> String {
    name.utf8.contains(0) ? name.replacing("\0", with: "\u{1}") : name.precomposed
  }

  /// Reads a stored widget.
  init(_ row: StoredRow) throws(DamagedEntry) {
    let name = row.name
    self = try PlacedSummary(row).unanswered
    guard let draft = row.draft else {
      throw DamagedEntry(name: name, cause: .storeColumnOfOtherType)
    }
    self.draft = try Self.read(of: name) { () throws(FormatErrors) in try DraftJSON.read(draft) }
    answerSchema = try row.definition.map { text throws(DamagedEntry) in
      try Self.read(of: name) { () throws(FormatErrors) in
        try StoredDefinitions.shared.schema(text)
      }
    }
  }

  private static func read<Value>(
    of name: String, _ body: () throws(FormatErrors) -> Value
  ) throws(DamagedEntry) -> Value {
    do throws(FormatErrors) {
      return try body()
    } catch {
      throw DamagedEntry(name: name, cause: error.line)
    }
  }
}

extension Date {
  package var milliseconds: Int64 {
    let number = (timeIntervalSince1970 * 1_000).rounded()
    return Int64(exactly: number) ?? (number < 0 ? .min : .max)
  }

  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
