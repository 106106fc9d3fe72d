import Foundation
import JSONC
import Testing

/// The pages of the service in a real browser, one test after another.
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
