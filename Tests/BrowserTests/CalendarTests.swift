import Foundation
import JSONC
import Testing
import WidgetTestSupport

/// The month view below a date: a grid for the keyboard, the pointer and assistive technology.
extension PageTests {
  @Test(arguments: BrowserKind.installed)
  func aMonthIsAGrid(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        try await page.replace(BrowserPage.field("day"), with: "2026-12-30")
        try await page.waitFor("day", ["year": 2026, "month": 12, "day": 30])
        try await page.click(BrowserPage.button("month:day"))
        func isAt(_ day: String) -> String {
          "document.activeElement?.value === 'day:day:\(day)'"
        }
        // No text field gets the focus, so that no keyboard appears on a phone.
        try await page.wait(for: isAt("2026-12-30"))
        let day = BrowserPage.button("day:day:2026-12-30")
        // The order of the parts of the date depends on the language.
        let label = try await page.attribute("aria-label", of: day) ?? ""
        #expect(["Wednesday", "December", "30", "2026"].allSatisfy(label.contains), "\(label)")
        #expect(try await page.attribute("aria-pressed", of: day) == "true")
        let stops =
          "[...document.querySelectorAll('.month .day')].filter((day) => day.tabIndex === 0)"
        #expect(try await page.run("return \(stops).length") == 1)
        // The keys move past the end of the month and of the year.
        try await page.press(.right)
        try await page.wait(for: isAt("2026-12-31"))
        try await page.press(.right)
        try await page.wait(for: isAt("2027-1-1"))
        #expect(try await page.run("return \(stops).length") == 1)
        try await page.press(.pageDown)
        try await page.wait(for: isAt("2027-2-1"))
        try await page.press(.up)
        try await page.wait(for: isAt("2027-1-25"))
        try await page.press(.pageUp, holding: [.shift])
        try await page.wait(for: isAt("2026-1-25"))
        // The next-month button keeps the focus.
        let next = "document.querySelector('.month .tools').children[2]"
        try await page.run("\(next).focus(); \(next).click()")
        try await page.wait(for: "\(next)?.value === 'month:day:2026-3'")
        #expect(try await page.run("return document.activeElement === \(next)") == true)
        // A change in another row leaves the month open.
        try await page.replace(BrowserPage.field("heading"), with: "meanwhile")
        try await page.waitFor("heading", "meanwhile")
        #expect(try await page.has(".month"))
        try await page.run("\(stops)[0].focus()")
        try await page.press(.escape)
        try await page.wait(
          for: "!document.querySelector('.month') && document.activeElement?.value === 'month:day'")
        try await page.waitFor("day", ["year": 2026, "month": 12, "day": 30])
      }
    }
  }

  /// If keys are pressed before the service responds, each counts from the day to which the earlier
  /// keys led.
  @Test(arguments: BrowserKind.installedWithWebKit)
  func keysInAMonthDoNotWaitForTheService(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      let network = try SlowProxy(to: server.port)
      defer { network.stop() }
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", at: network.address)
        try await page.replace(BrowserPage.field("day"), with: "2026-12-30")
        try await page.waitFor("day", ["year": 2026, "month": 12, "day": 30])
        network.delay = .milliseconds(200)
        try await page.click(BrowserPage.button("month:day"))
        try await page.wait(for: "document.activeElement?.value === 'day:day:2026-12-30'")
        // These keys may even be pressed before the pickers have been loaded.
        for _ in 0..<5 { try await page.press(.down) }
        try await page.press(.right)
        try await page.press(.enter)
        try await page.waitFor("day", ["year": 2027, "month": 2, "day": 4])
      }
    }
  }

  /// Text that cannot be read is marked at once, and is not a change to save.
  @Test(arguments: BrowserKind.installed)
  func aTextThatCannotBeReadIsMarkedAtOnce(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        try await page.replace(BrowserPage.field("heading"), with: "right")
        try await page.replace(BrowserPage.field("day"), with: "neverday")
        try await page.click(BrowserPage.field("mirror"))
        try await page.wait(
          for: "document.getElementById('in-day').getAttribute('aria-invalid') === 'true'")
        try await page.click(BrowserPage.button("review"))
        try await page.wait(for: "document.querySelector('#review tbody tr')")
        #expect(try await page.text("#review").contains("right"))
        #expect(try await !page.text("#review").contains("neverday"))
        #expect(try await page.text("#issues").contains("neverday"))
      }
    }
  }
}
