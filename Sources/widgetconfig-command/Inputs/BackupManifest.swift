import InputFiles
import JSONC
import Messages
import WidgetStore

/// The list of the contents of a backup.
struct BackupManifest {
  static let name = "manifest.json"
  static let store = "widgets.sqlite"
  private static let format = 1

  /// The contents of a tenant, as counted in the manifest.
  struct Counts: Equatable {
    var placed, states, removed, changes: Int
    var sum: String
    /// The number of devices and their checksum; nil in a backup of an earlier version.
    var devices: Int?
    var deviceSum: String?

    init(_ contents: StoreContents) {
      (placed, states) = (contents.placed, contents.states)
      (removed, changes) = (contents.removed, contents.changes)
      sum = contents.sum.hexadecimal(digits: 16)
      devices = contents.devices
      deviceSum = contents.deviceSum.hexadecimal(digits: 16)
    }

    /// Whether contents equal those in the manifest.
    func areThose(of contents: StoreContents) -> Bool {
      var found = Counts(contents)
      if devices == nil { found.devices = nil }
      if deviceSum == nil { found.deviceSum = nil }
      return found == self
    }

    init?(_ object: JSONObject) {
      guard let placed = object["placed"]?.intValue, let states = object["states"]?.intValue,
        let removed = object["removed"]?.intValue, let changes = object["changes"]?.intValue,
        let sum = object["sum"]?.stringValue
      else { return nil }
      (self.placed, self.states, self.removed, self.changes) = (placed, states, removed, changes)
      self.sum = sum
      (devices, deviceSum) = (object["devices"]?.intValue, object["deviceSum"]?.stringValue)
    }
  }

  let tenants: [(tenant: Tenant, counts: Counts)]

  init(tenants: [(tenant: Tenant, contents: StoreContents)]) {
    self.tenants = tenants.map { ($0.tenant, Counts($0.contents)) }
  }

  /// Reads the manifest of a backup.
  ///
  /// - Throws: `CommandFailure` if there is none, or if this program cannot read it.
  init(readingFrom folder: String) throws {
    let path = "\(folder)/\(Self.name)"
    guard let bytes = try? FileReading.bytes(atPath: path) else {
      throw CommandFailure(
        .findings, "\(path.harmlessPath): There is no backup here. Name the folder of one.")
    }
    let object = (try? JSONText.parse(bytes))?.objectValue
    guard let object, object["format"]?.intValue == Self.format,
      let list = object["tenants"]?.arrayValue
    else {
      throw CommandFailure(
        .findings,
        "\(path.harmlessPath): This program cannot read the manifest. Use the version that made the backup."
      )
    }
    tenants = try list.map { value in
      guard let entry = value.objectValue, let counts = Counts(entry),
        let tenant = entry["tenant"]?.stringValue.map({ Tenant($0) }) ?? .local
      else {
        throw CommandFailure(
          .findings, "\(path.harmlessPath): The manifest is damaged. Restore another backup."
        )
      }
      return (tenant, counts)
    }
  }

  /// Writes the manifest, and waits until it is on the disk.
  func write(to path: String) throws {
    let list = tenants.map { tenant, counts in
      JSONValue.object(
        JSONObject([
          (key: "tenant", value: tenant == .local ? .null : .string(tenant.name)),
          (key: "placed", value: .integer(counts.placed)),
          (key: "states", value: .integer(counts.states)),
          (key: "removed", value: .integer(counts.removed)),
          (key: "changes", value: .integer(counts.changes)),
          (key: "sum", value: .string(counts.sum)),
          (key: "devices", value: counts.devices.map { .integer($0) } ?? .null),
          (key: "deviceSum", value: counts.deviceSum.map { .string($0) } ?? .null),
        ]))
    }
    let object = JSONObject([
      (key: "format", value: .integer(Self.format)), (key: "tenants", value: .array(list)),
    ])
    let text = try JSONText.write(.object(object), style: .pretty)
    try OutputFile.writeDurableDraft(Array((text + "\n").utf8), to: path)
  }
}
