#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads whole files within limits.
package enum FileReading {
  /// The largest file that is read unless said otherwise: 64 MiB.
  package static let standardLimit = 64 << 20

  /// The bytes of a file.
  ///
  /// The size of a regular file is asked before it is read. Pipes and devices are read up to the limit,
  /// and given up when they are silent for the given seconds. An empty file is no error.
  /// - Throws: `FileReadingError` with the path and the cause.
  package static func bytes(
    atPath path: String, limit: Int = standardLimit, patience seconds: Int = 5
  ) throws(FileReadingError) -> [UInt8] {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileReadingError(path: path, rule: .nameNotAllowed)
    }
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileReadingError(path: path, rule: rule(ofOpening: path, code: errno))
    }
    defer { close(descriptor) }
    let file = OpenFile(descriptor: descriptor, limit: limit, patience: seconds)
    do {
      return try file.readAll()
    } catch {
      throw FileReadingError(path: path, rule: error)
    }
  }

  /// The cause of a failed opening; a missing file may be a link that leads nowhere.
  static func rule(ofOpening path: String, code: Int32) -> FileReadingError.Rule {
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
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let length = readlink(path, start, buffer.count)
      guard length > 0 else { return nil }
      return String(decoding: buffer[..<length].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}

/// An open descriptor and how much may be read from it; the caller closes it.
private struct OpenFile {
  let descriptor: Int32
  let limit: Int
  let patience: Int

  func readAll() throws(FileReadingError.Rule) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
      return try read(expecting: Int(status.st_size), waits: false)
    case S_IFIFO, S_IFCHR: return try read(expecting: 0, waits: true)
    case S_IFDIR: throw .directory
    default: throw .notAFile
    }
  }

  private func read(expecting size: Int, waits: Bool) throws(FileReadingError.Rule) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    // One byte more than expected tells at the first attempt that there is no more.
    var chunk = [UInt8](repeating: 0, count: min(max(size + 1, 65_536), limit + 1))
    while true {
      if waits { try waitForData() }
      let room = min(chunk.count, limit + 1 - bytes.count)
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, room) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw errno == EISDIR ? .directory : .system(code: errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    }
  }

  private func waitForData() throws(FileReadingError.Rule) {
    var request = pollfd(descriptor: descriptor)
    let answer = poll(&request, 1, Int32(clamping: patience * 1000))
    if answer == 0 { throw .noAnswer(seconds: patience) }
    if answer < 0, errno != EINTR { throw .system(code: errno) }
  }
}

extension FileReadingError.Rule: Error {}

extension pollfd {
  fileprivate init(descriptor: Int32) {
    self.init(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }
}

/// The system call, which a method of the same name would hide.
private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, buffer, count)
}
