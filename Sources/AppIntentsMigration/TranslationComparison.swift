import DefinitionFormats
import Foundation
import InputFiles
import IntentCodegen
import IntentModel
import Messages

/// The string tables and String Catalogs of a project: their names, languages, folders and texts.
package struct TranslationTables: Sendable {
  /// A table in a language.
  struct Table: Sendable {
    var name: String
    var language: String
    /// The folder of the bundle, which contains the folder of the language or the catalog.
    var folder: String
    /// The path of the file; empty if unknown.
    var path = ""
    /// The targets that contain the file; nil if no Xcode project lists it.
    var targets: Set<String>?
    /// The texts by their keys; an entry without a text is omitted.
    var texts: [String: String]
    /// Whether, according to the catalog, its keys are texts in this language.
    var isSource = false
  }

  private(set) var tables: [Table] = []
  /// The positions of the tables that have a key.
  private var places: [String: [Int]] = [:]

  /// Makes tables from keys by language, with the default table name.
  package init(_ keys: [String: Set<String>]) {
    for (language, keys) in keys {
      let texts = Dictionary(firsts: keys.map { ($0, $0) })
      add(Table(name: LiteralText.standardTable, language: language, folder: "", texts: texts))
    }
  }

  /// Sets, for each table, the targets that contain its file according to Xcode projects.
  mutating func take(_ project: XcodeTargets) {
    for index in tables.indices { tables[index].targets = project.targets(of: tables[index].path) }
  }

  private mutating func add(_ table: Table) {
    for key in table.texts.keys { places[key, default: []].append(tables.count) }
    tables.append(table)
  }

  /// Whether there is no table.
  package var isEmpty: Bool { tables.isEmpty }

  /// The tables that have a key in a language, or in one of its fallbacks, such as the language
  /// without its region.
  func tables(with key: String, in language: String) -> [Table] {
    guard let fallbacks = LanguageTag(language)?.fallbacks else { return [] }
    return (places[key] ?? []).map { tables[$0] }.filter { table in
      let tag = LanguageTag(table.language)
      return fallbacks.contains { $0 == tag }
    }
  }

  /// Whether the keys of a catalog are texts in a language.
  func isSource(_ language: String, ofTable name: String) -> Bool {
    tables.contains {
      $0.isSource && $0.name == name && LanguageTag($0.language) == LanguageTag(language)
    }
  }

  /// Adds a file with the tables of one or several languages; does nothing if the file cannot be
  /// read.
  mutating func add(_ path: String) {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let file = steps.last else { return }
    let name = file.split(separator: ".").dropLast().joined(separator: ".")
    let parent = steps.dropLast()
    let folderEnding = DefinitionLocalization.folderEnding
    let isLocalized = parent.last?.hasSuffix(folderEnding) == true
    let folder = (isLocalized ? parent.dropLast() : parent).joined(separator: "/")
    if DefinitionLocalization.Kind(ofFile: path) == .catalog {
      guard let catalog = try? StringCatalogFile(path: path) else { return }
      for language in Set(catalog.languages + [catalog.sourceLanguage].compactMap { $0 }) {
        let isSource = language == catalog.sourceLanguage
        add(
          Table(
            name: name, language: language, folder: folder, path: path,
            texts: Self.texts(of: catalog.entries(in: language)), isSource: isSource))
      }
      return
    }
    guard isLocalized, let bytes = try? FileReading.bytes(atPath: path) else { return }
    let language = String((parent.last ?? "").dropLast(folderEnding.count))
    let texts: [String: String]
    if path.hasSuffix(DefinitionLocalization.pluralsEnding) {
      let root = try? PropertyListDocument(bytes: bytes).value
      guard case .dictionary(let dictionary)? = root else { return }
      texts = Dictionary(firsts: dictionary.entries.map { ($0.key, $0.key) })
    } else {
      texts = Self.texts(of: StringTable.read(bytes).table.entries)
    }
    add(Table(name: name, language: language, folder: folder, path: path, texts: texts))
  }

  /// The texts that are not empty, by their keys.
  static func texts(of entries: [StringTable.Entry]) -> [String: String] {
    Dictionary(entries.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) }) { _, last in last }
  }
}

