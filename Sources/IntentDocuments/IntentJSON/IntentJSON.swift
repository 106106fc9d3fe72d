public import DefinitionFormats
public import IntentModel
package import JSONC

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

  package enum Key: String, JSONKey {
    case name, intent, family, parameters
  }
}

extension IntentJSON {
  /// Which intent a document is of, before anything of it is checked.
  public struct Header: Sendable, Hashable {
    /// The name of the placed widget; nil when the document has none.
    public var name: String?

    /// The type name of the intent; nil when the document has none.
    public var typeName: String?

    /// Makes a header.
    public init(name: String? = nil, typeName: String? = nil) {
      self.name = name
      self.typeName = typeName
    }

    /// The header of a document; empty for what is not a JSON object.
    init(_ json: JSONValue) {
      guard case .object(let members) = json else { return }
      name = members[Key.name.rawValue]?.stringValue
      typeName = members[Key.intent.rawValue]?.stringValue
    }
  }
}

extension IntentJSON {
  /// An intent as a document: two-space indent, final newline, the same bytes for the same intent.
  ///
  /// - Parameters:
  ///   - intent: The intent.
  ///   - name: The name of the placed widget; nil for none.
  ///   - schema: Gives the order of the properties of objects; nil for the order of their names.
  /// - Throws: `FormatError` for a number that is not finite, which no valid intent holds.
  public static func text(
    of intent: Intent, name: String? = nil, schema: IntentSchema? = nil
  ) throws(FormatError) -> String {
    try json(of: intent, name: name, schema: schema).text(.pretty)
  }

  /// An intent as a line of a JSON Lines document, without the line feed at its end.
  ///
  /// - Throws: `FormatError` for a number that is not finite, which no valid intent holds.
  public static func line(
    of intent: Intent, name: String? = nil, schema: IntentSchema? = nil
  ) throws(FormatError) -> String {
    try json(of: intent, name: name, schema: schema).text(.compact)
  }

  package static func json(of intent: Intent, name: String?, schema: IntentSchema?) -> JSONValue {
    let writer = IntentValueWriter(schema: schema)
    var parameters = JSONObject()
    for argument in intent.arguments {
      let type = schema?.parameter(named: argument.name)?.type
      parameters.append(key: argument.name, value: writer.json(argument.value, type: type))
    }
    var builder = JSONBuilder<Key>()
    builder.set(.name, name)
    builder.set(.intent, intent.typeName)
    builder.set(.family, intent.family.rawValue)
    builder.set(.parameters, .object(parameters))
    return builder.value
  }
}
