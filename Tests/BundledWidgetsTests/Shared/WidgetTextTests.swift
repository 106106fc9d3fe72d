import IntentModel
import Messages
import Testing

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct WidgetTextTests {
  private static let dates = [
    (2026, 11, 21), (2028, 2, 29), (2026, 9, 7), (2026, 5, 1), (2027, 1, 3),
  ]

  @Test(
    arguments: [
      ("en", ["Sat 21 Nov", "Tue 29 Feb", "Mon 7 Sep", "Fri 1 May", "Sun 3 Jan"]),
      ("en-GB", ["Sat 21 Nov", "Tue 29 Feb", "Mon 7 Sep", "Fri 1 May", "Sun 3 Jan"]),
      ("en-US", ["Sat, Nov 21", "Tue, Feb 29", "Mon, Sep 7", "Fri, May 1", "Sun, Jan 3"]),
      ("de", ["Sa. 21. Nov.", "Di. 29. Feb.", "Mo. 7. Sept.", "Fr. 1. Mai", "So. 3. Jan."]),
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
          "سبت، ٢١ نوفمبر", "ثلاثاء، ٢٩ فبراير", "اثنين، ٧ سبتمبر", "جمعة، ١ مايو",
          "أحد، ٣ يناير",
        ]
      ),
      ("tlh", ["Sat 21 Nov", "Tue 29 Feb", "Mon 7 Sep", "Fri 1 May", "Sun 3 Jan"]),
    ])
  func shortDates(locale: String, expected: [String]) {
    let texts = Self.dates.map { year, month, day in
      WidgetText(locale: locale).shortDate(
        CivilDate(year: year, month: month, day: day),
        today: CivilDate(year: year, month: 1, day: 1))
    }
    #expect(texts == expected)
  }

  @Test(
    arguments: [
      ("en", "Tuesday, 29 February 2028"), ("en-US", "Tuesday, February 29, 2028"),
      ("de", "Dienstag, 29. Februar 2028"), ("es", "martes, 29 de febrero de 2028"),
      ("zh", "2028年2月29日 星期二"), ("ja", "2028年2月29日 火曜日"),
      ("tlh", "Tuesday, 29 February 2028"), ("ar-SY", "الثلاثاء، ٢٩ شباط، ٢٠٢٨"),
      ("he", "יום שלישי, 29 בפברואר 2028"),
    ])
  func longDates(locale: String, expected: String) {
    #expect(
      WidgetText(locale: locale).longDate(CivilDate(year: 2028, month: 2, day: 29)) == expected)
  }

  /// Locale, and the four times 00:00, 09:05, 12:00 and 23:59.
  @Test(arguments: [
    ("en", ["00:00", "09:05", "12:00", "23:59"]), ("en-GB", ["00:00", "09:05", "12:00", "23:59"]),
    ("en-US", ["12:00 AM", "9:05 AM", "12:00 PM", "11:59 PM"]),
    ("en_US", ["12:00 AM", "9:05 AM", "12:00 PM", "11:59 PM"]),
    ("zh-Hans-US", ["上午12:00", "上午9:05", "下午12:00", "下午11:59"]),
    ("ja-US", ["午前12:00", "午前9:05", "午後12:00", "午後11:59"]),
    ("ar-EG", ["١٢:٠٠ ص", "٩:٠٥ ص", "١٢:٠٠ م", "١١:٥٩ م"]),
    ("he", ["0:00", "9:05", "12:00", "23:59"]),
    ("de", ["00:00", "09:05", "12:00", "23:59"]), ("us", ["00:00", "09:05", "12:00", "23:59"]),
  ])
  func times(locale: String, expected: [String]) {
    let text = WidgetText(locale: locale)
    let times = [0, 9 * 3600 + 300, 43_200, 86_399].map {
      text.time(CivilDateTime(dayNumber: 20_000, secondOfDay: $0))
    }
    #expect(times == expected)
  }

  /// At most two units of days, hours and minutes; less than a minute counts as one.
  @Test(arguments: [
    (0, "in 1 min", "1分後"), (59, "in 1 min", "1分後"), (60, "in 1 min", "1分後"),
    (3599, "in 59 min", "59分後"), (3600, "in 1 h", "1時間後"), (7500, "in 2 h 5 min", "2時間 5分後"),
    (86_400, "in 1 d", "1日後"), (86_460, "in 1 d", "1日後"), (90_000, "in 1 d 1 h", "1日 1時間後"),
    (129_600, "in 1 d 12 h", "1日 12時間後"), (604_800, "in 7 d", "7日後"),
  ])
  func durations(seconds: Int, english: String, japanese: String) {
    let message = Message("in \(duration: Double(seconds), text: Double(seconds).durationText)")
    #expect(WidgetText(locale: "en")(message) == english)
    #expect(WidgetText(locale: "ja")(message) == japanese)
  }

  /// The texts follow the language, the numbers follow the locale, and names do not change.
  @Test(
    arguments: [
      ("en", "\(1, "event", "events")", "1 event"), ("de", "\(7, "event", "events")", "7 Termine"),
      ("ar", "\(2, "event", "events")", "حدثان"), ("ar-EG", "\(11, "event", "events")", "١١ حدثًا"),
      ("he", "\(1, "event", "events")", "אירוע אחד"),
      (
        "de", "in the next \(duration: Double(129_600), text: Double(129_600).durationText)",
        "Vorausschau: 1 Tg. 12 Std."
      ),
      ("ar-EG", "\(duration: Double(300), text: Double(300).durationText) left", "بقي ٥ د"),
      ("ar-EG", "\("“2048”"): calendar not found", "“2048”: لم يُعثر على التقويم"),
      (
        "de", "\(2, "problem", "problems") in \("a.ics") (\(Message.verbatim("a.ics:1: x")))",
        "2 Probleme in a.ics (a.ics:1: x)"
      ),
    ] as [(String, Message, String)])
  func phrases(locale: String, message: Message, expected: String) {
    #expect(WidgetText(locale: locale)(message) == expected)
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
