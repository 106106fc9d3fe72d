import Crypto
import Foundation
import IntentModel
import IntentOptions
import JSONC
import Testing
import WidgetPages
import WidgetService
import WidgetTestSupport
import WidgetTimeline

/// Attacks through the input of pages, and misuse of the pages.
@Suite(.startsPrograms) struct PageSafetyTests {
  // MARK: Escaping

  /// Texts that would be markup, a script or an end tag if they were not escaped.
  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)",
    "</textarea><script>alert(1)</script>", "</title><svg onload=alert(1)>",
    "<!--", "]]><x>", "javascript:alert(1)", "&lt;b&gt;", "{{7*7}}", "\u{202E}txt.exe",
    "a\u{0}b", "line\nbreak\rreturn", "\u{1B}[31mred", "‘’“”", "</select><b>", "𝕏 ‮",
  ]

  /// A widget with the given text everywhere in its definition, source, timeline and draft.
  private func widget(_ text: String) -> ConfigurableWidget {
    let file = IntentDefinitionFile.sample(
      [
        .string("plain", default: text).changed { $0.displayName = LocalizedText(text) },
        .string("lines", default: text, isMultiline: true),
        .enumeration("style", "Style", default: "one"),
        .object("city").dynamic(), .object("owner"),
        .boolean("shows").changed { $0.displayName = LocalizedText(text) },
        .string("hidden", default: text).under("shows", "BooleanHasExactValue", .boolean(true)),
      ],
      enums: [
        IntentEnum(
          name: "Style", kind: "Regular",
          cases: [
            IntentEnum.Case(name: "unknown", index: 0),
            IntentEnum.Case(name: "one", index: 1, displayName: LocalizedText(text)),
          ])
      ])
    let items = [
      OptionItem(
        identifier: text, display: text, subtitle: text, symbol: text,
        properties: ["color": .string(text)])
    ]
    var collection = OptionsCollection(sections: [OptionsSection(title: text, items: items)])
    collection.notice = text
    return ConfigurableWidget(
      kind: "Hostile", displayName: text, description: text,
      families: [.systemMedium], schema: IntentSchema(file.intents[0], in: file),
      providers: ["city": Cities(collection: collection)], timeline: HostileTimeline(text: text))
  }

  @Test(arguments: hostile) func noTextActsAsMarkup(text: String) async throws {
    try await ServiceHost.run(widgets: [widget(text)]) { client, _ in
      var visitor = try await Visitor(client, at: "/")
      try Self.check(visitor.text)
      try await visitor.open("/widgets/Hostile")
      try Self.check(visitor.text)
      if !text.contains("\u{0}"), !text.contains("\r") {
        // A default that would control a terminal is ignored, so the field in the form is empty.
        #expect(visitor.value("v.lines") == (text.contains("\u{1B}") ? "" : text))
      }
      try await visitor.press(
        "search:city", ["v.plain": text + "!", "v.owner": text, "d.owner": text, "name": text])
      try Self.check(visitor.text)
      try await visitor.press("choose:city", ["pick.city": text])
      if !text.contains("\u{0}"), visitor.text.contains("\"id.city\"") {
        #expect(visitor.value("id.city") == text)
      }
      try await visitor.press("review")
      try Self.check(visitor.text)
      try await visitor.press(
        "save", ["name": "A" + text.filter { !$0.isNewline && $0 != "\u{0}" }])
      try Self.check(visitor.text)
      for part in ["history", "timeline"] where visitor.path.hasPrefix("/placed/") {
        let path = visitor.path.components(separatedBy: "?").first ?? ""
        let page = try await client.get(
          "\(path)/\(part)", headers: ["Cookie": visitor.cookie ?? ""])
        try Self.check(page.text)
        // The value of a bar is written next to it.
        #expect(page.text.contains(">50%</span>") == (part == "timeline"))
      }
      let missing = try await client.get(
        "/widgets/\(text.formEncoded)", headers: ["Accept": "text/html"])
      // A request whose text contains NUL is invalid.
      #expect(missing.status == (text.contains("\u{0}") ? 400 : 404))
      try Self.check(missing.text)
    }
  }

  /// Checks that a page has only known elements and attributes: no inline scripts, no handlers, no
  /// styles, and no addresses with other schemes.
  private static func check(_ page: String) throws {
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    // A spot and a symbol have a color, but nothing else from a definition or a source.
    let spots = page.replacing(
      /<svg class="spot" aria-hidden="true" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1" fill="#[0-9A-Fa-f]{6}"><\/circle><\/svg>/,
      with: ""
    ).replacing(
      /<svg class="symbol( filled)?"( color="#[0-9A-Fa-f]{6}")? aria-hidden="true" viewBox="0 0 24 24"><path d="[A-Za-z0-9. \-]+"><\/path><\/svg>/,
      with: "")
    for match in spots.matches(of: /<(\/?)([^>]*)>/) {
      let tag = String(match.2)
      if tag == "!DOCTYPE html" { continue }
      let name = tag.prefix { $0.isLetter || $0.isNumber }
      #expect(HTML.Tag(rawValue: String(name)) != nil, "\(tag)")
      for attribute in tag.matches(of: /\s([^\s=]+)(?:="([^"]*)")?/) {
        let key = String(attribute.1)
        #expect(
          HTML.Name(rawValue: key) != nil || HTML.Flag(rawValue: key) != nil
            || HTML.LinkName(rawValue: key) != nil, "\(tag)")
        if HTML.LinkName(rawValue: key) != nil {
          let target = String(attribute.2 ?? "")
          #expect(["/", "#", "h"].contains(target.prefix(1)), "\(target)")
          #expect(!target.hasPrefix("//"))
        }
      }
      if name == "script", match.1.isEmpty { #expect(tag.contains("src=\"/assets/form-")) }
    }
    #expect(!page.contains("\u{0}"))
  }

  @Test(arguments: [
    ("/placed/Desk?x=1", true), ("//evil.example", false), ("/\\evil.example", false),
    ("https://evil.example", false), ("javascript:alert(1)", false), ("/a b", false),
    ("", false), ("/\r\nSet-Cookie: x=1", false),
  ])
  func linksOfRequestsStayHere(path: String, isOwn: Bool) {
    #expect((PageLink(path: path) != nil) == isOwn)
  }

  @Test(arguments: [
    ("https://example.com/a?b=c", true), ("http://example.com", true),
    ("javascript:alert(1)", false), ("JAVASCRIPT:alert(1)", false), ("data:text/html,x", false),
    ("//example.com", false), (" https://example.com", false),
  ])
  func onlyAddressesOfTheWebAreLinks(address: String, isOne: Bool) {
    #expect((PageLink(web: address) != nil) == isOne)
  }

  // MARK: Forged requests, headers, sign-in

  /// A TLS proxy is in front of a service that listens only on its own machine.
  @Test func theCookieIsForHTTPSWhereBrowsersUseIt() async throws {
    var behind = ServiceSettings()
    behind.publicOrigin = "https://widgets.example.com"
    var plain = ServiceSettings()
    plain.publicOrigin = "http://localhost:8080"
    for (settings, isSecure) in [(behind, true), (plain, false), (ServiceSettings(), false)] {
      try await ServiceHost.run(settings: settings) { client, _ in
        let cookie = try await client.get("/widgets/UpNext").headers["set-cookie"] ?? ""
        #expect(cookie.contains("; Secure") == isSecure, "\(cookie)")
        #expect(cookie.hasPrefix("__Host-widgetconfig=") == isSecure, "\(cookie)")
        // Without tokens, the service responds only to the names of this machine and to the public
        // name.
        let port = client.port
        let line = try await HTTPClient.waiting {
          let connection = try HTTPConnection(port: port)
          connection.write("GET /healthz HTTP/1.1\r\nHost: widgets.example.com\r\n\r\n")
          return try connection.text(upTo: "\r\n")
        }
        #expect(line.hasPrefix("HTTP/1.1 \(isSecure ? 200 : 421)"), "\(line)")
      }
    }
  }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST", true), ("127.0.0.1", true), ("127.9.8.7", true),
    ("::1", true), ("0.0.0.0", false), ("::", false), ("127.example.org", false),
    ("127.0.0.1.example.org", false), ("127.0.0", false), ("10.0.0.1", false), ("", false),
  ])
  func onlyThisMachineIsLoopback(host: String, isOne: Bool) {
    var settings = ServiceSettings()
    settings.host = host
    #expect(settings.isLoopback == isOne)
  }

  @Test func pagesHaveAStrictPolicy() async throws {
    var settings = ServiceSettings()
    settings.frameAncestors = ["https://portal.example"]
    try await ServiceHost.run(settings: settings) { client, _ in
      let page = try await client.get("/widgets/UpNext")
      let policy = page.headers["content-security-policy"] ?? ""
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.contains("script-src 'self'"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(page.headers["x-content-type-options"] == "nosniff")
      #expect(page.headers["cache-control"] == "no-store")
      let cookie = page.headers["set-cookie"] ?? ""
      #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
      let embedded = try await client.get("/embed/UpNext")
      #expect(
        embedded.headers["content-security-policy"]?.contains(
          "frame-ancestors https://portal.example") == true)
      // The style sheet is in the page, and its hash is in the policy; only the element links to
      // it.
      let hash = Data(SHA256.hash(data: Data(try #require(page.style).utf8)))
      for policy in [page, embedded].map({ $0.headers["content-security-policy"] ?? "" }) {
        #expect(policy.contains("style-src 'self' 'sha256-\(hash.base64EncodedString())';"))
      }
      #expect(embedded.style == page.style && !page.text.contains("stylesheet"))
      let element = try await client.get(
        "/embed/UpNext", headers: ["X-Requested-With": "form.js"])
      #expect(element.style == nil)
      let asset = try #require(element.text.firstMatch(of: /href="(\/assets\/form-\w+\.css)"/))
      let style = try await client.get(String(asset.1))
      #expect(style.headers["content-type"] == "text/css; charset=utf-8")
      #expect(style.headers["cache-control"]?.contains("immutable") == true)
      #expect(try await client.get("/assets/other.css").status == 404)
      let icon = try #require(page.text.firstMatch(of: /rel="icon"[^>]*href="([^"]+)"/))
      for path in [String(icon.1), "/favicon.ico"] {
        let answer = try await client.get(path)
        #expect(answer.headers["content-type"] == "image/svg+xml" && answer.text.hasPrefix("<svg"))
      }
      let openAPI = try await client.get("/v1/openapi.json")
      #expect(openAPI.json["paths"]["/placed/{name}"] == .null)
    }
  }

  @Test func forgedFormsStoreNothing() async throws {
    try await ServiceHost.run { client, _ in
      var visitor = try await Visitor(client, at: "/widgets/UpNext")
      let token = visitor.value("csrf") ?? ""
      for forged in ["", "0", String(token.reversed()), token + "0"] {
        try await visitor.send(["action": "save", "csrf": forged, "v.emphasis": "0.75"])
        #expect(visitor.page.status == 403)
        // No typed text is lost, and the page can be sent again.
        #expect(visitor.text.contains("Your answers are still here"))
        #expect(visitor.value("v.emphasis") == "0.75")
      }
      visitor.cookie = "widgetconfig=0123456789abcdef0123456789"
      try await visitor.send(["action": "save"])
      #expect(visitor.page.status == 403)
      #expect(try await client.get("/v1/placed").json["placed"] == [])
      for headers in [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ["Origin": "https://evil.example"], ["Origin": "null"],
      ] {
        visitor.headers = headers
        try await visitor.press("save")
        #expect(visitor.page.status == 403)
        try await visitor.open("/widgets/UpNext")
      }
      #expect(try await client.get("/v1/placed").json["placed"] == [])
      visitor.headers = ["Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"]
      try await visitor.press("save")
      #expect(visitor.path.hasPrefix("/placed/"))
    }
  }

  /// Fields that no page would send, and the status of the response.
  static let strange: [(fields: [String: String?], status: Int)] = [
    (["etag": nil], 428), (["etag": ""], 428), (["etag": "*"], 400), (["etag": "x"], 400),
    (["draft": #"{"family":"systemMedium","values":{"emphasis":"much"}}"#], 400),
    (["draft": #"{"family":"systemMedium","values":{"nothing":1}}"#], 400),
    (["draft": #"{"family":"systemMedium","values":{"emph"#], 400),
    (["draft": #"{"family":"hu-e","values":{}}"#], 400), (["draft": "7"], 400),
    (["steps": #"{"earlier":[{"values":"#], 400), (["steps": #"{"earlier":[7]}"#], 400),
    (["v.nothing": "1"], 400), (["p.emphasis": "1000000"], 400), (["p.emphasis": "x"], 400),
    (["v.~family": "hu-e"], 400),
  ]

  @Test func whatNoPageSendsStoresNothing() async throws {
    try await ServiceHost.run { client, _ in
      var visitor = try await Visitor(client, at: "/widgets/UpNext")
      try await visitor.press("save", ["name": "Desk", "v.style": "list"])
      let stored = try await client.get("/v1/placed/Desk")
      for (fields, status) in Self.strange {
        try await visitor.open("/placed/Desk")
        try await visitor.send(
          fields.merging(["v.emphasis": "0.75", "action": "save"]) { first, _ in first })
        #expect(visitor.page.status == status, "\(fields)")
      }
      try await visitor.open("/placed/Desk/manage")
      for (tag, status) in [(String?.none, 428), ("*", 400)] {
        try await visitor.send(["etag": tag, "action": "remove"])
        #expect(visitor.page.status == status)
      }
      let bytes = try await client.post(
        "/widgets/UpNext", "action=save&name=%FF%FE",
        headers: ["Content-Type": "application/x-www-form-urlencoded"])
      #expect(bytes.status == 400 && bytes.text.contains("name=%FF%FE"))
      #expect(try await client.get("/v1/placed/Desk").body == stored.body)
      #expect(try await client.get("/v1/placed").json["placed"].list.count == 1)
      // A family that the widget does not list is used, as in every interface, and the page reports
      // that the widget does not list it.
      try await visitor.open("/placed/Desk")
      try await visitor.send(["v.~family": "accessoryCorner", "action": "save"])
      #expect(visitor.path == "/placed/Desk?said=saved")
      #expect(visitor.value("v.~family") == "accessoryCorner")
      #expect(visitor.text.contains("does not list accessoryCorner among its families"))
    }
  }

  private func token(_ scopes: String) async throws -> String {
    try await String((Tokens.token("a", scopes)["Authorization"] ?? "").dropFirst(7))
  }

  @Test func peopleSignInWithAToken() async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    let (writer, reader) = (try await token("read write options"), try await token("read"))
    try await ServiceHost.run(access: access) { client, _ in
      var visitor = try await Visitor(client, at: "/widgets/UpNext?locale=en")
      #expect(visitor.path.hasPrefix("/sign-in?"))
      #expect(visitor.value("to") == "/widgets/UpNext?locale=en")
      try await visitor.send(["token": writer, "action": "sign-in", "csrf": "0"])
      #expect(visitor.page.status == 403 && visitor.text.contains("Press the button again"))
      #expect(!visitor.text.contains("answers"))
      try await visitor.send(["token": "wrong", "action": "sign-in"])
      #expect(visitor.page.status == 401)
      #expect(visitor.text.contains("problem-token"))
      // The only field on the page has the focus.
      #expect(visitor.text.contains(#"aria-invalid="true" autofocus"#), "\(visitor.text)")
      try await visitor.send(["token": writer, "action": "sign-in"])
      #expect(visitor.path == "/widgets/UpNext?locale=en")
      #expect(!visitor.text.contains(writer))
      try await visitor.press("save", ["name": "Desk"])
      #expect(visitor.path.hasPrefix("/placed/Desk"))
      // The token of one browser is not valid for the forms of another.
      var other = try await Visitor(client, at: "/sign-in?to=//evil.example")
      try await other.send(["token": reader, "action": "sign-in"])
      #expect(other.path == "/")
      try await other.open("/placed/Desk")
      try await other.press("save", ["v.emphasis": "0.75"])
      #expect(other.page.status == 403)
      #expect(other.text.contains("write"))
      // A form that is sent after the session has ended continues after the person has signed in.
      let kept = visitor.cookie
      visitor.cookie = "widgetconfig=ended-0123456789abcdef"
      try await visitor.press("update", ["v.emphasis": "0.75"])
      #expect(visitor.page.status == 401)
      #expect(visitor.text.contains("Sign in to continue"))
      try await visitor.send(["token": writer, "action": "sign-in"])
      #expect(visitor.cookie == kept)
      try await visitor.press("update")
      #expect(visitor.path.hasPrefix("/placed/Desk"))
      #expect(visitor.value("v.emphasis") == "0.75")
      try await other.open("/placed/Desk")
      try await other.send(["action": "save", "csrf": visitor.value("csrf")])
      #expect(other.page.status == 403)
    }
  }
}

/// A timeline whose entries show the given text.
private struct HostileTimeline: IntentTimelineProvider {
  let text: String
  var name: String { text }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry { entry(context) }

  func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    Timeline(entries: [entry(context)], reload: .atEnd)
  }

  private func entry(_ context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(
      date: context.now,
      content: EntryContent(
        title: text, subtitle: text, body: [text], symbol: text, gauge: 0.5, link: text))
  }
}
