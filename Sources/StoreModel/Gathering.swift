import Synchronization
import Threads

/// Combines requests that several callers make on the same subject at the same time.
///
/// The first caller's request is served immediately. Requests that arrive while others are in
/// progress wait, and are then served together, so that many callers cost a store little more than
/// a few callers do.
final class Gathering<Subject: Hashable & Sendable, Request: Sendable, Response: Sendable>: Sendable
{
  /// The maximum number of requests that are served together.
  private static var maximumGroup: Int { 64 }
  /// The maximum number of groups on one subject that are served at the same time.
  ///
  /// If it is 1, most requests arrive while another one is in progress, and are combined.
  private static var groups: Int { 1 }

  private enum Turn: Sendable {
    /// This caller serves the other waiting requests.
    case lead
    /// The result for a caller that another caller served; nil if it must do its work alone.
    case served(Response?)
  }

  private struct Waiting {
    var request: Request
    var turn: CheckedContinuation<Turn, Never>
  }

  private struct Queue {
    var running = 0
    var waiting: [Waiting] = []
  }

  private let queues = Mutex<[Subject: Queue]>([:])
  private let key: @Sendable (Request) -> String?

  /// Makes a gathering.
  ///
  /// - Parameter key: Returns a text that no two requests in a group may share; nil for a request
  ///   that fits into any group.
  init(key: @escaping @Sendable (Request) -> String?) { self.key = key }

  /// Serves a request, alone or with others.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - subject: The subject; requests on different subjects do not wait for each other.
  ///   - serve: Serves the requests of a group and returns their results in the same order; nil
  ///     for a request that must be carried out alone.
  /// - Returns: The result; nil if the caller must do its work alone.
  func serve(
    _ request: Request, of subject: Subject,
    _ serve: @escaping @Sendable ([Request]) async -> [Response?]
  ) async -> Response? {
    let leads = queues.withLock { queues in
      let isFree = queues[subject, default: Queue()].running < Self.groups
      if isFree { queues[subject, default: Queue()].running += 1 }
      return isFree
    }
    if leads { return await lead(request, of: subject, serve) }
    let turn = await withCheckedContinuation { turn in
      let leads = queues.withLock { queues in
        let isFree = queues[subject, default: Queue()].running < Self.groups
        if isFree {
          queues[subject, default: Queue()].running += 1
        } else {
          queues[subject, default: Queue()].waiting.append(Waiting(request: request, turn: turn))
        }
        return isFree
      }
      if leads { turn.resume(returning: .lead) }
    }
    switch turn {
    case .served(let response): return response
    case .lead: return await lead(request, of: subject, serve)
    }
  }

  /// Serves a request together with the waiting ones; after that, the next waiting caller serves a
  /// group.
  private func lead(
    _ request: Request, of subject: Subject,
    _ serve: @escaping @Sendable ([Request]) async -> [Response?]
  ) async -> Response? {
    var others: [Waiting] = []
    queues.withLock { queues in
      var (left, keys): ([Waiting], Set<String>) = ([], [])
      if let key = key(request) { keys.insert(key) }
      for waiting in queues[subject]?.waiting ?? [] {
        let isApart = key(waiting.request).map { keys.insert($0).inserted } ?? true
        if isApart, others.count + 1 < Self.maximumGroup {
          others.append(waiting)
        } else {
          left.append(waiting)
        }
      }
      queues[subject]?.waiting = left
    }
    let requests = [request] + others.map(\.request)
    // If others wait, a separate task does the work, so that it continues for them even if this
    // caller is cancelled.
    let responses =
      others.isEmpty
      ? await serve(requests)
      : await Task(executorPreference: OwnThreads.current) { await serve(requests) }.value
    for (place, waiting) in others.enumerated() {
      let isServed = responses.indices.contains(place + 1)
      waiting.turn.resume(returning: .served(isServed ? responses[place + 1] : nil))
    }
    let next = queues.withLock { queues -> CheckedContinuation<Turn, Never>? in
      guard var queue = queues[subject] else { return nil }
      defer { queues[subject] = queue.running == 0 ? nil : queue }
      guard !queue.waiting.isEmpty else {
        queue.running -= 1
        return nil
      }
      return queue.waiting.removeFirst().turn
    }
    next?.resume(returning: .lead)
    return responses.first ?? nil
  }
}

