import DefinitionFormats
import ExternalSources
import Foundation
import Messages
import Synchronization
import WidgetFormats
import WidgetLoading

/// Files from a git revision in a temporary folder.
struct GitRevision {
  /// The path of the copy of the requested file or folder.
  let path: String

  /// The submodules below the folder, whose files the revision does not contain.
  let submodules: [String]

  /// The symbolic links that may lead to a definition, but lead to nothing that was copied; the
  /// copied folder does not contain them.
  let openLinks: [String]

  private let temporary: URL

  /// The suffixes of the files that a comparison reads.
  private static let endings = [
    DefinitionLocalization.definitionEnding, ".json", SwiftSource.ending,
    AppIntentsFile.metadataEnding, AppIntentsFile.constantsEnding,
    DefinitionLocalization.catalogEnding, DefinitionLocalization.tableEnding,
    DefinitionLocalization.pluralsEnding, ".plist", ".ipa",
  ]

  /// Copies a file and its neighbours, or a whole folder, from a revision.
  ///
  /// The repository and its index are not changed.
  ///
  /// - Parameters:
  ///   - path: The current path of the file or folder.
  ///   - name: A branch, a tag, a commit, or another name for a revision.
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
          place: "--git \(name.harmlessName)",
          sentences: ["The repository has no such revision. Name a branch, a tag or a commit."]))
    }
    temporary = TemporaryPlace.new()
    let shown = String(name.map { $0.isLetter || $0.isNumber || "-._".contains($0) ? $0 : "-" })
    let tree = temporary.appending(path: shown)
    Terminal.copies.withLock { $0 = ("\(tree.path)/", "\(name.harmlessName):") }
    self.path =
      isFolder
      ? tree.appending(path: prefix).path
      : tree.appending(path: prefix).appending(path: place.lastPathComponent).path
    do {
      try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
      let index = temporary.appending(path: "index")
      try git.output(["read-tree", commit], index: index)
      let all = try git.output(
        ["ls-files", "-z", "--stage", "--full-name", "--", "."], index: index)
      let entries = all.split(separator: 0).map(Entry.init)
      submodules = entries.filter { $0.mode == "160000" }.map(\.path)
      func isRead(_ entry: Entry) -> Bool { Self.endings.contains { entry.path.hasSuffix($0) } }
      // A link to a folder can have any name.
      let links = entries.filter(\.isLink)
      // Paths on standard input are relative to the folder in which git runs.
      let top = Git(
        folder: try git.line(["rev-parse", "--show-toplevel"]), environment: environment)
      func copy(_ paths: some Collection<String>) throws {
        try top.output(
          ["checkout-index", "-z", "--stdin", "--prefix=\(tree.path)/"], index: index,
          input: paths.map { $0 + "\u{0}" }.joined())
      }
      try copy(entries.filter { isRead($0) || $0.isLink }.map(\.path))
      // A link can lead to a file with any name.
      let others = Set(entries.filter { !isRead($0) && !$0.isLink }.map(\.path))
      try copy(Set(links.compactMap { Self.target(of: $0.path, in: tree) }).intersection(others))
      let open = links.map(\.path).filter { !Self.leadsInside($0, tree) }
      for link in open { try FileManager.default.removeItem(at: tree.appending(path: link)) }
      // Other dangling links do not lead to a definition.
      openLinks = open.filter { link in
        Self.endings.contains { link.hasSuffix($0) }
          || WidgetFolder.isFolder(URL(filePath: top.folder).appending(path: link).path)
      }
      guard FileManager.default.fileExists(atPath: self.path) else {
        throw CommandFailure(
          .findings,
          .placed(
            place: path,
            sentences: [
              "The revision “\(name: name)” has no such definition. Name another revision."
            ]))
      }
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw error
    }
  }

  /// A file in a revision.
  private struct Entry {
    /// The kind of file and its permissions, in six octal digits.
    var mode: String
    var path: String

    var isLink: Bool { mode == "120000" }

    /// Reads a mode, an object and a stage, then a tab and the path.
    init(_ text: ArraySlice<UInt8>) {
      mode = String(decoding: text.prefix(6), as: UTF8.self)
      path = String(decoding: text.drop { $0 != UInt8(ascii: "\t") }.dropFirst(), as: UTF8.self)
    }
  }

  /// The path to which a link leads, relative to a folder; nil if the link leads out of the folder.
  private static func target(of link: String, in tree: URL) -> String? {
    let place = tree.appending(path: link)
    let root = tree.standardizedFileURL.path + "/"
    guard
      let text = try? FileManager.default.destinationOfSymbolicLink(atPath: place.path),
      !text.hasPrefix("/")
    else { return nil }
    let target = place.deletingLastPathComponent().appending(path: text).standardizedFileURL.path
    return target.hasPrefix(root) ? String(target.dropFirst(root.count)) : nil
  }

  /// Whether a link leads to a copied file or folder.
  private static func leadsInside(_ link: String, _ tree: URL) -> Bool {
    let root = tree.resolvingSymlinksInPath().path + "/"
    let target = tree.appending(path: link).resolvingSymlinksInPath().path
    return target.hasPrefix(root) && FileManager.default.fileExists(atPath: target)
  }

  /// Removes the temporary folder.
  func remove() { try? FileManager.default.removeItem(at: temporary) }
}

/// The program git, run in a folder.
private struct Git {
  var folder: String
  var environment: [String: String]

  private static let limits = SourceLimits(timeout: .seconds(60))

  /// The first line that a command prints.
  func line(_ arguments: [String]) throws -> String {
    String(decoding: try output(arguments).prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// The output of a command.
  ///
  /// - Throws: `CommandFailure` if git is missing, or with git's message if git fails.
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
