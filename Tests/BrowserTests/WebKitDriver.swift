import Foundation
import JSONC
import Synchronization
import WidgetTestSupport

/// WebKitGTK's own small browser, which is the closest thing to Safari on Linux, with its driver
/// and an in-memory screen.
///
/// Each window is a separate browser, without data from earlier ones. When this process ends for
/// any reason, a shell stops the driver and the screen, which also ends the browsers.
final class WebKitDriver: BrowserDriver {
  private static let shared = Mutex<Task<WebKitDriver, any Error>?>(nil)

  private let port: Int
  private let process: Process
  private let session = Mutex<String?>(nil)

  /// The driver, which starts on first use.
  static func running() async throws -> WebKitDriver {
    let task = shared.withLock { task in
      if let task { return task }
      let made = Task { try await WebKitDriver() }
      task = made
      return made
    }
    return try await task.value
  }

  private init() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "webkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    port = try LoopbackService.reservedPort()
    process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c",
      """
      exec 4< <(exec Xvfb -displayfd 1 -nolisten tcp -screen 0 1200x1100x24 2>/dev/null </dev/null); screen=$!
      read -r number <&4
      DISPLAY=:$number HOME=$2 LANG=en_US.UTF-8 LANGUAGE=en LIBGL_ALWAYS_SOFTWARE=1 \\
        "$0" --port="$1" >/dev/null 2>&1 </dev/null & driver=$!
      cat >/dev/null
      kill -KILL "$driver" "$screen"; sleep 0.3; rm -rf "$2"
      """,
      BrowserPrograms.webKitDriver, "\(port)", folder.path,
    ]
    process.standardInput = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = ContinuousClock.now + .seconds(60)
    while await (try? send("GET", "/status"))?["ready"].boolValue != true {
      guard ContinuousClock.now < end else { throw BrowserFault("The driver does not start.") }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  var firstWindow: String { "" }

  func visited(_ address: String) {}

  func turned(in session: String) async throws {}

  func open(runsScripts: Bool) async throws -> (session: String, window: String) {
    if let old = session.withLock({ $0 }) { _ = try? await send("DELETE", "/session/\(old)") }
    let arguments: JSONValue = [
      "--automation", .string("--enable-javascript=\(runsScripts ? "TRUE" : "FALSE")"),
    ]
    let answer = try await send(
      "POST", "/session",
      [
        "capabilities": [
          "alwaysMatch": [
            "unhandledPromptBehavior": "ignore",
            "timeouts": ["script": 50_000, "pageLoad": 50_000],
            "webkitgtk:browserOptions": ["args": arguments],
          ]
        ]
      ])
    guard let made = answer["sessionId"].stringValue else {
      throw BrowserFault("no session: \(answer)")
    }
    session.withLock { $0 = made }
    // There is a bar of 38 pixels above the page.
    _ = try await send(
      "POST", "/session/\(made)/window/rect", ["width": 1_100, "height": 938])
    let window = try await send("GET", "/session/\(made)/window").stringValue ?? ""
    return (made, window)
  }

  func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
    try await HTTPClient(port: port).command(method, path, body)
  }
}

extension HTTPClient {
  /// Sends a WebDriver command, and returns its value.
  ///
  /// - Throws: ``BrowserFault`` with the driver's message.
  func command(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
    let text = method == "POST" ? try JSONText.write(body ?? [:], style: .compact) : nil
    let answer = try await send(method, path, text)
    guard answer.status == 200 else {
      let problem = answer.json["value"]["message"].stringValue ?? answer.text
      throw BrowserFault("\(method) \(path): \(problem)")
    }
    return answer.json["value"]
  }
}
