import Foundation
import Testing
import WidgetTestSupport

/// The system's time zones in each interface of the program.
@Suite(.startsPrograms)
struct ZoneJourneyTests {
  /// Vancouver with the rules of tzdata 2026f, which Foundation's data can lack: always UTC-7.
  private static let rules = "<-07>7"

  /// A tz database with a few zones.
  private static func database(in sandbox: Sandbox) throws -> String {
    for (name, footer) in [
      ("Etc/UTC", "UTC0"), ("UTC", "UTC0"), ("America/Vancouver", rules),
      ("Test/Far", "<+1230>-12:30"),
    ] {
      let header = "TZif2" + String(repeating: "\0", count: 15)
      var bytes = Array(header.utf8)
      func counts() -> [UInt8] {
        [0, 0, 0, 0, 1, 4].flatMap { [0, 0, 0, UInt8($0)] }
      }
      let block = counts() + [0, 0, 0, 0, 0, 0] + Array("AAA\0".utf8)
      bytes += block + Array(header.utf8) + block + Array("\n\(footer)\n".utf8)
      let file = sandbox.folder.appending(path: "zones/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    _ = try sandbox.write("# version 2099z\nL Etc/UTC Test/Old\n", to: "zones/tzdata.zi")
    return sandbox.path("zones")
  }

  private static let calendar = """
    BEGIN:VCALENDAR
    BEGIN:VEVENT
    UID:1
    DTSTART;TZID=America/Vancouver:20261201T090000
    DTEND;TZID=America/Vancouver:20261201T093000
    SUMMARY:Stand-up
    END:VEVENT
    END:VCALENDAR
    """

  @Test func `Every interface uses the zones of the system`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.database(in: sandbox)
    let there = ["TZDIR": folder, "TZ": "America/Vancouver"]
    func run(_ arguments: String..., adding more: [String: String] = [:]) throws -> String {
      let program = try sandbox.run(
        arguments, adding: there.merging(more) { $1 })
      #expect(program.status == 0, "\(arguments) \(program.errors)")
      return program.output
    }
    #expect(try run("--version").contains("tz database 2099z in \(folder)"))
    let root = Sandbox.repository.appending(path: "Intents/UpNext")
    let widget = sandbox.folder.appending(path: "widgets/UpNext")
    try FileManager.default.createDirectory(
      at: widget.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: root, to: widget)
    try FileManager.default.removeItem(at: widget.appending(path: "Calendars"))
    _ = try sandbox.write(Self.calendar, to: "widgets/UpNext/Calendars/a.ics")
    let widgets = ["--intents", sandbox.path("widgets")]
    // The event at nine o'clock is shown at nine, which is 16:00 in Greenwich.
    let at = "2026-12-01T07:00:00-07:00"
    let timeline = try sandbox.run(
      ["timeline", "UpNext", "--at", at] + widgets, adding: there
    ).output
    #expect(timeline.contains("09:00–09:30"), "\(timeline)")
    #expect(timeline.contains("2026-12-01 07:00"), "\(timeline)")
    let json = try sandbox.run(
      ["timeline", "UpNext", "--at", at, "--format", "json"] + widgets, adding: there
    ).output
    #expect(json.contains("2026-12-01T07:00:00-07:00"), "\(json)")
    let elsewhere = try sandbox.run(
      ["timeline", "UpNext", "--at", at] + widgets, adding: ["TZDIR": folder, "TZ": "UTC"]
    ).output
    #expect(elsewhere.contains("16:00–16:30"), "\(elsewhere)")
    // A simulated day starts at midnight in that zone.
    let days = try sandbox.run(
      ["simulate", "UpNext", "--at", at, "--format", "json"] + widgets, adding: there
    ).output
    #expect(days.contains("2026-12-01T00:00:00-07:00"), "\(days.prefix(300))")
    // The time of a save is shown in that zone in lists, in `show` and in the history.
    _ = try run(
      "edit", "Verse", "--name", "mine", "--set", "isDedicated=on", "--set", "dedication=Ada")
    for arguments in [["show", "mine"], ["list"], ["history", "mine"]] {
      let (west, east) = (
        try sandbox.run(arguments, adding: there).output,
        try sandbox.run(arguments, adding: ["TZDIR": folder, "TZ": "Test/Far"]).output
      )
      let times = try [west, east].map { text in
        let match = try #require(
          text.firstMatch(of: /(\d{4}-\d\d-\d\d) (\d\d):(\d\d)/), "\(arguments) \(text)")
        return (Int(match.2) ?? 0) * 60 + (Int(match.3) ?? 0)
      }
      #expect((times[1] - times[0] + 2 * 1_440) % 1_440 == (19 * 60 + 30) % 1_440, "\(arguments)")
    }
  }

