package import IntentModel
import Messages

/// Writes string tables: a line for each text, sorted by identifier.
extension StringTable {
  /// The lines of a complete table.
  package static func text(of texts: [LocalizedText]) -> String {
    let escaped = MessageTable.escaped
    return pairs(of: texts).map { "\"\(escaped($0.key))\" = \"\(escaped($0.text))\";\n" }
      .joined(separator: "\n")
  }

  /// A table with additional texts at its end.
  ///
  /// In the text form, the existing bytes and the encoding are preserved; an XML property list is
  /// rewritten in its layout.
  ///
  /// - Parameter path: The name of the file in messages.
  ///
  /// - Throws: `FormatError` for a table from which the texts could not be read back, such as a
  ///   binary property list or a table in braces.
  package static func adding(
    _ texts: [LocalizedText], to bytes: [UInt8], file path: String
  ) throws(FormatError) -> [UInt8] {
    guard !texts.isEmpty else { return bytes }
    let old = read(bytes).table
    let new: [UInt8]
    switch old.form {
    case .text:
      new = bytes + TextEncoding.detect(bytes).encoding.bytes(of: "\n" + text(of: texts))
    case .xmlPropertyList: new = try propertyList(bytes, adding: texts, file: path)
    case .binaryPropertyList: new = bytes
    }
    let made = read(new).table
    guard pairs(of: texts).allSatisfy({ made.lookup($0.key) == $0.text }) else {
      throw FormatError(
        file: path, code: StringTableError.code,
        sentence: "Texts cannot be added to this string table.",
        remedy: """
          Save it as text in UTF-8, with one line for each key and without braces, or as an XML \
          property list.
          """)
    }
    return new
  }

  private static func propertyList(
    _ bytes: [UInt8], adding texts: [LocalizedText], file path: String
  ) throws(FormatError) -> [UInt8] {
    let document: PropertyListDocument
    do throws(PropertyListError) {
      document = try PropertyListDocument(bytes: bytes)
    } catch {
      throw FormatError(error, file: path)
    }
    guard case .dictionary(var dictionary) = document.value else { return bytes }
    for pair in pairs(of: texts) { dictionary[pair.key] = .string(pair.text) }
    do throws(PropertyListWritingError) {
      return try PropertyListXML.bytes(of: .dictionary(dictionary), layout: document.layout)
    } catch {
      throw FormatError(error)
    }
  }

  /// The texts with an identifier, sorted by it.
  private static func pairs(of texts: [LocalizedText]) -> [(key: String, text: String)] {
    let pairs = texts.compactMap { text -> (key: String, text: String)? in
      guard let id = text.id, let words = text.text else { return nil }
      return (id, words)
    }
    return pairs.sorted { $0.key < $1.key }
  }
}

extension TextEncoding {
  /// A text in the encoding, without a byte-order mark.
  fileprivate func bytes(of text: String) -> [UInt8] {
    switch self {
    case .utf8: Array(text.utf8)
    case .utf16LittleEndian: text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
  }
}
