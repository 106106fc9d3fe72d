import ArgumentParser
import Foundation
import InputFiles
import IntentModel
import JSONC
import Messages
import WidgetFormats
import WidgetStore

/// Copies, backs up, restores, checks and erases whole stores.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Copies, backs up, restores, checks and erases what stores hold.",
    discussion: .help(
      examples: "store check", "store backup backups/today",
      "store copy widgets.sqlite postgres://localhost/widgets"),
    subcommands: [
      StoreCopyCommand.self, StoreBackupCommand.self, StoreRestoreCommand.self,
      StoreCheckCommand.self, StoreTenantsCommand.self, StoreEraseCommand.self,
      StoreEpochCommand.self,
    ])
}

/// What is copied, as help says it.
private let whatIsCopied = """
  The copy has every placed widget with all its answers, hidden ones too, the earlier states, the removed \
  widgets, the log of changes, how far webhooks have come in it and what is sent to them again, and the \
  devices, of all tenants or of the one that --tenant names. What webhooks have \
  accepted is left out, and so are answers to repeated requests, requests of reloads, and timelines and \
  jobs of a service, which are made anew. The log of the copy has another epoch, so that followers read \
  anew.
  """

/// Copies a store to another one.
struct StoreCopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copies a store to another one, and compares both.",
    discussion: .help(
      """
      A store is a file or the URL of a PostgreSQL database, in either direction. \(whatIsCopied)

      The other store must have nothing of a tenant that is copied. A copy that was interrupted goes on \
      where it ended when the command is repeated. A service can go on writing to the first \
      store meanwhile.
      """,
      examples: "store copy widgets.sqlite postgres://localhost/widgets",
      "store copy postgres://localhost/widgets widgets.sqlite",
      "store copy widgets.sqlite acme.sqlite --tenant acme"))

  @Argument(
    help: "The store to copy: a file, or the URL of a PostgreSQL database.", completion: .file())
  var from: String

  @Argument(
    help: "The store to copy to: a file, or the URL of a PostgreSQL database.", completion: .file())
  var to: String

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let (source, target) = (try StorePlace(from), try StorePlace(to))
    let copied = try await source.copy(to: target, shared)
    StorePlace.report(copied, "equal in both stores", shared)
  }
}

/// Copies a store to a folder.
struct StoreBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copies the store to a new folder, and compares both.",
    discussion: .help(
      """
      The folder gets a store in files and a list of what is in it, manifest.json. \(whatIsCopied)

      The folder appears when the copy is complete and was compared.
      """,
      examples: "store backup backups/today", "store backup backups/acme --tenant acme",
      "store backup backups/all --store postgres://localhost/w"))

  @Argument(help: "The folder to make.")
  var folder: String

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let source = try StorePlace(shared)
    let files = FileManager.default
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard !files.fileExists(atPath: folder) else {
      throw CommandFailure(
        .findings, "\(name: folder, limit: 1_000): This already exists. Name a new folder.")
    }
    let own = source.driver.place + StoreLocation.tenantsEnding
    guard !Self.isInside(folder, own) else {
      throw CommandFailure(
        .findings,
        """
        \(name: folder, limit: 1_000): Here the store keeps the files of its tenants. Name another \
        folder.
        """)
    }
    let part = folder + ".part"
    // What an interrupted backup left is of no use.
    try? files.removeItem(atPath: part)
    try StorePlace.explained(part) {
      try files.createDirectory(atPath: part, withIntermediateDirectories: true)
    }
    do {
      let copied = try await source.copy(
        to: try StorePlace("\(part)/\(BackupManifest.store)"), shared)
      try StorePlace.explained(folder) {
        try BackupManifest(tenants: copied).write(to: "\(part)/\(BackupManifest.name)")
        try files.moveItem(atPath: part, toPath: folder)
      }
      StorePlace.report(copied, "equal in the store and in the backup", shared)
    } catch {
      try? files.removeItem(atPath: part)
      throw error
    }
  }

  /// Whether a path is a folder or lies in it.
  private static func isInside(_ path: String, _ folder: String) -> Bool {
    let parts = [path, folder].map { path in
      URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
    }
    return parts[0].starts(with: parts[1])
  }
}

