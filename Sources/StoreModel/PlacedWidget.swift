public import Foundation
import IntentDocuments
public import IntentModel

/// A widget that a person has placed and configured, in the form that the store keeps.
public struct PlacedWidget: Sendable, Hashable {
  /// The name that the user gave it; unique in a store.
  ///
  /// ``InvalidText/Rule`` lists its rules. Names that differ only in how accents are composed are
  /// the same name (Unicode NFC).
  public var name: String

  /// The name of the widget's folder, followed by a slash and the widget's kind if the kind is a
  /// different name, such as `UpNext` or `Weather/today`.
  ///
  /// If there is a definition path, it is only the kind.
  ///
  /// It is nil for a definition without `widget.json`. In rows that earlier versions have stored,
  /// the kind is present only if the folder had a list of widgets.
  public var widget: String?

  /// The absolute path of the definition; nil for a widget that is found by name.
  public var definitionPath: String?

  /// The absolute path of the folder in which the widget was found by name; nil if the widget came
  /// with the program or the folder is unknown.
  ///
  /// It determines where to look for the widget, not which widget it is, because folders can be
  /// moved.
  public var folder: String?

  /// The type name of the intent, such as `UpNextIntent`.
  public var intent: String

  /// The family the widget is placed in.
  public var family: WidgetFamily

  /// The user's answers as they were stored; read them through ``draft(under:)``.
  var draft: IntentDraft

  /// The stored part of the definition that the answers belong to; nil if it is unknown.
  public internal(set) var answerSchema: IntentSchema?

  /// The number of the stored state; 0 for a widget that was never stored.
  ///
  /// Each save increases it, even if the name was removed in between, so an old number never refers
  /// to a new state. A new widget gets a number above those of earlier widgets with its name and
  /// above those of all deleted widgets, so its first number can be greater than 1.
  public var revision: Int

  /// The time of the save, in whole milliseconds; set by the store.
  public var updatedAt: Date

  /// The row that the widget was read from, for a save that expects this row; not part of the
  /// value.
  var source = RowSource()

  /// Makes a placed widget, by default one that was never stored.
  ///
  /// - Parameters:
  ///   - name: The name under which the widget is placed.
  ///   - widget: The name of its folder or its kind; nil if it has neither.
  ///   - definitionPath: The path of the definition; nil for a widget that is found by name.
  ///   - folder: The folder in which the widget was found by name; nil for none.
  ///   - intent: The name of the intent.
  ///   - family: The family in which the widget is placed.
  ///   - draft: The answers.
  ///   - schema: The definition that the answers belong to; if it is nil, the answers are later
  ///     matched by name.
  ///   - revision: The number of the stored state; 0 for none.
  ///   - updatedAt: The time of the last save.
  public init(
    name: String, widget: String? = nil, definitionPath: String? = nil, folder: String? = nil,
    intent: String, family: WidgetFamily, draft: IntentDraft = IntentDraft(),
    under schema: IntentSchema? = nil,
    revision: Int = 0,
    updatedAt: Date = Date(timeIntervalSince1970: 0)
  ) {
    self.name = name
    self.widget = widget
    self.definitionPath = definitionPath
    self.folder = folder
    self.intent = intent
    self.family = family
    self.draft = draft
    answerSchema = schema?.answerSchema
    self.revision = revision
    self.updatedAt = updatedAt
  }
}

/// The known row of a widget; all values of this type are equal, so that comparing widgets ignores
/// it.
struct RowSource: Sendable, Hashable {
  var row: StoredRow?

