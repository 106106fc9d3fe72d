package import IntentModel
import Messages

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The placed widgets of one tenant, which several programs can use at the same time.
///
/// Making a store accesses nothing: the driver opens its storage on the first read and creates it
/// on the first save. Every change is one transaction. Even if the program is terminated, the store
/// contains either the state before the change or the state after it.
///
///     let store = PlacedWidgetStore(try .file("/var/lib/widgets.sqlite"))
///     if var widget = try await store.widget(named: "Kitchen") {
///       widget.family = .systemLarge
///       widget = try await store.save(widget, expecting: widget.revision)
///     }
public struct PlacedWidgetStore: Sendable {
  let driver: any StoreDriver
  let tenant: Tenant
  let actor: String
  let now: @Sendable () -> Date
  /// Combines the reads and saves of single widgets; nil if there is only one caller.
  private let gathering: StoreGathering?

  /// The name of the store in messages: the path of a file, or a URL without secrets.
  public var place: String { driver.place }

  /// The interval at which callers that wait for a change check the mark.
  public var lookInterval: Duration { driver.lookInterval }

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - storage: Where the widgets are kept.
  ///   - tenant: The tenant; the data of other tenants is not accessible.
  ///   - actor: Who makes changes, for the log; empty if unknown.
  ///   - now: Returns the current time, which is stored with each save.
  public init(
    _ storage: WidgetStorage, of tenant: Tenant = .local, by actor: String = "",
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(storage.driver, of: tenant, by: actor, now: now)
  }

  /// Makes a store with a driver.
  ///
  /// - Parameter gathering: Combines the work of many concurrent callers; nil if there is only one
  ///   caller.
  package init(
    _ driver: any StoreDriver, of tenant: Tenant = .local, by actor: String = "",
    through gathering: StoreGathering? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.driver = driver
    self.tenant = tenant
    self.actor = Self.logged(actor)
    self.gathering = gathering
    self.now = now
  }

  /// A subject, as it appears in the log.
  static func logged(_ subject: String) -> String { subject.harmless(limit: 200) }

  /// The reason for a reload, in the form that is stored.
  private static func kept(reason: String) -> String { reason.harmless(limit: 100) }

  /// Whether anything was ever stored; if not, a write would create an empty store.
  var hasData: Bool {
    get async throws(StoreError) { try await driver.read(tenant) { _ in true } == true }
  }

  /// A page of placed widgets with their answers.
  ///
  /// A damaged widget does not prevent the others from being read.
  public func page(_ query: PlacedQuery) async throws(StoreError) -> PlacedPage<PlacedWidget> {
    try await page(query, isThin: false) { row, rows in try rows.entry(row) }
  }

  /// A page of placed widgets without their answers.
  public func summaries(
    _ query: PlacedQuery
  ) async throws(StoreError) -> PlacedPage<PlacedSummary> {
    try await page(query, isThin: true) { row, rows in
      try rows.entry { () throws(DamagedEntry) in try PlacedSummary(row) }
    }
  }

  /// A page of the wanted rows among those that a query finds.
  func page<Element: Sendable>(
    _ query: PlacedQuery, isThin: Bool,
    of isWanted: @escaping @Sendable (StoredRow) -> Bool = { _ in true },
    _ entry:
      @escaping @Sendable (StoredRow, any StoreTransaction) throws -> Result<
        Element, DamagedEntry
      >
  ) async throws(StoreError) -> PlacedPage<Element> {
    let limit = max(1, query.limit)
    // One extra row shows whether more follow.
    let rows = RowQuery(
      after: query.after.map(PlacedWidget.key), prefix: query.prefix.map(PlacedWidget.key),
      origin: query.origin, limit: limit + 1, isThin: isThin)
    let page = try await driver.read(tenant) { transaction in
      let found = try transaction.rows(rows)
      return PlacedPage(
        entries: try found.prefix(limit).filter(isWanted).map { try entry($0, transaction) },
        next: found.count > limit ? found[limit - 1].name : nil)
    }
    return page ?? PlacedPage(entries: [], next: nil)
  }

  /// All placed widgets in the order of their names, for a store that is known to have only a few.
  ///
  /// - Throws: `StoreError`; if some widgets cannot be read, the error lists all of them.
  package func list() async throws(StoreError) -> [PlacedWidget] {
    let contents = try await contents()
    guard contents.damaged.isEmpty else { throw error(.damagedEntries(contents.damaged)) }
    return contents.widgets
  }

