import Foundation

/// Files that a person asks the program to write.
enum OutputFile {
  /// Writes a whole file, or leaves what was there as it was.
  static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw CommandFailure(
        .findings, "\(path): The file cannot be written. Look at the folder and its permissions.")
    }
  }
}
