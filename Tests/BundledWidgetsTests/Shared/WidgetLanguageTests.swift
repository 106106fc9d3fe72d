import IntentModel
import Messages
import Testing

@testable import BundledWidgets
@testable import ICalendar

struct WidgetLanguageTests {
  @Test(
    arguments: [
      ("en", .english), ("en-GB", .english), ("de", .german), ("de_AT", .german),
      ("DE-ch", .german),
      ("zh", .chinese), ("zh-Hans", .chinese), ("zh-CN", .chinese), ("zh-Hant", .english),
      ("zh-TW", .english), ("zh-hk", .english), ("ja", .japanese), ("ja-JP", .japanese),
      ("ar", .arabic), ("ar-EG", .arabic), ("he", .hebrew), ("iw_IL", .hebrew),
      ("fr", .english), ("", .english), ("-", .english),
    ] as [(String, WidgetLanguage)])
  func languages(locale: String, language: WidgetLanguage) {
    #expect(WidgetLanguage(locale: locale) == language)
  }

  private static let dates = [
    (2026, 11, 21), (2028, 2, 29), (2026, 9, 7), (2026, 5, 1), (2027, 1, 3),
  ]

  @Test(
    arguments: [
      ("en", ["Sat 21 Nov", "Tue 29 Feb", "Mon 7 Sep", "Fri 1 May", "Sun 3 Jan"]),
      ("en-GB", ["Sat 21 Nov", "Tue 29 Feb", "Mon 7 Sep", "Fri 1 May", "Sun 3 Jan"]),
      ("en-US", ["Sat, Nov 21", "Tue, Feb 29", "Mon, Sep 7", "Fri, May 1", "Sun, Jan 3"]),
      ("de", ["Sa 21. Nov", "Di 29. Feb", "Mo 7. Sept", "Fr 1. Mai", "So 3. Jan"]),
      ("fr", ["sam. 21 nov.", "mar. 29 févr.", "lun. 7 sept.", "ven. 1 mai", "dim. 3 janv."]),
      ("zh", ["11月21日 周六", "2月29日 周二", "9月7日 周一", "5月1日 周五", "1月3日 周日"]),
      ("ja", ["11月21日(土)", "2月29日(火)", "9月7日(月)", "5月1日(金)", "1月3日(日)"]),
      (
        "he",
        [
          "שבת, 21 בנוב׳", "יום ג׳, 29 בפבר׳", "יום ב׳, 7 בספט׳", "יום ו׳, 1 במאי",
          "יום א׳, 3 בינו׳",
        ]
      ),
      (
        "ar-EG",
        [
          "السبت، ٢١ نوفمبر", "الثلاثاء، ٢٩ فبراير", "الاثنين، ٧ سبتمبر", "الجمعة، ١ مايو",
          "الأحد، ٣ يناير",
        ]
      ),
      ("kok", ["Sat 21 Nov", "Tue 29 Feb", "Mon 7 Sep", "Fri 1 May", "Sun 3 Jan"]),
    ])
  func shortDates(locale: String, expected: [String]) {
    let texts = Self.dates.map { year, month, day in
      WallText(locale: locale).shortDate(CivilDate(year: year, month: month, day: day))
    }
    #expect(texts == expected)
  }

