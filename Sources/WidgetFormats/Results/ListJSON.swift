import IntentDocuments
public import IntentModel
public import JSONC
public import JSONCodings
public import Messages
import Zones

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The available widgets and the placed widgets as JSON, for scripts.
///
///     {
///       "widgets": [{ "name": "UpNext", "supportedFamilies": ["systemSmall"], … }],
///       "placed": [{ "name": "Desk", "widget": "UpNext", "family": "systemSmall", … }]
///     }
public enum ListJSON {
  /// The state of a placed widget with regard to its definition.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// The definition has not changed in a way that affects the answers.
    case current
    /// The definition has changed since the answers were stored.
    case changed
    /// The widget no longer offers the family with which it was placed.
    case familyDropped = "family-dropped"
    /// The definition cannot be read.
    case unreadable
    /// The stored data cannot be read.
    case damaged
  }

  /// A widget that can be placed, with its gallery information.
  public struct Widget: Sendable, Hashable {
    /// The name for use in commands.
    public var name: String
    /// The kind; nil if the widget cannot be read.
    public var kind: String?
    /// The displayed name; nil if the widget cannot be read.
    public var displayName: String?
    /// The description; nil for none.
    public var description: String?
    /// The supported families; empty if the widget cannot be read.
    public var families: [WidgetFamily]
    /// The names of the parameters that have a row but no initial value.
    public var unanswered: [String]
    /// The problem, as a sentence; nil if there is none.
    public var problem: String?

    /// Makes an entry of a list.
    public init(
      name: String, kind: String? = nil, displayName: String? = nil, description: String? = nil,
      families: [WidgetFamily] = [], unanswered: [String] = [], problem: String? = nil
    ) {
      self.name = name
      self.kind = kind
      self.displayName = displayName
      self.description = description
      self.families = families
      self.unanswered = unanswered
      self.problem = problem
    }
  }

  /// A placed widget in a list.
  public struct Placed: Sendable, Hashable {
    /// The name under which the widget is placed.
    public var name: String
    /// The name of the widget, or the path of its definition.
    public var widget: String?
    /// The type name of the intent; nil if the widget is damaged.
    public var intent: String?
    /// The family; nil if the widget is damaged.
    public var family: WidgetFamily?
    /// The number of its stored state; nil if the widget is damaged.
    public var revision: Int?
    /// The state with regard to its definition.
    public var state: State
    /// The path of its definition; nil if it was not found.
    public var path: String?
    /// The date when the widget was saved; nil if the widget is damaged.
    public var savedAt: Date?
    /// The problem, as a sentence; nil if there is none.
    public var problem: String?
    /// The answers that differ from the stored ones.
    public var changes: [AnswerChange]
    /// The names of the arrays that have fewer elements in effect than were stored.
    public var shortened: [String]

    /// Makes an entry of a list.
    public init(
      name: String, widget: String? = nil, intent: String? = nil, family: WidgetFamily? = nil,
      revision: Int? = nil, state: State = .current, path: String? = nil, savedAt: Date? = nil,
      problem: String? = nil, changes: [AnswerChange] = [], shortened: [String] = []
    ) {
      self.name = name
      self.widget = widget
      self.intent = intent
      self.family = family
      self.revision = revision
      self.state = state
      self.path = path
      self.savedAt = savedAt
      self.problem = problem
      self.changes = changes
      self.shortened = shortened
    }
  }

  enum Key: String, JSONKey { case widgets, placed }
  enum WidgetKey: String, JSONKey {
    case name, kind, displayName, description, supportedFamilies, unanswered, problem
  }
  enum PlacedKey: String, JSONKey {
    case name, widget, intent, family, revision, state, path, savedAt, problem
    case parameters, hidden, changes, shortened
  }
  enum ChangeKey: String, JSONKey { case parameter, now, reasons, isLoss, sentence }
  enum HistoryKey: String, JSONKey { case name, states, removed }
  enum StateKey: String, JSONKey {
    case revision, isPresent, savedAt, removedAt, intent, family, state, draft, problem
  }

  /// The lists as text, in the given order.
  public static func text(
    widgets: [Widget], placed: [Placed], language: MessageLanguage = .english
  ) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.widgets, .array(widgets.map(json)))
    builder.set(.placed, .array(placed.map { json(whole: $0, language).value }))
    return builder.value.reportText(.pretty)
  }

  /// Writes a report piece by piece, so the elements of the report's last list need not be in
  /// memory together.
  ///
  /// Together, the pieces are the text of the whole report.
  public struct Writer {
    /// The text up to the first element.
    public let head: String
    private var isFirst = true

    /// Begins with the available widgets; the placed widgets follow.
    public init(widgets: [Widget]) {
      var builder = JSONBuilder<Key>()
      builder.set(.widgets, .array(widgets.map(ListJSON.json)))
      // The end of the text, a line break and a brace, is left out.
      let text = builder.value.reportText(.pretty)
      let open = text.prefix(
        through: text.lastIndex(where: { !"}\n".contains($0) }) ?? text.startIndex)
      head = "\(open),\n  \"\(Key.placed.rawValue)\": ["
    }

    /// Begins a report that is only a list.
    ///
    /// - Parameter key: The key of the list, which must consist of letters only.
    public init(key: String) { head = "{\n  \"\(key)\": [" }

    /// Begins a list of the names of removed widgets.
    public static var removed: Writer { Writer(key: HistoryKey.removed.rawValue) }

    /// The text of the next placed widget.
    ///
    /// - Parameter language: The language of the sentences about its changes.
    public mutating func next(
      _ placed: Placed, language: MessageLanguage = .english
    ) -> String { next(ListJSON.json(whole: placed, language).value) }

    /// The text of the next element.
    public mutating func next(_ element: JSONValue) -> String {
      let text = element.reportText(.pretty)
      let lines = text.split(separator: "\n").map { "    " + $0 }
      defer { isFirst = false }
      return (isFirst ? "\n" : ",\n") + lines.joined(separator: "\n")
    }

    /// The text after the last element.
    public var tail: String { isFirst ? "]\n}\n" : "\n  ]\n}\n" }
  }

  /// A placed widget as text.
  ///
  /// - Parameters:
  ///   - placed: The placed widget.
  ///   - intent: The intent from the stored answers; nil if it cannot be made.
  ///   - schema: The intent that defines the answers; nil if it is unknown.
  ///   - hidden: The stored answers that are not in effect.
  ///   - language: The language of the sentences about the changes.
  /// - Throws: `FormatError` for a number that is not finite, which a valid intent does not
  ///   contain.
  public static func text(
    of placed: Placed, intent: Intent? = nil, schema: IntentSchema? = nil,
    hidden: [Intent.Parameter] = [], language: MessageLanguage = .english
  ) throws(FormatError) -> String {
    var builder = json(placed)
    if let intent,
      case .object(let members) = IntentJSON.json(of: intent, name: nil, schema: schema)
    {
      builder.set(.parameters, members[IntentJSON.Key.parameters.rawValue])
    }
    if let intent, !hidden.isEmpty {
      let answers = Intent(typeName: intent.typeName, family: intent.family, parameters: hidden)
      if case .object(let members) = IntentJSON.json(of: answers, name: nil, schema: schema) {
        builder.set(.hidden, members[IntentJSON.Key.parameters.rawValue])
      }
    }
    setChanges(of: placed, language, in: &builder)
    return try builder.value.text(.pretty)
  }

  /// The names of removed widgets as text.
  public static func text(removed names: [String]) -> String {
    var builder = JSONBuilder<HistoryKey>()
    builder.set(.removed, .array(names.map { .string($0) }))
    return builder.value.reportText(.pretty)
  }

  private static func json(_ widget: Widget) -> JSONValue {
    var builder = JSONBuilder<WidgetKey>()
    builder.set(.name, widget.name)
    builder.set(.kind, widget.kind)
    builder.set(.displayName, widget.displayName)
    builder.set(.description, widget.description)
    builder.set(.supportedFamilies, widget.families.map { .string($0.rawValue) })
    builder.set(.unanswered, widget.unanswered.map { .string($0) })
    builder.set(.problem, widget.problem)
    return builder.value
  }

  private static func json(
    whole placed: Placed, _ language: MessageLanguage
  ) -> JSONBuilder<PlacedKey> {
    var builder = json(placed)
    setChanges(of: placed, language, in: &builder)
    return builder
  }

  private static func setChanges(
    of placed: Placed, _ language: MessageLanguage, in builder: inout JSONBuilder<PlacedKey>
  ) {
    builder.set(.changes, placed.changes.map { json($0, language) })
    builder.set(.shortened, placed.shortened.map { .string($0) })
  }

  private static func json(_ placed: Placed) -> JSONBuilder<PlacedKey> {
    var builder = JSONBuilder<PlacedKey>()
    builder.set(.name, placed.name)
    builder.set(.widget, placed.widget)
    builder.set(.intent, placed.intent)
    builder.set(.family, placed.family?.rawValue)
    builder.set(.revision, placed.revision)
    builder.set(.state, placed.state.rawValue)
    builder.set(.path, placed.path)
    builder.set(.savedAt, placed.savedAt.map(date))
    builder.set(.problem, placed.problem)
    return builder
  }

  private static func json(_ change: AnswerChange, _ language: MessageLanguage) -> JSONValue {
    var builder = JSONBuilder<ChangeKey>()
    builder.set(.parameter, change.parameter)
    builder.set(.now, change.newName.map { .string($0) } ?? .null)
    builder.set(.reasons, change.reasons.map { .string($0.code) })
    builder.set(.isLoss, .bool(change.isLoss))
    builder.set(.sentence, change.line.text(in: language))
    return builder.value
  }

  private static func date(_ date: Date) -> String {
    ISO8601Date.text(of: date, in: .utc)
  }
}

