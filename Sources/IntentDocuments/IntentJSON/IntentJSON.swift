public import IntentModel
package import JSONC
public import JSONCodings

/// Intents as JSON: a document for one intent, or JSON Lines for several.
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
/// Parameters are in definition order, and equal intents produce the same bytes.
public enum IntentJSON {
  /// The contents of a document: a draft for an intent and a family, with an optional name.
  public struct Document: Sendable, Hashable {
    /// The name of the placed widget; nil if the document has none.
    public var name: String?

    /// The type name of the intent, such as `UpNextIntent`.
    public var typeName: String

    /// The family of the widget.
    public var family: WidgetFamily

    /// The values of the document, all visible and valid.
    public var draft: IntentDraft

    /// Makes a document.
    public init(name: String? = nil, typeName: String, family: WidgetFamily, draft: IntentDraft) {
      self.name = name
      self.typeName = typeName
      self.family = family
      self.draft = draft
    }
  }

  package typealias Key = IntentKey
}

extension IntentJSON {
  /// The intent that a document names, before the document is checked.
  public struct Header: Sendable, Hashable {
    /// The name of the placed widget; nil if the document has none.
    public var name: String?

    /// The type name of the intent; nil if the document has none.
    public var typeName: String?

    /// Makes a header.
    public init(name: String? = nil, typeName: String? = nil) {
      self.name = name
      self.typeName = typeName
    }

    /// The header of a document; empty if it is not a JSON object.
    init(_ json: JSONValue) {
      guard case .object(let members) = json else { return }
      name = members[Key.name.rawValue]?.stringValue
      typeName = members[Key.intent.rawValue]?.stringValue
    }
  }
}

extension IntentJSON {
  /// An intent as a document, in the style ``JSONStyle/pretty``; equal intents produce the same
  /// bytes.
  ///
  /// - Parameters:
  ///   - intent: The intent.
  ///   - name: The name of the placed widget; nil for none.
  ///   - schema: Gives the order of object properties; nil to order them by name.
  /// - Throws: `FormatError` for a number that is not finite, which a valid intent does not
  ///   contain.
  public static func text(
    of intent: Intent, name: String? = nil, schema: IntentSchema? = nil
  ) throws(FormatError) -> String {
    try json(of: intent, name: name, schema: schema).text(.pretty)
  }

  /// An intent as a line of a JSON Lines document, without the final line feed.
  ///
  /// - Throws: `FormatError` for a number that is not finite, which a valid intent does not
  ///   contain.
  public static func line(
    of intent: Intent, name: String? = nil, schema: IntentSchema? = nil
  ) throws(FormatError) -> String {
    try json(of: intent, name: name, schema: schema).text(.compact)
  }

  package static func json(of intent: Intent, name: String?, schema: IntentSchema?) -> JSONValue {
    let writer = IntentValueWriter(schema: schema)
    var parameters = JSONObject()
    for parameter in intent.parameters {
      let type = schema?.parameter(named: parameter.name)?.type
      parameters.append(key: parameter.name, value: writer.json(parameter.value, type: type))
    }
    var builder = JSONBuilder<Key>()
    builder.set(.name, name)
    builder.set(.intent, intent.typeName)
    builder.set(.family, intent.family.rawValue)
    builder.set(.parameters, .object(parameters))
    return builder.value
  }
}
