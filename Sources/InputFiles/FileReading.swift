internal import IntentModel
package import Messages
internal import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads files.
///
/// Links are followed. No other code opens a file in order to read all of it; the only exceptions
/// are databases, which read their own files.
package enum FileReading {
  /// The byte-order mark that a UTF-8 text can begin with.
  package static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The number of bytes of the mark at the start of a text; 0 if there is no mark.
  package static func markLength(of text: some Sequence<UInt8>) -> Int {
    text.starts(with: utf8Mark) ? utf8Mark.count : 0
  }

  /// The default limit for the size of a file, which also applies to JSON texts.
  package static let standardLimit = 64 << 20

  /// The limit for the size of a file of settings, of a secret or of keys.
  package static let settingsLimit = 1 << 20

  /// The default number of seconds within which a pipe or a device must deliver the next data.
  package static let standardTimeout = 5

  /// The number of bytes to request at once from an input of unknown size.
  fileprivate static let pieceSize = 65_536

  /// Reads a file.
  ///
  /// The size of a regular file is checked before it is read. Pipes and devices are read up to the
  /// limit, and reading fails if no data arrives for the given number of seconds. An empty file is
  /// not an error.
  ///
  /// - Throws: `FileReadingError` with the path and the cause.
  package static func bytes(
    atPath path: String, limit: Int = standardLimit, timeout seconds: Int = standardTimeout
  ) throws(FileReadingError) -> [UInt8] {
    try reading(path) { descriptor throws(FileReadingError.Rule) in
      try OpenFile(descriptor: descriptor, limit: limit, timeout: seconds).readAll()
    }
  }

  /// Reads a regular file; refuses a pipe, a device or a folder without waiting for it.
  ///
  /// - Throws: `FileReadingError` with the path and the cause.
  package static func regularBytes(
    atPath path: String, limit: Int
  ) throws(FileReadingError) -> [UInt8] {
    try reading(path) { descriptor throws(FileReadingError.Rule) in
      try OpenFile(descriptor: descriptor, limit: limit, timeout: 0).readRegular()
    }
  }

  /// Whether every user of this machine may read a file; false for a missing file.
  package static func isOpenToEverybody(atPath path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IROTH != 0
  }

  /// The remedy for a secret file that every user can read.
  package static let closingToOthers: Message = "Change that with: chmod 600"

  /// Calls a function with the size of a regular file and a function that reads its next bytes.
  ///
  /// Reading returns the number of bytes: 0 at the end, and a negative number if it fails.
  ///
  /// - Throws: `FileReadingError` with the path and the cause, if the file cannot be opened.
  package static func withRegularFile<Result>(
    atPath path: String,
    _ body: (_ size: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Result
  ) throws(FileReadingError) -> Result {
    try reading(path) { descriptor throws(FileReadingError.Rule) in
      let file = OpenFile(descriptor: descriptor, limit: .max, timeout: 0)
      return body(try file.regularSize()) { systemRead(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// Calls a function with the size of a regular file and a function that reads bytes at a
  /// position.
  ///
  /// The reading function returns nil if the file ends before the requested bytes.
  ///
  /// - Throws: `FileReadingError` with the path and the cause, if the file cannot be opened.
  package static func withPieces<Result>(
    ofFileAt path: String,
    _ body: (_ size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]?) -> Result
  ) throws(FileReadingError) -> Result {
    try reading(path) { descriptor throws(FileReadingError.Rule) in
      let file = OpenFile(descriptor: descriptor, limit: .max, timeout: 0)
      let size = try file.regularSize()
      return body(size) { offset, count in
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        let isWhole = bytes.withUnsafeMutableBytes { buffer in
          while filled < count {
            let start = buffer.baseAddress?.advanced(by: filled)
            let read = pread(descriptor, start, count - filled, off_t(offset + filled))
            guard read > 0 else { return false }
            filled += read
          }
          return true
        }
        return isWhole ? bytes : nil
      }
    }
  }

  private static func reading<Result>(
    _ path: String, _ body: (Int32) throws(FileReadingError.Rule) -> Result
  ) throws(FileReadingError) -> Result {
    let descriptor = try descriptor(ofOpening: path)
    defer { close(descriptor) }
    do throws(FileReadingError.Rule) {
      return try body(descriptor)
    } catch {
      throw FileReadingError(path: path, rule: error)
    }
  }

  /// Opens a file to read it; the caller closes it.
  fileprivate static func descriptor(ofOpening path: String) throws(FileReadingError) -> Int32 {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileReadingError(path: path, rule: .nameNotAllowed)
    }
    // Without O_NONBLOCK, opening a pipe that has no writer would wait forever.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileReadingError(path: path, rule: rule(ofOpening: path, code: errno))
    }
    return descriptor
  }

  /// The cause of a failure to open a file; a missing file may be a dangling link.
  private static func rule(ofOpening path: String, code: Int32) -> FileReadingError.Rule {
    switch code {
    case ENOENT: linkTarget(path).map { .danglingLink(target: $0) } ?? .missing
    case ENOTDIR: .missing
    case ELOOP: .linkCycle
    case EACCES, EPERM: .notReadable
    case EISDIR: .directory
    case ENXIO, ENODEV: .notAFile
    case ENAMETOOLONG: .nameNotAllowed
    default: .system(code: code)
    }
  }

  private static func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let length = readlink(path, start, buffer.count)
      guard length > 0 else { return nil }
      return String(decoding: buffer[..<length].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}

/// Identifies the state of a file without reading it: if the contents change, the stamp changes.
package struct FileStamp: Sendable, Hashable {
  /// The number of seconds within which a file system can give two changes the same timestamp.
  private static let coarsestTick = 2

  private let numbers: [Int64]

  /// Examines the file at a path.
  ///
  /// - Returns: nil if there is no file, or if the file has just changed, because another change
  ///   could leave the same stamp.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let times = [status.st_mtimespec, status.st_ctimespec]
    #else
      let times = [status.st_mtim, status.st_ctim]
    #endif
    let now = time(nil)
    guard times.allSatisfy({ now - $0.tv_sec > Self.coarsestTick }) else { return nil }
    numbers =
      [Int64(status.st_dev), Int64(bitPattern: UInt64(status.st_ino)), Int64(status.st_size)]
      + times.flatMap { [Int64($0.tv_sec), Int64($0.tv_nsec)] }
  }
}

extension FileReading {
  /// Whether a path stays inside its folder: it is relative and has no component `..`.
  package static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }
}

/// A file, a pipe or standard input that is read piece by piece.
///
/// The caller limits how much of the data is in memory at once. Standard input has no time limit.
/// Reading from a named pipe or a device fails as with
/// ``FileReading/bytes(atPath:limit:timeout:)``.
package final class FileStream: Sendable {
  /// The name of standard input in messages.
  package static let standardInputName = "standard input"

  /// Standard input of this process; each byte is read only once.
  package static let standardInput = FileStream(
    descriptor: STDIN_FILENO, name: standardInputName, isOwned: false)

  private let descriptor: Int32
  private let name: String
  private let isOwned: Bool
  /// The seconds within which data must arrive; nil for no limit.
  private let timeout: Int?
  /// The bytes that have been read beyond the last line.
  private let rest = Mutex<[UInt8]>([])

  private init(descriptor: Int32, name: String, isOwned: Bool, timeout: Int? = nil) {
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
    self.timeout = timeout
  }

  /// Reads a file that the caller has opened; the caller closes it afterwards.
  package convenience init(openDescriptor descriptor: Int32, name: String) {
    self.init(descriptor: descriptor, name: name, isOwned: false)
  }

  /// Opens a file or a pipe, without waiting for the writer of a pipe.
  ///
  /// - Parameter seconds: The time within which a pipe or a device must deliver the next data.
  /// - Throws: `FileReadingError` with the path and the cause.
  package convenience init(
    path: String, timeout seconds: Int = FileReading.standardTimeout
  ) throws(FileReadingError) {
    let descriptor = try FileReading.descriptor(ofOpening: path)
    var status = stat()
    let canWait =
      fstat(descriptor, &status) == 0
      && [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
    self.init(
      descriptor: descriptor, name: path, isOwned: true, timeout: canWait ? seconds : nil)
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Reads up to `count` bytes; returns none at the end.
  ///
  /// - Throws: `FileReadingError` with the path and the cause.
  package func read(_ count: Int) throws(FileReadingError) -> [UInt8] {
    let kept = rest.withLock { rest in
      defer { rest = Array(rest.dropFirst(count)) }
      return Array(rest.prefix(count))
    }
    if !kept.isEmpty { return kept }
    let file = OpenFile(descriptor: descriptor, limit: .max, timeout: timeout ?? -1)
    do throws(FileReadingError.Rule) {
      // A pipe that no writer has opened yet reads as if it were at its end, so wait first.
      if timeout != nil { try file.waitForData() }
      var bytes = [UInt8](repeating: 0, count: count)
      let got = try file.read(into: &bytes, atMost: count)
      return Array(bytes.prefix(got))
    } catch {
      throw FileReadingError(path: name, rule: error)
    }
  }

  /// Reads everything up to the end.
  ///
  /// - Throws: `FileReadingError` with the path and the cause, such as exceeding the limit.
  package func readAll(limit: Int) throws(FileReadingError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try read(FileReading.pieceSize)
      if part.isEmpty { return bytes }
      bytes += part
      guard bytes.count <= limit else {
        throw FileReadingError(path: name, rule: .tooLarge(limit: limit))
      }
    }
  }

  /// Reads the next line and removes its line end; returns nil at the end.
  ///
  /// - Throws: `FileReadingError` with the path and the cause, such as exceeding the limit.
  package func line(limit: Int) throws(FileReadingError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      let part = try read(4_096)
      if part.isEmpty { return line.isEmpty ? nil : line }
      if let end = part.firstIndex(of: 0x0A) {
        rest.withLock { $0 = part[(end + 1)...] + $0 }
        line += part[..<end]
        if line.last == 0x0D { line.removeLast() }
        return line
      }
      line += part
      guard line.count <= limit else {
        throw FileReadingError(path: name, rule: .tooLarge(limit: limit))
      }
    }
  }
}

/// An open descriptor with a time limit and a size limit for reading; the caller closes it.
private struct OpenFile {
  let descriptor: Int32
  let limit: Int
  /// The seconds within which data must arrive; negative for no limit.
  let timeout: Int

  func readAll() throws(FileReadingError.Rule) -> [UInt8] {
    switch try status().st_mode & S_IFMT {
    case S_IFIFO, S_IFCHR: try read(expecting: 0, waits: true)
    default: try readRegular()
    }
  }

  func readRegular() throws(FileReadingError.Rule) -> [UInt8] {
    let size = try regularSize()
    guard size <= limit else { throw .tooLarge(limit: limit) }
    return try read(expecting: size, waits: false)
  }

  private func status() throws(FileReadingError.Rule) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(code: errno) }
    return status
  }

  func regularSize() throws(FileReadingError.Rule) -> Int {
    let status = try status()
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw .directory
    default: throw .notAFile
    }
  }

  private func read(expecting size: Int, waits: Bool) throws(FileReadingError.Rule) -> [UInt8] {
    // Requesting one byte more than expected makes the first call show whether the file has ended.
    var bytes = waits ? [] : try readAtOnce(min(size, limit) + 1)
    if !waits, bytes.count <= min(size, limit) { return bytes }
    var chunk = [UInt8](repeating: 0, count: FileReading.pieceSize)
    while bytes.count <= limit {
      if waits { try waitForData() }
      let count = try read(into: &chunk, atMost: limit + 1 - bytes.count)
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
    throw .tooLarge(limit: limit)
  }

  /// Reads the next bytes of a regular file without clearing the memory first; returns fewer bytes
  /// than requested only at the end of the file.
  private func readAtOnce(_ count: Int) throws(FileReadingError.Rule) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = buffer.baseAddress.map { $0 + filled }
        let got = systemRead(descriptor, rest, count - filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        filled += got
      }
    }
    guard failure == 0 else { throw .system(code: failure) }
    return bytes
  }

  /// Reads some bytes; returns 0 at the end.
  func read(
    into chunk: inout [UInt8], atMost room: Int
  ) throws(FileReadingError.Rule) -> Int {
    let room = min(chunk.count, room)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, room) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      // Another program may have made the stream nonblocking.
      case EAGAIN: try waitForData()
      case EISDIR: throw .directory
      default: throw .system(code: errno)
      }
    }
  }

  func waitForData() throws(FileReadingError.Rule) {
    var request = pollfd(descriptor: descriptor)
    // macOS refuses a timeout below -1.
    let count = poll(&request, 1, timeout < 0 ? -1 : Int32(clamping: timeout * 1000))
    if count == 0 { throw .noData(seconds: timeout) }
    if count < 0, errno != EINTR { throw .system(code: errno) }
  }
}

