package import Foundation
import Synchronization
import Threads
import WidgetTestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A stand-in for Apple's push service that runs next to a test: `Fixtures/Push/apns.py`.
///
/// The stand-in ends when its last owner is released, or at the latest together with the test's
/// process.
package final class PushStandIn: Sendable {
  /// The activity of a stand-in.
  package struct Activity: Decodable, Sendable {
    package struct Request: Decodable, Sendable {
      package var token: String
      package var stream: Int
      /// The number of unanswered requests at the time when this request was complete, including
      /// this one.
      package var concurrent: Int
      package var status: Int
      package var reason: String?
      package var topic: String?
      package var pushType: String?
      package var id: String?
      package var priority: String?
      package var expiration: String?
      package var collapseID: String?

      enum CodingKeys: String, CodingKey {
        case token, stream, concurrent, status, reason
        case topic = "apns-topic"
        case pushType = "apns-push-type"
        case id = "apns-id"
        case priority = "apns-priority"
        case expiration = "apns-expiration"
        case collapseID = "apns-collapse-id"
      }
    }

    /// The number of connections up to now, and the number of open ones.
    package var connections: Int
    package var open: Int
    package var pushes: Int
    package var accepted: Int
    /// The largest number of unanswered requests at the same time.
    package var most: Int
    package var requests: [Request]
    /// The header fields in the HPACK table.
    package var tables: [String]
    /// When the authentication tokens were made, in seconds since 1970.
    package var jwts: [Int]
  }

  /// The stand-in could not be made, or has ended.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct State {
    var process: Process?
    var input = Pipe()
    var output = Pipe()
    var unread: [UInt8] = []
  }

  /// Makes a self-signed certificate for localhost, and a key for authentication.
  static let script = """
    set -e
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
      -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout server.key -out server.crt
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out key.p8
    chmod 600 key.p8
    openssl pkey -in key.p8 -pubout -outform DER | tail -c 65 | od -An -v -tx1 | tr -d ' \\n' \
      > key.hex
    """

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Whether this machine has the programs that the stand-in needs.
  package static let isThere = Task {
    let module = root.appending(path: ".build/h2").path
    let found = try? await OwnThreads.run {
      try FinishedProgram(
        "python3", ["-c", "import sys; sys.path.insert(0, '\(module)'); import h2, hpack"])
    }
    if found?.status == 0 { return true }
    print("Skipped: python3 cannot import h2. “.ci/setup tests” installs it.")
    return false
  }

  /// The team and the identifier of the key.
  package static let team = "ABCDE12345"
  package static let keyID = "KEY1234567"

  package let port: Int
  /// The folder with `server.crt`, and `key.p8` for authentication.
  package let folder: URL
  private let state = Mutex(State())
  private let protocolName: String

  /// Starts a stand-in.
  ///
  /// - Parameter protocolName: The protocol of the stand-in: `h2`, or `http/1.1`, which the sender
  ///   does not support.
  package init(protocolName: String = "h2") throws {
    self.protocolName = protocolName
    folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let made = try FinishedProgram("sh", ["-c", Self.script], folder: folder)
    guard made.status == 0 else { throw Failure(description: made.errors) }
    port = try LoopbackService.reservedPort()
    try start()
    let key = try String(contentsOf: folder.appending(path: "key.hex"), encoding: .utf8)
    try obey(#"{"set": {"keys": {"\#(Self.keyID)": "\#(key)"}, "team": "\#(Self.team)"}}"#)
  }

  deinit {
    if let process = state.withLock({ $0.process }) {
      Foundation.kill(process.processIdentifier, SIGKILL)
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// The certificate to trust.
  package var roots: String {
    (try? String(contentsOf: folder.appending(path: "server.crt"), encoding: .utf8)) ?? ""
  }

  /// The private key that signs the authentication tokens.
  package var key: String {
    (try? String(contentsOf: folder.appending(path: "key.p8"), encoding: .utf8)) ?? ""
  }

  /// Starts the program, even after ``kill()``; it then has its initial rules, and checks no
  /// signatures.
  package func start() throws {
    OwnThreads.expectCurrent()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", Self.root.appending(path: "Fixtures/Push/apns.py").path, "--port", String(port),
      "--certificate", folder.appending(path: "server.crt").path,
      "--key", folder.appending(path: "server.key").path, "--protocol", protocolName,
    ]
    var environment = ProcessInfo.processInfo.environment
    environment["PYTHONPATH"] = Self.root.appending(path: ".build/h2").path
    process.environment = environment
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    state.withLock { $0 = State(process: process, input: input, output: output) }
    _ = try line()
  }

  /// Kills the program.
  package func kill() {
    let process = state.withLock { state in
      defer { state.process = nil }
      return state.process
    }
    guard let process else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitForEnd()
  }

  /// Sends the program a command, which is a line of JSON, and returns the response.
  @discardableResult
  package func obey(_ command: String) throws -> Data {
    OwnThreads.expectCurrent()
    let input = state.withLock { $0.input }
    try input.fileHandleForWriting.write(
      contentsOf: Data((command.split(separator: "\n").joined(separator: " ") + "\n").utf8))
    return try line()
  }

  /// The activity up to now.
  package var activity: Activity {
    get throws { try JSONDecoder().decode(Activity.self, from: obey(#"{"activity": true}"#)) }
  }

  private func line() throws -> Data {
    try state.withLock { state in
      while true {
        if let end = state.unread.firstIndex(of: 10) {
          defer { state.unread.removeSubrange(...end) }
          return Data(state.unread[..<end])
        }
        let bytes = state.output.fileHandleForReading.availableData
        guard !bytes.isEmpty else { throw Failure(description: "The stand-in has ended.") }
        state.unread += bytes
      }
    }
  }
}
