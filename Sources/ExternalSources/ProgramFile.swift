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

/// The program of a command: where it lies, and whether it can be run.
///
/// Whoever runs one and whoever checks one asks here.
struct ProgramFile: Sendable, Hashable {
  /// How the program is named: a path where that has a slash, else a name to look for.
  let program: String

  /// The folder from which a path leads, absolute.
  let folder: String

  init(_ program: String, folder: String) {
    self.program = program
    self.folder = FolderNames.absolute(folder)
  }

  /// The absolute path of the program; nil if its name has to be looked for.
  var path: String? {
    if program.hasPrefix("/") { return program }
    guard program.contains("/") else { return nil }
    let relative = program.hasPrefix("./") ? String(program.dropFirst(2)) : program
    return folder == "/" ? "/\(relative)" : "\(folder)/\(relative)"
  }

  /// What keeps the program from being run; nil if nothing is known of.
  ///
  /// - Parameter searchPath: The variable `PATH`; nil for that of the system.
  func problem(searchPath: String?, provider: String) -> OptionsError? {
    guard let path else {
      let folders = (searchPath ?? "/usr/bin:/bin").split(separator: ":")
      let found = folders.map { "\($0)/\(program)" }.filter { Self.kind(of: $0) == .file }
      if found.contains(where: { access($0, X_OK) == 0 }) { return nil }
      return found.first.map { .notExecutable($0, provider: provider) }
        ?? .noProgram(program, provider: provider)
    }
    switch Self.kind(of: path) {
    case .missing: return .noProgram(path, provider: provider)
    case .folder: return .notAProgram(path, provider: provider)
    case .file: return access(path, X_OK) == 0 ? nil : .notExecutable(path, provider: provider)
    }
  }

  private enum Kind { case missing, folder, file }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}

/// Names and paths of folders.
enum FolderNames {
  /// The most names of a folder that are looked at.
  private static let limit = 10_000

  /// The names in a folder; none if it cannot be read.
  static func of(_ folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count <= limit ? names.sorted() : []
  }

  /// A path from the root, whatever the folder in which the program runs.
  static func absolute(_ folder: String) -> String {
    let whole =
      folder.hasPrefix("/") ? folder : "\(FileManager.default.currentDirectoryPath)/\(folder)"
    let parts = whole.split(separator: "/").filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }
}
