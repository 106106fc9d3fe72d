#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import GRDB
import IntentModel

/// The placed widgets in one SQLite file, which several programs may use at once.
///
/// Making a store does nothing to the file; it is opened by the first read and made by the first
/// save. Every change is one transaction: whatever ends the program, the file holds the state
/// before it or the state after it.
///
///     let store = try WidgetStore(path: location.path)
///     if var widget = try store.widget(named: "Kitchen") {
///       widget.family = .systemLarge
///       widget = try store.save(widget, expecting: widget.revision)
///     }
public final class WidgetStore: Sendable {
  private let connection: StoreConnection
  private let now: @Sendable () -> Date

  /// The path of the file.
  public var path: String { connection.path }

  /// Makes a store without opening its file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not exist.
  ///   - now: The present moment, which a save notes.
  /// - Throws: `StoreError` for a path that no file can have.
  public convenience init(
    path: String, now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StoreError) {
    try self.init(path: path, now: now, settings: StoreConnection.Settings())
  }

  init(
    path: String, now: @escaping @Sendable () -> Date, settings: StoreConnection.Settings
  ) throws(StoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreError(.invalidPath, file: path)
    }
    connection = StoreConnection(path: path, settings: settings)
    self.now = now
  }

  /// All placed widgets in the order of their names.
  ///
  /// - Throws: `StoreError`; where some widgets cannot be read, with all of these.
  public func list() throws(StoreError) -> [PlacedWidget] {
    let rows = try connection.read { database in
      try Row.fetchAll(
        database, sql: "\(PlacedWidget.selection) ORDER BY name COLLATE NOCASE, name")
    }
    var widgets: [PlacedWidget] = []
    var damaged: [DamagedEntry] = []
    for row in rows ?? [] {
      do throws(DamagedEntry) { widgets.append(try PlacedWidget(row)) } catch {
        damaged.append(error)
      }
    }
    guard damaged.isEmpty else { throw StoreError(.damagedEntries(damaged), file: path) }
    return widgets
  }

  /// The placed widget with a name; nil when there is none.
  ///
  /// - Throws: `StoreError`
  public func widget(named name: String) throws(StoreError) -> PlacedWidget? {
    let row = try connection.read { database in
      try Row.fetchOne(
        database, sql: "\(PlacedWidget.selection) WHERE name = ?",
        arguments: [PlacedWidget.key(name)])
    }
    guard let row = row ?? nil else { return nil }
    do throws(DamagedEntry) {
      return try PlacedWidget(row)
    } catch {
      throw StoreError(.damagedEntries([error]), file: path)
    }
  }

  /// Stores a widget if nobody else has changed it.
  ///
  /// - Parameters:
  ///   - widget: The widget; its own revision and date are not looked at.
  ///   - revision: The revision that must be stored at present; nil when the name must be free.
  /// - Returns: The widget with its new revision and date.
  /// - Throws: `StoreError`, with `conflicts` where something else is stored.
  @discardableResult
  public func save(
    _ widget: PlacedWidget, expecting revision: Int?
  ) throws(StoreError) -> PlacedWidget {
    var expected = widget
    expected.revision = revision ?? 0
    return try saveAll([expected]).first ?? expected
  }

  /// Stores several widgets, all or none.
  ///
  /// - Parameter widgets: The widgets, each with the revision that must be stored at present; 0
  ///   when its name must be free.
  /// - Returns: The widgets with their new revisions and the date.
  /// - Throws: `StoreError`, with everything of one kind that is in the way.
  @discardableResult
  public func saveAll(_ widgets: [PlacedWidget]) throws(StoreError) -> [PlacedWidget] {
    guard !widgets.isEmpty else { return [] }
    let entries = try prepare(widgets)
    return try connection.write { database in
      try StoreConflict.check(entries.map(\.widget), in: database)
      return try entries.map { try $0.write(to: database) }
    }
  }

  /// Removes the widget with a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - revision: The revision that must be stored at present; nil for any.
  /// - Returns: Whether there was one.
  /// - Throws: `StoreError`, with `conflicts` where another revision is stored.
  @discardableResult
  public func remove(named name: String, expecting revision: Int? = nil) throws(StoreError) -> Bool
  {
    let key = PlacedWidget.key(name)
    let isThere = try connection.read { try PlacedWidget.revision(of: key, in: $0) != nil }
    guard isThere == true else { return false }
    return try connection.write { database in
      guard let found = try PlacedWidget.revision(of: key, in: database) else { return false }
      if let revision, revision != found {
        let conflict = StoreConflict(name: key, expected: revision, found: found)
        throw StoreProblem.conflicts([conflict])
      }
      try PlacedWidget.remove(key, revision: found, from: database)
      return true
    }
  }

  private func prepare(_ widgets: [PlacedWidget]) throws(StoreError) -> [StoreEntry] {
    do throws(StoreProblem) {
      return try StoreEntry.all(of: widgets, at: now())
    } catch {
      throw StoreError(error, file: path)
    }
  }
}
