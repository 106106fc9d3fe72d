import Foundation
import Synchronization
import WidgetTestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// nghttpd, an independent HTTP/2 server, with a log of all frames.
///
/// The server ends when its last owner is released.
package final class ForeignServer: Sendable {
  /// The server could not be started.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether this machine has nghttpd.
  package static let isThere: Bool = {
    let isThere = path != nil
    if !isThere { print("Skipped: nghttpd is missing. “.ci/setup tests” installs it.") }
    return isThere
  }()

  private static let path: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return (folders.map(String.init) + ["/usr/sbin"]).map { $0 + "/nghttpd" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  package let port: Int
  private let folder: URL
  private let arguments: [String]
  private let process = Mutex<Process?>(nil)

  /// Starts the server.
  package init(_ arguments: [String]) async throws {
    self.arguments = arguments
    folder = FileManager.default.temporaryDirectory.appending(path: "nghttpd-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let made = try FinishedProgram("sh", ["-c", PushStandIn.script], folder: folder)
    guard made.status == 0 else { throw Failure(description: made.errors) }
    port = try LoopbackService.reservedPort()
    try await start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The certificate to trust.
  package var roots: String {
    (try? String(contentsOf: folder.appending(path: "server.crt"), encoding: .utf8)) ?? ""
  }

  /// The lines of the log since the last start.
  package var log: [Substring] {
    get throws {
      try String(contentsOf: folder.appending(path: "log"), encoding: .utf8).split(separator: "\n")
    }
  }

  /// Starts the program, even after ``kill()``.
  package func start() async throws {
    guard let path = Self.path else { throw Failure(description: "nghttpd is missing") }
    let file = folder.appending(path: "log")
    try Data().write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments =
      ["-v", "-a", "127.0.0.1", "-d", folder.path] + arguments
      + [
        String(port), folder.appending(path: "server.key").path,
        folder.appending(path: "server.crt").path,
      ]
    process.standardOutput = try FileHandle(forWritingTo: file)
    try process.run()
    self.process.withLock { $0 = process }
    try await eventually("nghttpd") { try log.contains { $0.contains("listen") } }
  }

  /// Kills the program.
  package func kill() {
    let process = process.withLock { process in
      defer { process = nil }
      return process
    }
    guard let process else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitForEnd()
  }
}
