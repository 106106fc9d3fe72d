import Foundation
import Messages
import TerminalForm
import Testing
import WidgetTestSupport

/// The form in a client's program, which uses only the public API.
@Suite("The form in a custom program", .serialized, .startsProgramsInTurn)
struct RoomFormTests {
  @Test func aPersonChoosesWhatTheBuiltinProviderOffers() throws {
    let folder = try WidgetFiles()
    try folder.writeRooms(options: #"{"builtin": "Rooms"}"#, timeline: "UpNext")
    let program = try TerminalProgram(
      "RoomForm", [folder.path],
      environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "en_US.UTF-8"],
      width: { max(1, displayWidth($0)) })
    try program.wait(for: "Rooms of a house")
    try program.wait(for: "Esc leave")
    program.type("\r")
    try program.wait(for: "Attic")
    program.type("\u{1B}[B\r")
    try program.wait(for: "Attic in its row") { screen in
      screen.textLines.contains { $0.contains("Room") && $0.contains("Attic") }
    }
    program.type("\u{13}")
    try program.wait(for: "Changes to save")
    program.type("\r")
    #expect(try program.exitCode() == 0)
    let said = String(decoding: program.output, as: UTF8.self)
    #expect(said.contains("room object(") && said.contains("attic"))
  }

  private func lunch() throws -> TerminalProgram {
    let program = try TerminalProgram(
      "RoomForm", [],
      environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "en_US.UTF-8"],
      width: { max(1, displayWidth($0)) })
    try program.wait(for: "Lunch")
    try program.wait(for: "Esc leave")
    return program
  }

  @Test func aFormInTenLinesGivesAnIntent() throws {
    let program = try lunch()
    // The rows of a definition in Swift are shown in its order, and nothing asks for a family.
    for label in ["Dish", "Room", "Guests"] { try program.wait(for: label) }
    #expect(!program.screen.textLines.contains { $0.contains("Family") })
    program.type("\u{1B}[C")
    try program.wait(for: "Soup")
    program.type("\u{13}")
    try program.wait(for: "Changes to save")
    program.type("\r")
    #expect(try program.exitCode() == 0)
    let said = String(decoding: program.output, as: UTF8.self)
    #expect(said.contains("dish enumeration(\"Soup\")") && said.contains("guests integer(2)"))
  }

  @Test func aFormThatIsLeftIsCancelled() throws {
    let program = try lunch()
    program.type("\u{03}")
    #expect(try program.exitCode() == 0)
    #expect(String(decoding: program.output, as: UTF8.self).contains("Nothing is ordered."))
  }

  @Test func withoutATerminalTheFormThrows() throws {
    let run = try FinishedProgram("setsid", ["--wait", ProgramFolder.path(of: "RoomForm")])
    #expect(run.status == 0 && run.output == "Run this in a terminal.\n", "\(run)")
    let folder = try WidgetFiles()
    try folder.writeRooms(options: #"{"builtin": "Rooms"}"#, timeline: "UpNext")
    let second = try FinishedProgram(
      "setsid", ["--wait", ProgramFolder.path(of: "RoomForm"), folder.path])
    #expect(second.status == 0 && second.output == "Run this in a terminal.\n", "\(second)")
  }

  @Test func aTerminalOfASCIIIsToldFromItsVariables() {
    let ascii = TerminalFormRunner(provider: SampleCalendars(), environment: ["LANG": "C"])
    let wide = TerminalFormRunner(provider: SampleCalendars(), environment: ["LANG": "ja_JP.UTF-8"])
    #expect(ascii.showsASCII && !wide.showsASCII)
  }
}
