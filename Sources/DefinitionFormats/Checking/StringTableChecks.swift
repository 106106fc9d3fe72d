import InputFiles
import IntentModel
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the string tables next to a definition: damaged files, missing and unused entries,
/// placeholders.
package struct StringTableChecks {
  private typealias Table = DefinitionLocalization

  private let path: String
  private let localizations: [DefinitionLocalization]
  private let catalogProblems: [FormatError]
  private let texts: DefinitionTexts
  private let positions: DefinitionPositions
  /// The language of the definition's own texts; nil if it is unknown.
  private let base: String?
  /// The identifiers of the texts that a table translates for single values, by the path and the
  /// language of the table.
  private let heads: [[String]: Set<String>]

  /// Makes the checks of a definition's tables; the absence of tables is not a finding.
  init(of reading: DefinitionReading, path: String) {
    self.path = path
    // Tables belong to the original definition, not to its copies.
    let isOriginal = DefinitionLocalization.isOriginal(path)
    localizations = isOriginal ? DefinitionLocalization.readAll(beside: path) : []
    catalogProblems = isOriginal ? DefinitionLocalization.catalogProblems(beside: path) : []
    let texts = DefinitionTexts(reading.file)
    self.texts = texts
    positions = reading.positions
    base = DevelopmentRegion.language(of: path, tables: localizations, texts: texts)
    heads = Dictionary(
      firsts: localizations.map {
        ([$0.path, $0.language], Set($0.entries.compactMap { texts.head(of: $0.key) }))
      })
  }

  /// Returns the paths of the tables and all findings in them.
  func run() -> (files: [String], findings: [CheckFinding]) {
    let (twice, doubled) = doubledTables
    let tables = localizations.filter { table in
      table.isReadable && wrongFolder(of: table) == nil && !doubled.contains(table.path)
    }
    var findings = catalogProblems.map(StringTableChecks.finding)
    for table in localizations {
      findings += table.problems.map(StringTableChecks.finding)
      findings += [wrongFolder(of: table)].compactMap { $0 }
    }
    findings += twice + shared(tables) + missing(translations(among: tables))
    // A key is one entry of a catalog, no matter how many languages the entry has, so it is
    // reported once.
    var staleKeys = Set<String>()
    let source = localizations.first { $0.language == base }
    for table in tables where table.kind != .copy {
      findings +=
        stale(table, besides: &staleKeys, table.language == base ? nil : source) + empty(table)
        + unreviewed(table) + storeWords(table)
      findings += table.entries.flatMap { placeholders($0, in: table) }
    }
    let paths =
      localizations.filter { $0.kind != .copy && $0.isReadable }.map(\.path)
      + catalogProblems.map(\.file)
    return (paths.firsts, findings)
  }

  /// The tables in languages that differ from the language of the definition's own texts.
  ///
  /// If a text has no translation, the text of the definition is shown. Speakers of the
  /// definition's language in any region can read that text. If only one table is in a language
  /// with the script of most texts, that table does not need translations either.
  private func translations(among tables: [Table]) -> [Table] {
    let written = DevelopmentRegion.language(byScriptOf: texts, tables: localizations)
    return tables.filter { table in
      if [base, written].contains(table.language) { return false }
      guard let own = base.flatMap({ LanguageTag($0) }), let tag = LanguageTag(table.language)
      else { return true }
      return !tag.fallbacks.contains(own) && !own.fallbacks.contains(tag)
    }
  }

  /// The finding about the folder of a table; nil if the folder's name is a language.
  private func wrongFolder(of table: Table) -> CheckFinding? {
    guard table.kind != .catalog, !LanguageFolderName.isKnown(table.language) else { return nil }
    return CheckFinding(
      file: table.path, line: 1, column: 1, severity: .warning, code: "no-such-language",
      sentence:
        """
        “\(name: table.language)” is not the code of a language, so the system never looks into \
        this folder.
        """,
      remedy: LanguageFolderName.advice(for: table.language))
  }

  /// The finding about string tables next to a String Catalog with the same name, and their paths.
  private var doubledTables: ([CheckFinding], paths: Set<String>) {
    let tables = localizations.filter { $0.kind == .table }
    guard let catalog = DefinitionLocalization.catalog(beside: path), let first = tables.first
    else { return ([], []) }
    var finding = CheckFinding(
      file: first.path, line: 1, column: 1, severity: .error, code: "table-and-catalog",
      sentence:
        """
        \(tables.count, one: "This table has", other: "The tables have") the same name as the \
        String Catalog “\(name: String(catalog.split(separator: "/").last ?? ""))”, and Xcode \
        refuses two files for one table.
        """,
      remedy:
        """
        Move the translations into the catalog, and remove \
        \(tables.count, one: "the table", other: "the tables").
        """)
    finding.languages = tables.map(\.language)
    return ([finding], Set(tables.map(\.path)))
  }

  /// Whether two paths lead to the same file.
  package static func isSame(_ path: String, _ other: String) -> Bool {
    path == other
      || URL(filePath: path).standardizedFileURL.path
        == URL(filePath: other).standardizedFileURL.path
  }

  /// The findings in a table or a catalog that is checked alone, without a definition.
  package static func findings(inTable path: String) -> [CheckFinding] {
    do throws(FileReadingError) {
      if DefinitionLocalization.Kind(ofFile: path) == .catalog {
        return DefinitionLocalization.problems(ofCatalog: path).map(finding)
      }
      let bytes = try FileReading.bytes(atPath: path)
      let marks = MergeMarkers.errors(in: bytes, file: path)
      guard marks.isEmpty else { return marks.map(finding) }
      let reading = StringTable.read(bytes)
      return reading.errors.map { finding(FormatError($0, file: path)) }
    } catch {
      return [CheckFinding(FormatError(error))]
    }
  }

  /// A repeated key is only a warning, because the reader uses the same value as the runtime.
  private static func finding(_ error: FormatError) -> CheckFinding {
    CheckFinding(error, severity: error.isLossless ? .warning : .error)
  }

  /// A finding at each text that shares its identifier, and therefore its translation, with another
  /// text.
  ///
  /// Xcode itself repeats identifiers, so the finding is only a note if no table translates them
  /// yet.
  private func shared(_ tables: [Table]) -> [CheckFinding] {
    let conflicts = texts.conflicts
    guard !conflicts.isEmpty else { return [] }
    let paths = conflicts.enumerated().map { (String($0.offset), $0.element.entry.path) }
    let places = positions.places(ofTexts: Dictionary(uniqueKeysWithValues: paths))
    return conflicts.enumerated().map { number, conflict in
      let first = texts.entries[conflict.identifier]?.text ?? ""
      let text = conflict.entry.text ?? ""
      let place = places[String(number)]
      let isTranslated = tables.contains { $0.lookup(conflict.identifier) != nil }
      var finding = CheckFinding(
        file: path, line: place?.line, column: place?.column,
        severity: isTranslated ? .warning : .note, code: "duplicate-text-id",
        sentence:
          """
          The text “\(name: text)” has the identifier “\(name: conflict.identifier)” of \
          “\(name: first)”, so both \(phrase: isTranslated ? "share" : "would share") \
          one translation.
          """,
        remedy: isTranslated
          ? "Give one of the texts its own identifier, and translate it."
          : "Give one of the texts its own identifier before they are translated.",
        subject: conflict.entry.subject)
      finding.keys = [conflict.identifier]
      return finding
    }
  }

  /// The maximum number of texts or entries for which a table has separate findings; if there are
  /// more, it has a single finding for all of them.
  private static let maximumSingleTexts = 3

  /// A finding for each table that lacks many or all texts, and a finding at each text that at least
  /// one of the other tables lacks.
  ///
  /// A prompt counts as translated if each case of its parameter has a translation.
  private func missing(_ tables: [Table]) -> [CheckFinding] {
    let wanted = texts.identifiers.filter { id in
      texts.entries[id].map { $0.needsTranslation && $0.text != nil } ?? false
    }
    var found: [CheckFinding] = []
    var others: [Table] = []
    let gaps = tables.map { table in
      (
        table: table, lacking: wanted.filter { lacks($0, table) },
        count: wanted.count { !table.untranslatable.contains($0) }
      )
    }
    // A table that lacks many texts is reported as a whole. So is a table that lacks all of them,
    // if there are fewer such tables than texts. Otherwise, each text is reported.
    let empty = gaps.count { $0.count > 0 && $0.lacking.count == $0.count }
    for (table, lacking, count) in gaps {
      let isEmpty = count > 0 && lacking.count == count
      guard lacking.count > Self.maximumSingleTexts || isEmpty && empty < count else {
        others.append(table)
        continue
      }
      found.append(finding(lacking, of: count, in: table))
    }
    return found + missingOne(by: others)
  }

  /// Whether a table lacks a text: it translates neither the text itself nor all cases of the text.
  private func lacks(_ identifier: String, _ table: Table) -> Bool {
    guard !table.has(identifier), let entry = texts.entries[identifier] else { return false }
    return entry.cases.isEmpty
      ? !hasValues(of: identifier, table) : entry.cases.contains { !table.has($0.key) }
  }

  /// Whether a table translates a text for at least one of its values.
  private func hasValues(of identifier: String, _ table: Table) -> Bool {
    heads[[table.path, table.language]]?.contains(identifier) ?? false
  }

  /// The finding about a table that lacks many texts.
  private func finding(_ identifiers: [String], of count: Int, in table: Table) -> CheckFinding {
    let items = identifiers.map { id -> TableGap.Item in
      let ofCases = (texts.entries[id]?.cases ?? []).map(\.key)
      return TableGap.Item(
        text: texts.entries[id]?.text ?? id, identifier: id,
        keys: ofCases.isEmpty ? [id] : ofCases.filter { !table.has($0) },
        isByValue: !ofCases.isEmpty)
    }
    let cases = identifiers.flatMap { texts.entries[$0]?.cases ?? [] }.map(\.key)
    let gap = TableGap(
      language: table.language, items: items,
      all: identifiers.count == count && !cases.contains(where: table.has) ? count : nil)
    var found = finding(.gap(gap), file: table.path, at: (1, 1))
    (found.language, found.keys) = (table.language, items.flatMap(\.keys))
    return found
  }

  /// A finding at each text that lacks a translation in at least one table.
  private func missingOne(by tables: [Table]) -> [CheckFinding] {
    let gaps = texts.identifiers.flatMap { id in problems(id, tables).map { (id, $0) } }
    let wanted = Set(gaps.map(\.0))
    let places = positions.places(
      ofTexts: texts.entries.filter { wanted.contains($0.key) }.mapValues(\.path))
    return gaps.map { id, problem in
      var found = finding(
        .missing(problem), about: texts.entries[id]?.subject, file: path, at: places[id])
      (found.keys, found.languages) = (problem.keys, problem.languages)
      return found
    }
  }

  private func problems(_ identifier: String, _ tables: [Table]) -> [MissingTranslation] {
    guard let entry = texts.entries[identifier], entry.needsTranslation, let text = entry.text
    else {
      return []
    }
    var gaps: [MissingTranslation] = []
    for table in tables where !table.has(identifier) {
      if entry.cases.isEmpty, hasValues(of: identifier, table) { continue }
      let cases = entry.cases.filter { !table.has($0.key) }.map {
        MissingTranslation.Case(name: $0.name, key: $0.key)
      }
      if cases.isEmpty, !entry.cases.isEmpty { continue }
      if let place = gaps.firstIndex(where: { $0.cases == cases }) {
        gaps[place].languages.append(table.language)
      } else {
        gaps.append(
          MissingTranslation(
            text: text, identifier: identifier, cases: cases,
            isAll: cases.count == entry.cases.count, languages: [table.language]))
      }
    }
    return gaps
  }

  /// The entries that the definition does not use: one finding for each, or one for all of them if
  /// there are many.
  ///
  /// - Parameter source: The table of the language in which the definition is written; it has the
  ///   original texts of entries whose identifiers no longer exist.
  private func stale(
    _ table: Table, besides known: inout Set<String>, _ source: DefinitionLocalization?
  ) -> [CheckFinding] {
    let stale = table.entries.filter {
      texts.use(of: $0.key) == nil && !DefinitionTexts.booleanNames.contains($0.value)
        && (table.kind != .catalog || known.insert($0.key).inserted)
    }
    let moved = moved(stale, in: table, source)
    let items = stale.map { entry in
      StaleEntry(
        key: entry.key, text: entry.value, heir: moved[entry.key],
        isInDoubt: isInDoubt(entry, source))
    }
    guard items.count > Self.maximumSingleTexts, let first = stale.first else {
      return zip(items, stale).map { item, entry in
        finding(.stale([item], definition: path), file: table.path, in: table, entry)
      }
    }
    var found = finding(.stale(items, definition: path), file: table.path, in: table, first)
    found.keys = stale.map(\.key)
    return [found]
  }

  /// Whether an entry may be the translation of a text that shares its identifier with another text.
  private func isInDoubt(_ entry: StringTable.Entry, _ source: DefinitionLocalization?) -> Bool {
    guard !texts.conflicts.isEmpty else { return false }
    guard let text = source?.lookup(entry.key) else { return source == nil }
    return texts.conflicts.contains { conflict in
      conflict.entry.text == text || texts.entries[conflict.identifier]?.text == text
    }
  }

  /// For entries with outdated keys, the current keys of their texts, if the table lacks those
  /// keys.
  private func moved(
    _ stale: [StringTable.Entry], in table: Table, _ source: DefinitionLocalization?
  ) -> [String: String] {
    guard let source, !stale.isEmpty else { return [:] }
    var heirs: [String: String] = [:]
    for id in texts.identifiers where !table.has(id) {
      guard let entry = texts.entries[id], entry.needsTranslation else { continue }
      let keys = entry.cases.isEmpty ? [id] : entry.cases.map(\.key).filter { !table.has($0) }
      for key in keys {
        guard let text = source.lookup(key) ?? (key == id ? entry.text : nil) else { continue }
        if heirs[text] == nil { heirs[text] = key }
      }
    }
    var moved: [String: String] = [:]
    for entry in stale {
      if let heir = source.lookup(entry.key).flatMap({ heirs.removeValue(forKey: $0) }) {
        moved[entry.key] = heir
      }
    }
    return moved
  }

  /// The findings about entries whose text is empty although the text in the definition is not
  /// empty.
  private func empty(_ table: Table) -> [CheckFinding] {
    table.entries.filter { entry in
      entry.value.isEmpty && texts.use(of: entry.key)?.entry.text?.isEmpty == false
    }.map { entry in
      finding(
        .emptyTranslation, about: texts.use(of: entry.key)?.entry.subject, file: table.path,
        in: table, entry)
    }
  }

  /// The findings about titles and descriptions in a table, if they contain a word that the App
  /// Store refuses in App Intents; the check of the definition covers the definition's own texts.
  private func storeWords(_ table: Table) -> [CheckFinding] {
    let keys = [DefinitionKeys.Intent.title, .description].map {
      PropertyListStep.key($0.propertyList(after: DefinitionKeys.Prefix.intent))
    }
    return table.entries.compactMap { entry in
      guard let use = texts.use(of: entry.key)?.entry, use.path.steps.count == 3,
        use.path.steps.last.map(keys.contains) == true,
        use.text.flatMap({ StoreWords.first(in: $0) }) == nil,
        let word = StoreWords.first(in: entry.value)
      else { return nil }
      var found = CheckFinding(
        file: table.path, line: entry.position?.line, column: entry.position?.column,
        severity: .note, statement: DefinitionFinding.Rule.storeWord(word).statement,
        subject: use.subject)
      (found.language, found.keys) = (table.language, [entry.key])
      return found
    }
  }

  /// One finding about the translations of a language that a catalog marks for review.
  private func unreviewed(_ table: Table) -> [CheckFinding] {
    let entries = table.unreviewedEntries.filter {
      texts.use(of: $0.key)?.entry.needsTranslation == true
    }
    guard let first = entries.first else { return [] }
    let items = entries.map {
      KeyedText(key: $0.key, text: texts.use(of: $0.key)?.entry.text ?? $0.value)
    }
    var found = finding(
      .unreviewed(items, language: table.language), file: table.path, in: table, first)
    found.keys = entries.map(\.key)
    return [found]
  }

  private func finding(
    _ problem: TranslationProblem, about subject: Message? = nil, file: String, in table: Table,
    _ entry: StringTable.Entry
  ) -> CheckFinding {
    var found = finding(
      problem, about: subject, file: file, at: entry.position.map { ($0.line, $0.column) })
    (found.language, found.keys) = (table.language, [entry.key])
    return found
  }

  /// Findings for placeholders that occur only in a text or only in its translation.
  private func placeholders(_ entry: StringTable.Entry, in table: Table) -> [CheckFinding] {
    guard let use = texts.use(of: entry.key), let text = use.entry.text, !entry.value.isEmpty
    else { return [] }
    let wanted = TextPlaceholders.names(in: text)
    let found = TextPlaceholders.names(in: entry.value)
    let problems =
      found.filter { !wanted.contains($0) }
      .map { TranslationProblem.unknownPlaceholder($0, choices: wanted) }
      + [wanted.filter { !found.contains($0) && !use.omissible.contains($0) }]
      .filter { !$0.isEmpty }.map { .missingPlaceholders($0) }
    return problems.map {
      finding($0, about: use.entry.subject, file: table.path, in: table, entry)
    }
  }

  private func finding(
    _ problem: TranslationProblem, about subject: Message? = nil, file: String,
    at place: (line: Int, column: Int)?
  ) -> CheckFinding {
    var found = CheckFinding(
      file: file, line: place?.line, column: place?.column, severity: .warning,
      statement: problem.statement, subject: subject)
    found.translation = problem
    return found
  }
}

