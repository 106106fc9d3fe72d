import GRDB
import StoreModel

/// Devices, and their pending pushes.
extension SQLiteTransaction {
  private static let columns = """
    id, owner, app, environment, token, state, zone, locale, registeredAt, seenAt, raises, isForced,
    dueAt, sinceAt, nextAt, paidUntil, failures, sentAt, confirmedAt, answeredAt, answerStatus,
    answerReason, answerID
    """

  /// The state of devices that get pushes.
  private static let active = StoredDevice.State.active.rawValue

  func devices(_ query: DeviceQuery) throws -> [StoredDevice] {
    var filter = RowFilter()
    if let id = query.after { filter.require("id > ?", id) }
    if let ids = query.ids {
      filter.require(
        "id IN (\(ids.map { _ in "?" }.joined(separator: ", ")))",
        of: ids.map { $0 as (any DatabaseValueConvertible)? })
    }
    if let owner = query.owner { filter.require("owner = ?", owner) }
    if let state = query.state { filter.require("state = ?", state.rawValue) }
    if let app = query.app {
      filter.require("app = ? AND environment = ?", app.bundle, app.environment)
    }
    if let token = query.token { filter.require("token = ?", token) }
    if let moment = query.dueBy { filter.require("dueAt <= ?", moment) }
    if let name = query.placed {
      filter.require("id IN (SELECT device FROM deviceWidget WHERE placed = ?)", name)
    }
    return try fetch(
      """
      SELECT \(Self.columns) FROM device \(filter.clause)
      ORDER BY \(query.dueBy == nil ? "id" : "dueAt, id") LIMIT ?
      """, StatementArguments(filter.values + [query.limit])
    ).map { row in
      var device = try StoredDevice(row)
      device.widgets = try fetch(
        """
        SELECT kind, placed, family, etag, fetchedAt, isRaised FROM deviceWidget
        WHERE device = ? ORDER BY place
        """, [device.id]
      ).map { try DeviceWidget($0) }
      return device
    }
  }

  func put(_ devices: [StoredDevice]) throws {
    let marks = Self.columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
    for device in devices {
      try run(
        "INSERT OR REPLACE INTO device (\(Self.columns)) VALUES (\(marks))",
        [
          device.id, device.owner, device.app, device.environment, device.token,
          device.state.rawValue, device.zone, device.locale, device.registered, device.seen,
          device.raises, device.isForced, device.due, device.since, device.next, device.paid,
          device.failures, device.sent, device.confirmed, device.response?.moment,
          device.response?.status, device.response?.reason, device.response?.id,
        ])
    }
  }

