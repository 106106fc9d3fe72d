/// The position of a row: a name, a number or both.
struct RowKey: Sendable, Hashable {
  var name = ""
  var number = Int.min
}

/// A page of a part: the rows between two keys.
struct StorePage<Row: Sendable>: Sendable {
  let rows: [Row]
  /// The key after which the rows begin.
  let start: RowKey
  /// The key of the last row if more rows follow; nil at the end of the part.
  let end: RowKey?
}

/// One of the lists that a store has for each tenant, read page by page.
struct StorePart<Row: Sendable>: Sendable {
  /// Reads the rows after a key, up to a limit, in the order of their keys.
  let read: @Sendable (any StoreTransaction, RowKey, Int) throws -> [Row]
  let key: @Sendable (Row) -> RowKey
}

extension StorePart<StoredRow> {
  /// The placed widgets.
  static let placed = StorePart(
    read: { try $0.rows(RowQuery(after: $1.name, limit: $2, isThin: false)) },
    key: { RowKey(name: $0.name) })

  /// The earlier states of widgets that are placed or removed.
  static let states = StorePart(
    read: { try $0.states(.after($1.name, revision: $1.number, limit: $2)) },
    key: { RowKey(name: $0.name, number: $0.revision ?? .min) })
}

extension StorePart<RemovedName> {
  /// The removed widgets that can be restored.
  static let removals = StorePart(
    read: { try $0.removals(.page(after: $1.name, limit: $2)) }, key: { RowKey(name: $0.name) })
}

extension StorePart<FormerName> {
  /// The earlier names of renamed widgets.
  static let formerNames = StorePart(
    read: { try $0.formerNames(.page(after: $1.name, limit: $2)) }, key: { RowKey(name: $0.name) })
}

extension StorePart<LoggedChange> {
  /// The log of changes.
  static let log = StorePart(
    read: { try $0.changes(.after(max(0, $1.number), limit: $2)) },
    key: { RowKey(number: $0.number) })
}

extension StorePart<StoreNote> {
  /// The notes, such as the positions of followers in the log.
  static let notes = StorePart(
    read: { try $0.notes(.page(after: $1.name, limit: $2)) }, key: { RowKey(name: $0.name) })
}

extension StorePart<StoredDevice> {
  /// The devices.
  static let devices = StorePart(
    read: { rows, key, limit in
      var query = DeviceQuery(limit: limit)
      query.after = key.name
      return try rows.devices(query)
    }, key: { RowKey(name: $0.id) })
}

extension StoreDriver {
  /// Reads the rows of a part after a key, at most ``partSize``.
  func page<Row>(
    _ part: StorePart<Row>, of tenant: Tenant, after start: RowKey
  ) async throws(StoreError) -> StorePage<Row> {
    let rows = try await read(tenant) { try part.read($0, start, partSize) } ?? []
    let end = rows.count == partSize ? rows.last.map(part.key) : nil
    return StorePage(rows: rows, start: start, end: end)
  }

  /// Reads all rows of a part, page by page.
  func each<Row>(
    _ part: StorePart<Row>, of tenant: Tenant, _ body: (Row) -> Void
  ) async throws(StoreError) {
    var next: RowKey? = RowKey()
    while let start = next {
      let page = try await page(part, of: tenant, after: start)
      page.rows.forEach(body)
      next = page.end
    }
  }
}