  /// A library that sets the clock ahead by the number of seconds in a variable.
  private static let clock = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <sys/time.h>
    #include <time.h>
    int clock_gettime(clockid_t clock, struct timespec *now) {
      static int (*own)(clockid_t, struct timespec *);
      if (!own) own = dlsym(RTLD_NEXT, "clock_gettime");
      int status = own(clock, now);
      const char *ahead = getenv("CLOCK_AHEAD");
      if (clock == CLOCK_REALTIME && ahead) now->tv_sec += atoll(ahead);
      return status;
    }
    int gettimeofday(struct timeval *now, void *zone) {
      struct timespec precise;
      int status = clock_gettime(CLOCK_REALTIME, &precise);
      now->tv_sec = precise.tv_sec;
      now->tv_usec = precise.tv_nsec / 1000;
      return status;
    }
    time_t time(time_t *result) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (result) *result = now.tv_sec;
      return now.tv_sec;
    }
    """

  /// Starting in 2262, nanoseconds since 1970 need more than 64 bits.
  @Test(arguments: [2_038, 2_261, 2_263, 9_990])
  func `A clock that is far ahead expires nothing and loses nothing`(year: Int) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.clock, to: "clock.c")
    let compiler = try FinishedProgram(
      "clang", ["-shared", "-fPIC", "-o", "clock.so", "clock.c", "-ldl"], folder: sandbox.folder)
    try #require(compiler.status == 0, "\(compiler.errors)")
    let there = Double(year - 1970) * 31_556_952
    let ahead = Int(there - Date().timeIntervalSince1970)
    let later = [
      "LD_PRELOAD": sandbox.path("clock.so"), "CLOCK_AHEAD": "\(ahead)", "TZ": "UTC",
    ]
    func edit(_ name: String) -> [String] {
      let answers = ["--set", "isDedicated=on", "--set", "dedication=\(name)"]
      return ["edit", "Verse", "--name", "mine"] + answers
    }
    let commands: [[String]] = [
      edit("Ada"), edit("Bob"), ["timeline", "mine"], ["simulate", "mine"], ["show", "mine"],
      ["history", "mine"],
      ["restore", "mine", "--revision", "1"], ["list"], ["store", "check"],
    ]
    for (number, arguments) in commands.enumerated() {
      // The first change is made before the clock is wrong.
      let run = try sandbox.run(arguments, adding: number == 0 ? [:] : later)
      #expect(run.status == 0, "\(year) \(arguments) \(run.errors)")
    }
    let history = try sandbox.run(["history", "mine"]).output
    #expect(history.split(separator: "\n").count == 3, "\(history)")
    #expect(history.contains("\(year)") || history.contains("\(year - 1)-12-31"), "\(history)")
  }

  @Test func `TZ is read like in date, and ignored parts are reported`() throws {
    let sandbox = try Sandbox()
    func shown(_ zone: String, folder: String? = nil) throws -> (time: String, said: String) {
      var variables = ["TZ": zone]
      if let folder { variables["TZDIR"] = folder }
      let program = try sandbox.run(
        ["timeline", "Verse", "--at", "2026-07-01T12:00:00Z"], adding: variables)
      let time = program.output.firstMatch(of: /2026-07-0\d \d\d:\d\d/).map { String($0.output) }
      return (time ?? program.output, program.errors)
    }
    for (zone, time) in [
      (":Europe/Berlin", "2026-07-01 14:00"), ("UTC+5", "2026-07-01 07:00"),
      ("EST", "2026-07-01 07:00"), ("EST5EDT,M3.2.0,M11.1.0", "2026-07-01 08:00"),
      ("<+0330>-3:30", "2026-07-01 15:30"), ("", "2026-07-01 12:00"),
      ("/usr/share/zoneinfo/Asia/Tokyo", "2026-07-01 21:00"),
    ] {
      let (found, said) = try shown(zone)
      #expect(found == time && said.isEmpty, "\(zone): \(found) \(said)")
    }
    let unknown = try shown("Mars/Crater")
    #expect(unknown.time == "2026-07-01 12:00")
    #expect(unknown.said.contains("TZ is “Mars/Crater”, which is not a time zone."))
    let missing = try shown("Asia/Tokyo", folder: sandbox.path("nowhere"))
    #expect(missing.time == "2026-07-01 21:00")
    #expect(missing.said.contains("TZDIR is “"))
  }
}
