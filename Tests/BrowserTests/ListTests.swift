import Foundation
import JSONC
import Testing

/// Lists of choices that open below a field.
extension PageTests {
  @Test(arguments: BrowserKind.installedWithWebKit)
  func aListIsWhatAssistiveTechnologyExpects(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        let city = BrowserPage.field("city")
        #expect(try await page.accessible(city) == ("combobox", "City"))
        #expect(try await page.attribute("aria-expanded", of: city) == "false")
        try await page.run("document.getElementById('in-city').focus()")
        try await page.press(.down)
        try await page.wait(
          for: "document.getElementById('in-city').hasAttribute('aria-activedescendant')")
        #expect(try await page.attribute("aria-expanded", of: city) == "true")
        let list = try #require(try await page.attribute("aria-controls", of: city))
        #expect(try await page.accessible("[id='\(list)']") == ("listbox", "City"))
        try await page.press(.down)
        try await page.press(.down)
        let active = try #require(try await page.attribute("aria-activedescendant", of: city))
        // WebDriver's text of an element leaves out what is scrolled out of view.
        let option = try await page.property("textContent", of: "[id='\(active)']")
        #expect(option.stringValue?.contains("Rome") == true, "\(option)")
        #expect(try await page.attribute("aria-posinset", of: "[id='\(active)']") == "3")
        #expect(try await page.attribute("aria-setsize", of: "[id='\(active)']") == "4")
        #expect(try await page.attribute("aria-selected", of: "[id='\(active)']") == "true")
        #expect(try await page.has("[role=group][aria-label=South] [role=option]"))
        // The count is announced after a pause in typing.
        try await page.press("o")
        try await page.wait(for: "/2/.test(document.getElementById('said').textContent)")
        // The count is shown only in the list.
        #expect(
          try await page.run("return getComputedStyle(document.getElementById('said')).opacity")
            == "0")
        // Escape does not choose anything; the typed text stays visible.
        try await page.press(.escape)
        #expect(try await page.attribute("aria-expanded", of: city) == "false")
        #expect(try await !page.has("[role=listbox]"))
        #expect(try await page.run("return document.getElementById('said').textContent") == "")
        try await page.replace(city, with: "osl")
        try await page.wait(for: "document.querySelectorAll('[role=option]').length === 1")
        try await page.press(.down)
        try await page.press(.enter)
        try await page.waitFor("city", ["identifier": "oslo", "display": "Oslo"])
        // The chosen element is marked in the list, as well as the active one.
        try await page.press(.down)
        try await page.wait(
          for: """
            [...document.querySelectorAll('[role=option][aria-checked=true]')]
              .map((option) => option.id).join() === 'list-city-0'
            """)
        try await page.press(.escape)
        // Keys that are pressed before the search has ended apply to its results.
        try await page.run(
          """
          const field = document.getElementById('in-city');
          field.value = 'rom';
          field.dispatchEvent(new Event('input', { bubbles: true }));
          const press = (key) => field.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          setTimeout(() => ['ArrowDown', 'Enter'].forEach(press));
          """)
        try await page.waitFor("city", ["identifier": "rome", "display": "Rome"])
      }
    }
  }

  /// The code for lists, months and handles is loaded when one of them is first used, even after a
  /// failed attempt or an update of the service.
  @Test func whatPicksIsLoadedAtFirstUse() async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open { page in
        try await page.devTools("Network.enable")
        try await page.devTools("Network.setCacheDisabled", ["cacheDisabled": true])
        try await page.devTools("Network.setBlockedURLs", ["urls": ["*/assets/pickers*"]])
        try await page.open("Editors", of: server)
        try await page.run("document.getElementById('in-heading').focus()")
        #expect(try await !page.loads("pickers"))
        try await page.run("document.getElementById('in-city').focus()")
        try await page.press(.down)
        try await page.wait(for: "document.getElementById('connection')")
        #expect(try await !page.has("[role=option]"))
        try await page.devTools("Network.setBlockedURLs", ["urls": []])
        // The form reconnects to the service on its own.
        try await page.wait(for: "!document.getElementById('connection')")
        try await page.press("rom")
        try await page.wait(for: "document.querySelectorAll('[role=option]').length === 1")
        try await page.press(.enter)
        try await page.waitFor("city", ["identifier": "rome", "display": "Rome"])
        #expect(try await page.loads("pickers"))
        let earlier = try await page.runAwaiting(
          """
          const [now] = performance.getEntriesByType('resource').filter((entry) => entry.name.includes('pickers'));
          const texts = ['pickers-1earlier.js', now.name].map((name) => fetch(new URL(name, now.name)).then((answer) => answer.text()));
          const [old, current] = await Promise.all(texts);
          return old === current && (await fetch(new URL('form-1earlier.js', now.name))).status;
          """)
        #expect(earlier == 404)
      }
    }
  }

  /// Responses are made in the page instead of in the service, so that only the script is tested.
  @Test(arguments: BrowserKind.installed)
  func aMillionChoicesAreAsEasyAsTen(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        try await page.run(
          """
          const real = window.fetch;
          window.asked = [];
          window.fetch = (address, request) => {
            if (!String(address).endsWith('/options')) return real(address, request);
            const from = +request.body.get('from'), count = +request.body.get('count');
            window.asked.push(from);
            const items = Array.from({ length: count }, (_, place) => ({
              id: String(from + place), title: `Item ${from + place}`, section: `Part ${Math.floor((from + place) / 1e5)}`,
            }));
            return Promise.resolve(new Response(JSON.stringify({ total: 1e6, complete: true, from, items, said: 'a million' })));
          };
          """)
        let city = BrowserPage.field("city")
        try await page.click(city)
        try await page.wait(for: "document.querySelector('[role=option]')")
        #expect(try await page.attribute("aria-setsize", of: "[role=option]") == "1000000")
        // Keys move to the last choice, and up by a page.
        try await page.press(.end, holding: [.control])
        try await page.wait(
          for:
            "document.querySelector('[role=option][aria-selected=true]')?.textContent.includes('Item 999999')"
        )
        try await page.press(.pageUp)
        try await page.wait(
          for: "document.querySelector('[aria-selected=true]')?.textContent.includes('Item 999989')"
        )
        let isSeen = """
          (() => { const item = document.querySelector('[aria-selected=true]').getBoundingClientRect(),
            list = document.querySelector('[role=listbox]').getBoundingClientRect();
            return item.top >= list.top - 1 && item.bottom <= list.bottom + 1; })()
          """
        #expect(try await page.run("return \(isSeen)") == true)
        // The pointer scrolls to the middle; every position can be reached.
        try await page.run(
          "const list = document.querySelector('[role=listbox]'); list.scrollTop = list.scrollHeight / 2;"
        )
        try await page.wait(
          for:
            "[...document.querySelectorAll('[role=option]')].some((o) => Math.abs(+o.dataset.at - 5e5) < 20)"
        )
        for place in [123_456, 700_001] {
          try await page.run(
            """
            const list = document.querySelector('[role=listbox]');
            list.scrollTop = (list.scrollHeight - list.clientHeight) * arguments[0] / 1e6;
            """, [.integer(place)])
          try await page.wait(
            for:
              "[...document.querySelectorAll('[role=option]')].some((o) => +o.dataset.at === \(place))"
          )
        }
        #expect(
          try await page.run("return document.querySelectorAll('[role=option]').length <= 50")
            == true)
        #expect(try await page.run("return window.asked.length < 40") == true)
        try await page.press(.home, holding: [.control])
        try await page.wait(
          for: "document.querySelector('[aria-selected=true]')?.textContent.includes('Item 0')")
      }
    }
  }

  /// For a failed source, a message for people appears in its row and in its list, and a button
  /// requests the choices again.
  @Test(arguments: BrowserKind.installed)
  func aFailedSourceIsAskedAgain(in browser: BrowserKind) async throws {
    try await TestWidgets.folder { folder in
      let intents = try TestWidgets.failing(in: folder)
      try await RunningServer.run(intents: intents) { server in
        try await BrowserPage.open(in: browser) { page in
          try await page.open("Failing", of: server)
          let failure = "The choices of “Output” cannot be loaded at the moment. Try again."
          try await page.wait(
            for: "document.getElementById('problem-sink')?.textContent === '\(failure)'")
          #expect(try await page.attribute("aria-invalid", of: BrowserPage.field("sink")) == nil)
          try await page.click(BrowserPage.field("sink"))
          try await page.wait(
            for: "document.querySelector('.popup .count')?.textContent === '\(failure)'")
          let all = try await page.run("return document.body.innerText").stringValue ?? ""
          #expect(!all.contains("sink") && !all.contains("Request"), "\(all)")
          // A new attempt is announced even if it has the same result.
          try await page.press(.escape)
          let retry = BrowserPage.button("retry:sink")
          try await page.click(retry)
          try await page.wait(
            for: "document.getElementById('said').textContent.trim() === '\(failure)'")
          try await page.wait(for: "document.querySelector(\"[value='retry:sink']\")")
          try Data(#"{"items":[{"identifier":"a","display":"Alpha"}]}"#.utf8)
            .write(to: intents.appending(path: "Failing/items.json"))
          try await page.click(retry)
          try await page.wait(for: "!document.getElementById('problem-sink')")
          try await page.settle()
          try await page.click(BrowserPage.field("sink"))
          try await page.wait(for: "document.querySelector('[role=option]')")
          if browser == .chromium { #expect(try await page.console() == []) }
        }
      }
    }
  }
}
