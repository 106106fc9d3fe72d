public import DefinitionFormats
public import IntentModel
import JSONC
import Messages

/// How generated App Intents refer to the texts of a definition.
public enum AppIntentsTexts: String, Sendable, Hashable, CaseIterable, Codable {
  /// By the keys of the old `.strings` tables, so existing translations keep working.
  case keys

  /// By the same keys, with a String Catalog instead of the tables.
  case catalog

  /// As literals, which are also the keys of a String Catalog.
  case literal
}

/// Writes the texts of a definition as expressions.
struct AppIntentWords {
  let texts: AppIntentsTexts
  let table: String

  /// The text as a `LocalizedStringResource`, with literals only, because a build tool reads the
  /// source.
  func resource(_ text: LocalizedText, or fallback: String) -> String {
    let base = text.text.flatMap { $0.isEmpty ? nil : $0 } ?? fallback
    guard texts != .literal, let id = text.id, !id.isEmpty else { return SwiftLiteral.string(base) }
    return "LocalizedStringResource(\(SwiftLiteral.string(id)), defaultValue: "
      + "\(SwiftLiteral.string(base)), table: \(SwiftLiteral.string(table)))"
  }
}

/// The sentence of an action in a parameter summary.
///
/// In App Intents, the key of a sentence in a table is never an identifier, but the sentence
/// itself, with a placeholder for each parameter.
struct SummarySentence: Hashable {
  /// A piece of the sentence.
  enum Piece: Hashable {
    case text(String)
    /// The value of a parameter, by the name of its property.
    case parameter(String)
  }

  /// The names of the parameters in the sentence.
  let parameters: [String]

  /// The text of the definition, with its identifier.
  let title: LocalizedText

  private let pieces: [Piece]

  /// Makes the sentence of a combination; nil if the combination has no sentence, or if the
  /// sentence has a placeholder that is not a property.
  ///
  /// - Parameter property: The name of the property that a parameter becomes.
  init?(_ title: LocalizedText, _ property: (String) -> String?) {
    guard let text = title.text, !text.isEmpty,
      let pieces = Self.pieces(of: text, property)
    else { return nil }
    self.title = title
    self.pieces = pieces
    parameters = TextPlaceholders.names(in: text)
  }

  private static func pieces(of text: String, _ property: (String) -> String?) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "${"),
      let end = rest[start.upperBound...].firstIndex(of: "}")
    {
      guard let name = property(String(rest[start.upperBound..<end])) else { return nil }
      if start.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<start.lowerBound])))
      }
      pieces.append(.parameter(name))
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty ? pieces : pieces + [.text(String(rest))]
  }

  /// The sentence as a literal of Swift.
  var literal: String {
    let body = pieces.map { piece in
      switch piece {
      case .text(let text): String(SwiftLiteral.string(text).dropFirst().dropLast())
      case .parameter(let name): "\\(\\.$\(name))"
      }
    }
    return "\"\(body.joined())\""
  }

  /// The key of the sentence in a table.
  var key: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .parameter(let name): TextPlaceholders.placeholder(name)
      }
    }.joined()
  }
}

/// A String Catalog (`.xcstrings`) of a definition's texts in all available languages.
///
/// The entries from a catalog next to the definition keep all their parts: comments, states,
/// variations, and whether they are translated.
public struct StringCatalog: Sendable {
  private typealias Key = StringCatalogFile.Key

  private let definition: IntentDefinitionFile
  private let stem: String
  private let languages: DefinitionLanguages
  private let texts: AppIntentsTexts
  private let includesActions: Bool

  /// Makes a catalog.
  ///
  /// - Parameters:
  ///   - definition: The definition whose texts are collected.
  ///   - stem: The name of the definition file without its extension.
  ///   - languages: Its texts in each language. The language in which the definition is written
  ///     becomes the source language of the catalog.
  ///   - texts: `catalog` to use the identifiers as keys, `literal` to use the texts themselves.
  ///   - includesActions: Whether to collect the texts of intents that are not for widgets as well.
  public init(
    _ definition: IntentDefinitionFile, stem: String, languages: DefinitionLanguages,
    texts: AppIntentsTexts, includesActions: Bool = false
  ) {
    self.definition = definition
    self.stem = stem
    self.languages = languages
    self.texts = texts
    self.includesActions = includesActions
  }

