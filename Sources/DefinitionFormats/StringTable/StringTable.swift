import InputFiles
package import Messages

/// A `.strings` file: the texts of a language by key, in file order.
package struct StringTable: Sendable, Hashable {
  /// A key with its text.
  package struct Entry: Sendable, Hashable {
    /// The key; for definitions, an identifier such as `gpCwrM`.
    package let key: String

    /// The text in the language of the table.
    package let value: String

    /// The position of the key; nil in a binary property list.
    package let position: TextPosition?

    package init(key: String, value: String, position: TextPosition?) {
      self.key = key
      self.value = value
      self.position = position
    }
  }

  /// The forms of string tables.
  package enum Form: Sendable, Hashable {
    /// The traditional form: lines such as `"key" = "text";`.
    case text

    case xmlPropertyList
    case binaryPropertyList
  }

  /// The entries in file order; a key can be repeated.
  package let entries: [Entry]

  /// The form of the file.
  package let form: Form

  /// The encoding of the file; UTF-8 for an empty file.
  package let encoding: TextEncoding

  /// The index of the last entry for each key.
  private let index: [String: Int]

  /// Makes a table from entries, by default an empty one.
  package init(entries: [Entry] = [], form: Form = .text, encoding: TextEncoding = .utf8) {
    self.entries = entries
    self.form = form
    self.encoding = encoding
    index = Dictionary(entries.enumerated().map { ($1.key, $0) }) { _, last in last }
  }

  /// The text of a key, from its last entry if it is repeated; nil if there is none.
  package func lookup(_ key: String) -> String? {
    entry(for: key)?.value
  }

  /// The effective entry for a key; nil if there is none.
  package func entry(for key: String) -> Entry? {
    index[key].map { entries[$0] }
  }
}

/// The result of reading a string table: the readable entries, and the errors.
package struct StringTableReading: Sendable {
  /// The readable entries.
  package let table: StringTable

  /// The errors in file order, up to a limit; empty if there are none.
  package let errors: [StringTableError]
}

/// An error in a string table, with its position.
package struct StringTableError: Error, Sendable, Hashable {
  /// The rules of string tables.
  package enum Rule: Sendable, Hashable {
    case tooLarge(limit: Int)
    case tooManyEntries(limit: Int)
    case invalidEncoding(TextEncoding)
    case unclosedString
    case unclosedComment
    case unclosedBrace
    case missingEquals(key: String)
    case missingValue(key: String)
    case missingSemicolon(key: String)
    case unexpectedText(String)
    case invalidEscape(String)
    /// `\u` with the digits of a character, which the system reads as the letter and the digits.
    case lowercaseEscape(String)
    /// UTF-16 without a byte-order mark, which the system reads as an empty table.
    case missingMark(TextEncoding)
    case duplicateKey(String, firstLine: Int)
    case notATable(PropertyListKind)
    case valueIsNoString(key: String, PropertyListKind)
    case propertyList(PropertyListRule)
  }

  /// The code of all errors in string tables.
  static let code = "string-table"

  /// The violated rule.
  package let rule: Rule

  /// The line and column; nil in a binary property list, in a file that is too large, and in invalid
  /// UTF-16.
  package let position: TextPosition?
}

extension StringTableError: CustomStringConvertible {
  /// The position, if there is one, and the message.
  package var description: String {
    guard let position else { return rule.explanation.text() }
    return "\(position): \(rule.explanation)"
  }
}

extension StringTableError.Rule: StatedProblem {
  /// The code, the problem and the remedy.
  package var statement: ProblemStatement {
    func error(_ message: Message, _ advice: Message = .none) -> ProblemStatement {
      ProblemStatement(StringTableError.code, message, advice)
    }
    return switch self {
    case .tooLarge(let limit): error(.fileTooLarge(limit: limit))
    case .tooManyEntries(let limit): error("The file has more entries than the limit of \(limit).")
    case .invalidEncoding(let encoding):
      error(.invalidEncoding(encoding: encoding.rawValue), .saveAsUTF8)
    case .unclosedString: error(.tableUnclosedString)
    case .unclosedComment: error("The comment that begins here has no “*/”.")
    case .unclosedBrace: error("The “{” that begins here has no “}”.")
    case .missingEquals(let key): error("“=” is missing after the key “\(TextExcerpt.short(key))”.")
    case .missingValue(let key): error("The key “\(TextExcerpt.short(key))” has no text after “=”.")
    case .missingSemicolon(let key):
      error("“;” is missing after the text of “\(TextExcerpt.short(key))”.")
    case .unexpectedText(let text):
      error(
        "A key is expected here, not “\(TextExcerpt.short(text))”.",
        "Put it into quotes, or remove it.")
    case .invalidEscape(let text): error("“\(TextExcerpt.short(text))” is not an escape.")
    case .lowercaseEscape(let digits):
      error(
        "The system reads “\\u\(digits)” as the text “u\(digits)”.",
        "Write \\U\(digits), or the character itself.")
    case .missingMark(let encoding):
      error(
        """
        The file is \(encoding.rawValue) without a byte-order mark, and the system reads it as an empty \
        table.
        """, .saveAsUTF8)
    case .duplicateKey(let key, let line):
      error(
        "The key “\(TextExcerpt.short(key))” is already in line \(line).",
        "The later text is used.")
    case .notATable(let kind): error("A string table is a dictionary, but this is \(kind.phrase).")
    case .valueIsNoString(let key, let kind):
      error("The text of “\(TextExcerpt.short(key))” is \(kind.phrase).", "Make it a string.")
    case .propertyList(let rule):
      error(rule.message, rule.advice)
    }
  }
}