extension DefinitionLocalization {
  /// Whether any part of the file could be read.
  fileprivate var isReadable: Bool { kind != .table || problems.isEmpty || !entries.isEmpty }

  /// Whether the file has a displayed text for an identifier.
  fileprivate func has(_ identifier: String) -> Bool {
    lookup(identifier) != nil || untranslatable.contains(identifier)
  }
}

/// A text that the tables of some languages lack.
struct MissingTranslation: StatedProblem, Sendable, Hashable {
  /// A case of a prompt's parameter, and the key of the prompt's text for this case.
  struct Case: Sendable, Hashable {
    var name: String
    var key: String
  }

  /// The text in the definition.
  var text: String
  var identifier: String
  /// The cases of a prompt's parameter without a translation; empty for any other text.
  var cases: [Case]
  /// Whether all cases lack a translation.
  var isAll: Bool
  /// The languages of the tables.
  var languages: [String]

  /// The keys that the tables lack.
  var keys: [String] { cases.isEmpty ? [identifier] : cases.map(\.key) }

  /// The code, the problem and the remedy.
  var statement: ProblemStatement {
    .init(
      CheckFinding.missingTranslation,
      cases.isEmpty || isAll
        ? """
        The text “\(name: text)” (\(TextExcerpt.short(identifier))) has no translation in \
        \(languages.joined(separator: ", ")).
        """
        : """
        The text “\(name: text)” (\(TextExcerpt.short(identifier))) has no translation for the \
        \(cases.count, one: "case", other: "cases") \(choices: cases.map(\.name)) in \
        \(languages.joined(separator: ", ")).
        """,
      cases.isEmpty
        ? "Add it to \(languages.count, one: "the table", other: "their tables")."
        : """
        Add \(choices: cases.map(\.key)) to \
        \(languages.count, one: "the table", other: "their tables"), as Xcode does.
        """)
  }
}

