import Foundation
import IntentModel
import IntentOptions
import Messages
import Synchronization
import Testing
import WidgetFormats
import WidgetLoading
import WidgetTimeline

@testable import BundledWidgets
@testable import ExternalSources
@testable import ICalendar
@testable import Zones

/// Web calendars in UpNext.
struct WebCalendarTests {
  private static let environment = WidgetEnvironment(widgetFolder: "/w", homeFolder: "/h")

  /// An argument, and the paths and addresses in it; nil if the argument is refused.
  @Test(
    arguments: [
      ("Calendars", "/w/Calendars |"), ("~/a:/b", "/h/a /b |"),
      ("https://e/a.ics", "| https://e/a.ics"),
      ("webcal://e/a.ics  webcals://e:8/b/", "| https://e/a.ics https://e:8/b/"),
      ("webcal://127.0.0.1:5232/a/", "| http://127.0.0.1:5232/a/"),
      ("~/a:https://e/a.ics#x b:c", "/h/a /w/b /w/c | https://e/a.ics"),
      ("a b http://e/?x=:1 ", "/w/a b | http://e/?x=:1"),
      ("https://e/?u=http://f/", "| https://e/?u=http://f/"),
      ("", nil), ("a:", nil), ("https://", nil), ("https:// a", nil), ("file:///a.ics", nil),
      ("ftp://e/a.ics", nil), ("https://e/a.ics:~/b", nil), ("https://e/a.ics:/b", nil),
      ("https://e/a.ics:https://e/b.ics", nil), ("b:ftp://e/a.ics https://e/a.ics", nil),
    ] as [(String, String?)])
  func places(argument: String, expected: String?) {
    let places = Self.environment.places(argument).map {
      ($0.paths + ["|"] + $0.addresses.map(\.url)).joined(separator: " ")
    }
    #expect(places == expected)
  }

