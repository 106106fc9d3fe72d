import Foundation
import Testing
import WidgetTestSupport

/// The commands that maintain stores: copy, backup, restore, check, tenants, erase.
@Suite(.startsPrograms) struct StoreCommandTests {
  /// Makes the locations that a store can be copied to.
  private func places(_ sandbox: Sandbox) throws -> [String] {
    let file = [sandbox.path("copy.sqlite")]
    guard PostgresServer.isInstalled else { return file }
    let server = try PostgresServer.shared()
    return file + [server.url(of: try server.makeDatabase())]
  }

  private func run(
    _ sandbox: Sandbox, _ arguments: String..., status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> FinishedProgram {
    let run = try sandbox.run(arguments)
    #expect(run.status == status, "\(run.errors)", sourceLocation: sourceLocation)
    return run
  }

  /// Places widgets, including widgets of tenants: one has a hidden answer, one has a history, and
  /// one is removed.
  private func fill(_ sandbox: Sandbox) throws {
    for tenant in [[], ["--tenant", "acme"], ["--tenant", "local"]] {
      for emphasis in ["0.25", "0.75"] {
        for name in ["Desk", "Gone"] {
          let run = try sandbox.run(
            ["edit", "Verse", "--name", name, "-q", "--set", "isDedicated=true"]
              + ["--set", "dedication=Ada", "--set", "emphasis=\(emphasis)"] + tenant)
          #expect(run.status == 0, "\(run.errors)")
        }
      }
      // The dedication is now hidden, but kept.
      for arguments in [
        ["edit", "Verse", "--name", "Desk", "-q", "--set", "isDedicated=false"],
        ["remove", "Gone", "--force", "-q"],
      ] {
        #expect(try sandbox.run(arguments + tenant).status == 0)
      }
    }
  }

  @Test func `A new epoch begins for each tenant, in files and in a database`() throws {
    let sandbox = try Sandbox()
    let missing = try run(sandbox, "store", "epoch", status: 1)
    #expect(missing.errors.contains("There is nothing in this store."))
    try fill(sandbox)
    func epochs(_ arguments: String...) throws -> [Substring: Substring] {
      let run = try sandbox.run(["store", "epoch"] + arguments)
      #expect(run.status == 0, "\(run.errors)")
      return Dictionary(
        run.output.split(separator: "\n").map { line in
          let parts = line.split(separator: ": ", maxSplits: 1)
          return (parts[0], parts.count == 2 ? parts[1] : "")
        }, uniquingKeysWith: { first, _ in first })
    }
    let (first, second) = (try epochs(), try epochs())
    #expect(first.keys.sorted() == ["no tenant", "tenant acme", "tenant local"])
    #expect(Set(first.values).union(second.values).count == 6)
    #expect(try epochs("--tenant", "acme").keys.sorted() == ["tenant acme"])
    guard PostgresServer.isInstalled else { return }
    let server = try PostgresServer.shared()
    let url = server.url(of: try server.makeDatabase())
    _ = try run(sandbox, "store", "copy", sandbox.path("store.sqlite"), url, "-q")
    let (one, other) = (try epochs("--store", url), try epochs("--store", url))
    #expect(one.keys.sorted() == first.keys.sorted())
    #expect(Set(one.values).union(other.values).count == 6)
    #expect(try epochs("--store", url, "--tenant", "acme").keys.sorted() == ["tenant acme"])
  }

  @Test func `A backup has hidden answers, earlier states and all tenants`() throws {
    let sandbox = try Sandbox()
    try fill(sandbox)
    let lines = """
      no tenant: 1 placed widget, 4 earlier states, 1 removed widget, 6 changes
      tenant acme: 1 placed widget, 4 earlier states, 1 removed widget, 6 changes
      tenant local: 1 placed widget, 4 earlier states, 1 removed widget, 6 changes

      """
    #expect(try run(sandbox, "store", "check").output == lines)
    #expect(try run(sandbox, "store", "backup", "kept", "-q").output == lines)
    #expect(
      try run(sandbox, "store", "backup", "kept", status: 1).errors.contains("already exists"))
    #expect(try run(sandbox, "store", "tenants").output == "no tenant\nacme\nlocal\n")
    for place in try places(sandbox) {
      #expect(try run(sandbox, "store", "restore", "kept", "--store", place, "-q").output == lines)
      for tenant in [[], ["--tenant", "acme"], ["--tenant", "local"]] {
        let there = ["--store", place] + tenant
        let shown = try sandbox.run(["show", "Desk"] + there)
        #expect(shown.output.contains("revision    3"), "\(shown.errors)")
        // The hidden answer is shown again together with its parent.
        let edit = ["edit", "Verse", "--name", "Desk", "-q", "--set", "isDedicated=true"]
        #expect(try sandbox.run(edit + there).status == 0)
        #expect(try sandbox.run(["export", "Desk"] + there).output.contains("\"Ada\""))
        #expect(try sandbox.run(["restore", "Gone", "-q"] + there).status == 0)
        #expect(try sandbox.run(["export", "Gone"] + there).output.contains("0.75"))
      }
      // An empty list is not a sign of lost data while other tenants have widgets in the store.
      let none = try sandbox.run(["list", "--tenant", "globex", "--store", place])
      #expect(none.output.contains("none yet"))
      #expect(none.errors.contains("widgetconfig store tenants --store"), "\(none.errors)")
      #expect(try sandbox.run(["list", "--store", place]).errors.isEmpty)
      let again = try run(sandbox, "store", "restore", "kept", "--store", place, status: 1)
      #expect(
        again.errors.contains("The store already has data of the widgets without a tenant."))
      // The remedy names the store that blocks the restore, not the store in the environment
      // variable.
      let command = try #require(again.errors.split(separator: ": widgetconfig ").last)
      let erase = command.split(separator: "\n").joined() + " --force"
      #expect(try sandbox.shell("\"$0\" " + erase).status == 0)
      // Now the tenants block the restore; the widgets without a tenant no longer do.
      let third = try run(sandbox, "store", "restore", "kept", "--store", place, status: 1)
      #expect(third.errors.contains("The store already has data of the tenant acme."))
    }
    #expect(try run(sandbox, "store", "tenants").output == "no tenant\nacme\nlocal\n")
    // A backup that was changed is not restored.
    let changed = ["edit", "Verse", "--name", "Desk", "-q", "--set", "emphasis=1"]
    #expect(
      try sandbox.run(changed + ["--store", sandbox.path("kept/widgets.sqlite")]).status == 0)
    let other = sandbox.path("other.sqlite")
    let refused = try run(sandbox, "store", "restore", "kept", "--store", other, status: 1)
    #expect(refused.errors.contains("does not match its manifest.json"), "\(refused.errors)")
    #expect(try !sandbox.names().contains("other.sqlite"))
  }

  @Test func `A store is copied to a database and back, as a whole or for one tenant`() throws {
    let sandbox = try Sandbox()
    try fill(sandbox)
    let store = sandbox.path("store.sqlite")
    for place in try places(sandbox) {
      let there = try run(sandbox, "store", "copy", store, place)
      #expect(there.output.split(separator: "\n").count == 3)
      #expect(there.errors.contains("equal in both stores"))
      let back = sandbox.path("back-\(place.count).sqlite")
      #expect(try run(sandbox, "store", "copy", place, back).output == there.output)
      let one = sandbox.path("one-\(place.count).sqlite")
      let acme = try run(sandbox, "store", "copy", place, one, "--tenant", "acme", "-q").output
      #expect(
        acme == "tenant acme: 1 placed widget, 4 earlier states, 1 removed widget, 6 changes\n")
    }
    let same = try run(sandbox, "store", "copy", store, store, status: 2)
    #expect(same.errors.contains("cannot be copied to itself"))
    let nothing = try run(sandbox, "store", "copy", sandbox.path("no"), store, status: 1)
    #expect(nothing.errors.contains("There is nothing in this store"), "\(nothing.errors)")
  }

  @Test func `Erasing removes its target and nothing else`() throws {
    let sandbox = try Sandbox()
    try fill(sandbox)
    #expect(try run(sandbox, "store", "erase", "Desk", status: 2).errors.contains("--force"))
    _ = try run(sandbox, "store", "erase", "Desk", "--force")
    #expect(try run(sandbox, "history", "Desk", status: 1).errors.contains("Nothing is placed"))
    #expect(try run(sandbox, "store", "erase", "Desk", "--force", status: 1).output.isEmpty)
    #expect(try run(sandbox, "show", "Desk", "--tenant", "acme").output.contains("revision    3"))
    _ = try run(sandbox, "store", "erase", "--all", "--tenant", "acme", "--force")
    #expect(try run(sandbox, "store", "tenants").output == "no tenant\nlocal\n")
    let wrong = try run(sandbox, "show", "Desk", "--tenant", "a b", status: 2)
    #expect(wrong.errors.contains("1 to 100 visible ASCII characters"))
    for arguments in [["store", "erase"], ["store", "erase", "Desk", "--all"]] {
      #expect(try sandbox.run(arguments).status == 2)
    }
  }

  /// Commands that read or change the content of a store.
  private static let ofStores = [
    ["store", "check"], ["store", "tenants"], ["store", "tenants", "--format", "json"],
    ["store", "epoch"], ["store", "backup", "kept"],
    ["store", "copy", "store.sqlite", "other.sqlite"],
    ["store", "erase", "--all", "--force"], ["store", "erase", "--subject", "ada", "--force"],
  ]

  @Test func `A missing store, or one of 0 bytes, is not an empty store`() throws {
    let sandbox = try Sandbox()
    for command in Self.ofStores {
      for tenant in [[], ["--tenant", "acme"]] {
        let missing = try sandbox.run(command + tenant)
        #expect(missing.status == 1 && missing.output.isEmpty, "\(command) \(missing.output)")
        #expect(
          missing.errors.hasSuffix(
            "store.sqlite: There is nothing in this store. Check its path.\n"), "\(command)")
      }
    }
    #expect(try sandbox.names().isEmpty)
    // This file is what a copy on a full disk can leave behind.
    _ = try sandbox.write("", to: "store.sqlite")
    let empty = try run(sandbox, "store", "check", status: 1)
    #expect(empty.errors.contains("no tenant: The file has 0 bytes."), "\(empty.errors)")
    #expect(empty.errors.contains("restore a backup"))
    // The remedy for making a new store is followed.
    try FileManager.default.removeItem(atPath: sandbox.path("store.sqlite"))
    try fill(sandbox)
    _ = try run(sandbox, "store", "check")
    // A misspelled tenant is an error, and is not treated as a tenant without widgets.
    let before = try sandbox.names()
    for command in Self.ofStores {
      let other = try sandbox.run(command + ["--tenant", "acne"])
      #expect(other.status == 1 && other.output.isEmpty, "\(command) \(other.output)")
      #expect(
        other.errors.hasSuffix(
          "store.sqlite: The store has no data of tenant acne. Check --tenant.\n"))
    }
    #expect(try sandbox.names() == before)
    #expect(try run(sandbox, "store", "tenants", "--tenant", "acme").output == "acme\n")
    // The file of a single tenant also counts as part of a store.
    let folder = sandbox.path("store.sqlite.tenants")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    try Data().write(to: URL(filePath: folder + "/" + (files.first ?? "")))
    let half = try run(sandbox, "store", "check", status: 1)
    #expect(half.errors.contains("tenant acme: The file has 0 bytes."), "\(half.errors)")
    #expect(half.output.contains("no tenant: 1 placed widget"))
  }

  @Test func `A failed backup leaves nothing, and no backup is made inside the store`() throws {
    let sandbox = try Sandbox()
    let nothing = try run(sandbox, "store", "backup", "kept", status: 1)
    #expect(nothing.errors.contains("There is nothing in this store."), "\(nothing.errors)")
    #expect(try sandbox.names().isEmpty)
    _ = try run(sandbox, "edit", "Verse", "--name", "Desk", "-q", "--set", "emphasis=0.25")
    let before = try sandbox.names()
    for folder in ["store.sqlite.tenants", "./x/../store.sqlite.tenants/kept"] {
      let refused = try run(sandbox, "store", "backup", folder, status: 1)
      #expect(refused.errors.contains("The store keeps the files of its tenants"))
    }
    #expect(try sandbox.names() == before)
    // The next backup removes the remains of interrupted ones, whatever their name; other files
    // stay.
    let files = FileManager.default
    for (name, file) in [
      ("monday.part", "widgets.sqlite-wal"), ("kept.part", "widgets.sqlite"),
      ("film.part", "1.mov"),
      ("empty.part", ""),
    ] {
      try files.createDirectory(atPath: sandbox.path(name), withIntermediateDirectories: true)
      guard !file.isEmpty else { continue }
      try Data("x".utf8).write(to: URL(filePath: sandbox.path("\(name)/\(file)")))
    }
    // A running backup holds the lock of its folder.
    let running = sandbox.path("running.part")
    try files.createDirectory(atPath: running, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: running + "/widgets.sqlite"))
    let descriptor = open(running, O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let said = try run(sandbox, "store", "backup", "kept")
    #expect(said.errors.contains("monday.part"), "\(said.errors)")
    #expect(try sandbox.names().contains("kept"))
    #expect(
      try sandbox.names().filter { $0.hasSuffix(".part") }.sorted()
        == ["empty.part", "film.part", "running.part"])
    #expect(
      try run(sandbox, "store", "backup", "running", status: 1).errors
        .contains("Another backup is being made here."))
    // Other people's files and folders also stay, even if they have the backup's name.
    _ = try sandbox.write("mine", to: "own.part")
    _ = try sandbox.write("mine", to: "other.part/thesis.txt")
    for name in ["own", "other"] {
      let said = try run(sandbox, "store", "backup", name, status: 1).errors
      #expect(
        said.contains("\(name).part: This was not left by an interrupted backup."), "\(said)")
    }
    #expect(try sandbox.read("own.part") == "mine")
    #expect(try sandbox.read("other.part/thesis.txt") == "mine")
    // A complete backup with such a name is kept.
    try files.moveItem(atPath: sandbox.path("kept"), toPath: sandbox.path("whole.part"))
    _ = try run(sandbox, "store", "backup", "next")
    let refused = try run(sandbox, "store", "backup", "whole", status: 1)
    #expect(refused.errors.contains("whole.part: This is a whole backup."), "\(refused.errors)")
    #expect(files.fileExists(atPath: sandbox.path("whole.part/manifest.json")))
  }

  @Test func `A backup has the devices, and one without devices can still be restored`() throws {
    let sandbox = try Sandbox()
    _ = try run(sandbox, "edit", "Verse", "--name", "Desk", "-q", "--set", "emphasis=0.25")
    _ = try run(sandbox, "store", "backup", "kept", "-q")
    let manifest = sandbox.path("kept/manifest.json")
    let text = try String(contentsOfFile: manifest, encoding: .utf8)
    #expect(text.contains("\"devices\": 0"), "\(text)")
    // The manifest of an earlier version does not list the devices.
    let older = text.split(separator: "\n").filter { !$0.contains("device") }
      .joined(separator: "\n").replacing(/("sum": "[0-9a-f]+"),/) { $0.1 }
    try older.write(toFile: manifest, atomically: true, encoding: .utf8)
    _ = try run(sandbox, "store", "restore", "kept", "--store", sandbox.path("other.sqlite"))
    try text.replacing("\"devices\": 0", with: "\"devices\": 1")
      .write(toFile: manifest, atomically: true, encoding: .utf8)
    let wrong = try run(
      sandbox, "store", "restore", "kept", "--store", sandbox.path("third.sqlite"), status: 1)
    #expect(wrong.errors.contains("does not match its manifest.json"), "\(wrong.errors)")
  }

  @Test func `Every command that reads a named file gives up on a silent pipe`() throws {
    let sandbox = try Sandbox()
    let made = try sandbox.shell("mkfifo ff")
    #expect(made.status == 0, "\(made.errors)")
    for line in ["import ff", "validate Verse ff"] {
      let run = try sandbox.shell("timeout 200 \"$0\" \(line)")
      #expect(run.status != 124, "\(line)")
      #expect(run.errors.contains("No data arrived within 5 seconds."), "\(line): \(run.errors)")
    }
  }

  @Test func `A damaged store is reported and does not cause a trap`() throws {
    let sandbox = try Sandbox()
    try fill(sandbox)
    let path = sandbox.path("store.sqlite")
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replaceSubrange(
      (bytes.count / 2)..<(bytes.count / 2 + 4_096), with: Data(repeating: 0xA5, count: 4_096))
    try bytes.write(to: URL(filePath: path))
    let run = try run(sandbox, "store", "check", status: 1)
    #expect(run.errors.contains("no tenant"), "\(run.errors)")
    #expect(run.output.contains("tenant acme: 1 placed widget"))
  }

  @Test func `A list and an export of many widgets are read page by page`() throws {
    let sandbox = try Sandbox()
    let names = (0..<1_201).map { "W\($0)" }
    let lines = names.map { SampleIntents.line("\"emphasis\":0.25", name: $0) }
    let file = try sandbox.write(lines.joined(), to: "many.jsonl")
    let imported = try run(sandbox, "import", file)
    #expect(!imported.errors.contains("looked up"), "\(imported.errors.prefix(500))")
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let listed = try run(sandbox, "list").output.split(separator: "\n")
    let words: [String] = listed.compactMap { $0.split(separator: " ").first.map(String.init) }
    let placedNames = words.filter { $0.first == "W" && Int($0.dropFirst()) != nil }
    #expect(placedNames == sorted)
    let json = try run(sandbox, "list", "--format", "json").output
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let placed = try #require(object["placed"] as? [[String: Any]])
    #expect(placed.compactMap { $0["name"] as? String } == sorted)
    let exported = try run(sandbox, "export", "--all").output
    #expect(exported.split(separator: "\n").count == names.count)
    // Importing the same lines again changes every widget and places none.
    let again = try sandbox.run(["import", "-", "-q"], input: exported)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try run(sandbox, "export", "--all").output == exported)
    let missing = try run(sandbox, "show", "W1201", status: 1)
    #expect(missing.errors.contains("Nothing is placed under the name “W1201”."))
  }
}
