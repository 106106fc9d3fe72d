import Foundation
import Messages

/// Writes several files together, either all of them or none.
///
/// All files are written completely next to their destinations before the first one is moved into
/// place. After an error, the previous files are restored and the new folders are removed.
struct OutputFiles {
  /// A file.
  struct Part {
    /// The path of the destination.
    ///
    /// If the path is a link, the link stays and its target is replaced.
    var path: String
    /// The content of the file.
    var bytes: [UInt8]
    /// Whether a new file is executable.
    ///
    /// An existing file keeps its mode.
    var isProgram = false
  }

  /// A file that is first written next to its destination.
  private struct Step {
    /// The path, as messages show it.
    var shown: String
    var target: String
    /// The path of the new file.
    var draft: String
    /// A second name of the existing file; nil if there is none.
    var backup: String?
    var isInPlace = false
  }

  private var steps: [Step] = []
  /// The new folders, outermost first.
  private var folders: [String] = []

  /// Writes files and moves them into place in order.
  ///
  /// - Throws: `CommandFailure` for the first file that cannot be written; in that case nothing has
  ///   changed.
  static func write(_ parts: [Part]) throws {
    var files = OutputFiles()
    do {
      for part in parts { try files.prepare(part) }
      try files.putInPlace()
    } catch {
      files.undo()
      throw error
    }
    for backup in files.steps.compactMap(\.backup) { unlink(backup) }
  }

  private mutating func prepare(_ part: Part) throws {
    do {
      let target = Self.destination(of: part.path)
      let folder = URL(filePath: target).deletingLastPathComponent()
      try makeFolders(to: folder)
      let attributes = try? FileManager.default.attributesOfItem(atPath: target)
      let kind = attributes?[.type] as? FileAttributeType
      guard kind == nil || kind == .typeRegular else {
        throw POSIXError(kind == .typeDirectory ? .EISDIR : .EEXIST)
      }
      let draft = OutputFile.draft(of: URL(filePath: target)).path
      let backup = kind.map { _ in draft + ".old" }
      steps.append(Step(shown: part.path, target: target, draft: draft, backup: backup))
      try OutputFile.writeDraft(part.bytes, to: draft)
      let newMode: Any? = part.isProgram ? OutputFile.programMode : nil
      if let mode = attributes?[.posixPermissions] ?? newMode {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: draft)
      }
      // Not every file system supports hard links.
      if let backup, link(target, backup) != 0 {
        try FileManager.default.copyItem(atPath: target, toPath: backup)
      }
    } catch {
      throw OutputFile.failure(error, at: part.path)
    }
  }

  private mutating func putInPlace() throws {
    for index in steps.indices {
      guard rename(steps[index].draft, steps[index].target) == 0 else {
        let code = POSIXErrorCode(rawValue: errno) ?? .EIO
        throw OutputFile.failure(POSIXError(code), at: steps[index].shown)
      }
      steps[index].isInPlace = true
    }
  }

  private func undo() {
    for step in steps.reversed() {
      if let backup = step.backup {
        if step.isInPlace { rename(backup, step.target) } else { unlink(backup) }
      } else if step.isInPlace {
        unlink(step.target)
      }
      unlink(step.draft)
    }
    for folder in folders.reversed() { rmdir(folder) }
  }

  /// Makes the missing parent folders of a file.
  private mutating func makeFolders(to folder: URL) throws {
    var missing: [String] = []
    var place = folder.standardizedFileURL
    while place.path != "/", !FileManager.default.fileExists(atPath: place.path) {
      missing.append(place.path)
      place.deleteLastPathComponent()
    }
    for path in missing.reversed() {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      folders.append(path)
    }
  }

  /// The resolved path of an existing file, or the path itself if there is no file.
  private static func destination(of path: String) -> String {
    guard let end = realpath(path, nil) else { return path }
    defer { free(end) }
    return String(cString: end)
  }
}
