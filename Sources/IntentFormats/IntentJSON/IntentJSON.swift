public import IntentModel

/// Intents as JSON: one document for one intent, or JSON Lines for several.
///
///     {
///       "intent": "UpNextIntent",
///       "family": "systemMedium",
///       "parameters": {
///         "calendars": [{ "identifier": "work", "display": "Work" }],
///         "lookAhead": "PT36H",
///         "dayStart": { "hour": 7, "minute": 30 },
///         "style": "agenda"
///       }
///     }
///
/// Parameters stand in definition order, and the same intent gives the same bytes.
public enum IntentJSON {
  /// What a document says: a draft for an intent and a family, perhaps with a name.
  public struct Document: Sendable, Hashable {
    /// The name of the placed widget; nil when the document has none.
    public var name: String?

    /// The type name of the intent, such as `UpNextIntent`.
    public var typeName: String

    /// The family of the widget.
    public var family: WidgetFamily

    /// The values of the document, all of them visible and valid.
    public var draft: IntentDraft

    /// Makes a document.
    public init(name: String? = nil, typeName: String, family: WidgetFamily, draft: IntentDraft) {
      self.name = name
      self.typeName = typeName
      self.family = family
      self.draft = draft
    }
  }

  enum Key: String, JSONKey {
    case name, intent, family, parameters
  }
}
