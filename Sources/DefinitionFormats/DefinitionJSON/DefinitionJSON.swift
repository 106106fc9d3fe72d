public import IntentModel
package import JSONC

/// Intent definitions as JSON that people can write, with the same model as an `.intentdefinition`.
///
///     {
///       "intents": [{
///         "name": "UpNext",
///         "eligibleForWidgets": true,
///         "parameters": [
///           { "name": "mirrorCalendarApp", "type": "boolean", "default": true },
///           { "name": "calendars", "type": "object", "object": "Calendar", "dynamic": true,
///             "multiple": true, "sizes": { "systemSmall": 1, "systemMedium": 3 },
///             "visibleWhen": { "parent": "mirrorCalendarApp",
///                              "predicate": "BooleanHasExactValue", "value": false } }
///         ]
///       }],
///       "types": [{ "name": "Calendar" }]
///     }
///
/// Values that follow a rule can be omitted, and the writer omits them. Tags and indexes are
/// written, because they identify stored answers; only the cases of App Intents have no indexes.
///
/// - A parameter is configurable, and its display priority is its position in the list, from 1. Its
///   tag is the smallest number that no other parameter uses, after `lastTag` if that and other tags
///   are given.
/// - An enum without the case `unknown` gets that case at the front, with index 0. A case has the
///   index after that of the previous case, starting at 1; without a written index, answers are
///   matched only by the name.
/// - An object type has the standard properties. The tags of its own properties are higher than
///   those of the standard properties.
/// - A reference to an enum or type is in the document's namespace.
/// - A text is a string, or `{"text", "id"}` if string tables translate it.
///
/// Where a rule would give a tag or a priority, `null` means that there is none. Writing and reading
/// again gives an equal model, including the keys that it only carries.
public enum DefinitionJSON {
  /// The key of the intents, by which other programs can recognize a definition.
  package static let intentsKey = DefinitionKeys.Root.intents.rawValue

  /// The readable part of a text, and all its errors.
  public struct Reading: Sendable, Hashable {
    /// The definition without its invalid parts; empty if the text is not JSON.
    public var definition: IntentDefinitionFile

    /// The errors in the order of the text; empty if there are none.
    public var errors: [FormatError]

    /// Returns the definition if the text has no errors.
    ///
    /// - Throws: `FormatErrors` if there are errors.
    public func get() throws(FormatErrors) -> IntentDefinitionFile {
      guard errors.isEmpty else { throw FormatErrors(errors) }
      return definition
    }
  }

  /// Reads a definition.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - file: The name of the file in messages.
  ///   - limits: The limits for the text.
  public static func read(
    _ bytes: [UInt8], file: String, limits: FormatLimits = .standard
  ) -> Reading {
    let problems = ProblemList(file: file, bytes: bytes, limits: limits)
    guard let root = problems.root() else {
      return Reading(definition: IntentDefinitionFile(), errors: problems.errors)
    }
    let members = root.value.objectValue
    var definition =
      JSONElementReader.element(
        root, namespace: members?[DefinitionKeys.Root.namespace.rawValue]?.stringValue,
        empty: IntentDefinitionFile(), extras: \.extras
      ) { DefinitionMapping.file(&$0, &$1) } ?? IntentDefinitionFile()
    let schema = members?[DefinitionKeys.Root.schema.rawValue]?.stringValue
    definition.extras = definition.extras.with(schema: schema)
    definition.noteNames()
    return Reading(definition: definition, errors: problems.errors)
  }

  /// A definition as text, in the style ``JSONStyle/pretty``; equal models produce the same bytes.
  ///
  /// Characters that could control a terminal or change the direction of the text around them are
  /// written as escapes.
  ///
  /// - Throws: `FormatError` for a number that is not finite, which no file can contain, and for
  ///   carried values with too many levels.
  public static func text(of definition: IntentDefinitionFile) throws(FormatError) -> String {
    JSONText.escapingControls(in: try value(of: definition).text(.pretty))
  }

  /// A definition as a value; values that follow a rule are omitted, except tags and indexes.
  ///
  /// - Parameter isAsStated: Whether to omit the case indexes that the definition does not give.
  package static func value(
    of definition: IntentDefinitionFile, isAsStated: Bool = false
  ) -> JSONValue {
    var definition = definition
    let (schema, rest) = definition.extras.withoutSchema
    definition.extras = rest
    var object = JSONObject()
    if let schema {
      object.append(key: DefinitionKeys.Root.schema.rawValue, value: .string(schema))
    }
    let members = JSONElementWriter.json(
      definition, namespace: definition.namespace,
      // The cases of App Intents are known by their raw values, and have no numbers.
      writtenNumbers: isAsStated || definition.origin != nil ? .stated : .all,
      extras: \.extras
    ) { DefinitionMapping.file(&$0, &$1) }
    for member in members { object.append(key: member.key, value: member.value) }
    return .object(object)
  }
}
