public import IntentModel
import Messages

/// Intent definitions as property lists: the `.intentdefinition` files of Xcode.
///
/// What the model knows is read into it and written from it. What it does not know, and what it
/// knows but cannot take, is carried in the extras of each element, so that a file in Xcode's layout
/// comes back byte for byte, and an edit of one value changes one line.
public enum DefinitionPlist {
  /// The definition in a property list, with everything that is odd about it.
  ///
  /// Only a root that is not a dictionary is refused; problems below it never are.
  /// - Throws: `FormatError` for a wrong root.
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

  /// A definition with what Xcode states in every file, for one that comes from elsewhere.
  ///
  /// These are the three lists, also when they are empty, and the version of the format. Whatever
  /// the definition states itself stays.
  public static func completed(_ file: IntentDefinitionFile) -> IntentDefinitionFile {
    var file = file
    let lists: [DefinitionKeys.Root] = [.enums, .intents, .types]
    file.extras.writtenDefaults.formUnion(
      lists.map { $0.propertyList(after: DefinitionKeys.Prefix.root) })
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

  /// The bytes of a definition, as Xcode writes them.
  ///
  /// - Throws: `FormatError` for a text with a character that XML cannot hold.
  public static func bytes(of file: IntentDefinitionFile) throws(FormatError) -> [UInt8] {
    do throws(PropertyListWritingError) {
      return try PropertyListXML.bytes(of: value(of: file))
    } catch {
      throw FormatError(error)
    }
  }
}

/// What reading a definition yields: the model, what is odd about the file, and where things stand.
public struct DefinitionReading: Sendable {
  /// The definition; what the model cannot take is carried in its extras.
  public let file: IntentDefinitionFile

  /// What the model cannot take, with its places, in the order of the file; empty for a sound one.
  public let problems: [FormatError]

  /// Where the elements of the model stand in the file.
  public let positions: DefinitionPositions
}

extension DefinitionMapping {
  /// Whether a root has any of the keys that make a definition.
  static func isDefinition(_ root: PropertyListDictionary) -> Bool {
    [Keys.Root.intents, .enums, .types].contains {
      root[$0.propertyList(after: Prefix.root)] != nil
    }
  }
}

extension FormatError {
  /// A problem with its place: that of the value, or of the dictionary that lacks a key.
  init(_ problem: DefinitionProblem, in document: PropertyListDocument, file: String) {
    let isXML = document.form == .xml
    let place = isXML ? document.sourceMap.nearestPosition(of: problem.path) : nil
    self.init(
      file: file, line: place?.line, column: place?.column, code: problem.code,
      sentence: problem.message, remedy: problem.advice)
  }

  /// The error of a root that is not a dictionary.
  init(wrongRoot document: PropertyListDocument, file: String) {
    let rule = DefinitionProblem.Rule.wrongType(
      expected: PropertyListKind.dictionary.phrase, found: document.value.kind)
    self.init(DefinitionProblem(rule: rule, path: []), in: document, file: file)
    code = "wrong-root"
  }

  /// A text that cannot be written.
  init(_ error: PropertyListWritingError) {
    self.init(
      file: error.path.description, code: "not-writable",
      sentence: .plistCannotHold(character: codePoint(error.character.value)), remedy: .removeIt)
  }
}

extension [FormatError] {
  /// The errors by line and column; of one place, as they were found.
  var inFileOrder: [FormatError] {
    enumerated().sorted { left, right in
      (left.element.line ?? 0, left.element.column ?? 0, left.offset)
        < (right.element.line ?? 0, right.element.column ?? 0, right.offset)
    }.map(\.element)
  }
}
