/// The records of one tenant in memory, and the transaction that changes them.
final class MemoryTransaction: StoreTransaction {
  private(set) var retention = StoreRetention()

  private var tables = Tables()
  private var small = Small()
  private var formerSmall = Small()
  /// The definition in the row that was stored last.
  private var lastDefinition: String?

  fileprivate struct Reload {
    var moment: Int64
    var reason: String?
  }

  fileprivate struct Response {
    var mark: String
    var moment: Int64
    var text: String
  }

  /// The name of a widget or a follower, and a number.
  fileprivate struct NumberKey: Hashable, Comparable {
    var name: TextKey
    var number: Int

    static func < (left: NumberKey, right: NumberKey) -> Bool {
      (left.name, left.number) < (right.name, right.number)
    }
  }

  /// A time, and the name of a widget that was removed, renamed or asked to reload at that time.
  fileprivate struct AgeKey: Hashable, Comparable {
    var moment: Int64
    var name: TextKey

    static func < (left: AgeKey, right: AgeKey) -> Bool {
      (left.moment, left.name) < (right.moment, right.name)
    }
  }

  /// Small data that a transaction copies.
  private struct Small: Equatable {
    /// The greatest revision that any removed widget had when it was deleted; new widgets get
    /// greater ones.
    var forgotten = 0
    var lastReload = 0
    var lastChange = 0
    var epoch = LogState.newEpoch()
    /// The retention and the clock for the upkeep, as they are recorded in stores.
    var noted: [String: Int64] = [:]
  }

  /// Begins a transaction that writes.
  func begin(keeping given: StoreRetention?) {
    formerSmall = small
    if let given { small.noted.merge(given.noted) { _, new in new } }
    retention = given ?? StoreRetention(noted: small.noted)
  }

  /// Keeps the changes of the transaction; returns whether there are any.
  func commit() -> Bool {
    tables.end(keepingChanges: true) || small != formerSmall
  }

  /// Undoes the changes of the transaction.
  func undo() {
    _ = tables.end(keepingChanges: false)
    small = formerSmall
  }
}

/// The tables of a tenant.
private struct Tables {
  var placed = MemoryTable<TextKey, StoredRow>()
  /// The earlier states under each name, in the order of their revisions.
  var states = MemoryTable<TextKey, [StoredRow]>()
  var removed = MemoryTable<TextKey, Int64>()
  var former = MemoryTable<TextKey, FormerName>()
  /// The names in the two tables above, ordered by their times.
  var removedAges = MemoryTable<MemoryTransaction.AgeKey, Void>()
  var formerAges = MemoryTable<MemoryTransaction.AgeKey, Void>()
  var notes = MemoryTable<TextKey, String>()
  var reloads = MemoryTable<MemoryTransaction.NumberKey, MemoryTransaction.Reload>()
  /// The times of the requested reloads, by time and name.
  var reloadAges = MemoryTable<MemoryTransaction.AgeKey, Int64>()
  var logged = MemoryTable<Int, LoggedChange>()
  var responses = MemoryTable<TextKey, MemoryTransaction.Response>()
  var deliveries = MemoryTable<MemoryTransaction.NumberKey, StoredDelivery>()
  var devices = MemoryTable<TextKey, StoredDevice>()
  var widgets = MemoryTable<TextKey, [DeviceWidget]>()

  /// Ends a transaction in all tables, as ``MemoryTable/end(keepingChanges:)`` does in one.
  mutating func end(keepingChanges keeps: Bool) -> Bool {
    [
      placed.end(keepingChanges: keeps), states.end(keepingChanges: keeps),
      removed.end(keepingChanges: keeps), former.end(keepingChanges: keeps),
      removedAges.end(keepingChanges: keeps), formerAges.end(keepingChanges: keeps),
      notes.end(keepingChanges: keeps), reloads.end(keepingChanges: keeps),
      reloadAges.end(keepingChanges: keeps), logged.end(keepingChanges: keeps),
      responses.end(keepingChanges: keeps), deliveries.end(keepingChanges: keeps),
      devices.end(keepingChanges: keeps), widgets.end(keepingChanges: keeps),
    ].contains(true)
  }
}

