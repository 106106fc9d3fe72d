/// Where placed widgets are kept: memory, a file, or a database that many programs share.
///
///     let store = PlacedWidgetStore(try .file("/var/lib/widgets.sqlite"))
public struct WidgetStorage: Sendable {
  package let driver: any StoreDriver

  /// Keeps placed widgets with a driver.
  package init(_ driver: any StoreDriver) { self.driver = driver }

  /// The name of the storage in messages: the path of a file, or a URL without secrets.
  public var place: String { driver.place }

  /// The default maximum number of connections to a database for reads and saves.
  public static let standardConnections = 16
}

/// Reads and writes the data in a ``WidgetStorage``.
///
/// A driver provides records and transactions. ``PlacedWidgetStore`` defines what saving, removing
/// or restoring a widget does, for all drivers.
package protocol StoreDriver: Sendable {
  /// The name of the store in messages: see ``WidgetStorage/place``.
  var place: String { get }

  /// The interval at which callers that wait for a change check the mark.
  var lookInterval: Duration { get }

  /// Reads in one transaction, which sees the store at a single moment.
  ///
  /// - Parameters:
  ///   - tenant: The tenant whose data is read.
  ///   - body: Reads the data; it can run again if the store has to repeat the transaction.
  /// - Returns: The result of the body; nil if nothing was ever stored, in which case nothing is
  ///   created.
  /// - Throws: `StoreError`, even if the body throws a `StoreProblem`.
  func read<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value?

  /// Writes in one transaction, all or nothing.
  ///
  /// The placed widgets that the body reads by name do not change until the transaction ends.
  /// Transactions that write different widgets do not wait for each other if the store supports
  /// that.
  ///
  /// - Parameters:
  ///   - tenant: The tenant whose data is written.
  ///   - body: Writes the data; it can run again if the store has to repeat the transaction.
  /// - Throws: `StoreError`, even if the body throws a `StoreProblem`.
  func write<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value

  /// Reads the rows of placed widgets with the given names, in any order, in one transaction.
  func rows(named names: [String], of tenant: Tenant) async throws(StoreError) -> [StoredRow]

  /// Whether ``change(_:of:)`` is faster than ``write(_:_:)``; if false, `change` does nothing.
  var hasChange: Bool { get }

  /// Changes placed widgets that were read before, all or none, in one transaction.
  ///
  /// - Parameters:
  ///   - saves: The widgets, which have different names, each with the state that was read.
  ///   - tenant: The tenant of the widgets.
  /// - Returns: Whether the widgets are stored. If not, nothing is stored, because one of them has
  ///   changed in the meantime or has a different definition.
  func change(_ saves: [RowSave], of tenant: Tenant) async throws(StoreError) -> Bool

  /// The marks of tenants' data; if a mark changes, something may have been saved.
  func marks(of tenants: [Tenant]) async throws(StoreError) -> [Tenant: StoreMark]

  /// The tenants that have ever written, in any order.
  func tenants() async throws(StoreError) -> [Tenant]

  /// A page of the tenants that have ever written, in a stable order.
  ///
  /// - Parameters:
  ///   - tenant: The page starts after this tenant; nil for the first page.
  ///   - limit: The maximum number of tenants.
  func tenants(after tenant: Tenant?, limit: Int) async throws(StoreError) -> [Tenant]

  /// Whether a tenant has ever written.
  func hasTenant(_ tenant: Tenant) async throws(StoreError) -> Bool

  /// Numbers all changes that were made before the call, so that the log can be read up to them.
  ///
  /// - Parameter tenant: The tenant whose log is to be read; nil for all tenants.
  func settleLog(of tenant: Tenant?) async throws(StoreError)

  /// Does part of the work that saves leave for later: numbers changes, and deletes data that is
  /// older than the retention allows.
  ///
  /// - Parameter moment: The current time.
  /// - Returns: Whether there is more work to do.
  func upkeep(at moment: Int64) async throws(StoreError) -> Bool

  /// The tenants with the earliest due pushes to an app; nil if the store would have to query each
  /// tenant.
  func tenantsWithPushes(
    of app: DeviceApp, dueBy moment: Int64
  ) async throws(StoreError) -> [Tenant]?

  /// How many devices of an app are in each state, for all tenants.
  func deviceCounts(of app: DeviceApp) async throws(StoreError) -> [StoredDevice.State: Int]

  /// Removes all data of a tenant.
  func erase(_ tenant: Tenant) async throws(StoreError)

  /// The problems of the storage with a tenant's data, in the words of the database; empty if there
  /// are none, or if only the database's own tools can find them.
  func integrityProblems(of tenant: Tenant) async throws(StoreError) -> [String]
}

