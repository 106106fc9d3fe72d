import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import PostgresStore
@testable import StoreModel

/// Checks of a store's URL that are made before connecting.
@Suite("The URL of a store", .startsPrograms)
struct PostgresURLTests {
  static let good: [(url: String, masked: String)] = [
    ("postgresql://h/d", "postgresql://h/d"),
    ("postgres://ada:secret@h:5433/d", "postgres://ada@h:5433/d"),
    ("postgresql://ada:se%40cret@h/d?sslmode=require&password=other", "postgresql://ada@h/d"),
    ("postgresql:///d?host=/tmp/x", "postgresql:///d"), ("postgresql://", "postgresql://"),
    ("postgresql://:secret@h1:1,h2:2/d", "postgresql://h1:1,h2:2/d"),
    ("postgresql://[::1]:5432/d", "postgresql://[::1]:5432/d"),
    ("postgresql://h/d?p%61ssword=secret&sslp%61ssword=other", "postgresql://h/d"),
  ]

  @Test(
    "the URL in messages has everything but its passwords",
    arguments: [
      (
        "postgresql://ada:secret@h/d?host=/tmp/x&connect_timeout=3",
        "postgresql://ada@h/d?host=/tmp/x&connect_timeout=3"
      ),
      (
        "postgresql://ada:@h/d?sslpassword=a&sslmode=require&p%61ssword=b",
        "postgresql://ada@h/d?sslmode=require"
      ),
      (
        "postgresql://h/password?application_name=password",
        "postgresql://h/password?application_name=password"
      ),
      ("postgres://h/d?password=secret", "postgres://h/d"),
      ("postgresql://a:b@c@h/d", nil), ("store.sqlite", nil),
    ] as [(String, String?)])
  func withoutPassword(_ url: String, expected: String?) {
    #expect(PostgresDriver.withoutPassword(url) == expected)
  }

  @Test("secrets in the URL are not shown", arguments: good)
  func masked(_ url: String, masked: String) throws {
    let parsed = try #require(PostgresURL(url))
    #expect(parsed.masked == masked)
    #expect(try PostgresDriver(url: url).place == masked)
    let said = parsed.harmless("password \"secret\" se@cret se%40cret other\nfailed.\n")
    if url.contains(":secret") { #expect(said == "password \"…\" se@cret se%40cret other failed") }
    if url.contains("%40") { #expect(said == "password \"secret\" … … … failed") }
  }

  static let bad = [
    "http://h/d", "postgresql://a:b@c@h/d", "postgresql://a:b:c@h/d", "postgresql://a:b/c@h/d",
    "postgresql://h/d?x", "postgresql://h/d#e", "postgresql://a:%4@h/d", "postgresql://a:%+5@h/d",
    "postgresql://a:b c@h",
    "postgresql://a:b?c@h/d", "postgresql://h/d?password=a=b", "postgresql://ü@h/d",
  ]

  @Test("a URL that libpq would parse differently is refused and not shown", arguments: bad)
  func refused(_ url: String) {
    #expect(PostgresURL(url) == nil)
    let error = #expect(throws: StoreError.self) { try PostgresDriver(url: url) }
    #expect(error?.problem == .invalidURL)
    #expect(error?.description.contains(url) == false)
  }

  @Test("without the library, the message says what to install")
  func noLibrary() async throws {
    let driver = try PostgresDriver(
      url: "postgresql://ada:secret@h/d", libraries: ["libnothing.so.0"])
    for words in [
      await message { _ = try await PlacedWidgetStore(driver).list() },
      await message { try await PlacedWidgetStore(driver).save(sample("A"), expecting: nil) },
    ] {
      #expect(
        words == """
          postgresql://ada@h/d: libpq, the library that connects to a PostgreSQL server, is not \
          installed. Install it (libpq5 in Debian and Ubuntu, libpq in Homebrew), or name a file \
          with --store.
          """)
    }
  }
}

/// Behavior that only a server has, and the server's failures.
@Suite(
  "The store in PostgreSQL",
  .enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.skipped)),
  .startsPrograms)
struct PostgresStoreTests {
  private func database() throws -> (server: PostgresServer, name: String, driver: PostgresDriver) {
    let server = try PostgresServer.shared()
    let name = try server.makeDatabase()
    return (server, name, try PostgresDriver(url: server.url(of: name)))
  }

