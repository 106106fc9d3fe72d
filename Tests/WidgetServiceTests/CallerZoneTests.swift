import BundledWidgets
import Foundation
import Testing
import WidgetLoading
import WidgetTestSupport
import WidgetTimeline
import Zones

@testable import WidgetService

/// A service in one zone shows a caller in another zone that zone's days and hours.
@Suite struct CallerZoneTests {
  private static let calendar = """
    BEGIN:VCALENDAR
    BEGIN:VEVENT
    UID:1
    DTSTART;VALUE=DATE:20261201
    SUMMARY:All day by date
    END:VEVENT
    BEGIN:VEVENT
    UID:2
    DTSTART:20261201T213000
    DTEND:20261201T220000
    SUMMARY:Floating
    END:VEVENT
    BEGIN:VEVENT
    UID:3
    DTSTART;TZID=America/Chicago:20261201T000000
    DTEND;TZID=America/Chicago:20261202T000000
    SUMMARY:Midnight with zone
    END:VEVENT
    END:VCALENDAR
    """

  /// The shipped widgets, with calendars from the test.
  private static func widgets(in folder: URL) throws -> [ConfigurableWidget] {
    let shipped = ServiceHost.checkout.appending(path: "Intents")
    try FileManager.default.copyItem(at: shipped, to: folder)
    let calendars = folder.appending(path: "UpNext/Calendars")
    try FileManager.default.removeItem(at: calendars)
    try FileManager.default.createDirectory(at: calendars, withIntermediateDirectories: true)
    try Data(calendar.utf8).write(to: calendars.appending(path: "a.ics"))
    return WidgetLibrary(folders: [folder.path]).readable.widgets
  }

  private static func serve(
    _ body: @escaping @Sendable (HTTPClient) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zone-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    // It is 21:00 on 1 December in Chicago.
    let now = Date(timeIntervalSince1970: 1796180400)
    try await ServiceHost.run(widgets: try widgets(in: folder), now: { now }) { client, _ in
      try await body(client)
    }
  }

  @Test func timelinesAreThoseOfTheCaller() async throws {
    try await Self.serve { client in
      func timeline(
        _ kind: String, _ zone: String, _ family: String = "systemLarge"
      ) async throws
        -> String
      {
        let answer = try await client.post(
          "/v1/widgets/\(kind)/timeline?timeZone=\(zone)",
          #"{"draft":{},"family":"\#(family)","at":"2026-12-02T03:00:00Z"}"#)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.text
      }
      let chicago = try await timeline("UpNext", "America/Chicago")
      for text in [
        "All day by date", "21:30  Floating", "until 00:00", "2026-12-01T21:00:00-06:00",
        // The next day starts at midnight in that zone.
        "2026-12-02T00:00:00-06:00",
      ] {
        #expect(chicago.contains(text), "\(text) is not in \(chicago)")
      }
      let tokyo = try await timeline("UpNext", "Asia/Tokyo")
      #expect(!tokyo.contains("All day by date") && tokyo.contains("until 15:00"), "\(tokyo)")
      let clocks = try await timeline("WorldClock", "America/Chicago", "systemSmall")
      #expect(clocks.contains(#""Chicago 21:00""#), "\(clocks.prefix(400))")
      #expect(
        try await timeline("WorldClock", "Asia/Tokyo", "systemSmall").contains(#""Tokyo 12:00""#))
      // Verses start at a local time in that zone.
      let verse = try await timeline("Verse", "Asia/Kolkata")
      #expect(verse.contains(":00:00+05:30"), "\(verse.prefix(400))")
      let place = try await client.send(
        "PUT", "/v1/placed/mine?timeZone=Asia/Tokyo",
        #"{"kind":"WorldClock","family":"systemSmall","draft":{}}"#,
        headers: ["If-None-Match": "*"])
      #expect(place.status == 201 && place.text.contains("Asia/Tokyo"), "\(place.text)")
      let days = try await client.post(
        "/v1/placed/mine/simulate?timeZone=Asia/Tokyo", #"{"days":1}"#)
      #expect(
        days.text.contains("2026-12-02T00:00:00+09:00"), "\(days.text.prefix(300))")
      let choice = try await client.post(
        "/v1/widgets/WorldClock/parameters/cities/default?timeZone=Asia/Tokyo", #"{"draft":{}}"#)
      #expect(choice.text.contains("Asia/Tokyo"), "\(choice.status) \(choice.text)")
      // An offset that some programs read as east and others as west is refused.
      let unclear = try await client.get("/v1/widgets/Verse/placeholder?timeZone=GMT%2B5")
      #expect(unclear.status == 400)
      let metrics = try await client.get("/metrics")
      #expect(
        metrics.text.contains("widgetconfig_time_zones_info{source="), "\(metrics.text.suffix(300))"
      )
    }
  }

  /// Pages show times in the zone that the script keeps in a cookie; without the cookie, they name
  /// the zone that they use.
  @Test func pagesAreThoseOfTheCaller() async throws {
    try await Self.serve { client in
      _ = try await client.send(
        "PUT", "/v1/placed/mine", #"{"kind":"Verse","family":"systemSmall","draft":{}}"#,
        headers: ["If-None-Match": "*"])
      for path in ["/", "/placed/mine/history", "/placed/mine/timeline", "/embed/Verse"] {
        let plain = try await client.get(path)
        let zone = ZoneRules.current.identifier
        #expect(plain.text.contains(#"data-zone="\#(zone)""#), "\(path) \(plain.text.prefix(300))")
        #expect(plain.text.contains(" \(zone)<"), "\(path) \(plain.text)")
        let tokyo = try await client.get(
          path, headers: ["Cookie": "a=b; widgetconfig-zone=Asia/Tokyo"])
        #expect(tokyo.text.contains(#"data-zone="Asia/Tokyo""#))
        #expect(!tokyo.text.contains("Asia/Tokyo<"))
        let unknown = try await client.get(
          path, headers: ["Cookie": "widgetconfig-zone=Mars/Crater"])
        #expect(unknown.status == 200 && unknown.text.contains(" \(zone)<"))
        let asked = try await client.get(path + "?timeZone=Asia/Tokyo")
        #expect(
          asked.text.contains("timeZone=Asia%2FTokyo") || asked.text.contains("timeZone=Asia/Tokyo")
        )
      }
    }
  }
}
