#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A job, such as the refresh of a timeline, that a program has claimed.
package struct StoreJob: Sendable, Hashable {
  /// The tenant of the job.
  package var tenant: Tenant
  /// The kind of the job; a program claims only jobs of kinds that it knows.
  package var kind: String
  /// The subject of the job, such as the name of a placed widget; unique for a tenant and a kind.
  package var name: String
  /// The number of claims since the job was last completed, including this one.
  package var attempt: Int
  /// The number of this lease; a program with a different lease cannot finish the job.
  package var lease: Int64

  /// Makes a claimed job.
  package init(tenant: Tenant, kind: String, name: String, attempt: Int, lease: Int64) {
    self.tenant = tenant
    self.kind = kind
    self.name = name
    self.attempt = attempt
    self.lease = lease
  }
}

/// A timeline that one program has made for all programs that share a store.
package struct SharedTimeline: Sendable, Hashable {
  /// How long a timeline is kept after it was last requested, in milliseconds.
  package static let maximumAge: Int64 = 2 * StoreRetention.day

  /// The timeline as JSON text.
  package var text: String
  /// The time at which it was made.
  package var made: Date
  /// The time of its last recorded request; not every request is recorded.
  package var asked: Date

  /// Makes a shared timeline.
  package init(text: String, made: Date, asked: Date) {
    self.text = text
    self.made = made
    self.asked = asked
  }
}

/// The progress of an upkeep round through all tenants.
package struct UpkeepRound: Sendable {
  /// The time in milliseconds between two searches for unused definitions, which read all rows.
  private static let definitionTime: Int64 = StoreRetention.day

  /// The maximum number of rows of one kind that a part of the upkeep handles for each tenant.
  package static let partSize = 1_000

  /// The key of the tenant after which the next part begins; empty at the start of a round.
  package var place = ""
  /// Whether this round searches for unused definitions.
  package private(set) var looksAtDefinitions = false
  private var due = Int64.min

  /// Makes a round at its start.
  package init() {}

  /// Begins the next part at a given time, in milliseconds since 1970.
  package mutating func begin(at moment: Int64) {
    if place.isEmpty { looksAtDefinitions = moment >= due }
  }

  /// Ends the round.
  package mutating func end(at moment: Int64) {
    if looksAtDefinitions { due = moment + Self.definitionTime }
    place = ""
  }
}

/// The pending work of a shared store, as its operator sees it.
package struct StoreBacklog: Sendable, Hashable {
  /// The time of the oldest change that has not been numbered yet; nil if there is none.
  package var oldestChange: Date?
  /// The maximum number of due jobs that are counted.
  package static let maximumJobs = 10_000

  /// The number of jobs that are due, counted up to ``maximumJobs``.
  package var dueJobs: Int
  /// The earliest due date of the due jobs; nil if no job is due.
  package var oldestJob: Date?

  /// Makes a backlog, empty by default.
  package init(oldestChange: Date? = nil, dueJobs: Int = 0, oldestJob: Date? = nil) {
    (self.oldestChange, self.dueJobs, self.oldestJob) = (oldestChange, dueJobs, oldestJob)
  }
}

/// A store that keeps connections to a server.
package protocol PooledStoreDriver: StoreDriver {
  /// The number of connections that are idle, the number in use, and the number of transactions
  /// that wait for a connection.
  func connections() async -> (idle: Int, used: Int, waiting: Int)
}

/// A store that programs on several machines share; some work is done once for all of them.
package protocol SharedStoreDriver: StoreDriver {
  /// Schedules a job; if it is scheduled more than once, the earliest due date counts.
  ///
  /// A job that is in progress runs again afterwards, at the due date.
  func schedule(
    _ name: String, kind: String, of tenant: Tenant, due: Date
  ) async throws(StoreError)

  /// Claims jobs that are due and that no other program has claimed, earliest due date first.
  ///
  /// A job whose lease expires before it is finished can be claimed by others.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of jobs that the program knows; it leaves all other kinds to other
  ///     programs.
  ///   - limit: The maximum number of jobs to claim.
  ///   - lease: How long no other program can claim these jobs.
  func claimJobs(
    _ kinds: [String], limit: Int, lease: Duration
  ) async throws(StoreError) -> [StoreJob]

  /// Ends the lease of a job.
  ///
  /// - Parameters:
  ///   - job: The claimed job.
  ///   - next: The next due date of the job, unless an earlier one was scheduled in the meantime;
  ///     with nil, the job runs again only if it was scheduled in the meantime.
  ///   - hasFailed: Whether the job failed; if so, its attempts continue to be counted.
  /// - Returns: Whether the caller still held the lease; if not, nothing changes.
  @discardableResult
  func finish(
    _ job: StoreJob, next: Date?, hasFailed: Bool
  ) async throws(StoreError) -> Bool

  /// The pending work that any of the programs can do.
  func backlog() async throws(StoreError) -> StoreBacklog

  /// Acquires or renews a key that only one program holds at a time, such as the key of an outgoing
  /// connection.
  ///
  /// To keep the key, call this again well before the given time is over. If a holder ends without
  /// releasing the key, another program can acquire it after that time.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - holder: A text that identifies the program, such as a random number.
  ///   - time: How long the key is held; the store can shorten this time.
  /// - Returns: Whether the given holder now holds the key.
  func hold(_ key: String, by holder: String, for time: Duration) async throws(StoreError) -> Bool

  /// Releases a key if the given holder holds it.
  func release(_ key: String, by holder: String) async throws(StoreError)

  /// Runs work that only one program may do at a time, such as a request to a source.
  ///
  /// - Parameters:
  ///   - key: The subject of the work, such as the name of the source.
  ///   - body: The work, which must end.
  /// - Returns: The result of the body; nil, without waiting, if another program is doing the work.
  /// - Throws: `StoreError`, and the errors of the body.
  func alone<Value: Sendable>(
    _ key: String, _ body: () async throws -> Value
  ) async throws -> Value?

  /// A shared timeline; nil if none is stored.
  ///
  /// - Parameters:
  ///   - key: The key under which the timeline was stored.
  ///   - tenant: The tenant of the timeline.
  ///   - asked: The time of the request; nil if the caller is only refreshing the timeline.
  func timeline(
    _ key: String, of tenant: Tenant, asked: Date?
  ) async throws(StoreError) -> SharedTimeline?

  /// Stores a timeline for all programs; upkeep deletes it if it is not requested for some time.
  func keep(
    _ timeline: SharedTimeline, _ key: String, of tenant: Tenant
  ) async throws(StoreError)
}
