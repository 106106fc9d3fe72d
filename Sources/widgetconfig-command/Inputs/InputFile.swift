import DefinitionFormats
import Foundation
import InputFiles
import IntentModel
import Messages

/// Reads files named on the command line; `-` is standard input.
enum InputFile {
  /// The name of standard input in messages.
  static let standardInputName = FileStream.standardInputName

  /// The name of a file in messages.
  static func name(_ path: String) -> String { path == "-" ? standardInputName : path }

  /// The maximum length in bytes of a line that is typed or piped as an answer.
  private static let lineLimit = 1 << 20

  /// The bytes of a file or standard input, up to 64 MiB; standard input has no time limit.
  static func bytes(_ path: String) throws -> [UInt8] {
    try explained { () throws(FileReadingError) in
      guard path == "-" else { return try FileReading.bytes(atPath: path) }
      return try FileStream.standardInput.readAll(limit: FormatLimits.standard.maximumBytes)
    }
  }

  /// Returns a function that reads the next bytes of a file, up to a number; none at the end.
  static func pieces(_ path: String) throws -> @Sendable (Int) throws -> [UInt8] {
    let stream = try explained { () throws(FileReadingError) in
      try path == "-" ? FileStream.standardInput : FileStream(path: path)
    }
    return { count in
      try explained { () throws(FileReadingError) in try stream.read(count) }
    }
  }

  /// The next line of standard input without its line end; nil at the end of the input.
  static func line() throws -> String? {
    try explained { () throws(FileReadingError) in
      try FileStream.standardInput.line(limit: lineLimit)
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether standard input has bytes or its end to give, without waiting.
  static var canBeRead: Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  private static func explained<Result>(
    _ read: () throws(FileReadingError) -> Result
  ) throws -> Result {
    do {
      return try read()
    } catch {
      throw CommandFailure(
        .findings,
        .placed(place: error.path.harmless(limit: 1_000), sentences: [error.rule.explanation]))
    }
  }
}
