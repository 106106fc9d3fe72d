/// How files that can't be read become errors of formats.
extension FormatError {
  /// A file that can't be read.
  init(_ error: FileReadingError) {
    self.init(
      file: TextExcerpt.printable(error.path.utf8), code: error.rule.code,
      sentence: error.rule.message, remedy: "")
  }

  /// A file that is no property list.
  ///
  /// A binary one has no lines: the sentence names the byte.
  init(_ error: PropertyListError, file: String) {
    let place = error.position == nil ? "Byte \(error.byteOffset): " : ""
    self.init(
      file: file, line: error.position?.line, column: error.position?.column,
      code: error.rule.code, sentence: place + error.rule.message, remedy: "")
  }

  /// Something wrong in a string table.
  init(_ error: StringTableError, file: String) {
    self.init(
      file: file, line: error.position?.line, column: error.position?.column,
      code: "string-table", sentence: error.rule.message, remedy: "")
  }
}

extension FileReadingError.Rule {
  /// The rule in lower-case words with hyphens.
  var code: String {
    switch self {
    case .missing: "missing-file"
    case .danglingLink: "dangling-link"
    case .linkCycle: "link-cycle"
    case .directory: "directory"
    case .notReadable: "not-readable"
    case .notAFile: "not-a-file"
    case .nameNotAllowed: "bad-path"
    case .tooLarge: "file-too-large"
    case .noAnswer: "no-answer"
    case .system: "system-error"
    }
  }
}

extension PropertyListRule {
  /// The rule in lower-case words with hyphens; those of markup and scalars have one in common.
  var code: String {
    switch self {
    case .emptyFile: "empty-file"
    case .notAPropertyList: "not-a-property-list"
    case .fileTooLarge: "file-too-large"
    case .tooDeep: "too-deep"
    case .tooManyValues: "too-many-values"
    case .truncated, .binaryTruncated: "truncated"
    case .mergeMarker: "merge-marker"
    case .duplicateKey: "duplicate-key"
    case .entitiesNotAllowed: "entities-not-allowed"
    default: "malformed-property-list"
    }
  }
}
