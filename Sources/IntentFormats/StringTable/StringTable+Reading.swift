extension StringTable {
  // How much of a string table is read.
  static let mostEntries = 500_000
  static let mostErrors = 100

  /// Reads a string table in any of its forms and encodings.
  ///
  /// An empty file is an empty table. Reading goes on after an error, so that all are told at once. A key
  /// that occurs twice is told, and is no reason to lose the table.
  package static func read(_ bytes: [UInt8], limit: Int = 64 << 20) -> StringTableReading {
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
    let marked = text.starts(with: TextEncoding.utf8Mark)
    let first = text.dropFirst(marked ? 3 : 0).first { !PropertyListXMLReader.isWhitespace($0) }
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
      } else if errors.count < mostErrors {
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
