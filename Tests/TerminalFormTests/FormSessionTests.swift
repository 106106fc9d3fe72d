import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The sample form on a pseudo-terminal, with its final output in a file.
private struct Session {
  let program: TerminalProgram
  private let file: String

  static let leave =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[<u\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[r\u{1B}[H\u{1B}[J\u{1B}[?1049l"

  /// - Parameter ahead: Keys that are typed before the form is open.
  init(_ arguments: String..., ahead: String = "") throws {
    file = "/tmp/widgetconfig-session-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    program = try TerminalProgram(
      "SessionProbe", arguments, environment: ["PATH": "/usr/bin:/bin"], outputPath: file,
      width: { max(1, displayWidth($0)) })
    if ahead.isEmpty { try program.wait(for: "Esc leave") } else { program.type(ahead) }
  }

  /// Waits until the pointer is on a row.
  func wait(forFocusOn label: String) throws {
    try program.wait(for: "focus on \(label)") { screen in
      screen.textLines.contains { $0.hasPrefix("▸") && $0.contains(label) }
    }
  }

  /// Waits until the program ends, and returns its output.
  func result() throws -> [String] {
    let code = try program.exitCode()
    defer { unlink(file) }
    let text = try #require(readFile())
    #expect(code == 0)
    #expect(String(decoding: program.output, as: UTF8.self).hasSuffix(Self.leave))
    #expect(program.screen.unknown == [])
    let fresh = try PseudoTerminal()
    #expect(Array(program.settings().prefix(4)) == fresh.flags().map { UInt32($0) })
    return text.split(separator: "\n").map(String.init)
  }

  private func readFile() -> String? {
    let descriptor = open(file, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}

/// The event loop of a form on a terminal device.
@Suite("Sessions on a terminal", .serialized, .startsProgramsInTurn)
struct FormSessionTests {
  private static let down = "\u{1B}[B"
  private let down = Self.down
  /// The key is pressed twice: the first press shows the changes.
  private let save = "\u{13}\u{13}"
  private let escape = "\u{1B}"

  @Test func whatIsTypedIsSaved() throws {
    let session = try Session()
    session.program.type(String(repeating: down, count: 9))
    try session.wait(forFocusOn: "Heading")
    session.program.type("Good morning\r")
    try session.program.wait(for: "Heading                Good morning")
    session.program.type(save)
    #expect(try session.result() == ["submitted", "family=systemMedium", "heading=Good morning"])
  }

  /// Esc and a letter that arrive together are Alt with that letter.
  ///
  /// If Alt with that letter has no action, the form says so, and the text that was typed before
  /// stays.
  @Test func escapeAndALetterTogetherAreExplained() throws {
    let session = try Session()
    session.program.type(String(repeating: down, count: 9))
    try session.wait(forFocusOn: "Heading")
    session.program.type("Good morning" + escape + "x")
    try session.program.wait(for: "Alt+x does nothing here.")
    session.program.type("!\r")
    try session.program.wait(for: "Heading                Good morning!")
    session.program.type(save)
    #expect(try session.result() == ["submitted", "family=systemMedium", "heading=Good morning!"])
  }

  @Test func aChoiceIsSearchedAndTaken() throws {
    let session = try Session()
    session.program.type(down + down + "\r")
    try session.program.wait(for: "Shared with you")
    session.program.type("team")
    try session.program.wait(for: "1 of 5")
    session.program.type("\r")
    try session.program.wait(for: "1 of 2")
    session.program.type(save)
    #expect(
      try session.result() == ["submitted", "family=systemMedium", "calendars=team|Team"])
  }

  @Test func aNewSizeRepaintsAndComesBack() throws {
    let session = try Session()
    session.program.type(String(repeating: down, count: 8))
    try session.wait(forFocusOn: "Lines")
    let before = session.program.screen.textLines
    let clears = session.program.screen.clears
    session.program.resize(columns: 20, rows: 5)
    try session.program.wait(for: "small screen") {
      $0.clears > clears && $0.textLines[4...].joined().contains("help")
    }
    #expect(session.program.screen.textLines[5...].joined().isEmpty)
    #expect(session.program.screen.textLines.contains { $0.hasPrefix("▸ Lines") })
    session.program.resize(columns: 80, rows: 24)
    try session.program.wait(for: "whole screen") { $0.textLines == before }
    session.program.type(escape)
    #expect(try session.result().first == "cancelled")
  }

  @Test func manyKeysAtOnceMakeFewFrames() throws {
    let session = try Session()
    session.program.read(milliseconds: 50)
    let before = session.program.output.count
    session.program.type(String(repeating: down, count: 100))
    // There are thirteen rows, so the hundredth step ends on the tenth row.
    try session.wait(forFocusOn: "Heading")
    session.program.read(milliseconds: 100)
    #expect(session.program.output.count - before < 1_500)
    try session.wait(forFocusOn: "Heading")
    session.program.type(escape)
    #expect(try session.result().first == "cancelled")
  }

  @Test func aSlowProviderIsAnnouncedAfterAWhileOnly() throws {
    let session = try Session("slow")
    session.program.type(down + down + "\r")
    try session.program.wait(for: "Loading the choices… Esc goes back.")
    let text = String(decoding: session.program.output, as: UTF8.self)
    let list = try #require(text.firstRange(of: "type to search"))
    let waiting = try #require(text.firstRange(of: "Loading"))
    // The list and its cursor are drawn before a message says that the choices are loading.
    #expect(text[list.upperBound..<waiting.lowerBound].contains("\u{1B}["))
    try session.program.wait(for: "Shared with you")
    #expect(!session.program.screen.textLines.contains { $0.contains("Loading") })
    session.program.type(escape)
    try session.program.wait(forNo: "Shared with you")
    session.program.type(escape)
    #expect(try session.result().first == "cancelled")
  }

  @Test func aStuckProviderCanBeLeft() throws {
    let session = try Session("stuck")
    session.program.type(down + down + "\r")
    try session.program.wait(for: "Loading the choices")
    session.program.type(escape)
    try session.wait(forFocusOn: "Choose…")
    session.program.type(save)
    #expect(try session.result() == ["submitted", "family=systemMedium"])
  }

  @Test func aFailedProviderIsAskedAgain() throws {
    let session = try Session("recovering")
    session.program.type(down + down + "\r")
    try session.program.wait(for: "calendars: The source failed: no route to host.")
    try session.program.wait(for: "^R ask again")
    session.program.type("\u{12}")
    try session.program.wait(for: "Shared with you")
    try session.program.wait(forNo: "^R ask again")
    session.program.type("\u{3}")
    #expect(try session.result().first == "cancelled")
  }

  @Test(
    arguments: ["\u{1B}\u{3}", "\u{1B}\u{1B}\u{3}", "\u{1B}[99;7u"],
    ["", "/", "?", Self.down + Self.down + "\r"])
  func escAndTheKeyThatLeavesReadAtOnceLeave(keys: String, opening: String) throws {
    let session = try Session()
    session.program.type(opening)
    session.program.read(milliseconds: 50)
    session.program.type(keys)
    #expect(try session.result().first == "cancelled")
  }

  /// Esc reaches the form even if it is read together with a terminal reply.
  @Test(arguments: ["\u{1B}", "\u{1B}\u{1B}[?62;22c", "\u{1B}\u{1B}]11;rgb:1e/1e/2e\u{1B}\\"])
  func escTypedBeforeTheFormLeavesIt(keys: String) throws {
    let session = try Session(ahead: keys)
    #expect(try session.result().first == "cancelled")
  }

  /// Before the form is open, the terminal turns Enter into a line feed.
  @Test func enterTypedBeforeTheFormEdits() throws {
    let session = try Session(ahead: String(repeating: Self.down, count: 9) + "Hi\r")
    try session.program.wait(for: "*Heading                Hi")
    session.program.type(save)
    #expect(try session.result().last == "heading=Hi")
  }

  @Test func repliesOfTheTerminalAreNoText() throws {
    let session = try Session("", "queries")
    session.program.type(String(repeating: down, count: 9) + "a")
    try session.program.wait(for: "Heading                a")
    session.program.type(
      "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\\u{1B}[24;80R\u{1B}[?62;22c\u{1B}[?2026;2$y\u{1B}[?1u")
    session.program.type("b\r")
    try session.program.wait(for: "Heading                ab")
    session.program.type(save)
    #expect(try session.result().last == "heading=ab")
  }

  @Test func bytesThatAreNoTextDoNoHarm() throws {
    let session = try Session()
    session.program.type(String(repeating: down, count: 9) + "a")
    try session.program.wait(for: "Heading                a")
    session.program.type(bytes: [0xFF, 0xC3, 0x28, 0xE2, 0x82, 0x00, 0xF5, 0x80])
    session.program.type("z")
    try session.program.wait(for: "z in the field") { screen in
      screen.textLines.contains { $0.hasPrefix("▸ Heading") && $0.hasSuffix("z") }
    }
    session.program.type("\u{15}ok\r")
    try session.program.wait(for: "Heading                ok")
    session.program.type(save)
    #expect(try session.result().last == "heading=ok")
  }

  @Test func aPasteIsOneChangeOnOneLine() throws {
    let session = try Session()
    session.program.type(String(repeating: down, count: 9))
    session.program.type("\u{1B}[200~two\nlines\u{1B}[31m, \r\nno more\u{1B}[201~")
    try session.program.wait(for: "two lines[31m,  no more")
    try session.program.wait(for: "The line breaks of the pasted text are now spaces.")
    session.program.type("\r")
    try session.program.wait(for: "*Heading")
    session.program.type("\u{15}")
    try session.program.wait(for: "Heading                Not set")
    session.program.type("\u{19}")
    try session.program.wait(for: "*Heading")
    session.program.type(save)
    #expect(try session.result().last == "heading=two lines[31m,  no more")
  }

  /// A copied line ends with a line break, which does not count as a space at the end of the text.
  @Test func aPastedLineIsTheLine() throws {
    let session = try Session()
    session.program.type(String(repeating: down, count: 9))
    session.program.type("\u{1B}[200~one line\r\n\u{1B}[201~")
    try session.program.wait(for: "Heading                one line")
    #expect(!session.program.screen.textLines.contains { $0.contains("line breaks") })
    session.program.type("\r")
    try session.program.wait(for: "*Heading")
    session.program.type(save)
    #expect(try session.result().last == "heading=one line")
  }

  @Test func suspendingInAnOrphanedGroupGoesOn() throws {
    let session = try Session()
    let clears = session.program.screen.clears
    session.program.type("\u{1A}")
    try session.program.wait(for: "repainted screen") {
      $0.clears > clears && $0.textLines.last?.contains("Esc leave") == true
    }
    session.program.type(down)
    try session.wait(forFocusOn: "Mirror")
    session.program.type(escape)
    #expect(try session.result().first == "cancelled")
  }

  @Test func redrawingRepairsTheScreen() throws {
    let session = try Session()
    let clears = session.program.screen.clears
    session.program.type("\u{0C}")
    try session.program.wait(for: "repainted screen") { $0.clears > clears }
    session.program.type(escape)
    #expect(try session.result().first == "cancelled")
  }

  /// The signals that ask a program to end.
  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func aSignalEndsTheSession(signal: Int32) throws {
    let session = try Session()
    session.program.type(String(repeating: down, count: 9) + "half a head")
    try session.program.wait(for: "half a head")
    kill(session.program.process, signal)
    #expect(try session.result().first == "interrupted by \(signal)")
  }

  @Test func escapeAsksBeforeChangesAreLost() throws {
    let session = try Session()
    session.program.type(down + " ")
    try session.program.wait(for: "[✓] On")
    session.program.type(escape)
    try session.program.wait(for: "1 change is not saved.")
    session.program.type(down)
    try session.program.wait(forNo: "d discard")
    session.program.type(escape)
    try session.program.wait(for: "d discard")
    session.program.type("d")
    #expect(try session.result().first == "cancelled")
  }

  @Test func idleWritesNothing() throws {
    let session = try Session()
    session.program.read(milliseconds: 100)
    let before = session.program.output.count
    session.program.read(milliseconds: 500)
    #expect(session.program.output.count == before)
    session.program.type(escape)
    #expect(try session.result().first == "cancelled")
  }
}