  /// The address of a web calendar, and the calendar's name.
  ///
  /// No identifier contains a secret, and a new password does not make a new calendar.
  @Test(
    arguments: [
      ("https://e/a/work.ics", "work"), ("https://u:hunter2@e/a/work.ics", "work"),
      (
        "https://calendar.google.com/calendar/ical/ada%40e.org/private-0123456789abcdef/basic.ics",
        "ada@e.org"
      ),
      ("webcal://p1.icloud.com/published/2/MTIzNDU2Nzg5MDEyMzQ1Njc4", "2"),
      ("https://e", "e"), ("https://e/?key=S3CRET", "e"),
    ])
  func names(url: String, name: String) throws {
    let address = try #require(CalendarAddress(url))
    #expect(address.name == name)
    let host = try #require(address.identifier.split(separator: "/").first)
    #expect(url.contains(host))
    #expect(address.identifier.count == host.count + 9)
    let named = try #require(CalendarAddress(url + "#Choir%20and%20Ada"))
    #expect(named.name == "Choir and Ada")
    #expect(named.identifier == "#Choir%20and%20Ada")
    #expect(
      CalendarAddress("https://u:1@e/")?.identifier == CalendarAddress("https://u:2@e/")?.identifier
    )
  }

  /// A fake web with calendars by path; any other path is not found.
  private final class Web: Sendable {
    let calendars: Mutex<[String: String]>
    let home: String

    init(_ calendars: [String: String], home: String) {
      self.calendars = Mutex(calendars)
      self.home = home
    }

    var catalog: WidgetCatalog {
      // The timeout is long enough on a machine that runs all tests concurrently.
      let request = BuiltinProviders.Request(
        environment: ["HOME": home], limits: SourceLimits(timeout: .seconds(3_600))
      ) { request in
        let path = URL(string: request.url)?.path ?? ""
        guard let text = self.calendars.withLock({ $0[path] }) else {
          return WebResponse(status: 404, body: [])
        }
        return WebResponse(status: 200, body: Array(text.utf8))
      }
      return WidgetCatalog(
        environment: WidgetEnvironment(widgetFolder: home, homeFolder: home), request: request)
    }

    func options(_ calendars: String) throws -> any OptionsProvider {
      try catalog.optionsProvider(of: .upNext, arguments: ["calendars": calendars])
    }

    func timeline(_ calendars: String, choosing: [String] = []) async throws -> Timeline {
      let provider = try catalog.timelineProvider(of: .upNext, arguments: ["calendars": calendars])
      let chosen = choosing.map {
        IntentValue.object(IntentObject(identifier: $0, display: "Chosen"))
      }
      let context = try TimelineText.context("20261121T080000", in: "Europe/Berlin")
      return try await provider.timeline(
        for: .of(
          "UpNext",
          choosing.isEmpty
            ? [:] : ["mirrorCalendarApp": .boolean(false), "calendars": .array(chosen)]),
        in: context)
    }
  }

  private static let review = CalendarText.event(
    "UID:1\nDTSTART:20261121T140000Z\nDURATION:PT1H\nSUMMARY:Review")
  private static let request = OptionsRequest(parameter: "calendars")

  private static func seconds(_ timeline: Timeline) throws -> Double {
    let now = try TimelineText.date("20261121T080000", in: "Europe/Berlin")
    guard case .after(let date) = timeline.reload else { return -1 }
    return date.timeIntervalSince(now)
  }

  @Test func whatIsOfferedAndShown() async throws {
    try await TemporaryFolder.with(["C/home.ics": CalendarText.calendar("")]) { home in
      let web = Web(["/a.ics": Self.review], home: home)
      let both = "C https://u:hunter2@e/a.ics"
      let mark = try #require(CalendarAddress("https://e/a.ics")).identifier
      let collection = try await web.options(both).options(for: Self.request)
      #expect(collection.items.map(\.identifier) == ["home", mark])
      #expect(collection.items.map(\.display) == ["home", "a"])
      #expect(collection.items.map(\.subtitle) == ["0 events", "1 event"])
      #expect(collection.notice == nil)
      let timeline = try await web.timeline(both)
      #expect(TimelineText.text(timeline.entries[0].content) == "Review | 15:00–16:00")
      #expect(try Self.seconds(timeline) == 3600)
      // The copy that another program saved is shown together with the reason, and the calendar is
      // read again soon.
      web.calendars.withLock { $0 = [:] }
      let later = try await web.timeline(both, choosing: [mark])
      let body = later.entries[0].content.body.map(\.description).joined()
      #expect(
        body.hasPrefix("1 problem in a (a: The calendar is shown as it was on 2"), "\(body)")
      #expect(body.contains(" UTC. The service answered with status 404, not found.)"), "\(body)")
      #expect(TimelineText.text(later.entries[0].content).hasPrefix("Review | 15:00–16:00"))
      #expect(try Self.seconds(later) == 300)
      #expect(
        try await web.options(both).resolve(identifiers: [mark], for: Self.request).items.map(
          \.display) == ["a"])
    }
  }

  @Test func withoutACopy() async throws {
    try await TemporaryFolder.with(["C/home.ics": Self.review]) { home in
      let web = Web(["/b.ics": "<html>"], home: home)
      let mark = try #require(CalendarAddress("https://e/a.ics")).identifier
      // A calendar that could not be read is not shown as empty, and its choice is not removed.
      let collection = try await web.options("C https://e/a.ics").options(for: Self.request)
      #expect(collection.items.map(\.subtitle) == ["1 event", nil])
      #expect(
        collection.notice?.hasPrefix("1 problem in a (a: The service answered with status 404")
          ?? false, "\(collection.notice ?? "-")")
      let resolved = try await web.options("C https://e/a.ics").resolve(
        identifiers: [mark, "home"], for: Self.request)
      #expect(resolved.items.map(\.identifier) == ["home"])
      #expect(!resolved.isConclusive)
      let timeline = try await web.timeline("C https://e/a.ics")
      #expect(
        TimelineText.text(timeline.entries[0].content).hasPrefix(
          "Review | 15:00–16:00 · a: not read | 1 problem")
      )
      #expect(try Self.seconds(timeline) == 300)
      // Without any other calendar, the result is an error, so that the last good timeline stays
      // visible.
      for (argument, words) in [
        ("https://e/a.ics?k=S3CRET", "https://e/a.ics?k=***: The service answered with status 404"),
        ("https://e/b.ics", "https://e/b.ics: The service did not answer with a calendar."),
      ] {
        let error = await #expect(throws: OptionsError.self) { try await web.timeline(argument) }
        #expect(error?.description.hasPrefix(words) ?? false, "\(String(describing: error))")
        await #expect(throws: OptionsError.self) {
          try await web.options(argument).options(for: Self.request)
        }
      }
    }
  }

  @Test func whatACheckSays() async throws {
    try await TemporaryFolder.with { home in
      let web = Web(["/a.ics": Self.review], home: home)
      func check() throws -> [String] {
        let request = BuiltinProviders.Request(
          arguments: ["calendars": "https://u:hunter2@e/a.ics"], folder: home,
          environment: ["HOME": home])
        let check = try #require(BuiltinProviders.shipped.checks["UpNext"])
        return check(request).map {
          "\($0.severity) \($0.code) \($0.sentence.text())"
        }
      }
      let unread =
        "note calendar-on-web “https://***@e/a.ics” is read from the web when it is shown, not by a"
        + " check."
      #expect(try check() == [unread])
      _ = try await web.timeline("https://u:hunter2@e/a.ics")
      let said = try check()
      #expect(said.count == 1 && said[0].hasPrefix(unread + " The copy from 2"), "\(said)")
      #expect(said[0].hasSuffix(" UTC is “a” with 1 event."), "\(said)")
    }
  }

  /// A feed keeps every line from which the name or the colour of a calendar is read.
  @Test func theHeadingOfAFeedHasTheNameAndTheColour() {
    for property in CalendarProperty.allCases {
      let text = Array("BEGIN:VCALENDAR\n\(property.rawValue):tomato\nEND:VCALENDAR\n".utf8)
      let whole = ICalendarReading().calendar(bytes: text, file: "a.ics")
      let kept = ICalendarReading().calendar(bytes: CalendarBytes.heading(of: text), file: "a.ics")
      #expect(kept.name == whole.name, "\(property)")
      #expect(kept.color == whole.color, "\(property)")
    }
  }

  @Test func theRemedyForMissingCredentialsNamesTheArgument() {
    #expect(Message.nameCredentials.text().contains("“\(SourceArgument.authorization)”"))
  }

  @Test func credentialsGoToOneService() {
    let catalog = WidgetCatalog(environment: Self.environment)
    for (calendars, code) in [
      ("https://e/a https://E:443/b", nil), ("https://e/a http://e/b", "several-services"),
      ("https://e/a https://f/b", "several-services"),
      ("https://e/a https://e/a", "duplicate-name"),
      ("https://e/a#x https://e/b#x", "duplicate-name"), ("C", nil),
    ] {
      var codes: [String] = []
      do {
        _ = try catalog.timelineProvider(
          of: .upNext, arguments: ["calendars": calendars, "authorization": "KEY"])
      } catch {
        codes = error.problems.map(\.code)
      }
      #expect(codes == [code].compactMap(\.self), "\(calendars)")
    }
  }
}
