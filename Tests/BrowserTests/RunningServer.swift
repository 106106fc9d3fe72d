import Foundation
import Synchronization
import WidgetTestSupport

/// The built service, started as an operator starts it, on a free port and with its own store.
///
/// `WIDGETCONFIG_SERVER` selects another build of the service, such as a release build.
final class RunningServer: Sendable {
  let folder: URL
  let address: String
  private let arguments: [String]
  private let environment: [String: String]
  private let process: Mutex<Process>

  /// The widgets of a service that tests share.
  enum Widgets: Hashable, Sendable {
    /// The widgets of the project.
    case bundled
    /// The widgets of the fixtures.
    case pages

    var folder: URL {
      switch self {
      case .bundled: checkout.appending(path: "Intents")
      case .pages: TestWidgets.pages
      }
    }
  }

  /// The widgets of a service, and the suite that uses it.
  private struct Use: Hashable {
    let widgets: Widgets
    let number: BrowserNumber
  }

  private static let lent = Mutex<[Use: Task<RunningServer, any Error>]>([:])

  /// The shared service for some widgets; it runs until this process ends.
  static func shared<Result: Sendable>(
    _ widgets: Widgets, _ body: (RunningServer) async throws -> Result
  ) async throws -> Result {
    let task = lent.withLock { servers in
      let use = Use(widgets: widgets, number: .current)
      if let task = servers[use] { return task }
      let made = Task { try await RunningServer(intents: widgets.folder, [:], isShared: true) }
      servers[use] = made
      return made
    }
    return try await body(try await task.value)
  }

  /// Runs a service while a closure runs.
  static func run<Result: Sendable>(
    intents: URL = Widgets.bundled.folder, environment: [String: String] = [:],
    _ body: (RunningServer) async throws -> Result
  ) async throws -> Result {
    let server = try await RunningServer(intents: intents, environment)
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

  private init(
    intents: URL, _ environment: [String: String], isShared: Bool = false
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let all =
      ["--store", folder.appending(path: "store.sqlite").path, "--intents", intents.path]
    let (process, address) = try await Self.start(
      ["--port", "\(LoopbackService.reservedPort())"] + all, environment,
      leaving: isShared ? folder : nil)
    arguments = all
    self.environment = environment
    self.address = address
    self.process = Mutex(process)
  }

  /// - Parameter left: The folder to remove when this process ends; nil if a test removes it.
  private static func start(
    _ arguments: [String], _ environment: [String: String], leaving left: URL? = nil
  ) async throws -> (Process, String) {
    let process = Process()
    let inherited = ProcessInfo.processInfo.environment
    let program =
      environment["WIDGETCONFIG_SERVER"] ?? inherited["WIDGETCONFIG_SERVER"]
      ?? ProgramFolder.path(of: "widgetconfig-server")
    // A shell stops the service and removes the folder when this process ends for any reason.
    let script = #"""
      exec 3<&0 </dev/null
      { cat <&3; kill -KILL $$; [ -z "$0" ] || rm -rf "$0"; } >/dev/null 2>&1 &
      exec 3<&-
      exec "$@"
      """#
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script, left?.path ?? "", program] + arguments
    process.environment = inherited.merging(environment) { $1 }
    process.standardInput = Pipe()
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
    // Without this, later log output would fill the pipe.
    handle.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
    return (process, address)
  }

  /// The port of the service.
  var port: Int { URL(string: address)?.port ?? 0 }

  /// Kills the process immediately, to simulate a machine failure.
  func kill() async {
    let process = process.withLock { $0 }
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    try? (process.standardInput as? Pipe)?.fileHandleForWriting.close()
    try? await HTTPClient.waiting { process.waitForEnd() }
  }

  /// Starts the service again, on the same port and with the same store.
  func startAgain() async throws {
    let (process, _) = try await Self.start(["--port", "\(port)"] + arguments, environment)
    self.process.withLock { $0 = process }
  }

  private func end() async {
    await kill()
    try? FileManager.default.removeItem(at: folder)
  }
}