  private func problem(of body: () async throws -> Void) async -> StoreProblem? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? StoreError)?.problem
    }
  }

  @Test("a missing server or database")
  func notThere() async throws {
    let nowhere = try PostgresDriver(url: "postgresql://a:secret@/d?host=/tmp/wcpg-nowhere")
    let words = await message { _ = try await PlacedWidgetStore(nowhere).list() }
    #expect(words.hasPrefix("postgresql://a@/d: The database server cannot be reached: "))
    #expect(
      words.hasSuffix(". Check that the server runs and that the URL is right, then try again."))
    #expect(!words.contains("secret") && !words.contains("\n") && !words.contains(".."))
    let server = try PostgresServer.shared()
    let other = PlacedWidgetStore(try PostgresDriver(url: server.url(of: "nothing")))
    let missing = await message { _ = try await other.list() }
    #expect(missing.contains("database \"nothing\" does not exist"), "\(missing)")
  }

  @Test("over TLS, the server of the certificate is accepted, and any other is a clear error")
  func encrypted() async throws {
    let server = try PostgresServer(isEncrypted: true)
    func store(_ host: String, _ mode: String, _ root: String? = nil) throws -> PlacedWidgetStore {
      let url = server.encryptedURL(host: host, mode: mode, root: root)
      return PlacedWidgetStore(try PostgresDriver(url: url), now: { noon })
    }
    // From here on, the server rejects connections without TLS.
    try server.execute(
      "COPY (SELECT 'local all all trust') TO PROGRAM 'cat > \(server.hostRules)'")
    try server.execute(
      "COPY (SELECT 'hostssl all all 127.0.0.1/32 trust') TO PROGRAM 'cat >> \(server.hostRules)'")
    try server.execute("SELECT pg_reload_conf()")
    let saved = try await store("localhost", "require").save(sample("A"), expecting: nil)
    for (host, mode, root) in [
      ("127.0.0.1", "require", nil), ("127.0.0.1", "verify-ca", "server"),
      ("localhost", "verify-full", "server"),
    ] {
      #expect(try await store(host, mode, root).list() == [saved], "\(host) \(mode)")
    }
    let refused = [
      ("localhost", "verify-full", "other", "certificate verify failed"),
      ("localhost", "verify-ca", "other", "certificate verify failed"),
      ("127.0.0.1", "verify-full", "server", "does not match host name \"127.0.0.1\""),
      ("localhost", "verify-full", "missing", "missing.crt\" does not exist"),
      ("localhost", "disable", nil, "no encryption"),
    ]
    for (host, mode, root, reason) in refused {
      let words = await message { _ = try await store(host, mode, root).list() }
      #expect(words.contains(": The database server cannot be reached: "), "\(mode): \(words)")
      #expect(words.contains(reason), "\(mode): \(words)")
      #expect(
        words.hasSuffix(". Check that the server runs and that the URL is right, then try again."),
        "\(mode): \(words)")
    }
  }

  @Test(
    "four programs share a pool's two connections, which change with each transaction",
    .enabled(if: PgBouncer.isInstalled, Comment(rawValue: PgBouncer.skipped)))
  func pooled() async throws {
    let (server, name, _) = try database()
    let url = try PgBouncer.shared().url(of: name)
    let drivers = try (0..<4).map { _ in try PostgresDriver(url: url, connections: 2) }
    let last = try await withThrowingTaskGroup(of: Int.self) { group in
      for (place, driver) in drivers.enumerated() {
        let store = PlacedWidgetStore(driver, now: { noon })
        group.addTask {
          var widget = try await store.save(sample("W\(place)", 0), expecting: nil)
          for number in 1...10 {
            widget.draft["number"] = .integer(number)
            widget = try await store.save(widget, expecting: widget.revision)
            try await driver.schedule(
              "J\(number)", kind: "k", of: .local, due: Date(timeIntervalSinceNow: -10))
          }
          return widget.revision
        }
      }
      return try await group.reduce(0) { max($0, $1) }
    }
    #expect(last == 11)
    #expect(try await PlacedWidgetStore(drivers[0]).list().map(\.revision) == [11, 11, 11, 11])
    let jobs = try await drivers[1].claimJobs(["k"], limit: 50, lease: .seconds(60))
    #expect(jobs.count == 10)
    #expect(try await drivers[2].claimJobs(["k"], limit: 50, lease: .seconds(60)).isEmpty)
    // A lock ends with its transaction, so the next program that uses the connection does not hold
    // the lock.
    for number in 0..<6 {
      let answer = try await drivers[number % 4].alone("source") {
        try await drivers[(number + 1) % 4].alone("source") { 1 } ?? 2
      }
      #expect(answer == 2)
    }
    let open = try server.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = '\(name)'")
    #expect(["1", "2"].contains(open))
  }

  @Test("a role that may only read can read, and gets a clear message otherwise")
  func readOnly() async throws {
    let (server, name, driver) = try database()
    let saved = try await PlacedWidgetStore(driver, now: { noon }).save(sample("A"), expecting: nil)
    try server.execute(
      """
      CREATE ROLE reader_\(name) LOGIN; GRANT USAGE ON SCHEMA widgetconfig TO reader_\(name);
      GRANT SELECT ON ALL TABLES IN SCHEMA widgetconfig TO reader_\(name)
      """, in: name)
    let reader = PlacedWidgetStore(
      try PostgresDriver(url: server.url(of: name, user: "reader_\(name)")))
    #expect(try await reader.list() == [saved])
    let problem = await problem { try await reader.save(sample("B"), expecting: nil) }
    #expect(problem?.code == "not-permitted", "\(problem as Any)")
    #expect(try await reader.list() == [saved])
  }

  @Test("tables with a different format are left unchanged, and so is an unreadable row")
  func damage() async throws {
    let (server, name, driver) = try database()
    let store = PlacedWidgetStore(driver, now: { noon })
    let saved = try await store.saveAll([sample("A"), sample("B")])
    try server.execute(
      "UPDATE widgetconfig.placed_widget SET family = 'hu-ge' WHERE name = 'A'", in: name)
    let contents = try await store.contents()
    #expect(contents.widgets == [saved[1]])
    #expect(
      contents.damaged == [DamagedEntry(name: "A", cause: .storeUnknownFamily(family: "hu-ge"))])
    try await store.remove(["A"])
    #expect(
      try await store.history(of: "A").map(\.damage)
        == [.storeUnknownFamily(family: "hu-ge")])
    let known = PostgresSchema.format
    for (format, expected) in [
      (77, StoreProblem.newerVersion(found: 77, known: known)),
      (8, .olderVersion(found: 8, known: known)),
    ] {
      try server.execute("UPDATE widgetconfig.format SET version = \(format)", in: name)
      let other = try PostgresDriver(url: server.url(of: name))
      for store in [store, PlacedWidgetStore(other)] {
        #expect(await problem { _ = try await store.list() } == expected)
        #expect(await problem { try await store.save(sample("C"), expecting: nil) } == expected)
      }
      #expect(await problem { _ = try await other.inspect() } == expected)
    }
    let names = try server.execute(
      "SELECT string_agg(name, ' ') FROM widgetconfig.placed_widget", in: name)
    #expect(names == "B")
  }

  /// Tables of the current format are used as they are, so a renamed column needs a new format.
  @Test("the tables and columns are those of the format")
  func columns() async throws {
    let (server, name, driver) = try database()
    try await PlacedWidgetStore(driver).save(sample("A"), expecting: nil)
    let columns = try server.execute(
      """
      SELECT table_name || '.' || column_name || ' ' || data_type FROM information_schema.columns
      WHERE table_schema = 'widgetconfig'
      ORDER BY table_name::text COLLATE "C", column_name::text COLLATE "C"
      """, in: name)
    #expect(columns.split(separator: "\n").count > 60)
    #expect(
      (PostgresSchema.format, fnv1a(columns.utf8)) == (10, 0x3389_4B5A_BDB3_F408),
      "Give a changed schema a new format, then state its mark here.")
  }

  @Test("a tenant is erased from every table that has rows of tenants")
  func tenantTables() async throws {
    let (server, name, driver) = try database()
    try await PlacedWidgetStore(driver).save(sample("A"), expecting: nil)
    let tables = try server.execute(
      """
      SELECT table_name FROM information_schema.columns
      WHERE table_schema = 'widgetconfig' AND column_name = 'tenant'
      """, in: name)
    let known = Set(tables.split(separator: "\n").map(String.init))
    #expect(known == Set(PostgresDriver.tenantTables))
  }

  @Test("programs that start at the same time make the tables once")
  func migration() async throws {
    let (server, name, _) = try database()
    try await withThrowingTaskGroup { group in
      for place in 0..<8 {
        let driver = try PostgresDriver(url: server.url(of: name), connections: 1)
        group.addTask {
          try await PlacedWidgetStore(driver, now: { noon }).save(
            sample("W\(place)"), expecting: nil)
        }
      }
      try await group.waitForAll()
    }
    let store = PlacedWidgetStore(try PostgresDriver(url: server.url(of: name)))
    #expect(try await store.list().count == 8)
  }

  @Test("if there are more requests than connections, they wait for their turn")
  func pool() async throws {
    let (server, name, _) = try database()
    let driver = try PostgresDriver(url: server.url(of: name), connections: 2)
    let store = PlacedWidgetStore(driver, now: { noon })
    try await store.save(sample("A"), expecting: nil)
    try await withThrowingTaskGroup { group in
      for _ in 0..<40 {
        group.addTask {
          let count = try await store.list().count
          #expect(count == 1)
        }
      }
      try await group.waitForAll()
    }
    let open = try server.execute(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(name)'")
    #expect(["1", "2"].contains(open))
  }

  @Test("writers and a follower: every change is seen once, in the order of its number")
  func following() async throws {
    let (server, name, driver) = try database()
    let count = TestDepth.count(15, thorough: 100)
    let acme = try #require(Tenant("acme"))
    let follower = PlacedWidgetStore(driver, of: acme)
    let writers = Task {
      try await withThrowingTaskGroup { group in
        for place in 0..<4 {
          let own = try PostgresDriver(url: server.url(of: name), connections: 1)
          let store = PlacedWidgetStore(own, of: acme, by: "writer \(place)", now: { noon })
          group.addTask {
            for number in 0..<count {
              try await store.save(sample("W\(place)-\(number)"), expecting: nil)
            }
          }
        }
        try await group.waitForAll()
      }
    }
    var seen: [LoggedChange] = []
    while seen.count < 4 * count {
      let next = try await follower.changes(after: seen.last?.number ?? 0, limit: 7)
      seen += next
      if next.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
      // A concurrent reader never sees a gap.
      guard seen.map(\.number) == Array(1...max(1, seen.count)) || seen.isEmpty else { break }
    }
    try await writers.value
    #expect(seen.map(\.number) == Array(1...4 * count))
    for place in 0..<4 {
      let own = seen.filter { $0.actor == "writer \(place)" }.map(\.name)
      #expect(own == (0..<count).map { "W\(place)-\($0)" })
    }
    #expect(try await follower.mark() == StoreMark([Int64(4 * count)]))
  }

  @Test("a job is taken by one program at a time, and again when its lease is over")
  func jobs() async throws {
    let (server, name, driver) = try database()
    let past = Date(timeIntervalSinceNow: -10)
    for number in 0..<30 {
      try await driver.schedule("J\(number)", kind: "k", of: .local, due: past)
    }
    try await driver.schedule(
      "later", kind: "k", of: .local, due: Date(timeIntervalSinceNow: 3_600))
    let taken = try await withThrowingTaskGroup(of: [StoreJob].self) { group in
      for _ in 0..<4 {
        let own = try PostgresDriver(url: server.url(of: name), connections: 1)
        group.addTask {
          var all: [StoreJob] = []
          while true {
            let some = try await own.claimJobs(["k"], limit: 4, lease: .seconds(60))
            if some.isEmpty { return all }
            all += some
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.map(\.name).sorted() == (0..<30).map { "J\($0)" }.sorted())
    #expect(taken.allSatisfy { $0.attempt == 1 })
    #expect(try await driver.claimJobs(["k"], lease: .seconds(60)).isEmpty)
    // One job is never finished, so its lease expires.
    try server.execute(
      "UPDATE widgetconfig.job SET lease_until = now() - interval '1 s' WHERE name = 'J0'", in: name
    )
    let again = try await driver.claimJobs(["k"], lease: .seconds(60))
    #expect(again.map(\.name) == ["J0"] && again.map(\.attempt) == [2])
    let former = try #require(taken.first { $0.name == "J0" })
    #expect(try await driver.finish(former, next: nil) == false)
    #expect(try await driver.finish(again[0], next: past))
    #expect(try await driver.claimJobs(["k"], lease: .seconds(60)).map(\.attempt) == [1])
    #expect(try await driver.finish(taken[1], next: nil) == (taken[1].name != "J0"))
  }

  @Test("a job that is scheduled during its run is run again, and never delayed")
  func scheduledMeanwhile() async throws {
    let (_, _, driver) = try database()
    let past = Date(timeIntervalSinceNow: -10)
    func claim() async throws -> StoreJob? {
      try await driver.claimJobs(["k"], lease: .seconds(60)).first
    }
    // The job has finished, but was scheduled again in the meantime.
    try await driver.schedule("A", kind: "k", of: .local, due: past)
    var job = try #require(try await claim())
    try await driver.schedule("A", kind: "k", of: .local, due: past)
    #expect(try await claim() == nil)
    #expect(try await driver.finish(job, next: nil))
    job = try #require(try await claim())
    #expect(job.attempt == 1)
    // A job that ends with a next date keeps an earlier date for which it was scheduled in the
    // meantime.
    try await driver.schedule("A", kind: "k", of: .local, due: past)
    #expect(try await driver.finish(job, next: Date(timeIntervalSinceNow: 3_600)))
    job = try #require(try await claim())
    #expect(try await driver.finish(job, next: nil))
    #expect(try await claim() == nil)
    // A steady stream of later dates does not delay the job.
    try await driver.schedule("B", kind: "k", of: .local, due: past)
    try await driver.schedule("B", kind: "k", of: .local, due: Date(timeIntervalSinceNow: 3_600))
    #expect(try await claim()?.name == "B")
  }

  @Test("a job of an unknown kind is left to programs that know it")
  func kinds() async throws {
    let (server, name, driver) = try database()
    let past = Date(timeIntervalSinceNow: -10)
    for kind in ["timeline", "push"] {
      try await driver.schedule("A", kind: kind, of: .local, due: past)
    }
    let known = try await driver.claimJobs(["timeline"], lease: .seconds(60))
    #expect(known.map(\.kind) == ["timeline"])
    #expect(try await driver.finish(known[0], next: nil))
    #expect(try await driver.claimJobs(["timeline"], lease: .seconds(60)).isEmpty)
    let other = try PostgresDriver(url: server.url(of: name))
    #expect(try await other.claimJobs(["push"], lease: .seconds(60)).map(\.name) == ["A"])
  }

  @Test("one program at a time holds a key, and another takes it over")
  func heldKeys() async throws {
    let (server, name, driver) = try database()
    let other = try PostgresDriver(url: server.url(of: name))
    #expect(try await driver.hold("key", by: "a", for: .seconds(30)))
    #expect(try await driver.hold("key", by: "a", for: .seconds(3_600)))
    #expect(try await other.hold("key", by: "b", for: .seconds(30)) == false)
    #expect(try await other.hold("another", by: "b", for: .seconds(30)))
    let left = try server.execute(
      "SELECT held_until <= now() + interval '31 s' FROM widgetconfig.held_key WHERE key = 'key'",
      in: name)
    #expect(left == "t")
    try await other.release("key", by: "b")
    #expect(try await other.hold("key", by: "b", for: .seconds(30)) == false)
    try await driver.release("key", by: "a")
    #expect(try await other.hold("key", by: "b", for: .seconds(30)))
    // The holder has disappeared without releasing the key.
    try server.execute(
      "UPDATE widgetconfig.held_key SET held_until = now() - interval '1 s'", in: name)
    #expect(try await driver.hold("key", by: "a", for: .seconds(30)))
    #expect(try await other.hold("key", by: "b", for: .seconds(30)) == false)
  }

  @Test("a writer of one widget does not wait for writers of others")
  func separateWidgets() async throws {
    let (server, name, driver) = try database()
    let store = PlacedWidgetStore(driver, now: { noon })
    let saved = try await store.saveAll([sample("A"), sample("B")])
    let (isHeld, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let holder = Task {
      try await driver.write(.local) { rows in
        _ = try rows.row("A")
        _ = try rows.formerRevisions(of: ["C"])
        isHeld.signal()
        isDone.wait()
      }
    }
    await blocking { isHeld.wait() }
    let other = PlacedWidgetStore(try PostgresDriver(url: server.url(of: name)), now: { noon })
    var changed = saved[1]
    changed.draft["number"] = .integer(7)
    try await other.save(changed, expecting: 1)
    try await other.save(sample("C"), expecting: nil)
    try await other.remove(["C"])
    // The changes have their numbers although another transaction is open.
    #expect(try await other.changes(after: 2).map(\.action) == [.change, .place, .remove])
    isDone.signal()
    try await holder.value
  }

  @Test("a name that is placed and removed by several programs never has a revision twice")
  func reusedNames() async throws {
    let (server, name, _) = try database()
    let revisions = Shared<[Int]>([])
    let rounds = TestDepth.count(12, thorough: 100)
    try await withThrowingTaskGroup { group in
      for place in 0..<4 {
        let own = try PostgresDriver(url: server.url(of: name), connections: 2)
        let store = PlacedWidgetStore(own, now: { noon })
        group.addTask {
          for round in 0..<rounds {
            do {
              switch (place + round) % 3 {
              case 0:
                let saved = try await store.save(sample("A", round), expecting: nil)
                revisions.withLock { $0.append(saved.revision) }
              case 1: try await store.remove(["A"])
              default: try await store.rename("A", to: "B\(place)-\(round)")
              }
            } catch let error as StoreError {
              // Another program changed or removed the widget first.
              #expect(["conflict", "not-placed"].contains(error.problem.code), "\(error)")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let all = revisions.withLock { $0 }
    #expect(Set(all).count == all.count, "\(all)")
    let store = PlacedWidgetStore(try PostgresDriver(url: server.url(of: name)))
    let numbers = try await store.changes(after: 0).map(\.number)
    #expect(numbers == Array(1...max(1, numbers.count)))
  }

  @Test("killed programs that number changes neither lose nor repeat any")
  func killedNumberers() async throws {
    let (server, name, driver) = try database()
    let count = TestDepth.count(40, thorough: 400)
    try await PlacedWidgetStore(driver, now: { noon }).save(sample("Z"), expecting: nil)
    let isOver = Shared(false)
    let numberers = (0..<3).map { _ in
      Task {
        let own = try PostgresDriver(url: server.url(of: name), connections: 1)
        while !isOver.withLock({ $0 }) { try? await own.settleLog(of: nil) }
      }
    }
    let killer = Task {
      while !isOver.withLock({ $0 }) {
        try await blocking {
          _ = try server.execute(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = '\(name)' AND query LIKE '%DELETE FROM widgetconfig.unnumbered_change%'
              AND pid <> pg_backend_pid()
            """)
        }
      }
    }
    let writer = PlacedWidgetStore(driver, by: "writer", now: { noon })
    for place in 0..<count {
      try await writer.save(sample("W\(place)"), expecting: nil)
      if place % 3 == 0 { try await writer.remove(["W\(place)"]) }
    }
    isOver.withLock { $0 = true }
    for numberer in numberers { try await numberer.value }
    try await killer.value
    let changes = try await writer.changes(after: 0, limit: 10_000)
    #expect(changes.map(\.number) == Array(1...changes.count))
    #expect(changes.count == 1 + count + (count + 2) / 3)
    let own = changes.dropFirst().map { "\($0.action) \($0.name)" }
    let expected = (0..<count).flatMap { place in
      ["place W\(place)"] + (place % 3 == 0 ? ["remove W\(place)"] : [])
    }
    #expect(own == expected)
  }

  /// The changes of a large import, which are logged with one call.
  private static func changes(_ count: Int) -> [LoggedChange] {
    (0..<count).map {
      LoggedChange(
        number: 0, moment: noon.milliseconds, actor: "ada", action: .place, name: "W\($0)")
    }
  }

  @Test("changes are numbered even if their table was counted during a large import")
  func countedDuringAnImport() async throws {
    let (server, name, driver) = try database()
    let store = PlacedWidgetStore(driver, now: { noon })
    try await store.save(sample("Desk"), expecting: nil)
    let count = 60_000
    let (isOpen, isCounted) = (Held(false), Held(false))
    async let logged: Void = driver.write(.local) { rows in
      try rows.log(Self.changes(count))
      isOpen.withLock { $0 = true }
      for _ in 0..<60_000 where !isCounted.withLock({ $0 }) {
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
    try await eventually("the import", atMost: .seconds(60)) { isOpen.withLock { $0 } }
    // Until the import is committed, the server counts the table as nearly empty. With a plan for
    // an empty table, a statement that compares each imported row with a list would exceed its time
    // limit.
    try server.execute("ANALYZE widgetconfig.unnumbered_change", in: name)
    isCounted.withLock { $0 = true }
    try await logged
    try await driver.settleLog(of: nil)
    #expect(try await store.changeNumbers() == 0...(count + 1))
  }

  @Test("the log of a tenant does not wait for another tenant's large import")
  func aTenantIsNumberedBetweenParts() async throws {
    let (server, name, driver) = try database()
    let (acme, beta) = (try #require(Tenant("acme")), try #require(Tenant("beta")))
    try await driver.write(acme) { rows in try rows.log(Self.changes(10_000)) }
    let store = PlacedWidgetStore(driver, of: beta, now: { noon })
    try await store.save(sample("Desk"), expecting: nil)
    #expect(try await store.changes(after: 0).map(\.number) == [1])
    #expect(try await Set(driver.tenants()) == [acme, beta])
    let left = "SELECT count(*) FROM widgetconfig.unnumbered_change"
    #expect(try Int(server.execute(left, in: name)) ?? 0 > 0)
    // An erasure numbers only the changes of its own tenant.
    #expect(try await store.erase("Desk"))
    #expect(try Int(server.execute(left, in: name)) ?? 0 > 0)
    try await driver.settleLog(of: acme)
    #expect(try server.execute(left, in: name) == "0")
    #expect(try await PlacedWidgetStore(driver, of: acme).changeNumbers() == 0...10_000)
  }

  @Test("a restored store, and one on another server, has a new epoch")
  func epochs() async throws {
    let (server, name, driver) = try database()
    let store = PlacedWidgetStore(driver, now: { noon })
    #expect(try await store.logState() == LogState(epoch: "", numbers: 0...0))
    try await store.saveAll([sample("A"), sample("B")])
    let first = try await store.logState()
    #expect(first.numbers == 0...2 && first.epoch.count == 8)
    let same = PlacedWidgetStore(try PostgresDriver(url: server.url(of: name)))
    #expect(try await same.logState() == first)
    try server.execute("UPDATE widgetconfig.log_epoch SET server = 'another'", in: name)
    let next = PlacedWidgetStore(try PostgresDriver(url: server.url(of: name)))
    let second = try await next.logState()
    #expect(second.epoch != first.epoch && second.numbers == first.numbers)
    #expect(try await same.logState() == second)
    try await driver.erase(.local)
    #expect(try await same.logState().epoch != second.epoch)
  }

  /// In a new store, or just after an import, the server has no statistics, and assumes that a
  /// tenant is small.
  @Test(
    "parts of an import read only the rows of their own names, however many others there are",
    arguments: [0, 30_000])
  func importReadsItsOwn(_ others: Int) async throws {
    let (server, name, driver) = try database()
    let (parts, size) = (14, 1_000)
    try await PlacedWidgetStore(driver, now: { noon }).saveAll([sample("A")])
    try server.execute(
      """
      INSERT INTO widgetconfig.placed_widget (tenant, name, widget, intent, family, draft, revision,
        updated_at)
      SELECT tenant, 'W' || number, widget, intent, family, draft, 1, 0
      FROM widgetconfig.placed_widget, generate_series(1, \(others)) number;
      """, in: name)
    func rows(_ column: String) throws -> Int {
      let number = try server.execute(
        "SELECT \(column) FROM pg_stat_user_tables WHERE relname = 'placed_widget'", in: name)
      return try #require(Int(number))
    }
    let read = "coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)"
    // A connection has reported its statistics at the latest when it is closed.
    await driver.pool.closeIdle()
    try await eventually("the rows of the others") { try rows("n_tup_ins") == others + 1 }
    let before = try rows(read)
    let importing = try PostgresDriver(url: server.url(of: name))
    let count = try await PlacedWidgetStore(importing, now: { noon }).saveAll {
      var part = 0
      return {
        guard part < parts else { return nil }
        part += 1
        let names = ((part - 1) * size..<part * size).map { "Z\($0)" }
        return PlacedPart(names: Set(names)) { present in
          #expect(present.named.isEmpty)
          return names.map { sample($0) }
        }
      }
    }
    #expect(count == parts * size)
    await importing.pool.closeIdle()
    try await eventually("the rows of the import") {
      try rows("n_tup_ins") == others + 1 + parts * size
    }
    #expect(try rows(read) - before <= parts * size)
  }

  /// A plan that the server made for small tables is kept while the tables grow.
  @Test("a change reads only the rows of its name, even if the tables were small before")
  func changeReadsItsOwn() async throws {
    let (server, name, driver) = try database()
    let store = PlacedWidgetStore(driver, now: { noon })
    let count = 1_000
    func change(_ number: Int, _ step: Int) async throws {
      let present = try await store.widget(named: "W\(number)")
      let found = try #require(present)
      var widget = sample(found.name, step)
      widget.revision = found.revision
      try await store.save(widget, expecting: found.revision)
    }
    try await store.saveAll([sample("W0")])
    for step in 11...13 { try await change(0, step) }
    try server.execute("VACUUM ANALYZE", in: name)
    // The connection keeps the plans that it makes for the small tables.
    for step in 14...16 { try await change(0, step) }
    try await store.saveAll((1..<count).map { sample("W\($0)") })
    for number in 1..<count / 2 { try await change(number, 17) }
    func read() throws -> Int {
      let number = try server.execute(
        """
        SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables
        WHERE relname IN ('placed_widget', 'widget_revision', 'removed_widget')
        """, in: name)
      return try #require(Int(number))
    }
    // A connection has reported its statistics at the latest when it is closed.
    await driver.pool.closeIdle()
    let changes = "SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'placed_widget'"
    try await eventually("the changes") {
      try server.execute(changes, in: name) == String(6 + count / 2 - 1)
    }
    let found = try read()
    #expect(found < 30 * count)
  }

  @Test("an erased tenant has a new epoch, and the others keep theirs")
  func epochsOfTenants() async throws {
    let (server, name, driver) = try database()
    let (acme, beta) = (try #require(Tenant("acme")), try #require(Tenant("beta")))
    let one = PlacedWidgetStore(driver, of: acme, now: { noon })
    let other = PlacedWidgetStore(driver, of: beta, now: { noon })
    for store in [one, other] { try await store.save(sample("A"), expecting: nil) }
    let (first, second) = (try await one.logState(), try await other.logState())
    try await driver.erase(acme)
    #expect(try await other.logState() == second)
    try await one.save(sample("A"), expecting: nil)
    let again = try await one.logState()
    #expect(again.epoch != first.epoch && again.epoch.count == 8 && again.numbers == 0...1)
    let begun = try await other.beginEpoch()
    #expect(try await other.logState().epoch == begun && begun != second.epoch)
    #expect(try await one.logState() == again)
    // On another server, the epochs of all tenants are different.
    try server.execute("UPDATE widgetconfig.log_epoch SET server = 'another'", in: name)
    let next = try PostgresDriver(url: server.url(of: name))
    #expect(try await PlacedWidgetStore(next, of: acme).logState().epoch != again.epoch)
    #expect(try await PlacedWidgetStore(next, of: beta).logState().epoch != begun)
  }

  @Test("one program at a time sends requests to a source")
  func alone() async throws {
    let (server, name, driver) = try database()
    let other = try PostgresDriver(url: server.url(of: name))
    let answer = try await driver.alone("source") {
      let refused = try await other.alone("source") { 1 }
      let apart = try await other.alone("another") { 2 }
      #expect(refused == nil && apart == 2)
      return 3
    }
    #expect(answer == 3)
    let next = try await other.alone("source") { 4 }
    #expect(next == 4)
    struct Failure: Error {}
    await #expect(throws: Failure.self) { try await driver.alone("source") { throw Failure() } }
    let last = try await other.alone("source") { 5 }
    #expect(last == 5)
  }

  @Test("a save is done once, however its connection ends")
  func brokenConnections() async throws {
    let (server, name, driver) = try database()
    let store = PlacedWidgetStore(driver, now: { noon })
    var widget = try await store.save(sample("A", 0), expecting: nil)
    for number in 1...10 {
      try server.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = '\(name)' AND pid <> pg_backend_pid()
        """)
      widget.draft["number"] = .integer(number)
      widget = try await store.save(widget, expecting: widget.revision)
    }
    #expect(widget.revision == 11)
    #expect(try await store.list() == [widget])
  }

  /// A change to a widget, as a caller requests it after reading the widget.
  private func changed(
    _ name: String, to number: Int, in driver: PostgresDriver
  ) async throws -> RowSave {
    let row = try #require(try await driver.rows(named: [name], of: .local).first)
    let entry = try StoreEntry.all(of: [sample(name, number)], at: noon)[0]
    let save = GatheredSave(entry: entry, revision: nil, actor: "ada", former: row)
    return try WidgetHistory.change(save, over: row).row
  }

  @Test("a save in one round trip whose response is lost is done once, or refused")
  func lostAnswer() async throws {
    let (_, _, driver) = try database()
    let store = PlacedWidgetStore(driver, now: { noon })
    try await store.saveAll([sample("A", 0), sample("B", 0)])
    try await store.remove(named: "B")
    func revision() async throws -> Int? { try await store.widget(named: "A")?.revision }
    let lost = PostgresFailure.lost(cause: "gone")
    let first = try await changed("A", to: 1, in: driver)
    let late = try await changed("A", to: 2, in: driver)
    // A save that was not made before the connection was lost is made now.
    #expect(try await driver.repeatChange([first], of: .local, after: lost))
    #expect(try await revision() == 2)
    // A change that was made is not made again, even if another save has followed.
    #expect(try await driver.repeatChange([first], of: .local, after: lost))
    let second = try await changed("A", to: 3, in: driver)
    #expect(try await driver.change([second], of: .local))
    #expect(try await driver.repeatChange([first], of: .local, after: lost))
    #expect(try await revision() == 3)
    // A change that expects an earlier state is refused, however late it arrives.
    #expect(try await !driver.change([late], of: .local))
    #expect(try await !driver.repeatChange([late], of: .local, after: lost))
    // Either all of the changes are made, or none.
    let third = try await changed("A", to: 4, in: driver)
    #expect(try await !driver.change([third, late], of: .local))
    #expect(try await revision() == 3)
    let log = try await store.changes(after: 0)
    #expect(log.map(\.action) == [.place, .place, .remove, .change, .change])
    #expect(try await store.history(of: "A").map(\.revision) == [3, 2, 1])
  }

  /// After a broken connection, the result is unknown; after a refusal by the server, it is known.
  @Test(
    "what the server reports about the connection is not a response to a save",
    arguments: [("08P01", true), ("08006", true), ("23505", false), ("57014", false)])
  func lostConnection(_ state: String, isLost: Bool) {
    let failure = PostgresFailure.refused(state: state, cause: "")
    #expect(failure.isLost == isLost)
  }

  @Test("a save in one round trip is refused by tables with a different format")
  func changeOfOtherFormat() async throws {
    let (server, name, driver) = try database()
    try await PlacedWidgetStore(driver, now: { noon }).save(sample("A", 0), expecting: nil)
    let first = try await changed("A", to: 1, in: driver)
    #expect(try await driver.change([first], of: .local))
    let second = try await changed("A", to: 2, in: driver)
    try server.execute("UPDATE widgetconfig.format SET version = version + 1", in: name)
    #expect(try await !driver.change([second], of: .local))
    let revision = try server.execute("SELECT revision FROM widgetconfig.placed_widget", in: name)
    #expect(revision == "2")
  }

  @Test("the server is asked for the result of a transaction")
  func doubt() async throws {
    let (_, _, driver) = try database()
    for (ending, isDone) in [("COMMIT", true), ("ROLLBACK", false)] {
      let transaction = await driver.pool.spare().transaction(TransactionMode(text: "READ WRITE")) {
        session -> String in
        let rows = try session.run(
          "SELECT " + PostgresConnection.numberExpression, [])
        try session.script("\(ending); BEGIN")
        return rows.first?.first.flatMap { $0 } ?? ""
      }
      guard case .done(let number) = transaction else {
        Issue.record("\(transaction)")
        continue
      }
      #expect(try await driver.isDone(number, cause: "") == isDone)
    }
  }

  @Test("a number that the server reuses after a crash does not count as a save")
  func numberAfterACrash() async throws {
    let server = try PostgresServer()
    let driver = try PostgresDriver(url: server.url(of: "postgres"))
    _ = try server.execute("CREATE TABLE first (number int)")
    // The test uses a session directly, because a transaction of the driver would block a thread
    // until the server has ended.
    let url = try #require(PostgresURL(server.url(of: "postgres")))
    let session = try PostgresSession(url)
    try session.script("BEGIN; INSERT INTO first VALUES (1)")
    let rows = try session.run("SELECT " + PostgresConnection.numberExpression, [])
    let number = rows.first?.first.flatMap { $0 } ?? ""
    try server.stop(.immediate)
    try server.start()
    // This transaction can get the same number as the one that was lost in the crash.
    _ = try server.execute("CREATE TABLE second (number int)")
    #expect(try server.execute("SELECT count(*) FROM first") == "0")
    var isDone = false
    do {
      isDone = try await driver.isDone(number, cause: "")
    } catch {
      #expect(error.code == "outcome-unknown")
    }
    #expect(!isDone)
  }

  @Test("a restarted server: saves fail with a reason, then succeed")
  func outage() async throws {
    let server = try PostgresServer()
    let driver = try PostgresDriver(url: server.url(of: "postgres"))
    let store = PlacedWidgetStore(driver, now: { noon })
    try await store.save(sample("A", 0), expecting: nil)
    for ending in [PostgresServer.Ending.fast, .immediate] {
      let accepted = Shared(0)
      let isOver = Shared(false)
      let failures = Shared<[StoreProblem]>([])
      let before = try #require(try await store.widget(named: "A")).revision
      let writer = Task {
        while !isOver.withLock({ $0 }) {
          do {
            let widget = try #require(try await store.widget(named: "A"))
            var next = widget
            next.draft["number"] = .integer(widget.revision)
            try await store.save(next, expecting: widget.revision)
            accepted.withLock { $0 += 1 }
          } catch let error as StoreError {
            failures.withLock { $0.append(error.problem) }
            if case .unavailable(_, let seconds) = error.problem {
              #expect((1...10).contains(seconds))
            }
            try await Task.sleep(for: .milliseconds(20))
          }
        }
      }
      try await eventually("three saves") { accepted.withLock { $0 } >= 3 }
      try server.stop(ending)
      try await eventually("a failure") { failures.withLock { !$0.isEmpty } }
      try server.start()
      let known = accepted.withLock { $0 }
      try await eventually("three saves more") { accepted.withLock { $0 } >= known + 3 }
      isOver.withLock { $0 = true }
      try await writer.value
      let codes = Set(failures.withLock { $0 }.map(\.code))
      #expect(codes.isSubset(of: ["unavailable", "outcome-unknown"]), "\(codes)")
      let doubtful = failures.withLock { $0.count { $0.code == "outcome-unknown" } }
      let after = try #require(try await store.widget(named: "A")).revision
      let acknowledged = accepted.withLock { $0 }
      #expect((acknowledged...acknowledged + doubtful).contains(after - before))
    }
  }
}