  @Test(
    arguments: [
      ("en", "Tuesday, 29 February 2028"), ("en-US", "Tuesday, February 29, 2028"),
      ("de", "Dienstag, 29. Februar 2028"), ("es", "martes, 29 de febrero de 2028"),
      ("zh", "2028年2月29日 星期二"), ("ja", "2028年2月29日火曜日"),
      ("kok", "Tuesday, 29 February 2028"), ("ar-SY", "الثلاثاء، ٢٩ شباط ٢٠٢٨"),
      ("he", "יום שלישי, 29 בפברואר 2028"),
    ])
  func longDates(locale: String, expected: String) {
    #expect(
      WallText(locale: locale).longDate(CivilDate(year: 2028, month: 2, day: 29)) == expected)
  }

  /// Locale, and the four times 00:00, 09:05, 12:00 and 23:59.
  @Test(arguments: [
    ("en", ["00:00", "09:05", "12:00", "23:59"]), ("en-GB", ["00:00", "09:05", "12:00", "23:59"]),
    ("en-US", ["12:00 AM", "9:05 AM", "12:00 PM", "11:59 PM"]),
    ("en_US", ["12:00 AM", "9:05 AM", "12:00 PM", "11:59 PM"]),
    ("zh-Hans-US", ["上午12:00", "上午9:05", "下午12:00", "下午11:59"]),
    ("ja-US", ["午前12:00", "午前9:05", "午後12:00", "午後11:59"]),
    ("ar-EG", ["١٢:٠٠ ص", "٩:٠٥ ص", "١٢:٠٠ م", "١١:٥٩ م"]),
    ("he", ["00:00", "09:05", "12:00", "23:59"]),
    ("de", ["00:00", "09:05", "12:00", "23:59"]), ("us", ["00:00", "09:05", "12:00", "23:59"]),
  ])
  func times(locale: String, expected: [String]) {
    let text = WallText(locale: locale)
    let times = [0, 9 * 3600 + 300, 43_200, 86_399].map {
      text.time(CivilDateTime(dayNumber: 20_000, secondOfDay: $0))
    }
    #expect(times == expected)
  }

  @Test(arguments: [
    (0, "1 min", "1分"), (59, "1 min", "1分"), (60, "1 min", "1分"), (3599, "59 min", "59分"),
    (3600, "1 h", "1時間"), (7500, "2 h 5 min", "2時間5分"), (86_400, "1 d", "1日"),
    (86_460, "1 d", "1日"), (90_000, "1 d 1 h", "1日1時間"), (129_600, "1 d 12 h", "1日12時間"),
    (604_800, "7 d", "7日"),
  ])
  func durations(seconds: Int, english: String, japanese: String) {
    #expect(WidgetLanguage.english.duration(seconds) == english)
    #expect(WidgetLanguage.japanese.duration(seconds) == japanese)
  }

  @Test func phrases() {
    let all: [WidgetLanguage] = [.english, .german, .chinese, .japanese, .arabic, .hebrew]
    #expect(Set(all) == Set(WidgetLanguage.allCases))
    #expect(
      all.map { $0.events(1) } == [
        "1 event", "1 Termin", "1个日程", "1件の予定", "الأحداث: 1", "אירוע אחד",
      ])
    #expect(
      all.map { $0.events(7) } == [
        "7 events", "7 Termine", "7个日程", "7件の予定", "الأحداث: 7", "7 אירועים",
      ])
    #expect(
      all.map { $0.problems(2, in: "work.ics") } == [
        "2 problems in work.ics", "2 Probleme in work.ics", "work.ics中有2个问题", "work.icsに2件の問題",
        "المشكلات في work.ics: 2", "2 בעיות ב-work.ics",
      ])
    #expect(WidgetLanguage.english.problems(1, in: "a.ics") == "1 problem in a.ics")
    #expect(WidgetLanguage.german.problems(1, in: "a.ics") == "1 Problem in a.ics")
    #expect(
      all.map { $0.until("9:00") } == [
        "until 9:00", "bis 9:00", "至9:00", "9:00まで", "حتى 9:00", "עד 9:00",
      ])
    #expect(all.map { $0.left("2") } == ["2 left", "noch 2", "还剩2", "残り2", "بقي 2", "נותרו 2"])
    #expect(all.map { $0.ahead("2") } == ["in 2", "in 2", "2后", "2後", "بعد 2", "בעוד 2"])
    #expect(
      all.map { $0.dedication("Ada") } == [
        "for Ada", "für Ada", "献给Ada", "Adaへ", "إلى Ada", "עבור Ada",
      ])
  }

  /// Every phrase is translated.
  @Test func everyLanguageHasItsOwnWords() {
    let phrases: [(WidgetLanguage) -> String] = [
      { $0.unknownZone }, { $0.noTimeZoneDatabase }, { $0.allDay }, { $0.untitled }, { $0.nothing },
      { $0.noneChosen }, { $0.nextEvent }, { $0.clock }, { $0.verse }, { $0.early(2) },
      { $0.within("2") }, { $0.missing("Work") }, { $0.noCalendars(in: "/c") },
      { $0.moreFiles(than: 100) },
    ]
    for phrase in phrases {
      let texts = WidgetLanguage.allCases.map(phrase)
      #expect(Set(texts).count == WidgetLanguage.allCases.count, "\(texts)")
    }
  }

  /// The viewer's zone, another zone, and its difference in July and in January.
  @Test(
    arguments: [
      ("Europe/Berlin", "Europe/Berlin", nil, nil), ("Europe/Berlin", "Europe/London", "-1", "-1"),
      ("Europe/Berlin", "Asia/Tokyo", "+7", "+8"), ("UTC", "Asia/Kathmandu", "+5:45", "+5:45"),
      ("UTC", "America/St_Johns", "-2:30", "-3:30"), ("Asia/Kolkata", "UTC", "-5:30", "-5:30"),
      ("Australia/Sydney", "Australia/Lord_Howe", "+0:30", nil),
      ("Pacific/Honolulu", "Pacific/Kiritimati", "+24", "+24"),
    ] as [(String, String, String?, String?)])
  func leads(viewer: String, other: String, july: String?, january: String?) throws {
    let (here, there) = (try ZoneRulesTests.zone(viewer), try ZoneRulesTests.zone(other))
    let leads = try ["20260701T000000", "20260101T000000"].map { text in
      there.lead(over: here, at: try ZoneRulesTests.wall(text).wallSeconds)
    }
    #expect(leads == [july, january])
  }
}
