import InputFiles
public import IntentModel
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts of a definition in a language, from the files next to it.
///
/// A table has the name of the definition. It is in a folder for its language, which is next to the
/// definition, or next to `Base.lproj` if the definition is in that folder. Some projects have a
/// complete copy of the definition for each language instead, which is also supported. A String
/// Catalog with the name of the definition, next to it or in `mul.lproj`, provides the texts of
/// languages that have neither a table nor a copy.
public struct DefinitionLocalization: Sendable {
  /// The language as it appears in its folder's name, such as `zh-Hans`.
  public let language: String

  /// The path of the table, of the catalog, of the copy of the definition, or of the built program.
  public let path: String

  /// The kind of file.
  package let kind: Kind

  /// Whether a catalog names this language as the source of its translations.
  package let isSource: Bool

  /// The entries of a table or a catalog, in file order; empty for a copy and for a program.
  package let entries: [StringTable.Entry]

  /// The entries of a catalog that are marked for review.
  package let unreviewedEntries: [StringTable.Entry]

  /// The identifiers of texts that are the same in all languages, according to a catalog.
  package let untranslatable: Set<String>

  /// The problems in the table or the copy; the readable texts are still used.
  public let problems: [FormatError]

  fileprivate let texts: [String: String]

  /// The text of an identifier in this language; nil if there is none, in which case the text in
  /// the definition applies.
  public func lookup(_ identifier: String) -> String? { texts[identifier] }

  /// The identifiers with a text.
  public var identifiers: Set<String> { Set(texts.keys) }

  /// The texts for a locale such as `de_CH.UTF-8` or `zh-Hans-CN`; nil if no language matches.
  ///
  /// The folder for the exact tag is preferred, then that for a fallback of the tag, such as the
  /// language and script, or the language. Gaps in a table are filled with the definition's texts,
  /// not from other tables.
  public static func read(beside path: String, locale: String) -> DefinitionLocalization? {
    let files = files(beside: path)
    guard let language = choose(locale, from: files.map(\.language)) else { return nil }
    return files.first { $0.language == language }.map { DefinitionLocalization($0) }
  }

  /// The texts in every language, in alphabetical order of the languages.
  public static func readAll(beside path: String) -> [DefinitionLocalization] {
    files(beside: path).map { DefinitionLocalization($0) }
  }

  /// The languages that have a table, a copy of the definition, or texts in a catalog, in
  /// alphabetical order.
  public static func languages(beside path: String) -> [String] {
    files(beside: path).map(\.language)
  }

  /// The best language for a locale; nil if none matches.
  public static func choose(_ locale: String, from languages: [String]) -> String? {
    guard let wanted = LanguageTag(locale) else { return nil }
    for tag in wanted.fallbacks {
      if let match = languages.first(where: { LanguageTag($0) == tag }) { return match }
    }
    return nil
  }

  private init(_ file: LanguageFile) {
    language = file.language
    path = file.path
    kind = file.form.kind
    if case .catalog(let catalog) = file.form {
      isSource = catalog.sourceLanguage == language
      entries = catalog.entries(in: language)
      unreviewedEntries = catalog.unreviewed(in: language)
      untranslatable = catalog.untranslatable
      texts = Dictionary(firsts: entries.map { ($0.key, $0.value) })
      problems = []
      return
    }
    (isSource, unreviewedEntries, untranslatable) = (false, [], [])
    if case .program(let texts) = file.form {
      (entries, self.texts, problems) = ([], texts, [])
      return
    }
    do throws(FileReadingError) {
      let bytes = try FileReading.bytes(atPath: file.path)
      let marks = MergeMarkers.errors(in: bytes, file: file.path)
      guard marks.isEmpty else {
        (entries, texts, problems) = ([], [:], marks)
        return
      }
      (entries, texts, problems) =
        kind == .copy ? Self.copy(bytes, path: file.path) : Self.table(bytes, path: file.path)
    } catch {
      (entries, texts, problems) = ([], [:], [FormatError(error)])
    }
  }

  /// The entries of a file, its texts by identifier, and its problems.
  private typealias Contents = ([StringTable.Entry], [String: String], [FormatError])

