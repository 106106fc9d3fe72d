import InputFiles
import IntentModel

/// Checks the string tables beside a definition: broken files, gaps, leftovers, placeholders.
struct StringTableChecks {
  /// One language's table.
  private struct Table {
    var language: String
    var path: String
    /// The entries with their places; empty for a copy of the definition.
    var entries: [StringTable.Entry]
    var identifiers: Set<String>
    var isCopy: Bool
  }

  private let path: String
  private let localizations: [DefinitionLocalization]
  private let texts: DefinitionTexts
  private let positions: DefinitionPositions

  /// The checks of a definition's tables; nil where there are none, which is no finding.
  init?(of reading: DefinitionReading, path: String) {
    self.path = path
    localizations = DefinitionLocalization.readAll(beside: path)
    guard !localizations.isEmpty else { return nil }
    texts = DefinitionTexts(DefinitionPlist.value(of: reading.file))
    positions = reading.positions
  }

  /// Everything that is found in the tables, and the paths of the tables.
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

  /// What is wrong with a table by itself.
  static func findings(inTable path: String) -> [CheckFinding] {
    do throws(FileReadingError) {
      let reading = StringTable.read(try FileReading.bytes(atPath: path))
      return reading.errors.map { finding(FormatError($0, file: path)) }
    } catch {
      return [CheckFinding(FormatError(error))]
    }
  }

  /// A key that occurs twice loses nothing that the runtime would show.
  private static func finding(_ error: FormatError) -> CheckFinding {
    let isDuplicate = error.sentence.hasSuffix("The later text counts.")
    return CheckFinding(error, severity: isDuplicate ? .warning : .error)
  }

  /// The table of a language; nil where nothing of it can be read.
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

  /// A finding for each text that some language lacks, at the text.
  private func missing(_ tables: [Table]) -> [CheckFinding] {
    let gaps = texts.identifiers.compactMap { identifier -> (String, TranslationProblem)? in
      guard let text = texts.entries[identifier]?.text, !text.isEmpty else { return nil }
      let languages = tables.filter { !$0.identifiers.contains(identifier) }.map(\.language)
      guard !languages.isEmpty else { return nil }
      return (
        identifier, .missingTranslation(text, identifier: identifier, languages: languages)
      )
    }
    let wanted = Set(gaps.map(\.0))
    let places = positions.places(
      ofTexts: texts.entries.filter { wanted.contains($0.key) }.mapValues(\.path))
    return gaps.map { finding($0.1, file: path, at: places[$0.0]) }
  }

  /// A finding for each entry that no text of the definition has the identifier of.
  private func stale(_ table: Table) -> [CheckFinding] {
    table.entries.filter { texts.entries[$0.key] == nil }.map { entry in
      finding(
        .staleTranslation(entry.key, definition: path), file: table.path,
        at: entry.position.map { ($0.line, $0.column) })
    }
  }

  /// Findings for placeholders that only one of a text and its translation has.
  private func placeholders(_ entry: StringTable.Entry, in table: Table) -> [CheckFinding] {
    guard let text = texts.entries[entry.key]?.text else { return [] }
    let wanted = TextPlaceholders.names(in: text)
    let found = TextPlaceholders.names(in: entry.value)
    let problems =
      found.filter { !wanted.contains($0) }
      .map { TranslationProblem.unknownPlaceholder($0, choices: wanted) }
      + wanted.filter { !found.contains($0) }.map { .missingPlaceholder($0) }
    return problems.map {
      finding($0, file: table.path, at: entry.position.map { ($0.line, $0.column) })
    }
  }

  private func finding(
    _ problem: TranslationProblem, file: String, at place: (line: Int, column: Int)?
  ) -> CheckFinding {
    CheckFinding(
      file: file, line: place?.line, column: place?.column, severity: .warning,
      code: problem.code, sentence: problem.sentence, remedy: problem.remedy)
  }
}

/// What can be wrong with translations; the one place for its words.
enum TranslationProblem {
  case missingTranslation(String, identifier: String, languages: [String])
  case staleTranslation(String, definition: String)
  case unknownPlaceholder(String, choices: [String])
  case missingPlaceholder(String)

  /// The rule in words with hyphens.
  var code: String {
    switch self {
    case .missingTranslation: "missing-translation"
    case .staleTranslation: "stale-translation"
    case .unknownPlaceholder: "unknown-placeholder"
    case .missingPlaceholder: "missing-placeholder"
    }
  }

  /// What is wrong, as one sentence.
  var sentence: String {
    switch self {
    case .missingTranslation(let text, let identifier, let languages):
      """
      The text \(quoted(text)) (\(TextExcerpt.short(identifier))) has no translation in \
      \(languages.joined(separator: ", ")).
      """
    case .staleTranslation(let key, let definition):
      "No text of \(Self.fileName(definition)) has the identifier \(quoted(key))."
    case .unknownPlaceholder(let name, _):
      "The text in the definition has no placeholder \(quoted("${" + name + "}"))."
    case .missingPlaceholder(let name):
      "The translation lacks the placeholder \(quoted("${" + name + "}"))."
    }
  }

  /// What to do about it, as one sentence.
  var remedy: String {
    switch self {
    case .missingTranslation(_, _, let languages):
      languages.count == 1 ? "Add it to the table." : "Add it to their tables."
    case .staleTranslation: "Remove the entry."
    case .unknownPlaceholder(_, let choices):
      choices.isEmpty
        ? "Remove it."
        : "Choose from \(choices.map { quoted("${" + $0 + "}") }.joined(separator: ", "))."
    case .missingPlaceholder: "Put it where the value belongs."
    }
  }

  private static func fileName(_ path: String) -> String {
    TextExcerpt.printable((path.split(separator: "/").last ?? "").utf8)
  }
}
