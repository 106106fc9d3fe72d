import Foundation

/// Real files from outside the package, if there are any.
package enum Corpus {
  /// The folder in the environment variable, or the one next to the package; nil if it is missing.
  package static let root: String? = {
    let named = ProcessInfo.processInfo.environment["WIDGETCONFIG_CORPUS"]
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = named ?? package.appending(path: "../shared/corpus").standardized.path()
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory)
    if exists, isDirectory.boolValue { return folder }
    print("Corpus tests are skipped: set WIDGETCONFIG_CORPUS to the folder of real files.")
    return nil
  }()

  package static var isAvailable: Bool { root != nil }

  /// The names of the files with the given suffix, relative to the root and sorted.
  package static func files(endingIn suffix: String) -> [String] {
    guard let root, let walk = FileManager.default.enumerator(atPath: root) else { return [] }
    return walk.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted()
  }

  package static func path(of name: String) -> String {
    (root ?? "") + "/" + name
  }
}
