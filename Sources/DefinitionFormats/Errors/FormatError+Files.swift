package import InputFiles
package import JSONCodings
import Messages

/// Conversions of reading errors to format errors.
extension FormatError {
  /// A file that cannot be read.
  package init(_ error: FileReadingError) {
    self.init(file: TextExcerpt.printable(error.path.utf8), statement: error.rule.statement)
  }

  /// A file that is not a property list.
  ///
  /// A binary file has no lines, so the message gives the byte offset.
  package init(_ error: PropertyListError, file: String) {
    self.init(
      file: file, line: error.position?.line, column: error.position?.column,
      statement: error.rule.statement)
    if error.position == nil { message = "Byte \(error.byteOffset): \(message)" }
  }

  /// An error in a string table.
  package init(_ error: StringTableError, file: String) {
    self.init(
      file: file, line: error.position?.line, column: error.position?.column,
      statement: error.rule.statement)
    switch error.rule {
    case .duplicateKey, .lowercaseEscape: isLossless = true
    default: break
    }
  }
}
