import Foundation
import IntentModel
import IntentOptions
import Testing
import WidgetFormats

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

extension CalendarFolder {
  /// A single folder.
  init(path: String) { self.init(paths: [path]) }
}

struct CalendarFolderTests {
  static let work = CalendarText.calendar(
    """
    X-WR-CALNAME:Work
    X-APPLE-CALENDAR-COLOR:#1E6FD9
    BEGIN:VEVENT
    DTSTART:20261121T150000
    SUMMARY:Review
    END:VEVENT
    BEGIN:VEVENT
    DTSTART:20261121T160000
    SUMMARY:Tea
    END:VEVENT
    """)
  static let broken = CalendarText.calendar(
    """
    BEGIN:VEVENT
    DTSTART:soon
    END:VEVENT
    """)

  @Test(
    arguments: [
      ([:], []),
      (["b.ics": "", "a.ics": ""], ["a: a.ics", "b: b.ics"]),
      (["A.ICS": "", "b.Ics": ""], ["A: A.ICS", "b: b.Ics"]),
      (["a.ics": "", "a.ICS": ""], ["a: a.ICS"]),
      ([".ics": "", ".hidden.ics": "", "a.ics~": "", "a.txt": "", "ics": ""], []),
      (["Team plan 2026.ics": ""], ["Team plan 2026: Team plan 2026.ics"]),
      (["x.ics/inner.ics": ""], ["x.ics: x.ics"]),
      (
        [
          "b/displayname": "Work", "a/1.ics": "", "a/notes.txt": "", "c/d/e.ics": "", "z.ics": "",
          ".git/a.ics": "", "empty/x": "",
        ], ["z: z.ics", "a: a", "b: b", "c/d: d"]
      ),
    ] as [([String: String], [String])])
  func listing(files: [String: String], expected: [String]) async throws {
    try await TemporaryFolder.with(files) { path in
      let listing = try CalendarFolder(path: path).listing()
      #expect(listing.places.map { "\($0.identifier): \($0.name)" } == expected)
      #expect(!listing.isCut)
    }
  }

