import IntentModel
import IntentOptions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program of a command: where it is, and whether it can be run.
///
/// It is used both for running and for checking a command.
struct ProgramFile: Sendable, Hashable {
  /// The program as specified: a path if it contains a slash, otherwise a name to look up.
  let program: String

  /// The absolute folder to which relative paths are relative.
  let folder: String

  init(_ program: String, folder: String) {
    self.program = program
    self.folder = FolderNames.absolute(folder)
  }

  /// The absolute path of the program; nil if its name must be looked up.
  var path: String? {
    if program.hasPrefix("/") { return program }
    guard program.contains("/") else { return nil }
    let relative = program.hasPrefix("./") ? String(program.dropFirst(2)) : program
    return folder == "/" ? "/\(relative)" : "\(folder)/\(relative)"
  }

  /// The known problem that prevents running the program; nil if there is none.
  ///
  /// - Parameter searchPath: The variable `PATH`; nil for the system's default.
  func problem(searchPath: String?, provider: String) -> OptionsError? {
    guard let path else {
      if Self.found(program, searchPath: searchPath) != nil { return nil }
      return Self.files(named: program, searchPath: searchPath).first
        .map { .notExecutable($0, provider: provider) } ?? .noProgram(program, provider: provider)
    }
    switch Self.kind(of: path) {
    case .missing: return .noProgram(path, provider: provider)
    case .folder: return .notAProgram(path, provider: provider)
    case .file: return access(path, X_OK) == 0 ? nil : .notExecutable(path, provider: provider)
    }
  }

  /// The path of a program in the folders of `PATH`; nil if no folder has an executable file with
  /// this name.
  ///
  /// - Parameter searchPath: The variable `PATH`; nil for the system's default.
  static func found(_ name: String, searchPath: String?) -> String? {
    files(named: name, searchPath: searchPath).first { access($0, X_OK) == 0 }
  }

  private static func files(named name: String, searchPath: String?) -> [String] {
    (searchPath ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .filter { kind(of: $0) == .file }
  }

  private enum Kind { case missing, folder, file }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}

/// Helpers for folders and their names.
package enum FolderNames {
  /// Creates a folder that only the user can read, and the missing folders above it.
  package static func createPrivate(_ folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// The maximum number of names that are read from a folder.
  private static let limit = 10_000

  /// The names in a folder; empty if it cannot be read or has too many files.
  static func of(_ folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count <= limit ? names.sorted() : []
  }

  /// An absolute path, resolved against the current directory if it is relative.
  static func absolute(_ folder: String) -> String {
    let whole =
      folder.hasPrefix("/") ? folder : "\(FileManager.default.currentDirectoryPath)/\(folder)"
    let parts = whole.split(separator: "/").filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }
}
