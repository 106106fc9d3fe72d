import InputFiles
import IntentModel
import Messages

/// Checks the string tables beside a definition: damaged files, missing and unused entries,
/// placeholders.
package struct StringTableChecks {
  private typealias Table = DefinitionLocalization

  private let path: String
  private let localizations: [DefinitionLocalization]
  private let catalogProblem: FormatError?
  private let texts: DefinitionTexts
  private let positions: DefinitionPositions

  /// Makes the checks of a definition's tables; none at all is not a finding.
  init(of reading: DefinitionReading, path: String) {
    self.path = path
    localizations = DefinitionLocalization.readAll(beside: path)
    catalogProblem = DefinitionLocalization.catalogProblem(beside: path)
    texts = DefinitionTexts(reading.file)
    positions = reading.positions
  }

  /// Returns the paths of the tables and all findings in them.
  func run() -> (files: [String], findings: [CheckFinding]) {
    var findings = [catalogProblem].compactMap { $0 }.map(StringTableChecks.finding)
    var tables: [Table] = []
    for table in localizations {
      findings += table.problems.map(StringTableChecks.finding)
      if table.isReadable { tables.append(table) }
    }
    let base = DevelopmentRegion.language(of: path, tables: localizations, texts: texts)
    // A text without a translation is that of the definition, which a region of its language reads,
    // and so does the language of a region.
    let own = base.flatMap { LanguageTag($0) }
    let written = DevelopmentRegion.language(byScriptOf: texts, tables: localizations)
    let others = tables.filter { table in
      let tag = LanguageTag(table.language)
      return ![base, written].contains(table.language)
        && tag?.fallbacks.contains { $0 == own } != true
        && own?.fallbacks.contains { $0 == tag } != true
    }
    findings += shared(tables) + missing(others)
    // A key that all languages of a catalog have is one entry of the file.
    var staleKeys = Set<String>()
    let source = localizations.first { $0.language == base }
    for table in tables where table.kind != .copy {
      findings +=
        stale(table, besides: &staleKeys, table.language == base ? nil : source) + empty(table)
        + unreviewed(table)
      findings += table.entries.flatMap { placeholders($0, in: table) }
    }
    var seen = Set<String>()
    let paths =
      tables.filter { $0.kind != .copy }.map(\.path) + [catalogProblem?.file].compactMap { $0 }
    return (paths.filter { seen.insert($0).inserted }, findings)
  }

  /// The findings in a table or a catalog by itself.
  package static func findings(inTable path: String) -> [CheckFinding] {
    do throws(FileReadingError) {
      if DefinitionLocalization.Kind(ofFile: path) == .catalog {
        do throws(FormatError) {
          _ = try StringCatalogFile(path: path)
          return []
        } catch {
          return [finding(error)]
        }
      }
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

  /// A finding at each text that has the identifier of another text, and so its translation.
  ///
  /// Xcode itself repeats identifiers, so it is only a note where no table translates them yet.
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
          “\(name: first)”, so both \(phrase: isTranslated ? "have" : "would have") one \
          translation.
          """,
        remedy: isTranslated
          ? "Give one of them an identifier of its own, and translate that."
          : "Give one of them an identifier of its own before anybody translates them.",
        subject: conflict.entry.subject)
      finding.keys = [conflict.identifier]
      return finding
    }
  }

  /// A table that lacks this many texts has one finding, and not one for each text.
  private static let mostSingleTexts = 3

  /// A finding for each table that lacks many texts or all, and at each text that others lack.
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
    // A few tables with none of a few texts are said by table, many of them by text.
    let empty = gaps.count { $0.count > 0 && $0.lacking.count == $0.count }
    for (table, lacking, count) in gaps {
      let isEmpty = count > 0 && lacking.count == count
      guard lacking.count > Self.mostSingleTexts || isEmpty && empty < count else {
        others.append(table)
        continue
      }
      found.append(finding(lacking, of: count, in: table))
    }
    return found + missingOne(by: others)
  }

  /// Whether a table has neither a translation of a text nor all those of its cases.
  private func lacks(_ identifier: String, _ table: Table) -> Bool {
    guard !table.has(identifier), let entry = texts.entries[identifier] else { return false }
    return entry.cases.isEmpty || entry.cases.contains { !table.has($0.key) }
  }

  /// The finding about a table that lacks many texts.
  private func finding(_ identifiers: [String], of count: Int, in table: Table) -> CheckFinding {
    let names = identifiers.map { texts.entries[$0]?.text ?? $0 }
    let cases = identifiers.flatMap { texts.entries[$0]?.cases ?? [] }.map(\.key)
    let keys = identifiers.flatMap { id -> [String] in
      let ofCases = texts.entries[id]?.cases.map(\.key) ?? []
      return ofCases.isEmpty ? [id] : ofCases.filter { !table.has($0) }
    }
    let isEmpty = identifiers.count == count && !cases.contains(where: table.has)
    let first = cases.first { !table.has($0) }
    var finding = CheckFinding(
      file: table.path, line: 1, column: 1, severity: .warning, code: "missing-translation",
      sentence: isEmpty
        ? "The table has none of the \(count, "text", "texts") of the definition."
        : """
        \(identifiers.count, "text has", "texts have") no translation in \
        \(name: table.language): \(TranslationProblem.some(names)).
        """,
      remedy: isEmpty
        ? "Translate them, or remove the table if the language is not offered."
        : first.map { key in
          """
          Add them to the table, a prompt that names a case with a key for each case, such as \
          “\(name: key)”.
          """
        } ?? "Add them to the table.")
    (finding.language, finding.keys) = (table.language, keys)
    return finding
  }

  /// A finding at each text that lacks a translation in some table.
  private func missingOne(by tables: [Table]) -> [CheckFinding] {
    let gaps = texts.identifiers.flatMap { id in problems(id, tables).map { (id, $0) } }
    let wanted = Set(gaps.map(\.0))
    let places = positions.places(
      ofTexts: texts.entries.filter { wanted.contains($0.key) }.mapValues(\.path))
    return gaps.map { id, problem in
      var found = finding(
        .missing(problem), about: texts.entries[id]?.subject, file: path, at: places[id])
      (found.keys, found.languages, found.missing) = (problem.keys, problem.languages, problem)
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

  /// The entries that the definition does not use: a finding for each, or one for many.
  ///
  /// - Parameter source: The table of the language in which the definition is written; it has the
  ///   original texts of entries whose identifiers are gone.
  private func stale(
    _ table: Table, besides known: inout Set<String>, _ source: DefinitionLocalization?
  ) -> [CheckFinding] {
    let stale = table.entries.filter {
      texts.use(of: $0.key) == nil && !["true", "false"].contains($0.value)
        && (table.kind != .catalog || known.insert($0.key).inserted)
    }
    let moved = moved(stale, in: table, source)
    guard stale.count > Self.mostSingleTexts, let first = stale.first else {
      return stale.map { entry in
        finding(
          .staleTranslation(
            entry.key, text: entry.value, definition: path, isInDoubt: !texts.conflicts.isEmpty,
            heir: moved.first { $0.from == entry.key }?.to),
          file: table.path, in: table, entry)
      }
    }
    let problem = TranslationProblem.staleTranslations(
      stale.map(\.value), definition: path, isInDoubt: !texts.conflicts.isEmpty, moved: moved)
    var found = finding(problem, file: table.path, in: table, first)
    found.keys = stale.map(\.key)
    return [found]
  }

  /// The entries whose text has another identifier now, which the table does not translate.
  private func moved(
    _ stale: [StringTable.Entry], in table: Table, _ source: DefinitionLocalization?
  ) -> [(from: String, to: String)] {
    guard let source, !stale.isEmpty else { return [] }
    var heirs: [String: String] = [:]
    for id in texts.identifiers where !table.has(id) {
      guard let entry = texts.entries[id], entry.needsTranslation, entry.cases.isEmpty,
        let text = entry.text
      else { continue }
      if heirs[text] == nil { heirs[text] = id }
    }
    return stale.compactMap { entry in
      source.lookup(entry.key).flatMap { heirs.removeValue(forKey: $0) }.map { (entry.key, $0) }
    }
  }

  /// The entries without a text whose text in the definition has one.
  private func empty(_ table: Table) -> [CheckFinding] {
    table.entries.filter { entry in
      entry.value.isEmpty && texts.use(of: entry.key)?.entry.text?.isEmpty == false
    }.map { entry in
      finding(
        .emptyTranslation, about: texts.use(of: entry.key)?.entry.subject, file: table.path,
        in: table, entry)
    }
  }

  /// One finding about the translations of a language that a catalog marks for review.
  private func unreviewed(_ table: Table) -> [CheckFinding] {
    let entries = table.unreviewedEntries.filter {
      texts.use(of: $0.key)?.entry.needsTranslation == true
    }
    guard let first = entries.first else { return [] }
    let names = entries.map { texts.use(of: $0.key)?.entry.text ?? $0.value }
    var found = finding(
      .unreviewedTranslations(names, language: table.language), file: table.path, in: table, first)
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
    CheckFinding(
      file: file, line: place?.line, column: place?.column, severity: .warning,
      statement: problem.statement, subject: subject)
  }
}

extension DefinitionLocalization {
  /// Whether any of the file could be read.
  fileprivate var isReadable: Bool { kind != .table || problems.isEmpty || !entries.isEmpty }

  /// Whether the file has what people see for a text.
  fileprivate func has(_ identifier: String) -> Bool {
    lookup(identifier) != nil || untranslatable.contains(identifier)
  }
}

/// A text that the tables of some languages lack.
struct MissingTranslation: StatedProblem, Sendable, Hashable {
  /// A case of a prompt's parameter, with the key of the prompt's text for it.
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

  /// The code, what is wrong and what to do about it.
  var statement: ProblemStatement {
    .init(
      "missing-translation",
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

extension CheckFinding {
  /// Leaves only some of the languages, in the sentence as well.
  package mutating func keep(languages kept: Set<String>) {
    languages.removeAll { !kept.contains($0) }
    guard missing != nil else { return }
    missing?.languages = languages
    if let statement = missing?.statement {
      (message, advice) = (statement.message, statement.advice)
    }
  }
}

/// A problem with translations.
enum TranslationProblem: StatedProblem {
  case missing(MissingTranslation)
  /// An entry that nothing uses; it is in doubt if texts of the definition share identifiers. The
  /// heir is the present identifier of its text.
  case staleTranslation(
    String, text: String, definition: String, isInDoubt: Bool, heir: String?)
  case staleTranslations(
    [String], definition: String, isInDoubt: Bool, moved: [(from: String, to: String)])
  case emptyTranslation
  case unreviewedTranslations([String], language: String)
  case unknownPlaceholder(String, choices: [String])
  case missingPlaceholders([String])

  /// The code, what is wrong and what to do about it.
  var statement: ProblemStatement {
    let doubt: Message = """
      Correct the identifiers that texts of the definition share; one of the texts may belong to \
      it.
      """
    return switch self {
    case .missing(let missing): missing.statement
    case .staleTranslations(let texts, let definition, let isInDoubt, let moved):
      .init(
        "stale-translation",
        """
        \(texts.count, "entry has an identifier", "entries have identifiers") that no text of \
        \(Self.fileName(definition)) has: \(Self.some(texts)).
        """,
        isInDoubt
          ? doubt
          : moved.isEmpty
            ? "Remove the entries, if nothing else reads the table."
            : """
            Keep the translations of texts that have another identifier now: \
            \(Self.arrows(moved)). Remove the other entries, if nothing else reads the table.
            """)
    case .emptyTranslation:
      .init(
        "empty-translation",
        "The translation is empty, so people see no text.",
        "Write the translation.")
    case .unreviewedTranslations(let texts, let language):
      .init(
        "unreviewed-translation",
        """
        \(texts.count, "translation is", "translations are") marked for review in \
        \(name: language): \(Self.some(texts)).
        """,
        "Correct what is out of date, and mark it as reviewed in Xcode.")
    case .staleTranslation(let key, let text, let definition, let isInDoubt, let heir):
      .init(
        "stale-translation",
        """
        The entry “\(name: text)” has the identifier “\(name: key)”, which no text of \
        \(Self.fileName(definition)) has.
        """,
        isInDoubt
          ? doubt
          : heir.map {
            "Give it the identifier “\(name: $0)”, which has the same text and no translation."
          } ?? "Remove the entry, if nothing else reads the table.")
    case .unknownPlaceholder(let name, let choices):
      .init(
        "unknown-placeholder",
        "The text in the definition has no placeholder “\(name: "${" + name + "}")”.",
        choices.isEmpty ? .removeIt : .chooseFrom(names: choices.map { "${" + $0 + "}" }))
    case .missingPlaceholders(let names):
      .init(
        "missing-placeholder",
        """
        The translation lacks the \(names.count, one: "placeholder", other: "placeholders") \
        \(choices: names.map { "${" + $0 + "}" }).
        """,
        """
        Put \(names.count, one: "it where the value belongs", other: "each where its value belongs").
        """)
    }
  }

  /// Identifiers with those that replace them.
  private static func arrows(_ moved: [(from: String, to: String)]) -> String {
    moved.map { "“\($0.from.harmless(limit: 60))” → “\($0.to.harmless(limit: 60))”" }
      .joined(separator: ", ")
  }

  /// The first of many texts, and the number of the rest; all have their keys in the finding.
  static func some(_ texts: [String]) -> Message {
    let most = 5
    guard texts.count > most + 1 else { return "\(choices: texts)" }
    return "\(choices: Array(texts.prefix(most))) and \(texts.count - most) more"
  }

  private static func fileName(_ path: String) -> String {
    TextExcerpt.printable((path.split(separator: "/").last ?? "").utf8)
  }
}