extension FileReadingError.Rule: Error {}

extension pollfd {
  fileprivate init(descriptor: Int32) {
    self.init(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }
}

/// The system call; inside the type, a method of the same name would hide it.
private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, buffer, count)
}

/// The reason why a file cannot be read.
package struct FileReadingError: Error, Sendable, Hashable {
  /// The possible causes.
  package enum Rule: Sendable, Hashable {
    case missing
    case danglingLink(target: String)
    case linkCycle
    case directory
    case notReadable
    case notAFile
    case nameNotAllowed
    case tooLarge(limit: Int)
    case noData(seconds: Int)
    case system(code: Int32)
  }

  /// The path as the caller specified it.
  package let path: String

  /// The cause.
  package let rule: Rule

  /// Makes an error for a path.
  package init(path: String, rule: Rule) {
    self.path = path
    self.rule = rule
  }
}

extension FileReadingError: CustomStringConvertible {
  /// The path, the cause and the remedy.
  package var description: String {
    "\(path.harmlessPath): \(rule.explanation)"
  }
}

extension FileReadingError.Rule: StatedProblem {
  /// The code, the problem and the remedy.
  package var statement: ProblemStatement {
    switch self {
    case .missing: .init("missing-file", "The file does not exist.", "Check the path.")
    case .danglingLink(let target):
      .init(
        "dangling-link",
        "This symbolic link points to “\(target.harmlessPath)”, which does not exist.",
        .repairLink)
    case .linkCycle:
      .init("link-cycle", "This symbolic link points back to itself.", .repairLink)
    case .directory: .init("directory", "This is a directory, not a file.", "Name a file in it.")
    case .notReadable:
      .init("not-readable", "Permission to read the file is denied.", "Change its permissions.")
    case .notAFile:
      .init("not-a-file", "This is a pipe, a device or a socket, not a file.", "Name a file.")
    case .nameNotAllowed: .init("bad-path", "The path is empty, too long or has a zero byte.")
    case .tooLarge(let limit): .init("file-too-large", .fileTooLarge(limit: limit))
    case .noData(let seconds):
      .init("no-answer", "No data arrived within \(seconds, "second", "seconds").")
    case .system(let code):
      .init("system-error", "The file cannot be read: \(String(cString: strerror(code))).")
    }
  }
}

extension Message {
  fileprivate static var repairLink: Message { "Repair the link." }

  package static func fileTooLarge(limit: Int) -> Message {
    "The file is larger than the limit of \(limit) bytes."
  }
}
