import Foundation
import InputFiles

/// The targets of Xcode projects, with the files that each of them builds or copies.
///
/// Folders only suggest which files belong to one program, whereas an Xcode project specifies it.
package struct XcodeTargets: Sendable {
  /// A folder whose files belong to a target without being listed.
  private struct Folder {
    var path: String
    var target: String
    var exceptions: Set<String>
  }

  private var names: [String: Set<String>] = [:]
  private var folders: [Folder] = []

  /// Reads projects; an unreadable one contributes no targets.
  ///
  /// - Parameter paths: The paths of `project.pbxproj` files.
  package init(projects paths: [String]) {
    for path in paths { add(path) }
  }

  /// The names of the targets that contain a file; nil if no project lists it.
  package func targets(of file: String) -> Set<String>? {
    guard !names.isEmpty || !folders.isEmpty else { return nil }
    let path = Self.resolved(file)
    var found = names[path] ?? []
    for folder in folders
    where path.hasPrefix(folder.path + "/")
      && !folder.exceptions.contains(String(path.dropFirst(folder.path.count + 1)))
    {
      found.insert(folder.target)
    }
    return found.isEmpty ? nil : found
  }

  /// The canonical form of a path, which is the same for all paths to a file or folder.
  static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  // MARK: Reading a project

  private mutating func add(_ path: String) {
    guard let bytes = try? FileReading.bytes(atPath: path),
      Self.isFlat(bytes),
      let root = try? PropertyListSerialization.propertyList(
        from: Data(bytes), options: [], format: nil) as? [String: Any],
      let objects = root["objects"] as? [String: Any],
      let project = (root["rootObject"] as? String).flatMap({ objects[$0] as? [String: Any] })
    else { return }
    let folder = Self.resolved(
      URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent().path)
    let base = (project["projectDirPath"] as? String).flatMap { $0.isEmpty ? nil : $0 }
    var reading = ProjectReading(
      objects: objects, folder: base.map { Self.resolved(folder + "/" + $0) } ?? folder)
    if let main = project["mainGroup"] as? String {
      reading.find(main, in: reading.folder, depth: 0)
    }
    for reference in project["targets"] as? [String] ?? [] {
      guard let target = objects[reference] as? [String: Any],
        let name = target["name"] as? String
      else { continue }
      for file in reading.files(of: target) { names[file, default: []].insert(name) }
      for (group, exceptions) in reading.folders(of: target, reference) {
        folders.append(Folder(path: group, target: name, exceptions: exceptions))
      }
    }
  }

  /// Whether values are nested no more deeply than in real projects, so that a recursive reader can
  /// read them.
  private static func isFlat(_ bytes: [UInt8]) -> Bool {
    var (depth, isQuoted, isEscaped) = (0, false, false)
    for byte in bytes {
      if isQuoted {
        if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth > 64 { return false }
    }
    return true
  }
}

/// The objects of a project, and the paths of its files and folders.
private struct ProjectReading {
  let objects: [String: Any]
  /// The folder to which the paths of the project are relative.
  let folder: String
  /// The paths by the identifiers of objects; a file with a version for each language has several.
  private var paths: [String: [String]] = [:]

  /// The maximum depth of groups.
  private static let deepest = 200

  init(objects: [String: Any], folder: String) {
    (self.objects, self.folder) = (objects, folder)
  }

  /// Finds the paths of a group and of everything in it.
  mutating func find(_ reference: String, in parent: String, depth: Int) {
    guard depth < Self.deepest, paths[reference] == nil,
      let object = objects[reference] as? [String: Any]
    else { return }
    let own = (object["path"] as? String).flatMap { $0.isEmpty ? nil : $0 }
    let path =
      switch object["sourceTree"] as? String {
      case "SOURCE_ROOT": own.map { folder + "/" + $0 } ?? folder
      case "<absolute>": own ?? parent
      default: own.map { parent + "/" + $0 } ?? parent
      }
    let plain = XcodeTargets.resolved(path)
    paths[reference] = [plain]
    let children = object["children"] as? [String] ?? []
    for child in children { find(child, in: plain, depth: depth + 1) }
    if object["isa"] as? String == "PBXVariantGroup" {
      paths[reference] = children.flatMap { paths[$0] ?? [] }
    }
  }

  /// The paths of the files that a target builds or copies.
  func files(of target: [String: Any]) -> [String] {
    (target["buildPhases"] as? [String] ?? []).flatMap { phase -> [String] in
      let files = (objects[phase] as? [String: Any])?["files"] as? [String] ?? []
      return files.flatMap { file -> [String] in
        let reference = (objects[file] as? [String: Any])?["fileRef"] as? String
        return reference.flatMap { paths[$0] } ?? []
      }
    }
  }

  /// The folders whose files belong to a target, each with its exceptions.
  func folders(
    of target: [String: Any], _ reference: String
  ) -> [(path: String, exceptions: Set<String>)] {
    (target["fileSystemSynchronizedGroups"] as? [String] ?? []).compactMap { group in
      guard let path = paths[group]?.first, let object = objects[group] as? [String: Any]
      else { return nil }
      let sets = (object["exceptions"] as? [String] ?? []).compactMap {
        objects[$0] as? [String: Any]
      }
      let own = sets.filter { $0["target"] as? String == reference }
      return (path, Set(own.flatMap { $0["membershipExceptions"] as? [String] ?? [] }))
    }
  }
}
