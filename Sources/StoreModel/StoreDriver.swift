/// The storage of placed widgets: a file, or a database that many programs share.
///
/// A driver provides rows and transactions. ``PlacedWidgetStore`` defines what a save, a removal or
/// a restoration does, for all drivers.
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

  /// Writes in one transaction, all or nothing.
  ///
  /// The placed widgets that the body reads by name do not change until its end. Transactions that
  /// write different widgets do not wait for each other if the store can do that.
  ///
  /// - Parameters:
  ///   - tenant: The tenant whose data is written.
  ///   - body: Writes the data; it can run again if the store requires that.
  /// - Throws: `StoreError`, also for a `StoreProblem` thrown by the body.
  func write<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value

  /// Reads the rows of placed widgets with some names, in any order, in one transaction.
  func rows(named names: [String], of tenant: Tenant) async throws(StoreError) -> [StoredRow]

  /// Changes placed widgets that were read before, all or none, in one transaction.
  ///
  /// - Parameters:
  ///   - saves: The widgets, each of another name and with the state that was read.
  ///   - tenant: The tenant of the widgets.
  /// - Returns: Whether they are stored. If not, one of them has changed meanwhile, or the store has no
  ///   faster way than ``write(_:_:)``.
  func change(_ saves: [RowSave], of tenant: Tenant) async throws(StoreError) -> Bool

  /// The marks of tenants' data; a changed mark means that something may have been saved.
  func marks(of tenants: [Tenant]) async throws(StoreError) -> [Tenant: StoreMark]

  /// The tenants that have ever written, in any order.
  func tenants() async throws(StoreError) -> [Tenant]

  /// A page of the tenants that have ever written, in an order of their names that stays the same.
  ///
  /// - Parameters:
  ///   - tenant: The tenants follow this one; nil for the first ones.
  ///   - limit: The maximum number of tenants.
  func tenants(after tenant: Tenant?, limit: Int) async throws(StoreError) -> [Tenant]

  /// Whether a tenant has ever written.
  func hasTenant(_ tenant: Tenant) async throws(StoreError) -> Bool
  /// Numbers the changes that were made before, so that reads of the log see all of them.
  func settleLog() async throws(StoreError)

  /// Does a part of the work that saves leave for later: numbers changes, and deletes what is older
  /// than the retention allows.
  ///
  /// - Parameter moment: The present time, in milliseconds since 1970.
  /// - Returns: Whether more work is left.
  func upkeep(at moment: Int64) async throws(StoreError) -> Bool

  /// The tenants with a device of an app to which a push is due, at most 100; nil if the store can
  /// find them only by asking for each tenant.
  func tenantsWithPushes(
    of app: DeviceApp, dueBy moment: Int64
  ) async throws(StoreError) -> [Tenant]?

  /// The number of devices of an app in each state, of all tenants.
  func deviceCounts(of app: DeviceApp) async throws(StoreError) -> [StoredDevice.State: Int]

  /// Removes everything of a tenant.
  func erase(_ tenant: Tenant) async throws(StoreError)

  /// What is wrong with the storage of a tenant's data, in the words of the database; empty if
  /// nothing is, or if only the database's own tools can tell.
  func integrityProblems(of tenant: Tenant) async throws(StoreError) -> [String]
}

extension StoreDriver {
  /// Reads the rows in a transaction as any other.
  public func rows(
    named names: [String], of tenant: Tenant
  ) async throws(StoreError) -> [StoredRow] {
    try await read(tenant) { try $0.rows(named: names) } ?? []
  }

  /// Returns false.
  public func change(
    _ saves: [RowSave], of tenant: Tenant
  ) async throws(StoreError) -> Bool { false }

  /// A page of all tenants, of a store that lists all of them quickly.
  public func tenants(
    after tenant: Tenant?, limit: Int
  ) async throws(StoreError) -> [Tenant] {
    let start = tenant?.key ?? ""
    let rest = try await tenants().filter { start.utf8.lexicographicallyPrecedes($0.key.utf8) }
    let all = rest.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return Array(all.prefix(limit))
  }

  /// Whether a tenant is among all tenants.
  public func hasTenant(_ tenant: Tenant) async throws(StoreError) -> Bool {
    try await tenants().contains(tenant)
  }

  /// Returns nil.
  public func tenantsWithPushes(
    of app: DeviceApp, dueBy moment: Int64
  ) async throws(StoreError) -> [Tenant]? { nil }