/// Rows of placed widgets, and their earlier states.
extension MemoryTransaction {
  private static func thin(_ row: StoredRow, if isThin: Bool) -> StoredRow {
    guard isThin else { return row }
    var row = row
    (row.draft, row.definition) = (nil, nil)
    return row
  }

  func rows(_ query: RowQuery) -> [StoredRow] {
    func isFound(_ row: StoredRow) -> Bool {
      query.origin?.isOrigin(
        of: row.name, intent: row.intent, widget: row.widget, definitionPath: row.definitionPath)
        ?? true
    }
    let prefix = query.prefix ?? ""
    func result(_ records: some Sequence<(key: TextKey, record: StoredRow)>) -> [StoredRow] {
      Array(
        records.lazy.filter { isFound($0.record) }.prefix(query.limit).map {
          Self.thin($0.record, if: query.isThin)
        })
    }
    func hasPrefix(_ record: (key: TextKey, record: StoredRow)) -> Bool {
      record.key.text.utf8.starts(with: prefix.utf8)
    }
    if query.isBackward {
      // Names with the prefix are adjacent.
      let end = [query.after, query.afterPrefix].compactMap { $0.map(TextKey.init) }.min()
      return end.map { result(tables.placed.preceding($0).lazy.prefix(while: hasPrefix)) }
        ?? result(tables.placed.all.filter(hasPrefix).reversed())
    }
    if let after = query.after, TextKey(after) >= TextKey(prefix) {
      return result(tables.placed.following(TextKey(after)).lazy.prefix(while: hasPrefix))
    }
    let first = tables.placed[TextKey(prefix)].map { [(key: TextKey(prefix), record: $0)] } ?? []
    let rest = tables.placed.following(TextKey(prefix)).lazy.prefix(while: hasPrefix)
    let firstRows = result(first)
    return firstRows + result(rest).prefix(query.limit - firstRows.count)
  }

  func rows(named names: [String], _ reading: RowReading) -> [StoredRow] {
    names.compactMap { tables.placed[TextKey($0)] }.map { Self.thin($0, if: reading == .thin) }
  }

  func rows(ofIntent intent: String, limit: Int) -> [StoredRow] {
    let rows = tables.placed.all.lazy.map(\.record).filter { $0.intent == intent }
    return [true, false].flatMap { isFoundByName in
      rows.filter { ($0.definitionPath ?? "").isEmpty == isFoundByName }.prefix(limit)
    }
  }

  func definitions(of intent: String, limit: Int) -> [String] {
    var found: Set<String> = []
    for (_, row) in tables.placed.all where row.intent == intent && found.count < limit {
      if let definition = row.definition { found.insert(definition) }
    }
    return Array(found)
  }

  func states(_ query: StateQuery) -> [StoredRow] {
    switch query {
    case .of(let name, let limit):
      return (tables.states[TextKey(name)] ?? []).reversed().prefix(limit).map(\.self)
    case .after(let name, let revision, let limit):
      let own = (tables.states[TextKey(name)] ?? []).filter { ($0.revision ?? 0) > revision }
      let rest = tables.states.following(TextKey(name)).lazy.flatMap(\.record).prefix(limit)
      return Array((own + rest).prefix(limit))
    }
  }

  func save(_ saves: [RowSave], keeping count: Int) throws {
    for save in saves {
      let name = save.row.name
      if save.isKept {
        keep(name, removedAt: nil)
        delete(.states(name, keeping: count))
      }
      put(placed: save.row)
      if save.former == nil { delete(.removed(name)) }
      number(save.change)
    }
    trimLog(saves.map(\.change))
  }

