public import IntentModel
import Messages

/// Writes definitions in their formats.
public enum DefinitionConversion {
  /// The bytes of a definition in a format: a property list in Xcode's form, or JSON in this
  /// module's form.
  ///
  /// The complete definition is written, including carried values that the model does not support.
  /// A definition that Xcode did not write can be completed with the values that Xcode always
  /// writes, and with an identifier for every text.
  ///
  /// - Throws: `FormatError` for a definition of App Intents as a property list, for a character that
  ///   XML does not allow, and in JSON for a number that is not finite and for too many levels.
  public static func bytes(
    of file: IntentDefinitionFile, as format: IntentDefinitionReader.Format,
    completing isByHand: Bool = false
  ) throws(FormatError) -> [UInt8] {
    if format == .propertyList, let (sentence, remedy) = partOfAppIntents(in: file) {
      throw FormatError(
        file: "App Intents", code: "only-app-intents", sentence: sentence, remedy: remedy)
    }
    return switch format {
    case .propertyList: try DefinitionPlist.bytes(of: isByHand ? madeComplete(file) : file)
    case .json: Array(try DefinitionJSON.text(of: file).utf8)
    }
  }

  /// The first part that a property list cannot contain, and what to do about it; nil if there is
  /// none.
  private static func partOfAppIntents(
    in file: IntentDefinitionFile
  ) -> (sentence: Message, remedy: Message)? {
    func orLeaveOut(_ key: some DefinitionElementKey) -> Message {
      "Write JSON, or leave out “\(key.rawValue)”."
    }
    if file.origin != nil {
      return (
        """
        The definition is from App Intents, and a property list cannot hold its summary, its sizes \
        and its names.
        """,
        "Write JSON, which holds all of it."
      )
    }
    if file.intents.contains(where: { !$0.supportedModes.isEmpty }) {
      return (
        "A property list has no key for the ways in which an App Intents action can run.",
        orLeaveOut(DefinitionKeys.Intent.supportedModes)
      )
    }
    let parameters = file.intents.flatMap(\.parameters)
    if parameters.contains(where: \.isDefaultUnknown) {
      return (
        "A property list has no key for an App Intents default that was not read.",
        orLeaveOut(DefinitionKeys.Parameter.defaultNotRead)
      )
    }
    if parameters.contains(where: { !$0.dependencies.isEmpty }) {
      return (
        "A property list has no key for the parameters on which the choices of a parameter depend.",
        orLeaveOut(DefinitionKeys.Parameter.dependsOn)
      )
    }
    let types =
      parameters.map(\.type)
      + file.types.flatMap { $0.properties.map(\.type) }
    for type in types {
      switch type {
      case .boolean(let metadata) where metadata.defaultValue == nil:
        return (
          "A property list cannot hold a Boolean without a default.",
          "Write JSON, or write the default as true or false."
        )
      case .timeInterval(let metadata) where metadata.isNative:
        return (
          "A property list cannot hold a duration of Swift's type `Duration`.",
          orLeaveOut(DefinitionKeys.Parameter.native)
        )
      case .enumeration(let reference, _) where reference.supportedCases != nil:
        return (
          "A property list cannot limit a parameter to some cases of its enum.",
          orLeaveOut(DefinitionKeys.Parameter.supportedValues)
        )
      default: continue
      }
    }
    return nil
  }

  /// The bytes of a definition as JSON that the reader accepts.
  ///
  /// - Parameter path: The name of the definition's file in messages.
  /// - Throws: `FormatErrors` with the parts that JSON cannot represent, such as an intent without
  ///   a name.
  package static func readableJSON(
    of file: IntentDefinitionFile, path: String
  ) throws(FormatErrors) -> [UInt8] {
    let written: [UInt8]
    do throws(FormatError) {
      written = try bytes(of: file, as: .json)
    } catch {
      throw FormatErrors([error])
    }
    let errors = DefinitionJSON.read(written, file: path).errors
    guard errors.isEmpty else {
      // The positions are in generated text that the user has not seen.
      throw FormatErrors(
        errors.map {
          FormatError(
            file: $0.pointer.map { "\(path)#\($0)" } ?? path, statement: $0.statement)
        })
    }
    return written
  }

  private static func madeComplete(_ file: IntentDefinitionFile) -> IntentDefinitionFile {
    DefinitionPlist.completed(file.withMadeIdentifiers())
  }
}

extension IntentDefinitionFile {
  /// Whether a definition that was read from a format was handwritten.
  ///
  /// Xcode writes the model version to every file, so a JSON definition without one was
  /// handwritten.
  package func isHandwritten(in format: IntentDefinitionReader.Format) -> Bool {
    format == .json && modelVersion == nil
  }
}
