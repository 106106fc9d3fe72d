public import IntentModel
import Messages

/// How generated App Intents refer to the texts of a definition.
public enum AppIntentsTexts: String, Sendable, Hashable, CaseIterable, Codable {
  /// By the keys of the old `.strings` tables, so that existing translations keep working.
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

/// A String Catalog (`.xcstrings`) of a definition's texts in all available languages.
public struct StringCatalog: Sendable {
  private let definition: IntentDefinitionFile
  private let translations: [(language: String, texts: [String: String])]
  private let texts: AppIntentsTexts
  private let sourceLanguage: String
  private let includesActions: Bool

  /// Makes a catalog.
  ///
  /// - Parameters:
  ///   - definition: The definition whose texts are collected.
  ///   - translations: The string tables: the texts by identifier for each language.
  ///   - texts: `catalog` to use the identifiers as keys, `literal` to use the texts themselves.
  ///   - sourceLanguage: The language of the texts in the definition.
  ///   - includesActions: Whether the texts of intents that are not for widgets are collected, too.
  public init(
    _ definition: IntentDefinitionFile,
    translations: [(language: String, texts: [String: String])], texts: AppIntentsTexts,
    sourceLanguage: String = "en", includesActions: Bool = false
  ) {
    self.definition = definition
    self.translations = translations
    self.texts = texts
    self.sourceLanguage = sourceLanguage
    self.includesActions = includesActions
  }

  /// The catalog as JSON in Xcode's layout, and a finding for each key with two translations.
  public var output: (text: String, findings: [GenerationFinding]) {
    var entries: [String: [String: String]] = [:]
    var findings: [GenerationFinding] = []
    for text in definition.texts(withActions: includesActions) {
      guard let id = text.id, let base = text.text, !base.isEmpty else { continue }
      let key = texts == .literal ? base : id
      var units = entries[key] ?? [:]
      units[sourceLanguage] = units[sourceLanguage] ?? base
      for (language, table) in translations {
        guard let translated = table[id], language != sourceLanguage else { continue }
        if let other = units[language], other != translated {
          findings.append(
            GenerationFinding(
              .twoTranslations, subject: "“\(visible(base))”",
              message:
                "The text has two translations in “\(name: language)”, and the first is kept.",
              remedy: "Generate with --texts catalog, which keeps both."))
        } else {
          units[language] = translated
        }
      }
      entries[key] = units
    }
    return (json(entries), findings)
  }

  private func json(_ entries: [String: [String: String]]) -> String {
    let strings = entries.sorted { $0.key < $1.key }.map { key, units in
      let localizations = units.sorted { $0.key < $1.key }.map { language, value in
        """
                \(quoted(language)) : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : \(quoted(value))
                  }
                }
        """
      }
      return """
            \(quoted(key)) : {
              "extractionState" : "manual",
              "localizations" : {
        \(localizations.joined(separator: ",\n"))
              }
            }
        """
    }
    return """
      {
        "sourceLanguage" : \(quoted(sourceLanguage)),
        "strings" : {
      \(strings.joined(separator: ",\n"))
        },
        "version" : "1.0"
      }

      """
  }

  /// A text as a JSON string.
  private func quoted(_ text: String) -> String {
    let body = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where scalar.value < 0x20:
        "\\u" + scalar.value.hexadecimal(digits: 4)
      default: String(scalar)
      }
    }
    return "\"" + body.joined() + "\""
  }
}

extension IntentDefinitionFile {
  /// Every text for people that App Intents can hold, in file order.
  fileprivate func texts(withActions: Bool) -> [LocalizedText] {
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
