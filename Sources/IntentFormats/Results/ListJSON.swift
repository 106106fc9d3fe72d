public import IntentModel
import JSONC

/// The widgets there are and the placed ones as JSON, for scripts.
///
///     {
///       "widgets": ["UpNext"],
///       "placed": [
///         { "name": "UpNext", "widget": "UpNext", "intent": "UpNextIntent",
///           "family": "systemMedium", "revision": 3 }
///       ]
///     }
public enum ListJSON {
  /// One placed widget, as far as a list says.
  public struct Placed: Sendable, Hashable {
    /// The name it is placed under.
    public var name: String
    /// The name of the widget, or the path of its definition.
    public var widget: String?
    /// The type name of the intent.
    public var intent: String
    /// The family.
    public var family: WidgetFamily
    /// How often it has been saved.
    public var revision: Int

    /// Makes an entry of a list.
    public init(
      name: String, widget: String?, intent: String, family: WidgetFamily, revision: Int
    ) {
      self.name = name
      self.widget = widget
      self.intent = intent
      self.family = family
      self.revision = revision
    }
  }

  enum Key: String, JSONKey { case widgets, placed }
  enum PlacedKey: String, JSONKey { case name, widget, intent, family, revision }

  /// The lists as text, in the order they are given.
  ///
  /// - Throws: `FormatError` never in practice: there are no numbers but whole ones.
  public static func text(widgets: [String], placed: [Placed]) throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.widgets, .array(widgets.map { .string($0) }))
    builder.set(.placed, .array(placed.map(json)))
    return try builder.value.text(.pretty)
  }

  private static func json(_ placed: Placed) -> JSONValue {
    var builder = JSONBuilder<PlacedKey>()
    builder.set(.name, placed.name)
    builder.set(.widget, placed.widget)
    builder.set(.intent, placed.intent)
    builder.set(.family, placed.family.rawValue)
    builder.set(.revision, placed.revision)
    return builder.value
  }
}
