public import Foundation
public import IntentModel

/// A widget that a person has placed and configured: what the store keeps of it.
public struct PlacedWidget: Sendable, Hashable {
  /// What the user calls it; unique in a store.
  ///
  /// 1 to 200 characters in at most 800 bytes of UTF-8, at least one of them visible, without control
  /// characters and without space at its ends. Names that differ only in how accents are composed are
  /// the same name (Unicode NFC).
  public var name: String

  /// The name of the folder of the widget, such as `UpNext`; nil for a bare definition file.
  public var widget: String?

  /// The absolute path of a bare definition file; nil for a widget with a folder.
  public var definitionPath: String?

  /// The type name of the intent, such as `UpNextIntent`.
  public var intent: String

  /// The family the widget is placed in.
  public var family: WidgetFamily

  /// What the user has set, kept whole, as it was stored; read through ``draft(under:)``.
  var draft: IntentDraft

  /// What is kept of the definition that the answers were given under; nil if it is unknown.
  public internal(set) var answerSchema: IntentSchema?

  /// The number of the stored state; 0 for what was never stored.
  ///
  /// Each save makes it greater, also when the name was removed in between, so that an old number
  /// never stands for a new state.
  public var revision: Int

  /// When it was stored, in whole milliseconds; set by the store.
  public var updatedAt: Date

  /// Makes a placed widget, by default one that was never stored.
  ///
  /// - Parameters:
  ///   - name: The name that it is placed under.
  ///   - widget: The kind of the widget; nil if it has only a definition.
  ///   - definitionPath: The path of the definition; nil for a widget that is found by its kind.
  ///   - intent: The name of the intent.
  ///   - family: The family that it is placed in.
  ///   - draft: The answers.
  ///   - schema: What the answers were given under; without it they are later matched by name.
  ///   - revision: The number of its state in the store; 0 for none.
  ///   - updatedAt: When it was last saved.
  public init(
    name: String, widget: String? = nil, definitionPath: String? = nil, intent: String,
    family: WidgetFamily, draft: IntentDraft = IntentDraft(), under schema: IntentSchema? = nil,
    revision: Int = 0,
    updatedAt: Date = Date(timeIntervalSince1970: 0)
  ) {
    self.name = name
    self.widget = widget
    self.definitionPath = definitionPath
    self.intent = intent
    self.family = family
    self.draft = draft
    answerSchema = schema?.answerSchema
    self.revision = revision
    self.updatedAt = updatedAt
  }
}

extension PlacedWidget {
  /// Whether it is placed from a widget that was found, as far as names and paths tell.
  ///
  /// A stored path leads: it is that of the definition, and the name is that of one of several widgets
  /// beside it. Without a path the name is that of the widget's folder.
  ///
  /// - Parameters:
  ///   - folderName: The name of the widget's folder or file; nil where the name does not find it.
  ///   - entry: The kind of one of several widgets in a folder; nil for one that stands alone.
  ///   - definitionPath: The absolute path of its definition.
  ///   - intent: The type name of its intent.
  public func isPlaced(
    fromFolder folderName: String?, entry: String?, definitionPath: String, intent: String
  ) -> Bool {
    guard self.intent == intent else { return false }
    guard let path = self.definitionPath else { return (widget ?? name) == folderName }
    return path == definitionPath && widget == entry
  }

  /// The answers under a definition of the intent, and what became of those that do not fit it.
  ///
  /// It is the only way to the answers of a placed widget.
  public func draft(under schema: IntentSchema) -> DraftMigration {
    draft.migrated(from: answerSchema, to: schema)
  }

  /// Whether the definition has changed, as far as answers can tell, since the answers were given.
  ///
  /// Where that definition is unknown, it has changed when an answer changes.
  public func isAnswered(under schema: IntentSchema) -> Bool {
    guard let answerSchema else { return draft(under: schema).changes.isEmpty }
    return answerSchema == schema.answerSchema
  }

  /// Puts in the answers that were given under a definition.
  public mutating func answer(_ draft: IntentDraft, under schema: IntentSchema) {
    self.draft = draft
    answerSchema = schema.answerSchema
  }
}

extension PlacedWidget {
  /// The most characters of a name.
  static let maximumNameLength = 200
  /// The most bytes of a name in UTF-8.
  static let maximumNameBytes = 800
  /// The most combining marks of a character: more are drawn over the lines around it.
  static let maximumMarks = 8

  /// The texts that cannot be stored; empty for a widget that can.
  ///
  /// A name has from 1 to 200 characters in at most 800 bytes, at least one of them visible, no control
  /// characters, and no space at either end.
  public var invalidTexts: [InvalidText] {
    var found: [InvalidText] = []
    if let rule = Self.brokenRule(ofName: name) {
      found.append(InvalidText(what: .name, text: name, rule: rule))
    }
    let others: [(InvalidText.Subject, String?)] = [
      (.widget, widget), (.definitionPath, definitionPath), (.intent, intent),
    ]
    for case (let what, let text?) in others where text.isEmpty || text.utf8.contains(0) {
      found.append(InvalidText(what: what, text: text, rule: .notEmptyWithoutNUL))
    }
    return found
  }

  /// The rule that a name breaks; nil for a good one.
  static func brokenRule(ofName name: String) -> InvalidText.Rule? {
    if name.isEmpty { return .notEmpty }
    if name.utf8.count > maximumNameBytes { return .mostBytes(maximumNameBytes) }
    if name.count > maximumNameLength { return .mostCharacters(maximumNameLength) }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return .noControlCharacters
    }
    if name.unicodeScalars.allSatisfy({ !$0.isVisible }) {
      return .visible
    }
    if name.contains(where: { $0.unicodeScalars.count(where: \.isMark) > maximumMarks }) {
      return .mostMarks(maximumMarks)
    }
    let hasSpaceAtEnd = [name.first, name.last].contains { $0?.isWhitespace == true }
    return hasSpaceAtEnd ? .noSpaceAtEnds : nil
  }
}

extension Unicode.Scalar {
  /// Whether the character combines with the one before it.
  fileprivate var isMark: Bool {
    [.nonspacingMark, .enclosingMark].contains(properties.generalCategory)
  }

  /// Whether the character shows by itself.
  fileprivate var isVisible: Bool {
    !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && !isMark
      && properties.generalCategory != .format
  }
}

extension String {
  /// The text with accents composed (Unicode NFC).
  var precomposed: String { precomposedStringWithCanonicalMapping }
}
