import StoreModel

/// The tables of the store, in the schema `widgetconfig` of the database.
///
/// The keys of a tenant's rows begin with the tenant, except for changes without a number, so a
/// distributed database can spread the rows by tenant.
enum PostgresSchema {
  /// The table format that this program reads and writes; tables in a different format are refused
  /// and left unchanged.
  ///
  /// Formats up to 9 were used by builds before the first release.
  static let format = 10

  /// The key of the lock that lets only one program at a time make the tables: `WCFG` in ASCII.
  private static let lock = 0x5743_4647

  /// Whether the tables exist.
  ///
  /// - Throws: `StoreProblem` for tables in a different format.
  static func hasTables(_ session: PostgresSession) throws -> Bool {
    // `to_regclass` could return a result that was cached before this transaction waited for a
    // lock.
    let found = try session.run(
      """
      SELECT 1 FROM pg_catalog.pg_class
        JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'widgetconfig' AND relname = 'format'
      """, [])
    guard !found.isEmpty else { return false }
    let row = try session.run("SELECT version FROM widgetconfig.format", []).first
    guard let number = row?.first.flatMap({ $0 }).flatMap({ Int($0) }) else { return false }
    try check(number)
    return true
  }

  /// Throws if the tables have a different format.
  static func check(_ found: Int) throws {
    if let problem = StoreProblem(format: found, known: format) { throw problem }
  }

  /// Makes the tables unless they exist.
  static func makeTables(_ session: PostgresSession) throws {
    if try hasTables(session) { return }
    try session.lock(lock)
    guard try !hasTables(session) else { return }
    // A role that is not allowed to create a schema can use one that was created for it.
    let schema = try session.run(
      "SELECT FROM pg_catalog.pg_namespace WHERE nspname = 'widgetconfig'", [])
    if schema.isEmpty { try session.script("CREATE SCHEMA widgetconfig") }
    try session.script(tables + deliveryTables + deviceTables)
  }

  /// The first of the two expressions by which the index of `placed_widget` finds the widgets that
  /// were placed from a widget: see `PlacedOrigin.keys`.
  static let originPath = #"(coalesce(definition_path, '') COLLATE "C")"#
  /// The second of these expressions.
  static let originWidget = #"""
    (coalesce(widget, CASE WHEN definition_path IS NULL THEN name ELSE '' END) COLLATE "C")
    """#

  /// A random epoch of the log.
  static let newEpoch = "left(md5(random()::text || clock_timestamp()::text), 8)"

  /// The tables, except for the tables of deliveries and devices.
  private static let tables = """
    CREATE FUNCTION widgetconfig.require(is_so boolean) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT is_so THEN RAISE serialization_failure \
    USING MESSAGE = '\(PostgresFailure.overtakenCause)';
      END IF;
    END $$;

    CREATE TABLE widgetconfig.format (version integer NOT NULL);
    INSERT INTO widgetconfig.format VALUES (\(format));

    CREATE TABLE widgetconfig.tenant (
      tenant text COLLATE "C" PRIMARY KEY,
      -- The greatest revision of all deleted widgets; new widgets get greater ones.
      greatest_removed bigint NOT NULL DEFAULT 0,
      last_change bigint NOT NULL DEFAULT 0
    );