  /// The readable and the unreadable placed widgets, for a store that is known to have only a few.
  package func contents() async throws(StoreError)
    -> (widgets: [PlacedWidget], damaged: [DamagedEntry])
  {
    var contents: (widgets: [PlacedWidget], damaged: [DamagedEntry]) = ([], [])
    var query = PlacedQuery()
    repeat {
      let page = try await page(query)
      contents.widgets += page.readable
      contents.damaged += page.damaged
      query.after = page.next
    } while query.after != nil
    return contents
  }

  /// The given names that are free: nothing is placed under them, not even a damaged widget.
  package func missing(_ names: [String]) async throws(StoreError) -> [String] {
    let keys = names.map(PlacedWidget.key)
    let found = try await driver.read(tenant) { try $0.rows(named: keys).map(\.name) } ?? []
    let known = Set(found)
    return names.filter { !known.contains(PlacedWidget.key($0)) }
  }

  /// How many names on each side of a missing name are compared with it.
  private static let neighbours = 100

  /// Names of placed widgets that may be similar to a name.
  ///
  /// In a small store, these are all names. In a large store, the name is looked up as given, in
  /// lowercase, in capitals, and with capital initials; the result contains the spellings that
  /// exist, and the neighbours of each spelling in the order of bytes.
  package func names(around name: String) async throws(StoreError) -> [String] {
    let key = PlacedWidget.key(name)
    let spellings = Array(Set([key, key.lowercased(), key.uppercased(), key.capitalized]))
    let most = 2 * Self.neighbours
    let found = try await driver.read(tenant) { rows in
      let first = try rows.rows(RowQuery(limit: most, isThin: true)).map(\.name)
      guard first.count == most else { return first }
      var names = try rows.rows(named: spellings).map(\.name)
      let sides = try spellings.flatMap { spelling in
        try [true, false].map { isBackward in
          var query = RowQuery(after: spelling, limit: Self.neighbours, isThin: true)
          query.isBackward = isBackward
          return try rows.rows(query).map(\.name)
        }
      }
      // The nearest names on each side come first, because only the first ones are compared.
      for place in 0..<Self.neighbours {
        names += sides.compactMap { $0.indices.contains(place) ? $0[place] : nil }
      }
      return names
    }
    return (found ?? []).firsts
  }

  /// Some placed widgets with an intent, in the order of their names.
  ///
  /// - Parameter limit: The maximum for each of two groups: widgets that are found by name, and
  ///   widgets that have the path of a definition.
  package func some(
    ofIntent intent: String, limit: Int
  ) async throws(StoreError) -> PlacedPage<PlacedWidget> {
    try await driver.read(tenant) { rows in
      try Self.some(ofIntent: intent, limit: limit, in: rows)
    } ?? PlacedPage(entries: [], next: nil)
  }

  /// Some placed widgets with an intent, read within a transaction.
  static func some(
    ofIntent intent: String, limit: Int, in rows: any StoreTransaction
  ) throws -> PlacedPage<PlacedWidget> {
    let entries = try rows.rows(ofIntent: intent, limit: limit)
      .sorted { WidgetHistory.precedes($0.name, $1.name) }.map { try rows.entry($0) }
    return PlacedPage(entries: entries, next: nil)
  }

  /// The definitions under which placed widgets with an intent were answered, up to a limit.
  package func definitions(of intent: String) async throws(StoreError) -> [IntentSchema] {
    let texts = try await driver.read(tenant) { try $0.definitions(of: intent, limit: 100) }
    return (texts ?? []).compactMap { try? StoredDefinitions.shared.schema($0) }
  }

  /// The placed widget with a name; nil if there is none.
  ///
  /// - Throws: `StoreError`
  public func widget(named name: String) async throws(StoreError) -> PlacedWidget? {
    let key = PlacedWidget.key(name)
    let entry: StoreGathering.Entry?
    if let gathering {
      entry = try await gathering.entry(key, of: tenant, in: driver)
    } else {
      entry =
        try await driver.read(tenant) { rows in
          try rows.row(key).map { try rows.entry($0) }
        } ?? nil
    }
    return try entry.map(readable)
  }

