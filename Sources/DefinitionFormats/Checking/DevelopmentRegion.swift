import InputFiles
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The language in which the texts of a definition are written; it needs no translation.
package enum DevelopmentRegion {
  /// The language to assume if nothing specifies one.
  package static let usual = LanguageTag.english

  /// The language of the texts of a definition.
  ///
  /// It is the development region of the nearest Xcode project in the folders above the definition.
  /// Without a project, it is the first of these: the source language of the String Catalog, the
  /// language whose table repeats most texts of the definition, or the usual language if its table
  /// repeats none of them. It is nil if none of them applies.
  static func language(
    of path: String, tables: [DefinitionLocalization], texts: DefinitionTexts
  ) -> String? {
    if let stated = stated(above: path) { return named(stated, among: tables) }
    if let source = tables.first(where: \.isSource) { return source.language }
    let shares = shares(of: tables, texts)
    return best(of: shares.filter(\.isMost))
      ?? shares.first { $0.language == usual && $0.part == 0 }?.language
  }

  /// The share of a definition's texts that the table of a language repeats.
  private struct Share {
    let language: String
    let part: Double

    /// Whether the table repeats most texts.
    var isMost: Bool { part > 0.5 }
  }

  private static func shares(
    of tables: [DefinitionLocalization], _ texts: DefinitionTexts
  ) -> [Share] {
    tables.map { Share(language: $0.language, part: share($0, of: texts)) }
  }

  /// The language whose table repeats most texts.
  ///
  /// An untranslated table repeats the texts as well, so the usual language is preferred.
  private static func best(of shares: [Share]) -> String? {
    shares.contains { $0.language == usual }
      ? usual : shares.max { $0.part < $1.part }?.language
  }

  /// The name of a language as the tables spell it; the given name if no table is in that language.
  private static func named(
    _ language: String, among tables: [DefinitionLocalization]
  ) -> String {
    let tag = LanguageTag(language)
    return tables.map(\.language).first { LanguageTag($0) == tag } ?? language
  }

  /// The language in which the texts of a definition are written, and whether there is evidence for
  /// it.
  ///
  /// A catalog or the Xcode project determines the language, unless a table or the script of the
  /// texts shows that the texts are in another language. Without evidence, the language is a guess:
  /// the usual language of the script.
  static func written(
    in path: String?, tables: [DefinitionLocalization], texts: DefinitionTexts
  ) -> (language: String, isKnown: Bool) {
    let ofScript = languages(byScriptOf: texts)
    func fits(_ language: String) -> Bool {
      guard let code = LanguageTag(language)?.language else { return false }
      return ofScript.isEmpty ? !nonLatin.contains(code) : ofScript.contains(code)
    }
    let shares = shares(of: tables, texts)
    let repeating = shares.filter { $0.isMost && fits($0.language) }
    func isRefuted(_ language: String) -> Bool {
      guard fits(language) else { return true }
      let own = shares.first { LanguageTag($0.language) == LanguageTag(language) }
      return own.map { !$0.isMost && !repeating.isEmpty } ?? false
    }
    if let source = tables.first(where: \.isSource)?.language, !isRefuted(source) {
      return (source, true)
    }
    if let stated = path.flatMap(stated), !isRefuted(stated) {
      return (named(stated, among: tables), true)
    }
    if let best = best(of: repeating) { return (best, true) }
    if let language = language(byScriptOf: texts, tables: tables) { return (language, true) }
    let usual = scripts.compactMap { script in
      ofScript.isDisjoint(with: script.languages) ? nil : script.usual
    }
    if ofScript.count == 1, let only = ofScript.first { return (only, true) }
    return (usual.first ?? Self.usual, false)
  }

  /// The languages that are written in the script of most texts; empty for Latin.
  private static func languages(byScriptOf texts: DefinitionTexts) -> Set<String> {
    let wanted = texts.entries.values.filter(\.needsTranslation).compactMap(\.text)
    let votes = votes(of: wanted)
    guard let most = votes.values.max(), most * 2 > wanted.count else { return [] }
    return Set(votes.filter { $0.value == most }.keys)
  }

  private static let nonLatin = Set(scripts.flatMap(\.languages)).subtracting(["sr"])

  /// For each language, the number of texts in its script.
  private static func votes(of texts: [String]) -> [String: Int] {
    var votes: [String: Int] = [:]
    for text in texts {
      let found = scripts.filter { script in
        text.unicodeScalars.contains { script.scalars.contains($0.value) }
      }.map(\.languages)
      guard let first = found.first else { continue }
      // Japanese is written in kana and in characters that Chinese also uses, so a language counts
      // only if it uses all scripts of the text.
      for language in found.dropFirst().reduce(first, { $0.intersection($1) }) {
        votes[language, default: 0] += 1
      }
    }
    return votes
  }

  /// The share of a table's texts that equal the texts of the definition.
  private static func share(_ table: DefinitionLocalization, of texts: DefinitionTexts) -> Double {
    let pairs = texts.identifiers.compactMap { id -> Bool? in
      guard let entry = texts.entries[id], entry.needsTranslation, let text = entry.text,
        let translation = table.lookup(id)
      else { return nil }
      return text == translation
    }
    return pairs.isEmpty ? 0 : Double(pairs.count { $0 }) / Double(pairs.count)
  }

  /// Scripts with their languages, as string tables name them, and the language to guess if nothing
  /// else is known.
  ///
  /// The Latin script allows no guess, because too many languages use it.
  private static let scripts:
    [(scalars: ClosedRange<UInt32>, languages: Set<String>, usual: String)] = [
      (0x0370...0x03FF, ["el"], "el"),
      (0x0400...0x04FF, ["be", "bg", "kk", "mk", "mn", "ru", "sr", "uk"], "ru"),
      (0x0530...0x058F, ["hy"], "hy"), (0x0590...0x05FF, ["he"], "he"),
      (0x0600...0x06FF, ["ar", "fa", "ur"], "ar"), (0x0900...0x097F, ["hi", "mr", "ne"], "hi"),
      (0x0E00...0x0E7F, ["th"], "th"), (0x10A0...0x10FF, ["ka"], "ka"),
      (0x4E00...0x9FFF, ["ja", "yue", "zh"], "zh-Hans"), (0x3040...0x30FF, ["ja"], "ja"),
      (0xAC00...0xD7A3, ["ko"], "ko"),
    ]

  /// The language of the table that uses the script of most texts in a definition, regardless of
  /// the project; nil if there is no such table, or more than one.
  static func language(
    byScriptOf texts: DefinitionTexts, tables: [DefinitionLocalization]
  ) -> String? {
    let wanted = texts.entries.values.filter(\.needsTranslation).compactMap(\.text)
    let votes = votes(of: wanted)
    let shares = tables.map { table in
      let code = table.language.split(whereSeparator: { "-_".contains($0) }).first
      return (language: table.language, votes: code.flatMap { votes[String($0)] } ?? 0)
    }
    guard let best = shares.max(by: { $0.votes < $1.votes }), best.votes * 2 > wanted.count,
      shares.count(where: { $0.votes == best.votes }) == 1
    else { return nil }
    return best.language
  }

  private static let maximumParents = 6

  /// The development region of the nearest Xcode project in the folders above a file.
  private static func stated(above path: String) -> String? {
    var folder = URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
    for _ in 0..<maximumParents {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names.sorted() where name.hasSuffix(".xcodeproj") {
        let project = folder.appending(path: name).appending(path: "project.pbxproj").path
        guard let bytes = try? FileReading.bytes(atPath: project),
          let region = region(in: String(decoding: bytes, as: UTF8.self))
        else { continue }
        return region
      }
      let parent = folder.deletingLastPathComponent()
      if parent.path == folder.path { return nil }
      folder = parent
    }
    return nil
  }

  /// The value after `developmentRegion = ` in the text of a project.
  private static func region(in project: String) -> String? {
    guard let key = project.firstRange(of: "developmentRegion = ") else { return nil }
    let value = project[key.upperBound...].prefix { $0 != ";" && !$0.isNewline }
    let plain = value.filter { $0 != "\"" }
    return plain == "English" ? usual : plain.isEmpty ? nil : plain
  }
}
