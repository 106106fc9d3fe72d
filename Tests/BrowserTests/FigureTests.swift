import Foundation
import JSONC
import Testing

/// Figures of the pages in a browser: printed where they are asked for, and never a test of time.
extension PageTests {
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["WIDGETCONFIG_FIGURES"] == "1",
      "Set WIDGETCONFIG_FIGURES=1 to measure."))
  func figures() async throws {
    try await RunningServer.run(intents: TestWidgets.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        let render = try await page.run(
          """
          const [entry] = performance.getEntriesByType('navigation');
          const paint = performance.getEntriesByName('first-contentful-paint')[0];
          return paint.startTime - entry.responseEnd;
          """)
        print("property first paint after the answer: \(render.doubleValue ?? 0) ms")
        // What the script itself takes for a change: from the answer to the next paint.
        let change = try await page.runAwaiting(
          """
          const real = window.fetch, times = [], sizes = [];
          window.fetch = async (...given) => {
            const answer = await real(...given), text = await answer.text();
            const made = new Response(text, { status: answer.status, headers: answer.headers });
            made.json = async () => {
              const json = JSON.parse(text), start = performance.now();
              sizes.push(text.length);
              requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - start)));
              return json;
            };
            return made;
          };
          const field = document.getElementById('in-heading');
          field.focus();
          for (let count = 0; count < 30; count++) {
            field.value = 'text ' + count;
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));
            const before = times.length;
            while (times.length === before) await new Promise((done) => setTimeout(done, 5));
          }
          const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
          window.fetch = real;
          return [middle(times), Math.max(...times), middle(sizes)];
          """)
        print(
          "property change to the next paint, middle and longest in ms, and bytes of answer: \(change)"
        )
        let memory = try await page.runAwaiting(
          """
          const form = document.getElementById('form'), real = window.fetch;
          // Answers as the service gives them, without its work.
          const rows = [...document.querySelectorAll('#rows > .row')].map((row) => row.outerHTML);
          let number = 0;
          window.fetch = async (address, request) => {
            const seq = +request.body.get('seq'), id = 'heading';
            const html = document.getElementById('row-heading').outerHTML.replace(/value="[^"]*"/, `value="${number}"`);
            return new Response(JSON.stringify({ seq, rows: [{ id, html }], draft: String(number++), steps: '', modified: true }),
              { headers: { 'Content-Type': 'application/json' } });
          };
          const field = document.getElementById('in-heading');
          const change = async (count) => {
            for (let at = 0; at < count; at++) {
              field.value = 'x' + at;
              field.dispatchEvent(new Event('change', { bubbles: true }));
              while (form.ariaBusy || field.value === 'y') await 0;
              await new Promise((done) => setTimeout(done));
            }
          };
          const size = () => performance.memory.usedJSHeapSize;
          await change(1000);
          const early = size();
          await change(9000);
          window.fetch = real;
          return [early, size(), number];
          """)
        print("property heap after 1,000 and 10,000 changes, and changes answered: \(memory)")
      }
    }
  }

  /// A million choices that the service has; the source takes a while to read.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["WIDGETCONFIG_FIGURES"] == "1",
      "Set WIDGETCONFIG_FIGURES=1 to measure."))
  func figuresOfAMillionChoices() async throws {
    try await TestWidgets.folder { folder in
      let intents = try TestWidgets.choices(1_000_000, in: folder)
      try await RunningServer.run(intents: intents) { server in
        try await BrowserPage.open { page in
          try await page.open("Choices", of: server)
          let times = try await page.runAwaiting(
            """
            const field = document.getElementById('in-item'), times = [];
            const shown = async (does) => {
              const start = performance.now();
              does();
              while (!document.querySelector('[role=option]')) await new Promise((done) => setTimeout(done, 2));
              await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
              return Math.round(performance.now() - start);
            };
            // The first time reads the source.
            for (let count = 0; count < 4; count++) {
              field.focus();
              times.push(await shown(() => field.click()));
              field.blur();
              await new Promise((done) => setTimeout(done, 300));
            }
            field.focus();
            for (const text of ['9', '99', '999', '9999']) {
              document.querySelector('[role=listbox] .space')?.replaceChildren();
              times.push(await shown(() => {
                field.value = text;
                field.dispatchEvent(new Event('input', { bubbles: true }));
              }));
            }
            return times;
            """)
          print(
            "property opening a million choices four times, then typing four keys, ms: \(times)")
        }
      }
    }
  }
}