  /// The widget in an entry.
  ///
  /// - Throws: `StoreError`, with `damagedEntries` for an entry that cannot be read.
  private func readable(_ entry: StoreGathering.Entry) throws(StoreError) -> PlacedWidget {
    do throws(DamagedEntry) {
      return try entry.get()
    } catch {
      throw self.error(.damagedEntries([error]))
    }
  }

  /// The placed widgets with the given names, all from the same moment, in any order.
  ///
  /// Missing and damaged widgets are left out.
  ///
  /// - Throws: `StoreError`
  public func widgets(named names: Set<String>) async throws(StoreError) -> [PlacedWidget] {
    guard !names.isEmpty else { return [] }
    let keys = Array(Set(names.map(PlacedWidget.key)))
    let found = try await driver.read(tenant) { rows in
      try rows.rows(named: keys).map { try rows.entry($0) }
    }
    return (found ?? []).compactMap { try? $0.get() }
  }

  /// Stores a widget unless it was changed in the meantime.
  ///
  /// - Parameters:
  ///   - widget: The widget; its own revision and date are ignored.
  ///   - revision: The expected revision in the store; nil if the name must be free.
  /// - Returns: The widget with its new revision and date.
  /// - Throws: `StoreError`, with `conflicts` if the stored revision is different.
  @discardableResult
  public func save(
    _ widget: PlacedWidget, expecting revision: Int?
  ) async throws(StoreError) -> PlacedWidget {
    try await save(widget, expecting: revision, over: nil)
  }

  /// Stores a widget unless it was changed in the meantime.
  ///
  /// - Parameter former: The current widget as the caller has read it, so that the store does not
  ///   have to read it again; nil if unknown.
  package func save(
    _ widget: PlacedWidget, expecting revision: Int?, over former: PlacedWidget?
  ) async throws(StoreError) -> PlacedWidget {
    var expected = widget
    expected.revision = revision ?? 0
    let date = now()
    let entries = try prepare([expected], at: date)
    if revision != nil,
      let saved = try await saveTogether(entries, expecting: revision, over: former)
    {
      return saved
    }
    return try await write(entries, at: date).first ?? expected
  }

  /// Stores a widget over the one under its name, together with other callers' widgets; nil if it
  /// must be stored alone.
  private func saveTogether(
    _ entries: [StoreEntry], expecting revision: Int?, over former: PlacedWidget?
  ) async throws(StoreError) -> PlacedWidget? {
    guard let gathering, let entry = entries.first else { return nil }
    let save = GatheredSave(
      entry: entry, revision: revision, actor: actor, former: former?.source.row)
    return try await gathering.save(save, of: tenant, in: driver)
  }

  /// Stores a widget over whatever is placed under its name.
  ///
  /// - Parameters:
  ///   - widget: The widget; its own revision and date are ignored.
  ///   - former: The current widget as the caller has read it; nil if unknown.
  /// - Returns: The widget with its new revision and date; nil if nothing is placed under its name.
  /// - Throws: `StoreError`
  @discardableResult
  package func replace(
    _ widget: PlacedWidget, over former: PlacedWidget? = nil
  ) async throws(StoreError) -> PlacedWidget? {
    let date = now()
    let entries = try prepare([widget], at: date)
    if let saved = try await saveTogether(entries, expecting: nil, over: former) { return saved }
    return try await driver.write(tenant) { [actor] rows in
      guard var entry = entries.first, let found = try rows.row(entry.widget.name) else {
        return nil
      }
      entry.widget.revision = found.revision ?? 0
      return try WidgetHistory(rows, at: date, by: actor).write(
        [entry], read: [entry.widget.name: found]
      ).first
    }
  }

  /// Stores several widgets, all or none.
  ///
  /// - Parameter widgets: The widgets, each with the revision that is expected in the store, or 0
  ///   if its name must be free.
  /// - Returns: The widgets with their new revisions and the date.
  /// - Throws: `StoreError`, with all problems of the same kind.
  @discardableResult
  public func saveAll(_ widgets: [PlacedWidget]) async throws(StoreError) -> [PlacedWidget] {
    guard !widgets.isEmpty else { return [] }
    let date = now()
    return try await write(try prepare(widgets, at: date), at: date)
  }

  private func write(
    _ entries: [StoreEntry], at date: Date
  ) async throws(StoreError) -> [PlacedWidget] {
    try await driver.write(tenant) { [actor] rows in
      try WidgetHistory(rows, at: date, by: actor).write(entries)
    }
  }

