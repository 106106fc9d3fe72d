import IntentModel
public import Messages

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One state of a placed widget, the present or an earlier one.
public struct WidgetRevision: Sendable, Hashable {
  /// The widget as it was stored; nil for a state that cannot be read.
  public var widget: PlacedWidget?

  /// The number of the state.
  public var revision: Int

  /// When it was stored; nil where that cannot be read.
  public var savedAt: Date?

  /// When the widget was removed in this state; nil for one that was not.
  public var removedAt: Date?

  /// Whether it is what is placed now.
  public var isPresent: Bool

  /// Why the state cannot be read, as one sentence; nil for a good one.
  public var damage: Message?
}

extension WidgetRevision {
  fileprivate init(_ row: StoredRow, isPresent: Bool) {
    self.init(
      widget: nil, revision: row.revision ?? 0,
      savedAt: row.updatedAt.map(Date.init(milliseconds:)),
      removedAt: row.removedAt.map(Date.init(milliseconds:)), isPresent: isPresent, damage: nil)
    do throws(DamagedEntry) {
      widget = try PlacedWidget(row)
    } catch {
      damage = error.cause
    }
  }
}

/// What changes do to the rows of a store: every one keeps the earlier states, in its own transaction.
///
/// A state is kept as it was, also one that cannot be read.
struct WidgetHistory {
  /// How many earlier states are kept of a widget.
  static let length = 20

  /// For how long a removed widget can be restored, in milliseconds: 30 days.
  static let patience: Int64 = 30 * 86_400_000

  /// The rows of the transaction.
  let rows: any StoreTransaction
  /// The moment of the change, in milliseconds since 1970.
  let moment: Int64
  /// Who makes the change; empty where nobody knows.
  let actor: String

  init(_ rows: any StoreTransaction, at date: Date, by actor: String = "") {
    self.rows = rows
    moment = date.milliseconds
    self.actor = actor
  }

  /// Logs what was done, for whoever follows the store or asks who did it.
  func log(
    _ action: LoggedChange.Action, _ name: String, newName: String? = nil,
    before: StoredRow? = nil, after: StoredRow? = nil
  ) throws {
    let change = LoggedChange(
      number: 0, moment: moment, actor: actor, action: action, name: name, newName: newName,
      before: before?.loggedText, after: after?.loggedText)
    try rows.log(
      change, keeping: LoggedChange.mostKept, since: moment - LoggedChange.longestKept)
  }

  /// Makes a change that names its widgets.
  ///
  /// - Returns: The name of the widget that it leaves.
  /// - Throws: `StoreProblem`, with `notPlaced` where the widget is not there.
  func make(_ edit: StoreEdit) throws -> String {
    switch edit {
    case .restore(let name, let revision):
      _ = try restore(name, revision: revision)
      return name
    case .rename(let name, let other):
      let revision = try presentRevision(name)
      try requireFree(other)
      try rename(name, revision: revision, to: other)
      return other
    case .copy(let name, let other):
      _ = try presentRevision(name)
      try requireFree(other)
      try copy(name, to: other)
      return other
    }
  }

  private func presentRevision(_ name: String) throws -> Int {
    guard let found = try rows.revision(of: name) else {
      throw StoreProblem.notPlaced([name], nearest: [:])
    }
    return found
  }

  /// Compares what is stored with what is expected.
  ///
  /// - Throws: `StoreProblem.conflicts` with all that differ.
  func check(_ widgets: [PlacedWidget]) throws {
    let conflicts = try widgets.compactMap { widget -> StoreConflict? in
      let expected = widget.revision > 0 ? widget.revision : nil
      let found = try rows.revision(of: widget.name)
      if expected == found { return nil }
      return StoreConflict(name: widget.name, expected: expected, found: found)
    }
    guard conflicts.isEmpty else { throw StoreProblem.conflicts(conflicts) }
  }

  /// Checks that nothing is placed under a name.
  ///
  /// - Throws: `StoreProblem.conflicts`
  func requireFree(_ name: String) throws {
    guard let found = try rows.revision(of: name) else { return }
    throw StoreProblem.conflicts([StoreConflict(name: name, expected: nil, found: found)])
  }