  private func put(placed row: StoredRow) {
    var row = row
    row.removedAt = nil
    // Equal definitions share their memory, for example those of widgets that are imported
    // together.
    let known = [tables.placed[TextKey(row.name)]?.definition, lastDefinition]
    if let shared = known.compactMap(\.self).first(where: { $0 == row.definition }) {
      row.definition = shared
    }
    lastDefinition = row.definition ?? lastDefinition
    tables.placed[TextKey(row.name)] = row
  }

  private func put(state row: StoredRow) {
    var own = tables.states[TextKey(row.name)] ?? []
    own.removeAll { $0.revision == row.revision }
    let place = own.firstIndex { ($0.revision ?? 0) > (row.revision ?? 0) } ?? own.endIndex
    own.insert(row, at: place)
    tables.states[TextKey(row.name)] = own
  }

  private func keep(_ name: String, removedAt: Int64?) {
    guard var row = tables.placed[TextKey(name)] else { return }
    row.removedAt = removedAt
    put(state: row)
  }

  func move(_ move: RowMove) {
    switch move {
    case .keep(let name, let removedAt): keep(name, removedAt: removedAt)
    case .rename(let name, let other, let revision, let numbers):
      for var state in tables.states[TextKey(name)] ?? [] {
        state.name = other
        state.revision = state.revision.map { numbers[$0] ?? $0 }
        put(state: state)
      }
      if tables.states[TextKey(name)] != nil { tables.states[TextKey(name)] = nil }
      guard var row = tables.placed[TextKey(name)] else { return }
      (row.name, row.revision) = (other, revision)
      tables.placed[TextKey(name)] = nil
      tables.placed[TextKey(other)] = row
    case .copy(let name, let other, let revision, let updatedAt):
      guard var row = tables.placed[TextKey(name)] else { return }
      (row.name, row.revision, row.updatedAt) = (other, revision, updatedAt)
      tables.placed[TextKey(other)] = row
    case .bringBack(let name, let revision, let present, let updatedAt):
      let own = tables.states[TextKey(name)] ?? []
      guard var row = own.first(where: { $0.revision == revision }) else { return }
      (row.revision, row.updatedAt, row.removedAt) = (present, updatedAt, nil)
      tables.placed[TextKey(name)] = row
    }
  }
}

/// Names, notes and records.
extension MemoryTransaction {
  private func page<Record>(
    _ table: MemoryTable<TextKey, Record>, _ query: NameQuery
  ) -> [(key: TextKey, record: Record)] {
    guard let name = query.name else {
      return Array(table.following(TextKey(query.after)).prefix(query.limit))
    }
    return table[TextKey(name)].map { [(TextKey(name), $0)] } ?? []
  }

  func removals(_ query: NameQuery) -> [RemovedName] {
    page(tables.removed, query).map { RemovedName(name: $0.key.text, moment: $0.record) }
  }

  func formerNames(_ query: NameQuery) -> [FormerName] { page(tables.former, query).map(\.record) }

  func notes(_ query: NameQuery) -> [StoreNote] {
    page(tables.notes, query).map { StoreNote($0.key.text, $0.record) }
  }

  func formerRevisions(of names: [String]) -> [String: Int] {
    var revisions: [String: Int] = [:]
    for name in names {
      let last = tables.states[TextKey(name)]?.last?.revision ?? 0
      revisions[name] = max(small.forgotten, last, tables.former[TextKey(name)]?.revision ?? 0)
    }
    return revisions
  }

  func put(_ record: StoreRecord) {
    switch record {
    case .placed(let row): put(placed: row)
    case .state(let row): put(state: row)
    case .removed(let name): setRemoved(TextKey(name.name), to: name.moment)
    case .former(var name):
      name.revision = max(name.revision, tables.former[TextKey(name.name)]?.revision ?? 0)
      setFormer(TextKey(name.name), to: name)
    case .forgotten(let revision): small.forgotten = max(small.forgotten, revision)
    case .change(let change):
      tables.logged[change.number] = change
      small.lastChange = max(small.lastChange, change.number)
    case .newChanges(let changes):
      for change in changes { number(change) }
      trimLog(changes)
    case .lastChange(let number): if number > 0 { small.lastChange = number }
    case .epoch(let epoch): small.epoch = epoch
    case .note(let note): tables.notes[TextKey(note.name)] = note.text
    case .response(let response):
      tables.responses[TextKey(response.request.key)]?.text = response.text
    case .delivery(let delivery):
      let key = NumberKey(name: TextKey(delivery.follower), number: delivery.number)
      tables.deliveries[key] = delivery
    case .devices(let all):
      for var device in all {
        device.widgets = []
        tables.devices[TextKey(device.id)] = device
      }
    case .widgets(let all): for (id, list) in all { tables.widgets[TextKey(id)] = list }
    }
  }

