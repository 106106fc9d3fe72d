import InputFiles
import IntentModel
import JSONC

/// Reads intent definitions: `.intentdefinition`, JSON, and the output of builds of App Intents.
public enum IntentDefinitionReader {
  /// The format of a definition.
  public enum Format: Sendable, Hashable {
    /// A property list, in XML or binary form.
    case propertyList
    /// JSON, in the form of this package.
    case json
  }

  /// Reads a file in either format, or a built program with App Intents: an app, an extension, an
  /// `.ipa`, or their metadata.
  ///
  /// The content determines the format, or else the file extension does. Links are followed.
  ///
  /// - Parameters:
  ///   - path: The path of the file; messages show it unchanged.
  ///   - limits: The limits for the text.
  ///
  /// - Throws: `FormatErrors` if the file cannot be read, is truncated, or is not a property list
  ///   or JSON, and for any problem in JSON. A problem inside a property list is not an error: it
  ///   is among the problems of the result.
  public static func read(
    path: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> DefinitionReading {
    if let bundle = AppIntentsBundle(path: path) {
      let definition = try bundle.definition(path: path, limits: limits)
      return DefinitionReading(file: definition, problems: [], positions: .none)
    }
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.bytes(atPath: path, limit: limits.maximumBytes)
    } catch {
      throw FormatErrors([FormatError(error)])
    }
    return try read(bytes, file: path, limits: limits)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - file: The name of the file in messages; its extension is a hint about the format.
  ///   - limits: The limits for the text.
  /// - Throws: `FormatErrors`, as for `read(path:)`.
  public static func read(
    _ bytes: [UInt8], file: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> DefinitionReading {
    let marks = MergeMarkers.errors(in: bytes, file: file)
    guard marks.isEmpty else { throw FormatErrors(marks) }
    switch format(of: bytes, file: file) {
    case .propertyList:
      do throws(FormatError) {
        return try readPropertyList(bytes, file: file, limits: limits)
      } catch {
        throw FormatErrors([error])
      }
    case .json: return try readJSON(bytes, file: file, limits: limits)
    }
  }

  /// The format of a file, according to its first character, or else to its extension.
  public static func format(of bytes: [UInt8], file: String) -> Format {
    if PropertyListBinary.isBinary(bytes) { return .propertyList }
    // In UTF-16, every second byte of ASCII characters at the start is zero.
    let ignored = Set([0, 0x09, 0x0A, 0x0D, 0x20, 0xFE, 0xFF] + FileReading.utf8Mark)
    switch bytes.first(where: { !ignored.contains($0) }) {
    case UInt8(ascii: "<"): return .propertyList
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    default: return file.lowercased().hasSuffix(".json") ? .json : .propertyList
    }
  }

  private static func readPropertyList(
    _ bytes: [UInt8], file: String, limits: FormatLimits
  ) throws(FormatError) -> DefinitionReading {
    let document: PropertyListDocument
    do throws(PropertyListError) {
      let limits = PropertyListLimits(bytes: limits.maximumBytes)
      document = try PropertyListDocument(bytes: bytes, limits: limits)
    } catch {
      throw FormatError(error, file: file)
    }
    return try DefinitionPlist.read(document, file: file)
  }

  private static func readJSON(
    _ bytes: [UInt8], file: String, limits: FormatLimits
  ) throws(FormatErrors) -> DefinitionReading {
    if let definition = AppIntentsFile.definition(in: bytes, file: file, limits: limits) {
      return DefinitionReading(file: definition, problems: [], positions: .none)
    }
    let definition = try DefinitionJSON.read(bytes, file: file, limits: limits).get()
    let positions = positions(inJSON: bytes, of: definition, file: file, limits: limits)
    return DefinitionReading(file: definition, problems: [], positions: positions)
  }

  /// The positions of elements in JSON; empty for JSON that represents Swift source.
  static func positions(
    inJSON bytes: [UInt8], of definition: IntentDefinitionFile, file: String, limits: FormatLimits
  ) -> DefinitionPositions {
    // The program that reads Swift prints JSON that the user never sees.
    let isOther = file.hasSuffix(".swift") || !file.contains(".")
    if definition.origin?.format == .swift, isOther, !file.contains(" input") { return .none }
    return DefinitionPositions(json: bytes, of: definition, limits: limits)
  }
}
