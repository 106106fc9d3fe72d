public import Foundation
public import IntentModel

/// A widget that a person has placed and configured: what the store keeps of it.
public struct PlacedWidget: Sendable, Hashable {
  /// What the user calls it; unique in a store.
  ///
  /// 1 to 200 characters, without control characters and without space at its ends. Names that
  /// differ only in how accents are composed are the same name (Unicode NFC).
  public var name: String

  /// The name of the folder of the widget, such as `UpNext`; nil for a bare definition file.
  public var widget: String?

  /// The absolute path of a bare definition file; nil for a widget with a folder.
  public var definitionPath: String?

  /// The type name of the intent, such as `UpNextIntent`.
  public var intent: String

  /// The family the widget is placed in.
  public var family: WidgetFamily

  /// What the user has set, kept whole.
  public var draft: IntentDraft

  /// The number of the stored state; 0 for what was never stored.
  ///
  /// Each save makes it greater, also when the name was removed in between, so that an old number
  /// never stands for a new state.
  public var revision: Int

  /// When it was stored, in whole milliseconds; set by the store.
  public var updatedAt: Date

  /// Makes a placed widget, by default one that was never stored.
  public init(
    name: String, widget: String? = nil, definitionPath: String? = nil, intent: String,
    family: WidgetFamily, draft: IntentDraft = IntentDraft(), revision: Int = 0,
    updatedAt: Date = Date(timeIntervalSince1970: 0)
  ) {
    self.name = name
    self.widget = widget
    self.definitionPath = definitionPath
    self.intent = intent
    self.family = family
    self.draft = draft
    self.revision = revision
    self.updatedAt = updatedAt
  }
}

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