  func delete(_ records: StoreRecords) {
    switch records {
    case .placed(let name): tables.placed[TextKey(name)] = nil
    case .states(let name, let count):
      if let own = tables.states[TextKey(name)], own.count > count {
        tables.states[TextKey(name)] = count > 0 ? own.suffix(count) : nil
      }
    case .removed(let name): setRemoved(TextKey(name), to: nil)
    case .former(let name): setFormer(TextKey(name), to: nil)
    case .note(let name): tables.notes[TextKey(name)] = nil
    case .changes(let number):
      guard let first = tables.logged.keys.first, first <= number else { return }
      tables.logged.removeAll { $0.number <= number }
    case .devices(let ids): removeDevices(ids)
    }
  }

  private func setRemoved(_ key: TextKey, to moment: Int64?) {
    if let old = tables.removed[key] { tables.removedAges[AgeKey(moment: old, name: key)] = nil }
    if let moment { tables.removedAges[AgeKey(moment: moment, name: key)] = () }
    tables.removed[key] = moment
  }

  private func setFormer(_ key: TextKey, to name: FormerName?) {
    if let old = tables.former[key] {
      tables.formerAges[AgeKey(moment: old.moment, name: key)] = nil
    }
    if let name { tables.formerAges[AgeKey(moment: name.moment, name: key)] = () }
    tables.former[key] = name
  }

  func claim(_ request: StoreRequest, at moment: Int64, since old: Int64) -> StoredResponse? {
    if let known = tables.responses[TextKey(request.key)], known.moment >= old {
      let request = StoreRequest(key: request.key, mark: known.mark)
      return StoredResponse(to: request, known.text)
    }
    tables.responses[TextKey(request.key)] = Response(mark: request.mark, moment: moment, text: "")
    return nil
  }
}

/// The log, the requested reloads and the deliveries.
extension MemoryTransaction {
  private func page<Record>(
    _ table: MemoryTable<Int, Record>, _ page: NumberPage,
    where isWanted: @escaping (Record) -> Bool
  ) -> [(key: Int, record: Record)] {
    switch page {
    case .after(let number, let limit):
      Array(table.following(number).lazy.filter { isWanted($0.record) }.prefix(limit))
    case .before(let number, let limit):
      Array(table.preceding(number).lazy.filter { isWanted($0.record) }.prefix(limit))
    }
  }

  func changes(_ page: NumberPage) -> [LoggedChange] {
    self.page(tables.logged, page) { _ in true }.map(\.record)
  }

  func logHead() -> (epoch: String, last: Int) { (small.epoch, small.lastChange) }

  private func number(_ change: LoggedChange) {
    var change = change
    small.lastChange += 1
    change.number = small.lastChange
    tables.logged[change.number] = change
  }

  /// Deletes some of the changes that are too old or exceed the maximum number: see
  /// ``StoreRetention/trimmedChanges(for:)``.
  private func trimLog(_ changes: [LoggedChange]) {
    guard let latest = changes.map(\.moment).max() else { return }
    let (last, old) = (
      small.lastChange - retention.maximumChanges, purgeMoment(at: latest) - retention.changes
    )
    for key in tables.logged.keys.prefix(StoreRetention.trimmedChanges(for: changes.count)) {
      if let change = tables.logged[key], key <= last || change.moment < old {
        tables.logged[key] = nil
      }
    }
  }

