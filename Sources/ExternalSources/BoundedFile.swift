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
    // Without O_NONBLOCK opening a named pipe would wait for a writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { throw .missingFile(path, provider: provider) }
      throw .unreadableFile(path, cause: lastError, provider: provider)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadableFile(path, cause: "it is not a regular file", provider: provider)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(limit, Int(status.st_size)) + 1)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = Self.read(file, &buffer)
      guard count >= 0 else {
        throw .unreadableFile(path, cause: lastError, provider: provider)
      }
      if count == 0 { return bytes }
      bytes += buffer[..<min(count, limit - bytes.count)]
    }
    return bytes
  }

  private static func read(_ file: Int32, _ buffer: inout [UInt8]) -> Int {
    #if canImport(Glibc)
      Glibc.read(file, &buffer, buffer.count)
    #elseif canImport(Musl)
      Musl.read(file, &buffer, buffer.count)
    #else
      Darwin.read(file, &buffer, buffer.count)
    #endif
  }

  /// The system's words for what went wrong last.
  static var lastError: String { String(cString: strerror(errno)) }
}
