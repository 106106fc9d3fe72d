import DefinitionFormats
import Foundation
import InputFiles
import IntentCodegen
import IntentModel
import Messages

/// The keys of all string tables and String Catalogs of a project, by language.
package struct TranslationTables: Sendable {
  private var keys: [String: Set<String>] = [:]

  /// Makes tables of keys by language.
  package init(_ keys: [String: Set<String>]) {
    for (language, texts) in keys { self.keys[language.lowercased(), default: []].formUnion(texts) }
  }

  /// Whether there is no table.
  package var isEmpty: Bool { keys.isEmpty }

  /// Whether a key has a translation in a language, or in the same language without its region.
  func hasKey(_ key: String, in language: String) -> Bool {
    LanguageTag(language)?.fallbacks.contains { tag in
      keys.contains { LanguageTag($0.key) == tag && $0.value.contains(key) }
    } ?? false
  }

  /// Adds a file with the tables of one or several languages; nothing if it cannot be read.
  mutating func add(_ path: String) {
    if DefinitionLocalization.Kind(ofFile: path) == .catalog {
      guard let catalog = try? StringCatalogFile(path: path) else { return }
      for language in catalog.languages { add(catalog.entries(in: language), in: language) }
    } else {
      let folder = path.split(separator: "/").dropLast().last ?? ""
      guard folder.hasSuffix(".lproj"), let bytes = try? FileReading.bytes(atPath: path) else {
        return
      }
      add(StringTable.read(bytes).table.entries, in: String(folder.dropLast(".lproj".count)))
    }
  }

  private mutating func add(_ entries: [StringTable.Entry], in language: String) {
    let texts = entries.filter { !$0.value.isEmpty }.map(\.key)
    keys[language.lowercased(), default: []].formUnion(texts)
  }
}

/// Finds the translations of titles that the old tables have and the new ones lack.
struct TranslationComparison {
  private let outline: AppIntentOutline
  private let found: SourceIntent
  private let schema: IntentSchema
  private let check: DefinitionMigration

  init(
    _ outline: AppIntentOutline, found: SourceIntent, schema: IntentSchema,
    check: DefinitionMigration
  ) {
    self.outline = outline
    self.found = found
    self.schema = schema
    self.check = check
  }

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
          at: found.place, .note, "not-judged", subject: .intentNamed(name: outline.intent.name),
          sentence: "Its titles are translated, and no string tables of the new code were given.",
          remedy: "Give the folder that contains them.")
      ]
    }
    var lost: [String] = []
    var languages: [String] = []
    for localization in check.localizations {
      let missing = translated.filter {
        isTranslated($0, in: localization) && !tables.hasKey($0.key, in: localization.language)
      }
      guard !missing.isEmpty else { continue }
      languages.append(localization.language)
      for title in missing where !lost.contains(title.base) { lost.append(title.base) }
    }
    guard !lost.isEmpty else { return [] }
    var finding = CheckFinding(
      at: found.place, .warning, "translation-lost",
      subject: .intentNamed(name: outline.intent.name),
      sentence:
        """
        \(lost.count, "title was", "titles were") translated into \
        \(languages.joined(separator: ", ")) and \(lost.count, one: "is", other: "are") not any \
        longer: \(choices: lost).
        """,
      remedy:
        "Generate with --texts keys or catalog, or add the old translations under the new keys.")
    finding.keys = lost
    return [finding]
  }

  /// A title: its text and identifier in the definition, and its key in the new code.
  private struct Title: Hashable {
    var base: String
    var id: String
    var key: String
  }

  private func isTranslated(_ title: Title, in localization: DefinitionLocalization) -> Bool {
    localization.lookup(title.id).map { !$0.isEmpty && $0 != title.base } ?? false
  }

  private var ofParameters: [Title] {
    outline.properties.compactMap { property in
      guard let name = property.name,
        let after = found.parameters.first(where: { $0.name == name }),
        let key = after.argument("title")?.value.key
      else { return nil }
      return title(schema.parameter(named: property.parameter)?.displayName, key)
    }
  }

  private var ofCases: [Title] {
    var seen = Set<String>()
    return outline.properties.flatMap { property -> [Title] in
      guard let type = schema.parameter(named: property.parameter)?.type,
        let old = check.definition.enumeration(of: type),
        let after = found.parameters.first(where: { $0.name == property.name }),
        let new = after.type.flatMap({ check.found.enums[$0.element] }),
        seen.insert(new.name).inserted, let names = new.rawTexts,
        case .dictionary(let pairs)? = new.literals.first(where: {
          $0.label == "caseDisplayRepresentations"
        })?.value
      else { return [] }
      return pairs.compactMap { pair in
        guard pair.count == 2, case .member(let spelling) = pair[0], let key = pair[1].key,
          let item = old.cases.first(where: { $0.name == names[spelling] })
        else { return nil }
        return title(item.displayName, key)
      }
    }
  }

  private func title(_ text: LocalizedText?, _ key: String) -> Title? {
    guard let base = text?.text, !base.isEmpty, let id = text?.id else { return nil }
    return Title(base: base, id: id, key: key)
  }
}

extension SourceValue {
  /// The key of a text for people: the literal itself, or the first argument of its resource.
  fileprivate var key: String? {
    switch self {
    case .string(let text): text
    case .call(_, let arguments):
      arguments.first { ["", "title", "stringLiteral"].contains($0.label) }?.value.key
    default: nil
    }
  }
}
