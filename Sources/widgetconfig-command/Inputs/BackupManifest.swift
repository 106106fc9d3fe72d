import InputFiles
import JSONC
import JSONCodings
import Messages
import WidgetStore

/// The list of the contents of a backup.
struct BackupManifest {
  static let name = "manifest.json"
  static let store = "widgets.sqlite"
  private static let format = 1

  private enum Key: String, JSONKey {
    case format, tenants
  }

  /// The keys of a tenant's entry.
  private enum TenantKey: String, JSONKey {
    case tenant, placed, states, removed, changes, sum, devices, deviceSum
  }

  /// The contents of a tenant, as the manifest counts them.
  struct Counts: Equatable {
    var placed, states, removed, changes: Int
    var sum: String
    /// The number of devices and their checksum; nil in a backup from an earlier version.
    var devices: Int?
    var deviceSum: String?

    init(_ contents: StoreContents) {
      (placed, states) = (contents.placed, contents.states)
      (removed, changes) = (contents.removed, contents.changes)
      sum = contents.sum.hexadecimal(digits: 16)
      devices = contents.devices
      deviceSum = contents.deviceSum.hexadecimal(digits: 16)
    }

    /// Whether the given contents match the manifest.
    func areThose(of contents: StoreContents) -> Bool {
      var found = Counts(contents)
      if devices == nil { found.devices = nil }
      if deviceSum == nil { found.deviceSum = nil }
      return found == self
    }

    init?(_ object: JSONObject) {
      func number(_ key: TenantKey) -> Int? { object[key.rawValue]?.intValue }
      func text(_ key: TenantKey) -> String? { object[key.rawValue]?.stringValue }
      guard let placed = number(.placed), let states = number(.states),
        let removed = number(.removed), let changes = number(.changes), let sum = text(.sum)
      else { return nil }
      (self.placed, self.states, self.removed, self.changes) = (placed, states, removed, changes)
      self.sum = sum
      (devices, deviceSum) = (number(.devices), text(.deviceSum))
    }
  }

  let tenants: [(tenant: Tenant, counts: Counts)]

  init(tenants: [(tenant: Tenant, contents: StoreContents)]) {
    self.tenants = tenants.map { ($0.tenant, Counts($0.contents)) }
  }

  /// Reads the manifest of a backup.
  ///
  /// - Throws: `CommandFailure` if there is no manifest, or if this program cannot read it.
  init(readingFrom folder: String) throws {
    let path = "\(folder)/\(Self.name)"
    guard let bytes = try? FileReading.bytes(atPath: path) else {
      throw CommandFailure(
        .findings, "\(path.harmlessPath): There is no backup here. Name the folder of a backup.")
    }
    let object = (try? JSONText.parse(bytes))?.objectValue
    guard let object, object[Key.format.rawValue]?.intValue == Self.format,
      let list = object[Key.tenants.rawValue]?.arrayValue
    else {
      throw CommandFailure(
        .findings,
        "\(path.harmlessPath): This program cannot read the manifest. Use the version that made the backup."
      )
    }
    tenants = try list.map { value in
      guard let entry = value.objectValue, let counts = Counts(entry),
        let tenant = entry[TenantKey.tenant.rawValue]?.stringValue.map({ Tenant($0) }) ?? .local
      else {
        throw CommandFailure(
          .findings, "\(path.harmlessPath): The manifest is damaged. Restore another backup."
        )
      }
      return (tenant, counts)
    }
  }

  /// Writes the manifest, and waits until it is on disk.
  func write(to path: String) throws {
    let list = tenants.map { tenant, counts in
      var entry = JSONBuilder<TenantKey>()
      entry.set(.tenant, tenant == .local ? JSONValue.null : .string(tenant.name))
      entry.set(.placed, counts.placed)
      entry.set(.states, counts.states)
      entry.set(.removed, counts.removed)
      entry.set(.changes, counts.changes)
      entry.set(.sum, counts.sum)
      entry.set(.devices, counts.devices)
      entry.set(.deviceSum, counts.deviceSum)
      return entry.value
    }
    var manifest = JSONBuilder<Key>()
    manifest.set(.format, Self.format)
    manifest.set(.tenants, list)
    let text = try JSONText.write(manifest.value, style: .pretty)
    try OutputFile.writeDurableDraft(Array((text + "\n").utf8), to: path)
  }
}
