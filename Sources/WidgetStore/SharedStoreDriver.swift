#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A piece of work, such as the refresh of a timeline, that one program at a time has taken on.
public struct StoreJob: Sendable, Hashable {
  /// Whose it is.
  public var tenant: Tenant
  /// What it is about, such as the name of a placed widget; unique for a tenant.
  public var name: String
  /// How often it has been taken on since it was last done, this time included.
  public var attempt: Int
  /// The number of this lease; who holds another one may not finish the job.
  public var lease: Int64

  /// Makes a job that was taken on.
  public init(tenant: Tenant, name: String, attempt: Int, lease: Int64) {
    self.tenant = tenant
    self.name = name
    self.attempt = attempt
    self.lease = lease
  }
}

/// A timeline that one program has made for all that share a store.
public struct SharedTimeline: Sendable, Hashable {
  /// The timeline as JSON text.
  public var text: String
  /// When it was made.
  public var made: Date
  /// When somebody last asked for it, to the hour.
  public var asked: Date

  /// Makes a timeline that is shared.
  public init(text: String, made: Date, asked: Date) {
    self.text = text
    self.made = made
    self.asked = asked
  }
}

/// A store that programs of several machines share, which then do some things once for all of them.
public protocol SharedStoreDriver: StoreDriver {
  /// Says when a job is due, in place of what was said of it before; a lease that runs stays.
  func schedule(_ name: String, of tenant: Tenant, due: Date) async throws(StoreError)

  /// Takes on jobs that are due, the longest due first; none that another program has taken on.
  ///
  /// A job whose lease runs out before it is finished can be taken on by others.
  ///
  /// - Parameters:
  ///   - limit: The most jobs to take on.
  ///   - lease: For how long nobody else takes them on.
  func claimJobs(limit: Int, lease: Duration) async throws(StoreError) -> [StoreJob]

  /// Ends the lease of a job.
  ///
  /// - Parameters:
  ///   - job: The job as it was claimed.
  ///   - next: When the job is due again; nil for never.
  ///   - hasFailed: Whether it was not done, so that its attempts go on being counted.
  /// - Returns: Whether the lease still was the caller's; where it was not, nothing is changed.
  @discardableResult
  func finish(
    _ job: StoreJob, next: Date?, hasFailed: Bool
  ) async throws(StoreError) -> Bool

  /// Does something that one program at a time does, such as asking a source.
  ///
  /// - Parameters:
  ///   - key: What is done, such as the name of the source.
  ///   - body: What is done, which has to have an end.
  /// - Returns: What the body gives; nil, at once, where another program is doing it.
  /// - Throws: `StoreError`, and what the body throws.
  func alone<Value: Sendable>(
    _ key: String, _ body: () async throws -> Value
  ) async throws -> Value?

  /// A timeline that was made; nil where nobody has made one.
  ///
  /// - Parameters:
  ///   - key: The key that it was kept under.
  ///   - tenant: The tenant that the timeline belongs to.
  ///   - asked: The moment, where somebody asks for it; nil for who only keeps it fresh.
  func timeline(
    _ key: String, of tenant: Tenant, asked: Date?
  ) async throws(StoreError) -> SharedTimeline?

  /// Keeps a timeline for all, and forgets those of the tenant that nobody has asked for since a moment.
  func keep(
    _ timeline: SharedTimeline, _ key: String, of tenant: Tenant, forgettingBefore old: Date
  ) async throws(StoreError)
}
