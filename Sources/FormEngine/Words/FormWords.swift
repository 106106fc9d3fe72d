/// The form's own texts in one language.
///
/// English, Simplified Chinese, German and Japanese are there; every other language gets English.
public struct FormWords: Sendable, Hashable {
  /// A language that has a table.
  public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case chinese = "zh-Hans"
    case german = "de"
    case japanese = "ja"
  }

  /// The language of the texts.
  public let language: Language

  /// Picks the table for a BCP 47 tag, such as `de-AT`; Traditional Chinese has none of its own.
  public init(locale: String) {
    switch locale.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
    case "de": language = .german
    case "ja": language = .japanese
    case "zh": language = .chinese
    default: language = .english
    }
  }

  /// The text with what stands for `%1` and `%2`.
  public func callAsFunction(_ word: FormWord, _ arguments: String...) -> String {
    let text = table[word] ?? FormWords.english[word] ?? word.rawValue
    guard !arguments.isEmpty else { return text }
    var filled = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "%", let number = rest.first?.wholeNumberValue,
        arguments.indices.contains(number - 1)
      else {
        filled.append(character)
        continue
      }
      rest.removeFirst()
      filled += arguments[number - 1]
    }
    return filled
  }

  /// The parts of a text that lists names.
  public func names(_ word: FormWord) -> [String] {
    self(word).split(separator: ",").map(String.init)
  }

  /// The table of the language.
  var table: [FormWord: String] {
    switch language {
    case .english: FormWords.english
    case .chinese: FormWords.chinese
    case .german: FormWords.german
    case .japanese: FormWords.japanese
    }
  }
}
