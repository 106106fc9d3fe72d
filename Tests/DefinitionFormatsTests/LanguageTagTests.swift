import Messages
import Testing

@testable import DefinitionFormats

/// How the names of locales and folders are read, and the fallbacks for a language.
@Suite struct LanguageTagTests {
  /// Texts and their parts: language, script, region; empty without a language.
  static let texts: [(text: String, parts: String)] = [
    ("en", "en - -"), ("EN", "en - -"), ("en-US", "en - US"), ("en_us", "en - US"),
    ("en_US.UTF-8", "en - US"), ("de_DE@euro", "de - DE"), ("de_DE.ISO-8859-1@euro", "de - DE"),
    ("de.UTF-8", "de - -"), ("zh-hans", "zh Hans -"), ("zh_HANT_tw", "zh Hant TW"),
    ("zh-Hans-CN", "zh Hans CN"), ("es-419", "es - 419"), ("fil", "fil - -"),
    ("ca-ES-valencia", "ca - ES"), ("sl-rozaj-biske", "sl - -"), ("de-1996", "de - -"),
    ("de-CH-1996", "de - CH"), ("sr-Latn-RS", "sr Latn RS"), ("no", "nb - -"),
    ("no-NO", "nb - NO"), ("iw", "he - -"), ("iw_IL", "he - IL"), ("in", "id - -"),
    ("ji", "yi - -"), ("en--US", "en - US"), ("-en", "en - -"), ("english-US", "english - US"),
    ("C", ""), ("C.UTF-8", ""), ("POSIX", ""), ("", ""), (".UTF-8", ""), ("-", ""), ("_", ""),
    ("@euro", ""), ("english", ""), ("e", ""),
  ]

  @Test(arguments: texts)
  func `the parts of a tag`(text: String, parts: String) {
    let tag = LanguageTag(text)
    let found = tag.map { [$0.language, $0.script ?? "-", $0.region ?? "-"] } ?? []
    #expect(found.joined(separator: " ") == parts)
  }

  @Test(arguments: [
    ("de", "de"), ("DE", "de"), ("zh_hans", "zh-Hans"), ("ZH-HANT-tw", "zh-Hant-TW"),
    ("es-419", "es-419"), ("ca-es-VALENCIA", "ca-ES-valencia"), ("de-1996", "de-1996"),
    ("iw", "he"), ("en-U-CA-Gregory", "en-u-ca-gregory"),
  ])
  func `the name of a folder`(text: String, name: String) {
    #expect(LanguageTag.canonical(text) == name)
  }

  /// Languages, and the folders to try, best first.
  static let fallbacks: [(text: String, folders: String)] = [
    ("de", "de"), ("de-CH", "de-CH de"), ("fr-CA", "fr-CA fr"), ("en", "en en-US"),
    ("en-GB", "en-GB en"), ("pt", "pt pt-BR"), ("pt-PT", "pt-PT pt"), ("es", "es"),
    ("es-ES", "es-ES es"), ("es-MX", "es-MX es-419 es"), ("es-419", "es-419 es"),
    ("zh", "zh zh-Hans zh-CN"), ("zh-CN", "zh-CN zh-Hans-CN zh-Hans zh"),
    ("zh-Hans", "zh-Hans zh zh-CN"), ("zh-Hans-CN", "zh-Hans-CN zh-CN zh-Hans zh"),
    ("zh-SG", "zh-SG zh-Hans-SG zh-Hans zh"), ("zh-Hans-SG", "zh-Hans-SG zh-SG zh-Hans zh"),
    ("zh-TW", "zh-TW zh-Hant-TW zh-Hant"), ("zh-Hant", "zh-Hant zh-TW zh-HK"),
    ("zh-Hant-TW", "zh-Hant-TW zh-TW zh-Hant"), ("zh-Hant-HK", "zh-Hant-HK zh-HK zh-Hant"),
    ("zh-HK", "zh-HK zh-Hant-HK zh-Hant"), ("zh-MO", "zh-MO zh-Hant-MO zh-Hant"),
    ("zh-Hans-TW", "zh-Hans-TW zh-Hans zh"), ("zh-Hant-CN", "zh-Hant-CN zh-Hant"),
    ("sr", "sr sr-Cyrl"), ("sr-RS", "sr-RS sr-Cyrl-RS sr-Cyrl sr"), ("sr-Latn", "sr-Latn"),
    ("sr-Latn-RS", "sr-Latn-RS sr-Latn"), ("no", "nb"), ("he-IL", "he-IL he"),
  ]

  @Test(arguments: fallbacks)
  func `fallbacks of a language`(text: String, folders: String) throws {
    let found = try #require(LanguageTag(text)).fallbacks.map { tag in
      [tag.language, tag.script, tag.region].compactMap { $0 }.joined(separator: "-")
    }
    #expect(found.joined(separator: " ") == folders)
  }

  /// Locales, the existing folders, and the chosen folder.
  static let choices: [(locale: String, folders: String, choice: String?)] = [
    ("zh-Hant-HK", "en zh-HK zh-TW", "zh-HK"), ("zh-Hant", "en zh-TW", "zh-TW"),
    ("zh-Hant", "zh-HK zh-Hans", "zh-HK"), ("zh-Hant-TW", "zh-CN zh-TW", "zh-TW"),
    ("zh_TW", "en zh", nil), ("zh_TW", "zh-CN zh-Hans", nil), ("zh-Hans-TW", "zh-TW zh", "zh"),
    ("zh_SG", "zh-Hans zh-Hant", "zh-Hans"), ("zh-Hans", "zh-Hant zh-CN", "zh-CN"),
    ("zh_HK.UTF-8", "zh-Hant-TW zh-Hant", "zh-Hant"), ("de_AT.UTF-8", "de de-CH", "de"),
    ("de-CH", "de_CH de", "de_CH"), ("DE", "de-DE de", "de"), ("de", "de-DE", nil),
    ("en", "en-US en-GB", "en-US"), ("en", "en-GB", nil), ("pt_AO", "pt-BR pt", "pt"),
    ("pt", "pt-PT", nil), ("es_AR", "es", "es"), ("es_AR", "es-ES", nil),
    ("es-419", "es-MX es", "es"), ("sr_RS", "sr-Latn sr-Cyrl", "sr-Cyrl"), ("iw_IL", "he", "he"),
    ("id", "in", "in"), ("nn", "nb", nil), ("fil", "fil", "fil"), ("fil_PH", "fi", nil),
    ("ca-ES-valencia", "ca-ES ca", "ca-ES"), ("global", "global", nil),
  ]

  @Test(arguments: choices.indices)
  func `the folder of a locale`(_ index: Int) {
    let row = Self.choices[index]
    let folders = row.folders.split(separator: " ").map(String.init)
    #expect(DefinitionLocalization.choose(row.locale, from: folders) == row.choice)
  }

  @Test func `every language falls back to itself`() {
    for (text, _) in Self.fallbacks {
      #expect(DefinitionLocalization.choose(text, from: ["xx", text]) == text)
      #expect(DefinitionLocalization.choose(text + ".UTF-8", from: [text]) == text)
    }
  }
}
