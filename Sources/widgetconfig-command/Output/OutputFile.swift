import DefinitionFormats
import Foundation
import IntentCodegen
import IntentModel
import Messages
import TerminalForm

/// Writes files named on the command line.
enum OutputFile {
  /// The path that means standard output.
  static let standardOutput = "-"

  /// Writes a text to a file; `-` is standard output.
  static func write(_ text: String, to path: String) throws {
    guard path != standardOutput else { return Terminal.writeJSON(text) }
    try write(Array(text.utf8), to: path)
  }

  /// The mode of a new executable file.
  static let programMode = 0o755

  /// The path of a hidden draft next to a file or folder, in the same file system.
  static func draft(of target: URL) -> URL {
    target.deletingLastPathComponent().appending(
      path: ".\(target.lastPathComponent).\(UUID().uuidString)")
  }

  /// Writes a complete file; if that fails, an existing regular file stays unchanged.
  ///
  /// A new or regular file is replaced atomically; a regular file keeps its mode. At any other
  /// path, such as that of a link or a device, the file is written in place.
  ///
  /// - Throws: `CommandFailure` that explains why the file cannot be written.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard !path.isEmpty else {
      throw CommandFailure(.usage, "The path of the file to write is empty.")
    }
    let data = Data(bytes)
    do {
      let kind =
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      if kind == nil || kind == .typeRegular {
        try replace(path, with: data)
      } else {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        // A link can lead to a pipe, which cannot be truncated.
        if isRegular(handle.fileDescriptor) { try handle.truncate(atOffset: 0) }
        try handle.write(contentsOf: data)
        try handle.close()
      }
    } catch {
      throw failure(error, at: path)
    }
  }

  /// Writes a new file, which the caller moves into place once it is complete.
  static func writeDraft(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path), options: .withoutOverwriting)
  }

  /// Writes a new file, which the caller moves into place, and waits until it is on disk.
  static func writeDurableDraft(_ bytes: [UInt8], to path: String) throws {
    try writeDraft(bytes, to: path)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? handle.close() }
    try handle.synchronize()
  }

  /// The failure for a file or folder that cannot be written; returns a `CommandFailure` unchanged.
  static func failure(_ error: any Error, at path: String) -> CommandFailure {
    if let failure = error as? CommandFailure { return failure }
    // FileHandle wraps the system's error in another error.
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let code = cause.flatMap { cause in
      cause.domain == NSPOSIXErrorDomain
        ? Int32(exactly: cause.code).flatMap { POSIXErrorCode(rawValue: $0) } : nil
    }
    return CommandFailure(
      .findings, GeneratedOutputError(code.map { POSIXError($0) } ?? error, path: path).line)
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
}

/// Prints reports, in colour if requested.
struct ReportPrinting {
  private let depth: ColorDepth

  init(_ options: SharedOptions) {
    depth =
      switch options.color {
      case .never: .none
      case .always: .ansi16
      case .auto:
        Terminal.isShown ? ColorDepth(environment: options.environment) : .none
      }
  }

  /// Prints lines to standard output; on a terminal, breaks long lines at blanks.
  func write(_ lines: [ReportLine]) {
    let whole =
      Terminal.isShown
      ? lines.flatMap { [width = Terminal.size.columns] in $0.wrapped(to: width) } : lines
    let text = whole.map { line in
      let plain = visibleLine(line.text)
      // A line that could be mistaken for a command is printed without style.
      return plain == visible(line.text)
        ? StyledText.line(line.spans.map { ($0.text, $0.role.style) }, depth: depth) + "\n"
        : plain + "\n"
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
