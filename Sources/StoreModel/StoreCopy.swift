import IntentModel
import Messages

/// How much a store has for a tenant, with checksums, for comparing two stores.
package struct StoreContents: Sendable, Hashable {
  /// The number of placed widgets.
  package var placed = 0
  /// The number of earlier states, including those of removed widgets.
  package var states = 0
  /// The number of removed widgets that can be restored.
  package var removed = 0
  /// The number of logged changes.
  package var changes = 0
  /// The number of the last change.
  package var lastChange = 0
  /// A checksum of the widgets, their states and the log, in order; equal contents have equal
  /// checksums.
  package var sum: UInt64 = 0
  /// The number of devices.
  package var devices = 0
  /// A checksum of the device registrations, in the order of their identifiers, without data about
  /// pushes.
  package var deviceSum: UInt64 = 0
  /// The names of placed widgets that cannot be read, up to a limit.
  package var damaged: [DamagedEntry] = []

  /// Makes the contents of an empty store.
  package init() {}

  fileprivate mutating func add(_ parts: [String?]) { Self.add(parts, to: &sum) }

  private static func add(_ parts: [String?], to sum: inout UInt64) {
    let text = parts.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined(separator: ",")
    sum = (sum &* fnvPrime) ^ fnv1a(text.utf8)
  }

  fileprivate mutating func add(_ device: StoredDevice) {
    devices += 1
    let widgets = device.widgets.flatMap { [$0.kind, $0.placed, $0.family] }
    Self.add(
      [
        device.id, device.owner, device.app, device.environment, device.token,
        String(device.registered),
      ] + widgets, to: &deviceSum)
  }

  /// Whether everything is equal except for the devices, whose changes are not logged.
  fileprivate func isEqualWithoutDevices(to other: StoreContents) -> Bool {
    var same = other
    (same.devices, same.deviceSum) = (devices, deviceSum)
    return same == self
  }

  fileprivate mutating func add(_ row: StoredRow) {
    add([
      row.name, row.widget, row.definitionPath, row.folder, row.intent, row.family, row.draft,
      row.definition,
      row.revision.map { String($0) }, row.updatedAt.map { String($0) },
      row.removedAt.map { String($0) },
    ])
  }

  fileprivate mutating func add(_ change: LoggedChange) {
    add([
      String(change.number), String(change.moment), change.actor, change.action.rawValue,
      change.name, change.newName, change.before, change.after,
    ])
  }
}

/// The name of a removed widget, and when it was removed.
package struct RemovedName: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The time of the removal.
  package var moment: Int64

  /// Makes a removed name.
  package init(name: String, moment: Int64) { (self.name, self.moment) = (name, moment) }
}

/// The maximum number of rows in one transaction of a copy.
let partSize = 500

extension StoreDriver {
  /// Counts the contents of a tenant and computes their checksums, page by page.
  ///
  /// - Parameter checksRows: Whether to check that a program could read each placed widget.
  package func contents(
    of tenant: Tenant, checkingRows checksRows: Bool = false
  ) async throws(StoreError) -> StoreContents {
    try await settleLog(of: tenant)
    var contents = StoreContents()
    try await each(.placed, of: tenant) { row in
      contents.placed += 1
      contents.add(row)
      guard checksRows, contents.damaged.count < 100 else { return }
      do throws(DamagedEntry) { _ = try PlacedWidget(row) } catch {
        contents.damaged.append(error)
      }
    }
    try await each(.states, of: tenant) { row in
      contents.states += 1
      contents.add(row)
    }
    try await each(.removals, of: tenant) { removed in
      contents.removed += 1
      contents.add([removed.name, String(removed.moment)])
    }
    try await each(.formerNames, of: tenant) { former in
      contents.add([former.name, String(former.revision), String(former.moment)])
    }
    try await each(.log, of: tenant) { change in
      contents.changes += 1
      contents.add(change)
    }
    let numbers = try await read(tenant) { rows in
      (try rows.logHead().last, try rows.greatestRemoved())
    }
    contents.lastChange = numbers?.0 ?? 0
    contents.add([String(contents.lastChange), String(numbers?.1 ?? 0)])
    try await each(.devices, of: tenant) { contents.add($0) }
    return contents
  }
}

