import Foundation
import Synchronization
import Testing
import WidgetTestSupport

/// A process that has loaded the program, and whose copies become commands; see
/// `Tests/CommandHost`.
///
/// A command run this way needs a third of the processor time of a newly started program.
final class CommandHost: Sendable {
  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()

  /// The hosts that are not running a command.
  private static let idle = Mutex<[CommandHost]>([])

  /// Whether hosts are used: not for another build of the program, and not where processes cannot
  /// be copied or the program's work is counted.
  static let isUsed: Bool = {
    #if os(Linux)
      ["WIDGETCONFIG_PROGRAM", "WIDGETCONFIG_COUNTED"].allSatisfy {
        ProcessInfo.processInfo.environment[$0] == nil
      }
    #else
      false
    #endif
  }()

  private init() throws {
    process.executableURL = URL(filePath: ProgramFolder.path(of: "CommandHost"))
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    process.standardInput = requests
    process.standardOutput = answers
    try process.run()
  }

  /// Runs a command of the program and waits for its end, but kills it after five minutes.
  static func run(
    _ arguments: [String], input: String, environment: [String: String], folder: URL
  ) throws -> FinishedProgram {
    try FinishedProgram(input: input) { streams in
      let words = [ProgramFolder.path(of: "widgetconfig")] + arguments
      let fields =
        [folder.path, String(words.count)] + words + environment.map { "\($0)=\($1)" }
      try Data(fields.map { $0 + "\0" }.joined().utf8).write(to: streams.appending(path: "command"))
      // Sets have the same order in all copies of one host, but different orders in separate runs
      // of the program, so the hosts take turns.
      let host = try idle.withLock { $0.count > 1 ? $0.removeFirst() : nil } ?? CommandHost()
      let status = try host.status(ofCommandIn: streams)
      idle.withLock { $0.append(host) }
      return status
    }
  }

  private func status(ofCommandIn streams: URL) throws -> Int32 {
    try requests.fileHandleForWriting.write(contentsOf: Data("\(streams.path)\n".utf8))
    let number = try nextNumber()
    let killing = DispatchWorkItem { kill(number, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: killing)
    defer { killing.cancel() }
    return try nextNumber()
  }

  private func nextNumber() throws -> Int32 {
    var digits = ""
    var byte: UInt8 = 0
    while read(answers.fileHandleForReading.fileDescriptor, &byte, 1) == 1 {
      guard byte != UInt8(ascii: "\n") else { break }
      digits.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return try #require(Int32(digits), "The host of commands has ended.")
  }
}