  func put(_ widgets: [String: [DeviceWidget]]) throws {
    for (device, widgets) in widgets {
      try removeWidgets(of: device)
      for (place, widget) in widgets.enumerated() {
        try run(
          """
          INSERT INTO deviceWidget
            (device, place, kind, placed, family, etag, fetchedAt, isRaised)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            device, place, widget.kind, widget.placed, widget.family, widget.etag, widget.fetched,
            widget.isRaised,
          ])
      }
    }
  }

  private func removeWidgets(of device: String) throws {
    try run("DELETE FROM deviceWidget WHERE device = ?", [device])
  }

  func removeDevices(_ ids: [String]) throws -> Int {
    var count = 0
    for id in ids {
      try removeWidgets(of: id)
      try run("DELETE FROM device WHERE id = ?", [id])
      count += database.changesCount
    }
    return count
  }

  /// How many devices of an app are in each state.
  func deviceCounts(of app: DeviceApp) throws -> [StoredDevice.State: Int] {
    var counts: [StoredDevice.State: Int] = [:]
    for row in try fetch(
      """
      SELECT state, COUNT(*) FROM device WHERE app = ? AND environment = ? GROUP BY state
      """, [app.bundle, app.environment])
    {
      guard let state = String.fromDatabaseValue(row[0]) else { continue }
      counts[.init(noted: state), default: 0] += Int.fromDatabaseValue(row[1]) ?? 0
    }
    return counts
  }

  func forgetDevices(before moment: Int64, limit: Int) throws -> Int {
    let old = try fetch("SELECT id FROM device WHERE seenAt < ? LIMIT ?", [moment, limit])
    return try removeDevices(old.compactMap { String.fromDatabaseValue($0[0]) })
  }

  func raise(_ raise: PushRaise, after id: String, limit: Int) throws -> PushRaised {
    let (condition, subject) =
      switch raise.target {
      case .placed(let name): ("placed = ?", name)
      case .kind(let kind): ("placed IS NULL AND kind = ?", kind)
      case .each(let kind): ("kind = ?", kind)
      case .all: ("? = ''", "")
      }
    let part = try fetch(
      """
      SELECT DISTINCT device FROM deviceWidget WHERE \(condition) AND device > ?
      ORDER BY device LIMIT ?
      """, [subject, id, limit]
    ).compactMap { String.fromDatabaseValue($0[0]) }
    var raised = PushRaised(last: part.count < limit ? nil : part.last, count: 0, deferred: 0)
    for device in part {
      try run(
        """
        UPDATE device SET raises = raises + 1, sinceAt = COALESCE(sinceAt, ?),
          dueAt = MIN(COALESCE(dueAt, \(Int64.max)), MAX(?, nextAt))
        WHERE id = ? AND app = ? AND environment = ? AND state = '\(Self.active)'
        """, [raise.moment, raise.due, device, raise.app.bundle, raise.app.environment])
      guard database.changesCount > 0 else { continue }
      raised.count += 1
      try run(
        "UPDATE deviceWidget SET isRaised = 1 WHERE device = ? AND \(condition)",
        [device, subject])
      let due = try fetch("SELECT dueAt FROM device WHERE id = ?", [device]).first
      if let due = due.flatMap({ Int64.fromDatabaseValue($0[0]) }), due > raise.due {
        raised.deferred += 1
      }
    }
    return raised
  }

  func outlook(of name: String, kind: String, at moment: Int64) throws -> PushOutlook {
    let times = try fetch(
      """
      SELECT DISTINCT id, nextAt FROM deviceWidget JOIN device ON id = device
      WHERE state = '\(Self.active)' AND (placed = ? OR placed IS NULL AND kind = ?)
      LIMIT \(PushOutlook.maximumCount)
      """, [name, kind]
    ).compactMap { Int64.fromDatabaseValue($0[1]) }
    return PushOutlook(times, at: moment)
  }
}

extension StoreSchema {
  /// The tables of devices.
  static let deviceTables = """
    CREATE TABLE device (
      id TEXT NOT NULL PRIMARY KEY,
      owner TEXT NOT NULL,
      app TEXT NOT NULL,
      environment TEXT NOT NULL,
      token TEXT NOT NULL, -- a secret
      state TEXT NOT NULL,
      zone TEXT,
      locale TEXT,
      registeredAt INTEGER NOT NULL, -- milliseconds since 1970
      seenAt INTEGER NOT NULL,
      raises INTEGER NOT NULL,
      isForced INTEGER NOT NULL,
      dueAt INTEGER, -- NULL if no push is wanted
      sinceAt INTEGER,
      nextAt INTEGER NOT NULL,
      paidUntil INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      sentAt INTEGER,
      confirmedAt INTEGER,
      answeredAt INTEGER,
      answerStatus INTEGER,
      answerReason TEXT,
      answerID TEXT
    );
    CREATE INDEX deviceToken ON device (app, token);
    CREATE INDEX deviceOwner ON device (owner);
    CREATE INDEX deviceAge ON device (seenAt);
    CREATE INDEX deviceDue ON device (dueAt) WHERE dueAt IS NOT NULL;
    CREATE TABLE deviceWidget (
      device TEXT NOT NULL,
      place INTEGER NOT NULL,
      kind TEXT NOT NULL,
      placed TEXT, -- NULL for any placed widget of the kind
      family TEXT,
      etag TEXT,
      fetchedAt INTEGER, -- milliseconds since 1970
      isRaised INTEGER NOT NULL,
      PRIMARY KEY (device, place)
    );
    CREATE INDEX deviceWidgetPlaced ON deviceWidget (placed, device) WHERE placed IS NOT NULL;
    CREATE INDEX deviceWidgetKind ON deviceWidget (kind, device) WHERE placed IS NULL;

    """
}

extension StoredDevice {
  /// Reads a row of the columns selected above.
  ///
  /// - Throws: `StoreProblem.damagedFile` for values of the wrong type.
  fileprivate init(_ row: Row) throws {
    func text(_ place: Int) throws -> String? {
      let value: DatabaseValue = row[place]
      guard !value.isNull else { return nil }
      guard let text = String.fromDatabaseValue(value) else { throw Self.damage }
      return text
    }
    func number(_ place: Int) throws -> Int64? {
      let value: DatabaseValue = row[place]
      guard !value.isNull else { return nil }
      guard let number = Int64.fromDatabaseValue(value), Int64.storable.contains(number) else {
        throw Self.damage
      }
      return number
    }
    guard let id = try text(0), let owner = try text(1), let app = try text(2),
      let environment = try text(3), let token = try text(4), let state = try text(5),
      let registered = try number(8), let seen = try number(9), let raises = try number(10),
      let isForced = try number(11), let next = try number(14), let paid = try number(15),
      let failures = try number(16)
    else { throw Self.damage }
    self.init(
      id: id, owner: owner, app: app, environment: environment, token: token,
      registered: registered)
    self.state = State(noted: state)
    (zone, locale, self.seen) = (try text(6), try text(7), seen)
    (self.raises, self.isForced) = (Int(raises), isForced != 0)
    (due, since, self.next, self.paid) = (try number(12), try number(13), next, paid)
    self.failures = Int(failures)
    (sent, confirmed) = (try number(17), try number(18))
    if let moment = try number(19) {
      response = PushResponse(
        moment: moment, status: try number(20).map { Int($0) }, reason: try text(21),
        id: try text(22))
    }
  }

  private static let damage = StoreProblem.damaged("wrong values in device")
}

extension DeviceWidget {
  /// Reads a row of the columns selected above.
  ///
  /// - Throws: `StoreProblem.damagedFile` for values of the wrong type.
  fileprivate init(_ row: Row) throws {
    guard let kind = String.fromDatabaseValue(row[0]),
      let isRaised = Int64.fromDatabaseValue(row[5])
    else { throw StoreProblem.damaged("wrong values in deviceWidget") }
    self.init(
      kind: kind, placed: String.fromDatabaseValue(row[1]),
      family: String.fromDatabaseValue(row[2]))
    etag = String.fromDatabaseValue(row[3])
    fetched = Int64.fromDatabaseValue(row[4])
    self.isRaised = isRaised != 0
  }
}
