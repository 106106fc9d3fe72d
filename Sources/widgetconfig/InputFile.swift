import Foundation
import IntentFormats

/// Files that a person names on the command line.
enum InputFile {
  /// What messages call standard input where there is no file to name.
  static let standardInputName = "standard input"

  /// The bytes of a file, or of standard input for `-`, up to 64 MiB.
  static func bytes(_ path: String) throws -> [UInt8] {
    if path == "-" { return try standardInput() }
    do {
      return try FileReading.bytes(atPath: path)
    } catch {
      throw CommandFailure(.findings, "\(error)")
    }
  }

  /// Standard input to its end, however long a person or a program takes to write it.
  private static func standardInput() throws -> [UInt8] {
    let limit = FormatLimits.standard.maximumBytes
    let input = try InputStreamFile(path: "-")
    var bytes: [UInt8] = []
    while case let part = try input.read(65_536), !part.isEmpty {
      bytes += part
      guard bytes.count <= limit else {
        throw CommandFailure(
          .findings,
          "\(standardInputName): There are more than \(limit) bytes. Give less at a time.")
      }
    }
    return bytes
  }
}

/// A file or standard input that is read piece by piece.
struct InputStreamFile: Sendable {
  private let descriptor: Int32
  private let path: String

  init(path: String) throws {
    self.path = path == "-" ? InputFile.standardInputName : path
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(
        .findings, "\(path): The file cannot be opened: \(String(cString: strerror(errno))).")
    }
  }

  /// Up to some bytes; none at the end.
  func read(_ count: Int) throws -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var got = Foundation.read(descriptor, buffer.baseAddress, count)
      while got < 0, errno == EINTR || errno == EAGAIN {
        if errno == EAGAIN { waitForInput() }
        got = Foundation.read(descriptor, buffer.baseAddress, count)
      }
      if got < 0 { failure = errno }
      filled = max(0, got)
    }
    guard failure == 0 else {
      throw CommandFailure(
        .findings, "\(path): The file cannot be read: \(String(cString: strerror(failure))).")
    }
    return bytes
  }

  /// Waits for a stream that another program has made one that does not wait.
  private func waitForInput() {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
