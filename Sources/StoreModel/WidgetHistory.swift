import IntentModel
import JSONC
public import Messages

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A state of a placed widget, either the current one or an earlier one.
public struct WidgetRevision: Sendable, Hashable {
  /// The widget as it was stored; nil if the state cannot be read.
  public var widget: PlacedWidget?

  /// The number of the state.
  public var revision: Int

  /// The time of the save; nil if it cannot be read.
  public var savedAt: Date?

  /// The time at which the widget was removed while in this state; nil if it was not.
  public var removedAt: Date?

  /// Whether this is the current state.
  public var isPresent: Bool

  /// Why the state cannot be read, as one sentence; nil if it can.
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

/// Changes the rows of a store, and keeps their earlier states in the same transaction.
///
/// States are kept unchanged, even unreadable ones.
struct WidgetHistory {
  /// The maximum number of widgets in one statement.
  private static let partSize = 1_000
  /// The maximum number of removed widgets that one change deletes; this limits how long the change
  /// takes.
  private static let maximumForgotten = 100

  /// The rows of the transaction.
  let rows: any StoreTransaction
  /// The time of the change.
  let moment: Int64
  /// Who makes the change; empty if unknown.
  let actor: String

  init(_ rows: any StoreTransaction, at date: Date, by actor: String = "") {
    self.rows = rows
    moment = date.milliseconds
    self.actor = actor
  }

  private var retention: StoreRetention { rows.retention }

  /// Logs a change, for programs that follow the store and for audits.
  func log(
    _ action: LoggedChange.Action, _ name: String, newName: String? = nil,
    before: StoredRow? = nil, after: StoredRow? = nil
  ) throws {
    try rows.log([change(action, name, newName: newName, before: before, after: after)])
  }

  /// Requests a reload of placed widgets with the given names, and logs it unless it is part of a
  /// reload of many widgets.
  ///
  /// - Throws: `StoreProblem`, with `notPlaced` if a widget does not exist.
  func askReload(of names: [String], reason: String?, isLogged: Bool) throws {
    var missing: [String] = []
    for part in names.parts(of: Self.partSize) {
      let count = try rows.askReload(
        of: part, reason: reason, at: moment, forgettingBefore: moment - StoreRequest.memory)
      if count < part.count { missing += try part.filter { try rows.revision(of: $0) == nil } }
      if isLogged {
        try rows.log(
          part.map { name in
            var change = change(.reload, name)
            change.after = Self.reloadText(reason: reason)
            return change
          })
      }
    }
    guard missing.isEmpty else { throw StoreProblem.notPlaced(missing, nearest: [:]) }
  }

  /// Logs a reload of many placed widgets as one change.
  func logReload(of scope: ReloadScope, reason: String?, count: Int) throws {
    var change = change(.reload, "")
    change.after = Self.reloadText(reason: reason, of: scope, count: count)
    try rows.log([change])
  }

  private static func reloadText(
    reason: String?, of scope: ReloadScope? = nil, count: Int = 0
  ) -> String? {
    var members = JSONObject()
    if let reason { members.append(.reason, .string(reason)) }
    if let scope {
      if let kind = scope.kind { members.append(.kind, .string(kind)) }
      members.append(.widgets, .integer(count))
    }
    return members.isEmpty ? nil : try? JSONText.write(.object(members), style: .compact)
  }

  private func change(
    _ action: LoggedChange.Action, _ name: String, newName: String? = nil,
    before: StoredRow? = nil, after: StoredRow? = nil
  ) -> LoggedChange {
    LoggedChange(
      number: 0, moment: moment, actor: actor, action: action, name: name, newName: newName,
      before: before?.loggedText(), after: after?.loggedText())
  }

  /// Makes a change whose widgets are identified by name.
  ///
  /// - Returns: The name of the resulting widget.
  /// - Throws: `StoreProblem`, with `notPlaced` if the widget does not exist.
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

  /// Compares the stored revisions with the expected ones.
  ///
  /// - Parameters:
  ///   - widgets: The widgets with the expected revisions.
  ///   - read: The rows that this transaction has read, by name; nil for unused names.
  /// - Returns: The stored rows by name.
  /// - Throws: `StoreProblem.conflicts` with all differences.
  @discardableResult
  func check(
    _ widgets: [PlacedWidget], read: [String: StoredRow?] = [:]
  ) throws -> [String: StoredRow] {
    var known = read.compactMapValues { $0 }
    let names = widgets.map(\.name).filter { read[$0] == nil }
    for part in names.sorted(by: Self.precedes).parts(of: Self.partSize) {
      for row in try rows.rows(named: part) { known[row.name] = row }
    }
    let conflicts = widgets.compactMap { widget -> StoreConflict? in
      let expected = widget.revision > 0 ? widget.revision : nil
      let found = known[widget.name].map { $0.revision ?? 0 }
      if expected == found { return nil }
      return StoreConflict(name: widget.name, expected: expected, found: found)
    }
    guard conflicts.isEmpty else { throw StoreProblem.conflicts(conflicts) }
    return known
  }

