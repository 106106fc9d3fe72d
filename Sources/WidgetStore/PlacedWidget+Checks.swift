import Foundation
import IntentModel

extension PlacedWidget {
  /// The most characters of a name.
  static let maximumNameLength = 200

  /// The texts that cannot be stored; empty for a widget that can.
  ///
  /// A name has from 1 to 200 characters, no control characters, and no space at either end.
  public var invalidTexts: [InvalidText] {
    var found: [InvalidText] = []
    if let rule = Self.brokenRule(ofName: name) {
      found.append(InvalidText(what: "name", text: name, rule: rule))
    }
    let others = [("widget", widget), ("definition path", definitionPath), ("intent", intent)]
    for case (let what, let text?) in others where text.isEmpty || text.utf8.contains(0) {
      found.append(InvalidText(what: what, text: text, rule: "have characters and no NUL"))
    }
    return found
  }

  private static func brokenRule(ofName name: String) -> String? {
    if name.isEmpty { return "have at least one character" }
    if name.count > maximumNameLength { return "have at most \(maximumNameLength) characters" }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "have no control characters"
    }
    let hasSpaceAtEnd = [name.first, name.last].contains { $0?.isWhitespace == true }
    return hasSpaceAtEnd ? "not begin or end with a space" : nil
  }
}

extension String {
  /// The text with accents composed (Unicode NFC).
  var precomposed: String { precomposedStringWithCanonicalMapping }
}
