public import DefinitionFormats
import Dispatch
import InputFiles
import IntentModel
import Messages
import Synchronization

/// Checks definitions, their string tables and `widget.json` files.
public enum FileCheck {
  /// Checks all files to which the given paths lead, in a single run.
  ///
  /// A folder is searched for `.intentdefinition` files and for widgets, which are folders with a
  /// `widget.json`. If the folder contains neither, its only JSON file is checked as a definition.
  /// A `widget.json`, a string table and a String Catalog are also checked against the definition
  /// next to them. A `.stringsdict` file is not checked at all, and any other file is checked as a
  /// definition with the tables next to it. A file that cannot be read is a finding and does not
  /// stop the run.
  ///
  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - contents: The texts of definitions that are not read from their paths, such as standard
  ///     input.
  ///   - sources: Finds the problems of the sources in a `widget.json`; by default none.
  public static func run(
    paths: [String], contents: [String: [UInt8]] = [:], sources: @escaping SourceCheck = { _ in [] }
  ) -> CheckReport {
    let results = definitions(among: paths, contents)
    var run = CheckRun(contents: contents, sources: sources) {
      results[$0] ?? DefinitionCheck.run(path: $0, contents[$0])
    }
    for path in paths { run.check(path) }
    run.checkReplacedClasses()
    return CheckReport(files: run.files, findings: run.findings)
  }

  /// Checks all definitions to which the given paths lead, in parallel.
  private static func definitions(
    among paths: [String], _ contents: [String: [UInt8]]
  ) -> [String: DefinitionCheck.Result] {
    var found: [String] = []
    var search = CheckRun(contents: contents, sources: { _ in [] }) {
      found.append($0)
      return DefinitionCheck.Result(files: [], findings: [])
    }
    for path in paths { search.check(path) }
    let all = found
    let results = Mutex<[String: DefinitionCheck.Result]>([:])
    DispatchQueue.concurrentPerform(iterations: all.count) { index in
      let result = DefinitionCheck.run(path: all[index], contents[all[index]])
      results.withLock { $0[all[index]] = result }
    }
    return results.withLock { $0 }
  }
}

/// A run over paths.
private struct CheckRun {
  private(set) var files: [String] = []
  private(set) var findings: [CheckFinding] = []
  private var seen = Set<String>()
  /// The first file that declares a class, by the folder of the file and the class.
  private var owners: [[String]: String] = [:]
  /// The definitions that were read, in order.
  private var checked: [(path: String, definition: IntentDefinitionFile)] = []

  /// The texts of definitions that are not read from disk.
  private let contents: [String: [UInt8]]

  /// Finds the problems of sources.
  private let sources: SourceCheck

  /// Checks a definition.
  private let definitionCheck: (String) -> DefinitionCheck.Result

  init(
    contents: [String: [UInt8]], sources: @escaping SourceCheck,
    _ definitionCheck: @escaping (String) -> DefinitionCheck.Result
  ) {
    self.contents = contents
    self.sources = sources
    self.definitionCheck = definitionCheck
  }

  mutating func check(_ path: String) {
    let isProgram = !WidgetFolder(path: path).hasManifest && AppIntentsBundle.isBundle(path)
    if contents[path] != nil || isProgram {
      _ = definition(path)
    } else if WidgetFolder.isFolder(path) {
      let trimmed = FolderSearch.trimmed(path)
      let before = files.count
      let search = FolderSearch(trimmed)
      for element in search.elements {
        switch element {
        case .definition(let path): _ = definition(path)
        case .widget(let folder): widget(folder)
        }
      }
      loose(search.tables)
      if search.isCutOff { report(.searchCutOff(limit: FolderSearch.maximumEntries), at: trimmed) }
      guard files.count == before, !search.isCutOff else { return }
      // The search found nothing, so the definition of the folder can only be a JSON file.
      let definitions = WidgetFolder(path: trimmed).definitions
      if definitions.count == 1 {
        _ = definition(definitions[0])
      } else {
        report(
          definitions.isEmpty ? .noDefinition : .severalDefinitions(names(definitions)), at: trimmed
        )
      }
    } else {
      checkFile(path)
    }
  }

  private mutating func checkFile(_ path: String) {
    if path.split(separator: "/").last.map(String.init) == WidgetFolder.manifestName {
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      let root = folder.isEmpty ? "." : folder.joined(separator: "/")
      let definitions = WidgetFolder(path: root).definitions
      let result = definitions.count == 1 ? definitionCheck(definitions[0]) : nil
      manifest(path, definitions.isEmpty ? .absent : .present(result?.definition))
    } else if DefinitionLocalization.Kind(ofFile: path) != nil {
      table(path)
    } else if path.lowercased().hasSuffix(DefinitionLocalization.pluralsEnding) {
      plurals(path)
    } else {
      _ = definition(path)
    }
  }

  /// Reports that rules for plurals are not read.
  private mutating func plurals(_ path: String) {
    guard seen.insert(path).inserted else { return }
    files.append(path)
    do throws(FileReadingError) {
      _ = try FileReading.bytes(atPath: path)
    } catch {
      findings.append(CheckFinding(FormatError(error)))
      return
    }
    findings.append(
      CheckFinding(
        file: path, severity: .note, code: "plurals-not-read",
        sentence:
          """
          The rules for plurals in a \(DefinitionLocalization.pluralsEnding) file are not read or \
          checked.
          """,
        remedy: "Check it with `plutil -lint`."))
  }

