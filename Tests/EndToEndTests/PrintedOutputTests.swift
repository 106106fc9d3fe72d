import Foundation
import Testing
import WidgetTestSupport

/// What commands print for a person at a terminal, and for a program that reads lines.
@Suite(.startsPrograms) struct PrintedOutputTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let placed = try sandbox.run(["edit", "Verse", "-q", "--name", "Desk", "--set", "emphasis=1"])
    #expect(placed.status == 0, "\(placed.errors)")
  }

  private static let commands = [
    ["list"], ["show", "Desk"], ["history", "Desk"], ["timeline", "Desk"], ["simulate", "Desk"],
    ["options", "UpNext", "calendars"],
  ]

  @Test(arguments: commands.indices)
  func `Results are bold only with colors`(_ index: Int) throws {
    let arguments = Self.commands[index]
    let plain = try sandbox.run(arguments)
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(!plain.output.contains("\u{1B}"))
    let styled = try sandbox.run(arguments + ["--color", "always"]).output
    #expect(styled.contains("\u{1B}["), "\(styled)")
    // Only the style differs; a simulation and a timeline start at the current time.
    guard arguments.count > 1, !["timeline", "simulate"].contains(arguments[0]) else { return }
    let text = styled.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(text == plain.output)
  }

  @Test func `A person at a terminal sees titles and how long ago something was`() throws {
    let program = try sandbox.onTerminal(["list"])
    try program.wait(for: "current")
    _ = try program.status()
    let lines = program.screen.textLines
    let title = try #require(lines.firstIndex { $0.hasPrefix("  NAME") })
    #expect(lines[title].contains(/WIDGET +SIZE +SAVED +STATE/))
    #expect(lines[title + 1].contains(/Desk +Verse +Medium +(now|\d+ sec\. ago|1 min\. ago)/))
    // The columns start below their headings.
    for (name, value) in [("WIDGET", "Verse"), ("SIZE", "Medium"), ("STATE", "current")] {
      let column = try #require(lines[title].ranges(of: name).first).lowerBound
      #expect(lines[title + 1][column...].hasPrefix(value), "\(lines[title + 1])")
    }
  }

  @Test func `Elapsed time is in the language of the date`() throws {
    // The program has no Dutch texts, but it formats dates in Dutch.
    let program = try sandbox.onTerminal(["list", "--locale", "nl_NL"])
    try program.wait(for: "current")
    _ = try program.status()
    let lines = program.screen.textLines
    let age = /Medium +(nu|\d+ sec\. geleden|1 min\. geleden)/
    #expect(lines.contains { $0.contains(age) }, "\(lines)")
  }

  @Test func `A program gets one row per line, with dates`() throws {
    let lines = try sandbox.run(["list"]).output.split(separator: "\n")
    let title = try #require(lines.firstIndex(of: "Placed:"))
    #expect(lines.count == title + 2)
    let row = lines[title + 1]
    #expect(row.contains(/^ {2}Desk  Verse  Medium  \d{4}-\d\d-\d\d \d\d:\d\d  current$/), "\(row)")
  }

  @Test(arguments: [40, 60, 80])
  func `Long lines break at spaces, and continue below their text`(_ columns: Int) throws {
    let program = try sandbox.onTerminal(["list"], columns: columns, rows: 60)
    try program.wait(for: "current")
    _ = try program.status()
    let lines = program.screen.textLines
    // No family is cut off, and text that continues on another line is aligned with its start.
    for family in ["Medium", "Rectangular", "Circular"] {
      #expect(lines.contains { $0.contains(family) }, "\(family) in \(lines)")
    }
    let first = try #require(lines.firstIndex { $0.contains("kind UpNext") })
    let rest = lines[(first + 1)...].prefix { !$0.contains("unanswered") }
    #expect(
      (columns > 60 || !rest.isEmpty) && rest.allSatisfy { $0.hasPrefix("      ") }, "\(lines)")
  }

  @Test(arguments: [
    (
      ["schema"], ["definition  Intents, enums and object", "            types of a definition in"]
    ),
    (
      ["check", "--explain", "bad-path"],
      ["bad-path: The path is empty, too long or", "  has a zero byte."]
    ),
    (
      ["describe", "UpNext"],
      ["│  └─ Calendars  when Mirror calendar", "        app is off"]
    ),
  ])
  func `Sentences of a result break at spaces`(arguments: [String], lines: [String]) throws {
    let program = try sandbox.onTerminal(arguments, columns: 40, rows: 100)
    try program.wait(for: lines[1])
    _ = try program.status()
    let shown = program.screen.textLines
    let first = try #require(shown.firstIndex(of: lines[0]), "\(shown)")
    #expect(shown[first + 1] == lines[1])
  }

  @Test func `The answers of a placed widget are listed one per line`() throws {
    let lines = try sandbox.run(["show", "Desk"]).output.split(separator: "\n")
    let title = try #require(lines.firstIndex(of: "answers"))
    let columns = lines[(title + 1)...].compactMap { line in
      line.firstMatch(of: /^ +\S+(?: \S+)* {2,}(?<answer>\S)/).map {
        line.distance(from: line.startIndex, to: $0.output.answer.startIndex)
      }
    }
    #expect(columns.count > 3 && Set(columns).count == 1, "\(lines)")
  }

  @Test(arguments: [40, 80])
  func `A path is never broken inside a name, and people see titles`(
    _ columns: Int
  ) throws {
    let folder = String(repeating: "long-folder/", count: 6) + "Room"
    _ = try sandbox.write(
      #"{"intents":[{"name":"Room","title":"Meeting room","parameters":[{"name":"quiet","type":"boolean"}]}]}"#,
      to: folder + "/Room.json")
    let saved = try sandbox.run(
      ["edit", sandbox.path(folder), "-q", "--name", "Room", "--set", "quiet=yes"])
    #expect(saved.status == 0, "\(saved.errors)")
    let program = try sandbox.onTerminal(["show", "Room"], columns: columns, rows: 40)
    try program.wait(for: "current")
    _ = try program.status()
    let lines = program.screen.textLines
    #expect(lines.contains { $0.contains(/intent +Meeting room \(RoomIntent\)/) }, "\(lines)")
    #expect(lines.contains { $0.contains("Room.json") }, "\(lines)")
    #expect(lines.allSatisfy { !$0.hasSuffix("folde") && !$0.hasSuffix("lon") }, "\(lines)")
  }

  @Test func `A person sees how long ago a state was saved, and its answers on the same line`()
    throws
  {
    let again = try sandbox.run(["edit", "Verse", "-q", "--name", "Desk", "--set", "emphasis=0"])
    #expect(again.status == 0, "\(again.errors)")
    let program = try sandbox.onTerminal(["history", "Desk"])
    try program.wait(for: "Emphasis: 1")
    _ = try program.status()
    let lines = program.screen.textLines
    #expect(lines[0].contains(/^2 {2}(now|\d+ sec\. ago|\d min\. ago)/), "\(lines)")
    let columns = lines.prefix(2).compactMap { $0.ranges(of: " Verse ").first?.lowerBound }
    #expect(columns.count == 2 && columns[0] == columns[1], "\(lines)")
    // Programs get dates and the type of the intent.
    let plain = try sandbox.run(["history", "Desk"]).output
    #expect(plain.contains(/^2 {2}\d{4}-\d\d-\d\d/) && plain.contains("  VerseIntent  "))
  }

  @Test func `A drawing is never wider than the terminal`() throws {
    let program = try sandbox.onTerminal(["list", "--gallery"], columns: 80, rows: 300)
    try program.wait(for: "Placed:")
    _ = try program.status()
    let lines = program.screen.textLines
    let tops = lines.filter { $0.contains("╭") }
    #expect(
      tops.count > 5 && tops.allSatisfy { $0.count { $0 == "╭" } == $0.count { $0 == "╮" } },
      "\(tops)")
    #expect(
      lines.contains { $0.contains("Extra large") }
        && !lines.contains { $0.contains("systemSmall") })
    let box = try sandbox.onTerminal(
      ["timeline", "Verse", "--family", "systemLarge", "--format", "box"], columns: 40, rows: 30)
    try box.wait(for: "╰")
    _ = try box.status()
    #expect(box.screen.textLines[0].hasPrefix("╭") && box.screen.textLines[0].hasSuffix("╮"))
  }
}
