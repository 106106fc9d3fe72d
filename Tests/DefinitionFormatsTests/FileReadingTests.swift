import FormatTestSupport
import Foundation
import InputFiles
import JSONC
import Messages
import Testing
import WidgetTestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("Reading files", .startsPrograms)
struct FileReadingTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "widgetconfig-\(UUID().uuidString)").path()

  /// The modules do not depend on each other, so each declares the limit.
  ///
  /// The article about CI states one limit for all formats.
  @Test func filesAndTextsOfJSONHaveTheSameLimit() {
    #expect(FileReading.standardLimit == JSONLimits.standard.maximumBytes)
  }

  /// Runs the body in a new folder, which is removed afterwards.
  private func inFolder(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body()
  }

  private func message(_ path: String, limit: Int = 100, timeout: Int = 0) -> String {
    do {
      return "read: \(try FileReading.bytes(atPath: path, limit: limit, timeout: timeout).count)"
    } catch {
      return error.description.replacing(folder, with: "F")
    }
  }

  @Test("files up to the limit are read, and empty ones")
  func sizes() throws {
    try inFolder {
      for (count, expected) in [
        (0, "read: 0"), (1, "read: 1"), (100, "read: 100"),
        (101, "F/a: The file is larger than the limit of 100 bytes."),
      ] {
        let bytes = Data(repeating: 7, count: count)
        try bytes.write(to: URL(filePath: folder + "/a"))
        #expect(message(folder + "/a") == expected)
      }
    }
  }

  @Test("a gigabyte is refused by its size")
  func gigabyte() throws {
    try inFolder {
      #expect(FileManager.default.createFile(atPath: folder + "/big", contents: nil))
      #expect(truncate(folder + "/big", 1 << 30) == 0)
      #expect(
        message(folder + "/big", limit: FileReading.standardLimit)
          == "F/big: The file is larger than the limit of 67108864 bytes.")
    }
  }

  @Test("a link to a file is read; a path that leads to no file is refused with the reason")
  func noFiles() throws {
    try inFolder {
      let manager = FileManager.default
      try manager.createSymbolicLink(
        atPath: folder + "/dangling", withDestinationPath: "nowhere.plist")
      try manager.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
      try Data([1]).write(to: URL(filePath: folder + "/file"))
      try manager.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "file")
      #expect(message(folder + "/link") == "read: 1")
      #expect(message(folder) == "F: This is a directory, not a file. Name a file in it.")
      #expect(message(folder + "/none") == "F/none: The file does not exist. Check the path.")
      #expect(message(folder + "/file/x") == "F/file/x: The file does not exist. Check the path.")
      #expect(
        message(folder + "/dangling")
          == """
          F/dangling: This symbolic link points to “nowhere.plist”, which does not exist. \
          Repair the link.
          """)
      #expect(
        message(folder + "/loop")
          == "F/loop: This symbolic link points back to itself. Repair the link.")
    }
  }

  @Test("a path that is empty or has a zero byte is refused", arguments: ["", "a\0b"])
  func names(path: String) {
    #expect(message(path).hasSuffix("The path is empty, too long or has a zero byte."))
  }

  @Test("a file without permission", .enabled(if: geteuid() != 0, "root may read every file"))
  func permission() throws {
    try inFolder {
      try Data([1]).write(to: URL(filePath: folder + "/secret"))
      #expect(chmod(folder + "/secret", 0) == 0)
      #expect(
        message(folder + "/secret")
          == "F/secret: Permission to read the file is denied. Change its permissions.")
    }
  }

  @Test("devices and pipes are read up to the limit, and abandoned if they are silent")
  func pipes() throws {
    try inFolder {
      #expect(message("/dev/null") == "read: 0")
      #expect(
        message("/dev/zero")
          == "/dev/zero: The file is larger than the limit of 100 bytes.")
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      #expect(message(folder + "/pipe") == "F/pipe: No data arrived within 0 seconds.")
      // Reading in pieces has the same timeout.
      let piece = words { () throws(FileReadingError) in
        try FileStream(path: folder + "/pipe", timeout: 0).readAll(limit: 100)
      }
      #expect(piece == "F/pipe: No data arrived within 0 seconds.")
      let line = words { () throws(FileReadingError) in
        try FileStream(path: folder + "/pipe", timeout: 0).line(limit: 100) ?? []
      }
      #expect(line == "F/pipe: No data arrived within 0 seconds.")
    }
  }

  private func words(_ body: () throws(FileReadingError) -> [UInt8]) -> String {
    do {
      return "read: \(try body().count)"
    } catch {
      return error.description.replacing(folder, with: "F")
    }
  }

  /// Each case makes a file, and has two results: of reading it whole with a limit of 100 bytes, and
  /// of reading its first 100 bytes.
  @Test("only regular files are read; the first bytes of a larger file can be read")
  func regular() throws {
    try inFolder {
      let noFile = "F/it: This is a pipe, a device or a socket, not a file. Name a file."
      let tooLarge = "F/it: The file is larger than the limit of 100 bytes."
      let cases: [(make: (String) -> Void, whole: String, beginning: String)] = [
        (
          { _ in }, "F/it: The file does not exist. Check the path.",
          "F/it: The file does not exist. Check the path."
        ),
        ({ mkfifo($0, 0o600) }, noFile, noFile),
        ({ symlink("/dev/zero", $0) }, noFile, noFile),
        (
          { mkdir($0, 0o700) }, "F/it: This is a directory, not a file. Name a file in it.",
          "F/it: This is a directory, not a file. Name a file in it."
        ),
        ({ close(creat($0, 0o600)) }, "read: 0", "read: 0"),
        (
          {
            close(creat($0, 0o600)); truncate($0, 99)
          }, "read: 99", "read: 99"
        ),
        (
          {
            close(creat($0, 0o600)); truncate($0, 100)
          }, "read: 100", "read: 100"
        ),
        (
          {
            close(creat($0, 0o600)); truncate($0, 101)
          }, tooLarge, "read: 100"
        ),
        (
          {
            close(creat($0, 0o600)); truncate($0, 1 << 40)
          }, tooLarge, "read: 100"
        ),
      ]
      for (make, whole, beginning) in cases {
        let path = folder + "/it"
        try? FileManager.default.removeItem(atPath: path)
        make(path)
        #expect(
          words { () throws(FileReadingError) in
            try FileReading.regularBytes(atPath: path, limit: 100)
          } == whole)
        #expect(
          words { () throws(FileReadingError) in
            try Self.beginning(path, bytes: 100)
          } == beginning)
      }
    }
  }

  /// The first bytes of a file, for a reader that needs no more.
  private static func beginning(
    _ path: String, bytes count: Int
  ) throws(FileReadingError) -> [UInt8] {
    try FileReading.withRegularFile(atPath: path) { _, read in
      [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = max(0, read(UnsafeMutableRawBufferPointer(buffer)))
      }
    }
  }

  @Test("written values are read back", arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func content(count: Int) throws {
    try inFolder {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
      try Data(bytes).write(to: URL(filePath: folder + "/it"))
      #expect(try FileReading.bytes(atPath: folder + "/it") == bytes)
      #expect(try FileReading.regularBytes(atPath: folder + "/it", limit: count) == bytes)
      let beginning = try Self.beginning(folder + "/it", bytes: count / 2)
      #expect(beginning == Array(bytes.prefix(count / 2)))
    }
  }

  @Test("a pipe returns what was written, up to the limit", arguments: [0, 1, 100, 101, 70_000])
  func writtenPipe(count: Int) throws {
    try inFolder {
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      let writer = Process()
      writer.executableURL = URL(filePath: "/bin/sh")
      writer.arguments = ["-c", "head -c \(count) /dev/zero > '\(folder)/pipe'"]
      writer.standardError = FileHandle.nullDevice
      try writer.run()
      let found = message(folder + "/pipe", timeout: 60)
      writer.waitUntilExit()
      let second = Process()
      second.executableURL = writer.executableURL
      second.arguments = writer.arguments
      second.standardError = FileHandle.nullDevice
      try second.run()
      let pieces = words { () throws(FileReadingError) in
        try FileStream(path: folder + "/pipe", timeout: 60).readAll(limit: 100)
      }
      second.waitUntilExit()
      #expect(pieces == found)
      #expect(
        found
          == (count <= 100
            ? "read: \(count)"
            : "F/pipe: The file is larger than the limit of 100 bytes."))
    }
  }
}