/// Copies a backup to an empty store.
struct StoreRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Copies a backup to the store, and compares both.",
    discussion: .help(
      """
      The backup is first compared with its manifest.json. The store must have nothing of a tenant that is \
      restored.
      """,
      examples: "store restore backups/today", "store restore backups/today --tenant acme",
      "store restore backups/today --store new.sqlite"))

  @Argument(help: "The folder that backup made.", completion: .directory)
  var folder: String

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let manifest = try BackupManifest(readingFrom: folder)
    let source = try StorePlace("\(folder)/\(BackupManifest.store)")
    for (tenant, expected) in manifest.tenants {
      let found = try await StorePlace.asked { () async throws(StoreError) in
        try await source.driver.contents(of: tenant)
      }
      guard expected.areThose(of: found) else {
        throw CommandFailure(
          .findings,
          """
          \(name: folder, limit: 1_000): The backup of \(StorePlace.words(for: tenant)) is not what its \
          manifest.json says. Restore another backup.
          """)
      }
    }
    let target = try StorePlace(shared)
    let copied = try await source.copy(to: target, shared)
    StorePlace.report(copied, "equal in the backup and in the store", shared)
  }
}

/// Reads everything in a store.
struct StoreCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reads all that the store holds, and reports what is damaged.",
    discussion: .help(
      """
      Of a file, SQLite also checks the structure. All tenants are read, or that of --tenant. A store in \
      which nothing was ever stored, or a file of 0 bytes, is a finding: a path may be wrong, or a copy cut \
      off.
      """,
      examples: "store check", "store check --tenant acme",
      "store check --store postgres://localhost/widgets"))

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let place = try StorePlace(shared)
    var problems: [Message] = []
    for tenant in try await place.tenants(shared) {
      let name = StorePlace.words(for: tenant)
      do throws(StoreError) {
        let lines = try await place.driver.integrityProblems(of: tenant)
        problems += lines.map { "\(name): \(name: $0, limit: 200)" }
        let found = try await place.driver.contents(of: tenant, checkingRows: true)
        Terminal.writeLine(StorePlace.line(tenant, found))
        problems += found.damaged.map { .placed(place: name, sentences: [$0.line]) }
      } catch {
        // The other tenants are still read.
        problems.append(.placed(place: name, sentences: [error.line]))
      }
    }
    guard problems.isEmpty else { throw CommandFailure(.findings, problems) }
  }
}

/// Lists the tenants of a store.
struct StoreTenantsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tenants", abstract: "Lists the tenants that have something in the store.",
    discussion: .help(
      """
      Widgets without a tenant are those of this program, and of a service whose tokens name no tenant. \
      Their line is “no tenant”, which no tenant can be named, and they are null in JSON; other \
      commands mean them without --tenant. A store in which there is nothing is a finding: its path may be \
      wrong.
      """,
      examples: "store tenants", "store tenants --format json",
      "store tenants --store postgres://localhost/widgets"))

  @Option(help: "table or json.")
  var format: ListFormat = .table

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let tenants = try await StorePlace(shared).tenants(shared)
    switch format {
    case .table:
      for tenant in tenants {
        Terminal.writeLine(tenant == .local ? StorePlace.words(for: tenant) : tenant.name)
      }
    case .json:
      let names = tenants.map { $0 == .local ? JSONValue.null : .string($0.name) }
      let object = JSONObject([(key: "tenants", value: .array(names))])
      Terminal.writeJSON(try JSONText.write(.object(object), style: .pretty) + "\n")
    }
  }
}

