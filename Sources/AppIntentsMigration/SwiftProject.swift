package import DefinitionFormats
import Foundation
import InputFiles
import IntentModel
import Messages

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The Swift files of a project; only files that declare App Intents, or types that App Intents
/// use, are parsed.
package struct SwiftProject {
  private var files: [SourceFile] = []
  private var tables: [String] = []

  /// Reads files, and the Swift files in folders, except tests.
  ///
  /// - Throws: `FormatErrors` with everything that cannot be read and every path without Swift
  ///   files.
  package init(_ paths: [String]) throws(FormatErrors) {
    var errors: [FormatError] = []
    var seen = Set<String>()
    var size = 0
    for path in paths {
      let project = MigrationFiles.files(in: path)
      tables += project.tables
      if project.swift.isEmpty {
        errors.append(
          project.excess.map { MigrationFiles.tooLarge($0, of: path) }
            ?? MigrationFiles.noSource(in: path))
      }
      for file in project.swift where seen.insert(file).inserted {
        do throws(FileReadingError) {
          let bytes = try FileReading.bytes(atPath: file, limit: MigrationFiles.maximumBytes)
          size += bytes.count
          if size <= MigrationFiles.maximumBytesOfAll { files.append(SourceFile(file, bytes)) }
        } catch { errors.append(FormatError(error)) }
      }
    }
    if size > MigrationFiles.maximumBytesOfAll {
      errors.append(MigrationFiles.tooMuchCode(in: paths.first ?? ""))
    }
    guard errors.isEmpty else { throw FormatErrors(errors) }
  }

  /// The App Intents of the project.
  ///
  /// - Parameters:
  ///   - build: The known settings of the build.
  ///   - locale: The language of the texts; nil for the language of the project.
  package func literals(build: BuildSettings, locale: String?) -> AppIntentsLiterals {
    var types = TypeCollection()
    types.build = build
    types.isOfDeclarations = true
    var errors: [SourcePlace] = []
    var (now, left) = files.partitioned { $0.concernsAppIntents }
    // The parsed declarations refer to further names. More files are parsed until none of the
    // remaining files declares any of these names.
    while !now.isEmpty {
      let texts = now.map { (name: visible($0.path), text: $0.text) }
        .filter { !MigrationFiles.isTest($0.text) }
      errors += types.read(texts).compactMap { $0 }
      let names = OpenNames(types)
      (now, left) = left.partitioned { file in
        file.declares(anyOf: names.declared) || names.protocols.contains { file.mentions($0) }
      }
    }
    var literals = AppIntentsLiterals(types, errors: errors)
    ProjectTexts(tables, locale: locale).resolve(&literals)
    return literals
  }
}

/// A Swift file that may not have been parsed.
private struct SourceFile {
  let path: String
  /// The text followed by a zero byte, for searching.
  private let bytes: [UInt8]
  private let declarations = LazyNames()

  init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes + [0]
  }

  /// The text.
  var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

  /// Whether the file contains a word that only code about App Intents uses.
  var concernsAppIntents: Bool {
    [
      "import AppIntents", "AppIntent", AppIntentsName.widgetConfigurationIntent, "AppEnum",
      "AppEntity",
    ]
    .contains { mentions($0) }
  }

  /// Whether a text occurs in the file.
  func mentions(_ text: String) -> Bool { bytes.contains(text) }

  /// Whether the file declares or extends a type with one of the given names.
  func declares(anyOf names: Set<String>) -> Bool {
    !declarations.names { Self.declaredNames(in: bytes) }.isDisjoint(with: names)
  }

  private static let keywords = [
    "actor ", "class ", "enum ", "extension ", "protocol ", "struct ", "typealias ",
  ]

  /// The names after the keywords of declarations, including those in comments.
  private static func declaredNames(in bytes: [UInt8]) -> Set<String> {
    var names = Set<String>()
    for keyword in keywords {
      bytes.forEachPlace(of: keyword) { place in
        var end = place
        while end < bytes.count, bytes[end].isOfName { end += 1 }
        let name = String(decoding: bytes[place..<end], as: UTF8.self)
        names.formUnion(name.split(separator: ".").map { $0.withoutBackticks })
      }
    }
    return names
  }
}

/// Names that are found when they are first needed.
private final class LazyNames {
  private var found: Set<String>?

  func names(_ find: () -> Set<String>) -> Set<String> {
    if let found { return found }
    let names = find()
    found = names
    return names
  }
}