/// Copies all data of a tenant from one store to another: widgets with all their answers, earlier
/// states, removed widgets, the log, the positions of its followers, deliveries to repeat, and
/// devices.
///
/// Responses to repeated requests, reload requests, all other deliveries, and the jobs and
/// timelines that services share are not copied. The log of the copy has a new epoch, which tells
/// its followers that they may have missed changes.
package struct StoreCopy: Sendable {
  private let source: any StoreDriver
  private let target: any StoreDriver

  /// Makes a copy from one store to another.
  package init(from source: any StoreDriver, to target: any StoreDriver) {
    (self.source, self.target) = (source, target)
  }

  /// The name of the note in the target that records the progress of an unfinished copy.
  package static let progress = "copy progress"
  /// The maximum number of rounds for copying changes that were made in the meantime.
  private static let maximumRounds = 20
  /// The maximum number of changed names that a round copies, one by one.
  private static let maximumNames = 100_000

  /// The progress of a copy.
  private struct Progress {
    enum Stage: String, CaseIterable {
      case rows, states, removals, formerNames, log, devices, changes
    }

    var stage = Stage.rows
    /// The key of the row that was copied last.
    var key = RowKey()
    /// The number of the last change in the source that the copied rows include.
    var number: Int

    init(number: Int) { self.number = number }

    init?(_ text: String) {
      let parts = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let stage = Stage(rawValue: String(parts[0])),
        let revision = Int(parts[1]), let number = Int(parts[2])
      else { return nil }
      (self.stage, self.number) = (stage, number)
      key = RowKey(name: String(parts[3]), number: revision)
    }

    var text: String { "\(stage.rawValue)\n\(key.number)\n\(number)\n\(key.name)" }

    /// Goes back to the devices, whose changes are not logged.
    mutating func repeatDevices() { (stage, key) = (.devices, RowKey()) }

    /// Continues with the next stage.
    mutating func advance() {
      let all = Stage.allCases
      let place = all.firstIndex(of: stage).map { $0 + 1 } ?? all.count
      if place < all.count { stage = all[place] }
      key = RowKey()
    }
  }

  /// Copies a tenant, then compares both stores.
  ///
  /// The target must not have data of the tenant, except from an interrupted copy, which is then
  /// continued. Changes that are made in the source during the copy, and devices that are
  /// registered there, are copied too; if this continues for several rounds, the copy fails.
  ///
  /// - Returns: The contents, which are the same in both stores.
  /// - Throws: `StoreError`: `targetNotEmpty`, `copyDiffers`, `copyOvertaken`, and the problems of
  ///   both stores.
  package func copy(_ tenant: Tenant) async throws(StoreError) -> StoreContents {
    let place = target.place
    let noted = try await target.read(tenant) { try $0.note(Self.progress) } ?? nil
    if noted == nil {
      try await target.settleLog(of: tenant)
      let found = try await target.read(tenant) { rows in
        if try !rows.rows(RowQuery(limit: 1, isThin: true)).isEmpty { return true }
        if try !rows.states(.after("", revision: .min, limit: 1)).isEmpty { return true }
        return try rows.logHead().last > 0
      }
      if found == true { throw StoreError(.targetNotEmpty(tenant: tenant.name), file: place) }
    }
    var progress: Progress
    if let known = noted.flatMap({ Progress($0) }) {
      progress = known
    } else {
      progress = try await begun(tenant)
    }
    var isWhole = false
    for _ in 0..<Self.maximumRounds {
      try await copyRows(tenant, &progress)
      let before = try await source.marks(of: [tenant])[tenant]
      let found = try await target.contents(of: tenant)
      let expected = try await source.contents(of: tenant)
      if found == expected {
        try await target.write(tenant) { try $0.setNote(Self.progress, to: nil) }
        return found
      }
      progress.repeatDevices()
      if found.isEqualWithoutDevices(to: expected) { continue }
      let isUnchanged = try await source.marks(of: [tenant])[tenant] == before
      // Some changes, such as the deletion of old states, are not in the log.
      if isUnchanged {
        guard !isWhole else { throw StoreError(.copyDiffers(tenant: tenant.name), file: place) }
        progress = try await begun(tenant)
        isWhole = true
      }
    }
    throw StoreError(.copyOvertaken(tenant: tenant.name), file: source.place)
  }

  /// Starts a copy from the beginning.
  private func begun(_ tenant: Tenant) async throws(StoreError) -> Progress {
    try await target.erase(tenant)
    try await source.settleLog(of: tenant)
    let number = try await source.read(tenant) { try $0.logHead().last } ?? 0
    let progress = Progress(number: number)
    try await target.write(tenant) { try $0.setNote(Self.progress, to: progress.text) }
    return progress
  }

  /// Copies page by page, and stores the progress with each page.
  private func copyRows(_ tenant: Tenant, _ progress: inout Progress) async throws(StoreError) {
    try await source.settleLog(of: tenant)
    while progress.stage != .changes {
      switch progress.stage {
      case .rows:
        try await copyPage(.placed, tenant, &progress) {
          for row in $1.rows { try $0.put(.placed(row)) }
        }
      case .states:
        try await copyPage(.states, tenant, &progress) {
          for row in $1.rows { try $0.put(.state(row)) }
        }
      case .removals:
        try await copyPage(.removals, tenant, &progress) {
          for removed in $1.rows { try $0.put(.removed(removed)) }
        }
      case .formerNames:
        try await copyPage(.formerNames, tenant, &progress) {
          for former in $1.rows { try $0.put(.former(former)) }
        }
      case .log:
        try await copyPage(.log, tenant, &progress) {
          for change in $1.rows { try $0.put(.change(change)) }
        }
      case .devices:
        try await copyPage(.devices, tenant, &progress) { rows, page in
          try Self.removeDevices(except: page, rows)
          try rows.put(.devices(page.rows))
          let widgets = page.rows.map { ($0.id, $0.widgets) }
          try rows.put(.widgets(Dictionary(widgets, uniquingKeysWith: { $1 })))
        }
      case .changes: return
      }
    }
    try await followChanges(tenant, &progress)
    try await copyNumbers(tenant)
  }

  /// Copies the next page of a part, together with the new progress.
  private func copyPage<Row>(
    _ part: StorePart<Row>, _ tenant: Tenant, _ progress: inout Progress,
    _ put: @escaping @Sendable (any StoreTransaction, StorePage<Row>) throws -> Void
  ) async throws(StoreError) {
    let page = try await source.page(part, of: tenant, after: progress.key)
    if let end = page.end { progress.key = end } else { progress.advance() }
    let noted = progress
    try await target.write(tenant) { rows in
      try put(rows, page)
      try rows.setNote(Self.progress, to: noted.text)
    }
  }

  /// Removes the devices in the range of a page that the page does not contain, because the source
  /// no longer has them.
  private static func removeDevices(
    except page: StorePage<StoredDevice>, _ rows: any StoreTransaction
  ) throws {
    let known = Set(page.rows.map(\.id))
    var query = DeviceQuery(limit: partSize)
    query.after = page.start.name
    while true {
      let devices = try rows.devices(query)
      let part = devices.map(\.id).filter { id in
        page.end.map { !WidgetHistory.precedes($0.name, id) } ?? true
      }
      try rows.delete(.devices(part.filter { !known.contains($0) }))
      guard part.count == partSize, let end = part.last else { return }
      query.after = end
    }
  }

  /// Copies again the widgets that were changed after their rows were copied.
  private func followChanges(_ tenant: Tenant, _ progress: inout Progress) async throws(StoreError)
  {
    var (names, number): (Set<String>, Int) = ([], progress.number)
    while true {
      let page = try await source.page(.log, of: tenant, after: RowKey(number: number))
      let changes = page.rows
      for change in changes { names.formUnion([change.name] + [change.newName].compactMap { $0 }) }
      try await target.write(tenant) { rows in
        for change in changes { try rows.put(.change(change)) }
      }
      number = changes.last?.number ?? number
      guard page.end != nil, names.count < Self.maximumNames else { break }
    }
    for name in names.sorted() {
      let found = try await source.read(tenant) { rows in
        (
          placed: try rows.row(name), states: try rows.states(of: name),
          removal: try rows.removals(.one(name)).first,
          former: try rows.formerNames(.one(name)).first
        )
      }
      guard let found else { continue }
      try await target.write(tenant) { rows in
        for records in [
          StoreRecords.placed(name), .states(name, keeping: 0), .removed(name), .former(name),
        ] {
          try rows.delete(records)
        }
        if let row = found.placed { try rows.put(.placed(row)) }
        for row in found.states { try rows.put(.state(row)) }
        if let removed = found.removal { try rows.put(.removed(removed)) }
        if let former = found.former { try rows.put(.former(former)) }
      }
    }
    progress.number = number
    let noted = progress
    try await target.write(tenant) { try $0.setNote(Self.progress, to: noted.text) }
  }

  private func copyNumbers(_ tenant: Tenant) async throws(StoreError) {
    let numbers = try await source.read(tenant) { rows in
      (try rows.logHead().last, try rows.earliestChange(), try rows.greatestRemoved())
    }
    var found: [StoreNote] = []
    try await source.each(.notes, of: tenant) { found.append($0) }
    for note in found { try await copyDeliveries(tenant, to: note.name) }
    let notes = found
    try await target.write(tenant) { rows in
      for note in notes where note.name != Self.progress {
        try rows.setNote(note.name, to: note.text)
      }
      // Data that the source has deleted in the meantime is also deleted here.
      if let earliest = numbers?.1 { try rows.delete(.changes(through: earliest - 1)) }
      try rows.put(.lastChange(numbers?.0 ?? 0))
      try rows.put(.forgotten(revision: numbers?.2 ?? 0))
    }
  }
}

