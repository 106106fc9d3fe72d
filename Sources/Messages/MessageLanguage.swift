/// A language of messages: English, or one into which the program has translations.
///
/// ``tags`` lists the languages; ``init(locale:isASCII:)`` chooses one.
public struct MessageLanguage: Sendable {
  private let file: LanguageFile?

  /// English, the language that messages are written in.
  public static let english = MessageLanguage(
    file: LanguageFile.all.first { $0.tag == LanguageTag.english })

  /// English, and then the other languages in the order of their tags.
  public static let allCases = [english] + translated

  /// The languages with translations.
  package static let translated = LanguageFile.all.filter(\.isTranslated)
    .map { MessageLanguage(file: $0) }

  /// The tags of all languages, in alphabetical order.
  public static let tags = allCases.map(\.rawValue).sorted()

  /// Chooses the language for a BCP 47 tag, such as `de-AT`.
  ///
  /// The result is English for languages without a table, such as Chinese in the traditional
  /// script.
  ///
  /// - Parameters:
  ///   - locale: The tag; a POSIX name such as `de_AT` also works.
  ///   - isASCII: Whether only ASCII characters can be shown. English then replaces languages that
  ///     cannot be written in ASCII.
  public init(locale: String, isASCII: Bool = false) {
    let wanted = LanguageTag(locale)
    self =
      Self.translated.filter { language in
        guard let wanted, let file = language.file, !isASCII || file.script == "Latn" else {
          return false
        }
        return file.parts.serves(wanted)
      }.max { $0.rawValue.utf8.count < $1.rawValue.utf8.count } ?? .english
  }

  private init(file: LanguageFile?) { self.file = file }

  /// Whether the language is written from right to left.
  public var isRightToLeft: Bool { ["Arab", "Hebr", "Syrc", "Thaa"].contains(file?.script) }

  /// The translations; nil for English.
  var table: MessageTable? { file?.table }

  /// The plural rules of the language; numbers to which no rule applies have the form `other`.
  var pluralRules: [PluralRule] { file?.plurals.rules ?? [] }

  /// Joins sentences into one line, with a space between them if the language uses one.
  public func joined(_ sentences: [String]) -> String {
    sentences.reduce(into: "") { line, sentence in
      guard !sentence.isEmpty else { return }
      // A full-width full stop includes the space.
      let needsSpace = line.last.map { !["。", "？", "！"].contains($0) } ?? false
      line += (needsSpace ? " " : "") + sentence
    }
  }
}

extension MessageLanguage: RawRepresentable, CaseIterable, Hashable {
  /// The language with a tag; nil if there is none.
  public init?(rawValue: String) {
    guard let language = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = language
  }

  /// The BCP 47 tag of the texts, such as `de` or `zh-Hans`.
  public var rawValue: String { file?.tag ?? LanguageTag.english }
}
