public import IntentModel
package import JSONC

/// Intent definitions as JSON that people can write: the same model as an `.intentdefinition`.
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
/// What can be left out follows a rule, and only what differs from its rule is written:
///
/// - a parameter is configurable, its display priority is its place in the list, from 1, and its
///   tag the smallest number not used by another;
/// - an enum without a case `unknown` gets one with the index 0 in front, a case has the index
///   after that of the case before it, from 1;
/// - an object type has the four properties of every type, and its own have tags from 100;
/// - a reference to an enum or type is in the document's own namespace;
/// - a text is a string, or `{"text", "id"}` where string tables translate it.
///
/// Where a rule gives a number, `null` means none. Writing and reading again gives an equal model,
/// with the keys it only carries.
public enum DefinitionJSON {
  /// What could be read of a text, and everything that is wrong with it.
  public struct Reading: Sendable, Hashable {
    /// The document without its wrong parts; empty if the text is not JSON.
    public var definition: IntentDefinitionFile

    /// The errors in the order of the text; empty for a flawless one.
    public var errors: [FormatError]

    /// The document of a flawless text.
    ///
    /// - Throws: `FormatErrors` where something is wrong.
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
  ///   - limits: What the text may cost.
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
    return Reading(definition: definition, errors: problems.errors)
  }

  /// A definition as text: two-space indent, final newline, the same bytes for the same model.
  ///
  /// - Throws: `FormatError` for a number that is not finite, which no file states.
  public static func text(of definition: IntentDefinitionFile) throws(FormatError) -> String {
    try value(of: definition).text(.pretty)
  }

  /// A definition as a value; what follows from a rule is left out.
  ///
  /// - Parameter writesAllTags: Whether every tag of a parameter is written, even where the rule gives
  ///   the same one.
  package static func value(
    of definition: IntentDefinitionFile, writesAllTags: Bool = false
  ) -> JSONValue {
    var definition = definition
    let (schema, rest) = definition.extras.withoutSchema
    definition.extras = rest
    var object = JSONObject()
    if let schema {
      object.append(key: DefinitionKeys.Root.schema.rawValue, value: .string(schema))
    }
    let members = JSONElementWriter.json(
      definition, namespace: definition.namespace, writesAllTags: writesAllTags,
      extras: \.extras
    ) { DefinitionMapping.file(&$0, &$1) }
    for member in members { object.append(key: member.key, value: member.value) }
    return .object(object)
  }
}