/// Erases a widget, a tenant, or who made changes.
struct StoreEraseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase", abstract: "Erases a widget, all of a tenant, or a subject, for good.",
    discussion: .help(
      """
      A widget goes with its earlier states, and the log keeps only the numbers of its changes. A subject is \
      replaced by a random name in the log, and the devices that it registered are removed. Erase it from \
      backups too: a restore brings back what is in them.
      """,
      examples: "store erase Desk --force", "store erase --all --tenant acme --force",
      "store erase --subject ada --force"))

  @Argument(
    help: "The name of a placed or removed widget.", completion: Completions.placedOrRemoved)
  var name: String?

  @Flag(help: "Everything of the tenant.")
  var all = false

  @Option(help: "The subject of tokens, or the user, as the log has it.")
  var subject: String?

  @Flag(help: "Erase; what is erased cannot be brought back.")
  var force = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard [name != nil, all, subject != nil].count(where: { $0 }) == 1 else {
      throw ValidationError(.giveOneOf(arguments: "<name>, --all, --subject"))
    }
  }

  func run() async throws {
    let place = try StorePlace(shared)
    let tenant = try shared.chosenTenant()
    guard force else {
      throw CommandFailure(
        .usage, "Nothing is erased: what is erased cannot be brought back. Repeat it with --force.")
    }
    let store = PlacedWidgetStore(place.driver, of: tenant)
    if let name {
      let isErased = try await StorePlace.asked { () async throws(StoreError) in
        try await store.erase(name)
      }
      guard isErased else {
        throw CommandFailure(.findings, "\(name: name): There is nothing of this name to erase.")
      }
      try PlacedWidgets(shared).eraseFiles(of: name)
      shared.remark("erased \(name: name)")
    } else if let subject {
      try await place.expect(tenant)
      let pseudonym = PlacedWidgetStore.newPseudonym
      let count = try await StorePlace.asked { () async throws(StoreError) in
        try await store.erase(subject: subject, pseudonym: pseudonym)
      }
      shared.remark("erased the subject of \(count, "change", "changes")")
    } else {
      // Unsaved changes and timelines can lie beside a store in which there is nothing.
      try PlacedWidgets(shared).eraseFiles()
      try await place.expect(tenant)
      try await StorePlace.asked { () async throws(StoreError) in
        try await place.driver.erase(tenant)
      }
      shared.remark("erased all of \(StorePlace.words(for: tenant))")
    }
  }
}

/// Begins another epoch of the log.
struct StoreEpochCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "epoch",
    abstract: "Begins another epoch of the log, after a restore with other tools.",
    discussion: .help(
      """
      Event streams and webhooks know changes by their numbers. After a restore with the tools of the \
      database, or from copied files, a number can be that of another change than before. In another epoch \
      of the log, followers read the lists anew. `store restore` and `store copy` begin one themselves, and \
      so does a service that finds another PostgreSQL server than before. Each tenant has its own epoch.
      """,
      examples: "store epoch", "store epoch --tenant acme",
      "store epoch --store postgres://localhost/widgets"))

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let place = try StorePlace(shared)
    for tenant in try await place.tenants(shared) {
      let store = PlacedWidgetStore(place.driver, of: tenant)
      let epoch = try await StorePlace.asked { () async throws(StoreError) in
        try await store.beginEpoch()
      }
      if let epoch { Terminal.writeLine("\(StorePlace.words(for: tenant)): \(epoch)") }
    }
  }
}

/// A store that a command names.
struct StorePlace {
  let driver: any StoreDriver

  init(_ path: String) throws {
    do {
      driver = try StoreLocation(path: path, origin: .flag).driver()
    } catch {
      throw CommandFailure(.findings, error.line)
    }
  }

  init(_ options: SharedOptions) throws {
    do {
      let location = try StoreLocation.find(flag: options.store, environment: options.environment)
      driver = try location.driver()
    } catch {
      throw CommandFailure(.findings, error.line)
    }
  }

