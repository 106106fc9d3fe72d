import Foundation
import JSONC
import Testing

/// A form that stays open while others save, and the widget that the form draws.
extension PageTests {
  @Test(arguments: BrowserKind.installed)
  func anOpenFormHearsThatSomebodySaved(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        let name = "heard-\(browser)", heading = BrowserPage.field("heading")
        try await page.open("Editors", of: server)
        try await page.replace(heading, with: "start")
        try await page.save(as: name)
        #expect(try await page.text("#said") == "Saved “\(name)”.")
        #expect(try await page.run("return document.activeElement !== document.body") == true)
        let tabs = try await page.newTab()
        try await page.openPlaced(name, of: server)
        func saveInTheOther(_ text: String) async throws {
          try await page.turn(to: tabs.new)
          try await page.replace(heading, with: text)
          try await page.waitFor("heading", .string(text))
          try await page.press("s", holding: [.control])
          try await page.wait(for: "document.querySelector('#form')?.dataset.modified === 'false'")
          try await page.turn(to: tabs.old)
        }
        /// Whether a notice is visible even if the page has been scrolled to its end.
        func isSeen(_ part: String) async throws -> Bool {
          try await page.run(
            """
            scrollTo(0, document.body.scrollHeight);
            const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
            return scrollY > 200 && top >= 0 && bottom <= innerHeight;
            """, [.string(part)]) == true
        }
        // If the form has no changes, it shows the new state.
        try await saveInTheOther("theirs")
        try await page.wait(for: "document.getElementById('in-heading').value === 'theirs'")
        #expect(
          try await page.text("#said")
            == "Somebody else saved this widget. The form shows the new state.")
        #expect(try await isSeen("#said"))
        // If the form has changes, it keeps them and reports the new state. Its earlier message is
        // removed, because it is no longer true.
        try await page.replace(heading, with: "mine")
        #expect(try await page.text("#said") == "")
        try await page.waitFor("heading", "mine")
        try await saveInTheOther("theirs again")
        try await page.wait(for: "document.getElementById('others')")
        #expect(try await isSeen("#others"))
        #expect(try await page.property("value", of: heading) == "mine")
        try await page.press("s", holding: [.control])
        try await page.wait(for: "document.querySelector('#conflict')")
        try await page.click("#conflict button[value=mine]")
        try await page.wait(for: "document.querySelector('#form.live')")
        #expect(try await page.text("#said").contains("press “Save”"))
        #expect(try await page.property("value", of: heading) == "mine")
      }
    }
  }

  @Test(arguments: BrowserKind.installed)
  func theWidgetIsDrawnInTheForm(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.go(server.address + "/?q=clock")
        #expect(try await page.run("return document.querySelectorAll('.card').length") == 1)
        try await page.click("a[href='/widgets/WorldClock']")
        try await page.wait(for: "document.querySelector('#form.live')")
        let drawing = "document.querySelector('#drawing .family')"
        try await page.wait(for: "\(drawing)?.innerText.includes('UTC')")
        try await page.run(
          """
          const family = document.getElementById('in-~family');
          family.value = 'systemLarge';
          family.dispatchEvent(new Event('change', { bubbles: true }));
          """)
        try await page.wait(for: "\(drawing)?.dataset.family === 'systemLarge'")
      }
    }
  }

  /// Elements move with keys and with the pointer; a chosen element is marked.
  @Test(arguments: BrowserKind.installed)
  func elementsAreMovedAndMarked(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("WorldClock", of: server)
        try await page.click(BrowserPage.field("cities/1"))
        try await page.press("oslo")
        try await page.choose("Oslo")
        let first = "document.getElementById('in-cities/0').value"
        try await page.wait(for: "document.getElementById('in-cities/2')")
        try await page.run("document.getElementById('in-cities/1').focus()")
        try await page.press(.up, holding: [.alt])
        try await page.wait(for: "\(first) === 'Oslo'")
        // The moved field keeps the focus, and its position is announced.
        let said = "document.getElementById('said').textContent.trim()"
        try await page.wait(for: "document.activeElement.id === 'in-cities/0'")
        #expect(try await page.run("return \(said)") == "Oslo: Cities 1")
        let button = BrowserPage.button("down:cities/0")
        #expect(try await page.attribute("aria-label", of: button) == "Down: Oslo")
        try await page.run(
          """
          const grip = document.querySelector("[id='row-cities/0'] .grip");
          const other = document.querySelector("[id='row-cities/1']").getBoundingClientRect();
          grip.setPointerCapture = () => {};
          const at = (type, clientY) => grip.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientY }));
          at('pointerdown', 100);
          at('pointermove', 100 + other.height);
          window.dragged = \(said);
          at('pointerup', 100 + other.height);
          """)
        #expect(try await page.run("return window.dragged") == "Oslo: Cities 2")
        try await page.wait(for: "\(first) === 'UTC'")
        try await page.click(BrowserPage.field("cities/2"))
        try await page.press("oslo")
        let oslo = BrowserPage.option("Oslo")
        try await page.wait(
          for: "\(oslo)?.querySelector('.taken')?.textContent === 'chosen already'")
      }
    }
  }

  /// Going back from a review closes the review but not the form; the changes of the other side are
  /// merged.
  @Test(arguments: BrowserKind.installed)
  func goingBackLeavesTheReviewAlone(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        let name = "back-\(browser)", heading = BrowserPage.field("heading")
        try await page.open("Editors", of: server)
        try await page.save(as: name)
        try await page.replace(heading, with: "mine")
        try await page.waitFor("heading", "mine")
        #expect(try await page.text(BrowserPage.button("save")) == "Save · 1 change")
        try await page.click(BrowserPage.button("review"))
        try await page.wait(for: "document.getElementById('review')")
        try await page.run("history.back()")
        try await page.wait(for: "!document.getElementById('review')")
        #expect(try await page.property("value", of: heading) == "mine")
        try await page.run("history.forward()")
        try await page.wait(for: "document.getElementById('review')")
        // A change that was undone is removed from the review, and shows no message.
        try await page.click(BrowserPage.button("undo"))
        // Undo also goes back in the browser's history, which takes a moment.
        try await page.wait(for: "!document.getElementById('review') && !history.state")
        #expect(
          try await page.run("return document.getElementById('said').offsetHeight") == 0)
        try await page.click(BrowserPage.button("redo"))
        try await page.waitFor("heading", "mine")
        // The review is shown again; one step back closes only the review.
        try await page.wait(for: "document.getElementById('review') && history.state?.review")
        try await page.run("history.back()")
        try await page.wait(for: "!document.getElementById('review') && !history.state")
        #expect(try await page.property("value", of: heading) == "mine")
        let tabs = try await page.newTab()
        try await page.openPlaced(name, of: server)
        try await page.click("[id='in-style.2']")
        try await page.waitFor("style", "bold")
        try await page.click(BrowserPage.button("save"))
        try await page.wait(for: "document.querySelector('#form')?.dataset.modified === 'false'")
        try await page.turn(to: tabs.old)
        try await page.wait(for: "document.getElementById('others')")
        try await page.click(BrowserPage.button("save"))
        try await page.waitFor("style", "bold")
        #expect(try await page.text("#said").contains("Their changes were kept: Style: Bold."))
        // The message is visible, and the notice before it is gone.
        #expect(
          try await page.run(
            """
            scrollTo(0, document.body.scrollHeight);
            const { top, bottom } = document.getElementById('said').getBoundingClientRect();
            return scrollY > 200 && top >= 0 && bottom <= innerHeight && !document.getElementById('others');
            """) == true)
        #expect(try await page.property("value", of: heading) == "mine")
        try await page.click(BrowserPage.button("save"))
        try await page.wait(for: "document.querySelector('#form')?.dataset.modified === 'false'")
      }
    }
  }
}
