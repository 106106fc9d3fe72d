import StoreModel

/// Devices, and their pending pushes.
extension PostgresTransaction {
  private static let columns = """
    id, owner, app, environment, token, state, zone, locale, registered_at, seen_at, raises,
    is_forced, due_at, since_at, next_at, paid_until, failures, sent_at, confirmed_at,
    answered_at, answer_status, answer_reason, answer_id
    """

  /// The state of devices that get pushes.
  private static let active = StoredDevice.State.active.rawValue

  private static let types: [String: String] = [
    "registered_at": "bigint", "seen_at": "bigint", "raises": "bigint", "is_forced": "boolean",
    "due_at": "bigint", "since_at": "bigint", "next_at": "bigint", "paid_until": "bigint",
    "failures": "integer", "sent_at": "bigint", "confirmed_at": "bigint", "answered_at": "bigint",
    "answer_status": "integer",
  ]

  private static let names = columnNames(columns)

  /// Stores a tenant's devices, given as one array for each column, and records the tenant.
  private static let putting: String = {
    let arrays = names.enumerated().map { "$\($0 + 2)::\(types[$1] ?? "text")[]" }
    let replaced = names.dropFirst().map { "\($0) = excluded.\($0)" }
    return """
      WITH known AS (
        INSERT INTO widgetconfig.tenant (tenant) VALUES ($1) ON CONFLICT DO NOTHING
      )
      INSERT INTO widgetconfig.device (tenant, \(columns))
      SELECT $1, \(columns) FROM unnest(\(arrays.joined(separator: ", "))) AS given (\(columns))
      ON CONFLICT (tenant, id) DO UPDATE SET \(replaced.joined(separator: ", "))
      """
  }()

  func devices(_ query: DeviceQuery) throws -> [StoredDevice] {
    var values = BoundValues(tenant)
    var conditions = ""
    if let id = query.after { conditions += " AND id > \(values.bound(id))" }
    if let ids = query.ids {
      conditions += " AND id = ANY (\(values.bound(PostgresDriver.array(ids)))::text[])"
    }
    if let owner = query.owner { conditions += " AND owner = \(values.bound(owner))" }
    if let state = query.state { conditions += " AND state = \(values.bound(state.rawValue))" }
    if let app = query.app {
      conditions +=
        " AND app = \(values.bound(app.bundle)) AND environment = \(values.bound(app.environment))"
    }
    if let token = query.token { conditions += " AND token = \(values.bound(token))" }
    if let moment = query.dueBy {
      conditions += " AND due_at <= \(values.bound(String(moment)))::bigint"
    }
    if let name = query.placed {
      conditions += """
         AND EXISTS (SELECT FROM widgetconfig.device_widget shown WHERE shown.tenant = $1
          AND shown.device = device.id AND shown.placed = \(values.bound(name)))
        """
    }
    // All transactions lock devices in the same order.
    let order = query.dueBy == nil ? "id" : "due_at, id"
    let lock = isWriting && query.dueBy == nil ? " FOR UPDATE" : ""
    var devices = try session.run(
      """
      SELECT \(Self.columns) FROM widgetconfig.device WHERE tenant = $1\(conditions)
      ORDER BY \(order) LIMIT \(max(0, query.limit))\(lock)
      """, values.all
    ).map(StoredDevice.init)
    guard !devices.isEmpty else { return [] }
    let widgets = try session.run(
      """
      SELECT device, kind, placed, family, etag, fetched_at, is_raised
      FROM widgetconfig.device_widget WHERE tenant = $1 AND device = ANY ($2::text[])
      ORDER BY device, place
      """, [tenant, PostgresDriver.array(devices.map(\.id))])
    let shown = Dictionary(grouping: widgets) { $0[0] ?? "" }
    for place in devices.indices {
      devices[place].widgets = (shown[devices[place].id] ?? []).map(DeviceWidget.init)
    }
    return devices
  }

