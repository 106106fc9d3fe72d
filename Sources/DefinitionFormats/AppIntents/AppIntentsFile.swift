import IntentModel
import JSONC

/// Detects whether a JSON text declares App Intents, and reads it.
package enum AppIntentsFile {
  /// The extension of files with App Intents metadata.
  package static let metadataEnding = ".actionsdata"
  /// The extension of files with the constants that the compiler extracts.
  package static let constantsEnding = ".swiftconstvalues"

  /// The definition in the output of an App Intents build; nil for any other text, and for invalid
  /// JSON, which other readers report.
  static func definition(
    in bytes: [UInt8], file: String, limits: FormatLimits
  ) -> IntentDefinitionFile? {
    guard let literals = literals(in: bytes, file: file, limits: limits) else { return nil }
    return AppIntentsDefinition.definition(of: literals)
  }

  /// The declarations in the output of an App Intents build; nil for any other text.
  ///
  /// - Parameter isKnown: Whether the file's location already shows that a build wrote it.
  static func literals(
    in bytes: [UInt8], file: String, limits: FormatLimits, isKnown: Bool = false
  ) -> AppIntentsLiterals? {
    let isNamed =
      isKnown || file.hasSuffix(metadataEnding) || file.hasSuffix(constantsEnding)
    guard isNamed || looksBuilt(bytes) else { return nil }
    guard let value = try? JSONText.parse(bytes, limits: limits.json) else { return nil }
    if MetadataReader.accepts(value) { return MetadataReader.literals(of: value) }
    if ConstantsReader.accepts(value) { return ConstantsReader.literals(of: value) }
    return nil
  }

  /// Whether a text contains a key of one of the outputs of a build, so parsing it is worthwhile.
  private static func looksBuilt(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { text in
      [MetadataReader.actionsKey, ConstantsReader.typeNameKey].contains { key in
        Array("\"\(key)\"".utf8).withUnsafeBytes { text.firstRange(of: $0) != nil }
      }
    }
  }
}
