import Foundation
import JSONC
import Testing

/// Nothing that was typed is lost, whatever the network and the service do.
extension PageTests {
  @Test func whatIsTypedMeanwhileStays() async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        try await page.network(latency: 700)
        try await page.click(BrowserPage.field("heading"))
        try await page.press("first")
        // The pause goes by and the change is on its way.
        try await page.wait(for: "document.querySelector('#form').ariaBusy")
        try await page.press(" second")
        try await page.press(.left, times: 3)
        try await page.waitFor("heading", "first second")
        #expect(
          try await page.run("return document.activeElement.selectionStart") == .integer(9))
        #expect(
          try await page.property("value", of: BrowserPage.field("heading")) == "first second")
        // A save that overtakes the evaluation sends the whole draft.
        try await page.replace("#in-name", with: "slow")
        try await page.replace(BrowserPage.field("heading"), with: "third")
        try await page.press("s", holding: [.control])
        try await page.wait(for: "location.pathname === '/placed/slow'")
        #expect(try await page.property("value", of: BrowserPage.field("heading")) == "third")
      }
    }
  }

  @Test func aServiceThatIsGoneIsSaidAndWaitedFor() async throws {
    try await RunningServer.run(intents: TestWidgets.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        try await page.replace(BrowserPage.field("heading"), with: "before")
        try await page.waitFor("heading", "before")
        await server.kill()
        try await page.replace(BrowserPage.field("heading"), with: "meanwhile")
        try await page.wait(for: "document.getElementById('connection')?.role === 'alert'")
        #expect(try await page.property("value", of: BrowserPage.field("heading")) == "meanwhile")
        // Undo needs no service.
        try await server.startAgain()
        try await page.waitFor("heading", "meanwhile")
        try await page.wait(for: "!document.getElementById('connection')")
      }
    }
  }

  @Test func aDraftIsOfferedAfterAReload() async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        // Whether the browser is told to ask before the page is left.
        let asks = """
          const leaving = new Event('beforeunload', { cancelable: true });
          dispatchEvent(leaving);
          return leaving.defaultPrevented;
          """
        #expect(try await page.run(asks) == false)
        try await page.reload()
        try await page.wait(for: "document.querySelector('#form.live')")
        #expect(try await !page.has("#kept"))
        try await page.replace(BrowserPage.field("heading"), with: "kept")
        try await page.waitFor("heading", "kept")
        #expect(try await page.run(asks) == true)
        // As after a crash, the page has no chance to ask.
        try await page.reload()
        try await page.wait(for: "document.getElementById('kept')")
        #expect(try await page.intent()["parameters"]["heading"] == .null)
        try await page.click("#kept button:first-of-type")
        try await page.waitFor("heading", "kept")
        try await page.save(as: "kept")
        try await page.openPlaced("kept", of: server)
        #expect(try await !page.has("#kept"))
      }
    }
  }

  @Test func undoIsInstantAndNeedsNoService() async throws {
    try await RunningServer.run(intents: TestWidgets.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        for text in ["one", "two", "three"] {
          try await page.replace(BrowserPage.field("heading"), with: text)
          try await page.waitFor("heading", .string(text))
        }
        await server.kill()
        let heading = BrowserPage.field("heading")
        for text in ["two", "one", ""] {
          try await page.press("z", holding: [.control])
          #expect(try await page.property("value", of: heading) == .string(text))
        }
        #expect(try await page.property("disabled", of: BrowserPage.button("undo")) == true)
        for text in ["one", "two", "three"] {
          try await page.press("y", holding: [.control])
          #expect(try await page.property("value", of: heading) == .string(text))
        }
        #expect(try await page.intent()["parameters"]["heading"] == "three")
        // What follows goes on from there.
        try await page.press("z", holding: [.control])
        try await server.startAgain()
        try await page.replace(BrowserPage.field("say"), with: "after")
        try await page.waitFor("say", ["spokenPhrase": "after"])
        try await page.waitFor("heading", "two")
      }
    }
  }

  @Test func twoTabsDoNotOverwriteEachOther() async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        try await page.replace(BrowserPage.field("heading"), with: "start")
        try await page.save(as: "both")
        try await page.openPlaced("both", of: server)
        let tabs = try await page.newTab()
        try await page.openPlaced("both", of: server)
        try await page.replace(BrowserPage.field("heading"), with: "second tab")
        try await page.waitFor("heading", "second tab")
        try await page.press("s", holding: [.control])
        try await page.wait(for: "document.querySelector('#form')?.dataset.modified === 'false'")
        try await page.turn(to: tabs.old)
        try await page.replace(BrowserPage.field("heading"), with: "first tab")
        try await page.waitFor("heading", "first tab")
        try await page.press("s", holding: [.control])
        // Both sides are shown.
        try await page.wait(
          for:
            "document.body.innerText.includes('second tab') && document.querySelector('main').innerHTML.includes('first tab')"
        )
        try await page.turn(to: tabs.new)
        try await page.openPlaced("both", of: server)
        #expect(try await page.property("value", of: BrowserPage.field("heading")) == "second tab")
      }
    }
  }

  /// The source answers when the test says so.
  @Test func whatIsLateArrivesByItselfAndIsSaid() async throws {
    try await TestWidgets.folder { folder in
      let intents = try TestWidgets.late(in: folder)
      try await RunningServer.run(intents: intents) { server in
        try await BrowserPage.open { page in
          try await page.open("Late", of: server)
          #expect(try await page.attribute("aria-busy", of: "#row-item") == "true")
          // The form is there to be answered meanwhile.
          try await page.replace(BrowserPage.field("note"), with: "typed")
          try Data().write(to: intents.appending(path: "Late/go"))
          try await page.waitFor("item", ["identifier": "a", "display": "Alpha"])
          try await page.settle()
          #expect(try await page.property("value", of: BrowserPage.field("item")) == "Alpha")
          #expect(try await page.property("value", of: BrowserPage.field("note")) == "typed")
          #expect(try await page.text("#said") == "Item: Alpha")
          try await page.waitFor("note", "typed")
        }
      }
    }
  }
}