  /// Counts the devices of one tenant after the other.
  public func deviceCounts(
    of app: DeviceApp
  ) async throws(StoreError) -> [StoredDevice.State: Int] {
    var counts: [StoredDevice.State: Int] = [:]
    for tenant in try await tenants() {
      let part = try await read(tenant) { try $0.deviceCounts(of: app) } ?? [:]
      counts.merge(part, uniquingKeysWith: +)
    }
    return counts
  }

  /// Does nothing, and has nothing left to do.
  public func upkeep(at moment: Int64) async throws(StoreError) -> Bool { false }
}

/// How long a store keeps earlier states, removed widgets and the log of changes.
public struct StoreRetention: Sendable, Hashable {
  /// The maximum number of earlier states of a placed widget.
  public var states = 20
  /// How long a removed widget can be restored, in milliseconds; 30 days by default.
  public var removed: Int64 = 30 * 86_400_000
  /// How long a change is kept in the log, in milliseconds; 90 days by default.
  public var changes: Int64 = 90 * 86_400_000
  /// The maximum number of changes that are kept in the log of a tenant.
  public var mostChanges = 1_000_000
  /// How long a device is kept that neither registers nor asks, in milliseconds; 60 days by
  /// default.
  public var devices: Int64 = 60 * 86_400_000

  /// Makes the default retention.
  public init() {}

  /// The number of milliseconds of a day.
  private static let day: Int64 = 86_400_000

  /// How long a removed widget can be restored, in days.
  public var removedDays: Int {
    get { Int(removed / Self.day) }
    set { removed = Int64(newValue) * Self.day }
  }

  /// How long a device is kept that neither registers nor asks, in days.
  public var deviceDays: Int {
    get { Int(devices / Self.day) }
    set { devices = Int64(newValue) * Self.day }
  }

  /// How long a change is kept in the log, in days.
  public var changeDays: Int {
    get { Int(changes / Self.day) }
    set { changes = Int64(newValue) * Self.day }
  }

  /// The values under the names that a store notes them by, so that all programs keep as much.
  package var noted: [String: Int64] {
    [
      "states": Int64(states), "removed": removed, "changes": changes,
      "mostChanges": Int64(mostChanges), "devices": devices,
    ]
  }

  /// Makes a retention from what a store has noted; what is missing or not valid is the default.
  package init(noted: [String: Int64]) {
    let valid = noted.filter { $0.value > 0 }
    states = valid["states"].flatMap { Int(exactly: $0) } ?? states
    removed = valid["removed"] ?? removed
    changes = valid["changes"] ?? changes
    mostChanges = valid["mostChanges"].flatMap { Int(exactly: $0) } ?? mostChanges
    devices = valid["devices"] ?? devices
  }
}

/// The rows of one tenant within a transaction; an error undoes the transaction.
///
/// Names have composed accents (Unicode NFC), and times are in milliseconds since 1970.
public protocol StoreTransaction {
  /// How long removed widgets, earlier states and the log are kept: what the driver was made with,
  /// or else what the store has noted of another driver, such as that of a service.
  var retention: StoreRetention { get }

  /// A page of the rows of placed widgets, in the order of the bytes of their names.
  func rows(_ query: RowQuery) throws -> [StoredRow]
  /// The rows of the placed widgets with some names, in any order.
  func rows(named names: [String]) throws -> [StoredRow]
  /// The rows of the placed widgets with some names, without those that another transaction is changing;
  /// a transaction that writes keeps them as they are.
  func unlockedRows(named names: [String]) throws -> [StoredRow]
  /// Some rows of placed widgets with an intent: at most `limit` of those that are found by name, and
  /// at most as many of those that have the path of a definition.
  func rows(ofIntent intent: String, limit: Int) throws -> [StoredRow]
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
  /// The greatest revision of all forgotten widgets; 0 if there is none.
  func greatestRemoved() throws -> Int
  /// The greatest revision that a widget had under each name that is free now, and that all
  /// forgotten ones had; a new widget of the name starts above it.
  func formerRevisions(of names: [String]) throws -> [String: Int]
  /// When a widget was removed; nil if the name is not listed as removed.
  func removal(of name: String) throws -> RemovedName?
  /// What is kept about a former name; nil if nothing is.
  func former(_ name: String) throws -> FormerName?
  /// The former names of renamed widgets that follow a name, in the order of their bytes.
  func formerNames(after name: String, limit: Int) throws -> [FormerName]
  /// The number of the last requested reload of a name; 0 if there is none.
  func lastReload(of name: String) throws -> Int
  /// The requested reloads of a name after a number, earliest first.
  func reloadRequests(of name: String, after number: Int, limit: Int) throws -> [ReloadRequest]
  /// The logged changes with numbers greater than a number, earliest first.
  func loggedChanges(after number: Int, limit: Int) throws -> [LoggedChange]
  /// The logged changes with numbers less than a number, latest first.
  func loggedChanges(before number: Int, limit: Int) throws -> [LoggedChange]
  /// The numbers of the last logged change and of the earliest kept one; 0 and nil if there are
  /// none.
  func loggedNumbers() throws -> (last: Int, earliest: Int?)
  /// The answer to the request with a key, unless it is older than a given time.
  func answer(to key: String, since moment: Int64) throws -> StoredAnswer?
  /// The text of a note; nil if there is none.
  func note(_ name: String) throws -> String?
  /// The notes that follow a name, in the order of the bytes of their names.
  func notes(after name: String, limit: Int) throws -> [StoreNote]
  /// The earlier states that follow one, in the order of the bytes of their names and of their
  /// revisions.
  func states(after name: String, revision: Int, limit: Int) throws -> [StoredRow]
  /// The removed widgets that follow a name, in the order of the bytes of their names.
  func removals(after name: String, limit: Int) throws -> [RemovedName]

