import InputFiles
import IntentModel
import Messages

/// Checks the string tables beside a definition: damaged files, missing and unused entries,
/// placeholders.
package struct StringTableChecks {
  /// The table of a language.
  private struct Table {
    var language: String
    var path: String
    /// The entries with their positions; empty for a copy of the definition.
    var entries: [StringTable.Entry]
    var identifiers: Set<String>
    var isCopy: Bool
  }

  private let path: String
  private let localizations: [DefinitionLocalization]
  private let texts: DefinitionTexts
  private let positions: DefinitionPositions

  /// Makes the checks of a definition's tables; nil if there are none, which is not a finding.
  init?(of reading: DefinitionReading, path: String) {
    self.path = path
    localizations = DefinitionLocalization.readAll(beside: path)
    guard !localizations.isEmpty else { return nil }
    texts = DefinitionTexts(reading.file)
    positions = reading.positions
  }

  /// Returns the paths of the tables and all findings in them.
  func run() -> (files: [String], findings: [CheckFinding]) {
    var findings: [CheckFinding] = []
    var tables: [Table] = []
    for localization in localizations {
      findings += localization.problems.map(StringTableChecks.finding)
      if let table = table(of: localization) { tables.append(table) }
    }
    findings += missing(tables)
    for table in tables where !table.isCopy {
      findings += stale(table) + table.entries.flatMap { placeholders($0, in: table) }
    }
    return (tables.filter { !$0.isCopy }.map(\.path), findings)
  }

  /// The findings in a table by itself.
  package static func findings(inTable path: String) -> [CheckFinding] {
    do throws(FileReadingError) {
      let reading = StringTable.read(try FileReading.bytes(atPath: path))
      return reading.errors.map { finding(FormatError($0, file: path)) }
    } catch {
      return [CheckFinding(FormatError(error))]
    }
  }

  /// A repeated key is only a warning, because the reader uses the same value as the runtime.
  private static func finding(_ error: FormatError) -> CheckFinding {
    CheckFinding(error, severity: error.isLossless ? .warning : .error)
  }

  /// The table of a language; nil if it cannot be read at all.
  private func table(of localization: DefinitionLocalization) -> Table? {
    guard localization.path.lowercased().hasSuffix(".strings") else {
      return Table(
        language: localization.language, path: localization.path, entries: [],
        identifiers: localization.identifiers, isCopy: true)
    }
    guard let bytes = try? FileReading.bytes(atPath: localization.path) else { return nil }
    let reading = StringTable.read(bytes)
    if !reading.errors.isEmpty, reading.table.entries.isEmpty { return nil }
    return Table(
      language: localization.language, path: localization.path, entries: reading.table.entries,
      identifiers: localization.identifiers, isCopy: false)
  }

  /// A finding at each text that lacks a translation in some language.
  ///
  /// A prompt counts as translated if each case of its parameter has a translation.
  private func missing(_ tables: [Table]) -> [CheckFinding] {
    let gaps = texts.identifiers.flatMap { id in problems(id, tables).map { (id, $0) } }
    let wanted = Set(gaps.map(\.0))
    let places = positions.places(
      ofTexts: texts.entries.filter { wanted.contains($0.key) }.mapValues(\.path))
    return gaps.map { id, problem in
      finding(problem, about: texts.entries[id]?.subject, file: path, at: places[id])
    }
  }

  private func problems(_ identifier: String, _ tables: [Table]) -> [TranslationProblem] {
    guard let entry = texts.entries[identifier], entry.needsTranslation, let text = entry.text
    else {
      return []
    }
    var gaps: [(keys: [(name: String, key: String)], languages: [String])] = []
    for table in tables where !table.identifiers.contains(identifier) {
      let keys = entry.cases.filter { !table.identifiers.contains($0.key) }
      if keys.isEmpty, !entry.cases.isEmpty { continue }
      if let place = gaps.firstIndex(where: { $0.keys.map(\.key) == keys.map(\.key) }) {
        gaps[place].languages.append(table.language)
      } else {
        gaps.append((keys, [table.language]))
      }
    }
    return gaps.map { keys, languages in
      keys.isEmpty
        ? .missingTranslation(text, identifier: identifier, languages: languages)
        : .missingCases(
          text, identifier: identifier, cases: keys, isAll: keys.count == entry.cases.count,
          languages: languages)
    }
  }

  /// A finding for each entry that the definition does not use.
  private func stale(_ table: Table) -> [CheckFinding] {
    table.entries.filter { texts.use(of: $0.key) == nil }.map { entry in
      finding(
        .staleTranslation(entry.key, text: entry.value, definition: path), file: table.path,
        at: entry.position.map { ($0.line, $0.column) })
    }
  }

  /// Findings for placeholders that occur only in a text or only in its translation.
  private func placeholders(_ entry: StringTable.Entry, in table: Table) -> [CheckFinding] {
    guard let use = texts.use(of: entry.key), let text = use.entry.text else { return [] }
    let wanted = TextPlaceholders.names(in: text)
    let found = TextPlaceholders.names(in: entry.value)
    let problems =
      found.filter { !wanted.contains($0) }
      .map { TranslationProblem.unknownPlaceholder($0, choices: wanted) }
      + wanted.filter { !found.contains($0) && !use.omissible.contains($0) }
      .map { .missingPlaceholder($0) }
    return problems.map {
      finding(
        $0, about: use.entry.subject, file: table.path,
        at: entry.position.map { ($0.line, $0.column) })
    }
  }

  private func finding(
    _ problem: TranslationProblem, about subject: Message? = nil, file: String,
    at place: (line: Int, column: Int)?
  ) -> CheckFinding {
    CheckFinding(
      file: file, line: place?.line, column: place?.column, severity: .warning,
      code: problem.code, sentence: problem.message, remedy: problem.advice, subject: subject)
  }
}