  static func == (one: RowSource, other: RowSource) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension PlacedWidget {
  /// Whether this placed widget was placed from a given widget, according to names and paths.
  ///
  /// A stored path must be the path of the definition; if no path is stored, the stored name must
  /// be the name of the widget's folder. A stored kind must be the kind of the widget, regardless
  /// of whether other widgets have since been added to its folder.
  public func isPlaced(from origin: PlacedOrigin) -> Bool {
    origin.isOrigin(of: name, intent: intent, widget: widget, definitionPath: definitionPath)
  }

  /// The answers as they were given, for showing a state and for answers that have no definition.
  ///
  /// If the current definition changes no answer, the answers are read under it and get its labels;
  /// otherwise they are read under the stored definition.
  ///
  /// - Parameter present: The current definition of the intent; nil if it cannot be read.
  public func answersAsGiven(present: IntentSchema?) -> AnswersAsGiven {
    if let present {
      let migration = draft(under: present)
      if migration.changes.allSatisfy(\.isOnlyOfRow) {
        return AnswersAsGiven(draft: migration.draft, schema: present, isFormer: false)
      }
    }
    return AnswersAsGiven(draft: draft, schema: answerSchema, isFormer: true)
  }

  /// The answers under a definition of the intent, and how answers that do not fit it were changed.
  ///
  /// This is the only way to read the answers of a placed widget in order to use them.
  public func draft(under schema: IntentSchema) -> DraftMigration {
    draft.migrated(from: answerSchema, to: schema)
  }

  /// Whether changes to the definition since the answers were given leave all answers unaffected.
  ///
  /// A changed condition affects the answers whose rows it hides, and a smaller size affects an
  /// array that has more elements. If the former definition is unknown, the result is whether every
  /// answer still fits.
  public func isAnswered(under schema: IntentSchema) -> Bool {
    guard let answerSchema else { return draft(under: schema).changes.isEmpty }
    let present = schema.answerSchema
    if answerSchema == present { return true }
    guard answerSchema.hasSameAnswers(as: present) else { return false }
    let migration = draft(under: schema)
    return migration.changes.isEmpty && shortened(migration, under: schema).isEmpty
  }

  /// The names of the arrays that a definition shortens: fewer of their elements are in effect than
  /// under the definition with which they were stored.
  ///
  /// All elements stay stored.
  ///
  /// Earlier programs stored no sizes. An array without a stored size is ignored if the former
  /// definition is unknown.
  ///
  /// - Parameters:
  ///   - migration: The answers under the definition.
  ///   - schema: The definition.
  ///   - former: The former definition, for arrays that were stored without sizes; nil if it is
  ///     unknown.
  package func shortened(
    _ migration: DraftMigration, under schema: IntentSchema, from former: IntentSchema? = nil
  ) -> [String] {
    func maximum(_ parameter: ParameterDefinition) -> Int {
      parameter.maximumCount(for: family) ?? .max
    }
    func before(_ name: String) -> ParameterDefinition? {
      let stored = answerSchema?.parameter(named: name)
      let isKnown = stored.map { !$0.supportsMultipleValues || $0.arraySizes != nil } ?? false
      return isKnown ? stored : former?.parameter(named: name)
    }
    let names = migration.draft.values.compactMap { name, value -> String? in
      guard case .array(let elements) = value, let parameter = schema.parameter(named: name),
        parameter.supportsMultipleValues
      else { return nil }
      let oldName = migration.changes.first { $0.newName == name }?.parameter ?? name
      guard let old = before(oldName), old.supportsMultipleValues,
        maximum(parameter) < min(elements.count, maximum(old))
      else { return nil }
      return name
    }
    guard !names.isEmpty else { return [] }
    let evaluation = schema.evaluate(migration.draft, family: family)
    return schema.leftOut(of: migration.draft, in: evaluation).shortened.filter(names.contains)
  }

  /// Whether saving this widget over a stored one would change only the revision, the date, and
  /// array sizes that an earlier program did not store.
  public func isSaved(as stored: PlacedWidget) -> Bool {
    func answers(_ draft: IntentDraft) -> String? {
      try? DraftJSON.text(of: IntentDraft(values: draft.values, defaults: draft.defaults))
    }
    guard let own = answers(draft), let other = answers(stored.draft) else { return false }
    var same = stored
    (same.name, same.draft) = (Self.key(stored.name), draft)
    (same.revision, same.updatedAt) = (revision, updatedAt)
    var mine = self
    mine.name = Self.key(name)
    if let former = stored.answerSchema, former.isWithoutSizes {
      mine.answerSchema = answerSchema?.withoutSizes
      same.answerSchema = former.withoutSizes
    }
    // Texts that Unicode considers equal can have different bytes.
    return own.utf8.elementsEqual(other.utf8) && same == mine
  }

  /// Sets answers that were given under a definition.
  public mutating func answer(_ draft: IntentDraft, under schema: IntentSchema) {
    self.draft = draft
    answerSchema = schema.answerSchema
  }
}

/// The answers in a stored state as they were given.
public struct AnswersAsGiven: Sendable, Hashable {
  /// The answers.
  public var draft: IntentDraft
  /// The definition that the names and values belong to; nil if it is unknown.
  public var schema: IntentSchema?
  /// Whether the current definition changes the answers, or cannot be read.
  public var isFormer: Bool