  @Test func noSuchFolder() throws {
    let error = #expect(throws: OptionsError.self) {
      try CalendarFolder(path: "/nowhere/Calendars").listing()
    }
    #expect(error?.code == .notFound)
    #expect(
      error?.description == "UpNext: There is no calendar folder “/nowhere/Calendars”."
        + " Create the folder and put .ics files or vdirs in it, or name another folder in the "
        + "argument “calendars”.")
  }

  @Test func aFileIsNoFolder() async throws {
    try await TemporaryFolder.with(["Calendars": ""]) { path in
      let error = #expect(throws: OptionsError.self) {
        try CalendarFolder(path: "\(path)/Calendars").listing()
      }
      #expect(error?.code == .unreadable)
      #expect(
        error?.description == "UpNext: The calendar folder “\(path)/Calendars” cannot be read."
          + " Check that it is a folder, and that its permissions allow reading it.")
    }
  }

  @Test func onlyTheChosenOnesAreRead() async throws {
    try await TemporaryFolder.with(["a.ics": Self.work, "b.ics": Self.work]) { path in
      let folder = CalendarFolder(path: path)
      let rows: [(Set<String>?, [String])] = [
        (nil, ["a", "b"]), (["b", "c"], ["b"]), ([], []),
      ]
      for (chosen, expected) in rows {
        let calendars = try await folder.calendars(only: chosen)
        #expect(calendars.map(\.identifier) == expected)
      }
    }
  }

  @Test func stopsWhenCancelled() async throws {
    try await TemporaryFolder.with(["a.ics": Self.work]) { path in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await CalendarFolder(path: path).calendars()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  private static func file(_ uid: String, _ time: String = "150000") -> String {
    CalendarText.event("UID:\(uid)\nDTSTART:20261121T\(time)\nSUMMARY:\(uid)")
  }

  @Test func aVdirIsACalendar() async throws {
    let files = [
      "work/displayname": "Work \n", "work/color": "#1E6FD9\n", "work/1.ics": Self.file("1"),
      "work/2.ics": Self.file("2"), "work/broken.ics": "", "home/3.ics": Self.file("3"),
    ]
    try await TemporaryFolder.with(files) { path in
      let options = UpNextOptions(folder: CalendarFolder(path: path))
      let collection = try await options.options(for: OptionsRequest(parameter: "calendars"))
      #expect(
        collection.items == [
          OptionItem(
            identifier: "home", display: "home", subtitle: "1 event", symbol: "calendar"),
          OptionItem(
            identifier: "work", display: "Work", subtitle: "2 events", symbol: "calendar",
            properties: ["color": .string("#1E6FD9")]),
        ])
      #expect(collection.notice?.contains("broken.ics: There is no BEGIN:VCALENDAR") ?? false)
      // A path to the vdir itself gives one calendar.
      let inner = try await CalendarFolder(path: "\(path)/work").calendars()
      #expect(inner.map(\.identifier) == ["work"])
      #expect(inner.map(\.file.events.count) == [2])
      // A folder without a name is a vdir if each of its files is named after its event.
      let plain = try CalendarFolder(path: "\(path)/home").listing()
      #expect(plain.places.map(\.isVdir) == [true])
      let both = CalendarFolder(paths: ["\(path)/work", path])
      #expect(try both.listing().places.map(\.identifier).prefix(2) == ["work", "home"])
      #expect(
        both.problems(at: ["arguments", "calendars"]).map { "\($0.code) \($0.sentence.text())" }
          .first?.hasPrefix("calendars Calendars, with the number of events in each: “Work” (2), ")
          ?? false)
    }
  }

  @Test func whatACheckSays() async throws {
    try await TemporaryFolder.with(["a.ics": Self.broken, "b/c.txt": ""]) { path in
      func said(_ path: String) -> [String] {
        CalendarFolder(path: path).problems(at: []).map {
          "\($0.severity) \($0.code) \($0.sentence.text())"
        }
      }
      #expect(
        said("\(path)/none") == [
          "warning calendar-folder There is no calendar folder “\(path)/none”."
        ])
      #expect(
        said("\(path)/b") == ["warning no-calendars There are no .ics files in \(path)/b."])
      let problems = said(path)
      #expect(problems.count == 2)
      #expect(
        problems.first
          == "warning calendar-problem a.ics:2: The event does not have a usable DTSTART. It is left out."
      )
    }
  }

  /// The paths that `timeline --watch` looks at: the folders, the calendars, and the
  /// files `displayname`, which contain the names of vdirs.
  @Test func localFiles() async throws {
    let files = [
      "a.ics": Self.work, "notes.txt": "", "b/c.ics": Self.work, "b/displayname": "B",
      ".hidden/d.ics": Self.work,
    ]
    try await TemporaryFolder.with(files) { path in
      let found = CalendarFolder(path: path).localFiles.map { $0.dropFirst(path.count) }
      #expect(found == ["", "/a.ics", "/b", "/b/c.ics", "/b/displayname"])
      #expect(CalendarFolder(path: "\(path)/none").localFiles == ["\(path)/none"])
    }
  }

  /// To-dos among the events of a vdir are not a problem; a vdir with only to-dos is reported.
  @Test func toDosOfAFolder() async throws {
    let todo = CalendarText.calendar("BEGIN:VTODO\nUID:1\nEND:VTODO")
    for (files, expected) in [
      (["v/a.ics": Self.work, "v/t.ics": todo], [CalendarProblem.Code]()),
      (["v/t.ics": todo], [.noEvents]),
    ] {
      try await TemporaryFolder.with(files) { path in
        let calendars = try await CalendarFolder(path: path).calendars()
        #expect(calendars.flatMap(\.file.problems).map(\.code) == expected)
      }
    }
  }

  @Test func manyFilesAreBounded() async throws {
    let files = (0..<103).map { ("\(1000 + $0).ics", Self.work) }
    let folder = Dictionary(uniqueKeysWithValues: files)
    try await TemporaryFolder.with(folder) { path in
      let options = UpNextOptions(folder: CalendarFolder(path: path))
      let collection = try await options.options(for: OptionsRequest(parameter: "calendars"))
      #expect(collection.count == 100)
      #expect(collection.notice == "Only the first 100 calendars are offered.")
    }
  }
}

struct UpNextOptionsTests {
  private static func ask<Result>(
    _ files: [String: String], _ ask: (UpNextOptions) async throws -> Result
  ) async throws -> Result {
    try await TemporaryFolder.with(files) { path in
      try await ask(UpNextOptions(folder: CalendarFolder(path: path)))
    }
  }

  private static func request(
    _ values: [String: IntentValue] = [:], locale: String = "en"
  ) -> OptionsRequest {
    OptionsRequest(parameter: "calendars", values: values, locale: locale)
  }

