import Foundation
import JSONC
import Synchronization
import Testing
import WidgetTestSupport

/// A browser that the tests can control.
enum BrowserKind: String, CaseIterable, CustomTestStringConvertible {
  case chromium
  case firefox
  case webKit

  /// The browsers that a journey runs in: Chromium, without which the whole suite is skipped, and
  /// Firefox where it is installed; or the comma-separated browsers in `TEST_BROWSERS`.
  static let installed: [BrowserKind] =
    chosen ?? (BrowserPrograms.hasFirefox ? [.chromium, .firefox] : [.chromium])

  private static let chosen = ProcessInfo.processInfo.environment["TEST_BROWSERS"].map {
    $0.split(separator: ",").compactMap { BrowserKind(rawValue: String($0)) }
  }

  /// The same browsers and WebKitGTK, for the few journeys that also run in WebKitGTK.
  static let installedWithWebKit =
    chosen ?? (installed + (BrowserPrograms.hasWebKit ? [.webKit] : []))

  var testDescription: String { rawValue }

  /// The only browser of its kind for all tests in this process; it starts on first use.
  var driver: any BrowserDriver {
    get async throws {
      switch self {
      case .chromium: try await ChromiumDriver.running()
      case .firefox: try await FirefoxDriver.running()
      case .webKit: try await WebKitDriver.running()
      }
    }
  }
}

/// Executes WebDriver commands in a browser.
///
/// Each test has a new window, without the cookies and drafts of earlier tests.
protocol BrowserDriver: Sendable {
  /// Opens a window without data from earlier ones, and switches to it.
  ///
  /// - Returns: The IDs of the browser's session and of the window.
  func open(runsScripts: Bool) async throws -> (session: String, window: String)

  /// The window that stays open when tests close theirs.
  var firstWindow: String { get }

  /// Records an address that a window goes to.
  func visited(_ address: String)

  /// Makes a window behave like the visible one, with the width of a desktop screen.
  func turned(in session: String) async throws

  /// Sends a command and returns its value.
  ///
  /// - Throws: ``BrowserFault`` with the driver's message.
  func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue
}

extension BrowserDriver {
  func send(_ method: String, _ path: String) async throws -> JSONValue {
    try await send(method, path, nil)
  }
}

/// The paths of the browsers and the driver on Debian and its derivatives.
enum BrowserPrograms {
  static let firefox = "/usr/bin/firefox-esr"
  static let browser = "/usr/bin/chromium"
  static let driver = "/usr/bin/chromedriver"
  static let webKitDriver = "/usr/bin/WebKitWebDriver"

  /// Whether Chromium and its driver are installed, and Chromium can draw a page, which some
  /// containers prevent.
  static let areThere = Task {
    guard [browser, driver].allSatisfy(FileManager.default.isExecutableFile(atPath:)) else {
      return false
    }
    return await blocking { drawsPage }
  }

  static let hasFirefox = FileManager.default.isExecutableFile(atPath: firefox)

  static let hasWebKit = [webKitDriver, "/usr/bin/Xvfb"]
    .allSatisfy(FileManager.default.isExecutableFile(atPath:))

  private static var drawsPage: Bool {
    let page = try? FinishedProgram(
      "/usr/bin/timeout",
      ["-k", "5", "120", browser, "--headless=new", "--no-sandbox", "--disable-gpu"]
        + ["--disable-dev-shm-usage", "--dump-dom", "data:text/html,<p>drawn</p>"])
    return page?.output.contains("drawn</p>") == true
  }

  /// The comment on a skipped test.
  static let missing: Comment = """
    Chromium or its driver is not installed, or cannot draw a page here. Run “.ci/setup tests” on \
    Debian or Ubuntu.
    """
}

extension Trait where Self == ConditionTrait {
  /// The test needs a browser that can draw a page.
  static var needsBrowser: Self {
    .enabled(BrowserPrograms.missing) { await BrowserPrograms.areThere.value }
  }
}

/// A problem that was found by a browser, a server or a test.
struct BrowserFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Which browsers and services a suite shares, so that two suites can run at the same time.
enum BrowserNumber: Hashable {
  case first, second

  @TaskLocal static var current: BrowserNumber = .first
}

/// Gives a suite its own browser and services.
struct OwnBrowser: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await BrowserNumber.$current.withValue(.second) { try await function() }
  }
}

extension Trait where Self == OwnBrowser {
  static var ownBrowser: Self { OwnBrowser() }
}

/// Chromium with its driver.
///
/// A shell stops the driver and its browsers when this process ends for any reason.
final class ChromiumDriver: BrowserDriver {
  private let port: Int
  private let folder: URL
  private let process: Process
  private let state = Mutex(State())

  /// The running browser, and the origins that its windows have visited.
  private struct State {
    var session: String?
    /// The window that stays open when tests close theirs.
    var first = ""
    var origins: Set<String> = []
  }

