import Foundation
import JSONC
import Testing

/// A window of the browser.
struct BrowserPage: Sendable {
  private let driver: any BrowserDriver
  private let session: String

  /// An element of the page.
  struct Element: Sendable {
    fileprivate static let key = "element-6066-11e4-a52e-4f735466cecf"
    let id: String

    var json: JSONValue { [Self.key: .string(id)] }
  }

  /// Opens a window for as long as a body takes.
  ///
  /// It is as wide as a screen on a desk. The browser has one present window, so that the tests that open
  /// one run one after the other.
  static func open<Result: Sendable>(
    in browser: BrowserKind = .chromium, runsScripts: Bool = true,
    _ body: (BrowserPage) async throws -> Result
  ) async throws -> Result {
    let driver = try await browser.driver
    let (session, window) = try await driver.open(runsScripts: runsScripts)
    let page = BrowserPage(driver: driver, session: session)
    do {
      let result = try await body(page)
      await page.close(beside: window)
      return result
    } catch {
      await page.close(beside: window)
      throw error
    }
  }

  /// Closes the window, and the tabs that were opened beside it.
  private func close(beside window: String) async {
    if await dialogue() != nil { try? await acceptDialogue() }
    let first = driver.firstWindow
    let windows = (try? await get("/window/handles").list.compactMap(\.stringValue)) ?? [window]
    for window in windows where window != first {
      _ = try? await post("/window", ["handle": .string(window)])
      // A page that is left keeps what was typed.
      _ = try? await run(
        """
        Storage.prototype.setItem = () => {};
        addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
        """)
      _ = try? await driver.send("DELETE", "/session/\(session)/window")
    }
  }

  @discardableResult
  private func post(_ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    try await driver.send("POST", "/session/\(session)\(path)", body)
  }

  private func get(_ path: String) async throws -> JSONValue {
    try await driver.send("GET", "/session/\(session)\(path)")
  }

  // MARK: Where it is

  func go(_ address: String) async throws {
    driver.visited(address)
    try await post("/url", ["url": .string(address)])
  }

  func reload() async throws { try await post("/refresh") }

  func address() async throws -> String { try await get("/url").stringValue ?? "" }

  // MARK: Elements

  /// The first element that a selector finds.
  func element(_ selector: String) async throws -> Element {
    let found = try await post(
      "/element", ["using": "css selector", "value": .string(selector)])
    return try Self.element(found, selector)
  }

  /// The element with the focus.
  func focused() async throws -> Element { try Self.element(await get("/element/active"), "focus") }

  private static func element(_ json: JSONValue, _ what: String) throws -> Element {
    guard let id = json[Element.key].stringValue else { throw BrowserFault("no element: \(what)") }
    return Element(id: id)
  }

  /// Whether a selector finds something.
  func has(_ selector: String) async throws -> Bool {
    try await !post(
      "/elements", ["using": "css selector", "value": .string(selector)]
    ).list.isEmpty
  }

  func click(_ selector: String) async throws {
    let element = try await element(selector)
    // The buttons that stick to the bottom may cover it.
    try await run("arguments[0].scrollIntoView({ block: 'center' })", [element.json])
    try await post("/element/\(element.id)/click")
  }

  /// Presses a button of a page without scripts, and waits for the page that comes of it.
  func submit(_ selector: String, line: Int = #line) async throws {
    try await run("document.documentElement.dataset.left = ''")
    try await click(selector)
    try await wait(
      for: "document.readyState === 'complete' && !('left' in document.documentElement.dataset)",
      line: line)
  }

  /// The text of an element as it is drawn.
  func text(_ selector: String) async throws -> String {
    try await get("/element/\(element(selector).id)/text").stringValue ?? ""
  }

  /// A property, such as `value`.
  func property(_ name: String, of selector: String) async throws -> JSONValue {
    try await get("/element/\(element(selector).id)/property/\(name)")
  }

  /// An attribute; nil where it is not there.
  func attribute(_ name: String, of selector: String) async throws -> String? {
    try await get("/element/\(element(selector).id)/attribute/\(name)").stringValue
  }

  /// The role and the name that assistive technology is told.
  func accessible(_ selector: String) async throws -> (role: String, name: String) {
    let id = try await element(selector).id
    return (
      try await get("/element/\(id)/computedrole").stringValue ?? "",
      try await get("/element/\(id)/computedlabel").stringValue ?? ""
    )
  }

  /// Puts a text into a field, after what is in it.
  func type(_ text: String, into selector: String) async throws {
    try await post("/element/\(element(selector).id)/value", ["text": .string(text)])
  }

  /// Puts a text into a field in place of what is in it, as a person does it.
  func replace(_ selector: String, with text: String) async throws {
    try await click(selector)
    try await press("a", holding: [.control])
    try await press(text.isEmpty ? Key.delete.rawValue : text)
  }

  // MARK: Keys

  /// The keys that are not characters, as WebDriver writes them.
  enum Key: String {
    case backspace = "\u{E003}"
    case tab = "\u{E004}"
    case enter = "\u{E007}"
    case shift = "\u{E008}"
    case control = "\u{E009}"
    case alt = "\u{E00A}"
    case escape = "\u{E00C}"
    case space = "\u{E00D}"
    case pageUp = "\u{E00E}"
    case pageDown = "\u{E00F}"
    case end = "\u{E010}"
    case home = "\u{E011}"
    case left = "\u{E012}"
    case up = "\u{E013}"
    case right = "\u{E014}"
    case down = "\u{E015}"
    case delete = "\u{E017}"
  }

