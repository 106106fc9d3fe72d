import Foundation
import Messages
import WidgetFormats

/// Files of a git revision in a temporary folder.
struct GitRevision {
  /// What was asked for, as it was in the revision.
  let path: String

  private let temporary: URL

  /// The endings of the files that a comparison reads.
  private static let endings = [
    ".intentdefinition", ".json", ".swift", ".actionsdata", ".swiftconstvalues",
  ]

  /// Takes a file with those beside it, or a folder with all in it, from a revision.
  ///
  /// Nothing in the repository changes, and neither does its index.
  ///
  /// - Parameters:
  ///   - path: The path of the file or folder as it is now.
  ///   - name: A branch, a tag, a commit or another name of a revision.
  /// - Throws: `CommandFailure` if there is no such revision, or no such file in it.
  init(of path: String, at name: String) throws {
    let isFolder = WidgetFolder.isFolder(path)
    let place = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    let folder = isFolder ? place : place.deletingLastPathComponent()
    let git = Git(folder: folder.path)
    let prefix = try git.line(["rev-parse", "--show-prefix"])
    let verify = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]
    guard let commit = try? git.line(verify) else {
      throw CommandFailure(
        .usage,
        .placed(
          place: "--git \(name.harmless(limit: 60))",
          sentences: ["The repository has no such revision. Name a branch, a tag or a commit."]))
    }
    temporary = FileManager.default.temporaryDirectory.appending(
      path: "widgetconfig-\(UUID().uuidString)")
    let shown = String(name.map { $0.isLetter || $0.isNumber || "-._".contains($0) ? $0 : "-" })
    let tree = temporary.appending(path: shown)
    self.path =
      isFolder
      ? tree.appending(path: prefix).path
      : tree.appending(path: prefix).appending(path: place.lastPathComponent).path
    do {
      try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
      let index = ["GIT_INDEX_FILE": temporary.appending(path: "index").path]
      _ = try git.output(["read-tree", commit], index)
      let names = try git.output(["ls-files", "-z", "--full-name", "--", "."], index)
        .split(separator: 0).filter { name in Self.endings.contains { name.hasSuffix($0) } }
      let list = temporary.appending(path: "list")
      try Data(names.joined(separator: [0])).write(to: list)
      // Paths on standard input are below the folder in which git runs.
      _ = try Git(folder: git.line(["rev-parse", "--show-toplevel"])).output(
        ["checkout-index", "-z", "--stdin", "--prefix=\(tree.path)/"], index, input: list)
      guard FileManager.default.fileExists(atPath: self.path) else {
        throw CommandFailure(
          .findings,
          .placed(
            place: path,
            sentences: [
              "The revision “\(name: name)” has no such definition. Name one that has it."
            ]))
      }
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw error
    }
  }

  /// Removes the temporary folder.
  func remove() { try? FileManager.default.removeItem(at: temporary) }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}

/// The program git, in a folder.
private struct Git {
  var folder: String

  /// The first line that a command prints.
  func line(_ arguments: [String]) throws -> String {
    let text = String(decoding: try output(arguments, [:]), as: UTF8.self)
    return String(text.prefix { $0 != "\n" })
  }

  /// What a command prints.
  ///
  /// - Throws: `CommandFailure` if git is missing, or with what it says if it fails.
  func output(
    _ arguments: [String], _ variables: [String: String], input: URL? = nil
  ) throws -> ArraySlice<UInt8> {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? .nullDevice
    try process.run()
    // What git says about a failure fits into a pipe, so that it is not read meanwhile.
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let cause = String(decoding: said, as: UTF8.self).split(separator: "\n").first ?? ""
      throw CommandFailure(
        .findings,
        .placed(
          place: "git", sentences: [.verbatim("\(cause)".harmless(limit: 300))]))
    }
    return [UInt8](bytes)[...]
  }
}