  /// The catalog as JSON in Xcode's layout, and a finding for each key with two translations.
  public var output: (text: String, findings: [GenerationFinding]) {
    var entries: [String: [String: String]] = [:]
    // The identifiers in the catalog next to the definition, by the keys in the new catalog.
    var identifiers: [String: String] = [:]
    var findings: [GenerationFinding] = []
    var reported = Set<[String]>()
    func add(_ text: LocalizedText, key: String?, _ spelled: (String) -> String?) {
      guard let own = languages.text(text, in: languages.source), !own.isEmpty else { return }
      let key = key ?? own
      var units = entries[key] ?? [:]
      for language in languages.languages {
        guard let value = languages.text(text, in: language).flatMap(spelled) else { continue }
        if let other = units[language], other != value {
          guard reported.insert([own, language]).inserted else { continue }
          findings.append(
            GenerationFinding(
              .twoTranslations, subject: "“\(visible(own))”",
              message:
                "The text has two translations in “\(name: language)”, and the first is kept.",
              remedy: "Generate with \(GenerationOption.catalog), which keeps both."))
        } else {
          units[language] = value
        }
      }
      entries[key] = units
    }
    for text in definition.texts(withActions: includesActions) {
      guard let id = text.id else { continue }
      let key = texts == .literal ? languages.text(text, in: languages.source) ?? id : id
      if identifiers[key] == nil { identifiers[key] = id }
      add(text, key: texts == .literal ? nil : id) { $0 }
    }
    // A sentence has its own key in both forms.
    let sentences = AppIntentsSwift(
      definition, stem: stem, texts: texts, includesActions: includesActions,
      languages: languages
    ).sentences
    for (sentence, property) in sentences {
      add(sentence.title, key: sentence.key) { text in
        SummarySentence(LocalizedText(text), property)?.key
      }
    }
    return (json(entries, identifiers), findings)
  }

  private func json(
    _ entries: [String: [String: String]], _ identifiers: [String: String]
  ) -> String {
    var all = entries.map { key, units in
      (key: key, value: entry(units, of: identifiers[key] ?? key))
    }
    // With the same keys, the new catalog can replace the old one.
    if texts == .catalog, let catalog = languages.catalog {
      all += catalog.keys.filter { entries[$0] == nil }.map { key in
        (key: key, value: catalog.entry(of: key) ?? JSONObject())
      }
    }
    let strings = all.sorted { $0.key < $1.key }.map { entry in
      (key: entry.key, value: JSONValue.object(entry.value))
    }
    let root = JSONObject([
      (Key.sourceLanguage, .string(languages.source)), (Key.strings, .object(JSONObject(strings))),
      (Key.version, .string(languages.catalog?.version ?? StringCatalogFile.version)),
    ])
    return written(.object(root), indent: "") + "\n"
  }

  /// An entry with its texts by language; an entry of the old catalog keeps its other parts.
  private func entry(_ units: [String: String], of identifier: String) -> JSONObject {
    let old = languages.catalog?.entry(of: identifier)
    var entry =
      old
      ?? JSONObject([
        (Key.comment, .string(StringCatalogFile.generatedComment)),
        (Key.extractionState, .string("manual")),
      ])
    var localizations = entry[Key.localizations]?.objectValue ?? JSONObject()
    for (language, value) in units.sorted(by: { $0.key < $1.key })
    where languages.catalog?.text(of: identifier, in: language) != value {
      let unit = JSONObject([(Key.state, .string("translated")), (Key.value, .string(value))])
      localizations.append(
        key: language, value: .object(JSONObject([(Key.stringUnit, .object(unit))])))
    }
    entry.append(key: Key.localizations, value: .object(localizations))
    return entry
  }

  /// A value as JSON in Xcode's layout.
  private func written(_ value: JSONValue, indent: String) -> String {
    switch value {
    case .object(let object):
      let inner = indent + "  "
      let members = object.keys.map { key in
        "\(inner)\(quoted(key)) : \(written(object[key] ?? .null, indent: inner))"
      }
      return "{\n\(members.joined(separator: ",\n"))\n\(indent)}"
    case .string(let text): return quoted(text)
    default: return (try? value.text(.compact)) ?? "null"
    }
  }

  /// A text as a JSON string.
  private func quoted(_ text: String) -> String {
    JSONValue.string(text).reportText(.compact)
  }
}

extension IntentDefinitionFile {
  /// Every text for people that App Intents can hold, in file order.
  func texts(withActions: Bool) -> [LocalizedText] {
    var texts: [LocalizedText] = []
    for intent in intents where intent.isAppIntent(withActions: withActions) {
      texts += [intent.title, intent.description]
      for parameter in intent.parameters {
        texts.append(parameter.displayName)
        texts += parameter.promptDialogs.map(\.formatString)
        texts += parameter.type.texts
      }
    }
    for enumeration in enums {
      texts.append(enumeration.displayName)
      texts += enumeration.choices.map(\.displayName)
    }
    for type in types {
      texts.append(type.displayName)
      texts += type.ownProperties.map(\.displayName)
    }
    return texts
  }
}

extension ParameterType {
  fileprivate var texts: [LocalizedText] {
    guard case .boolean(let metadata) = self else { return [] }
    return [metadata.trueName, metadata.falseName]
  }
}