extension UInt8 {
  /// Whether a byte can be part of a name with dots.
  fileprivate var isOfName: Bool { isLetterOrDigit || self >= 0x80 || "_.`".utf8.contains(self) }
}

extension [UInt8] {
  /// Whether bytes that end with a zero byte contain a text.
  fileprivate func contains(_ text: String) -> Bool {
    withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, bytes.last == 0 else { return false }
      return strstr(UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self), text) != nil
    }
  }

  /// Calls a function with the position after each occurrence of a text.
  fileprivate func forEachPlace(of text: String, _ body: (Int) -> Void) {
    withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, bytes.last == 0 else { return }
      let start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
      var next = start
      while let found = strstr(next, text) {
        next = UnsafePointer(found) + text.utf8.count
        body(next - start)
      }
    }
  }
}

extension Array {
  /// The elements that meet a condition, and the others.
  fileprivate func partitioned(by condition: (Element) -> Bool) -> ([Element], [Element]) {
    var (yes, no): ([Element], [Element]) = ([], [])
    for element in self {
      if condition(element) { yes.append(element) } else { no.append(element) }
    }
    return (yes, no)
  }
}

/// The names that parsed declarations use and that unparsed files may declare.
private struct OpenNames {
  /// The names of types that other files may declare or extend.
  var declared: Set<String> = []
  /// The names of the project's own App Intents protocols, to which types in other files may
  /// conform.
  var protocols: Set<String> = []

  init() {}

  init(_ types: TypeCollection) {
    func add(_ written: String) {
      let parts = written.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      declared.formUnion(parts.map(String.init))
    }
    for type in types.whole where type.concernsAppIntents {
      type.inherited.forEach(add)
      add(type.path)
      if let query = type.query { add(query) }
      type.wrapped.forEach { add($0.wrapper) }
      type.plain.forEach { $0.heads.forEach(add) }
      for parameter in type.parameters + type.properties {
        if let element = parameter.elementType { add(element) }
        for label in [ArgumentLabel.optionsProvider, .query] {
          if case .call(let name, _)? = parameter.argument(label)?.value { add(name) }
        }
      }
    }
    // The extension may show only a conformance, while its type is declared elsewhere.
    for (path, parts) in types.extensions where parts.contains(where: \.concernsAppIntents) {
      add(path)
    }
    for (name, alias) in types.aliases where declared.contains(name) { add(alias.element) }
    // Every protocol that directly or indirectly inherits such a protocol also counts as one.
    var heirs: [String: [String]] = [:]
    for (name, own) in types.protocols {
      for base in own.flatMap(\.inherited) { heirs[base, default: []].append(name) }
    }
    var next = types.protocols.filter { _, own in
      own.contains { $0.isIntent || $0.isEntity || $0.isQuery }
        || own.contains { !protocols.isDisjoint(with: $0.inherited) }
    }.map(\.key)
    while let name = next.popLast() {
      if protocols.insert(name).inserted { next += heirs[name] ?? [] }
    }
  }
}

extension TypeDeclaration {
  fileprivate var concernsAppIntents: Bool {
    isIntent || isAppEnum || inherited.contains("AppEnum") || isEntity || isQuery
  }
}

/// The string tables of a project, which contain the texts for keys.
private struct ProjectTexts {
  private let paths: [String]
  private let locale: String?
  private var tables: [String: [Table]] = [:]

  /// A table in the language of the texts.
  private struct Table {
    var place: SourcePlace
    var texts: [String: String]
  }

  init(_ paths: [String], locale: String?) {
    self.paths = paths
    self.locale = locale
  }

  /// Replaces each text with the text of its key in the nearest table that has the key.
  func resolve(_ literals: inout AppIntentsLiterals) {
    guard !paths.isEmpty else { return }
    var texts = self
    literals.replaceTexts { text, place in
      var text = text
      if let found = texts.text(of: text, near: place) { text.defaultText = found }
      return text
    }
  }

  private mutating func text(of text: LiteralText, near place: String?) -> String? {
    let name = text.table ?? LiteralText.standardTable
    let all = tables[name] ?? read(name)
    tables[name] = all
    let file = place.map { SourcePlace(file: $0, line: 0, column: 0) }
    let with = all.compactMap { table -> (shared: Int, text: String)? in
      table.texts[text.key].map { (file?.sharedFolders(with: table.place) ?? 0, $0) }
    }
    return with.max { $0.shared < $1.shared }?.text
  }

