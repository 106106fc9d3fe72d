import InputFiles
import IntentModel
import JSONC

/// Reads intent definitions of either format from files: `.intentdefinition` and JSON.
public enum IntentDefinitionReader {
  /// The formats of definitions.
  public enum Format: Sendable, Hashable {
    /// A property list, in XML or binary form.
    case propertyList
    case json
  }

  /// Reads a file, whichever format it holds.
  ///
  /// The format is told by the content; the ending of the name counts where that says nothing.
  /// Links are followed.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which messages name as it is given.
  ///   - limits: What the text may cost.
  /// - Throws: `FormatErrors` if there is no definition: a file that cannot be read,
  ///   that is cut off or no property list or JSON, and JSON with anything wrong in it. What is odd
  ///   about a property list is not an error: it is among the problems of the result.
  public static func read(
    path: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> DefinitionReading {
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
  ///   - file: The name of the file in messages; its ending is a hint at the format.
  ///   - limits: The bounds of what is read.
  /// - Throws: `FormatErrors` as `read(path:)` does.
  public static func read(
    _ bytes: [UInt8], file: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> DefinitionReading {
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

  /// The format of a file: by its first character, else by the ending of its name.
  public static func format(of bytes: [UInt8], file: String) -> Format {
    if PropertyListBinary.isBinary(bytes) { return .propertyList }
    // Of UTF-16 every other byte of the ASCII at the start is zero.
    let ignored: Set<UInt8> = [0, 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
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
    let definition = try DefinitionJSON.read(bytes, file: file, limits: limits).get()
    let positions = DefinitionPositions(json: bytes, of: definition, limits: limits)
    return DefinitionReading(file: definition, problems: [], positions: positions)
  }
}
