import Foundation
import Messages
import WidgetTestSupport

@testable import TerminalForm

/// A temporary folder in which the built program runs, with its own store.
final class Sandbox {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The root of the repository.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  var environment: [String: String] {
    [
      "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "Europe/Berlin",
      // A crash backtrace takes long to make, and is not tested.
      "SWIFT_BACKTRACE": "enable=no", "TERM": "xterm-256color",
      "WIDGETCONFIG_STORE": path("store.sqlite"),
      "WIDGETCONFIG_INTENTS": Self.repository.appending(path: "Intents").path,
    ]
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws -> String {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return path(name)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// Runs the program on a terminal, with its standard output in the file `output`.
  func onTerminal(
    _ arguments: [String], columns: Int = 80, rows: Int = 24,
    adding variables: [String: String] = [:]
  ) throws -> TerminalProgram {
    try TerminalProgram(
      "widgetconfig", arguments, environment: environment.merging(variables) { $1 },
      columns: columns, rows: rows, width: { displayWidth($0) })
  }

  /// Runs the program without a terminal, with the given text on standard input.
  func run(
    _ arguments: [String], input: String = "", adding variables: [String: String] = [:]
  ) throws -> FinishedProgram {
    // The loader reads these variables when it loads the program.
    guard CommandHost.isUsed, !variables.keys.contains(where: { $0.hasPrefix("LD_") }) else {
      return try run(
        ProgramFolder.path(of: "widgetconfig"), arguments, input: input, adding: variables)
    }
    return try CommandHost.run(
      arguments, input: input, environment: environment.merging(variables) { $1 }, folder: folder)
  }

  /// Runs a shell command with the program as `$0`.
  func shell(_ line: String, adding variables: [String: String] = [:]) throws -> FinishedProgram {
    try run(
      "/bin/bash", ["-c", line, ProgramFolder.path(of: "widgetconfig")], adding: variables)
  }

  /// Runs the program at a path without a terminal, with the given text on standard input.
  func run(
    _ program: String, _ arguments: [String], input: String = "",
    adding variables: [String: String] = [:]
  ) throws -> FinishedProgram {
    try FinishedProgram(
      program, arguments, input: input, environment: environment.merging(variables) { $1 },
      folder: folder)
  }

  /// The sorted names of the files and folders in the folder.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Creates a folder, and all missing parent folders.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  /// Creates a symbolic link.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }
}

extension TerminalProgram {
  /// Types keys given by name, such as `down` and `^s`; any other text is typed unchanged.
  func press(_ keys: String...) {
    for key in keys { type(Self.sequences[key] ?? key) }
  }

  private static let sequences = [
    "up": "\u{1B}[A", "down": "\u{1B}[B", "right": "\u{1B}[C", "left": "\u{1B}[D",
    "enter": "\r", "tab": "\t", "esc": "\u{1B}", "space": " ", "^s": "\u{13}", "^c": "\u{3}",
    "^z": "\u{1A}", "^u": "\u{15}", "^y": "\u{19}", "delete": "\u{1B}[3~",
  ]

  /// Waits until the row with the focus starts with the given label.
  func wait(forFocusOn label: String) throws {
    try wait(for: "focus on “\(label)”") { screen in
      screen.textLines.contains { line in
        guard line.hasPrefix("▸") else { return false }
        let text = line.dropFirst(2).drop { $0 == " " }
        return text.hasPrefix(label) || text.hasPrefix("[ \(label)")
      }
    }
  }

  /// Presses the down key until the given row has the focus.
  func moveDown(to label: String) throws {
    press("down")
    try wait(forFocusOn: label)
  }
}

extension String {
  /// The document of an intent, with the given name of a placed widget added.
  func named(_ name: String) -> String {
    "{\n  \"name\": \"\(name)\",\n" + dropFirst(2)
  }
}