  private static let shared = Mutex<[BrowserNumber: Task<ChromiumDriver, any Error>]>([:])

  /// The suite's driver, which starts on first use.
  static func running() async throws -> ChromiumDriver {
    let task = shared.withLock { tasks in
      if let task = tasks[.current] { return task }
      let made = Task { try await ChromiumDriver() }
      tasks[.current] = made
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
      kill -KILL "$driver"; pkill -KILL -f -- "--user-data-dir=$1/" || true; sleep 0.3; rm -rf "$1"
      """,
      BrowserPrograms.driver, folder.path,
    ]
    let input = Pipe()
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let handle = output.fileHandleForReading
    // If the driver never prints its port, it is killed, which closes its output.
    let watch = Task {
      try await Task.sleep(for: .seconds(300))
      try input.fileHandleForWriting.close()
    }
    defer { watch.cancel() }
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

  func open(runsScripts: Bool) async throws -> (session: String, window: String) {
    for _ in 0..<2 {
      let session = try await running()
      do {
        _ = try await send(
          "POST", "/session/\(session)/window", ["handle": .string(state.withLock(\.first))])
        let window = try await send("POST", "/session/\(session)/window/new", ["type": "window"])
        guard let handle = window["handle"].stringValue else { throw BrowserFault("no window") }
        _ = try await send("POST", "/session/\(session)/window", ["handle": .string(handle)])
        try await turned(in: session)
        try await forget(session)
        if !runsScripts {
          try await devTools(session, "Emulation.setScriptExecutionDisabled", ["value": true])
        }
        return (session, handle)
      } catch {
        // A crash of the browser affects only the current test.
        state.withLock { $0.session = nil }
        _ = try? await send("DELETE", "/session/\(session)")
      }
    }
    throw BrowserFault("The browser opens no window.")
  }

  /// Deletes the data of earlier windows.
  private func forget(_ session: String) async throws {
    try await devTools(session, "Network.clearBrowserCookies")
    for origin in takeOrigins() {
      try await devTools(
        session, "Storage.clearDataForOrigin",
        ["origin": .string(origin), "storageTypes": "local_storage,session_storage"])
    }
    _ = try await send("POST", "/session/\(session)/se/log", ["type": "browser"])
  }

  func turned(in session: String) async throws {
    try await devTools(session, "Emulation.setFocusEmulationEnabled", ["enabled": true])
    try await devTools(
      session, "Emulation.setDeviceMetricsOverride",
      ["width": 1_100, "height": 900, "mobile": false, "deviceScaleFactor": 1])
  }

  private func devTools(
    _ session: String, _ command: String, _ parameters: JSONValue = [:]
  ) async throws {
    _ = try await send(
      "POST", "/session/\(session)/goog/cdp/execute",
      ["cmd": .string(command), "params": parameters])
  }

  var firstWindow: String { state.withLock(\.first) }

  func visited(_ address: String) {
    guard let url = URL(string: address), let host = url.host(), let port = url.port else { return }
    state.withLock { _ = $0.origins.insert("http://\(host):\(port)") }
  }

  /// The origins that windows have visited since the last call.
  private func takeOrigins() -> Set<String> {
    state.withLock { state in
      defer { state.origins = [] }
      return state.origins
    }
  }

  /// The browser session, which starts on first use.
  private func running() async throws -> String {
    if let session = state.withLock(\.session) { return session }
    let profile = folder.appending(path: UUID().uuidString)
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--no-first-run", "--disable-extensions", "--disable-background-networking",
      "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows", "--enable-precise-memory-info",
      "--force-renderer-accessibility", "--hide-scrollbars", "--force-color-profile=srgb",
      "--lang=en", "--user-data-dir=\(profile.path)/",
    ]
    let answer = try await send(
      "POST", "/session",
      [
        "capabilities": [
          "alwaysMatch": [
            "browserName": "chrome", "unhandledPromptBehavior": "ignore",
            "goog:loggingPrefs": ["browser": "ALL"],
            // Scripts time out before the connection does, so that the driver can report the script
            // that does not end.
            "timeouts": ["script": 50_000, "pageLoad": 50_000],
            "goog:chromeOptions": [
              "binary": .string(BrowserPrograms.browser),
              "args": .array(arguments.map { .string($0) }),
              "prefs": ["intl.accept_languages": "en"],
            ],
          ]
        ]
      ])
    guard let session = answer["sessionId"].stringValue else {
      throw BrowserFault("no session: \(answer)")
    }
    let first = try await send("GET", "/session/\(session)/window").stringValue ?? ""
    state.withLock { ($0.session, $0.first) = (session, first) }
    return session
  }

  func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
    try await HTTPClient(port: port).command(method, path, body)
  }
}