extension StoreDriver {
  /// Reads the rows in an ordinary transaction.
  package func rows(
    named names: [String], of tenant: Tenant
  ) async throws(StoreError) -> [StoredRow] {
    try await read(tenant) { try $0.rows(named: names) } ?? []
  }

  /// False, because ``change(_:of:)`` does nothing.
  package var hasChange: Bool { false }

  /// Does nothing, and returns false.
  package func change(
    _ saves: [RowSave], of tenant: Tenant
  ) async throws(StoreError) -> Bool { false }

  /// A page of all tenants, for a store that lists all its tenants quickly.
  package func tenants(
    after tenant: Tenant?, limit: Int
  ) async throws(StoreError) -> [Tenant] {
    let start = tenant?.key ?? ""
    let rest = try await tenants().map(\.key).filter { WidgetHistory.precedes(start, $0) }
    return rest.sorted(by: WidgetHistory.precedes).prefix(limit).compactMap { Tenant(key: $0) }
  }

  /// Searches the list of all tenants.
  package func hasTenant(_ tenant: Tenant) async throws(StoreError) -> Bool {
    try await tenants().contains(tenant)
  }

  /// Returns nil, so that the caller queries each tenant.
  package func tenantsWithPushes(
    of app: DeviceApp, dueBy moment: Int64
  ) async throws(StoreError) -> [Tenant]? { nil }

  /// Does nothing, and reports that no work is left.
  package func upkeep(at moment: Int64) async throws(StoreError) -> Bool { false }
}

/// How long a store keeps earlier states, removed widgets and the log of changes.
public struct StoreRetention: Sendable, Hashable {
  /// The maximum number of earlier states of a placed widget.
  public var states = 20
  /// How long a removed widget can be restored, in milliseconds.
  public var removed: Int64 = 30 * Self.day
  /// How long a change is kept in the log, in milliseconds.
  public var changes: Int64 = 90 * Self.day
  /// The maximum number of changes that are kept in the log of a tenant.
  public var maximumChanges = 1_000_000
  /// How long a device is kept after its last registration or timeline request, in milliseconds.
  public var devices: Int64 = 60 * Self.day

  /// Makes the default retention.
  public init() {}

  /// The number of milliseconds in a day.
  package static let day: Int64 = 86_400_000

  /// How long a removed widget can be restored, in days.
  public var removedDays: Int {
    get { Int(removed / Self.day) }
    set { removed = Int64(newValue) * Self.day }
  }

  /// How long a device is kept after its last registration or timeline request, in days.
  public var deviceDays: Int {
    get { Int(devices / Self.day) }
    set { devices = Int64(newValue) * Self.day }
  }

  /// How long a change is kept in the log, in days.
  public var changeDays: Int {
    get { Int(changes / Self.day) }
    set { changes = Int64(newValue) * Self.day }
  }

  /// The durations, by the names under which a store records them.
  private static let times: [String: any WritableKeyPath<StoreRetention, Int64> & Sendable] = [
    "removed": \.removed, "changes": \.changes, "devices": \.devices,
  ]

  /// The maximum numbers of records, by the names under which a store records them.
  private static let counts: [String: any WritableKeyPath<StoreRetention, Int> & Sendable] = [
    "states": \.states, "mostChanges": \.maximumChanges,
  ]