    -- A definition is stored once for all widgets of a tenant that share it.
    CREATE TABLE widgetconfig.definition (
      tenant text COLLATE "C" NOT NULL,
      hash bytea NOT NULL, -- SHA-256 of the text
      body text NOT NULL,
      first_used timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant, hash)
    );

    CREATE TABLE widgetconfig.placed_widget (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      widget text,
      definition_path text,
      folder text, -- where a widget was found by its name
      intent text NOT NULL,
      family text NOT NULL,
      draft text NOT NULL,
      revision bigint NOT NULL CHECK (revision > 0),
      updated_at bigint NOT NULL, -- milliseconds since 1970
      definition_hash bytea,
      PRIMARY KEY (tenant, name),
      FOREIGN KEY (tenant, definition_hash) REFERENCES widgetconfig.definition
    ) WITH (autovacuum_vacuum_scale_factor = 0.02);
    CREATE INDEX placed_widget_origin ON widgetconfig.placed_widget
      (tenant, intent, \(originPath), \(originWidget), name);

    CREATE TABLE widgetconfig.widget_revision (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      widget text,
      definition_path text,
      folder text, -- where a widget was found by its name
      intent text,
      family text,
      draft text,
      revision bigint NOT NULL,
      updated_at bigint,
      definition_hash bytea,
      removed_at bigint, -- milliseconds since 1970; NULL for a state that another followed
      PRIMARY KEY (tenant, name, revision)
    );

    CREATE TABLE widgetconfig.removed_widget (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      removed_at bigint NOT NULL, -- milliseconds since 1970
      PRIMARY KEY (tenant, name)
    );
    CREATE INDEX removed_widget_age ON widgetconfig.removed_widget (tenant, removed_at);
    -- The greatest revision that a renamed widget had under its former name.
    CREATE TABLE widgetconfig.former_name (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      revision bigint NOT NULL,
      renamed_at bigint NOT NULL, -- milliseconds since 1970
      PRIMARY KEY (tenant, name)
    );
    CREATE INDEX former_name_age ON widgetconfig.former_name (tenant, renamed_at);

    CREATE TABLE widgetconfig.reload_request (
      tenant text COLLATE "C" NOT NULL,
      number bigint GENERATED ALWAYS AS IDENTITY,
      name text COLLATE "C" NOT NULL,
      requested_at bigint NOT NULL, -- milliseconds since 1970
      reason text,
      PRIMARY KEY (tenant, number)
    );
    CREATE INDEX reload_request_name ON widgetconfig.reload_request (tenant, name, number);
    CREATE INDEX reload_request_age ON widgetconfig.reload_request (tenant, requested_at);

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
    -- A random text for the history that the numbers of the log belong to; a restore or a failover
    -- changes it.
    CREATE TABLE widgetconfig.log_epoch (epoch text NOT NULL, server text NOT NULL);
    INSERT INTO widgetconfig.log_epoch
    VALUES (\(newEpoch), '');
    -- The same for a single tenant whose numbers start again, for example after an erasure. The mark
    -- is the SHA-256 of the tenant, because the row outlives the data of an erased tenant.
    CREATE TABLE widgetconfig.tenant_epoch (mark bytea PRIMARY KEY, epoch text NOT NULL);

    -- The responses to requests that a caller can repeat.
    CREATE TABLE widgetconfig.stored_answer (
      tenant text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      mark text NOT NULL,
      made_at bigint NOT NULL, -- milliseconds since 1970
      answer text NOT NULL,
      PRIMARY KEY (tenant, key)
    );
    CREATE INDEX stored_answer_age ON widgetconfig.stored_answer (tenant, made_at);

    -- The notes of the programs that use the store, such as how far they have read the log.
    CREATE TABLE widgetconfig.note (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      body text NOT NULL,
      PRIMARY KEY (tenant, name)
    );
    -- How long removed widgets, states and the log are kept.
    CREATE TABLE widgetconfig.retention (name text PRIMARY KEY, value bigint NOT NULL);

    CREATE TABLE widgetconfig.timeline (
      tenant text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      body text NOT NULL,
      made_at bigint NOT NULL, -- milliseconds since 1970
      asked_at bigint NOT NULL, -- the time of the last recorded request
      PRIMARY KEY (tenant, key)
    );
    CREATE INDEX timeline_age ON widgetconfig.timeline (tenant, asked_at);

    CREATE SEQUENCE widgetconfig.lease;
    CREATE TABLE widgetconfig.job (
      tenant text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      due_at timestamptz NOT NULL,
      lease_until timestamptz NOT NULL DEFAULT '-infinity',
      lease bigint NOT NULL DEFAULT 0,
      attempt integer NOT NULL DEFAULT 0,
      -- When to run the job again, if it was scheduled while it was running.
      again_at timestamptz,
      PRIMARY KEY (tenant, kind, name)
    );
    CREATE INDEX job_due ON widgetconfig.job (due_at);
    CREATE TABLE widgetconfig.held_key (
      key text COLLATE "C" PRIMARY KEY,
      holder text NOT NULL,
      held_until timestamptz NOT NULL
    );

    """
}
