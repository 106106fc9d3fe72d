public import IntentModel

/// Writes definitions in their formats.
public enum DefinitionConversion {
  /// The bytes of a definition in a format: of a property list as Xcode writes it, of JSON as people do.
  ///
  /// Nothing of the definition is left out: what the model does not know is carried along.
  /// A definition written by hand can be completed with what Xcode always states, and with an
  /// identifier for every text.
  ///
  /// - Throws: `FormatError` for a control character, U+FFFE and U+FFFF, which XML cannot hold, and for
  ///   a number that is not finite, which JSON cannot.
  public static func bytes(
    of file: IntentDefinitionFile, as format: IntentDefinitionReader.Format,
    completing isByHand: Bool = false
  ) throws(FormatError) -> [UInt8] {
    switch format {
    case .propertyList: try DefinitionPlist.bytes(of: isByHand ? madeComplete(file) : file)
    case .json: Array(try DefinitionJSON.text(of: file).utf8)
    }
  }

  private static func madeComplete(_ file: IntentDefinitionFile) -> IntentDefinitionFile {
    DefinitionPlist.completed(file.withMadeIdentifiers())
  }
}