  /// Checks whether widgets could be stored now, without changing anything.
  ///
  /// - Throws: `StoreError`, if ``saveAll(_:)`` would fail for these widgets, for the same reason.
  package func check(_ widgets: [PlacedWidget]) async throws(StoreError) {
    let date = now()
    let entries = try prepare(widgets, at: date)
    try await driver.read(tenant) { rows in
      _ = try WidgetHistory(rows, at: date).check(entries.map(\.widget))
    }
  }

  /// Removes the widget with a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - revision: The expected revision in the store; nil for any.
  /// - Returns: Whether the widget existed.
  /// - Throws: `StoreError`, with `conflicts` if another revision is stored.
  @discardableResult
  public func remove(
    named name: String, expecting revision: Int? = nil
  ) async throws(StoreError) -> Bool {
    let (key, date) = (PlacedWidget.key(name), now())
    let isThere = try await driver.read(tenant) { try $0.revision(of: key) != nil }
    guard isThere == true else { return false }
    return try await driver.write(tenant) { [actor] rows in
      guard let found = try rows.revision(of: key) else { return false }
      if let revision, revision != found {
        let conflict = StoreConflict(name: key, expected: revision, found: found)
        throw StoreProblem.conflicts([conflict])
      }
      let history = WidgetHistory(rows, at: date, by: actor)
      try history.remove(key, revision: found)
      try history.forgetRemoved()
      return true
    }
  }

  /// Removes widgets, all or none, including damaged ones; each can be restored for as long as the
  /// ``StoreRetention`` of the store allows.
  ///
  /// - Throws: `StoreError`, with `notPlaced` if one does not exist.
  public func remove(_ names: [String]) async throws(StoreError) {
    let keys = names.map(PlacedWidget.key)
    try await change(keys) { history, revisions in
      for key in Set(keys).sorted() { try history.remove(key, revision: revisions[key] ?? 0) }
    }
  }

  /// Renames a widget, together with its history.
  ///
  /// - Throws: `StoreError`: `notPlaced`, `conflicts` if the new name is taken, or `invalidTexts`.
  public func rename(_ name: String, to other: String) async throws(StoreError) {
    let (key, target) = (PlacedWidget.key(name), PlacedWidget.key(other))
    try validate(target)
    try await change([key]) { history, _ in _ = try history.make(.rename(key, to: target)) }
  }

  /// Copies a widget to another name.
  ///
  /// - Throws: `StoreError`: `notPlaced`, `conflicts` if the new name is taken, or `invalidTexts`.
  public func copy(_ name: String, to other: String) async throws(StoreError) {
    let (key, target) = (PlacedWidget.key(name), PlacedWidget.key(other))
    try validate(target)
    try await change([key]) { history, _ in _ = try history.make(.copy(key, to: target)) }
  }

  /// The states of a widget, latest first; empty for a name that was never placed.
  ///
  /// The ``StoreRetention`` of the store decides how many earlier states are kept, and for how long
  /// after a widget is removed.
  public func history(of name: String) async throws(StoreError) -> [WidgetRevision] {
    let (key, date) = (PlacedWidget.key(name), now())
    return try await driver.read(tenant) { try WidgetHistory($0, at: date).states(of: key) } ?? []
  }

  /// A free name: the given name, or else that name with a number.
  ///
  /// It queries few names and decodes no widget, however many widgets are placed.
  package func freeName(like name: String) async throws(StoreError) -> String {
    let free = try await driver.read(tenant) { rows in
      func numbered(_ number: Int) -> String { number == 1 ? name : "\(name) \(number)" }
      func isTaken(_ number: Int) throws -> Bool {
        try rows.revision(of: PlacedWidget.key(numbered(number))) != nil
      }
      guard try isTaken(1) else { return name }
      // Between a used number and a greater free one, there is always a used number that is
      // directly followed by a free one.
      var (taken, free) = (1, 2)
      while try isTaken(free) { (taken, free) = (free, free * 2) }
      while free - taken > 1 {
        let middle = taken + (free - taken) / 2
        if try isTaken(middle) { taken = middle } else { free = middle }
      }
      return numbered(free)
    }
    return free ?? name
  }

  /// The names of removed widgets that can be restored, ordered by their bytes.
  ///
  /// - Parameters:
  ///   - name: The names start after this one; nil for the first names.
  ///   - limit: The maximum number of names.
  public func removedNames(
    after name: String? = nil, limit: Int = PlacedQuery.standardLimit
  ) async throws(StoreError) -> [String] {
    let key = PlacedWidget.key(name ?? "")
    return try await driver.read(tenant) { try $0.removedNames(after: key, limit: limit) } ?? []
  }

