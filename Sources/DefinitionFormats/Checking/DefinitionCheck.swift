import InputFiles
package import IntentModel
import Messages

/// Checks a definition file and the string tables next to it.
package struct DefinitionCheck {
  /// The result of checking a file.
  package struct Result: Sendable {
    /// The file and the examined tables.
    package var files: [String]
    package var findings: [CheckFinding]
    /// The definition; nil if only a part was readable, because an element that seems to be missing
    /// may be in the unreadable rest.
    package var definition: IntentDefinitionFile?

    /// Makes a result.
    package init(
      files: [String], findings: [CheckFinding], definition: IntentDefinitionFile? = nil
    ) {
      self.files = files
      self.findings = findings
      self.definition = definition
    }
  }

  /// Whether a rule applies only to a complete file: it reports that something is missing, but the
  /// unread part of a damaged file may contain it.
  private static func needsWholeFile(_ rule: DefinitionFinding.Rule) -> Bool {
    switch rule {
    case .danglingEnum, .danglingType, .foreignNamespace, .danglingParent, .noParameters, .noRow,
      .noIntents, .noWidgetIntent:
      true
    default: false
    }
  }

  /// Checks a file; if it is damaged, checks the readable part.
  ///
  /// - Parameter content: The text of the file; nil to read it from the path.
  package static func run(path: String, _ content: [UInt8]? = nil) -> Result {
    if content == nil, let bundle = AppIntentsBundle(path: path) {
      do throws(FormatErrors) {
        return built(try bundle.definition(path: path), path: path)
      } catch {
        return Result(files: [path], findings: error.errors.map { CheckFinding($0) })
      }
    }
    let bytes: [UInt8]
    do throws(FileReadingError) {
      if let content { bytes = content } else { bytes = try FileReading.bytes(atPath: path) }
    } catch {
      return Result(files: [path], findings: [CheckFinding(FormatError(error))])
    }
    let marks = MergeMarkers.errors(in: bytes, file: path)
    guard marks.isEmpty else {
      // The conflict is unresolved, so there are no other findings.
      return Result(files: [path], findings: marks.map { CheckFinding($0) })
    }
    switch IntentDefinitionReader.format(of: bytes, file: path) {
    case .propertyList: return propertyList(bytes, path: path)
    case .json: return json(bytes, path: path)
    }
  }

  private static func propertyList(_ bytes: [UInt8], path: String) -> Result {
    do throws(FormatErrors) {
      return whole(try IntentDefinitionReader.read(bytes, file: path), path: path)
    } catch {
      let errors = error.errors.map { CheckFinding($0) }
      // The part before the error can be a complete file, followed by other text.
      if let before = PropertyListSalvage.wholePart(of: bytes),
        let reading = try? IntentDefinitionReader.read(before, file: path)
      {
        let result = whole(reading, path: path)
        return Result(files: result.files, findings: errors + result.findings)
      }
      guard let salvaged = PropertyListSalvage.bytes(of: bytes),
        let reading = try? IntentDefinitionReader.read(salvaged, file: path)
      else { return Result(files: [path], findings: errors) }
      return Result(files: [path], findings: errors + part(reading, path: path))
    }
  }

  private static func json(_ bytes: [UInt8], path: String) -> Result {
    if let file = AppIntentsFile.definition(in: bytes, file: path, limits: .standard) {
      return built(file, path: path)
    }
    let reading = DefinitionJSON.read(bytes, file: path)
    let positions = IntentDefinitionReader.positions(
      inJSON: bytes, of: reading.definition, file: path, limits: .standard)
    let result = DefinitionReading(
      file: reading.definition, problems: reading.errors, positions: positions)
    if reading.errors.isEmpty { return whole(result, path: path) }
    return Result(
      files: [path],
      findings: reading.errors.map { CheckFinding($0, severity: .error) }
        + part(result, path: path))
  }

  /// Checks a definition that was read from a built program, which has its own string tables.
  private static func built(_ file: IntentDefinitionFile, path: String) -> Result {
    let reading = DefinitionReading(file: file, problems: [], positions: .none)
    return Result(files: [path], findings: model(reading, path: path), definition: file)
  }

  private static func whole(_ reading: DefinitionReading, path: String) -> Result {
    // If a file is not a definition, it is unknown which tables belong to it.
    let notADefinition = DefinitionProblem(rule: .notADefinition, path: []).code
    guard !reading.problems.contains(where: { $0.code == notADefinition }) else {
      return Result(
        files: [path],
        findings: reading.problems.map { CheckFinding($0) } + part(reading, path: path))
    }
    let tables = StringTableChecks(of: reading, path: path).run()
    return Result(
      files: [path] + tables.files,
      findings: reading.problems.map { CheckFinding($0) }
        + model(reading, path: path) + tables.findings,
      definition: reading.file)
  }

  private static func part(_ reading: DefinitionReading, path: String) -> [CheckFinding] {
    model(reading, path: path, isWhole: false)
  }

  private static func model(
    _ reading: DefinitionReading, path: String, isWhole: Bool = true
  ) -> [CheckFinding] {
    let found = reading.file.findings.filter { isWhole || !needsWholeFile($0.rule) }
      .mostSevere(\.severity)
    let findings =
      found.listed.map { CheckFinding($0, in: reading, file: path) }
      + found.omitted.map { CheckFinding.rest($0.value, of: $0.key, in: path) }
    // A definition of App Intents keeps the display of its cases in the extras, so it is not
    // checked for unknown keys.
    guard reading.file.origin == nil else { return findings }
    let keys = UnknownKeyChecks(file: reading.file, positions: reading.positions, path: path)
    return findings + keys.run()
  }
}
