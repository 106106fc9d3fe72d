import Foundation

/// Finds the files in the repository that tests read.
///
/// Paths are relative to the root of the repository.
public enum RepositoryFiles {
  /// The text of a file.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// The text of a file with single spaces between words, so that it does not matter where its
  /// lines are broken.
  public static func textInOneLine(_ path: String) throws -> String {
    try text(path).split { $0.isWhitespace }.joined(separator: " ")
  }

  /// The paths of the files in a folder and in the folders below it whose names have an ending.
  public static func paths(in folder: String, endingIn ending: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: url(folder).path)
      .filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }
  }

  /// The URL of a file.
  static func url(_ path: String) -> URL {
    var top = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { top.deleteLastPathComponent() }
    return top.appendingPathComponent(path)
  }
}
