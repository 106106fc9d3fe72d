import StoreModel

/// The tables of the store, in the schema `widgetconfig` of the database, and the migration of
/// older ones.
///
/// Every key begins with the tenant, so that a distributed database can spread the rows by tenant.
enum PostgresSchema {
  /// The steps; the version of a store is the number of steps that it has run.
  ///
  /// Each is a transaction of its own and takes moments, however much is stored: what has to go
  /// through rows is left to ``PostgresDriver/upkeep(at:)``.
  static let steps = [
    first, withLog, withDefinitions, withNumbering, withDeliveries, withDevices, withRetention,
    withTenantsOfDevices,
  ]

  /// The version that a program must know to use the tables that this one makes.
  private static let oldest = 4

  /// The key of the lock that lets one program at a time run the steps: `WCFG` in ASCII.
  private static let lock = 0x5743_4647

  /// The version of the tables; nil if there are none.
  ///
  /// - Throws: `StoreProblem` for tables that need a newer program.
  static func version(in session: PostgresSession) throws -> Int? {
    // Not to_regclass: it can return a result that was cached before this transaction waited for a
    // lock.
    let found = try session.run(
      """
      SELECT count(attname) FROM pg_catalog.pg_class
        JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
        LEFT JOIN pg_catalog.pg_attribute ON attrelid = pg_class.oid AND attname = 'oldest'
      WHERE nspname = 'widgetconfig' AND relname = 'format' GROUP BY pg_class.oid
      """, [])
    guard let hasOldest = found.first?.first else { return nil }
    let oldest = hasOldest == "1" ? "oldest" : "version"
    let row = try session.run("SELECT version, \(oldest) FROM widgetconfig.format", []).first
    let numbers = (row ?? []).compactMap { $0.flatMap { Int($0) } }
    guard numbers.count == 2 else { return nil }
    try check(needed: numbers[1], found: numbers[0])
    return numbers[0]
  }

  /// Throws for tables that need a newer program.
  static func check(needed: Int, found: Int) throws {
    guard needed <= steps.count else {
      throw StoreProblem.newerVersion(found: found, known: steps.count)
    }
  }

  /// Runs the next missing step in the current transaction.
  ///
  /// - Returns: Whether more steps are missing.
  static func migrate(_ session: PostgresSession) throws -> Bool {
    if let done = try version(in: session), done >= steps.count { return false }
    try session.run("SELECT pg_advisory_xact_lock($1::bigint)", [String(lock)])
    let done = try version(in: session) ?? 0
    guard done < steps.count else { return false }
    // A role that may not create a schema can use one that was created for it.
    let schema = try session.run(
      "SELECT FROM pg_catalog.pg_namespace WHERE nspname = 'widgetconfig'", [])
    if schema.isEmpty { try session.script("CREATE SCHEMA widgetconfig") }
    try session.script(steps[done])
    try session.script("UPDATE widgetconfig.format SET version = \(done + 1)")
    if done + 1 == steps.count {
      try session.script("UPDATE widgetconfig.format SET oldest = \(oldest)")
      try makeEmptyIndexes(session)
    }
    return done + 1 < steps.count
  }

  /// Makes the indexes of tables without rows at once; the upkeep makes those of the others.
  private static func makeEmptyIndexes(_ session: PostgresSession) throws {
    for index in indexes {
      let table = index.columns.prefix { $0 != " " }
      let rows = try session.run("SELECT FROM widgetconfig.\(table) LIMIT 1", [])
      guard rows.isEmpty else { continue }
      try session.script(
        "CREATE INDEX IF NOT EXISTS \(index.name) ON widgetconfig.\(index.columns)")
    }
  }

  /// The first of the two columns by which an index finds the placed widgets of a widget, of the table
  /// `placed_widget`: see `PlacedOrigin.keys`.
  static let originPath = #"(coalesce(definition_path, '') COLLATE "C")"#
  /// The second of these columns.
  static let originWidget = #"""
    (coalesce(widget, CASE WHEN definition_path IS NULL THEN name ELSE '' END) COLLATE "C")
    """#

  /// The indexes that the upkeep makes, each with its table and its columns.
  static let indexes = [
    (
      name: "placed_widget_origin",
      columns: "placed_widget (tenant, intent, \(originPath), \(originWidget), name)"
    ),
    (name: "reload_request_name", columns: "reload_request (tenant, name, number)"),
    (name: "reload_request_age", columns: "reload_request (tenant, requested_at)"),
  ]
  /// The index that older programs have made in place of one of them.
  static let formerIndex = "placed_widget_intent"

  private static let first = """
    CREATE TABLE widgetconfig.format (version integer NOT NULL);
    INSERT INTO widgetconfig.format VALUES (0);

