import IntentModel
import Messages

/// The names of folders for languages.
enum LanguageFolderName {
  /// The codes of ISO 639-1 (Library of Congress, 2026), and the withdrawn codes that systems still
  /// read.
  private static let codes = """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz \
    ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln \
    lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi \
    pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti \
    tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu in iw ji jw mo sh
    """

  private static let known = Set(codes.split(separator: " ").map(String.init))

  /// The names that are not codes: those that old systems used, and those that mean several
  /// languages.
  private static let names: Set<String> = [
    "dutch", "english", "french", "german", "italian", "japanese", "spanish",
    DefinitionLocalization.base.lowercased(), DefinitionLocalization.several,
  ]

  /// Codes that people write by mistake instead of a language code: mostly country codes.
  private static let meant: [String: [String]] = [
    "cn": ["zh-Hans"], "tw": ["zh-Hant"], "jp": ["ja"], "ge": ["de", "ka"], "gr": ["el"],
    "cz": ["cs"], "dk": ["da"], "ua": ["uk"], "sp": ["es"], "al": ["sq"], "rs": ["sr"],
    "vn": ["vi"], "in": ["hi"], "ir": ["fa"], "us": ["en-US"], "gb": ["en-GB"], "at": ["de-AT"],
    "mx": ["es-MX"], "pk": ["ur"], "po": ["pl"],
  ]

  /// Whether a name belongs to a language: a known two-letter code, any three-letter code, or one
  /// of the names that are not codes.
  static func isKnown(_ name: String) -> Bool {
    let first = name.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
    if names.contains(name.lowercased()) || known.contains(first) { return true }
    return first.utf8.count == 3 && first.utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }

  /// The remedy for a folder whose name does not belong to a language.
  static func advice(for name: String) -> Message {
    let ending = DefinitionLocalization.folderEnding
    guard let codes = meant[name.lowercased()] else {
      return "Rename the folder to the code of its language, such as de\(ending)."
    }
    return "Rename the folder to the code of its language: \(choices: codes.map { $0 + ending })?"
  }
}
