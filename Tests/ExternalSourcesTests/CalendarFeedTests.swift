import Foundation
import IntentOptions
import Messages
import Synchronization
import Testing
import WidgetTestSupport

@testable import ExternalSources

@Suite("Web calendars", .startsPrograms)
struct CalendarFeedTests {
  static let work = "BEGIN:VCALENDAR\r\nX-WR-CALNAME:Work\r\nEND:VCALENDAR\r\n"

  /// A server with responses that a test prepares, and a clock that the test sets.
  private final class Server: Sendable {
    let asked = Mutex<[WebRequest]>([])
    let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    /// The number that is passed to `answer` with each request.
    let number = Mutex(0)
    let answer: @Sendable (Int, WebRequest) throws -> WebResponse

    init(_ answer: @escaping @Sendable (Int, WebRequest) throws -> WebResponse) {
      self.answer = answer
    }

    func feed(
      _ url: String = "https://e/work.ics", folder: String? = nil, bytes: Int = 1_000,
      authorization: String? = nil
    ) -> CalendarFeed {
      CalendarFeed(
        url, authorization: authorization, environment: ["KEY": "Basic abcd"],
        limits: .patient(bytes: bytes), folder: folder,
        now: { self.time.withLock { $0 } }
      ) { request in
        self.asked.withLock { $0.append(request) }
        return try self.answer(self.number.withLock { $0 }, request)
      }
    }
  }

  private static func text(
    _ body: String, _ status: Int = 200, _ headers: [String: String] = [:]
  ) -> WebResponse {
    WebResponse(status: status, headers: headers, body: Array(body.utf8))
  }

  private static func copy(_ feed: CalendarFeed) async throws -> String {
    let copy = try await feed.read()
    let text = String(decoding: copy.bytes, as: UTF8.self)
    return copy.failure.map { "copy \(text) \($0)" } ?? text
  }

  @Test(
    "a changed calendar is requested with the cached copy's fields, even by another program")
  func conditions() async throws {
    let server = Server { _, request in
      request.headers["If-None-Match"] == "\"1\"" || request.headers["If-Modified-Since"] == "then"
        ? Self.text("", 304, ["cache-control": "max-age=60"])
        : Self.text(Self.work, 200, ["etag": "\"1\"", "last-modified": "then"])
    }
    let folder = TemporaryFolderPath()
    for _ in 0..<2 {
      #expect(try await Self.copy(server.feed(folder: folder.path)) == Self.work)
    }
    let asked = server.asked.withLock { $0 }
    #expect(asked.map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
    #expect(asked.map { $0.headers["If-Modified-Since"] } == [nil, "then"])
    // The response says that the copy is fresh for a minute.
    let again = server.feed(folder: folder.path)
    #expect(try await Self.copy(again) == Self.work)
    #expect(server.asked.withLock { $0.count } == 2)
    server.time.withLock { $0 += 61 }
    #expect(try await Self.copy(again) == Self.work)
    #expect(server.asked.withLock { $0.count } == 3)
    // Requests with different credentials have separate copies.
    #expect(server.feed(folder: folder.path, authorization: "KEY").lastCopy == nil)
  }