    -- New widgets start above the greatest revision that a forgotten one had.
    CREATE TABLE widgetconfig.tenant (
      tenant text COLLATE "C" PRIMARY KEY,
      greatest_removed bigint NOT NULL DEFAULT 0
    );

    CREATE TABLE widgetconfig.placed_widget (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      widget text,
      definition_path text,
      intent text NOT NULL,
      family text NOT NULL,
      draft text NOT NULL,
      revision bigint NOT NULL CHECK (revision > 0),
      updated_at bigint NOT NULL, -- milliseconds since 1970
      definition text,
      PRIMARY KEY (tenant, name)
    );

    CREATE TABLE widgetconfig.widget_revision (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      widget text,
      definition_path text,
      intent text,
      family text,
      draft text,
      revision bigint NOT NULL,
      updated_at bigint,
      definition text,
      removed_at bigint, -- milliseconds since 1970; NULL for a state that another followed
      PRIMARY KEY (tenant, name, revision)
    );

    CREATE TABLE widgetconfig.reload_request (
      tenant text COLLATE "C" NOT NULL,
      number bigint GENERATED ALWAYS AS IDENTITY,
      name text COLLATE "C" NOT NULL,
      requested_at bigint NOT NULL, -- milliseconds since 1970
      PRIMARY KEY (tenant, number)
    );

