import Foundation
import JSONC
import Testing

/// The elements of arrays: each answer is sent once, and the rows show what became of it.
extension PageTests {
  /// The texts of the fields of an array's elements.
  private static func fields(of array: String) -> String {
    "[...document.querySelectorAll('[id^=\"in-\(array)/\"]')].map((field) => field.value)"
  }

  @Test(arguments: BrowserKind.installed)
  func aChoiceIsTakenOnce(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("WorldClock", of: server)
        let cities = Self.fields(of: "cities")
        // The last slot that is there, whatever stands before it.
        let last = try #require(
          try await page.run(
            "return [...document.querySelectorAll('[id^=\"in-cities/\"]')].at(-1).id"
          ).stringValue)
        try await page.click("[id='\(last)']")
        try await page.press("oslo")
        let oslo = """
          [...document.querySelectorAll('[role=option]')].find((option) => option.textContent.includes('Oslo'))
          """
        try await page.wait(for: oslo)
        try await page.run("\(oslo).click()")
        let once = "\(cities).filter((city) => city === 'Oslo').length === 1"
        try await page.wait(for: "\(cities)[1] === 'Oslo' && \(once)")
        try await page.click(BrowserPage.field("showsDate"))
        try await page.waitFor("showsDate", false)
        #expect(try await page.run("return \(once)") == true)
        let name = "once-\(browser)"
        try await page.save(as: name)
        try await page.openPlaced(name, of: server)
        #expect(try await page.run("return \(once)") == true)
        let saved = try await page.intent()["parameters"]["cities"].list.map { $0["display"] }
        #expect(saved.filter { $0 == "Oslo" }.count == 1)
      }
    }
  }

  /// A number behind a text that is not one goes before it, and is not sent again.
  @Test(arguments: BrowserKind.installed)
  func aTextIsTakenOnce(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        try await page.run(
          """
          const family = document.getElementById('in-~family');
          family.value = 'systemMedium';
          family.dispatchEvent(new Event('change', { bubbles: true }));
          """)
        let numbers = Self.fields(of: "numbers")
        for (place, text) in ["7", "abc", "9"].enumerated() {
          try await page.wait(for: "document.getElementById('in-numbers/\(place)')")
          try await page.replace(BrowserPage.field("numbers/\(place)"), with: text)
        }
        let shown = "JSON.stringify(\(numbers)) === '[\"7\",\"9\",\"abc\"]'"
        try await page.wait(for: shown)
        try await page.click(BrowserPage.field("mirror"))
        try await page.wait(for: "document.getElementById('row-detail')?.closest('#rows')")
        #expect(try await page.run("return \(shown)") == true)
        try await page.replace(BrowserPage.field("numbers/2"), with: "8")
        try await page.waitFor("numbers", [7, 9, 8])
        // What is emptied to be typed anew keeps its place.
        try await page.replace(BrowserPage.field("numbers/0"), with: "")
        try await page.run(
          "return new Promise((done) => setTimeout(done, 600))")
        #expect(try await page.run("return \(numbers)") == ["", "9", "8"])
        try await page.press("6")
        try await page.waitFor("numbers", [6, 9, 8])
        try await page.replace(BrowserPage.field("numbers/0"), with: "")
        try await page.click(BrowserPage.field("heading"))
        try await page.waitFor("numbers", [9, 8])
        try await page.wait(for: "JSON.stringify(\(numbers)) === '[\"9\",\"8\",\"\"]'")
      }
    }
  }
}
