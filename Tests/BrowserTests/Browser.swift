import Foundation
import JSONC
import Synchronization
import Testing

/// Where Debian and its relatives keep the browser and its driver.
enum BrowserPrograms {
  static let browser = "/usr/bin/chromium"
  static let driver = "/usr/bin/chromedriver"

  /// Whether both are there.
  static let areThere = [browser, driver].allSatisfy(FileManager.default.isExecutableFile(atPath:))

  /// What a skipped test says.
  static let missing: Comment = """
    Chromium or its driver is not installed. Run “.ci/setup tests” on Debian or Ubuntu.
    """
}

/// Something that a browser, a server or a test found wrong.
struct BrowserFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The driver of the browser, one for all tests of this process.
///
/// A shell stands between: it ends the driver and its browsers when this process ends, however it ends.
final class BrowserDriver: Sendable {
  let port: Int
  let folder: URL
  private let process: Process

  private static let shared = Mutex<Task<BrowserDriver, any Error>?>(nil)

  /// The driver, which is started when it is first asked for.
  static func running() async throws -> BrowserDriver {
    let task = shared.withLock { task in
      if let task { return task }
      let made = Task { try await BrowserDriver() }
      task = made
      return made
    }
    return try await task.value
  }

  private init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c",
      """
      "$0" --port=0 2>/dev/null </dev/null & driver=$!
      cat >/dev/null
      kill "$driver"; pkill -f -- "--user-data-dir=$1/" || true; sleep 0.3; rm -rf "$1"
      """,
      BrowserPrograms.driver, folder.path,
    ]
    process.standardInput = Pipe()
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let handle = output.fileHandleForReading
    port = try await HTTPClient.waiting {
      var text = ""
      while true {
        let data = handle.availableData
        guard !data.isEmpty else { throw BrowserFault("The driver has ended: \(text)") }
        text += String(decoding: data, as: UTF8.self)
        if let match = text.firstMatch(of: /started successfully on port (\d+)/),
          let port = Int(match.1)
        {
          return port
        }
      }
    }
  }

  /// Sends a command and gives its value.
  ///
  /// - Throws: ``BrowserFault`` with what the driver says.
  func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    let text = method == "POST" ? try JSONText.write(body ?? [:], style: .compact) : nil
    let answer = try await HTTPClient(port: port).send(method, path, text)
    guard answer.status == 200 else {
      let problem = answer.json["value"]["message"].stringValue ?? answer.text
      throw BrowserFault("\(method) \(path): \(problem)")
    }
    return answer.json["value"]
  }
}
