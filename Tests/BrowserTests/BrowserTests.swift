import Foundation
import JSONC
import Testing
import WidgetTestSupport

/// The appearance of the service's pages, tested in a separate browser from ``PageTests``.
@Suite(.serialized, .ownBrowser, .needsBrowser, .startsProgramsInTurn)
struct PageLookTests {}

/// The service's pages in a browser, as people use them.
@Suite(.serialized, .needsBrowser, .startsProgramsInTurn)
struct PageTests {
  @Test func scriptsRunOnlyWhereTheyMay() async throws {
    let page = "data:text/html,<title>a</title><p id=p>no</p><script>p.textContent='yes'</script>"
    for (runs, text) in [(true, "yes"), (false, "no")] {
      try await BrowserPage.open(runsScripts: runs) { browser in
        try await browser.go(page)
        #expect(try await browser.text("#p") == text)
      }
    }
  }

  @Test(
    .enabled(
      if: BrowserPrograms.hasFirefox,
      "Firefox is not installed. Install firefox-esr, and more tests run in it, too."))
  func firefoxRunsScriptsOnlyWhereTheyMay() async throws {
    try await RunningServer.shared(.pages) { server in
      for runs in [true, false] {
        try await BrowserPage.open(in: .firefox, runsScripts: runs) { page in
          try await page.go("\(server.address)/widgets/Editors")
          if runs { try await page.wait(for: "document.querySelector('#form.live')") }
          #expect(try await page.has("#form.live") == runs)
        }
      }
    }
  }

  @Test(arguments: BrowserKind.installed)
  func aWindowHasNothingOfThoseBeforeIt(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        try await page.replace(BrowserPage.field("heading"), with: "left behind")
        try await page.waitFor("heading", "left behind")
        try await page.run(
          "document.cookie = 'left=behind'; localStorage.setItem('left', 'behind')")
      }
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        #expect(
          try await page.run(
            "return [/left/.test(document.cookie), localStorage.length, innerWidth]") == [
              false, 0, 1_100,
            ])
        #expect(try await !page.has("#kept"))
      }
    }
  }
}