/// A text and the key of its translation.
struct KeyedText: Sendable, Hashable {
  var key: String
  var text: String

  /// The text with its key, which distinguishes equal texts.
  var message: Message { "“\(name: text)” (\(TextExcerpt.short(key)))" }
}

/// The texts that a table lacks, if there are many or all.
struct TableGap: Sendable, Hashable {
  /// A text, and the keys of its translations that the table lacks.
  struct Item: Sendable, Hashable {
    var text: String
    var identifier: String
    var keys: [String]
    /// Whether the text has a separate key for each value that it names.
    var isByValue: Bool
  }

  var language: String
  var items: [Item]
  /// The number of the definition's texts, if the table has none of them; nil otherwise.
  var all: Int?

  fileprivate var statement: ProblemStatement {
    let byValue = items.first(where: \.isByValue)?.keys.first
    return .init(
      CheckFinding.missingTranslation,
      all.map { "The table has none of the \($0, "text", "texts") of the definition." }
        ?? """
        \(items.count, "text has", "texts have") no translation in \(name: language): \
        \(TranslationProblem.some(items.map { KeyedText(key: $0.identifier, text: $0.text) })).
        """,
      all != nil
        ? "Translate them, or remove the table if the language is not offered."
        : byValue.map { key in
          """
          Add them to the table. A text that names a value needs a key for each value, such as \
          “\(name: key)”.
          """
        } ?? "Add \(items.count, one: "it", other: "them") to the table.")
  }
}

