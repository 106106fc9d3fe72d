import ExternalSources
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
  ///   - environment: The variables of this process.
  /// - Throws: `CommandFailure` if there is no such revision, or no such file in it.
  init(
    of path: String, at name: String, environment: [String: String]
  ) throws {
    let isFolder = WidgetFolder.isFolder(path)
    let place = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    let folder = isFolder ? place : place.deletingLastPathComponent()
    let git = Git(folder: folder.path, environment: environment)
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
      let index = temporary.appending(path: "index")
      try git.output(["read-tree", commit], index: index)
      let names = try git.output(["ls-files", "-z", "--full-name", "--", "."], index: index)
        .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        .filter { name in Self.endings.contains { name.hasSuffix($0) } }
      // Paths on standard input are below the folder in which git runs.
      let top = Git(
        folder: try git.line(["rev-parse", "--show-toplevel"]), environment: environment)
      try top.output(
        ["checkout-index", "-z", "--stdin", "--prefix=\(tree.path)/"], index: index,
        input: names.map { $0 + "\u{0}" }.joined())
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

/// The program git, in a folder.
private struct Git {
  var folder: String
  var environment: [String: String]

  private static let limits = SourceLimits(bytes: 64 << 20, timeout: .seconds(60))

  /// The first line that a command prints.
  func line(_ arguments: [String]) throws -> String {
    String(decoding: try output(arguments).prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// What a command prints.
  ///
  /// - Throws: `CommandFailure` if git is missing, or with what it says if it fails.
  @discardableResult
  func output(
    _ arguments: [String], index: URL? = nil, input: String = ""
  ) throws -> [UInt8] {
    let name = "GIT_INDEX_FILE"
    do throws(ProgramFailure) {
      return try ProgramOutput.bytes(
        of: ["git"] + arguments, in: folder,
        environment: environment.merging(index.map { [name: $0.path] } ?? [:]) { $1 },
        allowed: index == nil ? [] : [name], input: input, limits: Self.limits,
        advice: "Name a file or a folder of a git repository.")
    } catch {
      throw CommandFailure(.findings, error.message)
    }
  }
}
