import IntentModel

/// What a tenant has in a store, counted and summed, for comparing two stores.
public struct StoreContents: Sendable, Hashable {
  /// The number of placed widgets.
  public var placed = 0
  /// The number of their earlier states, and of those of removed widgets.
  public var states = 0
  /// The number of removed widgets that can be restored.
  public var removed = 0
  /// The number of logged changes.
  public var changes = 0
  /// The number of the last change.
  public var lastChange = 0
  /// A sum over everything that is counted, in its order; equal contents have equal sums.
  public var sum: UInt64 = 0
  /// The names of placed widgets that cannot be read, at most 100.
  public var damaged: [DamagedEntry] = []

  /// Makes the contents of an empty store.
  public init() {}

  fileprivate mutating func add(_ parts: [String?]) {
    let text = parts.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined(separator: ",")
    sum = (sum &* 1_099_511_628_211) ^ fnv1a(text.utf8)
  }

  fileprivate mutating func add(_ row: StoredRow) {
    add([
      row.name, row.widget, row.definitionPath, row.intent, row.family, row.draft, row.definition,
      row.revision.map { String($0) }, row.updatedAt.map { String($0) },
      row.removedAt.map { String($0) },
    ])
  }

  fileprivate mutating func add(_ change: LoggedChange) {
    add([
      String(change.number), String(change.moment), change.actor, change.action.rawValue,
      change.name, change.newName, change.before, change.after,
    ])
  }
}

/// The name of a removed widget, and when it was removed.
public struct RemovedName: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The time of the removal, in milliseconds since 1970.
  public var moment: Int64

  /// Makes a removed name.
  public init(name: String, moment: Int64) { (self.name, self.moment) = (name, moment) }
}

/// The maximum number of rows in one transaction of a copy.
private let partSize = 500

extension StoreDriver {
  /// Counts and sums what a tenant has, page by page.
  ///
  /// - Parameter checksRows: Whether each placed widget is also read as a program would.
  public func contents(
    of tenant: Tenant, checkingRows checksRows: Bool = false
  ) async throws(StoreError) -> StoreContents {
    try await settleLog()
    var contents = StoreContents()
    var last = ""
    while true {
      let query = RowQuery(after: last, limit: partSize, isThin: false)
      let rows = try await read(tenant) { try $0.rows(query) } ?? []
      for row in rows {
        contents.placed += 1
        contents.add(row)
        guard checksRows, contents.damaged.count < 100 else { continue }
        do throws(DamagedEntry) { _ = try PlacedWidget(row) } catch {
          contents.damaged.append(error)
        }
      }
      guard rows.count == partSize, let name = rows.last?.name else { break }
      last = name
    }
    var key: (name: String, revision: Int) = ("", .min)
    while true {
      let start = key
      let rows =
        try await read(tenant) {
          try $0.states(after: start.name, revision: start.revision, limit: partSize)
        } ?? []
      for row in rows { contents.add(row) }
      contents.states += rows.count
      guard rows.count == partSize, let row = rows.last else { break }
      key = (row.name, row.revision ?? .min)
    }
    last = ""
    while true {
      let start = last
      let names = try await read(tenant) { try $0.removals(after: start, limit: partSize) } ?? []
      for removed in names { contents.add([removed.name, String(removed.moment)]) }
      contents.removed += names.count
      guard names.count == partSize, let name = names.last?.name else { break }
      last = name
    }
    var number = 0
    while true {
      let start = number
      let changes =
        try await read(tenant) {
          try $0.loggedChanges(after: start, limit: partSize)
        } ?? []
      for change in changes { contents.add(change) }
      contents.changes += changes.count
      guard changes.count == partSize, let change = changes.last else { break }
      number = change.number
    }
    let numbers = try await read(tenant) { rows in
      (try rows.loggedNumbers().last, try rows.greatestRemoved())
    }
    contents.lastChange = numbers?.0 ?? 0
    contents.add([String(contents.lastChange), String(numbers?.1 ?? 0)])
    return contents
  }
}

/// A copy of everything that a tenant has in one store to another one: widgets with all their
/// answers, their earlier states, removed widgets, and the log.
///
/// Answers to repeated requests, requests of reloads and what a service keeps for itself are not
/// copied.
public struct StoreCopy: Sendable {
  private let source: any StoreDriver
  private let target: any StoreDriver

  /// Makes a copy from a store to another one.
  public init(from source: any StoreDriver, to target: any StoreDriver) {
    (self.source, self.target) = (source, target)
  }

  /// The follower under which the target notes a copy that is under way, with the number 0.
  private static let mark = "copy under way"

