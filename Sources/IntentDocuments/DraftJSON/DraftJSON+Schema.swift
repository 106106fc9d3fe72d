public import DefinitionFormats
public import IntentModel
import JSONC

extension DraftJSON {
  /// The part of a definition that a stored draft needs: only its intent, as JSON on one line.
  ///
  /// - Parameter schema: The schema to store: the `answerSchema` of an `IntentSchema`.
  /// - Throws: `FormatError` for a number that is not finite, which no file can contain.
  public static func text(of schema: IntentSchema) throws(FormatError) -> String {
    let document = schema.document
    return try DefinitionJSON.value(of: document, isAsStated: true).text(.compact)
  }

  /// Reads the text that ``text(of:)-(IntentSchema)`` writes.
  ///
  /// - Parameters:
  ///   - text: The schema as text.
  ///   - source: The name of the source in messages.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func readSchema(
    _ text: String, source: String = "definition"
  ) throws(FormatErrors) -> IntentSchema {
    let file = try DefinitionJSON.read(Array(text.utf8), file: source, limits: limits).get()
    guard let intent = file.intents.first else {
      throw FormatErrors([FormatError(.missingMember(DefinitionJSON.intentsKey), file: source)])
    }
    return IntentSchema(intent, in: file)
  }
}