  /// Checks that nothing is placed under a name.
  ///
  /// - Throws: `StoreProblem.conflicts`
  func requireFree(_ name: String) throws {
    guard let found = try rows.revision(of: name) else { return }
    throw StoreProblem.conflicts([StoreConflict(name: name, expected: nil, found: found)])
  }

  /// Stores widgets, and keeps each replaced state in the history.
  ///
  /// - Parameters:
  ///   - entries: The widgets.
  ///   - read: The rows that this transaction has read, by name; nil for unused names.
  /// - Throws: `StoreProblem.conflicts` if a widget is not in the expected state.
  func write(
    _ entries: [StoreEntry], read: [String: StoredRow?] = [:]
  ) throws -> [PlacedWidget] {
    let known = try check(entries.map(\.widget), read: read)
    let new = entries.filter { $0.widget.revision <= 0 }.map(\.widget.name)
    var former: [String: Int] = [:]
    for part in new.parts(of: Self.partSize) {
      former.merge(try rows.formerRevisions(of: part), uniquingKeysWith: max)
    }
    var stored: [PlacedWidget] = []
    let saves = try entries.map { entry in
      var widget = entry.widget
      let old = known[widget.name]
      widget.revision = try Self.next(
        after: old == nil ? former[widget.name] ?? 0 : widget.revision)
      stored.append(widget)
      return Self.save(entry, as: widget.revision, over: old, at: moment, by: actor)
    }
    for part in saves.parts(of: Self.partSize) {
      try rows.save(part, keeping: retention.states)
    }
    return stored
  }

  private static func save(
    _ entry: StoreEntry, as revision: Int, over old: StoredRow?, at moment: Int64, by actor: String
  ) -> RowSave {
    let row = entry.row(revision: revision)
    // The new state was just written, so it cannot be damaged.
    let change = LoggedChange(
      number: 0, moment: moment, actor: actor, action: old == nil ? .place : .change,
      name: row.name, before: old?.loggedText(), after: row.loggedText(isNew: true))
    return RowSave(
      row: row, former: old, isKept: old.map { !$0.isLike(row) } ?? false, change: change)
  }

