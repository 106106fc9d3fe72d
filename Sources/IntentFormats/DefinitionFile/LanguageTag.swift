/// A language as folders and locales name it, and what stands in for it.
struct LanguageTag: Hashable {
  let language: String
  let script: String?
  let region: String?

  /// Reads tags such as `zh-Hans-CN`, `pt_BR` and `de_DE.UTF-8@euro`; nil for `C` and `POSIX`.
  init?(_ text: String) {
    let plain = text.prefix { $0 != "." && $0 != "@" }
    let parts = plain.split { $0 == "-" || $0 == "_" }.map(String.init)
    guard let first = parts.first, (2...3).contains(first.utf8.count) || parts.count > 1 else {
      return nil
    }
    let code = first.lowercased()
    language = Self.currentCodes[code] ?? code
    script = parts.dropFirst().first { $0.utf8.count == 4 && !$0.utf8.contains { $0 < 0x41 } }
      .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    region = parts.dropFirst().first { $0.utf8.count == 2 || Int($0) != nil && $0.utf8.count == 3 }?
      .uppercased()
  }

  init(_ language: String, script: String? = nil, region: String? = nil) {
    self.language = language
    self.script = script
    self.region = region
  }

  /// The tags to look for, the best first.
  ///
  /// They are the tag itself, the tag with the script that its region implies, that without its
  /// region, the language alone where it is usually written so, and the usual region of the bare
  /// language. Spanish of the Americas has a folder of its own.
  var fallbacks: [LanguageTag] {
    let implied = script ?? impliedScript
    var tags = [self, LanguageTag(language, script: implied, region: region)]
    if language == "es", let region, region != "ES" {
      tags.append(LanguageTag("es", region: "419"))
    }
    tags.append(LanguageTag(language, script: implied))
    if script == nil || script == Self.usualScripts[language] {
      tags.append(LanguageTag(language, region: region))
      tags.append(LanguageTag(language))
    }
    if region == nil, let usual = Self.usualRegions[language] {
      tags.append(LanguageTag(language, region: usual))
    }
    var seen = Set<LanguageTag>()
    return tags.filter { seen.insert($0).inserted }
  }

  private var impliedScript: String? {
    if language == "zh", ["TW", "HK", "MO"].contains(region) { return "Hant" }
    return Self.usualScripts[language]
  }

  /// Codes that were replaced, as old folders still have them (ISO 639 changes).
  private static let currentCodes = ["iw": "he", "in": "id", "ji": "yi", "no": "nb"]

  /// The script of a language that is written in two, where the region does not say otherwise.
  private static let usualScripts = ["zh": "Hans", "sr": "Cyrl"]

  /// The region whose folder stands for the bare language where that has none.
  private static let usualRegions = ["pt": "BR", "en": "US", "zh": "CN"]
}
