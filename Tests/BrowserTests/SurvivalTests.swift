import Foundation
import JSONC
import Testing
import WidgetTestSupport

/// No typed text is lost, whatever the network and the service do.
extension PageTests {
  /// Opens the page with all editors over a network that the test can delay, hold and cut.
  private func throughProxy(
    in browser: BrowserKind, _ body: (BrowserPage, SlowProxy) async throws -> Void
  ) async throws {
    try await RunningServer.shared(.pages) { server in
      let network = try SlowProxy(to: server.port)
      defer { network.stop() }
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", at: network.address)
        try await body(page, network)
      }
    }
  }

  @Test(arguments: BrowserKind.installed)
  func whatIsTypedOverASlowNetworkStays(in browser: BrowserKind) async throws {
    try await throughProxy(in: browser) { page, network in
      let heading = BrowserPage.field("heading")
      network.delay = .milliseconds(150)
      try await page.click(heading)
      network.isHeld = true
      try await page.press("first")
      // Waits until the pause is over and the change is sent.
      try await page.wait(for: "document.querySelector('#form').ariaBusy")
      try await page.press(" second")
      try await page.press(.left, times: 3)
      network.isHeld = false
      try await page.waitFor("heading", "first second")
      #expect(
        try await page.run("return document.activeElement.selectionStart") == .integer(9))
      #expect(try await page.property("value", of: heading) == "first second")
      // A newer text ends the request for an older one, whose response then has no effect.
      network.isHeld = true
      try await page.replace(heading, with: "older")
      try await page.wait(for: "document.querySelector('#form').ariaBusy")
      try await page.replace(heading, with: "newer")
      network.isHeld = false
      try await page.waitFor("heading", "newer")
      try await eventually("the end of the late answer") { network.isQuiet }
      #expect(try await page.property("value", of: heading) == "newer")
      #expect(try await page.intent()["parameters"]["heading"] == "newer")
      // A list reports that it is loading.
      network.isHeld = true
      try await page.click(BrowserPage.field("city"))
      try await page.wait(for: "document.getElementById('row-city').ariaBusy")
      network.isHeld = false
      try await page.wait(for: "document.querySelectorAll('[role=option]').length === 4")
      try await page.press(.escape)
      network.isHeld = true
      try await page.press(.down)
      try await page.wait(for: "document.querySelector('.popup > .count')")
      #expect(try await page.text(".popup > .count").hasPrefix("searching"))
      network.isHeld = false
      try await page.wait(for: "document.querySelectorAll('[role=option]').length === 4")
      try await page.press(.escape)
      // A save that starts before the evaluation has ended sends the whole draft.
      try await page.replace("#in-name", with: "slow-\(browser)")
      try await page.replace(heading, with: "third")
      try await page.press("s", holding: [.control])
      try await page.wait(for: "location.pathname === '/placed/slow-\(browser)'")
      #expect(try await page.property("value", of: heading) == "third")
    }
  }

  @Test(arguments: BrowserKind.installed)
  func anInterruptedNetworkIsSaidAndWaitedFor(in browser: BrowserKind) async throws {
    try await throughProxy(in: browser) { page, network in
      let heading = BrowserPage.field("heading")
      network.isCut = true
      try await page.replace(heading, with: "meanwhile")
      try await page.wait(for: "document.getElementById('connection')?.role === 'alert'")
      #expect(try await page.property("value", of: heading) == "meanwhile")
      network.isCut = false
      try await page.waitFor("heading", "meanwhile")
      try await page.wait(for: "!document.getElementById('connection')")
      #expect(try await page.text("#said") == "The service can be reached again.")
    }
  }

  @Test func aSessionThatEndedLeadsToSignIn() async throws {
    let secret = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("a secret of thirty-two bytes or more".utf8).write(to: secret)
    defer { try? FileManager.default.removeItem(at: secret) }
    // A token that is signed with that secret and expires in the year 2100.
    let token = """
      eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.\
      eyJzdWIiOiJhZGEiLCJ0ZW5hbnQiOiJhIiwic2NvcGUiOiJyZWFkIHdyaXRl\
      IG9wdGlvbnMiLCJleHAiOjQxMDI0NDQ4MDB9.\
      fJVWBiu-7qxb2dNrD256MdYtxODsB0xaCM_KG76BGv4
      """
    try await RunningServer.run(
      intents: TestWidgets.pages, environment: ["WIDGETCONFIG_TOKEN_SECRET_FILE": secret.path]
    ) { server in
      try await BrowserPage.open { page in
        let heading = BrowserPage.field("heading")
        func signIn(from path: String) async throws {
          try await page.wait(
            for: "location.pathname === '\(path)' && document.querySelector('#token')")
          try await page.type(token, into: "#token")
          try await page.submit("main button[value='sign-in']")
        }
        try await page.go("\(server.address)/widgets/Editors")
        try await signIn(from: "/sign-in")
        try await page.wait(for: "document.querySelector('#form.live')")
        try await page.replace(heading, with: "one")
        try await page.waitFor("heading", "one")
        try await page.forgetCookies()
        try await page.replace(heading, with: "two")
        try await page.wait(for: "document.querySelector('#connection button')")
        #expect(
          try await page.text("#connection span")
            == "The session ended. Sign in to continue: what you entered is still here.")
        try await page.click("#connection button")
        try await signIn(from: "/widgets/Editors")
        try await page.submit("main button[value=update]")
        try await page.wait(for: "document.querySelector('#form.live')")
        try await page.waitFor("heading", "two")
        try await page.click(BrowserPage.button("undo"))
        try await page.waitFor("heading", "one")
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
        // Undo works without the service.
        try await server.startAgain()
        try await page.waitFor("heading", "meanwhile")
        try await page.wait(for: "!document.getElementById('connection')")
      }
    }
  }

  @Test(arguments: BrowserKind.installed)
  func aDraftIsOfferedAfterAReload(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        // A script that returns whether the browser would ask before the page is left.
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
        // The reload stands in for a crash, before which the page cannot ask either.
        try await page.reload()
        try await page.wait(for: "document.getElementById('kept')")
        #expect(try await page.intent()["parameters"]["heading"] == .null)
        try await page.click("#kept button:first-of-type")
        try await page.waitFor("heading", "kept")
        try await page.save(as: "kept-\(browser)")
        try await page.openPlaced("kept-\(browser)", of: server)
        #expect(try await !page.has("#kept"))
      }
    }
  }

  @Test(arguments: BrowserKind.installed)
  func whatIsChangedCanBeDiscarded(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      let discard = BrowserPage.button("discard"), heading = BrowserPage.field("heading")
      let isSeen = "document.querySelector('#actions [value=discard]').checkVisibility()"
      for runsScripts in [true, false] {
        try await BrowserPage.open(in: browser, runsScripts: runsScripts) { page in
          try await page.go("\(server.address)/widgets/Editors")
          if runsScripts { try await page.wait(for: "document.querySelector('#form.live')") }
          #expect(try await page.run("return \(isSeen)") == false)
          try await page.replace(heading, with: "changed")
          if !runsScripts { try await page.submit("#actions button[value=update]") }
          try await page.waitFor("heading", "changed")
          #expect(try await page.run("return \(isSeen)") == true)
          if runsScripts {
            try await page.press("z", holding: [.control])
            try await page.wait(for: "!\(isSeen)")
            try await page.press("y", holding: [.control])
            try await page.wait(for: isSeen)
            try await page.click(discard)
            try await page.wait(for: "!\(isSeen)")
            #expect(try await page.run("return document.activeElement !== document.body") == true)
          } else {
            try await page.submit(discard)
          }
          #expect(
            try await page.text("#said") == "The changes were discarded. Undo brings them back.")
          #expect(try await page.property("value", of: heading) == "")
          let undo = BrowserPage.button("undo")
          if runsScripts { try await page.click(undo) } else { try await page.submit(undo) }
          try await page.waitFor("heading", "changed")
          #expect(try await page.property("value", of: heading) == "changed")
          guard runsScripts else { return }
          // A message no longer covers the rows once a person continues typing.
          try await page.click(discard)
          try await page.wait(for: "document.getElementById('said').className === 'told'")
          try await page.replace(heading, with: "other")
          #expect(try await page.text("#said") == "")
        }
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
        // Further changes start from the answers after undo and redo.
        try await page.press("z", holding: [.control])
        try await server.startAgain()
        try await page.replace(BrowserPage.field("say"), with: "after")
        try await page.waitFor("say", ["spokenPhrase": "after"])
        try await page.waitFor("heading", "two")
      }
    }
  }

  /// A save clears the undo history; the focus does not disappear with the undo button.
  @Test func theFocusStaysInTheFormAfterASave() async throws {
    try await RunningServer.run(intents: TestWidgets.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        try await page.replace(BrowserPage.field("heading"), with: "one")
        try await page.waitFor("heading", "one")
        try await page.run("document.querySelector('button[value=undo]').focus()")
        try await page.press("s", holding: [.control])
        try await page.wait(for: "location.pathname.startsWith('/placed/')")
        #expect(try await page.property("disabled", of: BrowserPage.button("undo")) == true)
        #expect(try await page.run("return document.activeElement.value") == "save")
      }
    }
  }

  /// A text that was typed while the service was unavailable is a step: undo removes it, and redo
  /// restores it.
  @Test(arguments: BrowserKind.installed)
  func whatIsTypedWithoutTheServiceIsAStep(in browser: BrowserKind) async throws {
    try await throughProxy(in: browser) { page, network in
      let heading = BrowserPage.field("heading")
      try await page.replace(heading, with: "before")
      try await page.waitFor("heading", "before")
      network.isCut = true
      try await page.replace(heading, with: "meanwhile")
      try await page.wait(for: "document.getElementById('connection')")
      try await page.click(BrowserPage.button("undo"))
      #expect(try await page.property("value", of: heading) == "before")
      try await page.click(BrowserPage.button("redo"))
      #expect(try await page.property("value", of: heading) == "meanwhile")
      network.isCut = false
      try await page.waitFor("heading", "meanwhile")
      try await page.click(BrowserPage.button("undo"))
      try await page.waitFor("heading", "before")
    }
  }

  /// The form keeps trying to reach the service, even after a save that failed.
  @Test(arguments: BrowserKind.installed)
  func aSaveDuringABreakDoesNotEndTheWaiting(in browser: BrowserKind) async throws {
    try await throughProxy(in: browser) { page, network in
      network.isCut = true
      try await page.replace(BrowserPage.field("heading"), with: "meanwhile")
      try await page.wait(for: "document.getElementById('connection')")
      try await page.press("s", holding: [.control])
      try await page.settle()
      #expect(try await page.has("#connection"))
      network.isCut = false
      try await page.wait(for: "!document.getElementById('connection')")
      try await page.waitFor("heading", "meanwhile")
    }
  }

  /// Going back sends no request, so it does not end the attempts to reach the service.
  @Test(arguments: BrowserKind.installed)
  func goingBackDuringABreakDoesNotEndTheWaiting(in browser: BrowserKind) async throws {
    try await throughProxy(in: browser) { page, network in
      let heading = BrowserPage.field("heading")
      for isRepeated in [false, true] {
        network.isCut = true
        try await page.replace(heading, with: "meanwhile")
        try await page.wait(for: "document.getElementById('connection')")
        try await page.click(BrowserPage.button("undo"))
        #expect(try await page.property("value", of: heading) == "")
        // There are no more steps back.
        if isRepeated { try await page.press("z", holding: [.control]) }
        #expect(try await page.has("#connection"))
        network.isCut = false
        try await page.wait(for: "!document.getElementById('connection')")
        #expect(try await page.property("value", of: heading) == "")
      }
      try await page.click(BrowserPage.button("redo"))
      try await page.waitFor("heading", "meanwhile")
    }
  }

  @Test(arguments: BrowserKind.installed)
  func allStepsAreThereAfterTheReview(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        let heading = BrowserPage.field("heading")
        for text in ["one", "two"] {
          try await page.replace(heading, with: text)
          try await page.waitFor("heading", .string(text))
        }
        // The last change is sent together with the review.
        try await page.replace(heading, with: "three")
        try await page.click(BrowserPage.button("review"))
        try await page.wait(for: "document.querySelector('#review')")
        try await page.waitFor("heading", "three")
        for text in ["two", "one", ""] {
          #expect(try await page.property("disabled", of: BrowserPage.button("undo")) == false)
          try await page.press("z", holding: [.control])
          #expect(try await page.property("value", of: heading) == .string(text))
        }
        #expect(try await page.property("disabled", of: BrowserPage.button("undo")) == true)
        #expect(try await !page.has("#review"))
        for text in ["one", "two", "three"] {
          try await page.press("y", holding: [.control])
          #expect(try await page.property("value", of: heading) == .string(text))
        }
        #expect(try await page.property("disabled", of: BrowserPage.button("redo")) == true)
      }
    }
  }

  /// If the definition has changed, the next change opens the new form with all answers.
  @Test(arguments: BrowserKind.installed)
  func theFormOfAnotherDefinitionGoesOn(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        _ = try await page.run("document.querySelector('[name=definition]').value = 'd-former'")
        try await page.replace(BrowserPage.field("heading"), with: "kept")
        let said = "document.querySelector('#said').textContent"
        try await page.wait(for: said + ".startsWith('The definition has changed')")
        try await page.waitFor("heading", "kept")
        try await page.save(as: "redefined-\(browser)")
      }
    }
  }

  /// After a conflict, a page that the service made can still undo the steps that the script had
  /// sent.
  @Test func allStepsAreThereAfterAConflict() async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open { page in
        try await page.open("Editors", of: server)
        let heading = BrowserPage.field("heading"), say = BrowserPage.field("say")
        try await page.replace(say, with: "start")
        try await page.save(as: "steps")
        try await page.openPlaced("steps", of: server)
        try await page.replace(heading, with: "one")
        try await page.waitFor("heading", "one")
        let tabs = try await page.newTab()
        try await page.openPlaced("steps", of: server)
        try await page.replace(say, with: "theirs")
        try await page.waitFor("say", ["spokenPhrase": "theirs"])
        try await page.replace(heading, with: "not mine")
        try await page.waitFor("heading", "not mine")
        try await page.press("s", holding: [.control])
        try await page.wait(for: "document.querySelector('#form')?.dataset.modified === 'false'")
        try await page.turn(to: tabs.old)
        try await page.replace(heading, with: "two")
        try await page.waitFor("heading", "two")
        try await page.click("[id='in-style.2']")
        try await page.waitFor("style", "bold")
        try await page.click(BrowserPage.button("undo"))
        try await page.waitFor("style", "plain")
        try await page.press("s", holding: [.control])
        try await page.wait(for: "document.querySelector('#conflict')")
        try await page.click("#conflict button[value=merge]")
        try await page.wait(for: "document.querySelector('#form.live')")
        try await page.waitFor("say", ["spokenPhrase": "theirs"])
        // The merge can be undone as one step; after that, the changes before the conflict can be
        // undone, too.
        try await page.click(BrowserPage.button("undo"))
        try await page.waitFor("say", ["spokenPhrase": "start"])
        try await page.waitFor("heading", "two")
        try await page.click(BrowserPage.button("undo"))
        try await page.waitFor("heading", "one")
        // A new change discards the steps to redo, but keeps the earlier steps to undo.
        try await page.replace(heading, with: "other")
        try await page.waitFor("heading", "other")
        #expect(try await page.property("disabled", of: BrowserPage.button("redo")) == true)
        for text in ["one", nil] {
          try await page.click(BrowserPage.button("undo"))
          try await page.waitFor("heading", text.map { .string($0) } ?? .null)
        }
        try await page.click(BrowserPage.button("redo"))
        try await page.waitFor("heading", "one")
      }
    }
  }

  @Test(arguments: BrowserKind.installed)
  func twoTabsDoNotOverwriteEachOther(in browser: BrowserKind) async throws {
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open(in: browser) { page in
        try await page.open("Editors", of: server)
        try await page.replace(BrowserPage.field("heading"), with: "start")
        try await page.save(as: "both-\(browser)")
        try await page.openPlaced("both-\(browser)", of: server)
        // A form without changes would show the new state on its own.
        try await page.replace(BrowserPage.field("heading"), with: "first tab")
        try await page.waitFor("heading", "first tab")
        let tabs = try await page.newTab()
        try await page.openPlaced("both-\(browser)", of: server)
        try await page.replace(BrowserPage.field("heading"), with: "second tab")
        try await page.waitFor("heading", "second tab")
        try await page.press("s", holding: [.control])
        try await page.wait(for: "document.querySelector('#form')?.dataset.modified === 'false'")
        try await page.turn(to: tabs.old)
        #expect(try await page.property("value", of: BrowserPage.field("heading")) == "first tab")
        try await page.press("s", holding: [.control])
        // Both versions are shown.
        try await page.wait(
          for:
            "document.body.innerText.includes('second tab') && document.querySelector('main').innerHTML.includes('first tab')"
        )
        try await page.turn(to: tabs.new)
        try await page.openPlaced("both-\(browser)", of: server)
        #expect(try await page.property("value", of: BrowserPage.field("heading")) == "second tab")
      }
    }
  }

  /// The source responds when the test allows it.
  @Test(arguments: BrowserKind.installed)
  func whatIsLateArrivesByItselfAndIsSaid(in browser: BrowserKind) async throws {
    try await TestWidgets.folder { folder in
      let intents = try TestWidgets.late(in: folder)
      try await RunningServer.run(intents: intents) { server in
        try await BrowserPage.open(in: browser) { page in
          try await page.open("Late", of: server)
          #expect(try await page.attribute("aria-busy", of: "#row-item") == "true")
          // Without any key press, the row says that the source has not responded yet.
          #expect(try await page.text("#hint-item") == "The source has not answered yet.")
          // While the source is late, the form can be answered.
          try await page.replace(BrowserPage.field("note"), with: "typed")
          try Data().write(to: intents.appending(path: "Late/go"))
          try await page.waitFor("item", ["identifier": "a", "display": "Alpha"])
          try await page.settle()
          #expect(try await page.property("value", of: BrowserPage.field("item")) == "Alpha")
          #expect(try await page.property("value", of: BrowserPage.field("note")) == "typed")
          // The late choice is announced to assistive technology, as well as shown in the row.
          #expect(
            try await page.run("return document.getElementById('said').textContent")
              == "Item: Alpha")
          try await page.waitFor("note", "typed")
        }
      }
    }
  }

  @Test func whatIsLateArrivesAfterGoingBack() async throws {
    try await TestWidgets.folder { folder in
      let intents = try TestWidgets.late(in: folder)
      try await RunningServer.run(intents: intents) { server in
        try await BrowserPage.open { page in
          try await page.open("Late", of: server)
          let note = BrowserPage.field("note")
          try await page.replace(note, with: "typed")
          try await page.wait(
            for: "(({ dataset, ariaBusy }) => dataset.modified === 'true' && !ariaBusy)"
              + "(document.querySelector('#form'))")
          try await page.click(BrowserPage.button("undo"))
          #expect(try await page.property("value", of: note) == "")
          #expect(try await page.attribute("aria-busy", of: "#row-item") == "true")
          try Data().write(to: intents.appending(path: "Late/go"))
          try await page.waitFor("item", ["identifier": "a", "display": "Alpha"])
          #expect(try await page.property("value", of: note) == "")
        }
      }
    }
  }

  /// The timeline is ready when the test allows it.
  @Test func aLatePreviewArrivesByItself() async throws {
    try await TestWidgets.folder { folder in
      let intents = try TestWidgets.lateTimeline(in: folder)
      try await RunningServer.run(intents: intents) { server in
        try await BrowserPage.open { page in
          try await page.open("Slow", of: server)
          let preview = "document.getElementById('drawing').innerText"
          #expect(try await !page.text("#drawing").contains("Gull"))
          try await page.replace(BrowserPage.field("note"), with: "typed")
          try await page.waitFor("note", "typed")
          let said = try await page.run("return \(preview)").stringValue ?? ""
          #expect(said.contains("not answered yet") && !said.contains("Update"))
          // The timeline appears without any input on the page.
          try Data().write(to: intents.appending(path: "Slow/go"))
          try await page.wait(for: "\(preview).includes('Gull')")
          #expect(try await page.property("value", of: BrowserPage.field("note")) == "typed")
        }
      }
    }
  }

  @Test func aLatePreviewIsThereOnTheNextPageWithoutScripts() async throws {
    try await TestWidgets.folder { folder in
      let intents = try TestWidgets.lateTimeline(in: folder)
      try await RunningServer.run(intents: intents) { server in
        try await BrowserPage.open(runsScripts: false) { page in
          try await page.go("\(server.address)/widgets/Slow")
          #expect(try await page.text("#preview-timeline").contains("Press Update"))
          try await page.replace(BrowserPage.field("note"), with: "typed")
          try await page.submit("#actions button[value=update]")
          try await page.waitFor("note", "typed")
          #expect(try await !page.text("#drawing").contains("Gull"))
          try Data().write(to: intents.appending(path: "Slow/go"))
          // A page waits two seconds for late results, which may be too short on a busy machine.
          for _ in 0..<30 where try await !page.text("#drawing").contains("Gull") {
            try await page.submit("#actions button[value=update]")
          }
          #expect(try await page.text("#drawing").contains("Gull"))
          #expect(try await page.property("value", of: BrowserPage.field("note")) == "typed")
        }
      }
    }
  }
}
