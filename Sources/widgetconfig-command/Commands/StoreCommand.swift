import ArgumentParser
import Foundation
import JSONC
import Messages
import WidgetFormats
import WidgetStore

// Examples that appear in the help of a command and of its subcommands.
private let checkingStore = "store check"
private let backingUpStore = "store backup backups/today"
private let copyingStore = "store copy widgets.sqlite postgres://localhost/widgets"

/// Copies, backs up, restores, checks and erases whole stores.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Copies, backs up, restores, checks and erases stores.",
    discussion: .help(examples: checkingStore, backingUpStore, copyingStore),
    subcommands: [
      StoreCopyCommand.self, StoreBackupCommand.self, StoreRestoreCommand.self,
      StoreCheckCommand.self, StoreTenantsCommand.self, StoreEraseCommand.self,
      StoreEpochCommand.self,
    ])
}

/// The description, in help, of the data that is copied.
private let whatIsCopied = """
  The copy has the data of all tenants, or of the tenant that --tenant names: every placed widget \
  with all its answers, hidden ones too; the earlier states and the removed widgets; the log of \
  changes; the progress of webhooks and the changes to send to them again; and the devices. \
  It leaves out changes that webhooks have accepted, stored responses to repeated requests, reload \
  requests, and the timelines and jobs of a service, which the service makes again. The log of the \
  copy has a new epoch, so followers read the lists again.
  """

/// Copies a store to another store.
struct StoreCopyCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copies a store to another store, and compares both.",
    discussion: .help(
      """
      A store is a file or the URL of a PostgreSQL database, in either direction. \(whatIsCopied)

      The other store must have no data of a tenant that is copied. If a copy was interrupted, \
      repeat the command: it continues where it stopped. A service can continue to write to the \
      first store in the meantime.
      """,
      examples: copyingStore,
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
struct StoreBackupCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copies the store to a new folder, and compares both.",
    discussion: .help(
      """
      The folder gets a store in files and a list of its content, \(BackupManifest.name). \
      \(whatIsCopied)

      The folder appears when the copy is complete and has been compared.
      """,
      examples: backingUpStore, "store backup backups/acme --tenant acme",
      "store backup backups/all --store postgres://localhost/w"))

  @Argument(help: "The folder to make.")
  var folder: String

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let source = try StorePlace(shared)
    let files = FileManager.default
    let folder = FolderSearch.trimmed(folder)
    guard !files.fileExists(atPath: folder) else {
      throw CommandFailure(
        .findings, "\(folder.harmlessPath): This already exists. Name a new folder.")
    }
    let own = source.driver.place + StoreLocation.tenantsEnding
    guard !Self.isInside(folder, own) else {
      throw CommandFailure(
        .findings,
        """
        \(folder.harmlessPath): The store keeps the files of its tenants here. Name another \
        folder.
        """)
    }
    let part = folder + Self.partEnding
    removeLeftovers(beside: part)
    guard !files.fileExists(atPath: "\(part)/\(BackupManifest.name)") else {
      throw CommandFailure(
        .findings,
        "\(part.harmlessPath): This is a whole backup. \(phrase: Self.elsewhere)")
    }
    let isBusy: Message =
      "\(part.harmlessPath): Another backup is being made here. Wait for it, or name a new folder."
    guard !files.fileExists(atPath: part) else {
      // While a backup is running, it holds the lock of its folder.
      let isTaken: Message =
        "\(part.harmlessPath): This was not left by an interrupted backup. \(phrase: Self.elsewhere)"
      throw CommandFailure(.findings, FolderLock(ifFree: part) == nil ? isBusy : isTaken)
    }
    try StorePlace.explained(part) {
      try files.createDirectory(atPath: part, withIntermediateDirectories: true)
    }
    // If the lock cannot be taken, another backup has just begun.
    guard let lock = FolderLock(ifFree: part) else { throw CommandFailure(.findings, isBusy) }
    defer { withExtendedLifetime(lock) {} }
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

  /// The suffix of a folder with an incomplete backup.
  private static let partEnding = ".part"
  private static let elsewhere: Message = "Give it another name, or name a new folder."

  /// Removes the remains of killed backups next to a folder, because they contain data of tenants.
  private func removeLeftovers(beside part: String) {
    let files = FileManager.default
    let parent = URL(filePath: part).deletingLastPathComponent()
    let names = (try? files.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names.sorted() where name.hasSuffix(Self.partEnding) {
      let path = parent.appending(path: name).path
      guard let content = try? files.contentsOfDirectory(atPath: path) else { continue }
      // If a folder with this suffix belongs to another program, it contains other files.
      let isOfBackup = content.allSatisfy { $0.hasPrefix(BackupManifest.store) }
      // A folder with a manifest is a complete backup to which somebody has given such a name.
      guard !content.contains(BackupManifest.name) else { continue }
      let isOwn = URL(filePath: part).lastPathComponent == name
      guard isOfBackup, isOwn || !content.isEmpty, let lock = FolderLock(ifFree: path) else {
        continue
      }
      withExtendedLifetime(lock) { try? files.removeItem(atPath: path) }
      guard !files.fileExists(atPath: path) else { continue }
      shared.remark("Removed the remains of an interrupted backup: \(path.harmlessPath)")
    }
  }

  /// Whether a path is a folder or inside of it.
  private static func isInside(_ path: String, _ folder: String) -> Bool {
    let parts = [path, folder].map { path in
      URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
    }
    return parts[0].starts(with: parts[1])
  }
}

