/// The storage of placed widgets: a file, or a database that many programs share.
///
/// A driver provides rows and transactions. ``PlacedWidgetStore`` defines what a save, a removal or a
/// restoration does, for all drivers.
public protocol StoreDriver: Sendable {
  /// The name of the store in messages: the path of a file, or a URL without secrets.
  var place: String { get }

  /// The interval between two checks of the mark, for callers that wait for a change.
  var lookInterval: Duration { get }

  /// Reads in one transaction, which sees a single state of the store.
  ///
  /// - Parameters:
  ///   - tenant: The tenant whose data is read.
  ///   - body: Reads the data; it can run again if the store requires that.
  /// - Returns: The result of the body; nil if nothing was ever stored, and then nothing is
  ///   created.
  /// - Throws: `StoreError`, also for a `StoreProblem` thrown by the body.
  func read<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value?

  /// Writes in one transaction, all or nothing; the writes of a tenant are serialized.
  ///
  /// - Parameters:
  ///   - tenant: The tenant whose data is written.
  ///   - body: Writes the data; it can run again if the store requires that.
  /// - Throws: `StoreError`, also for a `StoreProblem` thrown by the body.
  func write<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value

  /// The marks of tenants' data; a changed mark means that something may have been saved.
  func marks(of tenants: [Tenant]) async throws(StoreError) -> [Tenant: StoreMark]

  /// The tenants that have ever written, in any order.
  func tenants() async throws(StoreError) -> [Tenant]

  /// Makes sure that reads of the log see all changes that were made before.
  func settleLog() async throws(StoreError)

  /// Removes everything of a tenant.
  func erase(_ tenant: Tenant) async throws(StoreError)

  /// What is wrong with the storage of a tenant's data, in the words of the database; empty if
  /// nothing is, or if only the database's own tools can tell.
  func integrityProblems(of tenant: Tenant) async throws(StoreError) -> [String]
}

/// The rows of one tenant within a transaction; an error undoes the transaction.
///
/// Names have composed accents (Unicode NFC), and times are in milliseconds since 1970.
public protocol StoreTransaction {
  /// A page of the rows of placed widgets, in the order of the bytes of their names.
  func rows(_ query: RowQuery) throws -> [StoredRow]
  /// The rows of the placed widgets with some names, in any order.
  func rows(named names: [String]) throws -> [StoredRow]
  /// Definitions that placed widgets with an intent were answered under, at most `limit`, as JSON.
  func definitions(of intent: String, limit: Int) throws -> [String]
  /// The row of a placed widget; nil if nothing is placed under the name.
  func row(_ name: String) throws -> StoredRow?
  /// The revision of a placed widget; nil if nothing is placed under the name.
  func revision(of name: String) throws -> Int?
  /// The earlier states of a name, latest first.
  func earlierRows(of name: String) throws -> [StoredRow]
  /// Whether the name has an earlier state.
  func hasEarlierRows(of name: String) throws -> Bool
  /// The names of removed widgets that follow a name, in the order of their bytes.
  func removedNames(after name: String, limit: Int) throws -> [String]
  /// The greatest revision of a removed or renamed widget; 0 if there is none.
  func greatestRemoved() throws -> Int
  /// The number of the last requested reload of a name; 0 if there is none.
  func lastReload(of name: String) throws -> Int
  /// The logged changes with numbers greater than a number, earliest first.
  func loggedChanges(after number: Int, limit: Int) throws -> [LoggedChange]
  /// The logged changes with numbers less than a number, latest first.
  func loggedChanges(before number: Int, limit: Int) throws -> [LoggedChange]
  /// The numbers of the last logged change and of the earliest kept one; 0 and nil if there are
  /// none.
  func loggedNumbers() throws -> (last: Int, earliest: Int?)
  /// The answer to the request with a key, unless it is older than a given time.
  func answer(to key: String, since moment: Int64) throws -> StoredAnswer?
  /// The position of a follower in the log; nil if it has none.
  func position(of follower: String) throws -> Int?
  /// The earlier states that follow one, in the order of the bytes of their names and of their
  /// revisions.
  func states(after name: String, revision: Int, limit: Int) throws -> [StoredRow]
  /// The removed widgets that follow a name, in the order of the bytes of their names.
  func removals(after name: String, limit: Int) throws -> [RemovedName]