  private static func table(_ bytes: [UInt8], path: String) -> Contents {
    let reading = StringTable.read(bytes)
    let entries = reading.table.entries
    let texts = Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last }
    return (entries, texts, reading.errors.map { FormatError($0, file: path) })
  }

  private static func copy(_ bytes: [UInt8], path: String) -> Contents {
    do throws(PropertyListError) {
      var texts: [String: String] = [:]
      try PropertyListDocument(bytes: bytes).value.collectTexts(into: &texts)
      return ([], texts, [])
    } catch {
      return ([], [:], [FormatError(error, file: path)])
    }
  }
}

/// The texts of a definition in each language.
///
/// A text comes from the file for the language. In the definition's own language, a text that the
/// file lacks comes from the definition.
public struct DefinitionLanguages: Sendable {
  /// The language in which the definition itself is written.
  public let source: String

  /// Whether there is evidence for the source language; otherwise it is a guess.
  public let isSourceKnown: Bool

  /// The languages that have texts, in alphabetical order.
  public let languages: [String]

  /// The problems in the files with the texts; the readable texts are still used.
  public let problems: [FormatError]

  /// The String Catalog next to the definition; nil if there is none that can be read.
  package let catalog: StringCatalogFile?

  private let tables: [String: [String: String]]

  /// Reads the texts in the files next to a definition.
  ///
  /// - Parameters:
  ///   - file: The definition.
  ///   - path: Its path; nil if it is not in a file.
  public init(of file: IntentDefinitionFile, beside path: String?) {
    let found = path.map { DefinitionLocalization.readAll(beside: $0) } ?? []
    let (source, isKnown) = DevelopmentRegion.written(
      in: path, tables: found, texts: DefinitionTexts(file))
    let catalog = path.flatMap { DefinitionLocalization.catalog(beside: $0) }
      .flatMap { try? StringCatalogFile(path: $0) }
    let stated = catalog?.sourceLanguage.flatMap { $0.isEmpty ? nil : $0 }
    self.init(
      source: isKnown ? source : stated ?? source, isSourceKnown: isKnown || stated != nil,
      catalog: catalog,
      tables: Dictionary(firsts: found.map { ($0.language, $0.texts) }),
      problems: found.flatMap(\.problems)
        + (path.map { DefinitionLocalization.catalogProblems(beside: $0) } ?? []))
  }

  /// Makes the languages of a definition from the texts by language and identifier.
  public init(
    source: String, isSourceKnown: Bool = true, tables: [String: [String: String]] = [:]
  ) {
    self.init(
      source: source, isSourceKnown: isSourceKnown, catalog: nil, tables: tables, problems: [])
  }

  private init(
    source: String, isSourceKnown: Bool, catalog: StringCatalogFile?,
    tables: [String: [String: String]], problems: [FormatError]
  ) {
    self.catalog = catalog
    self.source = source
    self.isSourceKnown = isSourceKnown
    self.tables = tables
    self.problems = problems
    languages = Set(tables.keys).union([source]).sorted()
  }

  /// The displayed text in a language; nil if the language has none.
  public func text(_ text: LocalizedText, in language: String) -> String? {
    let own = text.localized { tables[language]?[$0] }
    if let id = text.id, tables[language]?[id] != nil { return own.text }
    return language == source ? text.text : nil
  }

  /// The identifiers that a language's table has.
  public func identifiers(in language: String) -> Set<String> {
    Set((tables[language] ?? [:]).keys)
  }

  /// The definition with the texts of its source language.
  public func localizedInSource(_ file: IntentDefinitionFile) -> IntentDefinitionFile {
    file.localized { tables[source]?[$0] }
  }
}

extension DefinitionLocalization {
  /// The kinds of files with the texts of a language.
  package enum Kind: Sendable {
    /// A string table.
    case table
    /// A String Catalog.
    case catalog
    /// A copy of the definition.
    case copy
    /// The tables of a built program.
    case program

    /// The kind of a file that contains only translations, according to the end of its name; nil
    /// for any other file.
    package init?(ofFile path: String) {
      let name = path.lowercased()
      if name.hasSuffix(DefinitionLocalization.tableEnding) {
        self = .table
      } else if name.hasSuffix(DefinitionLocalization.catalogEnding) {
        self = .catalog
      } else {
        return nil
      }
    }
  }
}

/// A file with texts in a language.
private struct LanguageFile {
  enum Form {
    case table, copy
    case catalog(StringCatalogFile)
    case program([String: String])