/// Finds the translations of titles that the old tables have but the new tables lack.
struct TranslationComparison {
  private let outline: AppIntentOutline
  private let found: SourceIntent
  private let matched: MatchedParameters
  private let schema: IntentSchema
  private let check: DefinitionMigration
  /// For each folder of tables, and for the code, the part of the project that contains it.
  private let targets: [String: String]
  /// The targets that contain the code; nil if no Xcode project lists it.
  private let ownTargets: Set<String>?

  init(
    _ outline: AppIntentOutline, found: SourceIntent, matched: MatchedParameters,
    schema: IntentSchema, check: DefinitionMigration
  ) {
    self.outline = outline
    self.found = found
    self.matched = matched
    self.schema = schema
    self.check = check
    ownTargets = check.sources.targets.targets(of: found.place.file)
    let folders = Set((check.sources.tables?.tables ?? []).map(\.folder))
    targets = AppIntentsSource.targets(of: folders.map(Self.file) + [found.place.file])
  }

  /// The path of an assumed file in a folder, which stands for the folder's tables.
  private static func file(in folder: String) -> String { folder + "/x" }

  /// One finding for all titles and languages.
  var findings: [CheckFinding] {
    let titles = ofParameters + ofCases
    let translated = titles.filter { title in
      check.localizations.contains { isTranslated(title, in: $0) }
    }
    guard !translated.isEmpty else { return [] }
    guard let tables = check.sources.tables else {
      return [
        CheckFinding(
          at: found.place, .note, .notJudged, subject: .intentNamed(name: outline.intent.name),
          sentence: "Its titles are translated, and no string tables of the new code were given.",
          remedy: "Give the folder that contains them.")
      ]
    }
    var lost: [String] = []
    var languages: [String] = []
    // The tables that have the keys but a different name, or that are in a different part of the
    // project.
    var elsewhere: [TranslationTables.Table] = []
    var wanted = Set<String>()
    var isInDoubt = true
    for localization in check.localizations {
      let missing = translated.filter { title in
        guard isTranslated(title, in: localization) else { return false }
        // The text in the new code can already be the translation.
        if title.shown == localization.lookup(title.id) { return false }
        if title.shown != title.base,
          tables.isSource(localization.language, ofTable: title.table)
        {
          return false
        }
        let all = tables.tables(with: title.key, in: localization.language)
        let named = all.filter { $0.name == title.table }
        if named.contains(where: isBeside) { return false }
        wanted.insert(title.table)
        elsewhere += named.isEmpty ? all : named
        if named.isEmpty { isInDoubt = false }
        return true
      }
      guard !missing.isEmpty else { continue }
      languages.append(localization.language)
      for title in missing where !lost.contains(title.base) { lost.append(title.base) }
    }
    guard !lost.isEmpty else { return [] }
    // Folders only suggest which files are in which bundle.
    isInDoubt = isInDoubt && !elsewhere.isEmpty
    let named = wanted.sorted()
    let others = elsewhere.map(\.name).firsts
    let isOther = !others.isEmpty && Set(others) != wanted
    var finding = CheckFinding(
      at: found.place, isInDoubt ? .note : .warning, isInDoubt ? .notJudged : .translationLost,
      subject: .intentNamed(name: outline.intent.name),
      sentence: isInDoubt
        ? """
        \(lost.count, "title is", "titles are") translated into \
        \(languages.joined(separator: ", ")) only in tables of another part of the project, so it \
        is unknown whether the code finds them: \(choices: lost).
        """
        : """
        \(lost.count, "title was", "titles were") translated into \
        \(languages.joined(separator: ", ")) and \(lost.count, one: "is", other: "are") no longer \
        translated: \(choices: lost).
        """,
      remedy: isInDoubt
        ? "Add the tables to the target of the code."
        : isOther
          ? """
          The code asks for the table \(choices: named), and the keys are in \(choices: others). \
          Rename the tables, or name them in the code with `table:`.
          """
          : """
          Generate with \(GenerationOption.texts.flag) \(AppIntentsTexts.keys.rawValue) or \
          \(AppIntentsTexts.catalog.rawValue), or add the old translations under the new keys.
          """
    )
    finding.keys = lost
    return [finding]
  }