  /// The values in the columns of a device's row.
  private static func values(of device: StoredDevice) -> [String?] {
    func text(_ number: (some BinaryInteger)?) -> String? { number.map { String($0) } }
    let response = device.response
    return [
      device.id, device.owner, device.app, device.environment, device.token,
      device.state.rawValue, device.zone, device.locale, text(device.registered),
      text(device.seen), text(device.raises), String(device.isForced), text(device.due),
      text(device.since), text(device.next), text(device.paid), text(device.failures),
      text(device.sent), text(device.confirmed), text(response?.moment), text(response?.status),
      response?.reason, response?.id,
    ]
  }

  func put(_ devices: [StoredDevice]) throws {
    guard !devices.isEmpty else { return }
    let rows = devices.map(Self.values(of:))
    let arrays = Self.names.indices.map { place in PostgresDriver.array(rows.map { $0[place] }) }
    try session.run(Self.putting, [tenant] + arrays)
  }

  func put(_ widgets: [String: [DeviceWidget]]) throws {
    guard !widgets.isEmpty else { return }
    try removeWidgets(of: Array(widgets.keys))
    let rows = widgets.flatMap { device, widgets in
      widgets.enumerated().map { (device: device, place: $0, widget: $1) }
    }
    guard !rows.isEmpty else { return }
    func column(_ value: (DeviceWidget) -> String?) -> String {
      PostgresDriver.array(rows.map { value($0.widget) })
    }
    try session.run(
      """
      INSERT INTO widgetconfig.device_widget
        (tenant, device, place, kind, placed, family, etag, fetched_at, is_raised)
      SELECT $1, given.* FROM unnest($2::text[], $3::integer[], $4::text[], $5::text[], $6::text[],
        $7::text[], $8::bigint[], $9::boolean[]) AS given
      """,
      [
        tenant, PostgresDriver.array(rows.map(\.device)),
        PostgresDriver.array(rows.map { String($0.place) }), column(\.kind), column(\.placed),
        column(\.family), column(\.etag), column { $0.fetched.map { String($0) } },
        column { String($0.isRaised) },
      ])
  }

  private func removeWidgets(of devices: [String?]) throws {
    try session.run(
      "DELETE FROM widgetconfig.device_widget WHERE tenant = $1 AND device = ANY ($2::text[])",
      [tenant, PostgresDriver.array(devices)])
  }

  func removeDevices(_ ids: [String]) throws -> Int {
    guard !ids.isEmpty else { return 0 }
    try removeWidgets(of: ids)
    return try session.run(
      """
      DELETE FROM widgetconfig.device WHERE tenant = $1 AND id = ANY ($2::text[]) RETURNING 1
      """, [tenant, PostgresDriver.array(ids)]
    ).count
  }

  func forgetDevices(before moment: Int64, limit: Int) throws -> Int {
    // A subquery can run once for each row and find different rows each time; an array is computed
    // once.
    let ids = try session.run(
      """
      DELETE FROM widgetconfig.device WHERE tenant = $1 AND id = ANY (ARRAY(
        SELECT id FROM widgetconfig.device WHERE tenant = $1 AND seen_at < $2::bigint
        LIMIT $3::bigint FOR UPDATE SKIP LOCKED))
      RETURNING id
      """, [tenant, String(moment), String(limit)]
    ).map { $0[0] }
    guard !ids.isEmpty else { return 0 }
    // A second statement gets a new snapshot, which includes widgets that were stored before the
    // devices were locked.
    try removeWidgets(of: ids)
    return ids.count
  }

