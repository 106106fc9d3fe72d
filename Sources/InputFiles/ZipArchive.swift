internal import CZlib

/// A ZIP archive, read file by file.
///
/// The directory is read when the archive is opened, and each file when it is requested. Archives
/// in the extended format ZIP64, which allows many or very large files, are not supported.
package struct ZipArchive {
  /// A file in the archive, as described in the directory.
  private struct Entry {
    var method: UInt16
    var size: Int
    var packedSize: Int
    var offset: Int
  }

  private let entries: [String: Entry]
  private let path: String

  /// The names of the files, in no particular order.
  package var names: [String] { Array(entries.keys) }

  /// Opens the archive at a path; nil if the file is not a readable archive.
  package init?(path: String) {
    let found = try? FileReading.withPieces(ofFileAt: path) { size, read in
      Self.directory(size, read)
    }
    guard let entries = found else { return nil }
    self.entries = entries
    self.path = path
  }

  /// The size of the largest file that is read.
  private static let limit = FileReading.standardLimit

  /// The sizes of the records of the format in bytes, without the texts that follow them.
  private enum RecordSize {
    static let end = 22
    static let entry = 46
    static let file = 30
  }

  private static func directory(
    _ size: Int, _ read: (Int, Int) -> [UInt8]?
  ) -> [String: Entry]? {
    // The end record is followed by a comment with a 16-bit length.
    let tail = min(size, RecordSize.end + Int(UInt16.max))
    guard let end = read(size - tail, tail), end.count >= RecordSize.end else { return nil }
    let place = stride(from: end.count - RecordSize.end, through: 0, by: -1).first {
      end.number(at: $0, 4) == 0x0605_4B50
    }
    guard let place else { return nil }
    let (count, length, start) = (
      end.number(at: place + 10, 2), end.number(at: place + 12, 4), end.number(at: place + 16, 4)
    )
    guard count < UInt16.max, start < UInt32.max, length <= limit,
      let directory = read(start, length)
    else { return nil }
    var entries: [String: Entry] = [:]
    var offset = 0
    for _ in 0..<count {
      guard offset + RecordSize.entry <= directory.count,
        directory.number(at: offset, 4) == 0x0201_4B50
      else { return nil }
      let name = directory.number(at: offset + 28, 2)
      let rest = directory.number(at: offset + 30, 2) + directory.number(at: offset + 32, 2)
      let nameStart = offset + RecordSize.entry
      guard nameStart + name + rest <= directory.count else { return nil }
      let text = String(decoding: directory[nameStart..<(nameStart + name)], as: UTF8.self)
      entries[text] = Entry(
        method: UInt16(directory.number(at: offset + 10, 2)),
        size: directory.number(at: offset + 24, 4),
        packedSize: directory.number(at: offset + 20, 4),
        offset: directory.number(at: offset + 42, 4))
      offset = nameStart + name + rest
    }
    return entries
  }

  /// The contents of a file; nil if the file is missing, damaged or too large.
  package func bytes(of name: String) -> [UInt8]? {
    guard let entry = entries[name], entry.size <= Self.limit, entry.packedSize <= Self.limit
    else { return nil }
    let found = try? FileReading.withPieces(ofFileAt: path) { _, read -> [UInt8]? in
      guard let header = read(entry.offset, RecordSize.file),
        header.number(at: 0, 4) == 0x0403_4B50
      else { return nil }
      // The texts before the contents can be longer than those in the directory, so their lengths
      // are read again.
      let texts = header.number(at: 26, 2) + header.number(at: 28, 2)
      let start = entry.offset + RecordSize.file + texts
      return read(start, entry.packedSize)
    }
    guard let packed = found else { return nil }
    switch entry.method {
    case 0: return packed.count == entry.size ? packed : nil
    case 8: return Self.inflated(packed, size: entry.size)
    default: return nil
    }
  }

  private static func inflated(_ packed: [UInt8], size: Int) -> [UInt8]? {
    var stream = z_stream()
    // A negative window size means that the data has no zlib header, as in archives.
    let status = inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var packed = packed
    let result = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      packed.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(buffer.count)
        if inflate(&stream, Z_FINISH) == Z_STREAM_END {
          filled = buffer.count - Int(stream.avail_out)
        }
      }
    }
    return result.count == size ? result : nil
  }
}

extension [UInt8] {
  /// The number in the given bytes, lowest byte first; 0 beyond the end.
  fileprivate func number(at offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset + count <= self.count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }
}
