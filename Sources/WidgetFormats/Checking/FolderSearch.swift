import DefinitionFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The definitions and the widgets in a folder and its subfolders.
///
/// Hidden files, hidden folders, and links to folders are left out.
package struct FolderSearch {
  /// An element that a search finds.
  package enum Element {
    /// The path of an `.intentdefinition` file, which can belong to a widget.
    case definition(String)

    /// A folder with a `widget.json`.
    case widget(WidgetFolder)
  }

  /// The maximum depth of nested folders to search.
  package static let deepestFolder = 16

  /// The maximum number of folder entries to examine.
  package static let maximumEntries = 100_000

  /// The files and folders, in alphabetical order; a widget comes before its definition.
  package private(set) var elements: [Element] = []

  /// The string tables and String Catalogs, which can belong to definitions.
  package private(set) var tables: [String] = []

  /// Whether the folder has more entries than were examined.
  package var isCutOff: Bool { entries > limit }

  private var entries = 0
  private let limit: Int

  /// A path without slashes at its end, so paths below it contain single slashes.
  package static func trimmed(_ path: String) -> String {
    path.lastIndex { $0 != "/" }.map { String(path[...$0]) } ?? String(path.prefix(1))
  }

  /// Searches a folder.
  package init(_ folder: String, maximumEntries: Int = maximumEntries) {
    limit = maximumEntries
    search(folder, depth: 0)
  }

  private mutating func search(_ folder: String, depth: Int) {
    let names = WidgetFolder.names(in: folder).filter { !$0.hasPrefix(".") }
    entries += names.count
    guard depth <= Self.deepestFolder, !isCutOff else { return }
    if names.contains(WidgetFolder.manifestName) {
      elements.append(.widget(WidgetFolder(path: folder)))
    }
    for name in names {
      let path = "\(folder)/\(name)"
      if name.hasSuffix(DefinitionLocalization.definitionEnding) {
        elements.append(.definition(path))
      } else if DefinitionLocalization.Kind(ofFile: name) != nil {
        tables.append(path)
      } else if Self.isOwnFolder(path) {
        search(path, depth: depth + 1)
      }
    }
  }

  /// Whether a path is a folder and not a link to one, which could form a loop.
  private static func isOwnFolder(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type == .typeDirectory
  }
}
