import Foundation

/// The floor: one json-c tokener that is used again and again, in a program that does nothing else.
enum PlainFloor {
  /// Writes lines where that program finds them; nil where it is not built or they cannot be written.
  static func file(of bytes: [UInt8]) -> URL? {
    guard let program, FileManager.default.isExecutableFile(atPath: program.path()) else {
      return nil
    }
    let file = FileManager.default.temporaryDirectory.appending(
      path: "widgetconfig-bench-\(ProcessInfo.processInfo.processIdentifier).jsonl")
    guard (try? Data(bytes).write(to: file)) != nil else { return nil }
    return file
  }

  /// The processor time in seconds for the lines of a file; nil where the program says nothing.
  static func seconds(for file: URL) -> Double? {
    let process = Process()
    process.executableURL = program
    process.arguments = [file.path()]
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) }
  }

  private static var program: URL? {
    Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "ParseFloor")
  }
}
