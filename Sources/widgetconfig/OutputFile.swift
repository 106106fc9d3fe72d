import DefinitionFormats
import Foundation
import IntentModel
import Messages
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
  /// - Throws: `CommandFailure` that says why it cannot be written.
  static func write(_ bytes: [UInt8], to path: String) throws {
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
      throw failure(error, at: path)
    }
  }

  /// Writes a file that nobody knows yet, and that its caller puts in place when it is complete.
  static func writeDraft(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path), options: .withoutOverwriting)
  }

  /// What is said of a file or a folder that cannot be written; a failure is said as it is.
  static func failure(_ error: any Error, at path: String) -> CommandFailure {
    if let failure = error as? CommandFailure { return failure }
    let cause = reason(error)
    let sentences: [Message] = [
      .fileCannotBeWritten(cause: .verbatim(cause.text)),
      cause.isKnown ? .none : .lookAtFolderRights,
    ]
    return CommandFailure(.findings, .placed(place: path, sentences: sentences))
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

  /// What the system says, and whether that alone tells what to do.
  private static func reason(_ error: any Error) -> (text: String, isKnown: Bool) {
    let outer = error as NSError
    let underlying = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
    let code: Int32? =
      if underlying.domain == NSPOSIXErrorDomain {
        Int32(underlying.code)
      } else {
        switch CocoaError.Code(rawValue: outer.code) {
        case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
        case .fileWriteFileExists: EEXIST
        case .fileWriteNoPermission: EACCES
        case .fileWriteOutOfSpace: ENOSPC
        default: nil
        }
      }
    if let code { return (String(cString: strerror(code)), true) }
    return (outer.localizedDescription.harmless(limit: 200), false)
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