  func raise(_ raise: PushRaise, after id: String, limit: Int) throws -> PushRaised {
    let (condition, subject) =
      switch raise.target {
      case .placed(let name): ("shown.placed = $2", name)
      case .kind(let kind): ("shown.placed IS NULL AND shown.kind = $2", kind)
      case .each(let kind): ("shown.kind = $2", kind)
      case .all: ("$2::text = ''", "")
      }
    // The devices are locked before they are read: a single statement would not see rows that
    // another transaction replaces while this one waits.
    let part =
      try session.run(
        """
        WITH part AS (
          SELECT DISTINCT device FROM widgetconfig.device_widget shown
          WHERE shown.tenant = $1 AND \(condition) AND shown.device > $3
          ORDER BY device LIMIT $4::bigint),
        told AS (
          SELECT id FROM widgetconfig.device JOIN part ON part.device = id
          WHERE tenant = $1 AND app = $5 AND environment = $6 AND state = '\(Self.active)'
          ORDER BY id FOR UPDATE OF device)
        SELECT (SELECT max(device) FROM part), (SELECT count(*) FROM part),
          (SELECT array_agg(id) FROM told)
        """,
        [tenant, subject, id, String(limit), raise.app.bundle, raise.app.environment]
      ).first ?? [nil, nil, nil]
    let last = (part[1].flatMap { Int($0) } ?? 0) < limit ? nil : part[0]
    guard let told = part[2] else { return PushRaised(last: last, count: 0, deferred: 0) }
    let row = try session.run(
      """
      WITH marked AS (
        UPDATE widgetconfig.device_widget shown SET is_raised = true
        WHERE shown.tenant = $1 AND shown.device = ANY ($3::text[]) AND \(condition)),
      raised AS (
        UPDATE widgetconfig.device SET raises = raises + 1,
          since_at = coalesce(since_at, $4::bigint),
          due_at = least(due_at, greatest($5::bigint, next_at))
        WHERE tenant = $1 AND id = ANY ($3::text[]) RETURNING due_at)
      SELECT count(*), count(*) FILTER (WHERE due_at > $5::bigint) FROM raised
      """, [tenant, subject, told, String(raise.moment), String(raise.due)]
    ).first
    let numbers = (row ?? []).map { $0.flatMap { Int($0) } ?? 0 }
    return PushRaised(last: last, count: numbers.first ?? 0, deferred: numbers.last ?? 0)
  }

  func outlook(of name: String, kind: String, at moment: Int64) throws -> PushOutlook {
    let row = try session.run(
      """
      SELECT count(*), count(*) FILTER (WHERE next_at <= $4::bigint),
        min(next_at) FILTER (WHERE next_at > $4::bigint)
      FROM (
        SELECT DISTINCT id, next_at FROM widgetconfig.device_widget shown
          JOIN widgetconfig.device ON device.tenant = $1 AND id = shown.device
        WHERE shown.tenant = $1 AND state = '\(Self.active)'
          AND (shown.placed = $2 OR shown.placed IS NULL AND shown.kind = $3)
        LIMIT \(PushOutlook.maximumCount)) AS told
      """, [tenant, name, kind, String(moment)]
    ).first
    var outlook = PushOutlook()
    outlook.devices = row?[0].flatMap { Int($0) } ?? 0
    outlook.ready = row?[1].flatMap { Int($0) } ?? 0
    outlook.soonest = row?[2].flatMap { Int64($0) }
    return outlook
  }
}

extension PostgresDriver {
  /// The tenants with the earliest due pushes to an app, found with one query.
  package func tenantsWithPushes(
    of app: DeviceApp, dueBy moment: Int64
  ) async throws(StoreError) -> [Tenant]? {
    let values = [app.bundle, app.environment, String(moment)]
    return try await reading { session in
      try session.run(
        """
        SELECT DISTINCT tenant FROM (
          SELECT tenant FROM widgetconfig.device
          WHERE app = $1 AND environment = $2 AND due_at <= $3::bigint
          ORDER BY due_at LIMIT 100) AS due
        """, values
      ).compactMap { $0[0].flatMap { Tenant(key: $0) } }
    } ?? []
  }

