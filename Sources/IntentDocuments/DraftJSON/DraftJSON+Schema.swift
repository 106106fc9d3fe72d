public import DefinitionFormats
public import IntentModel
import JSONC

extension DraftJSON {
  /// What a stored draft keeps of its definition, as JSON on one line: a definition of that intent alone.
  ///
  /// - Parameter schema: An `answerSchema` of `IntentSchema`.
  /// - Throws: `FormatError` for a number that is not finite, which no file states.
  public static func text(of schema: IntentSchema) throws(FormatError) -> String {
    let document = schema.document
    return try DefinitionJSON.value(of: document, writesAllTags: true).text(.compact)
  }

  /// Reads what ``text(of:)-(IntentSchema)`` has written.
  ///
  /// - Parameters:
  ///   - text: The schema as text.
  ///   - source: The name of the place in messages.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func readSchema(
    _ text: String, source: String = "definition"
  ) throws(FormatErrors) -> IntentSchema {
    let file = try DefinitionJSON.read(Array(text.utf8), file: source, limits: limits).get()
    guard let intent = file.intents.first else {
      throw FormatErrors([FormatError(.missingMember("intents"), file: source)])
    }
    return IntentSchema(intent, in: file)
  }
}
