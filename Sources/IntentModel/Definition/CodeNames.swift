import Messages

/// Names in a definition as names in code.
package enum CodeNames {
  /// The name with `_` in place of each character that is not valid in identifiers; it may still be
  /// a keyword.
  package static func plain(_ name: String) -> String {
    var plain = ""
    for scalar in name.unicodeScalars {
      plain.unicodeScalars.append(scalar.properties.isXIDContinue ? scalar : "_")
    }
    guard let first = plain.unicodeScalars.first else { return "_empty" }
    if plain.allSatisfy({ $0 == "_" }) { return plain + "name" }
    return first == "_" || first.properties.isXIDStart ? plain : "_" + plain
  }

  /// The ``objectMembers``, and the members of `INIntent` (the headers NSObject.h and INIntent.h of
  /// the iOS 26 SDK; read in November 2026).
  package static let intentMembers: Set<String> = objectMembers.union([
    "donationMetadata", "identifier", "intentDescription", "shortcutAvailability",
    "suggestedInvocationPhrase",
  ])

  /// The members that every Objective-C object has, and that a property with the same name would
  /// replace.
  package static let objectMembers: Set<String> = [
    "autorelease", "class", "copy", "dealloc", "debugDescription", "description", "hash", "init",
    "isProxy", "mutableCopy", "release", "retain", "retainCount", "self", "superclass", "zone",
  ]
}

/// Words that the App Store does not accept in titles and descriptions of App Intents.
///
/// The App Store quotes the word in its message ``notice``, "Invalid Siri Support". Some of the
/// words are from messages that developers have published (June to September 2026); the others are
/// the names of similar products. Names of systems are not included, because the store has apps
/// with "iOS" and "macOS" in such texts. To update the list, search public issues for the message
/// and the words "cannot contain". One developer reports that a part of a word also counts. There
/// is no proof of that, so only whole words are found here.
package enum StoreWords {
  /// The code of the App Store's message about a refused word.
  package static let notice = "ITMS-90626"

  private static let words: Set<String> = [
    "airpods", "apple", "homepod", "imac", "ipad", "iphone", "ipod", "mac", "macbook", "siri",
  ]

  /// The first refused word in a text, spelled as in the text; nil if there is none.
  ///
  /// A letter of another script ends a word, because other scripts may have no spaces between words.
  package static func first(in text: String) -> String? {
    text.utf8.split { !$0.isLetter }.lazy.map { String(decoding: $0, as: UTF8.self) }
      .first { words.contains($0.lowercased()) }
  }
}
