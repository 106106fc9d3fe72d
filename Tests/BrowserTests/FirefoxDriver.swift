import Foundation
import JSONC
import Synchronization

/// Firefox, controlled through its Marionette protocol: commands with WebDriver's names, each
/// preceded by its length, over one connection.
///
/// Debian has no program that translates WebDriver to Marionette. A shell stops the browser when
/// this process ends for any reason.
final class FirefoxDriver: BrowserDriver {
  private let process: Process
  private let line: Mutex<Line>
  private let first: String

  /// The connection; each command waits for its response before the next one is sent.
  private struct Line {
    let connection: HTTPConnection
    var count = 0

    mutating func send(_ command: String, _ parameters: JSONValue) throws -> JSONValue {
      count += 1
      let message: JSONValue = [0, .integer(count), .string(command), parameters]
      let text = try JSONText.write(message, style: .compact)
      connection.write("\(text.utf8.count):\(text)")
      let answer = try read()
      guard answer[2].isNull else {
        throw BrowserFault("\(command): \(answer[2]["message"].stringValue ?? answer.compact)")
      }
      let value = answer[3]
      return value.objectValue?.count == 1 && value.objectValue?["value"] != nil
        ? value["value"] : value
    }

    func read() throws -> JSONValue {
      guard let length = Int(try connection.text(upTo: ":")) else {
        throw BrowserFault("Firefox answers without a length.")
      }
      return try JSONText.parse(connection.bytes(length))
    }
  }

  private static let shared = Mutex<Task<FirefoxDriver, any Error>?>(nil)

  /// The driver, which starts on first use.
  static func running() async throws -> FirefoxDriver {
    let task = shared.withLock { task in
      if let task { return task }
      let made = Task { try await HTTPClient.waiting { try FirefoxDriver() } }
      task = made
      return made
    }
    return try await task.value
  }

  private init() throws {
    let profile = FileManager.default.temporaryDirectory.appending(
      path: "firefox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    try Data(
      """
      user_pref("marionette.port", 0);
      user_pref("intl.accept_languages", "en");
      user_pref("ui.prefersReducedMotion", 1);
      """.utf8
    ).write(to: profile.appending(path: "user.js"))
    process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c",
      """
      HOME=$1 MOZ_HEADLESS_WIDTH=1100 MOZ_HEADLESS_HEIGHT=1000 "$0" --headless --no-remote --marionette \\
        -remote-allow-system-access --profile "$1" >/dev/null 2>&1 </dev/null & browser=$!
      cat >/dev/null
      kill -KILL "$browser"; sleep 0.3; rm -rf "$1"
      """,
      BrowserPrograms.firefox, profile.path,
    ]
    process.standardInput = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Firefox writes its port to this file.
    let file = profile.appending(path: "MarionetteActivePort")
    let end = ContinuousClock.now + .seconds(120)
    var port: Int?
    while port == nil, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.1)
      port = (try? String(contentsOf: file, encoding: .utf8)).flatMap { Int($0) }
    }
    guard let port else { throw BrowserFault("Firefox takes no port.") }
    var line = Line(connection: try HTTPConnection(port: port))
    guard try line.read()["marionetteProtocol"] == 3 else {
      throw BrowserFault("Firefox has a different protocol.")
    }
    _ = try line.send(
      "WebDriver:NewSession",
      [
        "capabilities": [
          "alwaysMatch": ["unhandledPromptBehavior": "ignore", "timeouts": ["script": 50_000]]
        ]
      ])
    guard let first = try line.send("WebDriver:GetWindowHandle", [:]).stringValue else {
      throw BrowserFault("Firefox has no window.")
    }
    self.first = first
    self.line = Mutex(line)
  }

  var firstWindow: String { first }

  func visited(_ address: String) {}

  func turned(in session: String) async throws {}

  func open(runsScripts: Bool) async throws -> (session: String, window: String) {
    _ = try await call("WebDriver:SwitchToWindow", ["handle": .string(first)])
    let window = try await call("WebDriver:NewWindow", ["type": "tab", "focus": true])
    guard let handle = window["handle"].stringValue else { throw BrowserFault("no window") }
    _ = try await call("WebDriver:SwitchToWindow", ["handle": .string(handle)])
    _ = try await call("Marionette:SetContext", ["value": "chrome"])
    _ = try await call(
      "WebDriver:ExecuteAsyncScript",
      [
        "script": """
        const [runs, done] = arguments, { clearData } = Services;
        gBrowser.selectedBrowser.browsingContext.allowJavascript = runs;
        clearData.deleteData(clearData.CLEAR_COOKIES | clearData.CLEAR_DOM_STORAGES, { onDataDeleted: () => done(true) });
        """,
        "args": [.bool(runsScripts)],
      ])
    _ = try await call("Marionette:SetContext", ["value": "content"])
    return ("firefox", handle)
  }

  private func call(_ command: String, _ parameters: JSONValue) async throws -> JSONValue {
    try await HTTPClient.waiting { [self] in
      try line.withLock { try $0.send(command, parameters) }
    }
  }

  func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
    // The part of the path that follows “/session” and the session.
    let parts = path.split(separator: "/").dropFirst(2).map(String.init)
    let place = parts.enumerated().map { place, part in
      parts[0] != "element" || place != 1 || part == "active" ? part : "*"
    }
    let key = ([method] + place.prefix(3)).joined(separator: " ")
    guard let command = Self.commands[key] else {
      throw BrowserFault("Firefox has no command for \(method) \(path).")
    }
    var members = body?.objectValue ?? JSONObject()
    if place.contains("*") { members.append(key: "id", value: .string(parts[1])) }
    if parts.count > 3 { members.append(key: "name", value: .string(parts[3])) }
    return try await call("WebDriver:" + command, .object(members))
  }

  private static let commands = [
    "POST url": "Navigate", "GET url": "GetCurrentURL", "POST refresh": "Refresh",
    "POST element": "FindElement", "POST elements": "FindElements",
    "GET element active": "GetActiveElement", "POST element * click": "ElementClick",
    "POST element * value": "ElementSendKeys", "GET element * text": "GetElementText",
    "GET element * property": "GetElementProperty",
    "GET element * attribute": "GetElementAttribute",
    "GET element * computedrole": "GetComputedRole",
    "GET element * computedlabel": "GetComputedLabel", "POST actions": "PerformActions",
    "POST execute sync": "ExecuteScript", "POST execute async": "ExecuteAsyncScript",
    "GET window": "GetWindowHandle", "GET window handles": "GetWindowHandles",
    "POST window": "SwitchToWindow", "POST window new": "NewWindow", "DELETE window": "CloseWindow",
    "GET alert text": "GetAlertText", "POST alert accept": "AcceptAlert",
    "POST alert dismiss": "DismissAlert", "GET screenshot": "TakeScreenshot",
  ]
}
