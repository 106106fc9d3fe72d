import IntentModel
import JSONC

/// Finds out whether a JSON text declares App Intents, and reads it.
enum AppIntentsFile {
  /// The definition of a text that a build of App Intents wrote; nil for any other text.
  ///
  /// - Throws: `FormatErrors` for such a text that is not JSON.
  static func definition(
    in bytes: [UInt8], file: String, limits: FormatLimits
  ) throws(FormatErrors) -> IntentDefinitionFile? {
    guard let literals = try literals(in: bytes, file: file, limits: limits) else { return nil }
    return AppIntentsDefinition.definition(of: literals)
  }

  /// What such a text declares; nil for any other text.
  static func literals(
    in bytes: [UInt8], file: String, limits: FormatLimits
  ) throws(FormatErrors) -> AppIntentsLiterals? {
    let isNamed = file.hasSuffix(".actionsdata") || file.hasSuffix(".swiftconstvalues")
    guard isNamed || looksBuilt(bytes) else { return nil }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONText.parse(bytes, limits: limits.json)
    } catch {
      // Other readers report what is wrong with a text that is not JSON.
      return nil
    }
    if MetadataReader.accepts(value) { return MetadataReader.literals(of: value) }
    if ConstantsReader.accepts(value) { return ConstantsReader.literals(of: value) }
    return nil
  }

  /// What several files of constants declare together: the compiler writes one for each source file.
  static func literals(ofConstants files: [[UInt8]], limits: FormatLimits) -> AppIntentsLiterals {
    let types = files.compactMap { try? JSONText.parse($0, limits: limits.json).arrayValue }
    return ConstantsReader.literals(of: .array(Array(types.joined())))
  }

  /// Whether a text has the words of a built file, so that it is worth reading twice.
  private static func looksBuilt(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { text in
      ["mangledTypeName", "\"actions\"", "\"typeName\""].contains { word in
        Array(word.utf8).withUnsafeBytes { text.firstRange(of: $0) != nil }
      }
    }
  }
}
