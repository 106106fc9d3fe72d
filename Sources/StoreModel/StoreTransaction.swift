import IntentModel

/// The records of one tenant within a transaction; if an error is thrown, the transaction is
/// undone.
///
/// Names have composed accents (Unicode NFC), and lists are ordered by the bytes of the names. All
/// times, including those in the records, are in milliseconds since 1970.
package protocol StoreTransaction {
  /// How long removed widgets, earlier states and the log are kept: the setting of this driver, or
  /// else the one that another driver, such as a service's, has recorded in the store.
  var retention: StoreRetention { get }

  /// A page of the rows of placed widgets.
  func rows(_ query: RowQuery) throws -> [StoredRow]
  /// The rows of the placed widgets with the given names, in any order; if the transaction writes,
  /// they do not change until it ends.
  func rows(named names: [String], _ reading: RowReading) throws -> [StoredRow]
  /// Some rows of placed widgets with an intent: at most `limit` that are found by name, and at
  /// most `limit` with the path of a definition.
  func rows(ofIntent intent: String, limit: Int) throws -> [StoredRow]
  /// Definitions under which placed widgets with an intent were answered, at most `limit`, as JSON.
  func definitions(of intent: String, limit: Int) throws -> [String]
  /// Earlier states of placed and removed widgets.
  func states(_ query: StateQuery) throws -> [StoredRow]
  /// Removed widgets.
  func removals(_ query: NameQuery) throws -> [RemovedName]
  /// Former names of renamed widgets.
  func formerNames(_ query: NameQuery) throws -> [FormerName]
  /// For each of the given unused names, a number that no revision of an earlier widget with the
  /// name exceeds, even if its states were deleted; a new widget with the name gets a greater
  /// revision.
  func formerRevisions(of names: [String]) throws -> [String: Int]
  /// The requested reloads of a name.
  func reloads(of name: String, _ page: NumberPage) throws -> [ReloadRequest]
  /// The logged changes.
  func changes(_ page: NumberPage) throws -> [LoggedChange]
  /// The epoch of the log, which is replaced when the numbers lose their meaning, and the number of
  /// the last change (0 if there is none).
  func logHead() throws -> (epoch: String, last: Int)
  /// The notes of the programs that use the store.
  func notes(_ query: NameQuery) throws -> [StoreNote]
  /// The text of a note; nil or empty if there is none. No other transaction changes it until this
  /// one ends.
  ///
  /// A transaction that changes the text must first read it with this function.
  func lockedNote(_ name: String) throws -> String?
  /// Deliveries to a follower.
  func deliveries(_ query: DeliveryQuery) throws -> [StoredDelivery]
  /// The devices that a query selects, with their widgets; a transaction that writes locks them.
  func devices(_ query: DeviceQuery) throws -> [StoredDevice]
  /// The active devices that a push for a placed widget would reach: those that show this widget,
  /// and those that show any widget of its kind.
  func outlook(of name: String, kind: String, at moment: Int64) throws -> PushOutlook
  /// The time by which old records are identified, never later than the time of the change.
  ///
  /// The time of a clock that is set far ahead is not used immediately.
  func purgeMoment(at moment: Int64) throws -> Int64

  /// Stores placed widgets, keeps their former states and logs the changes.
  ///
  /// If a widget is not in the state that its save expects, because another transaction changed the
  /// widget first, the driver runs the transaction again.
  ///
  /// - Parameters:
  ///   - saves: The widgets, which have different names.
  ///   - count: The maximum number of earlier states of a widget.
  func save(_ saves: [RowSave], keeping count: Int) throws
  /// Copies or moves rows without reading them, so that unreadable rows stay unchanged.
  func move(_ move: RowMove) throws
  /// Stores a record; it replaces any record with the same key, unless its case describes another
  /// effect.
  func put(_ record: StoreRecord) throws
  /// Deletes records.
  func delete(_ records: StoreRecords) throws
  /// Deletes old records, at most `limit`.
  ///
  /// - Returns: The number of deleted records.
  @discardableResult
  func forget(_ records: OldRecords, limit: Int) throws -> Int
  /// Requests a reload of the placed widgets with the given names, for a reason, and deletes some
  /// requests from before a given time.
  ///
  /// - Returns: The number of requests that were made; it is less than the number of names if a
  ///   widget does not exist.
  func askReload(
    of names: [String], reason: String?, at moment: Int64, forgettingBefore old: Int64
  ) throws -> Int
  /// Reserves the key of a request for this transaction, and waits if another transaction has
  /// reserved it.
  ///
  /// - Parameters:
  ///   - request: The identity of the request.
  ///   - moment: The current time.
  ///   - old: The time before which stored responses do not count; they are replaced.
  /// - Returns: The stored response, if the request was made before.
  func claim(_ request: StoreRequest, at moment: Int64, since old: Int64) throws -> StoredResponse?
  /// Makes a push due for each device that a change affects and whose identifier is greater than a
  /// given one.
  ///
  /// The push is due when the change allows it and the budget of the device permits it, unless a
  /// push is already due earlier.
  func raise(_ raise: PushRaise, after id: String, limit: Int) throws -> PushRaised
  /// Erases data.
  ///
  /// - Returns: The number of records that were deleted or changed. Stored responses and timelines,
  ///   which can contain any widget, are deleted with a widget, but not counted.
  func erase(_ data: ErasedData) throws -> Int
}

