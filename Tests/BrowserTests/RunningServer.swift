import Foundation
import Synchronization
import WidgetTestSupport

/// The built service, as an operator starts it, on a free port and with a store of its own.
final class RunningServer: Sendable {
  let folder: URL
  let address: String
  private let arguments: [String]
  private let environment: [String: String]
  private let process: Mutex<Process>

  /// Runs a service for as long as a body takes.
  static func run<Result: Sendable>(
    intents: URL? = nil, environment: [String: String] = [:],
    _ body: (RunningServer) async throws -> Result
  ) async throws -> Result {
    let server = try await RunningServer(
      intents: intents ?? checkout.appending(path: "Intents"), environment)
    do {
      let result = try await body(server)
      await server.end()
      return result
    } catch {
      await server.end()
      throw error
    }
  }

  static var checkout: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  private init(intents: URL, _ environment: [String: String]) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let all =
      ["--store", folder.appending(path: "store.sqlite").path, "--intents", intents.path]
    let (process, address) = try await Self.start(
      ["--port", "\(LoopbackService.reservedPort())"] + all, environment)
    arguments = all
    self.environment = environment
    self.address = address
    self.process = Mutex(process)
  }

  private static func start(
    _ arguments: [String], _ environment: [String: String]
  ) async throws -> (Process, String) {
    let process = Process()
    process.executableURL = URL(filePath: ProgramFolder.path(of: "widgetconfig-server"))
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let handle = errors.fileHandleForReading
    let address = try await HTTPClient.waiting { () -> String in
      var text = ""
      while true {
        let data = handle.availableData
        guard !data.isEmpty else { throw BrowserFault("The service has ended: \(text)") }
        text += String(decoding: data, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        if let line = lines.last(where: { $0.hasPrefix("http://") }) { return String(line) }
      }
    }
    return (process, address)
  }

  /// Ends the process at once, as a failing machine does.
  func kill() async {
    let process = process.withLock { $0 }
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    try? await HTTPClient.waiting { process.waitUntilExit() }
  }

  /// Starts the service again, on the same port and with the same store.
  func startAgain() async throws {
    let port = address.split(separator: ":").last.map(String.init) ?? "0"
    let (process, _) = try await Self.start(["--port", port] + arguments, environment)
    self.process.withLock { $0 = process }
  }

  private func end() async {
    await kill()
    try? FileManager.default.removeItem(at: folder)
  }
}