  /// Stores the saves of several callers, each over the widget under its name.
  ///
  /// - Returns: For each save, the stored widget, or the problem if the widget is not in the
  ///   expected state; nil for a save that must be made alone.
  static func write(
    _ saves: [GatheredSave], to rows: any StoreTransaction
  ) throws -> [Result<PlacedWidget, StoreProblem>?] {
    let names = saves.map(\.entry.widget.name).sorted(by: precedes)
    let found = Dictionary(
      try rows.rows(named: names, .unlocked).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    var ready: [RowSave] = []
    let results = try saves.map { save -> Result<PlacedWidget, StoreProblem>? in
      guard let old = found[save.entry.widget.name] else { return nil }
      let present = old.revision ?? 0
      if let expected = save.revision, expected != present {
        let conflict = StoreConflict(
          name: save.entry.widget.name, expected: expected, found: present)
        return .failure(.conflicts([conflict]))
      }
      let change = try self.change(save, over: old)
      ready.append(change.row)
      return .success(change.widget)
    }
    try rows.save(ready, keeping: rows.retention.states)
    return results
  }

  /// The row for a caller's save, which replaces a state that was read.
  static func change(
    _ save: GatheredSave, over old: StoredRow
  ) throws -> (row: RowSave, widget: PlacedWidget) {
    var widget = save.entry.widget
    widget.revision = try next(after: old.revision ?? 0)
    let row = Self.save(
      save.entry, as: widget.revision, over: old, at: widget.updatedAt.milliseconds, by: save.actor)
    return (row, widget)
  }

  /// The order of names in lists; all transactions also lock rows in this order.
  static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  private func keep(_ name: String, removedAt: Int64?) throws {
    try rows.move(.keep(name, removedAt: removedAt))
    try rows.delete(.states(name, keeping: retention.states))
  }

  /// Deletes the history of widgets that were removed too long ago.
  func forgetRemoved() throws {
    let moment = try rows.purgeMoment(at: moment)
    try rows.forget(.removed(before: moment - retention.removed), limit: Self.maximumForgotten)
  }

  /// Removes a stored widget and keeps its state in the history.
  func remove(_ name: String, revision: Int) throws {
    let old = try rows.row(name)
    try keep(name, removedAt: moment)
    try rows.delete(.placed(name))
    try rows.put(.removed(RemovedName(name: name, moment: moment)))
    try log(.remove, name, before: old)
  }

  /// Renames a stored widget and its history to an unused name.
  func rename(_ name: String, revision: Int, to other: String) throws {
    // The states of a previous widget with the new name come first. The moved states keep their
    // numbers if each of them is greater than every number of the previous widget. Otherwise, they
    // get the numbers that follow.
    let last = try rows.states(of: other).compactMap(\.revision).max() ?? 0
    let own = try rows.states(of: name).compactMap(\.revision)
    var (numbers, latest): ([Int: Int], Int) = ([:], max(last, own.max() ?? 0))
    if let least = own.min(), least <= last {
      latest = last
      for number in own.sorted() {
        latest = try Self.next(after: latest)
        numbers[number] = latest
      }
    }
    let next = try Self.next(after: max(latest, revision, former(other)))
    let old = try rows.row(name)
    try rows.move(.rename(name, to: other, revision: next, renumbering: numbers))
    try rows.delete(.states(other, keeping: retention.states))
    try rows.delete(.removed(other))
    try rows.put(.former(FormerName(name: name, revision: revision, moment: moment)))
    try log(.rename, name, newName: other, before: old, after: try rows.row(other))
  }

  /// Copies a stored widget to an unused name.
  func copy(_ name: String, to other: String) throws {
    let next = try Self.next(after: former(other))
    try rows.move(.copy(name, to: other, revision: next, updatedAt: moment))
    try rows.delete(.removed(other))
    try log(.copy, name, newName: other, after: try rows.row(other))
  }

  /// Replaces the current state with an earlier one, and keeps the current state in the history.
  ///
  /// - Parameter revision: The number of the state; nil for the latest earlier state that can be
  ///   read.
  /// - Throws: `StoreProblem` with `notPlaced`, `noSuchRevision` or `damagedEntries`.
  func restore(_ name: String, revision: Int?) throws -> PlacedWidget {
    // A removed widget is first taken off the list of removed ones, so that its states are not
    // deleted in the meantime.
    try rows.delete(.removed(name))
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
    let next = try Self.next(after: present?.revision ?? former(name))
    if present != nil { try rows.move(.keep(name, removedAt: nil)) }
    try rows.move(.bringBack(name, revision: wanted.revision, as: next, updatedAt: moment))
    // The restored state may be the oldest one, so old states are deleted only now.
    try rows.delete(.states(name, keeping: retention.states))
    try log(.restore, name, before: old, after: try rows.row(name))
    (widget.revision, widget.updatedAt) = (next, Date(milliseconds: moment))
    return widget
  }

  /// The greatest revision that a widget had under an unused name, or that any deleted widget had.
  private func former(_ name: String) throws -> Int {
    try rows.formerRevisions(of: [name])[name] ?? 0
  }

  /// The greatest possible revision, which every JSON reader can represent.
  static let maximumRevision = JSONValue.maximumInteger

  private static func next(after revision: Int) throws -> Int {
    guard revision < maximumRevision else {
      throw StoreProblem.damagedFile(cause: "a revision number is at its limit")
    }
    return revision + 1
  }

  /// All states of a name, latest first.
  func states(of name: String) throws -> [WidgetRevision] {
    let present = try rows.row(name).map { [WidgetRevision($0, isPresent: true)] } ?? []
    return try present + rows.states(of: name).map { WidgetRevision($0, isPresent: false) }
  }
}

extension StoreTransaction {
  /// The widget in a row, or why it cannot be read and whether an earlier state can replace it.
  func entry(_ row: StoredRow) throws -> Result<PlacedWidget, DamagedEntry> {
    try entry { () throws(DamagedEntry) in try PlacedWidget(row) }
  }

  /// The result of reading a row, or why it cannot be read and whether an earlier state can replace
  /// it.
  func entry<Element>(
    _ read: () throws(DamagedEntry) -> Element
  ) throws -> Result<Element, DamagedEntry> {
    do throws(DamagedEntry) {
      return .success(try read())
    } catch {
      var entry = error
      entry.hasHistory = try !states(.of(entry.name, limit: 1)).isEmpty
      return .failure(entry)
    }
  }
}

extension Array {
  /// The elements in parts of a given size; the last part can be smaller.
  fileprivate func parts(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