  /// How many devices of an app are in each state, for all tenants, found with one query.
  package func deviceCounts(
    of app: DeviceApp
  ) async throws(StoreError) -> [StoredDevice.State: Int] {
    let values = [app.bundle, app.environment]
    let rows = try await reading { session in
      try session.run(
        """
        SELECT state, count(*) FROM widgetconfig.device
        WHERE app = $1 AND environment = $2 GROUP BY state
        """, values)
    }
    var counts: [StoredDevice.State: Int] = [:]
    for row in rows ?? [] {
      guard let state = row[0] else { continue }
      counts[.init(noted: state), default: 0] += row[1].flatMap { Int($0) } ?? 0
    }
    return counts
  }
}

extension PostgresSchema {
  /// The tables of devices.
  static let deviceTables = """
    CREATE TABLE widgetconfig.device (
      tenant text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL,
      owner text NOT NULL,
      app text COLLATE "C" NOT NULL,
      environment text COLLATE "C" NOT NULL,
      token text COLLATE "C" NOT NULL, -- a secret
      state text NOT NULL,
      zone text,
      locale text,
      registered_at bigint NOT NULL, -- milliseconds since 1970
      seen_at bigint NOT NULL,
      raises bigint NOT NULL,
      is_forced boolean NOT NULL,
      due_at bigint, -- NULL if no push is wanted
      since_at bigint,
      next_at bigint NOT NULL,
      paid_until bigint NOT NULL,
      failures integer NOT NULL,
      sent_at bigint,
      confirmed_at bigint,
      answered_at bigint,
      answer_status integer,
      answer_reason text,
      answer_id text,
      PRIMARY KEY (tenant, id)
    ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
    CREATE INDEX device_token ON widgetconfig.device (tenant, app, token);
    CREATE INDEX device_owner ON widgetconfig.device (tenant, owner);
    CREATE INDEX device_age ON widgetconfig.device (tenant, seen_at);
    CREATE INDEX device_due ON widgetconfig.device (app, environment, due_at)
      WHERE due_at IS NOT NULL;

    CREATE TABLE widgetconfig.device_widget (
      tenant text COLLATE "C" NOT NULL,
      device text COLLATE "C" NOT NULL,
      place integer NOT NULL,
      kind text COLLATE "C" NOT NULL,
      placed text COLLATE "C", -- NULL for any placed widget of the kind
      family text,
      etag text,
      fetched_at bigint, -- milliseconds since 1970
      is_raised boolean NOT NULL,
      PRIMARY KEY (tenant, device, place)
    ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
    CREATE INDEX device_widget_placed ON widgetconfig.device_widget (tenant, placed, device)
      WHERE placed IS NOT NULL;
    CREATE INDEX device_widget_kind ON widgetconfig.device_widget (tenant, kind, device)
      WHERE placed IS NULL;

    """
}

extension StoredDevice {
  /// Reads a row of the columns selected above.
  fileprivate init(_ row: [String?]) {
    func number(_ place: Int) -> Int64? {
      row[place].flatMap { Int64($0) }?.clampedForStore
    }
    self.init(
      id: row[0] ?? StoredRow.unreadableName, owner: row[1] ?? "", app: row[2] ?? "",
      environment: row[3] ?? "",
      token: row[4] ?? "", registered: number(8) ?? 0)
    state = State(noted: row[5] ?? "")
    (zone, locale, seen) = (row[6], row[7], number(9) ?? 0)
    raises = Int(number(10) ?? 0)
    isForced = row[11] == "t"
    (due, since, next, paid) = (number(12), number(13), number(14) ?? 0, number(15) ?? 0)
    failures = Int(number(16) ?? 0)
    (sent, confirmed) = (number(17), number(18))
    if let moment = number(19) {
      response = PushResponse(
        moment: moment, status: number(20).map { Int($0) }, reason: row[21], id: row[22])
    }
  }
}

extension DeviceWidget {
  /// Reads a row with a device and the columns selected above.
  fileprivate init(_ row: [String?]) {
    self.init(kind: row[1] ?? StoredRow.unreadableName, placed: row[2], family: row[3])
    (etag, fetched, isRaised) = (row[4], row[5].flatMap { Int64($0) }, row[6] == "t")
  }
}
