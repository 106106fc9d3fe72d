import Foundation
import JSONC
import Synchronization
import Testing
import WidgetTestSupport

/// The form on a page of another site.
extension PageTests {
  /// A page of the service, with its content removed, stands in for the page of another site.
  private static let clear = "document.body.replaceChildren(); return location.origin"

  @Test func theElementConfiguresAndSaves() async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open { page in
        try await page.go(server.address + "/")
        try await page.run(Self.clear)
        try await page.runAwaiting(
          """
          await new Promise((done, fail) => {
            const script = document.createElement('script');
            script.src = '/assets/form.js';
            script.onload = done;
            script.onerror = fail;
            document.head.append(script);
          });
          window.told = [];
          const form = document.createElement('form'), element = document.createElement('widget-form');
          element.setAttribute('kind', 'Verse');
          element.setAttribute('name', 'inside');
          for (const type of ['ready', 'change', 'save']) element.addEventListener(type, (event) => told.push([type, event.detail.intent]));
          form.id = 'outer';
          form.append(element);
          document.body.append(form);
          await new Promise((done) => element.addEventListener('ready', done, { once: true }));
          window.inside = element.shadowRoot;
          """)
        #expect(try await page.run("return !!inside.querySelector('#form.live')") == true)
        // The texts, the style sheet and the fields are those of the service's page.
        try await page.wait(
          for: "getComputedStyle(inside.getElementById('rows')).display !== 'inline'")
        try await page.run(
          """
          const radio = inside.querySelectorAll('#row-collection input[type=radio]')[1] ?? inside.getElementById('in-collection');
          if (radio.type === 'radio') radio.click();
          else { radio.selectedIndex = 1; radio.dispatchEvent(new Event('change', { bubbles: true })); }
          """)
        try await page.wait(for: "told.some(([type]) => type === 'change')")
        let value =
          try await page.run("return document.querySelector('widget-form').value").stringValue ?? ""
        #expect(try JSONText.parse(value)["intent"] == "VerseIntent")
        try await page.run("document.querySelector('widget-form').save()")
        try await page.wait(for: "told.some(([type]) => type === 'save')")
        try await page.openPlaced("inside", of: server)
        #expect(try await page.intent()["parameters"]["collection"] != .null)
      }
    }
  }

  /// On a page from an origin that is not allowed, or if the service does not respond, the element
  /// says what to do.
  @Test(arguments: BrowserKind.installed)
  func theElementSaysWhyItShowsNothing(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.bundled) { server in
      let network = try SlowProxy(to: server.port)
      defer { network.stop() }
      let site = try LoopbackService(
        .response(
          status: "200 OK", headers: ["Content-Type: text/html"],
          body: """
            <!DOCTYPE html><title>Site</title><script src="\(server.address)/assets/form.js"></script><body>
            <script>
              window.told = [];
              window.element = document.createElement('widget-form');
              element.addEventListener('error', (event) => told.push(event.detail));
              element.setAttribute('kind', 'Verse');
              element.setAttribute('server', '\(network.address)');
              document.body.append(element);
            </script>
            """)
      ).start()
      defer { site.stop() }
      try await BrowserPage.open(in: browser) { page in
        try await page.go(site.url)
        try await page.wait(for: "told.length === 1")
        let origin = "http://127.0.0.1:\(site.port)"
        let message: JSONValue = .string(
          "Perhaps the service \(network.address) does not let pages of \(origin) show its forms. "
            + "If this continues, add that origin to the setting “allowedOrigins” of the service."
        )
        let detail = try await page.run("return told[0]")
        #expect(detail["message"] == message && detail["kind"] == "Verse")
        let shown = "element.shadowRoot.querySelector('[role=alert]').textContent"
        #expect(try await page.run("return \(shown)") == message)
        network.isCut = true
        try await page.run("element.setAttribute('name', 'desk')")
        try await page.wait(for: "told.length === 2")
        #expect(
          try await page.run("return \(shown)")
            == .string("The service \(network.address) cannot be reached."))
      }
    }
  }

  /// Reviewing, resolving conflicts and saving happen in the element; the page of the other site
  /// stays open.
  @Test(arguments: BrowserKind.installed)
  func theElementNeverLeavesItsPage(in browser: BrowserKind) async throws {
    let service = Mutex("")
    let site = try LoopbackService { _, _ in
      .response(
        status: "200 OK", headers: ["Content-Type: text/html"],
        body: """
          <!DOCTYPE html><title>Site</title><script src="\(service.withLock { $0 })/assets/form.js"></script><body>
          <script>
            window.told = [];
            window.element = document.createElement('widget-form');
            for (const type of ['ready', 'save', 'error']) element.addEventListener(type, (event) => told.push([type, event.detail.name]));
            const attributes = { kind: 'Editors', name: 'inside', locale: 'de', server: '\(service.withLock { $0 })' };
            for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
            document.body.append(element);
            window.inside = element.shadowRoot;
            window.fill = (text) => {
              const field = inside.getElementById('in-heading');
              field.value = text;
              field.dispatchEvent(new InputEvent('input', { bubbles: true }));
              field.dispatchEvent(new Event('change', { bubbles: true }));
            };
            window.press = (name) => inside.querySelector(`button[name=action][value=${name}]`).click();
          </script>
          """)
    }.start()
    defer { site.stop() }
    let origin = "http://127.0.0.1:\(site.port)"
    try await RunningServer.run(
      intents: TestWidgets.pages, environment: ["WIDGETCONFIG_ALLOWED_ORIGINS": origin]
    ) { server in
      service.withLock { $0 = server.address }
      try await BrowserPage.open(in: browser) { page in
        try await page.go(site.url)
        try await page.wait(for: "told.length === 1")
        let address = try await page.address()
        // The form of a widget that is not placed yet keeps the language, uses the name, and makes
        // no unnecessary request.
        if browser == .chromium { #expect(try await page.console() == []) }
        #expect(try await page.run("return inside.querySelector('main').lang") == "de")
        #expect(try await page.run("return inside.getElementById('in-name').value") == "inside")
        #expect(try await page.run("return told[0][1]") == "inside")
        try await page.run("fill('first')")
        try await page.run("press('review')")
        try await page.wait(for: "inside.getElementById('review')?.innerText.includes('first')")
        try await page.run("press('save')")
        try await page.wait(for: "told.some(([type]) => type === 'save')")
        #expect(
          try await page.run("return told.find(([type]) => type === 'save')[1]") == "inside")
        // Somebody else saves, and the element shows both versions.
        let tabs = try await page.newTab()
        try await page.openPlaced("inside", of: server)
        try await page.replace(BrowserPage.field("heading"), with: "theirs")
        try await page.waitFor("heading", "theirs")
        try await page.press("s", holding: [.control])
        try await page.wait(for: "document.querySelector('#form')?.dataset.modified === 'false'")
        try await page.turn(to: tabs.old)
        try await page.run("fill('mine')")
        try await page.run("press('save')")
        try await page.wait(for: "inside.getElementById('conflict')")
        try await page.run("press('mine')")
        try await page.wait(for: "inside.querySelector('#form.live')")
        #expect(try await page.run("return inside.getElementById('in-heading').value") == "mine")
        try await page.run("press('save')")
        try await page.wait(for: "told.filter(([type]) => type === 'save').length === 2")
        #expect(try await page.run("return told.some(([type]) => type === 'error')") == false)
        #expect(try await page.address() == address)
        try await page.openPlaced("inside", of: server)
        #expect(try await page.property("value", of: BrowserPage.field("heading")) == "mine")
      }
    }
  }

  /// A frame on another site's page keeps no cookies, but still has the person's time zone.
  @Test func aFrameIsInTheZoneOfThePerson() async throws {
    let service = Mutex("")
    let site = try LoopbackService { _, _ in
      .response(
        status: "200 OK", headers: ["Content-Type: text/html"],
        body: """
          <!DOCTYPE html><title>Site</title><body><script>
            window.told = [];
            addEventListener('message', ({ data }) => told.push(data.intent));
          </script>
          <iframe src="\(service.withLock { $0 })/embed/WorldClock" title="Clock"></iframe>
          """)
    }.start()
    defer { site.stop() }
    let origin = "http://localhost:\(site.port)"
    try await RunningServer.run(
      environment: ["WIDGETCONFIG_FRAME_ANCESTORS": origin, "TZ": "Pacific/Apia"]
    ) { server in
      service.withLock { $0 = server.address }
      try await BrowserPage.open { page in
        try await page.go(origin + "/")
        try await page.wait(for: "told.length === 2")
        #expect(try await page.run("return told[0].includes('Pacific/Apia')") == true)
        #expect(try await page.run("return told[1].includes('Pacific/Apia')") == false)
      }
    }
  }

  @Test func theElementTakesTheColoursOfItsPage() async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open { page in
        try await page.go(server.address + "/")
        try await page.run(Self.clear)
        let colour = try await page.runAwaiting(
          """
          const script = document.createElement('script');
          script.src = '/assets/form.js';
          document.head.append(script);
          await new Promise((done) => script.onload = done);
          const element = document.createElement('widget-form');
          element.setAttribute('kind', 'Verse');
          element.style.setProperty('--widget-form-accent', 'rgb(1, 2, 3)');
          document.body.append(element);
          await new Promise((done) => element.addEventListener('ready', done, { once: true }));
          const sheet = element.shadowRoot.querySelector('link');
          if (!sheet.sheet) await new Promise((done) => sheet.onload = done);
          await Promise.all(element.shadowRoot.getAnimations().map((one) => one.finished));
          const style = (part) => getComputedStyle(element.shadowRoot.querySelector(part));
          const tint = (accent) => {
            element.style.setProperty('--widget-form-accent', accent);
            return style('.radio > :checked + label').backgroundColor;
          };
          const colours = [style('.primary').backgroundColor, tint('red') === tint('lime')];
          element.style.inlineSize = '24rem';
          return [...colours, style('.bar').paddingLeft, style('.bar').borderTopLeftRadius];
          """)
        // Chosen elements have the accent color as well; on a narrow page, the bar is a card.
        #expect(colour == ["rgb(1, 2, 3)", false, "12px", "14px"])
      }
    }
  }
}
