/// A language, written as in the names of folders and locales, and its fallbacks.
///
/// This type is the only reader of BCP 47 tags and POSIX locale names.
package struct LanguageTag: Sendable, Hashable {
  /// The language in lowercase, by its current code: `nb` instead of `no`, `he` instead of `iw`.
  package let language: String

  /// The script with an initial capital, such as `Hant`; nil if the tag has none.
  package let script: String?

  /// The region in capital letters or three digits; nil if the tag has none.
  package let region: String?

  /// Reads tags such as `zh-Hans-CN`, `pt_BR` and `de_DE.UTF-8@euro`; nil for `C` and `POSIX`.
  package init?(_ text: String) {
    let parts = Self.text(of: text).split(separator: "-").map(String.init)
    guard let first = parts.first, (2...3).contains(first.utf8.count) || parts.count > 1 else {
      return nil
    }
    let code = first.lowercased()
    language = Self.currentCodes[code] ?? code
    // A single letter begins an extension, whose keys have two letters like regions.
    let subtags = parts.dropFirst().prefix { $0.utf8.count > 1 }
    script = subtags.first { $0.utf8.count == 4 && !$0.utf8.contains { $0 < 0x41 } }
      .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    region = subtags.first { $0.utf8.count == 2 || Int($0) != nil && $0.utf8.count == 3 }?
      .uppercased()
  }

  init(_ language: String, script: String? = nil, region: String? = nil) {
    self.language = language
    self.script = script
    self.region = region
  }

  /// The tags to look for, best first.
  ///
  /// They are the tag itself; the tag with the script that its region implies; the region alone if
  /// it implies the script; the script alone; the language alone if it is usually written in this
  /// script; and, for a tag without a region, the language's usual regions. Spanish as spoken in
  /// the Americas has a separate folder.
  package var fallbacks: [LanguageTag] {
    let implied = usualScript
    var tags = [self, LanguageTag(language, script: implied, region: region)]
    if LanguageTag(language, region: region).impliedScript == implied {
      tags.append(LanguageTag(language, region: region))
    }
    if language == "es", let region, region != "ES" {
      tags.append(LanguageTag("es", region: "419"))
    }
    tags.append(LanguageTag(language, script: implied))
    if implied == Self.usualScripts[language] { tags.append(LanguageTag(language)) }
    if region == nil {
      let name = implied.map { "\(language)-\($0)" } ?? language
      tags += (Self.usualRegions[name] ?? []).map { LanguageTag(language, region: $0) }
    }
    return tags.firsts
  }

  /// The script of the tag, or else the script that its language and region imply; nil if the
  /// language has only one script.
  package var usualScript: String? { script ?? impliedScript }

  /// Whether texts with this tag suit a person who wants texts with the tag `wanted`: the languages
  /// must be equal, and so must the script and the region if this tag has them.
  func serves(_ wanted: LanguageTag) -> Bool {
    language == wanted.language && (script == nil || script == wanted.usualScript)
      && (region == nil || region == wanted.region)
  }

  private var impliedScript: String? {
    if language == "zh", ["TW", "HK", "MO"].contains(region) { return "Hant" }
    return Self.usualScripts[language]
  }

  /// The tag as a folder name: with the current code of its language, with hyphens, and with the
  /// usual capitals (RFC 5646, section 2.1.1), such as `zh-Hans` for `zh_hans`.
  package static func canonical(_ text: String) -> String {
    var isExtension = false
    let parts = text.split { $0 == "-" || $0 == "_" }.enumerated().map { index, part -> String in
      let lower = part.lowercased()
      if index == 0 { return currentCodes[lower] ?? lower }
      if lower.count == 1 { isExtension = true }
      return switch lower.count {
      case 2 where !isExtension: lower.uppercased()
      case 4 where !isExtension: lower.prefix(1).uppercased() + lower.dropFirst()
      default: lower
      }
    }
    return parts.joined(separator: "-")
  }

  /// Replaced codes, which old folders may still use (ISO 639 changes).
  private static let currentCodes = ["iw": "he", "in": "id", "ji": "yi", "no": "nb"]

  /// The default script of a language that has two scripts.
  private static let usualScripts = ["zh": "Hans", "sr": "Cyrl"]

  /// The regions whose translations can be used if a language, or one of its scripts, is given
  /// without a region.
  private static let usualRegions = [
    "pt": ["BR"], "en": ["US"], "zh-Hans": ["CN"], "zh-Hant": ["TW", "HK"],
  ]
}

extension LanguageTag {
  /// The code of English, the language of messages without a translation.
  package static let english = "en"

  /// The tag in the locale variable that decides the language; ``english`` if no variable is set or
  /// the variable does not name a language.
  package static func text(in environment: [String: String]) -> String {
    let tag = text(of: variable(in: environment)?.value ?? english)
    return LanguageTag(tag) == nil ? english : tag
  }

  /// The tag for a locale name, such as `de-DE` for `de_DE.UTF-8@euro`; a tag is returned
  /// unchanged.
  package static func text(of name: String) -> String {
    String(name.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
  }

  /// The locale variable that decides a category, as POSIX defines it: the variable for all
  /// categories, or else the variable of the category, or else the default variable; nil if none is
  /// set.
  ///
  /// - Parameter category: The variable of the category; by default, the one for messages.
  package static func variable(
    in environment: [String: String], category: String = "LC_MESSAGES"
  ) -> (name: String, value: String)? {
    ["LC_ALL", category, "LANG"].lazy
      .compactMap { name in environment[name].map { (name, $0) } }.first { !$0.1.isEmpty }
  }
}