extension ListJSON {
  /// A state in the history of a placed widget.
  public struct Revision: Sendable, Hashable {
    /// The revision number of the state.
    public var revision: Int
    /// Whether the state is the current one.
    public var isPresent: Bool
    /// The date when the state was saved; nil if the date cannot be read.
    public var savedAt: Date?
    /// The date when the widget was removed in this state; nil if the widget was not removed.
    public var removedAt: Date?
    /// The type name of the intent; nil if the state cannot be read.
    public var intent: String?
    /// The family; nil if the state cannot be read.
    public var family: WidgetFamily?
    /// The state with regard to the current definition.
    public var state: State
    /// The answers, as defined when they were given; nil if the state cannot be read.
    public var answers: [String: IntentValue]?
    /// The intent that defines the answers; nil if it is unknown.
    public var schema: IntentSchema?
    /// Why the state cannot be read; nil if it can.
    public var problem: String?

    /// Makes a state.
    public init(
      revision: Int, isPresent: Bool, savedAt: Date?, removedAt: Date?, intent: String?,
      family: WidgetFamily?, state: State = .current, answers: [String: IntentValue]? = nil,
      schema: IntentSchema? = nil, problem: String?
    ) {
      self.revision = revision
      self.isPresent = isPresent
      self.savedAt = savedAt
      self.removedAt = removedAt
      self.intent = intent
      self.family = family
      self.state = state
      self.answers = answers
      self.schema = schema
      self.problem = problem
    }
  }

  /// The history of a placed widget as text, in the given order.
  ///
  /// - Throws: `FormatError` for an answer that is not finite, which no stored state contains.
  public static func text(name: String, states: [Revision]) throws(FormatError) -> String {
    var builder = JSONBuilder<HistoryKey>()
    builder.set(.name, name)
    builder.set(.states, .array(states.map(json)))
    return try builder.value.text(.pretty)
  }

  private static func json(_ state: Revision) -> JSONValue {
    var builder = JSONBuilder<StateKey>()
    builder.set(.revision, state.revision)
    builder.set(.isPresent, .bool(state.isPresent))
    builder.set(.savedAt, state.savedAt.map(date))
    builder.set(.removedAt, state.removedAt.map(date))
    builder.set(.intent, state.intent)
    builder.set(.family, state.family?.rawValue)
    builder.set(.state, state.state.rawValue)
    builder.set(.draft, state.answers.map { IntentValueWriter(schema: state.schema).json($0) })
    builder.set(.problem, state.problem)
    return builder.value
  }
}