  /// Replaces the current state of a widget with an earlier one, and keeps the replaced state in
  /// the history.
  ///
  /// - Parameters:
  ///   - name: The name under which the widget is placed.
  ///   - revision: The number of the state; nil for the latest earlier state that can be read.
  /// - Throws: `StoreError`: `notPlaced` for a name without a history, `noSuchRevision`, or
  ///   `damagedEntries` for a state that cannot be read.
  @discardableResult
  public func restore(
    _ name: String, revision: Int? = nil
  ) async throws(StoreError) -> PlacedWidget {
    let (key, date) = (PlacedWidget.key(name), now())
    // If nothing was ever stored, there is nothing to restore, and a write would create a store.
    guard try await !history(of: key).isEmpty else { throw try await notPlaced([key]) }
    return try await driver.write(tenant) { [actor] rows in
      let history = WidgetHistory(rows, at: date, by: actor)
      let restored = try history.restore(key, revision: revision)
      try history.forgetRemoved()
      return restored
    }
  }

  /// The mark of the store; if it changes, something may have been saved.
  ///
  /// - Throws: `StoreError`; a missing file is not an error and also has a mark.
  public func mark() async throws(StoreError) -> StoreMark {
    try await driver.marks(of: [tenant])[tenant] ?? StoreMark([])
  }

  /// Requests new timelines of placed widgets, all or none.
  ///
  /// The requests are kept for a limited time.
  ///
  /// - Parameters:
  ///   - names: The names of the widgets.
  ///   - reason: The reason, as one word; nil for none.
  /// - Throws: `StoreError`, with `notPlaced` if a widget does not exist.
  public func requestReload(
    _ names: [String], reason: String? = nil
  ) async throws(StoreError) {
    try await requestReload(names, reason: reason, isLogged: true)
  }

  /// Requests new timelines of placed widgets, all or none.
  ///
  /// - Parameter isLogged: Whether the reload of each widget is a separate change in the log; if
  ///   not, the caller must then call ``logReload(of:reason:count:)``.
  /// - Throws: `StoreError`, with `notPlaced` if a widget does not exist.
  package func requestReload(
    _ names: [String], reason: String?, isLogged: Bool
  ) async throws(StoreError) {
    let (keys, date) = (names.map(PlacedWidget.key), now())
    let word = reason.map(Self.kept(reason:))
    guard try await hasData else { throw try await notPlaced(keys) }
    do throws(StoreError) {
      try await driver.write(tenant) { [actor] rows in
        let history = WidgetHistory(rows, at: date, by: actor)
        try history.askReload(of: keys, reason: word, isLogged: isLogged)
        try history.forgetRemoved()
      }
    } catch {
      guard case .notPlaced(let missing, _, _) = error.problem else { throw error }
      throw try await notPlaced(missing)
    }
  }

  /// Logs a request for new timelines of many placed widgets as one change.
  ///
  /// - Parameters:
  ///   - scope: The widgets.
  ///   - reason: The reason, as one word; nil for none.
  ///   - count: The number of widgets to reload.
  package func logReload(
    of scope: ReloadScope, reason: String?, count: Int
  ) async throws(StoreError) {
    let (date, word) = (now(), reason.map(Self.kept(reason:)))
    try await driver.write(tenant) { [actor] rows in
      try WidgetHistory(rows, at: date, by: actor)
        .logReload(of: scope, reason: word, count: count)
    }
  }

  /// The placed widget with a given name, and the number of its last requested reload, both from
  /// the same moment; nil if nothing is placed under the name.
  ///
  /// The number is 0 if no reload was requested.
  ///
  /// - Throws: `StoreError`
  public func followedWidget(
    named name: String
  ) async throws(StoreError) -> (widget: PlacedWidget, lastReload: Int)? {
    let key = PlacedWidget.key(name)
    let found = try await driver.read(tenant) { rows in
      try rows.row(key).map { (try rows.entry($0), try rows.lastReload(of: key)) }
    }
    guard let (entry, lastReload) = found ?? nil else { return nil }
    return (try readable(entry), lastReload)
  }

