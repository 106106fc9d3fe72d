import Foundation
import Testing
import WidgetTestSupport

/// `timeline --watch` in the built program: its output, and how it ends.
@Suite(.startsPrograms) struct TimelineWatchTests {
  /// Starts the program with its output in a pipe, and waits until it has written its first line.
  private func started(_ sandbox: Sandbox, _ arguments: [String]) throws -> (Process, Pipe, String)
  {
    let process = Process()
    process.executableURL = URL(filePath: ProgramFolder.path(of: "widgetconfig"))
    process.arguments = arguments
    process.environment = sandbox.environment
    process.currentDirectoryURL = sandbox.folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return (process, pipe, text)
  }

  /// The signals that end the program, and the program's status.
  static let endings: [(signal: Int32, status: Int32)] = [
    (SIGTERM, 0), (SIGINT, 130), (SIGHUP, 0),
  ]

  @Test(arguments: endings.indices)
  func `A signal ends a watch cleanly`(_ index: Int) throws {
    let (signal, status) = Self.endings[index]
    let sandbox = try Sandbox()
    let (process, pipe, text) = try started(
      sandbox, ["timeline", "Verse", "--watch", "--format", "waybar"])
    #expect(text.hasPrefix(#"{"text":"#))
    kill(process.processIdentifier, signal)
    process.waitForEnd()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == status)
    withExtendedLifetime(pipe) {}
  }

  @Test func `i3bar gets its protocol`() throws {
    let (process, pipe, text) = try started(
      Sandbox(), ["timeline", "Verse", "--watch", "--format", "i3bar", "--width", "9"])
    #expect(text.hasPrefix("{\"version\":1}\n[\n[{\"full_text\":\""))
    #expect(text.hasSuffix("\"}],\n"))
    kill(process.processIdentifier, SIGTERM)
    process.waitForEnd()
    withExtendedLifetime(pipe) {}
  }

  /// Some signals are ignored under `nohup`, or in a program that a shell runs in the background.
  @Test(arguments: ["HUP", "INT"])
  func `An ignored signal does not end a watch`(name: String) throws {
    let sandbox = try Sandbox()
    let program = ProgramFolder.path(of: "widgetconfig")
    let run = try sandbox.shell(
      """
      trap '' \(name); '\(program)' timeline WorldClock --watch --format waybar > lines & watch=$!
      n=0; until [ -s lines ]; do sleep 0.1; [ $((n+=1)) -lt 600 ] || { echo late; break; }; done
      kill -\(name) $watch; sleep 0.5; kill -0 $watch && echo goes on
      kill -TERM $watch; wait $watch; echo $?
      """)
    #expect(run.output == "goes on\n0\n", "\(run.errors)")
  }

  @Test func `A closed reader ends a watch, even if there is nothing to write`() throws {
    let sandbox = try Sandbox()
    let (process, pipe, text) = try started(
      sandbox, ["timeline", "Verse", "--watch", "--format", "waybar"])
    #expect(text.hasSuffix("\n"))
    try pipe.fileHandleForReading.close()
    process.waitForEnd()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 141)
  }

  @Test func `On a terminal, a watch shows the entry and counts down`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["timeline", "WorldClock", "--watch"])
    try program.wait(for: "next entry")
    try program.wait(for: "a countdown") { screen in
      screen.textLines.contains { $0.contains(" in ") && $0.contains(", reload ") }
    }
    #expect(program.screen.textLines.contains { $0.contains("Berlin") })
    kill(program.process, SIGINT)
    #expect(try program.exitCode() == 130)
  }

  /// The commands that follow a calendar: the timeline with `--watch`, and the form with its
  /// preview.
  @Test(arguments: [["timeline", "UpNext", "--watch"], ["edit", "UpNext"]])
  func `A changed local calendar is shown at once`(arguments: [String]) throws {
    let sandbox = try Sandbox()
    func write(_ title: String) throws {
      _ = try sandbox.write(
        """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        UID:1
        DTSTART;VALUE=DATE:20260101
        RRULE:FREQ=DAILY
        SUMMARY:\(title)
        END:VEVENT
        END:VCALENDAR

        """, to: "Intents/UpNext/Calendars/own.ics")
    }
    try sandbox.makeFolder("Intents")
    let widget = sandbox.folder.appending(path: "Intents/UpNext")
    try FileManager.default.copyItem(
      at: Sandbox.repository.appending(path: "Intents/UpNext"), to: widget)
    try FileManager.default.removeItem(at: widget.appending(path: "Calendars"))
    try write("Fair")
    let program = try sandbox.onTerminal(
      arguments, columns: 160, adding: ["WIDGETCONFIG_INTENTS": sandbox.path("Intents")])
    try program.wait(for: "Fair")
    try write("Market day")
    try program.wait(for: "Market day")
    kill(program.process, SIGTERM)
    _ = try program.exitCode()
  }

  @Test func `A reconfigured placed widget is shown with its new configuration`() throws {
    let sandbox = try Sandbox()
    let placed = try sandbox.run(
      [
        "edit", "Verse", "--set", "isDedicated=true", "--set", "dedication=Ada", "--family",
        "systemMedium",
      ])
    #expect(placed.status == 0)
    let program = try sandbox.onTerminal(["timeline", "Verse", "--watch"])
    try program.wait(for: "Ada")
    let changed = try sandbox.run(["edit", "Verse", "--set", "dedication=Grace"])
    #expect(changed.status == 0)
    try program.wait(for: "Grace")
    kill(program.process, SIGTERM)
    #expect(try program.exitCode() == 0)
  }
}
