import IntentOptions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads files that may be larger than they should be, or no files at all.
enum BoundedFile {
  /// The bytes of a file.
  ///
  /// - Throws: `OptionsError` for a file that is missing, unreadable or too large.
  static func read(
    _ path: String, limit: Int, provider: String
  ) throws(OptionsError) -> [UInt8] {
    let bytes = try beginning(of: path, bytes: limit + 1, provider: provider)
    guard bytes.count <= limit else { throw .tooManyBytes(limit, provider: provider) }
    return bytes
  }

  /// The first bytes of a file, or all where it has fewer.
  ///
  /// - Throws: `OptionsError` for a file that is missing or unreadable.
  static func beginning(
    of path: String, bytes limit: Int, provider: String
  ) throws(OptionsError) -> [UInt8] {
    let file = try Opened(path, provider: provider)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(limit, file.size) + 1)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = buffer.withUnsafeMutableBytes { file.read(into: $0) }
      guard count >= 0 else {
        throw .unreadableFile(path, cause: lastError, provider: provider)
      }
      if count == 0 { return bytes }
      bytes += buffer[..<min(count, limit - bytes.count)]
    }
    return bytes
  }

  /// A regular file that is open for reading.
  struct Opened: ~Copyable {
    /// The number of bytes when it was opened.
    let size: Int

    private let file: Int32

    /// Opens a file.
    ///
    /// - Throws: `OptionsError` for a file that is missing, unreadable or not a regular one.
    init(_ path: String, provider: String) throws(OptionsError) {
      // Without O_NONBLOCK opening a named pipe would wait for a writer.
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else {
        if errno == ENOENT { throw .missingFile(path, provider: provider) }
        throw .unreadableFile(path, cause: BoundedFile.lastError, provider: provider)
      }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        close(file)
        throw .unreadableFile(path, cause: "it is not a regular file", provider: provider)
      }
      self.file = file
      size = Int(status.st_size)
    }

    deinit { close(file) }

    /// Reads the next bytes and gives their number; 0 at the end, less where reading fails.
    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
      #if canImport(Glibc)
        Glibc.read(file, memory.baseAddress, memory.count)
      #elseif canImport(Musl)
        Musl.read(file, memory.baseAddress, memory.count)
      #else
        Darwin.read(file, memory.baseAddress, memory.count)
      #endif
    }
  }

  /// The system's words for what went wrong last.
  static var lastError: String { String(cString: strerror(errno)) }
}