/// An unused entry of a table.
struct StaleEntry: Sendable, Hashable {
  var key: String
  var text: String
  /// The current key of the entry's text, if that key has no translation; nil otherwise.
  var heir: String?
  /// Whether texts of the definition share identifiers, and this entry may belong to one of those
  /// texts.
  var isInDoubt: Bool
}

extension CheckFinding {
  /// Keeps only the given languages in the finding and in its sentence.
  package mutating func keep(languages kept: Set<String>) {
    languages.removeAll { !kept.contains($0) }
    guard case .missing(var missing)? = translation else { return }
    missing.languages = languages
    restate(.missing(missing))
  }

  /// Keeps only the given keys in the finding and in its sentence.
  package mutating func keep(keys kept: Set<String>) {
    guard !keys.allSatisfy(kept.contains) else { return }
    keys.removeAll { !kept.contains($0) }
    if let problem = translation?.keeping(kept) { restate(problem) }
  }

  private mutating func restate(_ problem: TranslationProblem) {
    translation = problem
    (message, advice) = (problem.statement.message, problem.statement.advice)
  }
}

/// A problem with translations.
enum TranslationProblem: StatedProblem, Sendable, Hashable {
  case missing(MissingTranslation)
  case gap(TableGap)
  /// Entries that no text of the definition uses.
  case stale([StaleEntry], definition: String)
  case emptyTranslation
  case unreviewed([KeyedText], language: String)
  case unknownPlaceholder(String, choices: [String])
  case missingPlaceholders([String])