/// How rows are read by name.
package enum RowReading: Sendable, Hashable {
  /// Whole rows.
  case whole
  /// Rows without drafts and definitions.
  case thin
  /// Whole rows, except those that another transaction is changing.
  case unlocked
}

/// A query for records with names.
package struct NameQuery: Sendable, Hashable {
  /// The only name; nil for any.
  package var name: String?
  /// The records start after this name.
  package var after = ""
  /// The maximum number of records.
  package var limit = 1

  /// A query for the record with a name.
  package static func one(_ name: String) -> NameQuery { NameQuery(name: name) }

  /// A query for the records that follow a name.
  package static func page(after name: String, limit: Int) -> NameQuery {
    NameQuery(after: name, limit: limit)
  }
}

/// A query for records with numbers.
package enum NumberPage: Sendable, Hashable {
  /// The records with greater numbers, earliest first.
  case after(Int, limit: Int)
  /// The records with smaller numbers, latest first.
  case before(Int, limit: Int)
}

/// A query for earlier states.
package enum StateQuery: Sendable, Hashable {
  /// The states under a name, latest first.
  case of(String, limit: Int)
  /// The states after a given one, ordered by their names and revisions.
  case after(String, revision: Int, limit: Int)
}

/// A query for deliveries to a follower.
package struct DeliveryQuery: Sendable, Hashable {
  /// The name of the follower.
  package var follower: String
  /// The changes have numbers below this one.
  package var before = Int.max
  /// The state of the deliveries; nil for any.
  package var state: StoredDelivery.State?
  /// Whether only deliveries that must be repeated are returned, earliest due date first; otherwise
  /// all deliveries are returned, latest change first.
  package var isDue = false
  /// The maximum number of deliveries.
  package var limit: Int
}

/// A copy or a move of rows.
package enum RowMove: Sendable, Hashable {
  /// Copies the row of a placed widget to the earlier states under its name.
  case keep(String, removedAt: Int64?)
  /// Moves a placed widget and its earlier states to an unused name. The widget gets a new
  /// revision, and so do the states that cannot keep theirs.
  case rename(String, to: String, revision: Int, renumbering: [Int: Int])
  /// Copies a placed widget to an unused name.
  case copy(String, to: String, revision: Int, updatedAt: Int64)
  /// Copies an earlier state over the placed widget with the same name.
  case bringBack(String, revision: Int, as: Int, updatedAt: Int64)
}

/// A record to store.
package enum StoreRecord: Sendable {
  case placed(StoredRow)
  case state(StoredRow)
  case removed(RemovedName)
  /// A former name; if it is already stored, the greater revision is kept.
  case former(FormerName)
  /// The revision of a deleted widget; a greater one that is already recorded is kept.
  case forgotten(revision: Int)
  /// A change with its number.
  case change(LoggedChange)
  /// Changes that get the next numbers of the log, in order; their own numbers are ignored.
  case newChanges([LoggedChange])
  /// The number of the last change.
  case lastChange(Int)
  /// The epoch of the tenant's log; a database combines it with the epoch of its whole log.
  case epoch(String)
  case note(StoreNote)
  /// The response to a request whose key was reserved before.
  case response(StoredResponse)
  case delivery(StoredDelivery)
  /// Devices without their widgets.
  case devices([StoredDevice])
  /// The widgets of devices, by their identifiers.
  case widgets([String: [DeviceWidget]])
}

/// Records to delete.
package enum StoreRecords: Sendable, Hashable {
  case placed(String)
  /// The earlier states under a name, except for the latest ones.
  case states(String, keeping: Int)
  case removed(String)
  case former(String)
  case note(String)
  /// The logged changes up to a number.
  case changes(through: Int)
  /// Devices with their widgets, by their identifiers.
  case devices([String])
}

/// Data to erase.
package enum ErasedData: Sendable, Hashable {
  /// All data under a name, including the data in the log.
  case widget(String)
  /// The actor in logged changes, at most `limit` of them; a pseudonym replaces the actor.
  case actor(String, pseudonym: String, limit: Int)
}