  /// Stores a row, and replaces the row with the same name if there is one.
  func put(_ row: StoredRow) throws
  /// Copies the row of a placed widget, unchanged, to the earlier states of its name.
  func keep(_ name: String, removedAt: Int64?) throws
  /// Deletes the earlier states of a name except the latest ones.
  func keepLatest(_ count: Int, of name: String) throws
  /// Deletes the row of a placed widget.
  func delete(_ name: String) throws
  /// Lists a name as removed at a time, or no longer lists it.
  func listRemoved(_ name: String, at moment: Int64?) throws
  /// Records the revision of a removed widget, unless a greater one is recorded.
  func rememberRemoved(_ revision: Int) throws
  /// Moves a placed widget and its earlier states to another name, with a new revision.
  ///
  /// - Parameters:
  ///   - name: The present name.
  ///   - other: The new name.
  ///   - revision: The revision under the new name.
  ///   - numbers: New revisions of earlier states that do not keep theirs.
  func rename(
    _ name: String, to other: String, revision: Int, renumbering numbers: [Int: Int]
  ) throws
  /// Copies a placed widget, unchanged, to a free name.
  func copy(_ name: String, to other: String, revision: Int, updatedAt: Int64) throws
  /// Copies an earlier state, unchanged, over the placed widget of the same name.
  func bringBack(
    _ name: String, revision: Int, as present: Int, updatedAt: Int64
  ) throws
  /// Deletes the earlier states of some names that were removed before a given time.
  func forgetRemoved(before moment: Int64) throws
  /// Requests a reload of a name, and deletes requests made before a given time.
  func askReload(of name: String, at moment: Int64, forgettingBefore old: Int64) throws
  /// Logs a change with the next number, ignoring its own number, and deletes old changes.
  ///
  /// - Parameters:
  ///   - change: The change to log.
  ///   - count: The maximum number of changes to keep.
  ///   - old: The moment before which changes are deleted.
  func log(_ change: LoggedChange, keeping count: Int, since old: Int64) throws
  /// Stores the answer to a request, and deletes answers made before a given time.
  func keep(_ answer: StoredAnswer, at moment: Int64, forgettingBefore old: Int64) throws
  /// Sets the position of a follower in the log.
  func setPosition(of follower: String, to number: Int) throws
  /// Forgets the position of a follower in the log.
  func forgetPosition(of follower: String) throws

  /// Deliveries to a follower before a number, those of the latest changes first.
  func deliveries(
    to follower: String, before number: Int, in state: StoredDelivery.State?, limit: Int
  ) throws -> [StoredDelivery]
  /// Deliveries to a follower that are sent again, the earliest due first.
  func waitingDeliveries(to follower: String, limit: Int) throws -> [StoredDelivery]
  /// Stores a delivery, and replaces the one of the same change to the same follower.
  func put(_ delivery: StoredDelivery) throws
  /// Deletes deliveries whose last attempt was before a given time.
  func forgetDeliveries(before moment: Int64, limit: Int) throws

  /// Stores an earlier state as it is.
  func put(state row: StoredRow) throws
  /// Stores a logged change as it is, with its number.
  func put(logged change: LoggedChange) throws
  /// Sets the number of the last change.
  func setLastChange(_ number: Int) throws
  /// Removes everything of a name, and empties what the log has of it; returns whether there was
  /// anything.
  func erase(_ name: String) throws -> Bool
  /// Replaces who made changes in the log; returns the number of changes.
  func replaceActor(_ actor: String, with pseudonym: String, limit: Int) throws -> Int
}

/// A placed widget, or an earlier state of one, as it is stored: its values are not checked.
public struct StoredRow: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The name of the widget's folder or, with a definition path, its kind if its folder has several
  /// widgets; nil if it has neither.
  public var widget: String?
  /// The absolute path of the definition; nil for a widget that is found by name.
  public var definitionPath: String?
  /// The type name of the intent; nil if it cannot be read.
  public var intent: String?
  /// The family; nil if it cannot be read.
  public var family: String?
  /// The answers as draft JSON; nil if they cannot be read.
  public var draft: String?
  /// The definition that the answers belong to, as JSON; nil if it is unknown.
  public var definition: String?
  /// The revision; nil if it cannot be read.
  public var revision: Int?
  /// The time of the save, in milliseconds since 1970; nil if it cannot be read.
  public var updatedAt: Int64?
  /// The time of the removal, in milliseconds since 1970; nil if another state replaced this one.
  public var removedAt: Int64?
  /// Whether each column has a value of its type.
  public var isWellTyped = true

  /// Makes a row.
  public init(
    name: String, widget: String?, definitionPath: String?, intent: String?, family: String?,
    draft: String?, definition: String?, revision: Int?, updatedAt: Int64?, removedAt: Int64? = nil
  ) {
    self.name = name
    self.widget = widget
    self.definitionPath = definitionPath
    self.intent = intent
    self.family = family
    self.draft = draft
    self.definition = definition
    self.revision = revision
    self.updatedAt = updatedAt
    self.removedAt = removedAt
  }

  /// Whether it has the same content as another row, ignoring revisions and times.
  func isLike(_ other: StoredRow) -> Bool {
    var same = other
    (same.revision, same.updatedAt, same.removedAt) = (revision, updatedAt, removedAt)
    return isWellTyped && same == self
  }
}

/// A mark of a tenant's data, for detecting a change.
public struct StoreMark: Sendable, Hashable {
  private let parts: [Int64]

  /// Makes a mark from numbers that change with the store.
  public init(_ parts: [Int64]) { self.parts = parts }
}
