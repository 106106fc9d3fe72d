import Foundation
import InputFiles
import IntentModel
import JSONCodings
import Messages

/// Reads files named on the command line.
enum InputFile {
  /// The argument that means standard input.
  static let standardInput = "-"

  /// The name of standard input in messages.
  static let standardInputName = FileStream.standardInputName

  /// The name of a file in messages.
  static func name(_ path: String) -> String { path == standardInput ? standardInputName : path }

  /// The maximum length in bytes of a line that is typed or piped as an answer.
  private static let lineLimit = 1 << 20

  /// The bytes of a file or standard input; standard input has no time limit.
  static func bytes(_ path: String) throws -> [UInt8] {
    try explained { () throws(FileReadingError) in
      guard path == standardInput else { return try FileReading.bytes(atPath: path) }
      return try FileStream.standardInput.readAll(limit: FormatLimits.standard.maximumBytes)
    }
  }

  /// Returns a function that reads the next bytes of a file, up to a given number; at the end, it
  /// returns no bytes.
  static func pieces(_ path: String) throws -> @Sendable (Int) throws -> [UInt8] {
    let stream = try explained { () throws(FileReadingError) in
      try path == standardInput ? FileStream.standardInput : FileStream(path: path)
    }
    return { count in
      try explained { () throws(FileReadingError) in try stream.read(count) }
    }
  }

  /// A file or standard input that is read several times, with only a piece of it in memory.
  ///
  /// Input that arrives only once, such as a pipe, is first copied to a file without a name.
  static func repeated(_ path: String) throws -> RepeatedInput {
    var status = stat()
    if path != standardInput, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      return RepeatedInput { try pieces(path) }
    }
    let copy = try UnnamedFile()
    let next = try pieces(path)
    while true {
      let piece = try next(1 << 16)
      if piece.isEmpty { break }
      try copy.append(piece)
    }
    return RepeatedInput { copy.pieces() }
  }

  /// The next line of standard input without its line end; nil at the end of the input.
  static func line() throws -> String? {
    try explained { () throws(FileReadingError) in
      try FileStream.standardInput.line(limit: lineLimit)
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether standard input has bytes or has ended; this does not wait.
  static var canBeRead: Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  private static func explained<Result>(
    _ read: () throws(FileReadingError) -> Result
  ) throws -> Result {
    do {
      return try read()
    } catch {
      throw CommandFailure(
        .findings,
        .placed(place: error.path.harmlessPath, sentences: [error.rule.explanation]))
    }
  }
}

/// A text that can be read again from its beginning.
struct RepeatedInput: Sendable {
  /// Returns a function that reads the next bytes, up to a given number; at the end, it returns no
  /// bytes.
  let pieces: @Sendable () throws -> (Int) throws -> [UInt8]

  init(_ pieces: @escaping @Sendable () throws -> (Int) throws -> [UInt8]) { self.pieces = pieces }
}

/// The names of temporary files and folders.
enum TemporaryPlace {
  /// The folder for temporary files.
  static var folder: URL { FileManager.default.temporaryDirectory }

  /// A new path at which nothing exists yet.
  static func new() -> URL {
    folder.appending(path: "\(Program.name)-\(UUID().uuidString)")
  }
}

/// A file without a name, in the folder for temporary files; it disappears when it is closed.
private final class UnnamedFile: Sendable {
  private let descriptor: Int32

  init() throws {
    let path = TemporaryPlace.new().path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure() }
    unlink(path)
  }

  deinit { close(descriptor) }

  private static func failure() -> CommandFailure {
    let cause = String(cString: strerror(errno))
    let folder = TemporaryPlace.folder.path
    return CommandFailure(
      .findings,
      .placed(
        place: folder.harmlessPath,
        sentences: [
          """
          The input cannot be kept here: \(cause). Name another folder with TMPDIR, or give a file.
          """
        ]))
  }

  func append(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno != EINTR {
        throw Self.failure()
      }
    }
  }

  /// Returns a function that reads the file from its beginning.
  func pieces() -> (Int) throws -> [UInt8] {
    var offset: off_t = 0
    return { [self] count in
      var failed = false
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        var got = pread(descriptor, buffer.baseAddress, count, offset)
        while got < 0, errno == EINTR { got = pread(descriptor, buffer.baseAddress, count, offset) }
        failed = got < 0
        filled = max(0, got)
      }
      if failed { throw Self.failure() }
      offset += off_t(bytes.count)
      return bytes
    }
  }
}
