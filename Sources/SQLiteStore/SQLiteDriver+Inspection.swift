import Foundation
import GRDB
import Messages
package import StoreModel

extension SQLiteDriver: InspectedStoreDriver {
  /// Checks whether the store can be used, without creating or changing its file.
  package func inspect() async throws(StoreError) -> StoreInspection {
    var found = StoreInspection()
    let manager = FileManager.default
    guard manager.fileExists(atPath: place) else {
      var folder = URL(filePath: place).deletingLastPathComponent().path
      while !manager.fileExists(atPath: folder), folder != "/", !folder.isEmpty {
        folder = URL(filePath: folder).deletingLastPathComponent().path
      }
      var isFolder: ObjCBool = false
      _ = manager.fileExists(atPath: folder, isDirectory: &isFolder)
      if !isFolder.boolValue || !manager.isWritableFile(atPath: folder) {
        found.problems.append(
          """
          The file \(place.harmlessPath) cannot be created in \
          \(folder.harmlessPath). Name a file in a folder that you can write to.
          """
        )
      }
      return found
    }
    if StoreConnection.isEmpty(place) {
      found.notes.append(.verbatim("\(place): \(Self.emptyFile)"))
    }
    try await checkFormat()
    let folder = URL(filePath: place).deletingLastPathComponent().path
    for path in [place, folder] where !manager.isWritableFile(atPath: path) {
      found.problems.append(
        """
        “\(name: path)” cannot be written to. Change its permissions; SQLite also writes files \
        next to the store's file.
        """
      )
    }
    return found
  }
}