    var kind: DefinitionLocalization.Kind {
      switch self {
      case .table: .table
      case .copy: .copy
      case .catalog: .catalog
      case .program: .program
      }
    }
  }

  var language: String
  var path: String
  var form: Form
}

extension DefinitionLocalization {
  package static let folderEnding = ".lproj"
  package static let tableEnding = ".strings"
  package static let pluralsEnding = ".stringsdict"
  package static let catalogEnding = ".xcstrings"
  package static let definitionEnding = ".intentdefinition"

  /// The folder name for files that are not translated, used instead of a language.
  package static let base = "Base"

  /// The folder name for a catalog with several languages, used instead of a language.
  static let several = "mul"
  private static let maximumFolders = 2_000

  /// The name of a language's folder.
  package static func folder(of language: String) -> String { language + folderEnding }

  /// The path of the table with the given name in a language, relative to the definition's folder.
  package static func tablePath(of language: String, name: String) -> String {
    "\(folder(of: language))/\(name)\(tableEnding)"
  }

  /// The files by language, sorted by language; a table takes precedence over a copy and a catalog.
  private static func files(beside path: String) -> [LanguageFile] {
    if let bundle = AppIntentsBundle(path: path) {
      return bundle.texts.sorted { $0.key < $1.key }.map { language, texts in
        LanguageFile(language: language, path: path, form: .program(texts))
      }
    }
    let tables = tablesAndCopies(beside: path)
    guard let place = catalog(beside: path), let catalog = try? StringCatalogFile(path: place)
    else { return tables }
    let known = Set(tables.map { LanguageTag.canonical($0.language) })
    let others = catalog.languages.filter { !known.contains(LanguageTag.canonical($0)) }
    return
      (tables
      + others.map { LanguageFile(language: $0, path: place, form: .catalog(catalog)) })
      .sorted { $0.language < $1.language }
  }

  /// The String Catalog with the name of a definition, next to it or in `mul.lproj`; nil if there
  /// is none.
  package static func catalog(beside path: String) -> String? {
    let (root, place, file, _) = places(beside: path)
    let name = stem(of: file) + catalogEnding
    return ["", folder(of: several) + "/"].map { $0 + name }
      .first { FileManager.default.fileExists(atPath: "\(root)/\($0)") }
      .map { place + $0 }
  }

  /// The problems in the catalog next to a definition.
  package static func catalogProblems(beside path: String) -> [FormatError] {
    catalog(beside: path).map(problems(ofCatalog:)) ?? []
  }

  /// The problems in a catalog.
  package static func problems(ofCatalog path: String) -> [FormatError] {
    if let bytes = try? FileReading.bytes(atPath: path) {
      let marks = MergeMarkers.errors(in: bytes, file: path)
      if !marks.isEmpty { return marks }
    }
    do throws(FormatError) {
      return try StringCatalogFile(path: path).problems(file: path)
    } catch {
      return [error]
    }
  }

  /// The absolute path of a bare file name, because only that path shows a language's folder; any
  /// other path is unchanged.
  private static func whole(_ path: String) -> String {
    path.contains("/") ? path : URL(filePath: path).standardizedFileURL.path
  }

  /// The keys and the languages of a table or a catalog.
  package static func contents(ofTable path: String) -> (keys: Set<String>, languages: [String]) {
    if Kind(ofFile: path) == .catalog {
      guard let catalog = try? StringCatalogFile(path: path) else { return ([], []) }
      let keys = catalog.languages.flatMap { catalog.entries(in: $0).map(\.key) }
      return (Set(keys), catalog.languages)
    }
    guard let own = places(beside: whole(path)).own,
      let bytes = try? FileReading.bytes(atPath: path)
    else { return ([], []) }
    let language = String(own.dropLast(folderEnding.count))
    return (Set(StringTable.read(bytes).table.entries.map(\.key)), [language])
  }

  /// The tables and catalogs next to a definition, except those with the name of a definition in the
  /// same folder.
  package static func otherTables(beside path: String) -> [String] {
    let (root, place, _, _) = places(beside: path)
    let files = files(in: root)
    let stems = Set(files.filter { isDefinition($0) }.map { stem(of: $0.name) })
    return files.filter { Kind(ofFile: $0.name) != nil && !stems.contains(stem(of: $0.name)) }
      .map { place + $0.folder + $0.name }
  }