extension StringTable {
  // The limits of reading a string table.
  static let maximumEntries = 500_000
  static let maximumErrors = 100

  /// Reads a string table in any of its forms and encodings.
  ///
  /// An empty file is an empty table. In the text form, reading continues after an error, so that
  /// several errors, up to a limit, are reported in one run; a repeated key is reported, but does not
  /// invalidate the table.
  package static func read(
    _ bytes: [UInt8], limit: Int = FileReading.standardLimit
  ) -> StringTableReading {
    guard bytes.count <= limit else { return failure(.tooLarge(limit: limit)) }
    if PropertyListBinary.isBinary(bytes) { return readPropertyList(bytes, encoding: .utf8) }
    let encoding = TextEncoding.detect(bytes).encoding
    guard case .success(let text) = TextEncoding.utf8(bytes) else {
      return failure(.invalidEncoding(encoding))
    }
    if String(validating: text, as: UTF8.self) == nil {
      let fault = UTF8.firstFault(in: text) ?? 0
      return failure(.invalidEncoding(.utf8), TextLineIndex(text).position(of: fault))
    }
    if looksLikeXML(text) { return readPropertyList(text, encoding: encoding) }
    if encoding != .utf8, TextEncoding.detect(bytes).markLength == 0 {
      return failure(.missingMark(encoding), TextPosition(line: 1, column: 1))
    }
    var scanner = StringTableScanner(text)
    scanner.readTable()
    let table = StringTable(entries: scanner.entries, form: .text, encoding: encoding)
    return StringTableReading(table: table, errors: scanner.errors)
  }

  private static func failure(
    _ rule: StringTableError.Rule, _ position: TextPosition? = nil
  ) -> StringTableReading {
    let error = StringTableError(rule: rule, position: position)
    return StringTableReading(table: StringTable(), errors: [error])
  }

  private static func looksLikeXML(_ text: [UInt8]) -> Bool {
    let first = text.dropFirst(FileReading.markLength(of: text))
      .first { !PropertyListXMLReader.isWhitespace($0) }
    return first == UInt8(ascii: "<")
  }

  private static func readPropertyList(
    _ bytes: [UInt8], encoding: TextEncoding
  ) -> StringTableReading {
    do {
      return table(of: try PropertyListDocument(bytes: bytes), encoding: encoding)
    } catch {
      return failure(.propertyList(error.rule), error.position)
    }
  }

  private static func table(
    of document: PropertyListDocument, encoding: TextEncoding
  ) -> StringTableReading {
    guard case .dictionary(let dictionary) = document.value else {
      return failure(.notATable(document.value.kind), document.sourceMap.position(of: []))
    }
    var entries: [Entry] = []
    var errors: [StringTableError] = []
    for (key, value) in dictionary.entries.map({ ($0.key, $0.value) }) {
      if case .string(let text) = value {
        let position = document.sourceMap.position(of: [.key(key)], part: .key)
        entries.append(Entry(key: key, value: text, position: position))
      } else if errors.count < maximumErrors {
        let position = document.sourceMap.position(of: [.key(key)])
        let rule = StringTableError.Rule.valueIsNoString(key: key, value.kind)
        errors.append(StringTableError(rule: rule, position: position))
      }
    }
    let form: Form = document.form == .binary ? .binaryPropertyList : .xmlPropertyList
    let table = StringTable(entries: entries, form: form, encoding: encoding)
    return StringTableReading(table: table, errors: errors)
  }
}