  /// Writes a widget over what is stored under its name, which goes to the earlier states unless it is
  /// the same.
  func write(_ entry: StoreEntry) throws -> PlacedWidget {
    var stored = entry.widget
    let name = stored.name
    let former = stored.revision > 0 ? stored.revision : try rows.greatestRemoved()
    stored.revision = try Self.next(after: former)
    let row = entry.row(revision: stored.revision)
    let old = entry.widget.revision > 0 ? try rows.row(name) : nil
    if let old, !old.isLike(row) { try keep(name, removedAt: nil) }
    try rows.put(row)
    try log(old == nil ? .place : .change, name, before: old, after: row)
    return stored
  }

  private func keep(_ name: String, removedAt: Int64?) throws {
    try rows.keep(name, removedAt: removedAt)
    try rows.keepLatest(Self.length, of: name)
  }

  /// Forgets widgets that were removed too long ago.
  func forgetRemoved() throws { try rows.forgetRemoved(before: moment - Self.patience) }

  /// Removes a stored widget: its state goes to its history.
  func remove(_ name: String, revision: Int) throws {
    let old = try rows.row(name)
    try keep(name, removedAt: moment)
    try rows.delete(name)
    try rows.rememberRemoved(revision)
    try log(.remove, name, before: old)
  }

  /// Gives a stored widget another name, which is free, with all its history.
  func rename(_ name: String, revision: Int, to other: String) throws {
    // The states of a widget that had the name before come first.
    let offset = try rows.earlierRows(of: other).first?.revision ?? 0
    let next = try Self.next(after: max(revision + offset, rows.greatestRemoved()))
    let old = try rows.row(name)
    try rows.rename(name, to: other, revision: next, earlierBy: offset)
    try rows.keepLatest(Self.length, of: other)
    try rows.rememberRemoved(revision)
    try log(.rename, name, newName: other, before: old, after: try rows.row(other))
  }

  /// Stores a copy of a widget under another name, which is free.
  func copy(_ name: String, to other: String) throws {
    let next = try Self.next(after: rows.greatestRemoved())
    try rows.copy(name, to: other, revision: next, updatedAt: moment)
    try log(.copy, name, newName: other, after: try rows.row(other))
  }

  /// Puts an earlier state in the place of the present one, which goes to the history.
  ///
  /// - Parameter revision: The number of the state; nil for the last one that can be read.
  /// - Throws: `StoreProblem` with `notPlaced`, `noSuchRevision` or `damagedEntries`.
  func restore(_ name: String, revision: Int?) throws -> PlacedWidget {
    let states = try states(of: name)
    guard !states.isEmpty else { throw StoreProblem.notPlaced([name], nearest: [:]) }
    let earlier = states.filter { !$0.isPresent }
    let wanted = earlier.first { revision == nil ? $0.widget != nil : $0.revision == revision }
    guard let wanted else {
      throw StoreProblem.noSuchRevision(
        name: name, revision: revision, known: earlier.map(\.revision))
    }
    guard var widget = wanted.widget else {
      throw StoreProblem.damagedEntries([DamagedEntry(name: name, cause: wanted.damage ?? .none)])
    }
    let present = states.first { $0.isPresent }
    let old = try rows.row(name)
    let next = try Self.next(after: present?.revision ?? rows.greatestRemoved())
    if present != nil { try keep(name, removedAt: nil) }
    try rows.bringBack(name, revision: wanted.revision, as: next, updatedAt: moment)
    try log(.restore, name, before: old, after: try rows.row(name))
    (widget.revision, widget.updatedAt) = (next, Date(milliseconds: moment))
    return widget
  }

  private static func next(after revision: Int) throws -> Int {
    guard revision < .max else {
      throw StoreProblem.damagedFile(cause: .storeRevisionAtLimit)
    }
    return revision + 1
  }

  /// All states of a name, the latest first.
  func states(of name: String) throws -> [WidgetRevision] {
    let present = try rows.row(name).map { [WidgetRevision($0, isPresent: true)] } ?? []
    return try present + rows.earlierRows(of: name).map { WidgetRevision($0, isPresent: false) }
  }

  /// A row as a widget, or what is wrong with it and whether an earlier state can take its place.
  func entry(_ row: StoredRow) throws -> Result<PlacedWidget, DamagedEntry> {
    do throws(DamagedEntry) {
      return .success(try PlacedWidget(row))
    } catch {
      var entry = error
      entry.hasHistory = try rows.hasEarlierRows(of: entry.name)
      return .failure(entry)
    }
  }
}