  /// Whether a table is in the part of the project that contains the code.
  private func isBeside(_ table: TranslationTables.Table) -> Bool {
    guard !table.folder.isEmpty else { return true }
    if let own = ownTargets, let others = table.targets { return !own.isDisjoint(with: others) }
    let own = targets[found.place.file] ?? ""
    let other = targets[Self.file(in: table.folder)] ?? ""
    return own == other || own.isEmpty || other.isEmpty
  }

  /// A title: its text and identifier in the definition, and its key in the new code.
  private struct Title: Hashable {
    var base: String
    var id: String
    var key: String
    /// The text without a translation.
    var shown: String
    var table: String
  }

  private func isTranslated(_ title: Title, in localization: DefinitionLocalization) -> Bool {
    localization.lookup(title.id).map { !$0.isEmpty && $0 != title.base } ?? false
  }

  private var ofParameters: [Title] {
    outline.properties.compactMap { property in
      guard let name = property.name,
        let after = matched.heir(of: name),
        let value = after.argument(.title)?.value
      else { return nil }
      return title(schema.parameter(named: property.parameter)?.displayName, value)
    }
  }

  private var ofCases: [Title] {
    var seen = Set<String>()
    return outline.properties.flatMap { property -> [Title] in
      guard let type = schema.parameter(named: property.parameter)?.type,
        let old = check.definition.enumeration(of: type),
        let after = property.name.flatMap(matched.heir),
        let new = after.type.flatMap({ check.found.enums[$0.element] }),
        seen.insert(new.name).inserted, let names = new.rawTexts,
        case .dictionary(let pairs)? = new.literals.first(where: {
          $0.label == AppIntentsName.caseDisplayRepresentations
        })?.value
      else { return [] }
      return pairs.compactMap { pair in
        guard let spelling = pair.key.memberName,
          let item = old.cases.first(where: { $0.name == names[spelling] })
        else { return nil }
        return title(item.displayName, pair.value.value)
      }
    }
  }

  private func title(_ text: LocalizedText?, _ value: SourceValue) -> Title? {
    guard let base = text?.text, !base.isEmpty, let id = text?.id, let key = value.key
    else { return nil }
    return Title(
      base: base, id: id, key: key, shown: value.resource(.defaultValue) ?? key,
      table: value.resource(.table) ?? LiteralText.standardTable)
  }
}

extension SourceValue {
  /// The key of a text for people: the literal itself, or the first argument of its resource.
  var key: String? {
    switch self {
    case .string(let text): text
    case .call(_, let arguments):
      arguments.first { $0.isLabeled(.unlabeled, .title, .stringLiteral) }?.value.key
    default: nil
    }
  }

  /// The text of an argument of a `LocalizedStringResource`, even if another call encloses it.
  func resource(_ label: ArgumentLabel) -> String? {
    guard case .call(_, let arguments) = self else { return nil }
    if let own = arguments.first(where: { $0.isLabeled(label) })?.value.text { return own }
    return arguments.first { $0.isLabeled(.unlabeled, .title) }?.value.resource(label)
  }
}

extension SourceArgument {
  fileprivate func isLabeled(_ labels: ArgumentLabel...) -> Bool {
    labels.contains { $0.rawValue == label }
  }
}
