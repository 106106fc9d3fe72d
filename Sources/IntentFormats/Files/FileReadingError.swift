/// Why a file can't be read.
package struct FileReadingError: Error, Sendable, Hashable {
  /// The causes that are told apart.
  package enum Rule: Sendable, Hashable {
    case missing
    case danglingLink(target: String)
    case linkCycle
    case directory
    case notReadable
    case notAFile
    case nameNotAllowed
    case tooLarge(limit: Int)
    case noAnswer(seconds: Int)
    case system(code: Int32)
  }

  /// The path as the caller gave it.
  package let path: String

  /// The cause.
  package let rule: Rule
}

extension FileReadingError: CustomStringConvertible {
  /// The path, the cause and the remedy.
  package var description: String {
    "\(TextExcerpt.printable(path.utf8)): \(rule.message)"
  }
}

extension FileReadingError.Rule {
  /// The cause and the remedy, without the path.
  package var message: String {
    switch self {
    case .missing: "The file does not exist. Check the path."
    case .danglingLink(let target):
      """
      This symbolic link leads to '\(TextExcerpt.printable(target.utf8))', which does not exist. \
      Repair the link.
      """
    case .linkCycle: "This symbolic link leads back to itself. Repair the link."
    case .directory: "This is a directory, not a file. Name a file in it."
    case .notReadable: "Permission to read the file is denied. Change its permissions."
    case .notAFile: "This is neither a file nor a pipe."
    case .nameNotAllowed: "The path is empty, too long or has a zero byte."
    case .tooLarge(let limit): "The file is larger than \(limit) bytes, the most that is read."
    case .noAnswer(let seconds): "No data came within \(seconds) seconds."
    case .system(let code): "The file can't be read (system error \(code))."
    }
  }
}