/// Copies a backup to an empty store.
struct StoreRestoreCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Copies a backup to the store, and compares both.",
    discussion: .help(
      """
      The backup is first compared with its \(BackupManifest.name). The store must have no data of a \
      tenant that is restored.
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
      let found = try await PlacedWidgets.asked { () async throws(StoreError) in
        try await source.driver.contents(of: tenant)
      }
      guard expected.areThose(of: found) else {
        throw CommandFailure(
          .findings,
          """
          \(folder.harmlessPath): The backup of \(StorePlace.words(for: tenant)) does not match \
          its \(BackupManifest.name). Restore another backup.
          """)
      }
    }
    let target = try StorePlace(shared)
    let copied = try await source.copy(to: target, shared)
    StorePlace.report(copied, "equal in the backup and in the store", shared)
  }
}

/// Reads everything in a store.
struct StoreCheckCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reads everything in the store, and reports damage.",
    discussion: .help(
      """
      If it is a file, SQLite also checks the structure. All tenants are read, or the tenant that \
      --tenant names. If nothing was ever stored in the store, or if it is a file of 0 bytes, that \
      is a finding: the path may be wrong, or a copy may have been cut off.
      """,
      examples: checkingStore, "store check --tenant acme",
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
        Terminal.writeSentences([StorePlace.line(tenant, found)])
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
struct StoreTenantsCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "tenants", abstract: "Lists the tenants that have data in the store.",
    discussion: .help(
      """
      Widgets without a tenant belong to this program, and to a service whose tokens name no \
      tenant. They are listed as “\(StorePlace.words(for: .local))”, a name that no tenant can \
      have, and as null in JSON. Other commands use them without --tenant. An empty store is a \
      finding: its path may be wrong.
      """,
      examples: "store tenants", "store tenants --format json",
      "store tenants --store postgres://localhost/widgets"))

  @Option(help: .listFormat)
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

/// Erases a widget, a tenant, or the actor of changes.
struct StoreEraseCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erases a widget, all data of a tenant, or a subject, for good.",
    discussion: .help(
      """
      A widget is erased with its earlier states, and the log keeps only the numbers of its \
      changes. A subject is replaced by a random name in the log, and the devices that it \
      registered are removed. Erase the data from backups too: a restore would bring it back.
      """,
      examples: "store erase Desk --force", "store erase --all --tenant acme --force",
      "store erase --subject ada --force"))

  @Argument(
    help: "The name of a placed or removed widget.", completion: Completions.placedOrRemoved)
  var name: String?

  @Flag(help: "All data of the tenant.")
  var all = false

  @Option(help: "The subject of tokens, or the user, as in the log.")
  var subject: String?

  @Flag(help: "Erase; this cannot be undone.")
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
        .usage,
        "Nothing is erased, because erasing cannot be undone. Repeat the command with --force.")
    }
    let store = PlacedWidgetStore(place.driver, of: tenant)
    if let name {
      let isErased = try await PlacedWidgets.asked { () async throws(StoreError) in
        try await store.erase(name)
      }
      guard isErased else {
        throw CommandFailure(.findings, "\(name: name): There is nothing with this name to erase.")
      }
      try PlacedWidgets(shared).eraseFiles(of: name)
      shared.remark("erased \(name: name)")
    } else if let subject {
      try await place.expect(tenant)
      let pseudonym = PlacedWidgetStore.newPseudonym
      let count = try await PlacedWidgets.asked { () async throws(StoreError) in
        try await store.erase(subject: subject, pseudonym: pseudonym)
      }
      shared.remark("erased the subject of \(count, "change", "changes")")
    } else {
      // Even if the store is empty, there can be unsaved changes and timelines next to it.
      try PlacedWidgets(shared).eraseFiles()
      try await place.expect(tenant)
      try await PlacedWidgets.asked { () async throws(StoreError) in
        try await place.driver.erase(tenant)
      }
      shared.remark("erased all of \(StorePlace.words(for: tenant))")
    }
  }
}

/// Begins a new epoch of the log.
struct StoreEpochCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "epoch",
    abstract: "Begins a new epoch of the log, after a restore with other tools.",
    discussion: .help(
      """
      Event streams and webhooks know changes by their numbers. After a restore with the tools of \
      the database, or from copied files, a number can mean a different change. In a new epoch of \
      the log, followers read the lists again. `store restore` and `store copy` begin one \
      themselves, and so does a service that finds a different PostgreSQL server. Each tenant has \
      its own epoch.
      """,
      examples: "store epoch", "store epoch --tenant acme",
      "store epoch --store postgres://localhost/widgets"))

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let place = try StorePlace(shared)
    for tenant in try await place.tenants(shared) {
      let store = PlacedWidgetStore(place.driver, of: tenant)
      let epoch = try await PlacedWidgets.asked { () async throws(StoreError) in
        try await store.beginEpoch()
      }
      if let epoch { Terminal.writeLine("\(StorePlace.words(for: tenant)): \(epoch)") }
    }
  }
}