  func reloads(of name: String, _ page: NumberPage) -> [ReloadRequest] {
    let name = TextKey(name)
    func requests(
      _ own: some Sequence<(key: NumberKey, record: Reload)>, _ limit: Int
    ) -> [ReloadRequest] {
      var found: [ReloadRequest] = []
      for (key, reload) in own {
        guard key.name == name, found.count < limit else { break }
        found.append(ReloadRequest(number: key.number, reason: reload.reason))
      }
      return found
    }
    switch page {
    case .after(let number, let limit):
      return requests(tables.reloads.following(NumberKey(name: name, number: number)), limit)
    case .before(let number, let limit):
      return requests(tables.reloads.preceding(NumberKey(name: name, number: number)), limit)
    }
  }

  private func reloadKeys(of name: TextKey) -> [NumberKey] {
    Array(
      tables.reloads.keys(after: NumberKey(name: name, number: .min)).prefix { $0.name == name })
  }

  func askReload(
    of names: [String], reason: String?, at moment: Int64, forgettingBefore old: Int64
  ) -> Int {
    var count = 0
    for name in names where tables.placed[TextKey(name)] != nil {
      small.lastReload += 1
      let key = NumberKey(name: TextKey(name), number: small.lastReload)
      tables.reloads[key] = Reload(moment: moment, reason: reason)
      tables.reloadAges[AgeKey(moment: moment, name: key.name)] = moment
      count += 1
    }
    let most = StoreRetention.trimmedReloads(for: names.count)
    for age in Array(tables.reloadAges.keys.prefix(most).prefix { $0.moment < old }) {
      for earlier in reloadKeys(of: age.name) {
        guard let reload = tables.reloads[earlier], reload.moment < old else { break }
        tables.reloads[earlier] = nil
      }
      tables.reloadAges[age] = nil
    }
    return count
  }

  func deliveries(_ query: DeliveryQuery) -> [StoredDelivery] {
    let follower = TextKey(query.follower)
    if query.isDue {
      // Numbers are positive, so all of them follow `.min`.
      let due = tables.deliveries.following(NumberKey(name: follower, number: .min)).lazy
        .prefix { $0.key.name == follower }.map(\.record).filter { $0.due != nil }
        .sorted { ($0.due ?? 0, $0.number) < ($1.due ?? 0, $1.number) }
      return Array(due.prefix(query.limit))
    }
    let wanted = tables.deliveries.preceding(NumberKey(name: follower, number: query.before)).lazy
      .prefix { $0.key.name == follower }.map(\.record)
      .filter { query.state == nil || $0.state == query.state }
    return Array(wanted.prefix(query.limit))
  }
}

/// Devices, and their pending pushes.
extension MemoryTransaction {
  private func device(_ key: TextKey) -> StoredDevice? {
    tables.devices[key].map { device in
      var device = device
      device.widgets = tables.widgets[key] ?? []
      return device
    }
  }

  func devices(_ query: DeviceQuery) -> [StoredDevice] {
    func isWanted(_ device: StoredDevice) -> Bool {
      (query.owner == nil || device.owner == query.owner)
        && (query.state == nil || device.state == query.state)
        && (query.app == nil || device.runs(query.app))
        && (query.token == nil || device.token == query.token)
        && (query.dueBy.map { moment in device.due.map { $0 <= moment } ?? false } ?? true)
        && (query.placed.map { name in device.widgets.contains { $0.placed == name } } ?? true)
    }
    let keys: ArraySlice<TextKey>
    if let ids = query.ids {
      keys =
        Set(ids.map(TextKey.init)).filter { key in
          query.after.map { TextKey($0) < key } ?? true
        }
        .sorted()[...]
    } else {
      keys = query.after.map { tables.devices.keys(after: TextKey($0)) } ?? tables.devices.keys[...]
    }
    let found = keys.lazy.compactMap { self.device($0) }.filter(isWanted)
    guard query.dueBy != nil else { return Array(found.prefix(query.limit)) }
    // The sort keeps equal times in the order of the identifiers.
    let due = found.enumerated().sorted {
      ($0.element.due ?? 0, $0.offset) < ($1.element.due ?? 0, $1.offset)
    }
    return due.prefix(query.limit).map(\.element)
  }

