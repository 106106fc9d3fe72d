public import IntentModel
import JSONC

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
    let definition = problems.root().flatMap { DefinitionReader.document($0) }
    return Reading(definition: definition ?? IntentDefinitionFile(), errors: problems.errors)
  }

  /// A definition as text: two-space indent, final newline, the same bytes for the same model.
  ///
  /// - Throws: `FormatError` for a number that is not finite, which no file states.
  public static func text(of definition: IntentDefinitionFile) throws(FormatError) -> String {
    try DefinitionWriter(namespace: definition.namespace).json(definition).text(.pretty)
  }
}