  /// The problem, limited to the texts of the given keys.
  func keeping(_ keys: Set<String>) -> TranslationProblem {
    switch self {
    case .missing(var missing):
      missing.cases.removeAll { !keys.contains($0.key) }
      missing.isAll = false
      return .missing(missing)
    case .gap(var gap):
      for index in gap.items.indices { gap.items[index].keys.removeAll { !keys.contains($0) } }
      gap.items.removeAll(where: \.keys.isEmpty)
      gap.all = nil
      return .gap(gap)
    case .stale(let entries, let definition):
      return .stale(entries.filter { keys.contains($0.key) }, definition: definition)
    case .unreviewed(let texts, let language):
      return .unreviewed(texts.filter { keys.contains($0.key) }, language: language)
    case .emptyTranslation, .unknownPlaceholder, .missingPlaceholders: return self
    }
  }

  /// The code, the problem and the remedy.
  var statement: ProblemStatement {
    switch self {
    case .missing(let missing): missing.statement
    case .gap(let gap): gap.statement
    case .stale(let entries, let definition):
      entries.count == 1
        ? Self.stale(entries[0], definition) : Self.stale(entries, definition)
    case .emptyTranslation:
      .init(
        "empty-translation",
        "The translation is empty, so people see no text.",
        "Write the translation.")
    case .unreviewed(let texts, let language):
      .init(
        CheckFinding.unreviewedTranslation,
        """
        \(texts.count, "translation is", "translations are") marked for review in \
        \(name: language): \(Self.some(texts)).
        """,
        "Correct what is out of date, and mark it as reviewed in Xcode.")
    case .unknownPlaceholder(let name, let choices):
      .init(
        "unknown-placeholder",
        """
        The text in the definition has no placeholder “\(name: TextPlaceholders.placeholder(name))”.
        """,
        choices.isEmpty
          ? .removeIt : .chooseFrom(names: choices.map(TextPlaceholders.placeholder)))
    case .missingPlaceholders(let names):
      .init(
        "missing-placeholder",
        """
        The translation lacks the \(names.count, one: "placeholder", other: "placeholders") \
        \(choices: names.map(TextPlaceholders.placeholder)).
        """,
        """
        Put \(names.count, one: "it where the value belongs", other: "each where its value belongs").
        """)
    }
  }

