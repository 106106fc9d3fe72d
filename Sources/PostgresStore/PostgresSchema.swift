import StoreModel

/// The tables of the store, in the schema `widgetconfig` of the database, and the migration of
/// older ones.
///
/// Every key begins with the tenant, so that a distributed database can spread the rows by tenant.
enum PostgresSchema {
  /// The steps; the version of a store is the number of steps that it has run.
  static let steps = [first, withLog, withDefinitions, withDeliveries]

  /// The key of the lock that lets one program at a time run the steps: `WCFG` in ASCII.
  private static let lock = 0x5743_4647

  /// The version of the tables; nil if there are none.
  ///
  /// - Throws: `StoreProblem` for tables of a newer version.
  static func version(in session: PostgresSession) throws -> Int? {
    // Not to_regclass: it can return a result that was cached before this transaction waited for a
    // lock.
    let found = try session.run(
      """
      SELECT FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'widgetconfig' AND relname = 'format'
      """, [])
    guard !found.isEmpty else { return nil }
    let rows = try session.run("SELECT version FROM widgetconfig.format", [])
    guard let version = rows.first?.first.flatMap({ $0 }).flatMap({ Int($0) }) else { return nil }
    guard version <= steps.count else {
      throw StoreProblem.newerVersion(found: version, known: steps.count)
    }
    return version
  }

  /// Runs the missing steps in the current transaction.
  static func migrate(_ session: PostgresSession) throws {
    if try version(in: session) == steps.count { return }
    try session.run("SELECT pg_advisory_xact_lock($1::bigint)", [String(lock)])
    let done = try version(in: session) ?? 0
    guard done < steps.count else { return }
    // A role that may not create a schema can use one that was created for it.
    let schema = try session.run(
      "SELECT FROM pg_catalog.pg_namespace WHERE nspname = 'widgetconfig'", [])
    if schema.isEmpty { try session.script("CREATE SCHEMA widgetconfig") }
    // A step of a large store can take longer than a statement of a request.
    try session.script("SET LOCAL statement_timeout = 0")
    for step in steps[done...] { try session.script(step, seconds: 3_600) }
    try session.script("UPDATE widgetconfig.format SET version = \(steps.count)")
  }

  private static let first = """
    CREATE TABLE widgetconfig.format (version integer NOT NULL);
    INSERT INTO widgetconfig.format VALUES (0);

    -- A row is locked by whoever writes for the tenant. New widgets start above the greatest revision that
    -- a removed one had.
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
    CREATE INDEX placed_widget_intent ON widgetconfig.placed_widget (tenant, intent, name);
    CREATE TABLE widgetconfig.removed_widget (
      tenant text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      removed_at bigint NOT NULL, -- milliseconds since 1970
      PRIMARY KEY (tenant, name)
    );
    CREATE INDEX removed_widget_age ON widgetconfig.removed_widget (tenant, removed_at);
    INSERT INTO widgetconfig.removed_widget
      SELECT tenant, name, coalesce(max(removed_at), 0) FROM widgetconfig.widget_revision kept
      WHERE NOT EXISTS (SELECT FROM widgetconfig.placed_widget placed
        WHERE placed.tenant = kept.tenant AND placed.name = kept.name)
      GROUP BY tenant, name;
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