  private func read(_ name: String) -> [Table] {
    typealias Files = DefinitionLocalization
    var found: [Table] = []
    let own = paths.filter { path in
      let file = path.split(separator: "/").last ?? ""
      return file == name + Files.tableEnding || file == name + Files.catalogEnding
    }
    for path in own where path.hasSuffix(Files.catalogEnding) {
      guard let catalog = try? StringCatalogFile(path: path) else { continue }
      let languages = catalog.languages + [catalog.sourceLanguage].compactMap { $0 }
      let chosen = locale.flatMap { DefinitionLocalization.choose($0, from: languages) }
      guard let language = chosen ?? catalog.sourceLanguage else { continue }
      found.append(
        Table(
          place: SourcePlace(file: path, line: 0, column: 0),
          texts: TranslationTables.texts(of: catalog.entries(in: language))))
    }
    let folders = Dictionary(grouping: own.filter { $0.hasSuffix(Files.tableEnding) }) { path in
      path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: "/")
    }
    for (folder, paths) in folders.sorted(by: { $0.key < $1.key }) {
      var ofLanguages: [String: [String]] = [:]
      for path in paths {
        let parent = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
        guard parent.hasSuffix(Files.folderEnding) else { continue }
        ofLanguages[String(parent.dropLast(Files.folderEnding.count)), default: []].append(path)
      }
      let chosen = locale.flatMap {
        DefinitionLocalization.choose($0, from: ofLanguages.keys.sorted())
      }
      // Only the table for one language is read, because a project can have dozens.
      let candidates = [chosen ?? Files.base, DevelopmentRegion.usual]
        .flatMap { ofLanguages[$0] ?? [] }
      var texts: [String: String]?
      for path in candidates where texts == nil { texts = Self.texts(path) }
      guard let texts else { continue }
      found.append(
        Table(place: SourcePlace(file: folder + "/", line: 0, column: 0), texts: texts))
    }
    return found
  }

  /// The texts of a table that are not empty; nil for a table that cannot be read.
  private static func texts(_ path: String) -> [String: String]? {
    guard let bytes = try? FileReading.bytes(atPath: path) else { return nil }
    return TranslationTables.texts(of: StringTable.read(bytes).table.entries)
  }
}

extension AppIntentsLiterals {
  /// Replaces all texts for people.
  ///
  /// - Parameter replace: Makes the new text; receives the position of the type to which the text
  ///   belongs.
  fileprivate mutating func replaceTexts(_ replace: (LiteralText, String?) -> LiteralText) {
    for index in intents.indices {
      let place = intents[index].place
      intents[index].title.replace(place, replace)
      intents[index].description.replace(place, replace)
      for number in intents[index].parameters.indices {
        intents[index].parameters[number].replaceTexts(place, replace)
      }
      intents[index].summary = intents[index].summary?.replacingTexts { replace($0, place) }
    }
    for index in enums.indices {
      let place = enums[index].place
      enums[index].title.replace(place, replace)
      for number in enums[index].cases.indices {
        enums[index].cases[number].title.replace(place, replace)
        enums[index].cases[number].subtitle.replace(place, replace)
        enums[index].cases[number].synonyms = enums[index].cases[number].synonyms.map {
          replace($0, place)
        }
      }
    }
    for index in entities.indices {
      let place = entities[index].place
      entities[index].title.replace(place, replace)
      for number in entities[index].properties.indices {
        entities[index].properties[number].replaceTexts(place, replace)
      }
    }
  }
}

extension LiteralParameter {
  fileprivate mutating func replaceTexts(
    _ place: String?, _ replace: (LiteralText, String?) -> LiteralText
  ) {
    title.replace(place, replace)
    description.replace(place, replace)
    trueName.replace(place, replace)
    falseName.replace(place, replace)
    prompt.replace(place, replace)
  }
}

extension Literal<LiteralText> {
  fileprivate mutating func replace(
    _ place: String?, _ replace: (LiteralText, String?) -> LiteralText
  ) {
    if case .value(let text) = self { self = .value(replace(text, place)) }
  }
}

extension LiteralSummary {
  fileprivate func replacingTexts(_ replace: (LiteralText) -> LiteralText) -> LiteralSummary {
    switch self {
    case .rows(let sentence, let others):
      .rows(sentence: sentence.map(replace), others: others)
    case .when(let question, let shown, let otherwise):
      .when(
        question, shown.replacingTexts(replace), otherwise: otherwise?.replacingTexts(replace))
    case .cases(let subject, let cases, let otherwise):
      .cases(
        subject,
        cases.map { Case(values: $0.values, summary: $0.summary.replacingTexts(replace)) },
        otherwise: otherwise?.replacingTexts(replace))
    case .unknown: self
    }
  }
}
