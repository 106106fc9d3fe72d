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
    let contents = try contents()
    guard contents.damaged.isEmpty else {
      throw StoreError(.damagedEntries(contents.damaged), file: path)
    }
    return contents.widgets
  }

  /// The placed widgets that can be read, and those that cannot, in the order of their names.
  ///
  /// A widget that cannot be read stands in the way of no other.
  public func contents() throws(StoreError) -> (widgets: [PlacedWidget], damaged: [DamagedEntry]) {
    let rows = try connection.read { database in
      try Row.fetchAll(
        database, sql: "\(PlacedWidget.selection) ORDER BY name COLLATE NOCASE, name"
      ).map { try Self.entry($0, in: database) }
    }
    var contents: (widgets: [PlacedWidget], damaged: [DamagedEntry]) = ([], [])
    for row in rows ?? [] {
      switch row {
      case .success(let widget): contents.widgets.append(widget)
      case .failure(let entry): contents.damaged.append(entry)
      }
    }
    return contents
  }

  private static func entry(
    _ row: Row, in database: Database
  ) throws -> Result<PlacedWidget, DamagedEntry> {
    do throws(DamagedEntry) {
      return .success(try PlacedWidget(row))
    } catch {
      var entry = error
      entry.hasHistory = try WidgetHistory.exists(entry.name, in: database)
      return .failure(entry)
    }
  }

  /// The placed widget with a name; nil when there is none.
  ///
  /// - Throws: `StoreError`
  public func widget(named name: String) throws(StoreError) -> PlacedWidget? {
    let entry = try connection.read { database in
      try Row.fetchOne(
        database, sql: "\(PlacedWidget.selection) WHERE name = ?",
        arguments: [PlacedWidget.key(name)]
      ).map { try Self.entry($0, in: database) }
    }
    switch entry ?? nil {
    case .success(let widget)?: return widget
    case .failure(let damaged)?: throw StoreError(.damagedEntries([damaged]), file: path)
    case nil: return nil
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
      let stored = try entries.map { try $0.write(to: database) }
      try WidgetHistory.forgetRemoved(before: now(), in: database)
      return stored
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
      try WidgetHistory.remove(key, revision: found, at: now(), from: database)
      try WidgetHistory.forgetRemoved(before: now(), in: database)
      return true
    }
  }

  /// Removes widgets, all or none, also those that cannot be read; each can be restored for 30 days.
  ///
  /// - Throws: `StoreError`, with `notPlaced` where one is not there.
  public func remove(_ names: [String]) throws(StoreError) {
    let keys = names.map(PlacedWidget.key)
    try change(keys) { database, revisions in
      for key in Set(keys) {
        try WidgetHistory.remove(key, revision: revisions[key] ?? 0, at: now(), from: database)
      }
    }
  }

  /// Gives a widget another name; its history goes along.
  ///
  /// - Throws: `StoreError`, with `notPlaced`, `conflicts` where the new name is taken, or
  ///   `invalidTexts`.
  public func rename(_ name: String, to other: String) throws(StoreError) {
    let (key, target) = (PlacedWidget.key(name), PlacedWidget.key(other))
    try validate(target)
    try change([key]) { database, revisions in
      try Self.requireFree(target, in: database)
      try WidgetHistory.rename(key, revision: revisions[key] ?? 0, to: target, in: database)
    }
  }

  /// Stores what a widget holds under another name, too.
  ///
  /// - Throws: `StoreError`, with `notPlaced`, `conflicts` where the new name is taken, or
  ///   `invalidTexts`.
  public func copy(_ name: String, to other: String) throws(StoreError) {
    let (key, target) = (PlacedWidget.key(name), PlacedWidget.key(other))
    try validate(target)
    try change([key]) { database, _ in
      try Self.requireFree(target, in: database)
      try WidgetHistory.copy(key, to: target, at: now(), in: database)
    }
  }

  /// The states of a widget, the latest first; empty for a name that was never placed.
  ///
  /// The last 20 earlier states are kept, and those of a removed widget for 30 days.
  public func history(of name: String) throws(StoreError) -> [WidgetRevision] {
    try connection.read { try WidgetHistory.states(of: PlacedWidget.key(name), in: $0) } ?? []
  }

  /// The names of the widgets that were removed and can be restored, in order.
  public func removedNames() throws(StoreError) -> [String] {
    try connection.read { try WidgetHistory.removedNames($0) } ?? []
  }

  /// Puts an earlier state of a widget in the place of the present one, which goes to the history.
  ///
  /// - Parameter revision: The number of the state; nil for the last one that can be read.
  /// - Throws: `StoreError`, with `notPlaced` for a name without any history, with `noSuchRevision`, or
  ///   with `damagedEntries` for a state that cannot be read.
  @discardableResult
  public func restore(
    _ name: String, revision: Int? = nil
  ) throws(StoreError) -> PlacedWidget {
    let key = PlacedWidget.key(name)
    let states = try history(of: name)
    guard !states.isEmpty else { throw try notPlaced([key]) }
    let earlier = states.filter { !$0.isPresent }
    let wanted =
      revision == nil
      ? earlier.first { $0.widget != nil } : earlier.first { $0.revision == revision }
    guard let wanted else {
      let problem = StoreProblem.noSuchRevision(
        name: key, revision: revision, known: earlier.map(\.revision))
      throw StoreError(problem, file: path)
    }
    if let damage = wanted.damage {
      throw StoreError(.damagedEntries([DamagedEntry(name: key, cause: damage)]), file: path)
    }
    try connection.write { database in
      try WidgetHistory.restore(key, revision: wanted.revision, at: now(), in: database)
    }
    guard let restored = try widget(named: key) else { throw try notPlaced([key]) }
    return restored
  }

  /// The state of the file; another mark than before means that something may have been saved.
  public var mark: StoreMark { StoreMark(path: path) }

  /// Asks those who follow the timelines of placed widgets for new ones, all or none.
  ///
  /// Requests are kept for a day.
  ///
  /// - Throws: `StoreError`, with `notPlaced` where one is not there.
  public func requestReload(_ names: [String]) throws(StoreError) {
    let keys = names.map(PlacedWidget.key)
    let moment = now().milliseconds
    try change(keys) { database, _ in
      for key in keys {
        try database.execute(
          sql: "INSERT INTO reloadRequest (name, requestedAt) VALUES (?, ?)",
          arguments: [key, moment])
      }
      try database.execute(
        sql: "DELETE FROM reloadRequest WHERE requestedAt < ?", arguments: [moment - 86_400_000])
    }
  }

  /// The number of the last reload that was asked for of a placed widget; 0 for none.
  ///
  /// Who follows a timeline remembers it; a greater number means that a reload was asked for since.
  public func lastReloadRequest(of name: String) throws(StoreError) -> Int {
    let number = try connection.read { database in
      try Int.fetchOne(
        database, sql: "SELECT MAX(number) FROM reloadRequest WHERE name = ?",
        arguments: [PlacedWidget.key(name)])
    }
    return (number ?? nil) ?? 0
  }

  /// Changes stored widgets in one transaction, each of which has to be there.
  private func change(
    _ keys: [String], _ body: (Database, [String: Int]) throws -> Void
  ) throws(StoreError) {
    let missing =
      try connection.read { database in
        try keys.filter { try PlacedWidget.revision(of: $0, in: database) == nil }
      } ?? keys
    guard missing.isEmpty else { throw try notPlaced(missing) }
    try connection.write { database in
      var revisions: [String: Int] = [:]
      for key in keys { revisions[key] = try PlacedWidget.revision(of: key, in: database) }
      let missing = keys.filter { revisions[$0] == nil }
      guard missing.isEmpty else { throw StoreProblem.notPlaced(missing, nearest: [:]) }
      try body(database, revisions)
      try WidgetHistory.forgetRemoved(before: now(), in: database)
    }
  }

  private static func requireFree(_ key: String, in database: Database) throws {
    guard let found = try PlacedWidget.revision(of: key, in: database) else { return }
    throw StoreProblem.conflicts([StoreConflict(name: key, expected: nil, found: found)])
  }

  private func validate(_ key: String) throws(StoreError) {
    guard let rule = PlacedWidget.brokenRule(ofName: key) else { return }
    let invalid = InvalidText(what: "name", text: key, rule: rule)
    throw StoreError(.invalidTexts([invalid]), file: path)
  }

  /// What to say of names under which nothing is placed.
  public func notPlaced(_ names: [String]) throws(StoreError) -> StoreError {
    let contents = try contents()
    let known = contents.widgets.map(\.name) + contents.damaged.map(\.name)
    var nearest: [String: String] = [:]
    for name in names { nearest[name] = nearestName(to: name, among: known) }
    return StoreError(.notPlaced(names, nearest: nearest), file: path)
  }

  private func prepare(_ widgets: [PlacedWidget]) throws(StoreError) -> [StoreEntry] {
    do throws(StoreProblem) {
      return try StoreEntry.all(of: widgets, at: now())
    } catch {
      throw StoreError(error, file: path)
    }
  }
}