  @discardableResult
  private func removeDevices(_ ids: [String]) -> Int {
    var count = 0
    for key in ids.map(TextKey.init) {
      if tables.widgets[key] != nil { tables.widgets[key] = nil }
      guard tables.devices[key] != nil else { continue }
      tables.devices[key] = nil
      count += 1
    }
    return count
  }

  /// How many devices of an app are in each state.
  func deviceCounts(of app: DeviceApp) -> [StoredDevice.State: Int] {
    tables.devices.all.reduce(into: [:]) { counts, device in
      if device.record.runs(app) { counts[device.record.state, default: 0] += 1 }
    }
  }

  func raise(_ raise: PushRaise, after id: String, limit: Int) -> PushRaised {
    func concerns(_ widget: DeviceWidget) -> Bool {
      switch raise.target {
      case .placed(let name): widget.placed == name
      case .kind(let kind): widget.placed == nil && widget.kind == kind
      case .each(let kind): widget.kind == kind
      case .all: true
      }
    }
    var keys: [TextKey] = []
    for (key, list) in tables.widgets.following(TextKey(id)) where list.contains(where: concerns) {
      guard keys.count < limit else { break }
      keys.append(key)
    }
    var raised = PushRaised(
      last: keys.count < limit ? nil : keys.last?.text, count: 0, deferred: 0)
    for key in keys {
      guard var device = tables.devices[key], device.runs(raise.app), device.state == .active else {
        continue
      }
      let due = min(device.due ?? .max, max(raise.due, device.next))
      device.raises += 1
      (device.since, device.due) = (device.since ?? raise.moment, due)
      tables.devices[key] = device
      raised.count += 1
      if due > raise.due { raised.deferred += 1 }
      tables.widgets[key] = tables.widgets[key]?.map { widget in
        var widget = widget
        if concerns(widget) { widget.isRaised = true }
        return widget
      }
    }
    return raised
  }

  func outlook(of name: String, kind: String, at moment: Int64) -> PushOutlook {
    var times: [Int64] = []
    for (key, list) in tables.widgets.all where times.count < PushOutlook.maximumCount {
      let isShown = list.contains { $0.placed == name || $0.placed == nil && $0.kind == kind }
      guard isShown, let device = tables.devices[key], device.state == .active else { continue }
      times.append(device.next)
    }
    return PushOutlook(times, at: moment)
  }
}

/// Old data, and data to erase.
extension MemoryTransaction {
  func purgeMoment(at moment: Int64) -> Int64 {
    var clock = PurgeClock(noted: small.noted)
    let counted = clock.moment(at: moment)
    small.noted.merge(clock.noted) { _, new in new }
    return counted
  }

  func forget(_ records: OldRecords, limit: Int) -> Int {
    switch records {
    case .removed(let moment): forgetRemoved(before: moment, limit: limit)
    case .devices(let moment):
      removeDevices(
        tables.devices.all.lazy.filter { $0.record.seen < moment }.prefix(limit).map(\.key.text))
    // A definition is removed when no row has it any more.
    case .definitions: 0
    }
  }

  private func forgetRemoved(before moment: Int64, limit: Int) -> Int {
    let names = Array(tables.removedAges.keys.prefix(limit).prefix { $0.moment < moment })
    for key in names.map(\.name) {
      if tables.placed[key] == nil, let own = tables.states[key] {
        put(.forgotten(revision: own.last?.revision ?? 0))
        tables.states[key] = nil
      }
      setRemoved(key, to: nil)
    }
    let renamed = Array(tables.formerAges.keys.prefix(limit).prefix { $0.moment < moment })
    for key in renamed.map(\.name) {
      put(.forgotten(revision: tables.former[key]?.revision ?? 0))
      setFormer(key, to: nil)
    }
    return names.count + renamed.count
  }

