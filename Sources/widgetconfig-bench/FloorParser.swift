import CArena
import CJSONC
import Foundation

/// The floor: one json-c tokener that is used again and again, and nothing else.
final class FloorParser {
  private let tokener = json_tokener_new()
  private let arena: UnsafeMutablePointer<carena>?

  /// Makes a parser whose objects come from the system, or from an arena.
  init(usesArena: Bool = false) {
    arena = usesArena ? carena_make() : nil
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT)
  }

  deinit {
    json_tokener_free(tokener)
    if let arena { carena_free(arena) }
  }

  func parse(_ line: UnsafeBufferPointer<UInt8>) {
    let start = UnsafeRawPointer(line.baseAddress)?.assumingMemoryBound(to: CChar.self)
    let count = Int32(line.count)
    json_tokener_reset(tokener)
    guard let arena else {
      json_object_put(json_tokener_parse_ex(tokener, start, count))
      return
    }
    carena_enter(arena)
    let object = json_tokener_parse_ex(tokener, start, count)
    carena_leave()
    if arena.pointee.overflowed { json_object_put(object) }
    carena_reset(arena)
  }
}

/// The floor measured by a program that has the system's `malloc` and nothing around it.
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
