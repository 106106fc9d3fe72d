import Foundation
import JSONC
import Testing

/// The picture of the web form in the README.
extension PageTests {
  /// Fonts differ from machine to machine, so that the picture is compared by its size alone; what stands
  /// on it, and where, is held by ``theStructureIsAsRecorded()``.
  @Test func thePictureOfTheReadmeIsOfThisForm() async throws {
    let file = RunningServer.checkout.appending(path: "Fixtures/Tour/web.png")
    try await RunningServer.run { server in
      try await BrowserPage.open { page in
        try await page.size(1_100, 760)
        try await page.open("UpNext", of: server)
        try await page.click(BrowserPage.field("mirrorCalendarApp"))
        try await page.wait(for: "document.getElementById('in-calendars/0')")
        try await page.settle()
        try await page.click(BrowserPage.field("calendars/1"))
        try await page.press("o")
        try await page.wait(for: "document.querySelectorAll('[role=option]').length > 1")
        try await page.press(.down)
        try await page.run("document.getElementById('row-mirrorCalendarApp').scrollIntoView()")
        let picture = try await page.picture()
        if ProcessInfo.processInfo.environment["WIDGETCONFIG_RECORD"] == "1" {
          try picture.write(to: file)
        }
        let recorded = try Data(contentsOf: file)
        // The width and the height of PNG stand in its first chunk.
        #expect(recorded.dropFirst(16).prefix(8) == picture.dropFirst(16).prefix(8))
        #expect(recorded.count < 120_000)
      }
    }
  }
}
