import Foundation
import JSONC
import Testing
import WidgetTestSupport

/// The commands about devices, and the reasons for reloads.
@Suite(.startsPrograms) struct DevicesCommandTests {
  private static let token = "00ff00ff00ff"

  /// Registers a device as a service does, from another program.
  ///
  /// - Parameter answered: The time at which a push got a 410 response; the device was registered
  ///   at 1.
  private func register(
    _ id: String, in sandbox: Sandbox, sent: String = "NULL", answered: String = "NULL"
  ) throws {
    let script = """
      import sqlite3
      store = sqlite3.connect("\(sandbox.path("store.sqlite"))")
      store.execute('''INSERT INTO device (id, owner, app, environment, token, state, registeredAt,
        seenAt, raises, isForced, nextAt, paidUntil, failures, sentAt, answeredAt, answerStatus)
        VALUES (?, 'ada', 'com.example.clock', 'production', '\(Self.token)', 'active', 1, 1, 0, 0,
        0, 0, 0, \(sent), \(answered), \(answered == "NULL" ? "NULL" : "410"))''', ("\(id)",))
      store.execute('''INSERT INTO deviceWidget (device, place, kind, placed, isRaised)
        VALUES (?, 0, 'Verse', 'Desk', 0)''', ("\(id)",))
      store.commit()
      """
    _ = try sandbox.write(script, to: "register.py")
    let run = try sandbox.shell("python3 register.py")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `Devices are listed, shown and removed without their tokens`() throws {
    let sandbox = try Sandbox()
    let store = ["--store", sandbox.path("store.sqlite")]
    func run(_ arguments: String..., status: Int32 = 0) throws -> FinishedProgram {
      let run = try sandbox.run(arguments + store)
      #expect(run.status == status, "\(arguments): \(run.errors)")
      #expect(!(run.output + run.errors).contains(Self.token))
      return run
    }
    #expect(try run("devices").errors.contains("No devices are registered."))
    let none = try run("devices", "list", "--format", "json").output
    #expect(none == "{\n  \"devices\": []\n}\n")
    _ = try run("edit", "Verse", "--name", "Desk", "-q", "--set", "emphasis=0.25")
    try register("phone", in: sandbox)
    try register("tablet", in: sandbox, sent: "1000")
    let lines = try run("devices").output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("phone") && lines[0].contains("Desk"))
    #expect(lines[1].contains("no request since"), "\(lines)")
    let text = try run("devices", "list", "--format", "json").output
    let json = try JSONText.parse(text)
    #expect(try JSONText.write(json, style: .pretty) == text)
    let devices = json.objectValue?["devices"]?.arrayValue ?? []
    #expect(devices.compactMap { $0.objectValue?["id"]?.stringValue } == ["phone", "tablet"])
    #expect(devices.first?.objectValue?["tokenMark"]?.stringValue?.count == 8)
    // The object has the form that a service returns: the state of the pushes is in the member
    // `push`.
    let pushed = devices.map { $0.objectValue?["push"]?.objectValue }
    #expect(pushed.first??["sentAt"] == .null && pushed.first??["failures"] == .integer(0))
    #expect(pushed.last??["sentAt"]?.stringValue?.hasPrefix("1970-01-01T00:00:01") == true)
    #expect(devices.first?.objectValue?["timeZone"] == .null)
    #expect(devices.first?.objectValue?["sentAt"] == nil)
    // Apple has ended a token; a device that registers again later gets pushes again.
    try register("ended", in: sandbox, sent: "500", answered: "2")
    try register("again", in: sandbox, sent: "500", answered: "0")
    let last = try run("devices").output.split(separator: "\n")
    #expect(last.first { $0.hasPrefix("ended") }?.contains("the token is no longer valid") == true)
    #expect(last.first { $0.hasPrefix("again") }?.contains("no request since") == true, "\(last)")
    for id in ["ended", "again"] { _ = try run("devices", "remove", id) }
    #expect(try run("devices", "list", "--placed", "Hall").output.isEmpty)
    let first = try run("devices", "list", "--placed", "Desk", "--limit", "1")
    #expect(first.output.hasPrefix("phone") && !first.output.contains("tablet"))
    #expect(
      first.errors.contains(
        "widgetconfig devices list --placed Desk --limit 1 --after phone --store "),
      "\(first.errors)")
    let rest = try run("devices", "list", "--limit", "1", "--after", "phone")
    #expect(rest.output.hasPrefix("tablet") && rest.errors.isEmpty, "\(rest.errors)")
    #expect(try run("devices", "list", "--state", "lost", status: 2).errors.contains("suspect"))
    let shown = try run("devices", "show", "phone").output
    #expect(shown.contains("shows: Desk, Verse, not fetched yet"), "\(shown)")
    #expect(try run("devices", "remove", "phone").errors.contains("removed the device phone"))
    #expect(try run("devices", "show", "phone", status: 1).errors.contains("no device “phone”"))
    #expect(try run("devices").output.split(separator: "\n").count == 1)
    // An erased subject no longer has any devices.
    _ = try run("store", "erase", "--subject", "ada", "--force", "-q")
    #expect(try run("devices").output.isEmpty)
  }

  @Test func `A reload has a reason that the programs know`() throws {
    let sandbox = try Sandbox()
    let store = ["--store", sandbox.path("store.sqlite")]
    let placed = try sandbox.run(
      ["edit", "Verse", "--name", "Desk", "-q", "--set", "emphasis=0.25"] + store)
    #expect(placed.status == 0, "\(placed.errors)")
    #expect(try sandbox.run(["reload", "Desk", "--reason", "foreground"] + store).status == 0)
    let wrong = try sandbox.run(["reload", "Desk", "--reason", "boredom"] + store)
    #expect(wrong.status == 2 && wrong.errors.contains("interaction"), "\(wrong.errors)")
  }

  @Test func `A simulation shows the effect of a day of changes on the budget`() throws {
    let sandbox = try Sandbox()
    func simulated(_ changes: Int) throws -> FinishedProgram {
      let run = try sandbox.run([
        "simulate", "Verse", "--at", "2026-11-24T12:00:00Z", "--push", "\(changes)",
      ])
      #expect(run.status == 0, "\(run.errors)")
      return run
    }
    #expect(try simulated(0).errors.contains("push") == false)
    #expect(try simulated(2).errors.contains("2 changes sent with 2 pushes"))
    let many = try simulated(1_000).errors
    let told = many.firstMatch(of: /1,?000 changes sent with (\d+) pushes/).flatMap { Int($0.1) }
    // The pushes of the budget's burst are sent at once, and then one push for each interval.
    #expect((45...52).contains(told ?? 0), "\(many)")
  }
}
