import Foundation
import IntentFormats

/// Files that a person names on the command line.
enum InputFile {
  /// The bytes of a file, or of standard input for `-`, up to 64 MiB.
  static func bytes(_ path: String) throws -> [UInt8] {
    if path == "-" { return try standardInput() }
    do {
      return try FileReading.bytes(atPath: path)
    } catch {
      throw CommandFailure(.findings, "\(error)")
    }
  }

  /// Standard input to its end, however long a person or a program takes to write it.
  private static func standardInput() throws -> [UInt8] {
    let limit = FormatLimits.standard.maximumBytes
    var bytes: [UInt8] = []
    while let part = try? FileHandle.standardInput.read(upToCount: 65_536), !part.isEmpty {
      bytes += part
      guard bytes.count <= limit else {
        throw CommandFailure(
          .findings, "standard input: There are more than \(limit) bytes. Give less at a time.")
      }
    }
    return bytes
  }
}
