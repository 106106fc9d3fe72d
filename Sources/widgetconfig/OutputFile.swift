import Messages
import Foundation
import DefinitionFormats
import IntentModel
import TerminalForm

/// Files that a person asks the program to write.
enum OutputFile {
  /// What names standard output in place of a file.
  static let standardOutput = "-"

  /// Writes a text as a whole file; `-` is standard output.
  static func write(_ text: String, to path: String) throws {
    guard path != standardOutput else { return Terminal.writeJSON(text) }
    try write(Array(text.utf8), to: path)
  }

  /// Writes a whole file, or leaves what was there as it was.
  ///
  /// A new file and a plain one are put in place at once when they are complete; a plain one keeps
  /// its mode. What else stands at the path, such as a link or a device, is written to and stays what
  /// it is.
  ///
  /// - Parameter name: What messages call the file; nil for its path.
  static func write(_ bytes: [UInt8], to path: String, named name: String? = nil) throws {
    guard !path.isEmpty else {
      throw CommandFailure(.usage, .outputPathIsEmpty)
    }
    let data = Data(bytes)
    do {
      let kind =
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      if kind == nil || kind == .typeRegular {
        try replace(path, with: data)
      } else {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        // A link can lead to a pipe, which has no end to cut off.
        if isRegular(handle.fileDescriptor) { try handle.truncate(atOffset: 0) }
        try handle.write(contentsOf: data)
        try handle.close()
      }
    } catch {
      throw failure(error, at: name ?? path)
    }
  }

  /// What is said of a file or a folder that cannot be written; a failure is said as it is.
  static func failure(_ error: any Error, at path: String) -> CommandFailure {
    error as? CommandFailure
      ?? CommandFailure(
        .findings, .placed(place: path, sentences: [.fileCannotBeWritten(cause: reason(error))]))
  }

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func replace(_ path: String, with data: Data) throws {
    let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    try data.write(to: URL(filePath: path), options: .atomic)
    if let mode {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
  }

  private static func reason(_ error: any Error) -> Message {
    let outer = error as NSError
    let underlying = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
    if underlying.domain == NSPOSIXErrorDomain {
      return .verbatim(String(cString: strerror(Int32(underlying.code))))
    }
    switch CocoaError.Code(rawValue: outer.code) {
    case .fileNoSuchFile, .fileReadNoSuchFile: return .verbatim(String(cString: strerror(ENOENT)))
    case .fileWriteNoPermission: return .verbatim(String(cString: strerror(EACCES)))
    case .fileWriteOutOfSpace: return .verbatim(String(cString: strerror(ENOSPC)))
    default: return .lookAtFolderRights
    }
  }
}

/// Prints reports for people, in colours where they are wanted.
struct ReportPrinting {
  private let depth: ColorDepth

  init(_ options: SharedOptions) {
    depth =
      switch options.color {
      case .never: .none
      case .always: .ansi16
      case .auto:
        isatty(STDOUT_FILENO) == 1 ? ColorDepth(environment: options.environment) : .none
      }
  }

  /// Writes lines to standard output.
  func write(_ lines: [ReportLine]) {
    let text = lines.map { line in
      StyledText.line(line.spans.map { ($0.text, $0.role.style) }, depth: depth) + "\n"
    }
    Terminal.write(text.joined())
  }
}

extension ReportLine.Role {
  fileprivate var style: Style {
    switch self {
    case .plain: .plain
    case .heading: Style(attributes: .bold)
    case .secondary: Style(attributes: .dim)
    case .error: Style(foreground: .ansi(1), attributes: .bold)
    case .warning: Style(foreground: .ansi(3))
    case .note: Style(foreground: .ansi(6))
    case .good: Style(foreground: .ansi(2))
    }
  }
}
