import JSONC
import Messages

/// A String Catalog (`.xcstrings`): the texts of all languages by key.
///
/// Xcode makes one from the string tables of a definition, with the identifiers as keys. What this
/// type does not know, such as comments and states, is kept: writing a catalog that Xcode wrote gives
/// the same bytes, except for what was added.
package struct StringCatalogFile: Sendable {
  /// The language of the texts from which others are translated; nil if the file states none.
  package let sourceLanguage: String?

  /// The languages that have an entry, in alphabetical order.
  package private(set) var languages: [String]

  private var root: JSONObject
  private let map: JSONSourceMap
  private let endsWithNewline: Bool
  /// The literals of texts that can be written in several ways, by text.
  private let literals: [String: String]
  /// Whether the file writes a slash as `\/`, as Xcode does.
  private let escapesSlashes: Bool

  private enum Key {
    static let sourceLanguage = "sourceLanguage"
    static let strings = "strings"
    static let localizations = "localizations"
    static let stringUnit = "stringUnit"
    static let variations = "variations"
    static let state = "state"
    static let value = "value"
    static let extractionState = "extractionState"
    static let shouldTranslate = "shouldTranslate"
  }

  /// The state of a text that nobody has translated; it repeats the source.
  private static let untranslated = "new"

  /// The state of a translation whose source has changed since.
  private static let unreviewed = "needs_review"

  /// Reads a catalog.
  ///
  /// - Parameter path: The name of the file in messages.
  /// - Throws: `FormatError` for what is not JSON, or has no `strings`.
  package init(_ bytes: [UInt8], file path: String) throws(FormatError) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      (value, map) = try JSONText.parseWithPositions(bytes)
    } catch {
      throw FormatError(error, file: path)
    }
    guard let root = value.objectValue, let strings = root[Key.strings]?.objectValue else {
      throw FormatError(
        file: path, code: "string-catalog", sentence: "The String Catalog has no “strings”.",
        remedy: "Save it with Xcode again.")
    }
    self.root = root
    sourceLanguage = root[Key.sourceLanguage]?.stringValue
    languages = Set(
      strings.keys.flatMap { key in
        strings[key]?.objectValue?[Key.localizations]?.objectValue?.keys ?? []
      }
    ).sorted()
    endsWithNewline = bytes.last == UInt8(ascii: "\n")
    literals = Self.literals(in: bytes)
    escapesSlashes = literals.values.contains { $0.contains(#"\/"#) }
  }

  /// The literals with a slash or an escape in a valid JSON text, by the text that they mean.
  private static func literals(in bytes: [UInt8]) -> [String: String] {
    let (quote, backslash, slash) = (
      UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")
    )
    var literals: [String: String] = [:]
    var place = bytes.startIndex
    while let start = bytes[place...].firstIndex(of: quote) {
      var end = start + 1
      var isPlain = true
      while end < bytes.endIndex, bytes[end] != quote {
        if bytes[end] == backslash || bytes[end] == slash { isPlain = false }
        end += bytes[end] == backslash ? 2 : 1
      }
      guard end < bytes.endIndex else { break }
      let literal = bytes[start...end]
      if !isPlain, let text = (try? JSONText.parse(Array(literal)))?.stringValue {
        literals[text] = String(decoding: literal, as: UTF8.self)
      }
      place = end + 1
    }
    return literals
  }

  private var strings: JSONObject { root[Key.strings]?.objectValue ?? JSONObject() }

  /// The texts of a language with the positions of their keys, in file order.
  ///
  /// Of a text with variations, such as plurals, it is the general one. A text that nobody has
  /// translated is left out.
  package func entries(in language: String) -> [StringTable.Entry] {
    let strings = strings
    return strings.keys.compactMap { key in
      guard let entry = strings[key]?.objectValue?[Key.localizations]?.objectValue?[language],
        let text = Self.text(of: entry)
      else { return nil }
      let place = map.keyPosition(of: [
        .key(Key.strings), .key(key), .key(Key.localizations), .key(language),
      ])
      return StringTable.Entry(
        key: key, value: text,
        position: place.map { TextPosition(line: $0.line, column: $0.column) })
    }
  }

  /// The keys of the texts that are the same in all languages, so that they need no translation.
  package var untranslatable: Set<String> {
    let strings = strings
    return Set(strings.keys.filter { strings[$0].map(Self.isUntranslatable) ?? false })
  }

  private static func isUntranslatable(_ entry: JSONValue) -> Bool {
    entry.objectValue?[Key.shouldTranslate] == .bool(false)
  }

  /// The texts of a language that are marked for review, in whole or in one of their variations.
  package func unreviewed(in language: String) -> [StringTable.Entry] {
    let strings = strings
    return entries(in: language).filter { entry in
      let own = strings[entry.key]
      guard own.map(Self.isUntranslatable) != true else { return false }
      let localizations = own?.objectValue?[Key.localizations]?.objectValue
      return localizations?[language].map(Self.needsReview) ?? false
    }
  }

  private static func needsReview(_ value: JSONValue) -> Bool {
    guard let object = value.objectValue else { return false }
    if let unit = object[Key.stringUnit]?.objectValue {
      return unit[Key.state]?.stringValue == unreviewed
    }
    guard let variations = object[Key.variations]?.objectValue else { return false }
    return variations.keys.contains { kind in
      guard let forms = variations[kind]?.objectValue else { return false }
      return forms.keys.contains { forms[$0].map(needsReview) ?? false }
    }
  }

  /// The general text of an entry.
  private static func text(of value: JSONValue) -> String? {
    guard let object = value.objectValue else { return nil }
    if let unit = object[Key.stringUnit]?.objectValue {
      return unit[Key.state]?.stringValue == untranslated ? nil : unit[Key.value]?.stringValue
    }
    guard let variations = object[Key.variations]?.objectValue else { return nil }
    for kind in variations.keys {
      guard let forms = variations[kind]?.objectValue else { continue }
      for form in ["other"] + forms.keys {
        if let text = forms[form].flatMap(text(of:)) { return text }
      }
    }
    return nil
  }

  // MARK: Additions

  /// Adds untranslated texts in a language, which keep what is already there; those that need no
  /// translation are left out.
  ///
  /// - Parameter texts: The texts by key.
  package mutating func add(_ texts: [(key: String, text: String)], language: String) {
    var strings = strings
    for (key, text) in texts {
      var entry =
        strings[key]?.objectValue
        ?? JSONObject([(Key.extractionState, .string("extracted_with_value"))])
      var localizations = entry[Key.localizations]?.objectValue ?? JSONObject()
      guard localizations[language] == nil, !Self.isUntranslatable(.object(entry)) else {
        continue
      }
      let unit = JSONObject([
        (Key.state, .string(Self.untranslated)), (Key.value, .string(text)),
      ])
      let localization = JSONObject([(Key.stringUnit, .object(unit))])
      localizations = localizations.inserting(language, .object(localization))
      entry = entry.inserting(Key.localizations, .object(localizations))
      strings = strings.inserting(key, .object(entry))
    }
    root = root.inserting(Key.strings, .object(strings))
    let isThere = strings.keys.contains { key in
      strings[key]?.objectValue?[Key.localizations]?.objectValue?[language] != nil
    }
    if isThere, !languages.contains(language) { languages = (languages + [language]).sorted() }
  }

  /// The catalog in the layout of Xcode.
  package var bytes: [UInt8] {
    var text = ""
    write(.object(root), depth: 0, to: &text)
    return Array((text + (endsWithNewline ? "\n" : "")).utf8)
  }

  private func write(_ value: JSONValue, depth: Int, to text: inout String) {
    let margin = String(repeating: "  ", count: depth)
    switch value {
    case .object(let object) where object.keys.isEmpty: text += "{\n\n\(margin)}"
    case .object(let object):
      text += "{\n"
      for (index, key) in object.keys.enumerated() {
        text += "\(margin)  \(quoted(key)) : "
        if let member = object[key] { write(member, depth: depth + 1, to: &text) }
        text += index == object.keys.count - 1 ? "\n" : ",\n"
      }
      text += "\(margin)}"
    case .array(let elements) where elements.isEmpty: text += "[\n\n\(margin)]"
    case .array(let elements):
      text += "[\n"
      for (index, element) in elements.enumerated() {
        text += margin + "  "
        write(element, depth: depth + 1, to: &text)
        text += index == elements.count - 1 ? "\n" : ",\n"
      }
      text += "\(margin)]"
    case .string(let string): text += quoted(string)
    default: text += Self.plain(value)
    }
  }

  /// A text as the file writes it.
  private func quoted(_ text: String) -> String {
    if let literal = literals[text] { return literal }
    let literal = Self.plain(.string(text))
    return escapesSlashes ? literal.replacing("/", with: #"\/"#) : literal
  }

  /// A value without members as JSON.
  private static func plain(_ value: JSONValue) -> String {
    // Only a number that is not finite cannot be written, and none can be read.
    (try? JSONText.write(value, style: .compact)) ?? "null"
  }
}

extension JSONObject {
  /// The object with a member, which is before the first existing one with a greater key.
  fileprivate func inserting(_ key: String, _ value: JSONValue) -> JSONObject {
    var copy = self
    guard self[key] == nil, let next = keys.first(where: { Self.isBefore(key, $0) }) else {
      copy[key] = value
      return copy
    }
    var members: [(key: String, value: JSONValue)] = []
    for old in keys {
      if old == next { members.append((key, value)) }
      if let member = self[old] { members.append((old, member)) }
    }
    return JSONObject(members)
  }

  /// The order of keys in a catalog, which does not depend on their case.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    let (lhs, rhs) = (left.lowercased(), right.lowercased())
    return lhs == rhs ? left < right : lhs < rhs
  }
}
