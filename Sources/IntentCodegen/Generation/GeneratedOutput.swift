import InputFiles
package import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes generated files to a folder.
package struct GeneratedOutput: Sendable {
  /// The folder, which is created if it is missing.
  package let folder: String

  /// Makes an output.
  package init(folder: String) {
    self.folder = folder
  }

  /// The path of a file in the folder.
  package func path(of file: GeneratedFile) -> String {
    folder.hasSuffix("/") ? folder + file.name : folder + "/" + file.name
  }

  /// Writes only the files that are not up to date, so nothing that depends on the others is
  /// rebuilt.
  ///
  /// - Returns: The paths of the files that were written.
  /// - Throws: `GeneratedOutputError` for the first file that cannot be written; in that case, a
  ///   new folder without files is removed.
  package func write(_ files: [GeneratedFile]) throws(GeneratedOutputError) -> [String] {
    let manager = FileManager.default
    var isWhole = false
    var folders: [String] = []
    defer {
      // Only an empty folder can be removed.
      if !isWhole { for folder in folders.reversed() { rmdir(folder) } }
    }
    do {
      var place = URL(filePath: folder).standardizedFileURL
      while place.path != "/", !manager.fileExists(atPath: place.path) {
        folders.insert(place.path, at: 0)
        place.deleteLastPathComponent()
      }
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw GeneratedOutputError(error, path: folder)
    }
    var written: [String] = []
    for file in files where try Self.write(file.text, to: path(of: file)) {
      written.append(path(of: file))
    }
    isWhole = true
    return written
  }

  /// The files that the folder does not contain with the same text, in the given order.
  package func outdated(_ files: [GeneratedFile]) -> [GeneratedFile] {
    files.filter { !Self.isCurrent(path(of: $0), $0.text) }
  }

  private static func isCurrent(_ path: String, _ text: String) -> Bool {
    guard let present = try? FileReading.bytes(atPath: path) else { return false }
    return present.elementsEqual(text.utf8)
  }

  /// Writes a text to a path, unless the file already has this text.
  ///
  /// - Returns: Whether it was written.
  /// - Throws: `GeneratedOutputError` if the file cannot be written.
  package static func write(_ text: String, to path: String) throws(GeneratedOutputError) -> Bool {
    let bytes = Data(text.utf8)
    if isCurrent(path, text) { return false }
    do {
      try bytes.write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw GeneratedOutputError(error, path: path)
    }
    return true
  }
}

/// A file or a folder that cannot be written, and why.
package struct GeneratedOutputError: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// The path.
  package var path: String

  /// The cause, in the system's words.
  package var cause: String

  /// Makes an error.
  package init(path: String, cause: String) {
    self.path = path
    self.cause = cause
  }

  /// Makes an error from an error of the system or of Foundation.
  package init(_ error: any Error, path: String) {
    let known = Self.code(of: error).map { String(cString: strerror($0)) }
    self.init(path: path, cause: known ?? "\(error)".harmless(limit: 200))
  }

  /// The path, the problem and its cause.
  package var line: Message {
    .placed(place: path, sentences: [sentence])
  }

  /// The problem and its cause.
  package var sentence: Message { "The file cannot be written: \(Message.verbatim(cause))." }

  private static func code(of error: any Error) -> Int32? {
    if let error = error as? POSIXError { return error.code.rawValue }
    guard let error = error as? CocoaError else { return nil }
    if let code = error.underlying.flatMap(code(of:)) { return code }
    return switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
    case .fileWriteFileExists: EEXIST
    case .fileWriteNoPermission: EACCES
    case .fileWriteOutOfSpace: ENOSPC
    default: nil
    }
  }

  /// The path, the problem and its cause in English.
  package var description: String { line.text() }
}