  /// The number of the last requested reload of a placed widget; 0 if there is none.
  ///
  /// A program that follows the timeline remembers this number; a greater one means that another
  /// reload was requested.
  public func lastReloadRequest(of name: String) async throws(StoreError) -> Int {
    let key = PlacedWidget.key(name)
    return try await driver.read(tenant) { try $0.lastReload(of: key) } ?? 0
  }

  /// Changes stored widgets in one transaction; all of them must exist.
  private func change(
    _ keys: [String], _ body: @escaping @Sendable (WidgetHistory, [String: Int]) throws -> Void
  ) async throws(StoreError) {
    let date = now()
    let missing =
      try await driver.read(tenant) { rows in
        try keys.filter { try rows.revision(of: $0) == nil }
      } ?? keys
    guard missing.isEmpty else { throw try await notPlaced(missing) }
    try await driver.write(tenant) { [actor] rows in
      var revisions: [String: Int] = [:]
      for key in keys.sorted(by: WidgetHistory.precedes) {
        revisions[key] = try rows.revision(of: key)
      }
      let missing = keys.filter { revisions[$0] == nil }
      guard missing.isEmpty else { throw StoreProblem.notPlaced(missing, nearest: [:]) }
      let history = WidgetHistory(rows, at: date, by: actor)
      try body(history, revisions)
      try history.forgetRemoved()
    }
  }

  /// The changes of placed widgets after a number, earliest first, without gaps or repetitions.
  ///
  /// - Parameters:
  ///   - number: The number of the last known change; 0 for none.
  ///   - limit: The maximum number of changes; another call returns the following ones.
  public func changes(
    after number: Int, limit: Int = PlacedQuery.standardLimit
  ) async throws(StoreError) -> [LoggedChange] {
    try await driver.settleLog(of: tenant)
    return try await driver.read(tenant) { try $0.changes(.after(number, limit: limit)) } ?? []
  }

  /// The changes of placed widgets after a number, as ``changes(after:limit:)`` returns them, with
  /// the epoch of their numbers.
  package func log(
    after number: Int, limit: Int
  ) async throws(StoreError) -> (epoch: String, changes: [LoggedChange]) {
    try await driver.settleLog(of: tenant)
    return try await driver.read(tenant) { rows in
      (try rows.logHead().epoch, try rows.changes(.after(number, limit: limit)))
    } ?? ("", [])
  }

  /// The changes of placed widgets before a number, latest first.
  ///
  /// - Parameters:
  ///   - number: The changes have numbers below this one; nil for the latest changes.
  ///   - limit: The maximum number of changes.
  package func changes(
    before number: Int?, limit: Int
  ) async throws(StoreError) -> [LoggedChange] {
    try await driver.settleLog(of: tenant)
    return try await driver.read(tenant) {
      try $0.changes(.before(number ?? .max, limit: limit))
    } ?? []
  }

  /// The numbers after which a reader can continue, because the log has every change after them.
  ///
  /// The greatest is the number of the last change, or 0 if nothing was ever changed.
  public func changeNumbers() async throws(StoreError) -> ClosedRange<Int> {
    try await logState().numbers
  }

  /// The epoch of the log, and the numbers after which a reader can continue, because the log has
  /// every change after them.
  ///
  /// A number from a different epoch has no meaning: the store was restored, or another server took
  /// over without all changes of the previous one. The epoch is empty if nothing was ever stored.
  package func logState() async throws(StoreError) -> LogState {
    try await driver.settleLog(of: tenant)
    return try await driver.read(tenant) { rows in
      let (epoch, last) = try rows.logHead()
      let first = min(last, try rows.earliestChange().map { max(1, $0) - 1 } ?? last)
      return LogState(epoch: epoch, numbers: first...last)
    } ?? LogState(epoch: "", numbers: 0...0)
  }

  /// The position of a follower in the log; nil if it has none.
  package func position(of follower: String) async throws(StoreError) -> Int? {
    try await driver.read(tenant) { try $0.position(of: follower) } ?? nil
  }

  /// Sets the position of a follower in the log.
  package func setPosition(of follower: String, to number: Int) async throws(StoreError) {
    try await driver.write(tenant) { try $0.setPosition(of: follower, to: number) }
  }

  /// The text of a note, which a program has stored under a name; nil if there is none.
  package func note(_ name: String) async throws(StoreError) -> String? {
    try await driver.read(tenant) { try $0.note(name) } ?? nil
  }