  /// Whether the tables next to a definition belong to it, and not to another copy of the file.
  ///
  /// The tables belong to the copy in `Base.lproj`. If there is none, they belong to the copy next
  /// to the folders of languages, otherwise to the copy in the folder for English, otherwise to the
  /// copy in the first folder.
  package static func isOriginal(_ path: String) -> Bool {
    let (root, _, file, own) = places(beside: path)
    func exists(_ folder: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(root)/\(folder)\(file)")
    }
    if own?.lowercased() == folder(of: base).lowercased() { return true }
    if exists(folder(of: base) + "/") { return false }
    guard let own else { return true }
    if exists("") { return false }
    let english = folder(of: DevelopmentRegion.usual)
    if own == english || exists(english + "/") { return own == english }
    return entries(of: root).filter { $0.hasSuffix(folderEnding) && exists("\($0)/") }.min() == own
  }

  /// The definitions to which the table or the catalog at a path can belong: those with the same
  /// name, and these with all `.intentdefinition` files in the folder.
  package static func definitions(besideTable written: String) -> (own: [String], all: [String]) {
    let path = whole(written)
    let (root, place, file, own) = places(beside: path)
    let isTable = Kind(ofFile: path) == .table
    guard !isTable || own != nil else { return ([], []) }
    let found = files(in: root).filter { isDefinition($0) }
      .map { place + $0.folder + $0.name }.filter(isOriginal)
    let named = found.filter { stem(of: split($0).name) == stem(of: file) }
    return (named, found.filter { $0.hasSuffix(definitionEnding) || named.contains($0) })
  }

  /// The files in a folder and in its folders for languages; the paths of these folders end in a
  /// slash.
  private static func files(in root: String) -> [(folder: String, name: String)] {
    let entries = entries(of: root)
    let folders = [""] + languageFolders(entries).map { $0 + "/" }
    return folders.prefix(maximumFolders).flatMap { folder in
      (folder.isEmpty ? entries : self.entries(of: "\(root)/\(folder)"))
        .sorted().map { (folder: folder, name: $0) }
    }
  }

  private static func isDefinition(_ file: (folder: String, name: String)) -> Bool {
    file.name.hasSuffix(definitionEnding) || file.folder.isEmpty && file.name.hasSuffix(".json")
  }

  private static func entries(of folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func languageFolders(_ entries: [String]) -> [String] {
    entries.filter { $0.lowercased().hasSuffix(folderEnding) }.sorted()
  }

  /// The folder of the tables, the prefix of paths in it, the name of the definition, and the name
  /// of the definition's folder if that is a language folder.
  private static func places(
    beside path: String
  ) -> (root: String, place: String, file: String, own: String?) {
    let (folder, file) = split(path)
    let (parent, own) = split(folder)
    let isInside = own.lowercased().hasSuffix(folderEnding)
    let root = isInside ? parent : folder
    // In the working folder, the path of a table begins with "./" only if the definition's path
    // does.
    let place = root == "." && !path.hasPrefix("./") ? "" : "\(root)/"
    return (root, place, file, isInside ? own : nil)
  }

  private static func tablesAndCopies(beside path: String) -> [LanguageFile] {
    let (root, place, file, own) = places(beside: path)
    return languageFolders(entries(of: root)).prefix(maximumFolders).compactMap { name in
      let language = String(name.dropLast(folderEnding.count))
      guard language.lowercased() != base.lowercased() else { return nil }
      // The definition is not a copy of itself.
      let copies: [(String, LanguageFile.Form)] = name == own ? [] : [(file, .copy)]
      let choices = [(stem(of: file) + tableEnding, LanguageFile.Form.table)] + copies
      return choices.lazy.map { file, form in
        LanguageFile(language: language, path: "\(place)\(name)/\(file)", form: form)
      }.first { FileManager.default.fileExists(atPath: $0.path) }
    }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  private static func stem(of file: String) -> String {
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
    return String(file[..<dot])
  }
}

extension PropertyListValue {
  /// Collects every text with an identifier next to it.
  fileprivate func collectTexts(into texts: inout [String: String]) {
    switch self {
    case .array(let elements):
      for element in elements { element.collectTexts(into: &texts) }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        let identifier = dictionary[entry.key + DefinitionKeys.identifierSuffix]?.stringValue
        if let text = entry.value.stringValue, let identifier { texts[identifier] = text }
        entry.value.collectTexts(into: &texts)
      }
    default: break
    }
  }
}
