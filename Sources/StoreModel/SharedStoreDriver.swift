#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A job, such as the refresh of a timeline, that a program has claimed so that no other program
/// does it.
public struct StoreJob: Sendable, Hashable {
  /// The tenant of the job.
  public var tenant: Tenant
  /// The subject of the job, such as the name of a placed widget; unique for a tenant.
  public var name: String
  /// The number of claims since the job was last done, including this one.
  public var attempt: Int
  /// The number of this lease; the holder of another lease cannot finish the job.
  public var lease: Int64

  /// Makes a claimed job.
  public init(tenant: Tenant, name: String, attempt: Int, lease: Int64) {
    self.tenant = tenant
    self.name = name
    self.attempt = attempt
    self.lease = lease
  }
}

/// A timeline that one program has made for all programs that share a store.
public struct SharedTimeline: Sendable, Hashable {
  /// The timeline as JSON text.
  public var text: String
  /// The time at which it was made.
  public var made: Date
  /// The time of the last request for it, to the hour.
  public var asked: Date

  /// Makes a shared timeline.
  public init(text: String, made: Date, asked: Date) {
    self.text = text
    self.made = made
    self.asked = asked
  }
}

/// A store that keeps connections to a server.
public protocol PooledStoreDriver: StoreDriver {
  /// The numbers of connections that are idle and in use, and of transactions that wait for one.
  func connections() async -> (idle: Int, used: Int, waiting: Int)
}

/// A store that programs on several machines share, so that some work is done once for all of them.
public protocol SharedStoreDriver: StoreDriver {
  /// Schedules a job, replacing its earlier due date; a current lease stays.
  func schedule(_ name: String, of tenant: Tenant, due: Date) async throws(StoreError)

  /// Claims jobs that are due, the longest due first, except those that another program has
  /// claimed.
  ///
  /// A job whose lease expires before it is finished can be claimed by others.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of jobs to claim.
  ///   - lease: How long no other program can claim them.
  func claimJobs(limit: Int, lease: Duration) async throws(StoreError) -> [StoreJob]

  /// Ends the lease of a job.
  ///
  /// - Parameters:
  ///   - job: The claimed job.
  ///   - next: The next due date of the job; nil for never.
  ///   - hasFailed: Whether the job failed, so that its attempts continue to be counted.
  /// - Returns: Whether the caller still had the lease; if not, nothing changes.
  @discardableResult
  func finish(
    _ job: StoreJob, next: Date?, hasFailed: Bool
  ) async throws(StoreError) -> Bool

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

  /// A shared timeline; nil if none was made.
  ///
  /// - Parameters:
  ///   - key: The key under which the timeline was stored.
  ///   - tenant: The tenant of the timeline.
  ///   - asked: The time of the request; nil if the caller only refreshes the timeline.
  func timeline(
    _ key: String, of tenant: Tenant, asked: Date?
  ) async throws(StoreError) -> SharedTimeline?

  /// Stores a timeline for all programs, and deletes the tenant's timelines that were not requested
  /// since a given time.
  func keep(
    _ timeline: SharedTimeline, _ key: String, of tenant: Tenant, forgettingBefore old: Date
  ) async throws(StoreError)
}
