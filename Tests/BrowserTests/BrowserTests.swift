import Foundation
import JSONC
import Testing

/// The browser that tests drive.
@Suite(.serialized, .enabled(if: BrowserPrograms.areThere, BrowserPrograms.missing))
struct BrowserTests {
  @Test func scriptsRunOnlyWhereTheyMay() async throws {
    let page = "data:text/html,<title>a</title><p id=p>no</p><script>p.textContent='yes'</script>"
    for (runs, text) in [(true, "yes"), (false, "no")] {
      try await BrowserPage.open(.init(runsScripts: runs)) { browser in
        try await browser.go(page)
        #expect(try await browser.text("#p") == text)
      }
    }
  }
}

/// The pages of the service in a browser, as people use them: a minute and a half, where it is asked for.
@Suite(
  .serialized, .enabled(if: BrowserPrograms.areThere, BrowserPrograms.missing),
  .enabled(
    if: ProcessInfo.processInfo.environment["WIDGETCONFIG_BROWSER"] == "1",
    "Set WIDGETCONFIG_BROWSER=1 to go through the pages in a browser."))
struct PageTests {}
