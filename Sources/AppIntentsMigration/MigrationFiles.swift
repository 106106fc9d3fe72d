package import DefinitionFormats
import Foundation
import InputFiles
import IntentModel
import Messages
import WidgetFormats

/// The files of a project before and after its migration.
package struct MigrationFiles {
  /// The old definitions.
  package private(set) var definitions: [MigratedDefinition] = []

  /// The code before and after, with the widgets of manifests and the string tables.
  package private(set) var sources = MigrationSources(AppIntentsSource([]))

  /// The paths of all files that were read, in order, without the string tables.
  package private(set) var paths: [String] = []

  /// The limit for the size of a file with code, in bytes.
  static let maximumBytes = 8 << 20

  /// The limit for the size of all files with code, in bytes.
  static let maximumBytesOfAll = 256 << 20

  /// The limit for the number of files with code.
  private static let maximumFiles = 20_000

  /// The limit for the number of entries in the folders.
  private static let maximumEntries = 500_000

  /// The folders that contain third-party code or the output of builds.
  private static let ignoredFolders: Set<String> = [
    "Carthage", "DerivedData", "Pods", "build", "node_modules",
  ]

  /// Reads the definitions in the first path, and the files with code in all paths.
  ///
  /// - Parameters:
  ///   - old: A definition, the folder of a widget, or the folder of the old project.
  ///   - new: Swift files, or folders that contain them; empty to use those of the old path.
  /// - Throws: `FormatErrors` with everything that cannot be read; if some definitions can be read,
  ///   the others are findings instead.
  package init(old: String, new paths: [String]) throws(FormatErrors) {
    var errors: [FormatError] = []
    let isFolder = WidgetFolder.isFolder(old)
    let before = isFolder ? Self.files(in: old) : ProjectFiles()
    let names = isFolder ? Self.definitions(in: old, before) : [old]
    // A folder that is given twice counts as one project.
    var seen: Set = [XcodeTargets.resolved(old)]
    let new = paths.filter { seen.insert(XcodeTargets.resolved($0)).inserted }
    var unreadable: [FormatError] = []
    for path in names {
      do throws(FormatErrors) {
        let reading = try IntentDefinitionReader.read(path: path)
        definitions.append(
          MigratedDefinition(
            reading.file, positions: reading.positions, path: path,
            localizations: DefinitionLocalization.readAll(beside: path)))
      } catch { unreadable += error.errors }
    }
    // If some definitions can be read, they are compared without the others.
    if definitions.isEmpty { errors += unreadable }
    let after = new.map { path in (path, Self.files(in: path)) }
    if !new.isEmpty, let excess = before.excess {
      errors.append(Self.tooLarge(excess, of: old))
    }
    for (path, files) in new.isEmpty ? [(old, before)] : after where files.swift.isEmpty {
      errors.append(
        files.excess.map { Self.tooLarge($0, of: path) } ?? Self.noSource(in: path))
    }
    let oldTexts = Self.texts(of: before.code, in: old, &errors)
    let newTexts =
      new.isEmpty
      ? oldTexts : Self.texts(of: after.flatMap(\.1.code), in: new.first ?? old, &errors)
    let isApart = !new.isEmpty && !oldTexts.isEmpty
    let oldSource = isApart ? AppIntentsSource(oldTexts) : nil
    let hasWidgets = oldSource?.configurations.contains { $0.form == .appIntent } ?? false
    if names.isEmpty, before.excess == nil, !hasWidgets {
      errors.append(
        FormatError(
          file: visible(old), code: "no-definition",
          sentence: "The folder contains no intent definition, and no widget with App Intents.",
          remedy: "Name the definition that widgets were placed with, or the old project."))
    }
    guard errors.isEmpty else { throw FormatErrors(errors) }
    let targets = XcodeTargets(
      projects: (new.isEmpty ? [before] : after.map(\.1)).flatMap(\.projects))
    sources = MigrationSources(
      AppIntentsSource(newTexts).within(targets),
      old: oldSource?.within(XcodeTargets(projects: before.projects)),
      isWholeProject: isFolder && !before.swift.isEmpty,
      keepsDefinition: new.isEmpty || !new.allSatisfy(WidgetFolder.isFolder)
        || after.contains { !$0.1.definitions.isEmpty },
      known: names.flatMap(Self.widgets),
      tables: Self.tables(new.isEmpty ? [before] : after.map(\.1)))
    sources.targets = targets
    sources.tables?.take(targets)
    let catalogs = (new.isEmpty ? [before] : after.map(\.1)).flatMap(\.tables)
      .filter { DefinitionLocalization.Kind(ofFile: $0) == .catalog }
    unreadable += catalogs.flatMap { DefinitionLocalization.problems(ofCatalog: $0) }
    sources.unreadable = unreadable.map { CheckFinding($0, severity: .error) }
    self.paths = names + (isApart ? oldTexts + newTexts : newTexts).map(\.name)
  }

  private static func error(_ code: String, _ sentence: Message, of path: String) -> FormatError {
    FormatError(
      file: visible(path), code: code, sentence: sentence,
      remedy: "Name the files that declare the App Intents.")
  }

  static func noSource(in folder: String) -> FormatError {
    error("no-source", "The folder has no Swift files.", of: folder)
  }

  static func tooLarge(_ sentence: Message, of path: String) -> FormatError {
    error("too-large", sentence, of: path)
  }

  static func tooMuchCode(in folder: String) -> FormatError {
    tooLarge("The files have more than \(maximumBytesOfAll >> 20) MB of code.", of: folder)
  }

  private static func tables(_ files: [ProjectFiles]) -> TranslationTables? {
    var tables = TranslationTables([:])
    for path in files.flatMap(\.tables) { tables.add(path) }
    return tables.isEmpty ? nil : tables
  }

  /// The definitions directly in a widget's folder, or else in any folder inside it.
  ///
  /// A copy of a definition for another language is left out.
  private static func definitions(in folder: String, _ files: ProjectFiles) -> [String] {
    let own = WidgetFolder(path: folder).definitions
    guard files.definitions.count > own.count(where: isXcodeDefinition) else {
      return own
    }
    func isCopy(_ path: String) -> Bool {
      let kept = [DefinitionLocalization.base, DevelopmentRegion.usual]
        .map { DefinitionLocalization.folder(of: $0) + "/" }
      return path.contains(DefinitionLocalization.folderEnding + "/")
        && !kept.contains { path.contains($0) }
    }
    let originals = files.definitions.filter { !isCopy($0) }
    // If there are only copies, and no JSON, the copies are the definitions.
    return originals.isEmpty ? (own.isEmpty ? files.definitions : own) : originals
  }

  private static func isXcodeDefinition(_ name: String) -> Bool {
    name.hasSuffix(DefinitionLocalization.definitionEnding)
  }

  /// The widgets of the manifest next to a definition.
  private static func widgets(beside path: String) -> [KnownWidget] {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let manifest = folder.appending(path: WidgetFolder.manifestName).path
    guard let bytes = try? FileReading.bytes(atPath: manifest),
      let bundle = try? WidgetManifestFile.read(bytes, file: manifest)
    else { return [] }
    return bundle.widgets.filter { !$0.isStatic }.map { widget in
      // Without a list of families, the manifest does not show which families an app supports.
      let families = widget.supportedFamilies
      return KnownWidget(
        kind: widget.kind, intent: widget.intent,
        families: families == WidgetFamily.allCases ? nil : families)
    }
  }

  private static func texts(
    of files: [String], in folder: String, _ errors: inout [FormatError]
  ) -> [(name: String, text: String)] {
    var texts: [(name: String, text: String)] = []
    var size = 0
    for file in files.firsts {
      do throws(FileReadingError) {
        let bytes = try FileReading.bytes(atPath: file, limit: maximumBytes)
        size += bytes.count
        guard size <= maximumBytesOfAll else {
          errors.append(tooMuchCode(in: folder))
          return []
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if !isTest(text) { texts.append((visible(file), text)) }
      } catch {
        errors.append(FormatError(error))
      }
    }
    return texts
  }

  /// Whether a file is test code: it imports a module that only tests use.
  static func isTest(_ text: String) -> Bool {
    let modules = ["XCTest", "Testing", "Quick", "Nimble", "SnapshotTesting", "KIF"]
    guard modules.contains(where: text.contains) || text.contains("@testable") else { return false }
    return text.split(whereSeparator: \.isNewline).contains { line in
      let words = line.split { $0 == " " || $0 == "\t" || $0 == ";" }
      if words.first == "@testable" { return true }
      if words.first?.hasPrefix("#import") == true || words.first == "@import" {
        return words.dropFirst().first.map { name in
          name.hasPrefix("<XCTest") || name == "XCTest"
        } ?? false
      }
      let rest = words.drop { $0.hasPrefix("@") || ["public", "internal"].contains($0) }
      return rest.first == "import"
        && rest.dropFirst().first.map { modules.contains(String($0)) } == true
    }
  }

  /// Whether a folder contains tests, according to its name.
  private static func isOfTests(_ folder: String) -> Bool {
    folder.hasSuffix("Tests")
      || ["test", "tests", "uitests", "specs"].contains(folder.lowercased())
      || folder.hasSuffix("TestSupport") || folder.hasSuffix("TestHelpers")
  }

  /// The folders of the test targets in a package manifest.
  private static func testFolders(ofPackage path: String) -> [String] {
    guard let bytes = try? FileReading.bytes(atPath: path, limit: maximumBytes) else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    return text.components(separatedBy: ".testTarget(").dropFirst().compactMap { target in
      let end = target.range(of: "target(", options: .caseInsensitive)?.lowerBound
      guard let label = target[..<(end ?? target.endIndex)].range(of: "path:") else { return nil }
      let parts = target[label.upperBound...].split(separator: "\"", maxSplits: 2)
      return parts.count > 1 ? "\(folder)/\(parts[1])/" : nil
    }
  }

  private static let tableEndings = [
    DefinitionLocalization.tableEnding, DefinitionLocalization.pluralsEnding,
    DefinitionLocalization.catalogEnding,
  ]

  /// The file itself, or the files in a folder and its subfolders, except hidden ones.
  ///
  /// Test code is left out, because its widgets were never stored.
  static func files(in path: String) -> ProjectFiles {
    guard WidgetFolder.isFolder(path) else { return ProjectFiles(swift: [path]) }
    var files = ProjectFiles()
    // The paths are relative to the folder, so findings refer to files in the same way as the
    // caller. A link to the folder would be listed as an element without contents, so it is
    // resolved first.
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    guard let all = FileManager.default.enumerator(atPath: target) else { return files }
    let folder = path.hasSuffix("/") ? path : path + "/"
    var entries = 0
    var testFolders: [String] = []
    for case let name as String in all {
      entries += 1
      guard entries <= maximumEntries else {
        return ProjectFiles(excess: "The folder has more than \(maximumEntries) files and folders.")
      }
      let last = URL(filePath: name).lastPathComponent
      let path = folder + name
      let isOther =
        last.hasPrefix(".") || ignoredFolders.contains(last)
        || isOfTests(last) && WidgetFolder.isFolder(path)
      if isOther {
        all.skipDescendants()
        continue
      }
      if last == "Package.swift" { testFolders += Self.testFolders(ofPackage: path) }
      if last.hasSuffix(".swift") {
        // Packages such as SQLite.swift have folders whose names end in `.swift`.
        if !WidgetFolder.isFolder(path) { files.swift.append(path) }
      } else if AppIntentsSource.isObjectiveC(last) {
        files.objectiveC.append(path)
      } else if isXcodeDefinition(last) {
        files.definitions.append(path)
      } else if Self.tableEndings.contains(where: { last.hasSuffix($0) }) {
        files.tables.append(path)
      } else if last.hasSuffix(".pbxproj") {
        files.projects.append(path)
      }
    }
    if !testFolders.isEmpty {
      func isTest(_ path: String) -> Bool { testFolders.contains(where: path.hasPrefix) }
      files.swift.removeAll(where: isTest)
      files.objectiveC.removeAll(where: isTest)
    }
    guard files.code.count <= maximumFiles else {
      return ProjectFiles(excess: "The folder has more than \(maximumFiles) files with code.")
    }
    return ProjectFiles(
      swift: files.swift.sorted(), objectiveC: files.objectiveC.sorted(),
      definitions: files.definitions.sorted(), tables: files.tables.sorted(),
      projects: files.projects.sorted())
  }
}

/// The paths of the files of a project that matter to a migration.
struct ProjectFiles {
  var swift: [String] = []
  /// Implementations in Objective-C, which may contain old handlers.
  var objectiveC: [String] = []
  var definitions: [String] = []
  var tables: [String] = []
  /// The Xcode projects.
  var projects: [String] = []
  /// The reason why no files are listed; nil if all files are listed.
  var excess: Message?

  /// The files with code.
  var code: [String] { swift + objectiveC }
}
