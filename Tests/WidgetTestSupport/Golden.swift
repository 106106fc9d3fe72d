#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares pictures and transcripts with the complete texts of files.
///
/// With `WIDGETCONFIG_RECORD=1` in the environment, the file is written, but the comparison still
/// fails, so that a recording never passes unseen.
public enum Golden {
  /// Compares a text with the file `Fixtures/Screens/<name>.txt`.
  ///
  /// - Returns: nil if they are equal; otherwise the difference, as a description and both texts.
  public static func difference(_ text: String, from name: String) -> String? {
    difference(text, fromFile: "Fixtures/Screens/\(name).txt")
  }

  /// Compares a text with a file, given by its path relative to the root of the repository.
  ///
  /// - Returns: nil if they are equal; otherwise the difference, as a description and both texts.
  public static func difference(_ text: String, fromFile name: String) -> String? {
    let file = RepositoryFiles.url(name)
    let text = text.hasSuffix("\n") ? text : text + "\n"
    if ProcessInfo.processInfo.environment["WIDGETCONFIG_RECORD"] == "1" {
      return record(text, in: file)
    }
    guard let data = try? Data(contentsOf: file) else {
      return "There is no \(file.path); record it with WIDGETCONFIG_RECORD=1. It would be:\n\(text)"
    }
    let expected = String(decoding: data, as: UTF8.self)
    guard expected != text else { return nil }
    return
      "\(name) differs at line \(line(expected, text)).\nExpected:\n\(expected)\nFound:\n\(text)"
  }

  private static func record(_ text: String, in file: URL) -> String {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return "Recorded \(file.path); look at it, and run again without WIDGETCONFIG_RECORD."
    } catch {
      return "\(file.path) cannot be written: \(error)"
    }
  }

  /// The number of the first line that differs, starting at 1.
  private static func line(_ expected: String, _ found: String) -> Int {
    let pairs = zip(
      expected.split(separator: "\n", omittingEmptySubsequences: false),
      found.split(separator: "\n", omittingEmptySubsequences: false))
    return pairs.prefix { $0 == $1 }.count + 1
  }
}
