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

  /// Opens a window while a closure runs.
  ///
  /// The window has the width of a desktop screen. The browser has one current window, so tests
  /// with a window run one after another.
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

  /// Closes the window and any additional tabs that were opened.
  private func close(beside window: String) async {
    if await dialogue() != nil { try? await acceptDialogue() }
    let first = driver.firstWindow
    let windows = (try? await get("/window/handles").list.compactMap(\.stringValue)) ?? [window]
    for window in windows where window != first {
      _ = try? await post("/window", ["handle": .string(window)])
      // Without this script, a page would store the typed text when its window closes, and ask
      // whether to leave.
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

  // MARK: Navigation

  func go(_ address: String) async throws {
    driver.visited(address)
    try await post("/url", ["url": .string(address)])
  }

  func reload() async throws { try await post("/refresh") }

  /// Ends this browser's sessions with the page's service.
  func forgetCookies() async throws {
    _ = try await driver.send("DELETE", "/session/\(session)/cookie")
  }

  func address() async throws -> String { try await get("/url").stringValue ?? "" }

  // MARK: Elements

  /// The first element that matches a selector.
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

  /// Whether a selector matches an element.
  func has(_ selector: String) async throws -> Bool {
    try await !post(
      "/elements", ["using": "css selector", "value": .string(selector)]
    ).list.isEmpty
  }

  func click(_ selector: String) async throws {
    let element = try await element(selector)
    // The buttons at the bottom of the window may cover the element, for example after a page has
    // scrolled to its first field on its own.
    for isLast in [false, false, true] {
      try await run("arguments[0].scrollIntoView({ block: 'center' })", [element.json])
      do {
        try await post("/element/\(element.id)/click")
        return
      } catch let fault as BrowserFault where !isLast && fault.description.contains("obscures") {}
    }
  }

  /// Holds the mouse button down on an element for some milliseconds.
  func click(_ selector: String, for milliseconds: Int) async throws {
    let element = try await element(selector)
    try await run("arguments[0].scrollIntoView({ block: 'center' })", [element.json])
    let moves: [JSONValue] = [
      ["type": "pointerMove", "origin": element.json, "x": 0, "y": 0, "duration": 0],
      ["type": "pointerDown", "button": 0], ["type": "pause", "duration": .integer(milliseconds)],
      ["type": "pointerUp", "button": 0],
    ]
    try await post(
      "/actions",
      [
        "actions": [
          [
            "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"],
            "actions": .array(moves),
          ]
        ]
      ])
  }

  /// Clicks a button on a page without scripts, and waits for the resulting page.
  func submit(_ selector: String, line: Int = #line) async throws {
    try await run("document.documentElement.dataset.left = ''")
    try await click(selector)
    try await wait(
      for: "document.readyState === 'complete' && !('left' in document.documentElement.dataset)",
      line: line)
  }

  /// The text of an element as it is displayed.
  func text(_ selector: String) async throws -> String {
    try await get("/element/\(element(selector).id)/text").stringValue ?? ""
  }

  /// A property, such as `value`.
  func property(_ name: String, of selector: String) async throws -> JSONValue {
    try await get("/element/\(element(selector).id)/property/\(name)")
  }

  /// An attribute; nil if it is missing.
  func attribute(_ name: String, of selector: String) async throws -> String? {
    try await get("/element/\(element(selector).id)/attribute/\(name)").stringValue
  }

  /// The role and the name that assistive technology sees.
  func accessible(_ selector: String) async throws -> (role: String, name: String) {
    let id = try await element(selector).id
    return (
      try await get("/element/\(id)/computedrole").stringValue ?? "",
      try await get("/element/\(id)/computedlabel").stringValue ?? ""
    )
  }

  /// Types text at the end of a field.
  func type(_ text: String, into selector: String) async throws {
    try await post("/element/\(element(selector).id)/value", ["text": .string(text)])
  }

  /// Replaces the text of a field as a person does.
  func replace(_ selector: String, with text: String) async throws {
    try await click(selector)
    try await press("a", holding: [.control])
    try await press(text.isEmpty ? Key.delete.rawValue : text)
  }

  // MARK: Keys

  /// The keys that are not characters, in WebDriver's encoding.
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

  /// Presses a key several times.
  func press(_ key: Key, times: Int = 1, holding: [Key] = []) async throws {
    for _ in 0..<times { try await press(key.rawValue, holding: holding) }
  }

  /// Presses and releases the key of each character of a text, one after another.
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

  /// Runs the body of a function, and returns its result.
  @discardableResult
  func run(_ script: String, _ arguments: [JSONValue] = []) async throws -> JSONValue {
    try await post(
      "/execute/sync", ["script": .string(script), "args": .array(arguments)])
  }

  /// Runs the body of an asynchronous function, and returns its result.
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

  /// How long a test waits for an expected state; only a failing test waits that long.
  static let patience = Duration.seconds(60)

  /// Waits until an expression on the page is true.
  ///
  /// - Throws: ``BrowserFault`` after a minute, with the expression and the text of the
  ///   page.
  func wait(for condition: String, line: Int = #line) async throws {
    let end = ContinuousClock.now + Self.patience
    while ContinuousClock.now < end {
      if let value = try? await run("return !!(\(condition))"), value.boolValue == true { return }
      try await Task.sleep(for: .milliseconds(40))
    }
    let page = try await run("return document.body.innerText.slice(0, 1500)").stringValue ?? ""
    throw BrowserFault("line \(line): in vain waited for \(condition)\n\(page)")
  }

  // MARK: Environment

  /// Sends a command of Chromium's DevTools protocol.
  @discardableResult
  func devTools(
    _ command: String, _ parameters: JSONValue = [:]
  ) async throws -> JSONValue {
    try await post(
      "/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
  }

  /// Emulates media features, such as `prefers-color-scheme` with the value `dark`.
  func media(_ features: [String: String], type: String = "") async throws {
    try await devTools(
      "Emulation.setEmulatedMedia",
      [
        "media": .string(type),
        "features": .array(
          features.map { ["name": .string($0.key), "value": .string($0.value)] as JSONValue }),
      ])
  }

  /// Sets the size of the viewport, in CSS pixels.
  func size(_ width: Int, _ height: Int, scale: Double = 1) async throws {
    try await devTools(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(width), "height": .integer(height), "mobile": .bool(false),
        "deviceScaleFactor": .double(scale),
      ])
  }

  /// New errors in Chromium's console, from scripts and from the content security policy.
  func console() async throws -> [String] {
    try await post("/se/log", ["type": "browser"]).list.compactMap {
      guard $0["level"].stringValue == "SEVERE" else { return nil }
      return $0["message"].stringValue
    }
  }

  /// Waits for a message in the console.
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

  /// A picture of the viewport, as PNG.
  func picture() async throws -> Data {
    guard let text = try await get("/screenshot").stringValue, let data = Data(base64Encoded: text)
    else { throw BrowserFault("no picture") }
    return data
  }

  /// Opens another tab of the same profile, and switches to it.
  ///
  /// - Returns: The handles of the previous tab and of the new one.
  func newTab() async throws -> (old: String, new: String) {
    let old = try await get("/window").stringValue ?? ""
    let new = try await post("/window/new", ["type": "tab"])["handle"].stringValue ?? ""
    try await turn(to: new)
    return (old, new)
  }

  /// Switches to a tab, which then behaves like the visible one.
  func turn(to tab: String) async throws {
    try await post("/window", ["handle": .string(tab)])
    try await driver.turned(in: session)
  }

  /// The question that the browser asks before a page is left; nil if it does not ask.
  func dialogue() async -> String? { try? await get("/alert/text").stringValue ?? "" }

  func acceptDialogue() async throws { try await post("/alert/accept") }

  func dismissDialogue() async throws { try await post("/alert/dismiss") }
}