/// Records that are deleted when they are old.
package enum OldRecords: Sendable, Hashable {
  /// Names that were removed or renamed before a given time, with their earlier states.
  case removed(before: Int64)
  /// Devices that were last seen before a given time, with their widgets.
  case devices(before: Int64)
  /// Definitions that are not used by any placed widget or earlier state.
  case definitions
}

/// Records that are deleted one by one when they are old.
package enum AgedRecords: Sendable {
  case responses, reloads, changes, deliveries, timelines
}

extension StoreRetention {
  /// The removed names and the devices that are too old at a given time.
  package func old(at moment: Int64) -> [OldRecords] {
    [.removed(before: moment - removed), .devices(before: moment - devices)]
  }

  /// The maximum number of old changes to delete when new ones are logged; the limit bounds the
  /// work of a save, and the log still shrinks.
  package static func trimmedChanges(for count: Int) -> Int {
    trimmedPerChange * count + trimmedAlways
  }

  /// How many old changes can be deleted for each new one.
  package static let trimmedPerChange = 2
  /// How many more old changes can be deleted, however few the new ones are.
  package static let trimmedAlways = 10

  /// The maximum number of old reload requests to delete when new ones are made.
  package static func trimmedReloads(for count: Int) -> Int { 2 * count + 1_000 }

  /// How long records are kept, in milliseconds.
  package func age(of records: AgedRecords) -> Int64 {
    switch records {
    case .responses, .reloads: StoreRequest.memory
    case .changes: changes
    case .deliveries: StoredDelivery.maximumAge
    case .timelines: SharedTimeline.maximumAge
    }
  }
}

extension StoreTransaction {
  /// The rows of the placed widgets with the given names, in any order.
  package func rows(named names: [String]) throws -> [StoredRow] {
    try rows(named: names, .whole)
  }

  /// The row of a placed widget; nil if nothing is placed under the name.
  package func row(_ name: String) throws -> StoredRow? { try rows(named: [name]).first }

  /// The revision of a placed widget; nil if nothing is placed under the name.
  ///
  /// A damaged revision counts as 0, so that it does not hide the widget.
  package func revision(of name: String) throws -> Int? {
    try rows(named: [name], .thin).first.map { $0.revision ?? 0 }
  }

  /// The earlier states under a name, latest first.
  func states(of name: String) throws -> [StoredRow] { try states(.of(name, limit: .max)) }

  /// The free names of removed widgets, beginning after a given name.
  func removedNames(after name: String, limit: Int) throws -> [String] {
    var (names, last): ([String], String?) = ([], name)
    while let after = last, names.count < limit {
      let part = try removals(.page(after: after, limit: limit)).map(\.name)
      let placed = Set(try rows(named: part, .thin).map(\.name))
      names += part.filter { !placed.contains($0) }
      last = part.count == limit ? part.last : nil
    }
    return Array(names.prefix(limit))
  }

  /// The greatest revision of all deleted widgets; 0 if there is none.
  func greatestRemoved() throws -> Int {
    // No widget has the empty name, so the result is the greatest revision of the deleted widgets.
    try formerRevisions(of: [""])[""] ?? 0
  }

  /// The number of the last requested reload for a name; 0 if there is none.
  func lastReload(of name: String) throws -> Int {
    try reloads(of: name, .before(.max, limit: 1)).first?.number ?? 0
  }

  /// The number of the earliest change in the log; nil if the log is empty.
  func earliestChange() throws -> Int? { try changes(.after(.min, limit: 1)).first?.number }

  /// Begins another epoch of the log after a restore, which may have lost changes.
  package func beginEpoch() throws { try put(.epoch(LogState.newEpoch())) }

  /// Logs changes in order, and ignores their own numbers.
  package func log(_ changes: [LoggedChange]) throws { try put(.newChanges(changes)) }

  /// The text of a note; nil if there is none.
  package func note(_ name: String) throws -> String? { try notes(.one(name)).first?.text }

  /// The default for a store with one writer: it locks no row.
  package func lockedNote(_ name: String) throws -> String? { try note(name) }

  /// Stores a note; a nil text deletes it.
  package func setNote(_ name: String, to text: String?) throws {
    if let text { try put(.note(StoreNote(name, text))) } else { try delete(.note(name)) }
  }

  /// The position of a follower in the log, stored as a note under the follower's name; nil if it
  /// has none.
  func position(of follower: String) throws -> Int? { try note(follower).flatMap { Int($0) } }

  /// Sets the position of a follower in the log.
  func setPosition(of follower: String, to number: Int) throws {
    try setNote(follower, to: String(number))
  }
}