    -- What was changed, for those who follow the store. Sequences are not given in the order in which
    -- transactions end; the number of the transaction tells what is complete.
    CREATE TABLE widgetconfig.change (
      tenant text COLLATE "C" NOT NULL,
      sequence bigint GENERATED ALWAYS AS IDENTITY,
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
      name text COLLATE "C" NOT NULL,
      kind text NOT NULL,
      made_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant, sequence)
    );
    CREATE INDEX change_order ON widgetconfig.change (xid, sequence);
    CREATE INDEX change_age ON widgetconfig.change (tenant, made_at);

    CREATE SEQUENCE widgetconfig.lease;
    CREATE TABLE widgetconfig.job (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      due_at timestamptz NOT NULL,
      lease_until timestamptz NOT NULL DEFAULT '-infinity',
      lease bigint NOT NULL DEFAULT 0,
      attempt integer NOT NULL DEFAULT 0,
      PRIMARY KEY (tenant, name)
    );
    CREATE INDEX job_due ON widgetconfig.job (due_at);
    """

  /// Stores a definition once for all widgets of a tenant that share it, by the hash of its text, and
  /// lists the removed widgets.
  ///
  /// What is stored keeps its own copy of its definition until it is saved again.
  private static let withDefinitions = """
    CREATE TABLE widgetconfig.definition (
      tenant text COLLATE "C" NOT NULL,
      hash bytea NOT NULL, -- SHA-256 of the text
      body text NOT NULL,
      first_used timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant, hash)
    );
    ALTER TABLE widgetconfig.placed_widget ADD COLUMN definition_hash bytea,
      ADD CONSTRAINT placed_widget_definition FOREIGN KEY (tenant, definition_hash)
        REFERENCES widgetconfig.definition NOT VALID;
    ALTER TABLE widgetconfig.widget_revision ADD COLUMN definition_hash bytea;
    CREATE TABLE widgetconfig.removed_widget (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      removed_at bigint NOT NULL, -- milliseconds since 1970
      PRIMARY KEY (tenant, name)
    );
    CREATE INDEX removed_widget_age ON widgetconfig.removed_widget (tenant, removed_at);
    """

  /// Lets changes be numbered after their commits, names be reused without a lock, jobs be of several
  /// kinds, and older rows be brought up in parts.
  private static let withNumbering = """
    -- Changes that have no number yet, in the order of the changes of each widget.
    CREATE TABLE widgetconfig.unnumbered_change (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      tenant text COLLATE "C" NOT NULL,
      made_at bigint NOT NULL, -- milliseconds since 1970
      actor text NOT NULL,
      action text NOT NULL,
      name text COLLATE "C" NOT NULL,
      new_name text COLLATE "C",
      state_before text,
      state_after text
    ) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

    -- The numbers of the log are those of one history: after a restore or a fail-over it is another
    -- one, with another epoch.
    CREATE TABLE widgetconfig.log_epoch (epoch text NOT NULL, server text NOT NULL);
    INSERT INTO widgetconfig.log_epoch VALUES (left(md5(random()::text || clock_timestamp()::text), 8), '');

    -- The greatest revision that a renamed widget had under its former name.
    CREATE TABLE widgetconfig.former_name (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      revision bigint NOT NULL,
      renamed_at bigint NOT NULL, -- milliseconds since 1970
      PRIMARY KEY (tenant, name)
    );
    CREATE INDEX former_name_age ON widgetconfig.former_name (tenant, renamed_at);

    -- Where a walk through older rows has come to; a task that is done has no row.
    CREATE TABLE widgetconfig.upkeep (
      task text PRIMARY KEY,
      tenant text COLLATE "C" NOT NULL DEFAULT '',
      name text COLLATE "C" NOT NULL DEFAULT '',
      revision bigint NOT NULL DEFAULT 0
    );
    INSERT INTO widgetconfig.upkeep (task) VALUES ('removed'), ('placed'), ('states'), ('index');

    -- A job that is wanted while it is being done is done again.
    ALTER TABLE widgetconfig.job ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'timeline',
      ADD COLUMN again_at timestamptz,
      DROP CONSTRAINT job_pkey, ADD PRIMARY KEY (tenant, kind, name);
    CREATE TABLE widgetconfig.held_key (
      key text COLLATE "C" PRIMARY KEY,
      holder text NOT NULL,
      held_until timestamptz NOT NULL
    );

    ALTER TABLE widgetconfig.placed_widget SET (autovacuum_vacuum_scale_factor = 0.02);
    ALTER TABLE widgetconfig.format ADD COLUMN oldest integer NOT NULL DEFAULT 0;
    """

  /// Gives each tenant an epoch of its own, and notes how much is kept.
  private static let withRetention = """
    -- What distinguishes the numbers of a tenant from its former ones, in the epoch of the log. The
    -- mark is the SHA-256 of the tenant, because the row outlives what an erased tenant had.
    CREATE TABLE widgetconfig.tenant_epoch (mark bytea PRIMARY KEY, epoch text NOT NULL);
    CREATE TABLE widgetconfig.retention (name text PRIMARY KEY, value bigint NOT NULL);
    """

  /// Lists the tenants that have devices alone, of which a walk through the index finds one after the other.
  private static let withTenantsOfDevices = """
    INSERT INTO widgetconfig.tenant (tenant)
    WITH RECURSIVE owner (tenant) AS (
      SELECT min(tenant) FROM widgetconfig.device
      UNION ALL
      SELECT (SELECT min(tenant) FROM widgetconfig.device WHERE tenant > owner.tenant)
      FROM owner WHERE owner.tenant IS NOT NULL
    )
    SELECT tenant FROM owner WHERE tenant IS NOT NULL ON CONFLICT DO NOTHING;
    """

  /// Adds the log of changes, the answers to requests that can be repeated, the positions of the
  /// log's followers, and shared timelines.
  private static let withLog = """
    ALTER TABLE widgetconfig.tenant ADD COLUMN last_change bigint NOT NULL DEFAULT 0;
    DROP TABLE widgetconfig.change;
    CREATE TABLE widgetconfig.logged_change (
      tenant text COLLATE "C" NOT NULL,
      number bigint NOT NULL,
      made_at bigint NOT NULL, -- milliseconds since 1970
      actor text NOT NULL,
      action text NOT NULL,
      name text COLLATE "C" NOT NULL,
      new_name text COLLATE "C",
      state_before text,
      state_after text,
      PRIMARY KEY (tenant, number)
    );
    CREATE INDEX logged_change_age ON widgetconfig.logged_change (tenant, made_at);

    CREATE TABLE widgetconfig.stored_answer (
      tenant text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      mark text NOT NULL,
      made_at bigint NOT NULL, -- milliseconds since 1970
      answer text NOT NULL,
      PRIMARY KEY (tenant, key)
    );
    CREATE INDEX stored_answer_age ON widgetconfig.stored_answer (tenant, made_at);

    CREATE TABLE widgetconfig.log_follower (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      number bigint NOT NULL,
      PRIMARY KEY (tenant, name)
    );

    -- asked_at is when somebody last wanted it.
    CREATE TABLE widgetconfig.timeline (
      tenant text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      body text NOT NULL,
      made_at bigint NOT NULL, -- milliseconds since 1970
      asked_at bigint NOT NULL,
      PRIMARY KEY (tenant, key)
    );
    CREATE INDEX timeline_age ON widgetconfig.timeline (tenant, asked_at);
    """
}
