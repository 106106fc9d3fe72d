import InputFiles
public import IntentCodegen
public import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes generated files to a folder.
public struct GeneratedOutput: Sendable {
  /// The folder, which is created if it is missing.
  public let folder: String

  /// Makes an output.
  public init(folder: String) {
    self.folder = folder
  }

  /// The path of a file in the folder.
  public func path(of file: GeneratedFile) -> String {
    folder.hasSuffix("/") ? folder + file.name : folder + "/" + file.name
  }

  /// Writes the files, except those that are up to date, so that nothing that depends on them is
  /// rebuilt.
  ///
  /// - Returns: The paths of the files that were written.
  /// - Throws: `GeneratedOutputError` for the first file that cannot be written.
  public func write(_ files: [GeneratedFile]) throws(GeneratedOutputError) -> [String] {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw GeneratedOutputError(path: folder)
    }
    var written: [String] = []
    for file in files where try Self.write(file.text, to: path(of: file)) {
      written.append(path(of: file))
    }
    return written
  }

  /// Writes a text to a path, unless the file already has this text.
  ///
  /// - Returns: Whether it was written.
  /// - Throws: `GeneratedOutputError` if the file cannot be written.
  public static func write(_ text: String, to path: String) throws(GeneratedOutputError) -> Bool {
    let bytes = Data(text.utf8)
    if let present = try? FileReading.bytes(atPath: path), Data(present) == bytes { return false }
    do {
      try bytes.write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw GeneratedOutputError(path: path)
    }
    return true
  }
}

/// A generated file that cannot be written.
public struct GeneratedOutputError: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// The path.
  public var path: String

  /// Makes an error.
  public init(path: String) {
    self.path = path
  }

  /// The path, the problem and the remedy.
  public var line: Message {
    .placed(place: path, sentences: [.outputNotWritten, .lookAtOutputFolder])
  }

  /// The path, the problem and the remedy in English.
  public var description: String { line.text() }
}