extension StoreCopy {
  /// Copies a follower's deliveries that must be repeated.
  private func copyDeliveries(_ tenant: Tenant, to follower: String) async throws(StoreError) {
    var number = Int.max
    while true {
      let end = number
      let part =
        try await source.read(tenant) {
          try $0.deliveries(
            DeliveryQuery(follower: follower, before: end, state: .waiting, limit: partSize))
        } ?? []
      guard let last = part.last else { return }
      try await target.write(tenant) { rows in
        for delivery in part { try rows.put(.delivery(delivery)) }
      }
      guard part.count == partSize else { return }
      number = last.number
    }
  }
}

extension PlacedWidgetStore {
  /// Removes all data of a widget: its state, its earlier states, and its data in the log.
  ///
  /// The log keeps the numbers of the widget's changes, but not the names, states and actors.
  ///
  /// - Parameter revision: The expected revision in the store; nil for any.
  /// - Returns: Whether anything was removed.
  /// - Throws: `StoreError`, with `conflicts` if another revision is stored.
  package func erase(
    _ name: String, expecting revision: Int? = nil
  ) async throws(StoreError) -> Bool {
    let key = PlacedWidget.key(name)
    guard try await hasData else { return false }
    try await driver.settleLog(of: tenant)
    return try await driver.write(tenant) { rows in
      if let revision, case let found = try rows.revision(of: key), found != revision {
        throw StoreProblem.conflicts([StoreConflict(name: key, expected: revision, found: found)])
      }
      return try rows.erase(.widget(key)) > 0
    }
  }

  /// Replaces a subject in the log with a pseudonym, and removes the devices that the subject
  /// registered.
  ///
  /// - Returns: The number of changes that the subject had made.
  package func erase(
    subject: String, pseudonym: String
  ) async throws(StoreError) -> Int {
    guard try await hasData else { return 0 }
    try await driver.settleLog(of: tenant)
    try await eraseDevices(of: subject.withVisibleNUL)
    let actor = ErasedData.actor(Self.logged(subject), pseudonym: pseudonym, limit: 5_000)
    var count = 0
    while true {
      let done = try await driver.write(tenant) { try $0.erase(actor) }
      count += done
      if done == 0 { return count }
    }
  }
}