  /// Presses a key, so many times.
  func press(_ key: Key, times: Int = 1, holding: [Key] = []) async throws {
    for _ in 0..<times { try await press(key.rawValue, holding: holding) }
  }

  /// Presses the keys of a text, each down and up again.
  func press(_ text: String, holding: [Key] = []) async throws {
    func action(_ type: String, _ value: String) -> JSONValue {
      ["type": .string(type), "value": .string(value)]
    }
    let strokes = text.flatMap { [action("keyDown", String($0)), action("keyUp", String($0))] }
    let down = holding.map { action("keyDown", $0.rawValue) }
    let up = holding.reversed().map { action("keyUp", $0.rawValue) }
    try await post(
      "/actions",
      [
        "actions": .array([
          ["type": "key", "id": "keyboard", "actions": .array(down + strokes + up)]
        ])
      ])
  }

  // MARK: Scripts and waiting

  /// Runs the body of a function and gives what it returns.
  @discardableResult
  func run(_ script: String, _ arguments: [JSONValue] = []) async throws -> JSONValue {
    try await post(
      "/execute/sync", ["script": .string(script), "args": .array(arguments)])
  }

  /// Runs the body of an asynchronous function and gives what it returns.
  @discardableResult
  func runAwaiting(_ script: String, _ arguments: [JSONValue] = []) async throws -> JSONValue {
    let body = """
      const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
      (async function () { \(script) }).apply(null, given)
        .then(done, (problem) => done({ problem: String(problem) }));
      """
    return try await post(
      "/execute/async", ["script": .string(body), "args": .array(arguments)])
  }

  /// How long a test waits for what must come; only a test that fails waits that long.
  static let patience = Duration.seconds(60)

  /// Waits until an expression of the page holds.
  ///
  /// - Throws: ``BrowserFault`` after a minute, with the expression and what the page says.
  func wait(for condition: String, line: Int = #line) async throws {
    let end = ContinuousClock.now + Self.patience
    while ContinuousClock.now < end {
      if let value = try? await run("return !!(\(condition))"), value.boolValue == true { return }
      try await Task.sleep(for: .milliseconds(40))
    }
    let page = try await run("return document.body.innerText.slice(0, 1500)").stringValue ?? ""
    throw BrowserFault("line \(line): in vain waited for \(condition)\n\(page)")
  }

  // MARK: The world around

  /// A command of the DevTools protocol, which Chromium has.
  @discardableResult
  func devTools(
    _ command: String, _ parameters: JSONValue = [:]
  ) async throws -> JSONValue {
    try await post(
      "/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
  }

  /// Takes the network away, or makes it slow.
  func network(offline: Bool = false, latency milliseconds: Int = 0) async throws {
    try await devTools("Network.enable")
    try await devTools(
      "Network.emulateNetworkConditions",
      [
        "offline": .bool(offline), "latency": .integer(milliseconds),
        "downloadThroughput": .integer(-1), "uploadThroughput": .integer(-1),
      ])
  }

  /// Asks for media features, such as `prefers-color-scheme` being `dark`.
  func media(_ features: [String: String], type: String = "") async throws {
    try await devTools(
      "Emulation.setEmulatedMedia",
      [
        "media": .string(type),
        "features": .array(
          features.map { ["name": .string($0.key), "value": .string($0.value)] as JSONValue }),
      ])
  }

  /// The size of what is seen, in CSS pixels.
  func size(_ width: Int, _ height: Int, scale: Double = 1) async throws {
    try await devTools(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(width), "height": .integer(height), "mobile": .bool(false),
        "deviceScaleFactor": .double(scale),
      ])
  }

  /// What the console of Chromium says since it was last asked: errors of scripts and of the policy.
  func console() async throws -> [String] {
    try await post("/se/log", ["type": "browser"]).list.compactMap {
      guard $0["level"].stringValue == "SEVERE" else { return nil }
      return $0["message"].stringValue
    }
  }

  /// Waits until the console says something.
  func waitForConsole(line: Int = #line, _ says: (String) -> Bool) async throws {
    let end = ContinuousClock.now + Self.patience
    var said: [String] = []
    while ContinuousClock.now < end {
      said += try await console()
      if said.contains(where: says) { return }
      try await Task.sleep(for: .milliseconds(40))
    }
    throw BrowserFault("line \(line): the console says only \(said)")
  }

  /// A picture of what is seen, as PNG.
  func picture() async throws -> Data {
    guard let text = try await get("/screenshot").stringValue, let data = Data(base64Encoded: text)
    else { throw BrowserFault("no picture") }
    return data
  }

  /// Opens another tab of the same profile, and turns to it.
  ///
  /// - Returns: The tab that was left, and the new one.
  func newTab() async throws -> (old: String, new: String) {
    let old = try await get("/window").stringValue ?? ""
    let new = try await post("/window/new", ["type": "tab"])["handle"].stringValue ?? ""
    try await turn(to: new)
    return (old, new)
  }

  /// Turns to a tab, which acts from then on as one that a person looks at.
  func turn(to tab: String) async throws {
    try await post("/window", ["handle": .string(tab)])
    try await driver.turned(in: session)
  }

  /// The question that the browser asks before a page is left; nil where it asks none.
  func dialogue() async -> String? { try? await get("/alert/text").stringValue ?? "" }

  func acceptDialogue() async throws { try await post("/alert/accept") }

  func dismissDialogue() async throws { try await post("/alert/dismiss") }
}