  /// Deletes everything that is older than the retention allows.
  func forgetOld(at moment: Int64) {
    let moment = purgeMoment(at: moment)
    for old in retention.old(at: moment) { _ = forget(old, limit: .max) }
    func drop<Key, Record>(
      _ records: AgedRecords, _ table: inout MemoryTable<Key, Record>, time: (Record) -> Int64
    ) {
      let start = moment - retention.age(of: records)
      table.removeAll { time($0) < start }
    }
    drop(.responses, &tables.responses) { $0.moment }
    drop(.reloads, &tables.reloads) { $0.moment }
    drop(.reloads, &tables.reloadAges) { $0 }
    drop(.changes, &tables.logged) { $0.moment }
    drop(.deliveries, &tables.deliveries) { $0.last }
  }

  func erase(_ data: ErasedData) -> Int {
    switch data {
    case .widget(let name): eraseWidget(name)
    case .actor(let actor, let pseudonym, let limit):
      replaceActor(actor, with: pseudonym, limit: limit)
    }
  }

  private func eraseWidget(_ name: String) -> Int {
    // A later widget with this name must not reuse any of its numbers.
    let present = tables.placed[TextKey(name)]?.revision ?? 0
    put(.forgotten(revision: max(formerRevisions(of: [name])[name] ?? 0, present)))
    let own = names(thatBecame: name)
    let key = TextKey(name)
    var count = [tables.placed[key] != nil, tables.removed[key] != nil].count { $0 }
    count += tables.states[key]?.count ?? 0
    for key in own.keys {
      guard let known = tables.former[key] else { continue }
      put(.forgotten(revision: known.revision))
      setFormer(key, to: nil)
      count += 1
    }
    (tables.placed[key], tables.states[key]) = (nil, nil)
    setRemoved(key, to: nil)
    for number in reloadKeys(of: key) {
      if let moment = tables.reloads[number]?.moment {
        tables.reloadAges[AgeKey(moment: moment, name: key)] = nil
      }
      tables.reloads[number] = nil
      count += 1
    }
    for (device, list) in Array(tables.widgets.all)
    where list.contains(where: { $0.placed == name }) {
      let left = list.filter { $0.placed != name }
      tables.widgets[device] = left
      count += list.count - left.count
    }
    for (number, var change) in Array(tables.logged.all) {
      let names = [change.name, change.newName].compactMap { $0.map(TextKey.init) }
      guard names.contains(where: { own[$0].map { number <= $0 } ?? false }) else { continue }
      (change.actor, change.name, change.newName) = ("", "", nil)
      (change.before, change.after) = (nil, nil)
      tables.logged[number] = change
      count += 1
    }
    // A response to a repeated request can contain any widget, so all responses are removed.
    tables.responses.removeAll { _ in true }
    return count
  }

  /// The names that the widget has had, each with the number of the change that ended its use.
  private func names(thatBecame name: String) -> [TextKey: Int] {
    var own = [TextKey(name): Int.max]
    // The changes are read from the last one backwards: when a renaming is read, it is already
    // known whether the widget later had the new name.
    for (number, change) in tables.logged.preceding(.max) where change.action == .rename {
      guard let newName = change.newName, own[TextKey(newName)] != nil else { continue }
      own[TextKey(change.name)] = max(own[TextKey(change.name)] ?? 0, number)
    }
    return own
  }

  private func replaceActor(_ actor: String, with pseudonym: String, limit: Int) -> Int {
    let found = tables.logged.all.lazy.filter { $0.record.actor == actor }.prefix(limit)
    let changes = Array(found)
    for (number, var change) in changes {
      change.actor = pseudonym
      tables.logged[number] = change
    }
    return changes.count
  }
}

extension StoredDevice {
  /// Whether the device has an app in its environment; true if no app is given.
  fileprivate func runs(_ wanted: DeviceApp?) -> Bool {
    wanted.map { ($0.bundle, $0.environment) == (app, environment) } ?? true
  }
}
