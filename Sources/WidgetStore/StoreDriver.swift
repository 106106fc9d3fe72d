/// Where placed widgets are kept: a file, or a database that many programs share.
///
/// A driver knows rows and transactions. What a save, a removal or a restoration means is decided above
/// it, in ``WidgetStore``, once for every driver.
public protocol StoreDriver: Sendable {
  /// What messages call the store: the path of a file, or a URL without its secrets.
  var place: String { get }

  /// How long somebody who waits for a change sleeps between two looks at the mark.
  var lookInterval: Duration { get }

  /// Reads in one transaction, which sees one state of the store.
  ///
  /// - Parameters:
  ///   - tenant: The tenant whose part of the store is read.
  ///   - body: What is read; it may run again where the store asks for that.
  /// - Returns: What the body gives; nil where nothing was ever stored, and nothing is made then.
  /// - Throws: `StoreError`, also for a `StoreProblem` of the body.
  func read<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value?

  /// Writes in one transaction, all or nothing; writes of one tenant follow each other.
  ///
  /// - Parameters:
  ///   - tenant: The tenant whose part of the store is written.
  ///   - body: What is written; it may run again where the store asks for that.
  /// - Throws: `StoreError`, also for a `StoreProblem` of the body.
  func write<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value

  /// The states of tenants' parts of the store; another mark than before means that something may have
  /// been saved.
  func marks(of tenants: [Tenant]) async throws(StoreError) -> [Tenant: StoreMark]

  /// The tenants that have ever written, in any order.
  func tenants() async throws(StoreError) -> [Tenant]
}

/// The rows of one tenant within a transaction; what it throws undoes the transaction.
///
/// Names are those of `PlacedWidget.name` with accents composed, and moments are milliseconds since 1970.
public protocol StoreTransaction {
  /// The rows of all placed widgets, in any order.
  func rows() throws -> [StoredRow]
  /// The row of a placed widget; nil where nothing is placed under the name.
  func row(_ name: String) throws -> StoredRow?
  /// The revision of a placed widget; nil where nothing is placed under the name.
  func revision(of name: String) throws -> Int?
  /// The earlier states of a name, the latest first.
  func earlierRows(of name: String) throws -> [StoredRow]
  /// Whether an earlier state of a name is kept.
  func hasEarlierRows(of name: String) throws -> Bool
  /// The names that have earlier states and are not placed, in any order.
  func removedNames() throws -> [String]
  /// The greatest revision that a removed or renamed widget had; 0 for none.
  func greatestRemoved() throws -> Int
  /// The number of the last reload that was asked for of a name; 0 for none.
  func lastReload(of name: String) throws -> Int
  /// The logged changes whose numbers follow a number, the earliest first.
  func loggedChanges(after number: Int, limit: Int) throws -> [LoggedChange]
  /// The logged changes whose numbers come before a number, the latest first.
  func loggedChanges(before number: Int, limit: Int) throws -> [LoggedChange]
  /// The number of the last change that was logged, 0 for none, and of the earliest that is kept, nil
  /// where none is.
  func loggedNumbers() throws -> (last: Int, earliest: Int?)
  /// What was answered to the request of a key, unless that was before a moment.
  func answer(to key: String, since moment: Int64) throws -> StoredAnswer?
  /// How far a follower of the log has come; nil for one that never followed.
  func position(of follower: String) throws -> Int?

  /// Puts a row in the place of the one with its name, if there is one.
  func put(_ row: StoredRow) throws
  /// Copies the row of a placed widget, as it is, to the earlier states of its name.
  func keep(_ name: String, removedAt: Int64?) throws
  /// Forgets the earlier states of a name but for the latest ones.
  func keepLatest(_ count: Int, of name: String) throws
  /// Deletes the row of a placed widget.
  func delete(_ name: String) throws
  /// Remembers a revision as that of a removed widget, unless a greater one is remembered.
  func rememberRemoved(_ revision: Int) throws
  /// Moves a placed widget to another name and revision, and its earlier states with it.
  ///
  /// - Parameters:
  ///   - name: The present name.
  ///   - other: The new name.
  ///   - revision: The revision under the new name.
  ///   - offset: What is added to the revisions of the earlier states.
  func rename(_ name: String, to other: String, revision: Int, earlierBy offset: Int) throws
  /// Places what a widget holds, as it is, under a name that is free.
  func copy(_ name: String, to other: String, revision: Int, updatedAt: Int64) throws
  /// Places an earlier state, as it is, in the place of what is placed under the name.
  func bringBack(
    _ name: String, revision: Int, as present: Int, updatedAt: Int64
  ) throws
  /// Forgets the earlier states of names that are not placed and were not removed since a moment.
  func forgetRemoved(before moment: Int64) throws
  /// Asks for a reload of a name, and forgets those that were asked for before a moment.
  func askReload(of name: String, at moment: Int64, forgettingBefore old: Int64) throws
  /// Logs a change under the number after the last one, whatever its own says, and forgets the earliest.
  ///
  /// - Parameters:
  ///   - change: The change to log.
  ///   - count: The most changes to keep.
  ///   - old: The moment before which none is kept.
  func log(_ change: LoggedChange, keeping count: Int, since old: Int64) throws
  /// Keeps what was answered to a request, and forgets what was answered before a moment.
  func keep(_ answer: StoredAnswer, at moment: Int64, forgettingBefore old: Int64) throws
  /// Notes how far a follower of the log has come.
  func setPosition(of follower: String, to number: Int) throws
}

/// A placed widget, or an earlier state of one, as it lies in a store: not checked in any way.
public struct StoredRow: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The folder of the widget; nil for a bare definition file.
  public var widget: String?
  /// The path of a bare definition file; nil for a widget with a folder.
  public var definitionPath: String?
  /// The type name of the intent; nil where it cannot be read.
  public var intent: String?
  /// The family; nil where it cannot be read.
  public var family: String?
  /// The answers as draft JSON; nil where they cannot be read.
  public var draft: String?
  /// What the answers were given under, as JSON; nil where it is unknown.
  public var definition: String?
  /// The revision; nil where it cannot be read.
  public var revision: Int?
  /// When it was saved, in milliseconds since 1970; nil where it cannot be read.
  public var updatedAt: Int64?
  /// When it was removed, in milliseconds since 1970; nil for a state that another followed.
  public var removedAt: Int64?
  /// Whether each column holds a value of its type.
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

  /// Whether it says the same as another, whenever the two were saved.
  func isLike(_ other: StoredRow) -> Bool {
    var same = other
    (same.revision, same.updatedAt, same.removedAt) = (revision, updatedAt, removedAt)
    return isWellTyped && same == self
  }
}

/// The state of a tenant's part of a store, by which somebody who waits notices that it has changed.
public struct StoreMark: Sendable, Hashable {
  private let parts: [Int64]

  /// Makes a mark of numbers that change with the store.
  public init(_ parts: [Int64]) { self.parts = parts }
}
