import Foundation
import Messages

/// Several files that are written together: all of them, or none.
///
/// Each is complete beside its place before the first is put there. An error puts back what was there
/// and takes away the folders that were made.
struct OutputFiles {
  /// A file.
  struct Part {
    /// Where it is written.
    ///
    /// A link stays, and what it leads to is replaced.
    var path: String
    /// What it holds.
    var bytes: [UInt8]
    /// Whether a new one can be run as a program.
    ///
    /// A file that is there keeps its mode.
    var isProgram = false
  }

  /// A file that stands beside its place.
  private struct Step {
    /// The path in messages.
    var shown: String
    var target: String
    /// The new file.
    var draft: String
    /// Another name of the file that is there; nil where there is none.
    var backup: String?
    var isInPlace = false
  }

  private var steps: [Step] = []
  /// The folders that were made, the outer ones first.
  private var folders: [String] = []

  /// Writes files, put in place in their order.
  ///
  /// - Throws: `CommandFailure` with the first file that cannot be written; then all is as it was.
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
      let stem = ".\(URL(filePath: target).lastPathComponent).\(UUID().uuidString)"
      let draft = folder.appending(path: stem).path
      steps.append(
        Step(
          shown: part.path, target: target, draft: draft, backup: kind.map { _ in draft + ".old" }))
      try OutputFile.writeDraft(part.bytes, to: draft)
      if let mode = attributes?[.posixPermissions] ?? (part.isProgram ? 0o755 : nil) {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: draft)
      }
      // Not every file system has a second name for a file.
      if kind != nil, link(target, draft + ".old") != 0 {
        try FileManager.default.copyItem(atPath: target, toPath: draft + ".old")
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

  /// Makes the folders that lead to a file, each that is not there yet.
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

  /// The file that a path leads to; the path itself where it is not a link, or leads to nothing.
  private static func destination(of path: String) -> String {
    guard let end = realpath(path, nil) else { return path }
    defer { free(end) }
    return String(cString: end)
  }
}