  /// The epoch of the log: its numbers have the same meaning as long as it stays the same.
  func logEpoch() throws -> String
  /// Begins another epoch of the log, after changes may have been lost by a restore.
  func beginEpoch() throws

  /// Stores placed widgets, keeps their former states and logs the changes.
  ///
  /// If one is not in the state that its save expects, because another transaction was faster, the
  /// driver runs the transaction again.
  ///
  /// - Parameters:
  ///   - saves: The widgets, each of another name.
  ///   - count: The maximum number of earlier states of a widget.
  func save(_ saves: [RowSave], keeping count: Int) throws
  /// Checks that new widgets have greater revisions than all earlier ones of their names, also
  /// those that another transaction has removed meanwhile.
  func confirmNew(_ names: [String]) throws
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
  /// Records the revision of a forgotten widget, unless a greater one is recorded.
  func rememberRemoved(_ revision: Int) throws
  /// Records the revision that a renamed widget had under its former name, unless a greater one is
  /// recorded.
  func rememberFormer(_ former: FormerName) throws
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
  /// The time by which old rows are deleted, at most that of the change; a clock that is set far ahead
  /// does not count at once.
  func purgeMoment(at moment: Int64) throws -> Int64
  /// Deletes the earlier states of names that were removed before a given time, at most `limit`.
  ///
  /// - Returns: The number of names.
  @discardableResult
  func forgetRemoved(before moment: Int64, limit: Int) throws -> Int
  /// Requests a reload of the placed widgets with some names for a reason, and deletes some requests
  /// made before a given time.
  ///
  /// - Returns: The number of requests; less than that of the names if a widget does not exist.
  func askReload(
    of names: [String], reason: String?, at moment: Int64, forgettingBefore old: Int64
  ) throws -> Int
  /// Logs changes in their order, ignoring their own numbers.
  func log(_ changes: [LoggedChange]) throws
  /// Reserves the key of a request for this transaction, and waits for another one that has it.
  ///
  /// - Parameters:
  ///   - request: The identity of the request.
  ///   - moment: The present time.
  ///   - old: The moment before which answers are forgotten.
  /// - Returns: The answer to the request if it was made before.
  func claim(_ request: StoreRequest, at moment: Int64, since old: Int64) throws -> StoredAnswer?
  /// Stores the answer to a request whose key is reserved.
  func keep(_ answer: StoredAnswer) throws
  /// Stores a note, or deletes it for nil.
  func setNote(_ name: String, to text: String?) throws

  /// Deliveries to a follower before a number, those of the latest changes first.
  func deliveries(
    to follower: String, before number: Int, in state: StoredDelivery.State?, limit: Int
  ) throws -> [StoredDelivery]
  /// Deliveries to a follower that are sent again, the earliest due first.
  func waitingDeliveries(to follower: String, limit: Int) throws -> [StoredDelivery]
  /// Stores a delivery, and replaces the one of the same change to the same follower.
  func put(_ delivery: StoredDelivery) throws