/// A problem with translations, with its only messages.
enum TranslationProblem {
  case missingTranslation(String, identifier: String, languages: [String])
  /// A prompt that lacks the translations for some or all cases of its parameter.
  case missingCases(
    String, identifier: String, cases: [(name: String, key: String)], isAll: Bool,
    languages: [String])
  case staleTranslation(String, text: String, definition: String)
  case unknownPlaceholder(String, choices: [String])
  case missingPlaceholder(String)

  /// The rule as hyphenated words.
  var code: String {
    switch self {
    case .missingTranslation, .missingCases: "missing-translation"
    case .staleTranslation: "stale-translation"
    case .unknownPlaceholder: "unknown-placeholder"
    case .missingPlaceholder: "missing-placeholder"
    }
  }

  /// What is wrong, as one sentence.
  var message: Message {
    switch self {
    case .missingCases(let text, let identifier, let cases, false, let languages):
      .missingCaseTranslations(
        text: text, identifier: TextExcerpt.short(identifier), names: cases.map(\.name),
        count: cases.count, languages: languages.joined(separator: ", "))
    case .missingTranslation(let text, let identifier, let languages),
      .missingCases(let text, let identifier, _, true, let languages):
      .missingTranslation(
        text: text, identifier: TextExcerpt.short(identifier),
        languages: languages.joined(separator: ", "))
    case .staleTranslation(let key, let text, let definition):
      .staleTranslation(file: Self.fileName(definition), key: key, text: text)
    case .unknownPlaceholder(let name, _): .unknownPlaceholder(name: "${" + name + "}")
    case .missingPlaceholder(let name): .missingPlaceholder(name: "${" + name + "}")
    }
  }

  /// What to do about it, as one sentence.
  var advice: Message {
    switch self {
    case .missingTranslation(_, _, let languages): .addToTables(count: languages.count)
    case .missingCases(_, _, let cases, _, let languages):
      .addKeysToTables(keys: cases.map(\.key), count: languages.count)
    case .staleTranslation: .removeEntry
    case .unknownPlaceholder(_, let choices):
      choices.isEmpty ? .removeIt : .chooseFrom(names: choices.map { "${" + $0 + "}" })
    case .missingPlaceholder: .putPlaceholder
    }
  }

  private static func fileName(_ path: String) -> String {
    TextExcerpt.printable((path.split(separator: "/").last ?? "").utf8)
  }
}