  /// Copies a tenant, and compares both stores.
  ///
  /// The target must have nothing of the tenant, except from a copy that was interrupted, which
  /// begins anew. Changes that others make to the source meanwhile are followed; after several
  /// rounds of them the copy gives up.
  ///
  /// - Returns: What both stores have.
  /// - Throws: `StoreError`: `targetNotEmpty`, `copyDiffers`, and the problems of both stores.
  public func copy(_ tenant: Tenant) async throws(StoreError) -> StoreContents {
    let (mark, place) = (Self.mark, target.place)
    let isBegun = try await target.read(tenant) { try $0.position(of: mark) == 0 } ?? false
    if !isBegun {
      let found = try await target.read(tenant) { rows in
        try !rows.rows(RowQuery(limit: 1, isThin: true)).isEmpty
          || !rows.states(after: "", revision: .min, limit: 1).isEmpty
          || rows.loggedNumbers().last > 0
      }
      if found == true { throw StoreError(.targetNotEmpty(tenant: tenant.name), file: place) }
    }
    for _ in 0..<5 {
      try await target.erase(tenant)
      try await target.write(tenant) { try $0.setPosition(of: mark, to: 0) }
      let before = try await marks()
      try await copyRows(tenant)
      let found = try await target.contents(of: tenant)
      let expected = try await source.contents(of: tenant)
      if found == expected {
        try await target.write(tenant) { try $0.forgetPosition(of: mark) }
        return found
      }
      func marks() async throws(StoreError) -> StoreMark? {
        try await source.marks(of: [tenant])[tenant]
      }
      if try await marks() == before {
        throw StoreError(.copyDiffers(tenant: tenant.name), file: place)
      }
    }
    throw StoreError(.copyOvertaken(tenant: tenant.name), file: source.place)
  }

  private func copyRows(_ tenant: Tenant) async throws(StoreError) {
    try await source.settleLog()
    var last = ""
    while true {
      let query = RowQuery(after: last, limit: partSize, isThin: false)
      let rows = try await source.read(tenant) { try $0.rows(query) } ?? []
      try await target.write(tenant) { transaction in
        for row in rows { try transaction.put(row) }
      }
      guard rows.count == partSize, let name = rows.last?.name else { break }
      last = name
    }
    var key: (name: String, revision: Int) = ("", .min)
    while true {
      let start = key
      let rows =
        try await source.read(tenant) {
          try $0.states(after: start.name, revision: start.revision, limit: partSize)
        } ?? []
      try await target.write(tenant) { transaction in
        for row in rows { try transaction.put(state: row) }
      }
      guard rows.count == partSize, let row = rows.last else { break }
      key = (row.name, row.revision ?? .min)
    }
    last = ""
    while true {
      let start = last
      let names =
        try await source.read(tenant) {
          try $0.removals(after: start, limit: partSize)
        } ?? []
      try await target.write(tenant) { transaction in
        for removed in names { try transaction.listRemoved(removed.name, at: removed.moment) }
      }
      guard names.count == partSize, let name = names.last?.name else { break }
      last = name
    }
    var number = 0
    while true {
      let start = number
      let changes =
        try await source.read(tenant) {
          try $0.loggedChanges(after: start, limit: partSize)
        } ?? []
      try await target.write(tenant) { transaction in
        for change in changes { try transaction.put(logged: change) }
      }
      guard changes.count == partSize, let change = changes.last else { break }
      number = change.number
    }
    let numbers = try await source.read(tenant) { rows in
      (try rows.loggedNumbers().last, try rows.greatestRemoved())
    }
    try await target.write(tenant) { rows in
      try rows.setLastChange(numbers?.0 ?? 0)
      try rows.rememberRemoved(numbers?.1 ?? 0)
    }
  }
}

extension PlacedWidgetStore {
  /// Removes everything of a widget: its state, its earlier ones, and what the log has of it.
  ///
  /// The log keeps the numbers of its changes, without names, states or who made them.
  ///
  /// - Returns: Whether anything was removed.
  public func erase(_ name: String) async throws(StoreError) -> Bool {
    let key = PlacedWidget.key(name)
    guard try await driver.read(tenant, { _ in true }) == true else { return false }
    try await driver.settleLog()
    return try await driver.write(tenant) { try $0.erase(key) }
  }

  /// Replaces a subject in the log by a pseudonym.
  ///
  /// - Returns: The number of changes that the subject had made.
  public func erase(
    subject: String, pseudonym: String
  ) async throws(StoreError) -> Int {
    guard try await driver.read(tenant, { _ in true }) == true else { return 0 }
    try await driver.settleLog()
    var count = 0
    while true {
      let done = try await driver.write(tenant) {
        try $0.replaceActor(subject, with: pseudonym, limit: 5_000)
      }
      count += done
      if done == 0 { return count }
    }
  }
}
