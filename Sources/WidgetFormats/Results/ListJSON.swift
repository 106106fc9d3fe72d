public import DefinitionFormats
import IntentDocuments
public import IntentModel
import JSONC

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The widgets there are and the placed ones as JSON, for scripts.
///
///     {
///       "widgets": [
///         { "name": "UpNext", "kind": "UpNext", "displayName": "Up Next",
///           "description": "The next events of your calendars.",
///           "supportedFamilies": ["systemSmall"], "unanswered": ["dayStart"] }
///       ],
///       "placed": [
///         { "name": "UpNext", "widget": "UpNext", "intent": "UpNextIntent",
///           "family": "systemMedium", "revision": 3, "state": "current",
///           "path": "/home/ada/Intents/UpNext/UpNext.intentdefinition",
///           "savedAt": "2026-11-22T13:20:00Z" }
///       ]
///     }
public enum ListJSON {
  /// How a placed widget stands to its definition.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// The definition is the one that the answers were given under, as far as answers can tell.
    case current
    /// The definition has changed since.
    case changed
    /// The definition cannot be read.
    case unreadable
    /// What is stored cannot be read.
    case damaged
  }

  /// One widget that can be placed, as a gallery says it.
  public struct Widget: Sendable, Hashable {
    /// What a command calls it.
    public var name: String
    /// The kind; nil where the widget cannot be read.
    public var kind: String?
    /// The name people see; nil where the widget cannot be read.
    public var displayName: String?
    /// The text that describes it; nil for none.
    public var description: String?
    /// The families that it can have; empty where the widget cannot be read.
    public var families: [WidgetFamily]
    /// The names of the parameters that have a row and nothing to start from.
    public var unanswered: [String]
    /// What is wrong with it, as one sentence; nil for nothing.
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

  /// One placed widget, as far as a list says.
  public struct Placed: Sendable, Hashable {
    /// The name it is placed under.
    public var name: String
    /// The name of the widget, or the path of its definition.
    public var widget: String?
    /// The type name of the intent; nil for a damaged one.
    public var intent: String?
    /// The family; nil for a damaged one.
    public var family: WidgetFamily?
    /// How often it has been saved; nil for a damaged one.
    public var revision: Int?
    /// How it stands to its definition.
    public var state: State
    /// The path of its definition; nil where that was not found.
    public var path: String?
    /// When it was saved; nil for a damaged one.
    public var savedAt: Date?
    /// What is wrong with it, as one sentence; nil for nothing.
    public var problem: String?

    /// Makes an entry of a list.
    public init(
      name: String, widget: String? = nil, intent: String? = nil, family: WidgetFamily? = nil,
      revision: Int? = nil, state: State = .current, path: String? = nil, savedAt: Date? = nil,
      problem: String? = nil
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
    }
  }

  enum Key: String, JSONKey { case widgets, placed }
  enum WidgetKey: String, JSONKey {
    case name, kind, displayName, description, supportedFamilies, unanswered, problem
  }
  enum PlacedKey: String, JSONKey {
    case name, widget, intent, family, revision, state, path, savedAt, problem
    case parameters, changes
  }
  enum ChangeKey: String, JSONKey { case parameter, now, reasons, isLoss, sentence }
  enum HistoryKey: String, JSONKey { case name, states, removed }
  enum StateKey: String, JSONKey {
    case revision, isPresent, savedAt, removedAt, intent, family, problem
  }

  /// The lists as text, in the order they are given.
  ///
  /// - Throws: `FormatError` never in practice: all numbers are whole.
  public static func text(widgets: [Widget], placed: [Placed]) throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.widgets, .array(widgets.map(json)))
    builder.set(.placed, .array(placed.map { json($0).value }))
    return try builder.value.text(.pretty)
  }

  /// One placed widget as text.
  ///
  /// - Parameters:
  ///   - placed: The placed widget.
  ///   - intent: The intent that its answers make; nil if they make none.
  ///   - schema: The intent that names the answers; nil if it is unknown.
  ///   - changes: The answers that are not what they were stored as.
  /// - Throws: `FormatError` for a number that is not finite, which no valid intent holds.
  public static func text(
    of placed: Placed, intent: Intent? = nil, schema: IntentSchema? = nil,
    changes: [AnswerChange] = []
  ) throws(FormatError) -> String {
    var builder = json(placed)
    if let intent,
      case .object(let members) = IntentJSON.json(of: intent, name: nil, schema: schema)
    {
      builder.set(.parameters, members[IntentJSON.Key.parameters.rawValue])
    }
    builder.set(.changes, changes.map(json))
    return try builder.value.text(.pretty)
  }

  /// The names of widgets that were removed, as text.
  ///
  /// - Throws: `FormatError` never in practice: there are no numbers.
  public static func text(removed names: [String]) throws(FormatError) -> String {
    var builder = JSONBuilder<HistoryKey>()
    builder.set(.removed, .array(names.map { .string($0) }))
    return try builder.value.text(.pretty)
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

  private static func json(_ change: AnswerChange) -> JSONValue {
    var builder = JSONBuilder<ChangeKey>()
    builder.set(.parameter, change.parameter)
    builder.set(.now, change.newName.map { .string($0) } ?? .null)
    builder.set(.reasons, change.reasons.map { .string($0.code) })
    builder.set(.isLoss, .bool(change.isLoss))
    builder.set(.sentence, change.description)
    return builder.value
  }

  private static func date(_ date: Date) -> String {
    ISO8601Date.text(of: date, in: TimeZone(secondsFromGMT: 0) ?? .current)
  }
}

extension ListJSON {
  /// One state of a placed widget, as far as a history says.
  public struct Revision: Sendable, Hashable {
    /// The number of the state.
    public var revision: Int
    /// Whether it is what is placed now.
    public var isPresent: Bool
    /// When it was saved; nil where that cannot be read.
    public var savedAt: Date?
    /// When the widget was removed in this state; nil for one that was not.
    public var removedAt: Date?
    /// The type name of the intent; nil if the state cannot be read.
    public var intent: String?
    /// The family; nil if the state cannot be read.
    public var family: WidgetFamily?
    /// Why the state cannot be read; nil for a good one.
    public var problem: String?

    /// Makes a state.
    public init(
      revision: Int, isPresent: Bool, savedAt: Date?, removedAt: Date?, intent: String?,
      family: WidgetFamily?, problem: String?
    ) {
      self.revision = revision
      self.isPresent = isPresent
      self.savedAt = savedAt
      self.removedAt = removedAt
      self.intent = intent
      self.family = family
      self.problem = problem
    }
  }

  /// The history of a placed widget as text, in the order it is given.
  ///
  /// - Throws: `FormatError` never in practice: all numbers are whole.
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
    builder.set(.problem, state.problem)
    return builder.value
  }
}