/// A save by one of several callers.
struct GatheredSave: Sendable {
  var entry: StoreEntry
  /// The expected revision in the store; nil for any.
  var revision: Int?
  /// Who makes the change.
  var actor: String
  /// The row that the caller has read; nil if unknown.
  var former: StoredRow?
}

/// Reads and saves single placed widgets for many callers at the same time, such as the requests to
/// a service.
///
/// Requests by a tenant that arrive while others are in progress share a transaction. Each request
/// still succeeds or fails by itself, and while another program changes a widget, only the callers
/// that ask for that widget wait.
package final class StoreGathering: Sendable {
  typealias Entry = Result<PlacedWidget, DamagedEntry>

  private let reads = Gathering<Tenant, String, Result<Entry?, StoreError>>(key: { _ in nil })
  private let saves = Gathering<Tenant, GatheredSave, Result<PlacedWidget, StoreError>>(
    key: \.entry.widget.name)

  /// Makes a gathering for all tenants of a store.
  package init() {}

  /// The placed widget with a name; nil if nothing is placed under it.
  func entry(
    _ name: String, of tenant: Tenant, in driver: any StoreDriver
  ) async throws(StoreError) -> Entry? {
    let result = await reads.serve(name, of: tenant) { names in
      do throws(StoreError) {
        let entries = try await Self.entries(named: names, of: tenant, in: driver)
        return names.map { .success(entries[$0]) }
      } catch {
        let failure = error
        return names.map { _ in .failure(failure) }
      }
    }
    return try result?.get()
  }

  private static func entries(
    named names: [String], of tenant: Tenant, in driver: any StoreDriver
  ) async throws(StoreError) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    for row in try await driver.rows(named: names, of: tenant) {
      if var widget = try? PlacedWidget(row) {
        widget.source.row = row
        entries[row.name] = .success(widget)
      } else {
        entries[row.name] =
          try await driver.read(tenant) { rows in try rows.row(row.name).map(rows.entry) } ?? nil
      }
    }
    return entries
  }

  /// Stores a widget over the one that is placed under its name.
  ///
  /// - Returns: The widget with its new revision; nil if it must be stored in a separate
  ///   transaction, because nothing is placed under its name, or another transaction is changing
  ///   it.
  /// - Throws: `StoreError`, with `conflicts` if another revision is stored.
  func save(
    _ save: GatheredSave, of tenant: Tenant, in driver: any StoreDriver
  ) async throws(StoreError) -> PlacedWidget? {
    let result = await saves.serve(save, of: tenant) { saves in
      do throws(StoreError) {
        if let saved = try await Self.change(saves, of: tenant, in: driver) {
          return saved.map { .success($0) }
        }
        let saved = try await driver.write(tenant) { try WidgetHistory.write(saves, to: $0) }
        return saved.map { $0?.mapError { StoreError($0, file: driver.place) } }
      } catch {
        // Each caller then tries alone, and gets only the problem of its own widget.
        return saves.map { _ in error.isForAll ? .failure(error) : nil }
      }
    }
    return try result?.get()
  }
}

extension StoreGathering {
  /// Stores widgets, each over the state that its caller has read.
  ///
  /// - Returns: The widgets with their new revisions; nil if one of these states is unknown or has
  ///   changed.
  private static func change(
    _ saves: [GatheredSave], of tenant: Tenant, in driver: any StoreDriver
  ) async throws(StoreError) -> [PlacedWidget]? {
    guard driver.hasChange else { return nil }
    let changes = saves.compactMap { save -> (row: RowSave, widget: PlacedWidget)? in
      guard let former = save.former, (save.revision ?? former.revision) == former.revision else {
        return nil
      }
      return try? WidgetHistory.change(save, over: former)
    }
    guard changes.count == saves.count else { return nil }
    let rows = changes.map(\.row)
    return try await driver.change(rows, of: tenant) ? changes.map(\.widget) : nil
  }
}

extension StoreError {
  /// Whether an error applies to all saves in a transaction.
  ///
  /// If it does, the store cannot be reached, or it is unknown whether the widgets were stored.
  /// After any other error, each widget can be stored alone.
  fileprivate var isForAll: Bool {
    switch problem {
    case .outcomeUnknown, .unavailable, .noFreeConnection: true
    default: false
    }
  }
}
