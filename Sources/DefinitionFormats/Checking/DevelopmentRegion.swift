import InputFiles
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The language in which the texts of a definition are written, which needs no translation.
enum DevelopmentRegion {
  /// The language of the texts of a definition.
  ///
  /// The Xcode project above the definition states it. Without a project, it is the language whose
  /// table mostly repeats the texts of the definition, or else English.
  static func language(
    of path: String, tables: [DefinitionLocalization], texts: DefinitionTexts
  ) -> String? {
    if let stated = stated(above: path) {
      let tag = LanguageTag(stated)
      return tables.map(\.language).first { LanguageTag($0) == tag } ?? stated
    }
    if let source = tables.first(where: \.isSource) { return source.language }
    let shares = tables.map { table in (language: table.language, share: share(table, of: texts)) }
    // Languages that nobody has translated repeat the texts as well, but English is the usual one.
    if shares.contains(where: { $0.language == "en" && $0.share > 0.5 }) { return "en" }
    if let best = shares.max(by: { $0.share < $1.share }), best.share > 0.5 { return best.language }
    return shares.first { $0.language == "en" && $0.share == 0 }?.language
  }

  /// The part of a table's texts that are those of the definition.
  private static func share(_ table: DefinitionLocalization, of texts: DefinitionTexts) -> Double {
    let pairs = texts.identifiers.compactMap { id -> Bool? in
      guard let entry = texts.entries[id], entry.needsTranslation, let text = entry.text,
        let translation = table.lookup(id)
      else { return nil }
      return text == translation
    }
    return pairs.isEmpty ? 0 : Double(pairs.count { $0 }) / Double(pairs.count)
  }

  /// Scripts with the languages of the string tables that are written in them; Latin says nothing.
  private static let scripts: [(scalars: ClosedRange<UInt32>, languages: Set<String>)] = [
    (0x0370...0x03FF, ["el"]), (0x0400...0x04FF, ["be", "bg", "kk", "mk", "mn", "ru", "sr", "uk"]),
    (0x0530...0x058F, ["hy"]), (0x0590...0x05FF, ["he"]), (0x0600...0x06FF, ["ar", "fa", "ur"]),
    (0x0900...0x097F, ["hi", "mr", "ne"]), (0x0E00...0x0E7F, ["th"]), (0x10A0...0x10FF, ["ka"]),
    (0x3040...0x30FF, ["ja"]), (0x4E00...0x9FFF, ["ja", "yue", "zh"]), (0xAC00...0xD7A3, ["ko"]),
  ]

  /// The language of the only table in whose script most texts of a definition are written, whatever
  /// the project states; nil if the texts do not tell.
  static func language(
    byScriptOf texts: DefinitionTexts, tables: [DefinitionLocalization]
  ) -> String? {
    let wanted = texts.entries.values.filter(\.needsTranslation).compactMap(\.text)
    var votes: [String: Int] = [:]
    for text in wanted {
      let found = scripts.filter { script in
        text.unicodeScalars.contains { script.scalars.contains($0.value) }
      }.map(\.languages)
      guard let first = found.first else { continue }
      // Japanese has kana and signs that Chinese has as well.
      for language in found.dropFirst().reduce(first, { $0.intersection($1) }) {
        votes[language, default: 0] += 1
      }
    }
    let shares = tables.map { table in
      let code = table.language.split(whereSeparator: { "-_".contains($0) }).first
      return (language: table.language, votes: code.flatMap { votes[String($0)] } ?? 0)
    }
    guard let best = shares.max(by: { $0.votes < $1.votes }), best.votes * 2 > wanted.count,
      shares.count(where: { $0.votes == best.votes }) == 1
    else { return nil }
    return best.language
  }

  private static let mostParents = 6
  private static let mostBytes = 64 << 20

  /// The development region of the nearest Xcode project in the folders above a file.
  private static func stated(above path: String) -> String? {
    var folder = URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
    for _ in 0..<mostParents {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names.sorted() where name.hasSuffix(".xcodeproj") {
        let project = folder.appending(path: name).appending(path: "project.pbxproj").path
        guard let bytes = try? FileReading.bytes(atPath: project, limit: mostBytes),
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
    return plain == "English" ? "en" : plain.isEmpty ? nil : plain
  }
}