  /// Stores a note, which is a text under a name.
  package func setNote(_ name: String, to text: String) async throws(StoreError) {
    try await driver.write(tenant) { try $0.setNote(name, to: text) }
  }

  /// Makes a change once, even if several programs request it or one program repeats its request.
  ///
  /// The change and its response are stored in one transaction. A repeated request waits while the
  /// change is being made. It then receives the first response, for the duration of
  /// ``StoreRequest/memory``, and changes nothing. A failed change is not recorded, because it has
  /// no effect.
  ///
  /// - Parameters:
  ///   - edit: The change.
  ///   - request: The identity of the request; nil for a request that is never repeated.
  ///   - revision: The revision that the widget must have; nil for any. A removed widget has no
  ///     revision.
  ///   - response: Makes the response from the resulting widget; it can run again if the store has
  ///     to repeat the transaction.
  /// - Returns: The response; nil if the key was used for another request.
  /// - Throws: `StoreError`: `notPlaced`, `conflicts` if a new name is taken or the widget has
  ///   another revision, `invalidTexts`, `noSuchRevision` or `damagedEntries`.
  package func make(
    _ edit: StoreEdit, once request: StoreRequest?, expecting revision: Int? = nil,
    response: @escaping @Sendable (PlacedWidget) -> String
  ) async throws(StoreError) -> String? {
    let (edit, date) = (edit.keyed, now())
    if let name = edit.newName { try validate(name) }
    let since = date.milliseconds - StoreRequest.memory
    guard try await hasData else { throw try await notPlaced([edit.name]) }
    do throws(StoreError) {
      return try await driver.write(tenant) { [actor] rows in
        if let request,
          let known = try rows.claim(request, at: date.milliseconds, since: since)
        {
          return known.request == request ? known.text : nil
        }
        let found = try revision == nil ? nil : rows.revision(of: edit.name)
        let conflict = StoreConflict(name: edit.name, expected: revision, found: found)
        if let revision, let found, found != revision { throw StoreProblem.conflicts([conflict]) }
        let history = WidgetHistory(rows, at: date, by: actor)
        let name = try history.make(edit)
        // The change restored a removed widget, which had no revision to compare.
        if revision != nil, found == nil { throw StoreProblem.conflicts([conflict]) }
        guard let row = try rows.row(name) else {
          throw StoreProblem.notPlaced([name], nearest: [:])
        }
        let widget: PlacedWidget
        switch try rows.entry(row) {
        case .success(let found): widget = found
        case .failure(let entry): throw StoreProblem.damagedEntries([entry])
        }
        let text = response(widget)
        if let request {
          try rows.put(.response(StoredResponse(to: request, text)))
        }
        try history.forgetRemoved()
        return text
      }
    } catch {
      guard case .notPlaced(let names, _, _) = error.problem else { throw error }
      throw try await notPlaced(names)
    }
  }

  private func validate(_ key: String) throws(StoreError) {
    guard let invalid = PlacedWidget.invalidName(key) else { return }
    throw error(.invalidTexts([invalid]))
  }

  /// The error for names under which nothing is placed.
  package func notPlaced(_ names: [String]) async throws(StoreError) -> StoreError {
    let asked = names.map(PlacedWidget.key)
    let restorable = Set(
      try await driver.read(tenant) { rows in
        try asked.filter { name in
          guard try rows.row(name) == nil else { return false }
          return try !rows.states(.of(name, limit: 1)).isEmpty
        }
      } ?? [])
    let removed = try await removedNames()
    var nearest: [String: String] = [:]
    for name in names.prefix(Self.neighbours) {
      // Another program may have placed the name in the meantime.
      let known = try await self.names(around: name).filter { $0 != PlacedWidget.key(name) }
      // The listed names do not include removed widgets, which can be restored.
      nearest[name] = nearestName(to: name, among: known) ?? nearestName(to: name, among: removed)
    }
    return error(
      .notPlaced(
        names, nearest: nearest, removed: names.filter { restorable.contains(PlacedWidget.key($0)) }
      ))
  }

  private func prepare(
    _ widgets: [PlacedWidget], at date: Date
  ) throws(StoreError) -> [StoreEntry] {
    do throws(StoreProblem) {
      return try StoreEntry.all(of: widgets, at: date)
    } catch {
      throw self.error(error)
    }
  }

  private func error(_ problem: StoreProblem) -> StoreError {
    StoreError(problem, file: place)
  }
}