  @Test func itemsOfCalendars() async throws {
    let files = ["work.ics": CalendarFolderTests.work, "plain.ics": CalendarText.calendar("")]
    let collection = try await Self.ask(files) { try await $0.options(for: Self.request()) }
    #expect(
      collection.items == [
        OptionItem(
          identifier: "plain", display: "plain", subtitle: "0 events", symbol: "calendar"),
        OptionItem(
          identifier: "work", display: "Work", subtitle: "2 events", symbol: "calendar",
          properties: ["color": .string("#1E6FD9")]),
      ])
    #expect(collection.notice == nil)
    #expect(collection.sections.count == 1)
  }

  /// Locale, and the notice about a file with one problem and with two.
  @Test(arguments: [
    (
      "en", "2 problems in a.ics (a.ics:2: ",
      "; 1 problem in b.ics (b.ics: There is no BEGIN:VCALENDAR"
    ),
    (
      "de", "2 Probleme in a.ics (a.ics:2: ",
      "; 1 Problem in b.ics (b.ics: There is no BEGIN:VCALENDAR"
    ),
    ("ja", "a.icsに2件の問題 (a.ics:2: ", "; b.icsに1件の問題 (b.ics: There is no BEGIN:VCALENDAR"),
  ])
  func brokenLinesAreANotice(locale: String, first: String, second: String) async throws {
    let files = [
      "a.ics": CalendarFolderTests.broken, "b.ics": "", "c.ics": CalendarFolderTests.work,
    ]
    let collection = try await Self.ask(files) {
      try await $0.options(for: Self.request(locale: locale))
    }
    #expect(collection.items.map(\.identifier) == ["a", "b", "c"])
    let notice = try #require(collection.notice)
    #expect(notice.hasPrefix(first), "\(notice)")
    #expect(notice.contains(second), "\(notice)")
  }

  @Test func anEmptyFolderSaysSo() async throws {
    try await TemporaryFolder.with { path in
      let provider = UpNextOptions(folder: CalendarFolder(path: path))
      let collection = try await provider.options(for: Self.request())
      #expect(collection.isEmpty)
      #expect(collection.notice == "There are no .ics files in \(path).")
    }
  }

  @Test func aMissingFolderIsAnError() async throws {
    let provider = UpNextOptions(folder: CalendarFolder(path: "/nowhere"))
    await #expect(throws: OptionsError.self) { try await provider.options(for: Self.request()) }
    await #expect(throws: OptionsError.self) {
      try await provider.defaultOptions(for: Self.request(Self.choosing))
    }
    // A mirroring widget has no choices, so the folder is not read.
    #expect(try await provider.defaultOptions(for: Self.request()) == [])
  }

  /// The parent's value in a widget that shows the chosen calendars.
  private static let choosing: [String: IntentValue] = ["mirrorCalendarApp": .boolean(false)]

  /// There are default choices only if the parent's value shows the chosen calendars; a parent
  /// without a value uses its own default, which is to mirror.
  @Test(
    arguments: [
      ([:], []), (choosing, ["Work"]), (["mirrorCalendarApp": .boolean(true)], []),
    ] as [([String: IntentValue], [String])])
  func defaults(values: [String: IntentValue], expected: [String]) async throws {
    let files = ["a.ics": CalendarFolderTests.work, "b.ics": CalendarFolderTests.broken]
    let items = try await Self.ask(files) {
      try await $0.defaultOptions(for: Self.request(values))
    }
    #expect(items.map(\.display) == expected)
  }

  @Test func noDefaultInAnEmptyFolder() async throws {
    let items = try await Self.ask([:]) {
      try await $0.defaultOptions(for: Self.request(Self.choosing))
    }
    #expect(items == [])
  }

  @Test func resolving() async throws {
    let files = ["a.ics": CalendarFolderTests.work, "b.ics": CalendarText.calendar("")]
    let items = try await Self.ask(files) {
      try await $0.resolve(identifiers: ["b", "gone", "../a", "a"], for: Self.request())
    }
    #expect(items.items.map(\.identifier) == ["b", "a"])
    #expect(items.isConclusive)
  }

  @Test func theShippedCalendars() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Intents/UpNext")
    let environment = WidgetEnvironment(widgetFolder: folder.path(), homeFolder: "/")
    let provider = try WidgetCatalog(environment: environment).optionsProvider(of: .upNext)
    let collection = try await provider.options(for: Self.request())
    #expect(collection.notice == nil)
    #expect(
      collection.items.map { "\($0.identifier) \($0.display) \($0.subtitle ?? "")" } == [
        "holidays Holidays 14 events", "home Home 9 events", "work Work 7 events",
      ])
  }
}