  private static let doubt: Message = """
    Correct the identifiers that texts of the definition share; an unused translation may belong to \
    one of these texts.
    """

  private static let staleCode = "stale-translation"

  private static func stale(_ entry: StaleEntry, _ definition: String) -> ProblemStatement {
    .init(
      staleCode,
      """
      The entry “\(name: entry.text)” has the identifier “\(name: entry.key)”, which no text of \
      \(fileName(definition)) has.
      """,
      entry.heir.map {
        "Give it the identifier “\(name: $0)”, which has the same text and no translation."
      } ?? (entry.isInDoubt ? doubt : "Remove the entry, if nothing else reads the table."))
  }

  private static func stale(_ entries: [StaleEntry], _ definition: String) -> ProblemStatement {
    let moved = entries.filter { $0.heir != nil }
    return .init(
      staleCode,
      """
      \(entries.count, "entry has an identifier", "entries have identifiers") that no text of \
      \(fileName(definition)) has: \(some(entries.map { KeyedText(key: $0.key, text: $0.text) })).
      """,
      moved.isEmpty
        ? (entries.contains(where: \.isInDoubt)
          ? doubt : "Remove the entries, if nothing else reads the table.")
        : """
        Keep the translations of texts whose identifiers have changed: \
        \(arrows(moved)). Remove the other entries, if nothing else reads the table.
        """)
  }

  /// Identifiers with their replacements.
  private static func arrows(_ moved: [StaleEntry]) -> String {
    moved.map {
      "“\($0.key.harmlessName)” → “\(($0.heir ?? "").harmlessName)”"
    }.joined(separator: ", ")
  }

  /// The first of many texts with their keys, and the number of the others; the finding itself
  /// lists all keys.
  static func some(_ texts: [KeyedText]) -> Message {
    let most = 5
    let words = texts.map(\.message)
    guard texts.count > most + 1 else { return "\(list: words)" }
    return "\(list: Array(words.prefix(most))) and \(texts.count - most) more"
  }

  private static func fileName(_ path: String) -> String {
    TextExcerpt.printable((path.split(separator: "/").last ?? "").utf8)
  }
}
