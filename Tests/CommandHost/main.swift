// Runs `widgetconfig` commands for tests, each in a separate process.
//
// In a debug build, a short command spends most of its time loading the program and checking the
// declarations of the commands. This process is loaded once, and omits the check, which every
// ordinary run of the program makes. Each line of its input is the path of a folder with the file
// `command`; a copy of the process becomes that command. For each copy, the output has a line with
// its number, and later its status: its exit status, or the number of the signal that ended it.

import ArgumentParser
import Foundation
import widgetconfig_command

/// Takes the place of ArgumentParser's check of the declarations; see `checkOfDeclarations` in
/// Package.swift.
@_silgen_name(
  "__wrap_$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ")
public func checkNoDeclaration() {}

#if os(Linux)
  /// Becomes a command whose standard streams are the files `in`, `out` and `err` in a folder.
  ///
  /// The file `command` has these fields, each followed by a null byte: the working folder, the
  /// number of arguments, the arguments (starting with the program's path), and the variables.
  func become(_ folder: String) -> Never {
    let bytes = FileManager.default.contents(atPath: "\(folder)/command") ?? Data()
    let fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }.dropLast()
    guard fields.count > 2, let count = Int(fields[1]), chdir(fields[0]) == 0 else { exit(125) }
    clearenv()
    for variable in fields[(2 + count)...] { putenv(strdup(variable)) }
    for (number, (name, mode)) in [("in", O_RDONLY), ("out", O_WRONLY), ("err", O_WRONLY)]
      .enumerated()
    {
      let file = open("\(folder)/\(name)", mode)
      guard file >= 0, dup2(file, Int32(number)) >= 0, close(file) == 0 else { exit(125) }
    }
    Task.detached {
      await WidgetConfig.run(Array(fields[2..<2 + count]))
      exit(0)
    }
    dispatchMain()
  }

  func say(_ number: Int32) {
    FileHandle.standardOutput.write(Data("\(number)\n".utf8))
  }

  // Formatting the help of each command creates the types of its declarations once, before any copy
  // is made. The configuration of the whole program is not read, because it would keep the zones of
  // the environment.
  for command in WidgetConfig.groups.flatMap(\.subcommands) { _ = command.helpMessage(columns: 80) }
  while let folder = readLine() {
    // No other thread may run here, because a copy of the process would not have that thread.
    let copy = fork()
    if copy == 0 { become(folder) }
    say(copy)
    var status: Int32 = 0
    while waitpid(copy, &status, 0) < 0, errno == EINTR {}
    say(status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F)
  }
#endif
