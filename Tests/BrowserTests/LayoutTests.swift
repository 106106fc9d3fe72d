import Foundation
import JSONC
import Testing

/// The layout of the pages on screens of every size.
///
/// Positions are compared exactly; the appearance is compared roughly, using pictures.
extension PageLookTests {
  /// Whether an element extends beyond the side of the page.
  private static let isTooWide = """
    document.documentElement.scrollWidth > innerWidth ||
      [...document.querySelectorAll('main *')].some((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && !element.closest('pre, .visually-hidden, .scroll, svg')
          && (box.right > innerWidth + 1 || box.left < -1);
      })
    """

  /// The words in titles and buttons that are broken between their letters.
  private static let brokenWords = """
    return [...document.querySelectorAll('th, button, .button')].flatMap((element) => {
      if (!element.checkVisibility() || element.offsetWidth < 24) return [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), broken = [];
      while (walker.nextNode()) {
        const node = walker.currentNode, range = document.createRange();
        for (const { index, 0: word } of node.data.matchAll(/\\S+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (range.getClientRects().length > 1) broken.push(word);
        }
      }
      return broken;
    });
    """

  @Test func nothingIsCutOffOnANarrowOrEnlargedPage() async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        try await page.click(BrowserPage.field("mirror"))
        try await page.waitFor("mirror", true)
        try await page.click(BrowserPage.button("month:day"))
        try await page.wait(for: "document.querySelector('.month')")
        try await page.save(as: "narrow")
        for path in [
          "/widgets/Editors", "/", "/placed/narrow", "/placed/narrow/history",
          "/placed/narrow/timeline", "/placed/narrow/manage",
        ] {
          try await page.go(server.address + path)
          for language in ["ltr", "rtl"] {
            try await page.run("document.documentElement.dir = arguments[0]", [.string(language)])
            // A window of 1280 pixels has 320 pixels at 400 %, as in WCAG 1.4.10; a window of 1100
            // pixels has 550 at 200 %.
            for width in [320, 550, 1_600] {
              try await page.size(width, 800)
              let wide = try await page.run("return \(Self.isTooWide)")
              #expect(wide == false, "\(path) \(language) \(width)")
              let broken = try await page.run(Self.brokenWords)
              #expect(broken.list.isEmpty, "\(broken): \(path) \(language) \(width)")
            }
          }
          // A window of 1280 by 1024 pixels has 320 by 256 at 400 %: even then, no fixed element
          // covers the element with the focus.
          try await page.size(320, 256)
          let covered = try await page.run(
            """
            return [...document.querySelectorAll('#rows input:not([type=hidden]), #rows select, #rows textarea')].filter((field) => {
              if (!field.checkVisibility()) return false;
              field.scrollIntoView({ block: 'nearest' });
              const box = field.getBoundingClientRect();
              const top = document.elementFromPoint(box.left + box.width / 2, Math.min(box.bottom, innerHeight) - 4);
              return !top || !(top === field || field.contains(top) || top.contains(field) || top.closest('.row') === field.closest('.row'));
            }).map((field) => field.id);
            """)
          #expect(covered.list.isEmpty, "\(path): \(covered)")
          // The spacing that WCAG 1.4.12 defines.
          try await page.size(320, 800)
          try await page.run(
            """
            const sheet = new CSSStyleSheet();
            sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }');
            document.adoptedStyleSheets = [sheet];
            """)
          #expect(try await page.run("return \(Self.isTooWide)") == false, "\(path) spaced")
          let cut = try await page.run(
            """
            return [...document.querySelectorAll('button, label, h1, h2, legend')].filter((element) =>
              element.clientHeight > 1 && !element.closest('.visually-hidden') && getComputedStyle(element).overflow !== 'visible' &&
              element.scrollHeight > element.clientHeight + 1).map((element) => element.textContent);
            """)
          #expect(cut.list.isEmpty, "\(path): \(cut)")
        }
      }
    }
  }

  /// Closed parts are not printed, and the answer of a switch is under its label, like any other
  /// answer.
  @Test func aPrintHasAnswersAlone() async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open { page in
        try await page.open("UpNext", of: server)
        try await page.media([:], type: "print")
        let seen = try await page.run(
          """
          const isSeen = (part) => [...document.querySelectorAll(part)].some((found) => found.checkVisibility());
          const value = document.querySelector('#row-mirrorCalendarApp .value').getBoundingClientRect();
          const label = document.querySelector('#row-mirrorCalendarApp label').getBoundingClientRect();
          const { backgroundColor } = getComputedStyle(document.getElementById('drawing'));
          return [isSeen('summary, [role=switch], .caption > a'), value.top >= label.bottom - 1 && value.left === label.left,
            backgroundColor];
          """)
        #expect(seen == [false, true, "rgba(0, 0, 0, 0)"])
        // Without handles, which are not printed, elements start where their label starts.
        try await page.media([:], type: "")
        try await page.open("WorldClock", of: server)
        try await page.media([:], type: "print")
        let starts = try await page.run(
          "return ['in-cities', 'in-cities/0'].map((id) => document.getElementById(id).getBoundingClientRect().left)"
        )
        #expect(starts.list.count == 2 && starts.list.first == starts.list.last, "\(starts)")
        // Links to other pages are not printed.
        try await page.media([:], type: "")
        try await page.save(as: "printed")
        for path in ["history", "timeline", "manage"] {
          try await page.go("\(server.address)/placed/printed/\(path)")
          #expect(try await page.has(".places a"), "\(path)")
          try await page.media([:], type: "print")
          let isSeen = try await page.run(
            "return document.querySelector('.places').checkVisibility()")
          #expect(isSeen == false, "\(path)")
          try await page.media([:], type: "")
        }
      }
    }
  }

  /// In forced colors, the fields of a list and a clock still have the symbols that open them.
  @Test func forcedColoursKeepTheSignsOfFields() async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open { page in
        try await page.media(["forced-colors": "active"])
        try await page.open("WorldClock", of: server)
        let list = try await page.run(
          "return getComputedStyle(document.getElementById('in-cities/0')).backgroundImage")
        #expect(list.stringValue?.contains("linear-gradient") == true, "\(list)")
        try await page.open("UpNext", of: server)
        let clock = try await page.run(
          "return getComputedStyle(document.getElementById('at-dayStart')).forcedColorAdjust")
        #expect(clock == "none")
        try await page.media([:])
      }
    }
  }

  /// A review that is taller than the window is scrolled to its title.
  @Test func aLongReviewBeginsAtItsTitle() async throws {
    try await TestWidgets.folder { folder in
      try await RunningServer.run(intents: try TestWidgets.rows(29, in: folder)) { server in
        try await BrowserPage.open { page in
          try await page.open("Rows", of: server)
          try await page.run(
            """
            for (const field of document.querySelectorAll('#rows input:not([type=hidden])')) {
              field.value = 'x';
              field.dispatchEvent(new Event('input', { bubbles: true }));
            }
            """)
          try await page.wait(
            for: "document.querySelector('[value=save]').textContent.includes('29')")
          for width in [1_100, 390] {
            try await page.size(width, 800)
            try await page.click(BrowserPage.button("review"))
            try await page.wait(for: "document.activeElement.id === 'review'")
            let title = try await page.run(
              "return document.querySelector('#review h2').getBoundingClientRect().top")
            let top = title.doubleValue ?? title.intValue.map(Double.init) ?? -1
            #expect((0..<300).contains(top), "\(width): \(top)")
          }
        }
      }
    }
  }

  /// Rows of every kind are printed only if they have an answer.
  @Test func aPrintHasNoUnansweredRows() async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        try await page.media([:], type: "print")
        let printed = try await page.run(
          """
          return [...document.querySelectorAll('#rows > .row')].filter((row) => row.checkVisibility()).map((row) => row.dataset.row);
          """)
        #expect(
          printed == [
            "~family", "mirror", "count", "lines", "emphasis", "style", "wait", "distance",
          ])
        try await page.media([:], type: "")
      }
    }
  }

  @Test func theStructureIsAsRecorded() async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        let outline = """
          const box = (element) => element.getBoundingClientRect();
          const rows = [...document.querySelectorAll('.row')];
          const preview = box(document.getElementById('preview')), list = box(document.getElementById('rows'));
          const start = document.documentElement.dir === 'rtl' ? (b) => innerWidth - b.right : (b) => b.left;
          const size = (element) => { const b = box(element); return b.height >= 24 && b.width >= 24; };
          return {
            beside: start(preview) >= start(list) + list.width,
            below: preview.top >= list.bottom,
            down: rows.every((row, at) => !at || box(row).top >= box(rows[at - 1]).bottom - 1),
            indented: start(box(document.getElementById('row-detail'))) > start(box(document.getElementById('row-mirror'))),
            targets: [...document.querySelectorAll('button, select, input:not([type=hidden], [type=radio])')]
              .filter((element) => !element.closest('.visually-hidden, .plain-only') && !element.matches('.visually-hidden')
                && element.checkVisibility() && !size(element)).map((element) => element.id || element.value),
            actions: ['save', 'undo', 'redo'].map((action) => box(document.querySelector(`#actions [value=${action}]`)))
              .every((button, at, [first]) => button.bottom <= innerHeight && button.top === first.top),
          };
          """
        try await page.click(BrowserPage.field("mirror"))
        try await page.wait(for: "document.getElementById('row-detail')?.closest('#rows')")
        for direction in ["ltr", "rtl"] {
          try await page.run("document.documentElement.dir = arguments[0]", [.string(direction)])
          for (width, isBeside) in [(1_300, true), (700, false), (320, false)] {
            try await page.size(width, 900)
            let found = try await page.run(outline)
            #expect(
              found == [
                "actions": true, "below": .bool(!isBeside), "beside": .bool(isBeside), "down": true,
                "indented": true, "targets": [],
              ], "\(direction) \(width)")
          }
        }
      }
    }
  }

  @Test func aChangeTouchesItsRowAlone() async throws {
    try await TestWidgets.folder { folder in
      try await RunningServer.run(intents: try TestWidgets.rows(200, in: folder)) { server in
        try await BrowserPage.open { page in
          try await page.open("Rows", of: server)
          #expect(
            try await page.run("return document.querySelectorAll('#rows > .row').length") == 200)
          // The response to a change contains only its row and the rows that depend on it.
          try await page.run(
            """
            const real = window.fetch;
            window.fetch = async (...given) => {
              const answer = await real(...given);
              window.answered = await answer.clone().text();
              return answer;
            };
            const rows = document.getElementById('rows');
            window.changed = new Set();
            new MutationObserver((records) => records.forEach((record) => {
              const row = (record.target.closest ? record.target : record.target.parentNode).closest('.row');
              if (row) window.changed.add(row.dataset.row);
            })).observe(rows, { subtree: true, childList: true, characterData: true, attributes: true });
            """)
          try await page.replace(BrowserPage.field("row77"), with: "x")
          try await page.waitFor("row77", "x")
          #expect(try await page.run("return [...window.changed]") == ["row77"])
          #expect(
            try await page.run("return JSON.parse(window.answered).rows.map((row) => row.id)") == [
              "row77"
            ])
          try await page.save(as: "rows")
        }
      }
    }
  }

  /// On a wide page, the next entries never cover the drawing, even at the end of the page.
  @Test func theEntriesStayBelowTheDrawing() async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open { page in
        try await page.size(1280, 700)
        try await page.open("WorldClock", of: server)
        try await page.run("scrollTo(0, document.body.scrollHeight)")
        try await page.wait(for: "scrollY > 0")
        #expect(
          try await page.run(
            """
            const [drawing, entries] = ['#drawing', '#preview'].map((part) => document.querySelector(part).getBoundingClientRect());
            return [drawing.top > 0, entries.top >= drawing.bottom, entries.bottom <= innerHeight];
            """) == [true, true, true])
      }
    }
  }

  /// On a phone, the drawing comes first and stays visible, rows are short, and neither the header
  /// nor the bar nor the keyboard covers the field with the focus.
  @Test func aPhoneBeginsWithTheDrawing() async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open { page in
        try await page.size(390, 844)
        try await page.open("WorldClock", of: server)
        let seen = """
          const box = (part) => document.querySelector(part).getBoundingClientRect();
          const bar = box('.bar'), drawing = box('#drawing'), rows = box('#rows');
          """
        #expect(try await page.run(seen + "return drawing.bottom <= rows.top") == true)
        #expect(
          try await page.run(
            """
            return [...document.querySelectorAll('.element')].map((row) => row.offsetHeight);
            """) == [44, 44])
        // A long hint neither breaks the name of an array nor extends beyond its row.
        #expect(
          try await page.run(
            """
            const row = document.getElementById('row-cities'), hint = row.querySelector('.hint');
            hint.textContent = 'Type a whole number from 1 to 2000 and then some more of it.';
            const { right } = hint.getBoundingClientRect(), { offsetHeight } = row.querySelector('.label');
            return [offsetHeight < 30, right <= row.getBoundingClientRect().right];
            """) == [true, true])
        // Buttons do not move while the form waits for the service.
        #expect(
          try await page.run(
            """
            const form = document.getElementById('form'), save = document.querySelector('.bar > .primary');
            const { offsetWidth } = save;
            form.ariaBusy = 'true';
            const shown = getComputedStyle(save, '::after').content, isSame = save.offsetWidth === offsetWidth;
            form.ariaBusy = null;
            return [shown, isSame];
            """) == ["\"\"", true])
        // A button that appears on the line of a label does not move anything below it.
        let below = "return document.querySelector('#row-showsDate').offsetTop"
        let top = try await page.run(below)
        try await page.click("[id='in-format.2']")
        try await page.wait(for: "document.querySelector('#row-format .tools')")
        #expect(try await page.run(below) == top)
        #expect(try await page.text(BrowserPage.button("save")) == "Save · 1 change")
        // A list has the width of its row, however narrow its field is.
        try await page.click(BrowserPage.field("cities/0"))
        try await page.wait(for: "document.querySelector('[role=option]')")
        #expect(
          try await page.run(
            """
            const [list, row] = ['.popup', "[id='row-cities/0']"].map((part) => document.querySelector(part).offsetWidth);
            return list === row;
            """) == true)
        try await page.press(.escape)
        // The drawing shrinks to a header.
        try await page.run("scrollTo(0, document.body.scrollHeight)")
        try await page.wait(
          for: """
            ((drawing) => drawing.bottom > 40 && drawing.bottom < 90)(
              document.querySelector('#drawing').getBoundingClientRect())
            """)
        let covered = """
          return [...document.querySelectorAll('#form input:not([type=hidden]), #form select')].filter((field) => {
            if (!field.checkVisibility() || field.closest('.visually-hidden')) return false;
            field.focus();
            const { top, bottom } = field.getBoundingClientRect();
            return bottom > document.querySelector('.bar').getBoundingClientRect().top
              || top < document.querySelector('#drawing').getBoundingClientRect().bottom - 1;
          }).map((field) => field.id);
          """
        #expect(try await page.run(covered) == [])
        // The keyboard of a phone covers the lower part of the window.
        try await page.run("document.getElementById('in-showsDate').focus()")
        try await page.run(
          """
          Object.defineProperty(visualViewport, 'height', { get: () => 400 });
          visualViewport.dispatchEvent(new Event('resize'));
          """)
        #expect(try await page.run(seen + "return bar.bottom <= 400") == true)
        #expect(
          try await page.run(
            seen + "return document.activeElement.getBoundingClientRect().bottom <= bar.top")
            == true)
      }
    }
  }

  /// The devices page is in English, whatever the language, and its search field is wide enough for
  /// a name.
  @Test func theDevicesAreFoundInEnglish() async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open { page in
        try await page.size(390, 844)
        try await page.go("\(server.address)/devices?locale=ar")
        let seen = try await page.run(
          """
          const { lang, dir } = document.querySelector('main');
          return [document.documentElement.dir, lang, dir, document.querySelector('.search > [type=search]').offsetWidth > 150];
          """)
        #expect(seen == ["rtl", "en", "ltr", true])
      }
    }
  }

  /// The date field of a phone does not accept text, so the form does not explain how to type a
  /// date.
  @Test func aPickerOfThePhoneHasNoHintForTyping() async throws {
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open { page in
        try await page.open("UpNext", of: server)
        try await page.devTools("Emulation.setTouchEmulationEnabled", ["enabled": true])
        try await page.wait(for: "matchMedia('(pointer: coarse)').matches")
        #expect(
          try await page.run(
            """
            return ['in-', 'at-', 'hint-'].map((part) => document.getElementById(part + 'dayStart').checkVisibility());
            """) == [false, true, false])
        try await page.devTools("Emulation.setTouchEmulationEnabled", ["enabled": false])
      }
    }
  }
}
