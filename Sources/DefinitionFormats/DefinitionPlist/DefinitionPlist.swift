public import IntentModel
import JSONC
import Messages

/// Intent definitions as property lists: the `.intentdefinition` files of Xcode.
///
/// Everything that the model supports is read and written. Unknown or invalid values are carried in
/// the extras of each element, so a file in Xcode's layout is preserved byte for byte, and editing
/// one value changes one line.
public enum DefinitionPlist {
  /// Reads the definition in a property list, and reports all problems.
  ///
  /// Only a root that is not a dictionary is an error; problems below it never are.
  ///
  /// - Throws: `FormatError` for an invalid root.
  package static func read(
    _ document: PropertyListDocument, file name: String
  ) throws(FormatError) -> DefinitionReading {
    let positions = DefinitionPositions(document)
    guard case .dictionary(let root) = document.value else {
      throw FormatError(wrongRoot: document, file: name)
    }
    let problems = DefinitionProblems()
    var reader = PropertyListElementReader(
      root, prefix: DefinitionKeys.Prefix.root, path: [], problems: problems)
    var file = IntentDefinitionFile()
    DefinitionMapping.file(&file, &reader)
    file.extras = reader.extras
    if !DefinitionMapping.isDefinition(root) { problems.report(.notADefinition, at: []) }
    let errors = problems.all.kept.map { FormatError($0, in: document, file: name) }
    let rest = problems.all.remark.map { FormatError(.notListed($0), file: name) }
    return DefinitionReading(
      file: file, problems: errors.inFileOrder + [rest].compactMap { $0 }, positions: positions)
  }

  /// A definition completed with the values that Xcode writes in every file.
  ///
  /// These are the lists, even if they are empty, and the format version. Values that the
  /// definition already has are unchanged.
  public static func completed(_ file: IntentDefinitionFile) -> IntentDefinitionFile {
    var file = file
    file.extras.writtenDefaults.formUnion(DefinitionMapping.lists)
    file.modelVersion = file.modelVersion ?? "1.2"
    return file
  }

  /// The property list of a definition.
  package static func value(of file: IntentDefinitionFile) -> PropertyListValue {
    .dictionary(
      PropertyListElementWriter.dictionary(
        of: file, prefix: DefinitionKeys.Prefix.root, extras: \.extras
      ) { DefinitionMapping.file(&$0, &$1) })
  }

  /// The bytes of a definition, in the format that Xcode writes.
  ///
  /// - Throws: `FormatError` for a text with a character that XML does not allow.
  public static func bytes(of file: IntentDefinitionFile) throws(FormatError) -> [UInt8] {
    do throws(PropertyListWritingError) {
      return try PropertyListXML.bytes(of: value(of: file))
    } catch {
      throw FormatError(error)
    }
  }
}

/// A definition that was read, with its problems and the positions of its elements.
public struct DefinitionReading: Sendable {
  /// The definition.
  public let file: IntentDefinitionFile

  /// The values that the model does not support, with positions, in file order; empty if there are
  /// none.
  public let problems: [FormatError]

  /// The positions of the model's elements in the file.
  public let positions: DefinitionPositions
}

extension DefinitionMapping {
  /// The keys of the lists in a property list, each of which identifies a definition.
  static let lists = [Keys.Root.intents, .enums, .types].map {
    $0.propertyList(after: Prefix.root)
  }

  /// Whether a root has any key that identifies a definition.
  static func isDefinition(_ root: PropertyListDictionary) -> Bool {
    lists.contains { root[$0] != nil }
  }
}

extension FormatError {
  /// A problem with its position: the position of the value, or of the dictionary that lacks a key.
  init(_ problem: DefinitionProblem, in document: PropertyListDocument, file: String) {
    let isXML = document.form == .xml
    let place = isXML ? document.sourceMap.nearestPosition(of: problem.path) : nil
    self.init(
      file: file, line: place?.line, column: place?.column, statement: problem.statement)
  }

  /// The error for a root that is not a dictionary.
  init(wrongRoot document: PropertyListDocument, file: String) {
    let rule = DefinitionProblem.Rule.wrongType(
      expected: PropertyListKind.dictionary.phrase, found: document.value.kind)
    self.init(DefinitionProblem(rule: rule, path: []), in: document, file: file)
    code = "wrong-root"
  }

  /// A text that XML does not allow.
  init(_ error: PropertyListWritingError) {
    self.init(
      file: error.path.description, code: JSONWritingError.code,
      sentence:
        """
        The text has the character \(codePoint(error.character.value)), which XML does not allow.
        """,
      remedy: .removeIt)
  }
}

extension [FormatError] {
  /// The errors by line and column; errors at the same position keep their order.
  var inFileOrder: [FormatError] {
    enumerated().sorted { left, right in
      (left.element.line ?? 0, left.element.column ?? 0, left.offset)
        < (right.element.line ?? 0, right.element.column ?? 0, right.offset)
    }.map(\.element)
  }
}
