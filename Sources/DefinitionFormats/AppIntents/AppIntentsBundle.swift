import InputFiles
package import IntentModel
import JSONC
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A built program with App Intents metadata: an app, an extension, an `.ipa`, the folder of the
/// metadata, the file in that folder, or a build folder with the compiler's constants.
///
/// An extension inside an app is read together with the app, because a widget's intents are in the
/// extension. The texts are from the program's tables in its development language.
package struct AppIntentsBundle {
  /// The texts of a program by language and by ``LiteralText/identifier``.
  package typealias Texts = [String: [String: String]]

  private let files: any BundleFiles
  /// The folders with metadata, relative to the files.
  private let resources: [String]
  /// The files with constants, if the path is their folder.
  private let constants: [String]

  /// Finds the metadata of a built program, or the constants in a compiler's folder; nil for any
  /// other path.
  package init?(path: String) {
    guard let (files, start) = Self.files(at: path) else { return nil }
    self.files = files
    // The search is deep only in a program, because only a program contains other programs that
    // belong to it.
    let depth = Self.isNamedAsProgram(path) ? 0 : Self.deepest - 1
    resources = start.map { [$0] } ?? Self.resources(in: files, "", depth: depth)
    let hasMetadata = start != nil || !resources.isEmpty
    constants =
      hasMetadata ? [] : files.names(in: "").filter { $0.hasSuffix(AppIntentsFile.constantsEnding) }
    if !hasMetadata, constants.isEmpty, !Self.isNamedAsProgram(path) { return nil }
  }

  /// Whether a path leads to a built program or to one of its metadata files.
  package static func isBundle(_ path: String) -> Bool {
    guard !path.hasSuffix(".json"), !path.hasSuffix(DefinitionLocalization.definitionEnding) else {
      return false
    }
    return AppIntentsBundle(path: path) != nil
  }

  /// Whether a build of App Intents wrote a text, so nobody should edit it by hand.
  package static func isBuiltText(_ bytes: [UInt8], file: String) -> Bool {
    AppIntentsFile.literals(in: bytes, file: file, limits: .standard) != nil
  }

  /// The error for an attempt to change a file that a build wrote.
  static func builtText(_ path: String) -> FormatErrors {
    FormatErrors([
      FormatError(
        file: path, code: "built-text",
        sentence: "The build of the app writes this file, so a change would be lost.",
        remedy: """
          Change the Swift code. Or convert the file to JSON, and change that: widgetconfig \
          convert FILE --to json
          """)
    ])
  }

  private static let folderEndings = [".app", ".appex"]
  private static let archiveEnding = ".ipa"
  private static let contents = "Contents/"
  private static let resourceFolder = "Resources/"
  static let folder = "Metadata.appintents"
  static let file = "extract" + AppIntentsFile.metadataEnding

  /// The files of a program; if the path already names the metadata, also the folder of the
  /// program's resources.
  private static func files(at path: String) -> (files: any BundleFiles, start: String?)? {
    let plain = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
    let url = URL(filePath: plain).standardizedFileURL
    var isFolder: Bool { FileManager.default.fileExists(atPath: plain + "/.") }
    if url.lastPathComponent == file, url.deletingLastPathComponent().lastPathComponent == folder {
      let root = url.deletingLastPathComponent().deletingLastPathComponent()
      return (FolderFiles(root: root.path), "")
    }
    if plain.lowercased().hasSuffix(archiveEnding) {
      guard let archive = ZipArchive(path: plain) else { return nil }
      return (ArchiveFiles(archive), nil)
    }
    guard isFolder else { return nil }
    if url.lastPathComponent == folder {
      return (FolderFiles(root: url.deletingLastPathComponent().path), "")
    }
    return (FolderFiles(root: plain), nil)
  }

  private static func isNamedAsProgram(_ path: String) -> Bool {
    let plain = path.hasSuffix("/") ? String(path.dropLast()) : path
    return (folderEndings + [archiveEnding]).contains { plain.lowercased().hasSuffix($0) }
  }

  /// The number of levels to search: an archive, an app in it, an extension of the app, and one
  /// more.
  private static let deepest = 4

  /// The resource folders that contain metadata; the program's own folder comes first.
  private static func resources(
    in files: any BundleFiles, _ folder: String, depth: Int
  ) -> [String] {
    guard depth < deepest else { return [] }
    var found: [String] = []
    for place in ["", contents + resourceFolder, resourceFolder]
    where files.exists(folder + place + Self.folder + "/" + file) {
      found.append(folder + place)
    }
    let places = ["", "Payload/", "PlugIns/", "Extensions/", "Watch/"]
    for place in places + places.dropFirst().map({ contents + $0 }) {
      let programs = files.names(in: folder + place).filter { name in
        folderEndings.contains { name.hasSuffix($0) }
      }
      for program in programs.sorted() {
        found += resources(in: files, folder + place + program + "/", depth: depth + 1)
      }
    }
    return found
  }

  /// The definition of all intents of the program.
  ///
  /// If an intent, an enum or a type is in both a program and its extension, the program's version
  /// is read. If only the extension's version of an intent configures a widget, that version is
  /// read instead.
  ///
  /// - Throws: `FormatErrors` for metadata that cannot be read, or for a program without metadata.
  package func definition(
    path: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> IntentDefinitionFile {
    if !constants.isEmpty {
      var found: [JSONValue] = []
      for name in constants {
        let shown = "\(path)/\(name)"
        guard let bytes = files.bytes(name) else { throw FormatErrors([Self.unreadable(shown)]) }
        guard let types = try? JSONText.parse(bytes, limits: limits.json).arrayValue else {
          throw FormatErrors(Self.errors(in: bytes, file: shown, limits: limits))
        }
        // The compiler writes one file of constants for each source file.
        found += types
      }
      return AppIntentsDefinition.definition(of: ConstantsReader.literals(of: .array(found)))
    }
    guard !resources.isEmpty else { throw FormatErrors([Self.withoutMetadata(path)]) }
    var definition = IntentDefinitionFile(origin: DefinitionOrigin(format: .metadata))
    for place in resources {
      let name = place + Self.folder + "/" + Self.file
      let shown = place.isEmpty ? path : "\(path)/\(name)"
      guard let bytes = files.bytes(name) else {
        throw FormatErrors([Self.unreadable(shown)])
      }
      let found = AppIntentsFile.literals(
        in: bytes, file: shown, limits: limits, isKnown: true)
      guard let literals = found else {
        throw FormatErrors(Self.errors(in: bytes, file: shown, limits: limits))
      }
      var texts = self.texts(in: place)
      let own = texts.removeValue(forKey: developmentLanguage(in: place))
      let program = AppIntentsDefinition.definition(of: literals)
      definition.add(own.map { own in program.localized { own[$0] } } ?? program)
    }
    return definition
  }

  /// The texts of the program in all languages.
  package var texts: Texts {
    resources.reduce(into: [:]) { all, place in
      for (language, texts) in texts(in: place) {
        all[language, default: [:]].merge(texts) { first, _ in first }
      }
    }
  }

  /// The development language of the program.
  private func developmentLanguage(in place: String) -> String {
    let folder =
      place.hasSuffix(Self.contents + Self.resourceFolder)
      ? String(place.dropLast(Self.resourceFolder.count)) : place
    guard let bytes = files.bytes(folder + "Info.plist"),
      let document = try? PropertyListDocument(bytes: bytes),
      case .dictionary(let root) = document.value,
      let language = root["CFBundleDevelopmentRegion"]?.stringValue, !language.isEmpty
    else { return DevelopmentRegion.usual }
    return language
  }

  private func texts(in place: String) -> Texts {
    var texts: Texts = [:]
    for folder in files.names(in: place) where folder.hasSuffix(DefinitionLocalization.folderEnding)
    {
      let language = String(folder.dropLast(DefinitionLocalization.folderEnding.count))
      guard language != DefinitionLocalization.base else { continue }
      for name in files.names(in: place + folder + "/")
      where name.hasSuffix(DefinitionLocalization.tableEnding) {
        guard let bytes = files.bytes(place + folder + "/" + name) else { continue }
        let table = String(name.dropLast(DefinitionLocalization.tableEnding.count))
        for entry in StringTable.read(bytes).table.entries {
          let text = LiteralText(entry.key, table: table == LiteralText.standardTable ? nil : table)
          texts[language, default: [:]][text.identifier] = entry.value
        }
      }
    }
    return texts
  }

  /// The code for metadata that is missing, cannot be read or has an unknown form.
  static let noMetadata = "no-metadata"

  private static func withoutMetadata(_ path: String) -> FormatError {
    FormatError(
      file: path, code: noMetadata,
      sentence: "The program has no metadata of App Intents.",
      remedy: """
        Name the app or the extension that declares the intents, built with Xcode: it has a folder \
        “\(folder)”.
        """)
  }

  private static func unreadable(_ path: String) -> FormatError {
    FormatError(
      file: path, code: noMetadata,
      sentence: "The file cannot be read: it is damaged or too large, or permission is denied.",
      remedy: "Copy or build the program again.")
  }

  /// The problem with metadata that is not JSON or has an unexpected form.
  private static func errors(
    in bytes: [UInt8], file: String, limits: FormatLimits
  ) -> [FormatError] {
    let problems = ProblemList(file: file, bytes: bytes, limits: limits)
    guard problems.root() != nil else { return problems.errors }
    return [
      FormatError(
        file: file, code: noMetadata,
        sentence: "The file is not App Intents metadata in a format that this program knows.",
        remedy: "Build the program again with Xcode, and name the folder of the program.")
    ]
  }
}

extension IntentDefinitionFile {
  /// Adds the parts of another definition; if both have the same intent, keeps the one that
  /// configures widgets.
  fileprivate mutating func add(_ other: IntentDefinitionFile) {
    var places = Dictionary(firsts: intents.enumerated().map { ($0.element.typeName, $0.offset) })
    for intent in other.intents {
      if let place = places[intent.typeName] {
        if !intents[place].isEligibleForWidgets, intent.isEligibleForWidgets {
          intents[place] = intent
        }
      } else {
        places[intent.typeName] = intents.count
        intents.append(intent)
      }
    }
    let (knownEnums, knownTypes) = (Set(enums.map(\.name)), Set(types.map(\.name)))
    enums += other.enums.filter { !knownEnums.contains($0.name) }
    types += other.types.filter { !knownTypes.contains($0.name) }
    let known = Set(origin?.unknown ?? [])
    origin?.unknown += (other.origin?.unknown ?? []).filter { !known.contains($0) }
  }
}

/// The files of a built program.
private protocol BundleFiles {
  func exists(_ path: String) -> Bool
  /// The names in a folder; the path of the folder is empty or ends in a slash.
  func names(in folder: String) -> [String]
  func bytes(_ path: String) -> [UInt8]?
}

/// The files in a folder of the file system.
private struct FolderFiles: BundleFiles {
  let root: String

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(root)/\(path)")
  }

  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []).sorted()
  }

  func bytes(_ path: String) -> [UInt8]? { try? FileReading.bytes(atPath: "\(root)/\(path)") }
}

/// The files in an archive.
private struct ArchiveFiles: BundleFiles {
  let archive: ZipArchive
  private let folders: [String: Set<String>]
  private let files: Set<String>

  init(_ archive: ZipArchive) {
    self.archive = archive
    files = Set(archive.names)
    var folders: [String: Set<String>] = [:]
    for name in archive.names {
      var folder = ""
      for part in name.split(separator: "/") {
        folders[folder, default: []].insert(String(part))
        folder += part + "/"
      }
    }
    self.folders = folders
  }

  func exists(_ path: String) -> Bool { files.contains(path) }

  func names(in folder: String) -> [String] { (folders[folder] ?? []).sorted() }

  func bytes(_ path: String) -> [UInt8]? { archive.bytes(of: path) }
}