  /// The values by the names under which a store records them, so that all programs apply the same
  /// retention.
  package var noted: [String: Int64] {
    Self.times.mapValues { self[keyPath: $0] }
      .merging(Self.counts.mapValues { Int64(self[keyPath: $0]) }) { time, _ in time }
  }

  /// Makes a retention from the values that a store has recorded; missing or invalid values are
  /// replaced by the defaults.
  package init(noted: [String: Int64]) {
    for (name, value) in noted where value > 0 {
      if let time = Self.times[name] { self[keyPath: time] = value }
      if let count = Self.counts[name] { self[keyPath: count] = Int(clamping: value) }
    }
  }
}

/// A placed widget, or an earlier state of one, as it is stored; the values are not checked.
package struct StoredRow: Sendable, Hashable {
  /// Replaces a name, a kind or an identifier whose stored value is not a text.
  package static let unreadableName = "?"

  /// The name.
  package var name: String
  /// The name of the widget's folder with its kind, or, if there is a definition path, only its
  /// kind: see ``PlacedWidget/widget``.
  package var widget: String?
  /// The absolute path of the definition; nil for a widget that is found by name.
  package var definitionPath: String?
  /// The absolute path of the folder in which the widget was found by name; nil for none.
  package var folder: String?
  /// The type name of the intent; nil if it cannot be read.
  package var intent: String?
  /// The family; nil if it cannot be read.
  package var family: String?
  /// The answers as draft JSON; nil if they cannot be read.
  package var draft: String?
  /// The definition that the answers belong to, as JSON; nil if it is unknown.
  package var definition: String?
  /// The revision; nil if it cannot be read.
  package var revision: Int?
  /// The time of the save; nil if it cannot be read.
  package var updatedAt: Int64?
  /// The time of the removal; nil if another state replaced this one.
  package var removedAt: Int64?
  /// The maximum number of rows that a store reads to find the definitions of an intent.
  package static let maximumExamined = 100_000

  /// Whether the values in all columns have the right types.
  package var isWellTyped = true

  /// Makes a row.
  package init(
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

  /// Whether this row equals a state that was to be saved.
  package func isState(_ other: StoredRow) -> Bool {
    isLike(other) && (revision, updatedAt) == (other.revision, other.updatedAt)
  }

  /// Whether this row has the same content as another one, apart from revisions and times.
  func isLike(_ other: StoredRow) -> Bool {
    var same = other
    (same.revision, same.updatedAt, same.removedAt) = (revision, updatedAt, removedAt)
    return isWellTyped && same == self
  }
}

/// A placed widget to store, with the state that it replaces.
package struct RowSave: Sendable, Hashable {
  /// The new state.
  package var row: StoredRow
  /// The current state that the save expects; nil if the name must be free.
  package var former: StoredRow?
  /// Whether the current state is kept in the history.
  package var isKept: Bool
  /// The entry of the log, without a number.
  package var change: LoggedChange

  /// Whether the answers belong to the same definition as those in the current state.
  package var keepsDefinition: Bool { former.map { $0.definition == row.definition } ?? false }

  /// Makes a save.
  package init(row: StoredRow, former: StoredRow?, isKept: Bool, change: LoggedChange) {
    (self.row, self.former, self.isKept, self.change) = (row, former, isKept, change)
  }
}

/// A text that a program stores under a name.
package struct StoreNote: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The text.
  package var text: String

  /// Makes a note.
  package init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
}

/// A name that a renamed widget had.
package struct FormerName: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The greatest revision that the widget had under this name.
  package var revision: Int
  /// The time of the renaming.
  package var moment: Int64

  /// Makes a former name.
  package init(name: String, revision: Int, moment: Int64) {
    (self.name, self.revision, self.moment) = (name, revision, moment)
  }
}

/// A mark of a tenant's data, by which a change can be detected.
public struct StoreMark: Sendable, Hashable {
  private let parts: [Int64]

  /// Makes a mark from numbers that change when the store does.
  package init(_ parts: [Int64]) { self.parts = parts }
}
