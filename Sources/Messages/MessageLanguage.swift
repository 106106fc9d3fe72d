/// A language of messages.
public enum MessageLanguage: String, Sendable, Hashable, CaseIterable {
  /// English, in which every message is written.
  case english = "en"
  /// Arabic, written from right to left.
  case arabic = "ar"
  /// Chinese in simplified characters.
  case chinese = "zh-Hans"
  /// German.
  case german = "de"
  /// Hebrew, written from right to left.
  case hebrew = "he"
  /// Japanese.
  case japanese = "ja"

  /// The tags of all languages, in alphabetical order.
  public static let tags = allCases.map(\.rawValue).sorted()

  /// Chooses the language for a BCP 47 tag, such as `de-AT`.
  ///
  /// The result is English for languages without a table, such as Chinese in the traditional
  /// script.
  ///
  /// - Parameters:
  ///   - locale: The tag; a POSIX name such as `de_AT` also works.
  ///   - isASCII: Whether only ASCII can be shown. English then replaces languages that cannot be
  ///     written in ASCII.
  public init(locale: String, isASCII: Bool = false) {
    let tag = LanguageTag(locale)
    switch tag?.language {
    case "ar" where !isASCII: self = .arabic
    case "de": self = .german
    case "he" where !isASCII: self = .hebrew
    case "ja" where !isASCII: self = .japanese
    case "zh" where !isASCII && tag?.usualScript == "Hans": self = .chinese
    default: self = .english
    }
  }

  /// Whether the language is written from right to left.
  public var isRightToLeft: Bool { self == .arabic || self == .hebrew }

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
