import DefinitionFormats
import Foundation
import InputFiles
import IntentModel
import Messages

/// Files that a person names on the command line; `-` is standard input.
enum InputFile {
  /// What messages call standard input where there is no file to name.
  static let standardInputName = FileStream.standardInputName

  /// The most bytes of a line that is typed or piped as an answer.
  private static let lineLimit = 1 << 20

  /// The bytes of a file, up to 64 MiB, or of standard input, however long somebody takes to write it.
  static func bytes(_ path: String) throws -> [UInt8] {
    try explained { () throws(FileReadingError) in
      guard path == "-" else { return try FileReading.bytes(atPath: path) }
      return try FileStream.standardInput.readAll(limit: FormatLimits.standard.maximumBytes)
    }
  }

  /// What reads a file piece by piece: up to some bytes; none at the end.
  static func pieces(_ path: String) throws -> @Sendable (Int) throws -> [UInt8] {
    let stream = try explained { () throws(FileReadingError) in
      try path == "-" ? FileStream.standardInput : FileStream(path: path)
    }
    return { count in
      try explained { () throws(FileReadingError) in try stream.read(count) }
    }
  }

  /// The next line of standard input without its end; nil at the end of the input.
  static func line() throws -> String? {
    try explained { () throws(FileReadingError) in
      try FileStream.standardInput.line(limit: lineLimit)
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func explained<Result>(
    _ read: () throws(FileReadingError) -> Result
  ) throws -> Result {
    do {
      return try read()
    } catch {
      throw CommandFailure(
        .findings,
        .placed(place: error.path.harmless(limit: 1_000), sentences: [error.rule.message]))
    }
  }
}