  /// The chosen tenant, or all tenants of the store in the order of their names; at least one.
  ///
  /// - Throws: `CommandFailure` if the store has nothing of them: a path or a name may be wrong.
  func tenants(_ options: SharedOptions) async throws -> [Tenant] {
    if options.tenant != nil {
      let tenant = try options.chosenTenant()
      try await expect(tenant)
      return [tenant]
    }
    let known = try await knownTenants()
    guard !known.isEmpty else { throw nothingThere() }
    return known.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Checks that the store has something of a tenant.
  ///
  /// - Throws: `CommandFailure` if it has not.
  func expect(_ tenant: Tenant) async throws {
    let known = try await knownTenants()
    guard known.contains(tenant) else { throw nothingThere(of: known.isEmpty ? nil : tenant) }
  }

  private func knownTenants() async throws -> [Tenant] {
    try await Self.asked { () async throws(StoreError) in try await driver.tenants() }
  }

  /// Copies the chosen tenants to another store, and returns what both have.
  func copy(
    to target: StorePlace, _ options: SharedOptions
  ) async throws -> [(tenant: Tenant, contents: StoreContents)] {
    guard driver.place != target.driver.place else {
      throw CommandFailure(
        .usage, "\(name: driver.place, limit: 1_000): A store cannot be copied to itself.")
    }
    var copied: [(tenant: Tenant, contents: StoreContents)] = []
    let copy = StoreCopy(from: driver, to: target.driver)
    for tenant in try await tenants(options) {
      let contents = try await Self.asked { () async throws(StoreError) in
        try await copy.copy(tenant)
      }
      copied.append((tenant, contents))
    }
    return copied
  }

  /// The failure for a store in which there is nothing, or nothing of a tenant.
  private func nothingThere(of tenant: Tenant? = nil) -> CommandFailure {
    let problem: Message =
      switch tenant {
      case nil: "There is nothing in this store. Check its path."
      case .local?: "There is nothing without a tenant in this store. Name one with --tenant."
      case let tenant?:
        "There is nothing of \(Self.words(for: tenant)) in this store. Check --tenant."
      }
    return CommandFailure(.findings, "\(name: driver.place, limit: 1_000): \(problem)")
  }

  /// Prints what was copied and compared.
  static func report(
    _ copied: [(tenant: Tenant, contents: StoreContents)], _ compared: String,
    _ options: SharedOptions
  ) {
    for (tenant, contents) in copied { Terminal.writeLine(line(tenant, contents)) }
    options.remark(
      "Names, answers, definitions, states, numbers, times and devices were compared: \(compared).")
  }

  /// What a tenant has, in one line.
  static func line(_ tenant: Tenant, _ contents: StoreContents) -> String {
    let counts: Message = """
      \(contents.placed, "placed widget", "placed widgets"), \
      \(contents.states, "earlier state", "earlier states"), \
      \(contents.removed, "removed widget", "removed widgets"), \
      \(contents.changes, "change", "changes")
      """
    return "\(words(for: tenant)): \(counts.text())"
  }

  /// A tenant in a line.
  static func words(for tenant: Tenant) -> String {
    tenant == .local ? "no tenant" : "tenant \(tenant.name)"
  }

  /// The result of a call to a store; turns its errors into command failures.
  static func asked<Result>(
    _ body: () async throws(StoreError) -> Result
  ) async throws -> Result {
    try await PlacedWidgets.asked(body)
  }

  /// Turns errors of the file system into command failures.
  fileprivate static func explained(_ path: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      let cause = (error as NSError).localizedDescription
      throw CommandFailure(
        .findings, "\(name: path, limit: 1_000): It cannot be written: \(name: cause, limit: 200)")
    }
  }
}

/// The list of what is in a backup.
struct BackupManifest {
  static let name = "manifest.json"
  static let store = "widgets.sqlite"
  private static let format = 1

  /// What a tenant has, as the manifest says it.
  struct Counts: Equatable {
    var placed, states, removed, changes: Int
    var sum: String
    /// The number of devices and their sum; nil in a backup of an earlier version.
    var devices: Int?
    var deviceSum: String?

    init(_ contents: StoreContents) {
      (placed, states) = (contents.placed, contents.states)
      (removed, changes) = (contents.removed, contents.changes)
      sum = contents.sum.hexadecimal(digits: 16)
      devices = contents.devices
      deviceSum = contents.deviceSum.hexadecimal(digits: 16)
    }

    /// Whether contents are those that the manifest says.
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
  /// - Throws: `CommandFailure` if there is none, or none that this program can read.
  init(readingFrom folder: String) throws {
    let path = "\(folder)/\(Self.name)"
    guard let bytes = try? FileReading.bytes(atPath: path) else {
      throw CommandFailure(
        .findings, "\(name: path, limit: 1_000): There is no backup here. Name the folder of one.")
    }
    let object = (try? JSONText.parse(bytes))?.objectValue
    guard let object, object["format"]?.intValue == Self.format,
      let list = object["tenants"]?.arrayValue
    else {
      throw CommandFailure(
        .findings,
        "\(name: path, limit: 1_000): This program cannot read the manifest. Use the version that made the backup."
      )
    }
    tenants = try list.map { value in
      guard let entry = value.objectValue, let counts = Counts(entry),
        let tenant = entry["tenant"]?.stringValue.map({ Tenant($0) }) ?? .local
      else {
        throw CommandFailure(
          .findings, "\(name: path, limit: 1_000): The manifest is damaged. Restore another backup."
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
