internal import CEmbeddedFiles
internal import Synchronization

/// A language as its file in `CEmbeddedFiles/Languages` describes it.
package final class LanguageFile: Sendable {
  /// The files of all languages, in the order of their tags.
  package static let all: [LanguageFile] = {
    var files: [LanguageFile] = []
    eachDeclaration { files.append(LanguageFile($0)) }
    return files
  }()

  /// The tag of the texts, such as `zh-Hans`.
  package let tag: String

  /// The language, the script and the region in the tag.
  let parts: LanguageTag

  /// The script that the language is written in (ISO 15924), such as `Latn`.
  let script: String

  /// Another language in which people type the same words; empty if there is none.
  private let alsoTyped: String

  /// The text of the plural rules, and the rules that are parsed from it.
  let plurals: (text: String, rules: [PluralRule])

  /// Whether there are translations into the language.
  let isTranslated: Bool

  private let readTable = Mutex<MessageTable?>(nil)

  private init(_ declared: CLanguage) {
    tag = Self.text(declared.tag)
    parts = LanguageTag(tag) ?? LanguageTag(tag, script: nil)
    script = Self.text(declared.script)
    alsoTyped = Self.text(declared.also)
    let rules = Self.text(declared.plurals)
    plurals = (rules, PluralRule.list(rules))
    isTranslated = declared.texts != nil
  }

  /// The translations, which are read on first use; nil if there are none.
  var table: MessageTable? {
    guard isTranslated else { return nil }
    return readTable.withLock { table in
      if let table { return table }
      Self.eachDeclaration { declared in
        guard Self.text(declared.tag) == tag, let texts = declared.texts else { return }
        let bytes = UnsafeRawBufferPointer(start: texts, count: declared.texts_count)
        table = MessageTable(String(decoding: bytes, as: UTF8.self))
      }
      return table
    }
  }

  /// The words that people type in a language, with a line for each field; nil if the language has
  /// no file.
  ///
  /// - Parameter language: The code of a language, such as `zh`.
  package static func words(of language: String) -> String? {
    let file =
      all.first { $0.parts.language == language } ?? all.first { $0.alsoTyped == language }
    var words: String?
    eachDeclaration { if text($0.tag) == file?.tag { words = text($0.words) } }
    return words
  }

  private static func eachDeclaration(_ body: (CLanguage) -> Void) {
    var declared = first_language()
    while let language = declared?.pointee {
      body(language)
      declared = UnsafePointer(language.next)
    }
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }
}
