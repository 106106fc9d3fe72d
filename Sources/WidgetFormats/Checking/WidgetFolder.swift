import DefinitionFormats
import InputFiles
import JSONC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A widget's folder with its `widget.json` and its definition.
package struct WidgetFolder {
  /// The path of the folder.
  package let path: String

  /// The folder at a path.
  package init(path: String) {
    self.path = path
  }

  /// The path of the manifest, which may not exist.
  package var manifestPath: String { path + "/" + Self.manifestName }

  /// The file name of a manifest.
  package static let manifestName = "widget.json"

  /// Whether the folder has a manifest.
  package var hasManifest: Bool { FileManager.default.fileExists(atPath: manifestPath) }

  /// The definitions of the widget: its property lists, including those in `Base.lproj`, and its
  /// App Intents metadata, or else its JSON files.
  ///
  /// JSON files that the manifest names as sources are excluded, and so are all files with choices
  /// or timelines. If a JSON file has the name of the folder, it is the definition, and the other
  /// JSON files are data. A widget has one definition; the caller must reject a folder with several
  /// definitions.
  package var definitions: [String] {
    let names = Self.names(in: path)
    let base = path + "/" + DefinitionLocalization.folder(of: DefinitionLocalization.base)
    let plists =
      names.filter(Self.isDefinition).map { "\(path)/\($0)" }
      + Self.names(in: base).filter { $0.hasSuffix(DefinitionLocalization.definitionEnding) }
      .map { "\(base)/\($0)" }
    guard plists.isEmpty else { return plists }
    let others = (try? FileReading.bytes(atPath: manifestPath)).map(Self.sources(in:)) ?? []
    let documents = names.filter {
      $0.hasSuffix(".json") && ![Self.manifestName, CheckSettings.fileName].contains($0)
        && !others.contains($0)
    }
    let own = URL(filePath: path).standardizedFileURL.lastPathComponent + ".json"
    if documents.contains(own) { return ["\(path)/\(own)"] }
    return documents.map { "\(path)/\($0)" }.filter { !Self.isData($0) }
  }

  /// Whether the folder has its own manifest or definition.
  ///
  /// Without a manifest, a JSON file is a definition only if it has the name of the folder or the
  /// member `intents`, because a project has many kinds of JSON files.
  package var isWidget: Bool {
    if hasManifest { return true }
    let own = "/\(URL(filePath: path).standardizedFileURL.lastPathComponent).json"
    return definitions.contains { file in
      if !file.hasSuffix(".json") || file.hasSuffix(own) { return true }
      let root = (try? FileReading.bytes(atPath: file)).flatMap { try? JSONText.parse($0) }
      return root?.objectValue?[DefinitionJSON.intentsKey] != nil
    }
  }

  /// Whether a file is a definition, according to its extension; App Intents metadata counts as a
  /// definition.
  private static func isDefinition(_ name: String) -> Bool {
    name.hasSuffix(DefinitionLocalization.definitionEnding)
      || name.hasSuffix(AppIntentsFile.metadataEnding)
  }

  /// Whether a file is valid JSON with choices or a timeline: an array, or an object with a member
  /// of choices or of a timeline and without intents.
  private static func isData(_ path: String) -> Bool {
    guard let bytes = try? FileReading.bytes(atPath: path),
      let root = try? JSONText.parse(bytes)
    else { return false }
    guard let object = root.objectValue else { return root.arrayValue != nil }
    let ofData =
      [OptionsJSON.Key.items, .sections].map(\.rawValue) + [TimelineJSON.Key.entries.rawValue]
    return object[DefinitionJSON.intentsKey] == nil && ofData.contains { object[$0] != nil }
  }

  /// The names of the files that a manifest uses as fixtures or as arguments of programs.
  ///
  /// The names are read even from a manifest with mistakes, so the files are not mistaken for
  /// definitions.
  package static func sources(in manifest: [UInt8]) -> Set<String> {
    guard let value = try? JSONText.parse(manifest) else { return [] }
    return Set(files(in: value).map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 })
  }

  private static func files(in value: JSONValue) -> [String] {
    switch value {
    case .array(let elements): elements.flatMap(files)
    case .object(let object):
      object.keys.flatMap { key -> [String] in
        guard let member = object[key] else { return [] }
        let named: [String?] =
          switch SourceDescription.Key(rawValue: key) {
          case .fixture: [member.stringValue]
          case .command: (member.arrayValue ?? []).map(\.stringValue)
          default: []
          }
        return named.compactMap { $0 } + files(in: member)
      }
    default: []
    }
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    // Only a folder contains `.`, an entry for itself.
    !path.isEmpty && FileManager.default.fileExists(atPath: path + "/.")
  }

  /// The names of the files and folders in a folder, sorted; empty if it cannot be read.
  package static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
