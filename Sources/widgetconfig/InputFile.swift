import Foundation
import IntentFormats

/// Files that a person names on the command line.
enum InputFile {
  /// The bytes of a file, or of standard input for `-`, up to 64 MiB.
  static func bytes(_ path: String) throws -> [UInt8] {
    let source = path == "-" ? "/dev/stdin" : path
    do {
      return try FileReading.bytes(atPath: source)
    } catch {
      throw CommandFailure(.findings, "\(error)")
    }
  }
}
