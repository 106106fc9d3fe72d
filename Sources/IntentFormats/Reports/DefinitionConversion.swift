public import IntentModel

/// Writes definitions in their formats.
public enum DefinitionConversion {
  /// The bytes of a definition in a format: of a property list as Xcode writes it, of JSON as people do.
  ///
  /// Nothing of the definition is left out: what the model does not know is carried along.
  /// - Throws: `FormatError` for a control character, which XML can't hold, and for a number that is
  ///   not finite, which JSON can't.
  public static func bytes(
    of file: IntentDefinitionFile, as format: IntentDefinitionReader.Format
  ) throws(FormatError) -> [UInt8] {
    switch format {
    case .propertyList: try DefinitionPlist.bytes(of: file)
    case .json: Array(try DefinitionJSON.text(of: file).utf8)
    }
  }
}