  /// The values by parameter.
  public var values: [String: IntentValue] { draft.values }

  /// The values in the order of the definition, or by name if the definition is unknown.
  public var parameters: [Intent.Parameter] {
    let names = schema?.parameters.map(\.name) ?? []
    let strays = Set(values.keys).subtracting(names).sorted()
    return (names + strays).compactMap { name in
      values[name].map { Intent.Parameter(name: name, value: $0) }
    }
  }
}

extension PlacedWidget {
  /// The maximum number of characters in a name.
  static let maximumNameLength = 200
  /// The maximum number of UTF-8 bytes in a name.
  static let maximumNameBytes = 800
  /// The maximum number of combining marks per character.
  static let maximumMarks = CombiningMarks.maximumInARow

  /// The texts that cannot be stored; empty if the widget is valid.
  ///
  /// ``InvalidText/Rule`` lists the rules.
  public var invalidTexts: [InvalidText] {
    var found = [Self.invalidName(name)].compactMap { $0 }
    let others: [(InvalidText.Subject, String?)] = [
      (.widget, widget), (.definitionPath, definitionPath), (.folder, folder), (.intent, intent),
    ]
    for case (let what, let text?) in others where text.isEmpty || text.utf8.contains(0) {
      found.append(InvalidText(what: what, text: text, rule: .notEmptyWithoutNUL))
    }
    return found
  }

  /// What is wrong with a name; nil for a valid one.
  package static func invalidName(_ name: String) -> InvalidText? {
    brokenRule(ofName: name).map { InvalidText(what: .name, text: name, rule: $0) }
  }

  /// The rule that a name breaks; nil for a valid name.
  private static func brokenRule(ofName name: String) -> InvalidText.Rule? {
    if name.isEmpty { return .notEmpty }
    let isDots = name == "." || name == ".."
    // Most names are short ASCII and do not need the Unicode tables.
    if VisibleText.isPlainASCII(name), name.utf8.count <= maximumNameLength, !isDots,
      name.utf8.first != UInt8(ascii: " "), name.utf8.last != UInt8(ascii: " ")
    {
      return nil
    }
    if name.utf8.count > maximumNameBytes { return .maximumBytes(maximumNameBytes) }
    if name.count > maximumNameLength { return .maximumCharacters(maximumNameLength) }
    if name.unicodeScalars.contains(where: \.isControl) {
      return .noControlCharacters
    }
    if name.unicodeScalars.allSatisfy({ !$0.isVisible }) {
      return .visible
    }
    if !name.isASCII,
      name.contains(where: { $0.unicodeScalars.count(where: CombiningMarks.isMark) > maximumMarks })
    {
      return .maximumMarks(maximumMarks)
    }
    if isDots { return .notDots }
    let hasSpaceAtEnd = [name.first, name.last].contains { $0?.isWhitespace == true }
    return hasSpaceAtEnd ? .noSpaceAtEnds : nil
  }
}

extension Unicode.Scalar {
  /// Whether the character is visible on its own.
  fileprivate var isVisible: Bool {
    !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && !CombiningMarks.isMark(self)
      && properties.generalCategory != .format
  }
}

extension String {
  /// The text with accents composed (Unicode NFC).
  var precomposed: String { isASCII ? self : precomposedStringWithCanonicalMapping }

  /// Whether all characters are ASCII, so that Unicode properties need not be looked up.
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