  /// Checks a table by itself, and against the definition next to it.
  private mutating func table(_ path: String) {
    guard seen.insert(path).inserted else { return }
    files.append(path)
    let own = StringTableChecks.findings(inTable: path)
    findings += own
    guard own.allSatisfy({ $0.severity != .error }) else { return }
    let beside = DefinitionLocalization.definitions(besideTable: path)
    guard let definition = beside.own.first else {
      findings +=
        LooseTables(
          [path], of: beside.all.map { ($0, definitionCheck($0).definition) }
        ).findings
      return
    }
    let languages = Set(DefinitionLocalization.contents(ofTable: path).languages)
    for var finding in definitionCheck(definition).findings {
      if StringTableChecks.isSame(finding.file, path) {
        finding.file = path
      } else {
        guard finding.code == CheckFinding.missingTranslation,
          !languages.isDisjoint(with: finding.languages)
        else { continue }
        finding.keep(languages: languages)
      }
      if !own.contains(finding) { findings.append(finding) }
    }
  }

  /// Reports the tables in a folder that belong to no definition but have keys of a checked one.
  private mutating func loose(_ tables: [String]) {
    let others = tables.filter { !seen.contains($0) }
    guard !others.isEmpty else { return }
    findings += LooseTables(others, of: checked.map { ($0.path, $0.definition) }).findings
  }

  private mutating func definition(_ path: String) -> DefinitionCheck.Result? {
    guard seen.insert(path).inserted else { return nil }
    let result = definitionCheck(path)
    if let definition = result.definition {
      let twice = duplicateClasses(in: definition, at: path)
      findings += twice
      checked.append((path, definition))
    }
    files += result.files.filter { $0 == path || seen.insert($0).inserted }
    findings += result.findings
    return result
  }

  /// Reports App Intents that replace an unknown class, if a checked definition has a class with a
  /// similar name.
  mutating func checkReplacedClasses() {
    let classes = checked.filter { $0.definition.origin == nil }
      .flatMap { $0.definition.intents.map(\.typeName) }
    for (path, definition) in checked where definition.origin != nil {
      for intent in definition.intents {
        guard let name = intent.replacedClass, !classes.contains(name),
          let nearest = nearestName(to: name, among: classes)
        else { continue }
        findings.append(
          CheckFinding(
            file: path, line: 1, column: 1, severity: .warning, code: "unknown-replaced-class",
            sentence:
              """
              The class “\(name: name)” in `intentClassName` is in no definition that was checked, so \
              placed widgets do not move to the intent.
              """, remedy: .didYouMean(name: nearest)))
      }
    }
  }

  /// The findings about classes that an earlier definition in the same folder also has.
  ///
  /// Files with the same name whose paths differ only in `.lproj` folders are copies, so they are
  /// not reported.
  private mutating func duplicateClasses(
    in definition: IntentDefinitionFile, at path: String
  ) -> [CheckFinding] {
    let steps = path.split(separator: "/").map(String.init)
    let folder = steps.dropLast().filter { !$0.hasSuffix(DefinitionLocalization.folderEnding) }
    let file = steps.last ?? ""
    var names: [String: [String]] = [:]
    for intent in definition.intents where !intent.name.isEmpty {
      let owner = owners[folder + [intent.typeName]] ?? file
      owners[folder + [intent.typeName]] = owner
      if owner != file { names[owner, default: []].append(intent.typeName) }
    }
    return names.sorted { $0.key < $1.key }.map { owner, names in
      CheckFinding(
        file: path, line: 1, column: 1, severity: .warning, code: "duplicate-class",
        sentence:
          """
          \(names.count, one: "The class", other: "The classes") \
          \(list: names.map { Message.quoted($0) }) \(names.count, one: "is", other: "are") in \
          \(name: owner) as well, and placed widgets store only the name of the class.
          """,
        remedy:
          """
          Keep \(names.count, one: "the intent", other: "each intent") in one of the files, or put \
          them into different targets.
          """)
    }
  }

  private mutating func manifest(_ path: String, _ definition: ManifestChecks.Definition) {
    guard seen.insert(path).inserted else { return }
    files.append(path)
    findings += ManifestChecks(path: path, definition: definition, sources: sources).run()
  }

  /// Checks the definition of a widget first, then its manifest.
  private mutating func widget(_ folder: WidgetFolder) {
    let definitions = folder.definitions
    let results = definitions.compactMap { definition($0) }
    let only = definitions.count == 1 ? results.first?.definition : nil
    manifest(folder.manifestPath, definitions.isEmpty ? .absent : .present(only))
    if definitions.count > 1 {
      report(.severalDefinitions(names(definitions)), at: folder.manifestPath)
    }
  }

  private func names(_ paths: [String]) -> [String] {
    paths.map { String($0.split(separator: "/").last ?? "") }
  }

  private mutating func report(_ problem: ManifestProblem, at path: String) {
    findings.append(
      CheckFinding(file: path, severity: problem.severity, statement: problem.statement))
  }
}
