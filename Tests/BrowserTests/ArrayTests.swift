import Foundation
import JSONC
import Testing
import WidgetTestSupport

/// The elements of arrays: each answer is sent once, and the rows show its result.
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
        // The last slot, whatever comes before it.
        let last = try #require(
          try await page.run(
            "return [...document.querySelectorAll('[id^=\"in-cities/\"]')].at(-1).id"
          ).stringValue)
        try await page.click("[id='\(last)']")
        try await page.press("oslo")
        try await page.choose("Oslo")
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

  /// A number that is typed after an invalid text takes the position before that text, and is not
  /// sent again.
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
        try await page.settle()
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
        // An element that is emptied for retyping keeps its position.
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

  /// What a person does after emptying an element, and which of the elements a, b, c and d remain.
  ///
  /// When an element is emptied, the later elements move up.
  enum Deed: CaseIterable {
    case typesInALater, typesInALaterWhenItHasMoved, addsOne, removesALater, removesALaterSlowly
    case movesALater

    var names: JSONValue {
      switch self {
      case .typesInALater, .typesInALaterWhenItHasMoved: ["a", "c", "dx"]
      case .addsOne: ["a", "c", "d", "x"]
      case .removesALater, .removesALaterSlowly: ["a", "d"]
      case .movesALater: ["a", "d", "c"]
      }
    }
  }

  /// An emptied element is removed, and an edit below it changes the element that the person saw.
  @Test(arguments: BrowserKind.installed)
  func whatIsDoneBelowAnEmptiedElementIsDoneToWhatIsSeen(in browser: BrowserKind) async throws {
    try await TestWidgets.folder { folder in
      try await RunningServer.run(intents: TestWidgets.names(in: folder)) { server in
        for delay in [Duration.zero, .milliseconds(300)] {
          let network = try SlowProxy(to: server.port)
          defer { network.stop() }
          try await BrowserPage.open(in: browser) { page in
            try await page.open("Names", of: server)
            for (place, text) in ["a", "b", "c", "d"].enumerated() {
              try await page.wait(for: "document.getElementById('in-names/\(place)')")
              try await page.replace(BrowserPage.field("names/\(place)"), with: text)
              try await page.press(.enter)
            }
            try await page.waitFor("names", ["a", "b", "c", "d"])
            let name = "after-\(delay / .milliseconds(1))"
            try await page.save(as: name)
            for deed in Deed.allCases {
              network.delay = .zero
              try await page.go("\(network.address)/placed/\(name)")
              try await page.wait(for: "document.querySelector('#form.live')")
              try await page.waitFor("names", ["a", "b", "c", "d"])
              network.delay = delay
              try await page.replace(BrowserPage.field("names/1"), with: "")
              try await Self.does(deed, page)
              try await page.waitFor("names", deed.names)
              try await page.settle()
              // After a pause, the answers and the rows are still the same.
              try await page.click(BrowserPage.field("heading"))
              try await page.run("return new Promise((done) => setTimeout(done, 400))")
              try await page.settle()
              #expect(try await page.intent()["parameters"]["names"] == deed.names, "\(deed)")
              let shown = try await page.run("return \(Self.fields(of: "names"))").list.dropLast()
              #expect(Array(shown) == deed.names.list, "\(deed)")
            }
          }
        }
      }
    }
  }

  private static func does(_ deed: Deed, _ page: BrowserPage) async throws {
    switch deed {
    case .typesInALater:
      try await page.click(BrowserPage.field("names/3"))
      try await page.press(.end)
      try await page.press("x")
    case .typesInALaterWhenItHasMoved:
      try await page.click(BrowserPage.field("names/3"))
      try await page.waitFor("names", ["a", "c", "d"])
      try await page.settle()
      try await page.press(.end)
      try await page.press("x")
    case .addsOne:
      try await page.click(BrowserPage.field("names/4"))
      try await page.press("x")
    case .removesALater: try await page.click(BrowserPage.button("remove:names/2"))
    case .removesALaterSlowly: try await page.click(BrowserPage.button("remove:names/2"), for: 700)
    case .movesALater: try await page.click(BrowserPage.button("down:names/2"))
    }
  }

  /// The list of choices moves together with its slot.
  @Test(arguments: BrowserKind.installed)
  func aSearchBelowAnEmptiedSlotFindsItsChoice(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("WorldClock", of: server)
        for (place, name) in ["Berlin", "Tokyo"].enumerated() {
          let field = BrowserPage.field("cities/\(place)")
          try await page.replace(field, with: name)
          try await page.choose(name)
          #expect(try await page.property("value", of: field) == .string(name))
        }
        try await page.replace(BrowserPage.field("cities/0"), with: "")
        try await page.run("document.getElementById('in-cities/2').focus()")
        try await page.press("oslo")
        try await page.wait(for: BrowserPage.option("Oslo"))
        try await page.settle()
        try await page.choose("Oslo")
        let cities = Self.fields(of: "cities")
        try await page.wait(for: "JSON.stringify(\(cities)) === '[\"Tokyo\",\"Oslo\",\"\"]'")
        let found = try await page.intent()["parameters"]["cities"].list.map { $0["display"] }
        #expect(found == ["Tokyo", "Oslo"])
      }
    }
  }
}