  /// The devices that a query asks for, with their widgets; a transaction that writes locks them.
  func devices(_ query: DeviceQuery) throws -> [StoredDevice]
  /// Stores devices without their widgets, and replaces those with the same identifiers.
  func put(_ devices: [StoredDevice]) throws
  /// Replaces the widgets of devices, by their identifiers.
  func put(_ widgets: [String: [DeviceWidget]]) throws
  /// Removes devices with their widgets; returns how many of them were there.
  func removeDevices(_ ids: [String]) throws -> Int
  /// The number of devices of an app in each state.
  func deviceCounts(of app: DeviceApp) throws -> [StoredDevice.State: Int]
  /// Removes devices that were not seen since a time, at most `limit`; returns their number.
  func forgetDevices(before moment: Int64, limit: Int) throws -> Int
  /// Makes pushes due to the devices of a change that follow an identifier: at the time of the
  /// change, at that of an earlier one, or as soon as the budget of the device allows it.
  func raise(_ raise: PushRaise, after id: String, limit: Int) throws -> PushRaised
  /// The number of devices that show a placed widget, or any of its kind.
  func outlook(of name: String, kind: String, at moment: Int64) throws -> PushOutlook

  /// Removes the earlier states of a name, and forgets that it was removed or renamed.
  func removeStates(of name: String) throws
  /// Deletes the logged changes up to a number.
  func forgetChanges(through number: Int) throws
  /// Deletes definitions that no placed widget and no earlier state has, at most `limit`.
  ///
  /// - Returns: The number of definitions.
  @discardableResult
  func forgetDefinitions(limit: Int) throws -> Int
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

extension StoreTransaction {
  /// Logs a change, ignoring its own number.
  public func log(_ change: LoggedChange) throws { try log([change]) }

  /// The position of a follower in the log, which is a note under its name; nil if it has none.
  package func position(of follower: String) throws -> Int? {
    try note(follower).flatMap { Int($0) }
  }

  /// Sets the position of a follower in the log.
  package func setPosition(of follower: String, to number: Int) throws {
    try setNote(follower, to: String(number))
  }
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
  /// The absolute path of the folder in which the widget was found by name; nil for none.
  public var folder: String?
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
    name: String, widget: String?, definitionPath: String?, folder: String? = nil,
    intent: String?, family: String?, draft: String?, definition: String?, revision: Int?,
    updatedAt: Int64?, removedAt: Int64? = nil
  ) {
    self.name = name
    self.widget = widget
    self.definitionPath = definitionPath
    self.folder = folder
    self.intent = intent
    self.family = family
    self.draft = draft
    self.definition = definition
    self.revision = revision
    self.updatedAt = updatedAt
    self.removedAt = removedAt
  }

  /// Whether it is a state that was to be saved.
  package func isState(_ other: StoredRow) -> Bool {
    isLike(other) && (revision, updatedAt) == (other.revision, other.updatedAt)
  }

  /// Whether it has the same content as another row, ignoring revisions and times.
  func isLike(_ other: StoredRow) -> Bool {
    var same = other
    (same.revision, same.updatedAt, same.removedAt) = (revision, updatedAt, removedAt)
    return isWellTyped && same == self
  }
}

extension StoreTransaction {
  /// The rows of all names, of a store whose transactions that write come one after the other.
  public func unlockedRows(named names: [String]) throws -> [StoredRow] { try rows(named: names) }
}

/// A placed widget to store, with the state that it replaces.
public struct RowSave: Sendable, Hashable {
  /// The new state.
  public var row: StoredRow
  /// The present state, which the save expects; nil if the name must be free.
  public var former: StoredRow?
  /// Whether the present state is kept in the history.
  public var isKept: Bool
  /// The entry of the log, without a number.
  public var change: LoggedChange

  /// Whether the answers belong to the same definition as those of the present state.
  package var keepsDefinition: Bool { former.map { $0.definition == row.definition } ?? false }

  /// Makes a save.
  public init(row: StoredRow, former: StoredRow?, isKept: Bool, change: LoggedChange) {
    (self.row, self.former, self.isKept, self.change) = (row, former, isKept, change)
  }
}

/// What a program that uses a store remembers in it: a text under a name.
public struct StoreNote: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The text.
  public var text: String

  /// Makes a note.
  public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
}

/// A name that a renamed widget had.
public struct FormerName: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The greatest revision that the widget had under the name.
  public var revision: Int
  /// The time of the renaming, in milliseconds since 1970.
  public var moment: Int64

  /// Makes a former name.
  public init(name: String, revision: Int, moment: Int64) {
    (self.name, self.revision, self.moment) = (name, revision, moment)
  }
}

/// A mark of a tenant's data, for detecting a change.
public struct StoreMark: Sendable, Hashable {
  private let parts: [Int64]

  /// Makes a mark from numbers that change with the store.
  public init(_ parts: [Int64]) { self.parts = parts }
}