  @Test("the name of a calendar can be folded, even within a character")
  func foldedName() {
    let text = """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\n and more\r\nX-WR-CALNAME:Wo\r\n rk\r\n\t at home Ã\r\n ©\r
      PRODID:-//X\r\n COLOR:red\r\nCOLOR:blue\r\nBEGIN:VEVENT\r\nNAME:none\r\n
      """
    // Each character is one byte here, so that the last fold is inside the é.
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let kept = [
      "BEGIN:VCALENDAR", "X-WR-CALNAME:Wo", " rk", "\t at home Ã", " ©", "COLOR:blue",
      "END:VCALENDAR", "",
    ]
    #expect(
      CalendarBytes.heading(of: bytes)
        == kept.joined(separator: "\n").unicodeScalars.map { UInt8($0.value) })
  }

  @Test(
    "the last good copy is shown with the reason, with and without a folder",
    arguments: [true, false])
  func lastGoodCopy(hasFolder: Bool) async throws {
    let folder = TemporaryFolderPath()
    let server = Server { number, _ in
      switch number {
      case 0: Self.text(Self.work, 200, ["cache-control": "no-store"])
      case 1: throw WebFetch.Failure("the connection was lost")
      case 2: Self.text("hunter2 and S3CRET of private-0123456789abcdef", 500)
      case 3: Self.text("<html>Log in", 200, ["content-type": "text/html"])
      case 4: Self.text(String(repeating: "BEGIN:VCALENDAR\n", count: 100))
      case 5: Self.text("", 401)
      default: Self.text("BEGIN:VCALENDAR\nBEGIN:VEVENT\n")
      }
    }
    let feed = server.feed(
      "https://u:hunter2@e/private-0123456789abcdef/work.ics?key=S3CRET",
      folder: hasFolder ? folder.path : "/proc/none")
    _ = try await feed.read()
    let date = try #require(feed.lastCopy?.date)
    server.time.withLock { $0 += 500 }
    var said: [String] = []
    for number in 1...5 {
      server.number.withLock { $0 = number }
      let copy = try await feed.read()
      #expect(copy.bytes == Array(Self.work.utf8))
      #expect(copy.date == date)
      said.append(copy.failure?.description ?? "-")
    }
    let place = "https://***@e/***/work.ics?key=***: "
    #expect(
      said
        == [
          "The service cannot be reached: the connection was lost. Check the network and the URL,"
            + " then try again.",
          "The service answered with status 500, internal server error. It wrote:"
            + " “*** and *** of ***”. Try again later.",
          "The service answered with “text/html”, not with a calendar. Give the address of an .ics"
            + " file, or of a CalDAV collection, which ends with “/”.",
          "The response has more than 1000 bytes. Make the response smaller.",
          "The service answered with status 401, unauthorized: credentials are missing or wrong."
            + " In the argument “authorization”, name the environment variable that holds the"
            + " credentials.",
        ].map { place + $0 })
    // A truncated response is shown, and does not replace the copy.
    server.number.withLock { $0 = 6 }
    #expect(try await Self.copy(feed) == "BEGIN:VCALENDAR\nBEGIN:VEVENT\n")
    #expect(feed.lastCopy?.bytes == Array(Self.work.utf8))
  }

  @Test("without a copy, the failure is an error")
  func noCopy() async throws {
    let server = Server { _, _ in Self.text("", 404) }
    let error = await #expect(throws: OptionsError.self) {
      try await server.feed(authorization: "KEY").read()
    }
    #expect(error?.code == .notFound)
    #expect(server.asked.withLock { $0.map { $0.headers["Authorization"] } } == ["Basic abcd"])
    let unset = await #expect(throws: OptionsError.self) {
      try await server.feed(authorization: "NONE").read()
    }
    #expect(unset?.message.text().contains("“NONE”") ?? false)
  }

  /// How a server responds to GET and to `REPORT` for an address; the number of requests, and what
  /// is read.
  static let collections: [Row] = [
    Row(get: 200, body: "<html>", asked: 2, read: events),
    Row(get: 405, asked: 2, read: events), Row(get: 501, asked: 2, read: events),
    Row(get: 403, asked: 2, read: events),
    // The name comes from the GET response, and the events come from the REPORT response.
    Row(get: 200, body: work, asked: 2, read: heading + events),
    // A server without the REPORT method has already sent the calendar with GET; any other error
    // counts as a failure.
    Row(get: 200, body: work, report: 405, asked: 2, read: work),
    Row(get: 200, body: work, report: 404, asked: 2, read: work),
    Row(get: 200, body: work, report: 500, asked: 2, read: nil),
    Row(get: 405, report: 405, asked: 2, read: nil),
    Row(get: 404, asked: 1, read: nil), Row(get: 500, asked: 1, read: nil),
    // These are not addresses of collections.
    Row(url: "https://e/c/?export", get: 200, body: work, asked: 1, read: work),
    Row(url: "https://e/c", get: 200, body: "<html>", asked: 1, read: nil),
  ]

  struct Row: Sendable {
    var url = "https://e/c/"
    var get: Int
    var body = ""
    var report = 207
    var asked: Int
    var read: String?
  }

  @Test("a collection gets a REPORT request", arguments: collections.indices)
  func collectionsAreAsked(_ index: Int) async throws {
    let row = Self.collections[index]
    let server = Server { _, request in
      guard request.method == "REPORT" else {
        return Self.text(row.body, row.get, ["etag": "\"1\""])
      }
      return Self.text(Self.multistatus, row.report)
    }
    let feed = server.feed(row.url, bytes: 5_000)
    let text = try? await Self.copy(feed)
    #expect(text == row.read)
    let asked = server.asked.withLock { $0 }
    #expect(asked.map { $0.method ?? "GET" } == Array(["GET", "REPORT"].prefix(row.asked)))
    guard row.asked == 2 else { return }
    #expect(asked[1].headers["Depth"] == "1")
    #expect(asked[1].headers["If-None-Match"] == nil)
    #expect(String(decoding: asked[1].body ?? [], as: UTF8.self).contains("calendar-query"))
    // The tag of a calendar changes with its events, so it is sent; the tag of a page about the
    // calendar need not change, so it is not sent.
    _ = try? await feed.read()
    let again = server.asked.withLock { $0[2] }
    #expect(
      again.headers["If-None-Match"]
        == (row.read != nil && row.body == Self.work ? "\"1\"" : nil))
  }

  private static let heading = "BEGIN:VCALENDAR\nX-WR-CALNAME:Work\nEND:VCALENDAR\n"

  @Test("a page that is not a collection is reported, whatever the response to REPORT")
  func pages() async throws {
    for status in [200, 400, 403, 404, 405, 501] {
      let server = Server { _, request in
        Self.text("<p>", request.method == nil ? 200 : status, ["content-type": "text/html"])
      }
      let error = await #expect(throws: OptionsError.self) {
        try await server.feed("https://e/").read()
      }
      #expect(error?.code == .malformed, "\(status)")
    }
  }

  static let multistatus = """
    <?xml version="1.0"?><!-- <c:calendar-data>no</c:calendar-data> -->
    <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response>
    <d:href>/c/1.ics</d:href><d:propstat><d:prop><c:calendar-data x='>' >BEGIN:VCALENDAR&#13;
    SUMMARY:a &lt;b&gt; &amp;amp; &#x1F600; &bad; &
    END:VCALENDAR</c:calendar-data></d:prop></d:propstat></d:response><d:response>
    <c:calendar-data/><calendar-data><![CDATA[BEGIN:VCALENDAR
    X:& <x>
    END:VCALENDAR]]></calendar-data><d:getetag>1</d:getetag></d:response></d:multistatus>
    """

  static let events = """
    BEGIN:VCALENDAR\r
    SUMMARY:a <b> &amp; 😀 &bad; &
    END:VCALENDAR
    BEGIN:VCALENDAR
    X:& <x>
    END:VCALENDAR

    """

  @Test("the start of a calendar, and incomplete or damaged CalDAV responses")
  func shapes() {
    for text in [Self.work, "\u{FEFF}\n begin:vcalendar", "BEGIN:VEVENT"] {
      #expect(CalendarBytes.isCalendar(Array(text.utf8)))
    }
    for text in ["", "BEGIN", "<html>", "{}"] {
      #expect(!CalendarBytes.isCalendar(Array(text.utf8)))
    }
    #expect(CalendarBytes.calendars(in: Array("<a></a>".utf8)) == nil)
    // A response that omits what exceeds the server's limit is not a complete calendar.
    for (status, isWhole) in [("507 Insufficient Storage", false), ("200 OK", true)] {
      let text = "<d:multistatus><d:status>HTTP/1.1 \(status)</d:status></d:multistatus>"
      #expect((CalendarBytes.calendars(in: Array(text.utf8)) != nil) == isWhole, "\(status)")
    }
    let empty = CalendarBytes.calendars(in: Array("<d:multistatus/>".utf8)) ?? []
    #expect(String(decoding: empty, as: UTF8.self) == "BEGIN:VCALENDAR\nEND:VCALENDAR\n")
    for text in ["", "<", "<multistatus", "<multistatus><![CDATA[", "<multistatus><!--", "&#x;&"] {
      _ = CalendarBytes.calendars(in: Array(text.utf8))
    }
  }

  @Test("a redirect to another service keeps the body's headers, and no secret")
  func otherService() async throws {
    try await withService({ _, request in
      let fields = request.lowercased()
      return fields.hasPrefix("report") && fields.contains("depth: 1")
        && fields.contains("application/xml") && !request.contains("abcd")
        ? .response(status: "207 Multi-Status", body: Self.multistatus)
        : .response(status: "405 Method Not Allowed")
    }) { target in
      let location = "Location: http://127.0.0.1:\(target.port)/c/"
      try await withService({ _, _ in
        .response(status: "308 Permanent Redirect", headers: [location])
      }) { service in
        let feed = CalendarFeed(
          "http://127.0.0.1:\(service.port)/c/", authorization: "KEY",
          environment: ["KEY": "Basic abcd"], limits: .patient,
          folder: nil, fetch: WebFetch.fetch)
        let text = try await Self.copy(feed)
        #expect(text == Self.events)
      }
    }
  }

  @Test("an unchanged copy is not written again at once")
  func unchangedCopy() async throws {
    let server = Server { number, _ in Self.text(number < 2 ? Self.work : Self.work + " ") }
    let folder = TemporaryFolderPath()
    func files() throws -> [Data] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      return try names.map { try Data(contentsOf: URL(filePath: "\(folder.path)/\($0)")) }
    }
    var found: [[Data]] = []
    for seconds in [0, 1, CalendarFeed.writeDelay, 1] {
      server.time.withLock { $0 += seconds }
      _ = try await server.feed(folder: folder.path).read()
      found.append(try files())
      server.number.withLock { $0 += found.count > 2 ? 1 : 0 }
    }
    #expect(found[0].count == 1)
    #expect(found[0] == found[1])
    #expect(found[1] != found[2])
  }

  @Test("a real request with a custom method, through a redirect")
  func overTheWire() async throws {
    try await withService({ _, request in
      if request.hasPrefix("REPORT /c/ ") {
        return .response(status: "207 Multi-Status", body: Self.multistatus)
      }
      if request.hasPrefix("GET /c/ ") { return .response(status: "405 Method Not Allowed") }
      return .response(
        status: "308 Permanent Redirect",
        headers: ["Location: \(request.hasPrefix("GET") ? "/c/" : "/none")"])
    }) { service in
      let feed = CalendarFeed(
        "http://127.0.0.1:\(service.port)/c/", limits: .patient,
        folder: nil, fetch: WebFetch.fetch)
      let text = try await Self.copy(feed)
      #expect(text == Self.events)
      #expect(service.requests.last?.contains("\r\nDepth: 1\r\n") ?? false)
    }
  }
}

/// The path of a folder that does not exist yet; the folder is removed together with this object.
private final class TemporaryFolderPath: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
