import InputFiles
package import JSONC
import Messages

/// A String Catalog (`.xcstrings`): the texts of all languages by key.
///
/// Xcode makes a catalog from the string tables of a definition, with the identifiers as keys. All
/// bytes of the file are preserved, including those of unknown parts; additions are inserted between
/// them.
package struct StringCatalogFile: Sendable {
  /// The language from which the other texts are translated; nil if the file does not specify one.
  package let sourceLanguage: String?

  /// The languages that have an entry, in alphabetical order.
  package let languages: [String]

  /// The file as it was read, with additions.
  package private(set) var bytes: [UInt8]

  private let root: JSONObject
  private let map: JSONSourceMap

  /// The keys of a catalog.
  package enum Key {
    package static let sourceLanguage = "sourceLanguage"
    package static let strings = "strings"
    package static let version = "version"
    package static let localizations = "localizations"
    package static let stringUnit = "stringUnit"
    package static let variations = "variations"
    package static let state = "state"
    package static let value = "value"
    package static let extractionState = "extractionState"
    package static let comment = "comment"
    package static let shouldTranslate = "shouldTranslate"
  }

  /// The state of an untranslated text, which repeats the source.
  static let untranslated = "new"

  /// The state of a translation whose source has changed since it was translated.
  static let unreviewed = "needs_review"

  /// The code of all problems with the contents of catalogs.
  static let problemCode = "string-catalog"

  /// Reads a catalog.
  ///
  /// - Parameter path: The name of the file in messages.
  /// - Throws: `FormatError` for a file that is not JSON or has no `strings`.
  package init(_ bytes: [UInt8], file path: String) throws(FormatError) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      (value, map) = try JSONText.parseWithPositions(bytes)
    } catch {
      throw FormatError(error, file: path)
    }
    guard let root = value.objectValue, let strings = root[Key.strings]?.objectValue else {
      throw FormatError(
        file: path, code: Self.problemCode, sentence: "The String Catalog has no “strings”.",
        remedy: "Save it with Xcode again.")
    }
    self.bytes = bytes
    self.root = root
    sourceLanguage = root[Key.sourceLanguage]?.stringValue
    languages = Set(
      strings.keys.flatMap { key in
        strings[key]?.objectValue?[Key.localizations]?.objectValue?.keys ?? []
      }
    ).sorted()
  }

  /// The problems that make Xcode reject the catalog; its texts are read nevertheless.
  ///
  /// Xcode's compiler of catalogs refuses a file without a version or without a source language
  /// (reported for Xcode 26 in July 2026). Xcode 26 and later also write `laterVersion`.
  package func problems(file path: String) -> [FormatError] {
    func problem(_ key: String, _ sentence: Message, _ remedy: Message) -> FormatError {
      let place = map.keyPosition(of: [.key(key)])
      return FormatError(
        file: path, line: place?.line ?? 1, column: place?.column ?? 1, code: Self.problemCode,
        sentence: sentence, remedy: remedy)
    }
    var problems: [FormatError] = []
    let version = root[Key.version]
    if version == nil {
      problems.append(
        problem(
          Key.version, "The String Catalog has no “version”, so Xcode refuses it.",
          "Add \"version\" : \"\(Self.version)\" at its end."))
    } else if version.map({ Self.versions.contains($0) }) != true {
      problems.append(
        problem(
          Key.version,
          """
          Xcode knows only the versions “\(Self.version)” and “\(Self.laterVersion)” of String \
          Catalogs.
          """,
          """
          Write "version" : "\(Self.version)", with the quotes, if nothing in the catalog needs a \
          later version.
          """))
    }
    if sourceLanguage?.isEmpty != false {
      problems.append(
        problem(
          Key.sourceLanguage, "The String Catalog has no “sourceLanguage”, so Xcode refuses it.",
          "Add the language in which its texts are written, such as \"en\"."))
    }
    return problems
  }

  /// The version of new catalogs.
  package static let version = "1.0"

  private static let laterVersion = "1.1"
  private static let versions: Set<JSONValue> = [.string(version), .string(laterVersion)]

  /// Reads the catalog at a path.
  ///
  /// - Throws: `FormatError` if the file cannot be read, is not JSON, or has no `strings`.
  package init(path: String) throws(FormatError) {
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.bytes(atPath: path)
    } catch {
      throw FormatError(error)
    }
    try self.init(bytes, file: path)
  }

  private var strings: JSONObject { root[Key.strings]?.objectValue ?? JSONObject() }

  /// The version of the format; nil if the file does not specify one.
  package var version: String? { root[Key.version]?.stringValue }

  /// The keys of all entries, in file order.
  package var keys: [String] { strings.keys }

  /// The entry of a key with all its parts, such as its comment; nil if there is none.
  package func entry(of key: String) -> JSONObject? { strings[key]?.objectValue }

  /// The comment of generated entries, which may be generated again.
  package static let generatedComment = "Generated from the intent definition."

  /// Whether this catalog has everything that another catalog has for a key.
  ///
  /// A generated entry can be left out, or have other texts in the same languages.
  package func keeps(_ key: String, of other: StringCatalogFile) -> Bool {
    guard let old = other.entry(of: key) else { return true }
    let isGenerated = old[Key.comment] == .string(Self.generatedComment)
    guard let new = entry(of: key) else { return isGenerated }
    let oldTexts = old[Key.localizations]?.objectValue ?? JSONObject()
    let newTexts = new[Key.localizations]?.objectValue ?? JSONObject()
    if isGenerated { return oldTexts.keys.allSatisfy { newTexts[$0] != nil } }
    return oldTexts.keys.allSatisfy { oldTexts[$0] == newTexts[$0] }
      && old.keys.allSatisfy { $0 == Key.localizations || old[$0] == new[$0] }
  }

  /// The general text of a key in a language; nil if there is none or it is not translated.
  package func text(of key: String, in language: String) -> String? {
    let localizations = entry(of: key)?[Key.localizations]?.objectValue
    return localizations?[language].flatMap(Self.text(of:))
  }

  /// The texts of a language with the positions of their keys, in file order.
  ///
  /// For a text with variations, such as plurals, the result has the general text. An untranslated
  /// text is left out.
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

  /// The keys of the texts that are the same in all languages, so they need no translation.
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

  /// Adds untranslated texts in a language, without changing existing ones; texts that need no
  /// translation are left out.
  ///
  /// Only new texts are inserted, in the order and the layout of the file, and with them a missing
  /// version; all other bytes stay unchanged.
  ///
  /// - Parameter texts: The texts by key.
  package mutating func add(_ texts: [(key: String, text: String)], language: String) {
    let strings = strings
    let path: [JSONPathComponent] = [.key(Key.strings)]
    // The keys to add are sorted, so the search for the next one continues where the previous one
    // ended.
    var later = strings.keys[...]
    let members = texts.firsts(by: \.key).sorted {
      Self.isBefore($0.key, $1.key)
    }.compactMap { key, text -> JSONSplicer.Member? in
      let unit = JSONObject([
        (Key.state, .string(Self.untranslated)), (Key.value, .string(text)),
      ])
      let localization = JSONObject([(Key.stringUnit, .object(unit))])
      let localizations = JSONObject([(language, .object(localization))])
      guard let entry = strings[key]?.objectValue else {
        guard strings[key] == nil else { return nil }
        let new = JSONObject([
          (Key.extractionState, .string("extracted_with_value")),
          (Key.localizations, .object(localizations)),
        ])
        later = later.drop { !Self.isBefore(key, $0) }
        return JSONSplicer.Member(path: path, key: key, value: .object(new), next: later.first)
      }
      guard !Self.isUntranslatable(.object(entry)) else { return nil }
      let place = path + [.key(key)]
      guard let old = entry[Key.localizations]?.objectValue else {
        return Self.member(Key.localizations, .object(localizations), of: entry, at: place)
      }
      guard old[language] == nil else { return nil }
      return Self.member(
        language, .object(localization), of: old, at: place + [.key(Key.localizations)])
    }
    var splicer = JSONSplicer(bytes)
    // A written catalog has a version, without which Xcode rejects it.
    let version =
      root[Key.version] == nil
      ? [JSONSplicer.Member(path: [], key: Key.version, value: .string(Self.version), next: nil)]
      : []
    // No number is inserted, so this cannot fail.
    guard !members.isEmpty, (try? splicer.insert(members + version)) != nil,
      let new = try? StringCatalogFile(splicer.bytes, file: "")
    else { return }
    self = new
  }

  /// A new member of an object, placed before the first existing member with a greater key.
  private static func member(
    _ key: String, _ value: JSONValue, of object: JSONObject, at path: [JSONPathComponent]
  ) -> JSONSplicer.Member {
    JSONSplicer.Member(
      path: path, key: key, value: value, next: object.keys.first { isBefore(key, $0) })
  }

  /// The order of keys in a catalog, which ignores case.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    let (lhs, rhs) = (left.lowercased(), right.lowercased())
    return lhs == rhs ? left < right : lhs < rhs
  }
}
