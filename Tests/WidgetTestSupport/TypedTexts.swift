public import FormEngine
public import IntentModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Texts that people type for days, times, durations, numbers, measurements and amounts.
public enum TypedTexts {
  private static let types: [(name: String, type: ParameterType)] = [
    ("time", .dateComponents(DateComponentsMetadata(kind: .time))),
    ("day", .dateComponents(DateComponentsMetadata(kind: .date))),
    ("both", .dateComponents(DateComponentsMetadata(kind: .dateTime))),
    (
      "wait",
      .timeInterval(
        TimeIntervalMetadata(
          units: .multiple(standard: .minutes, minimum: .seconds, maximum: .days)))
    ),
    ("count", .integer(NumberMetadata())), ("share", .decimal(NumberMetadata())),
    ("far", .measurement(MeasurementMetadata(dimension: .distance, unit: "Kilometers"))),
    ("price", .currencyAmount(CurrencyMetadata(currencyCodes: ["EUR", "USD", "JPY", "CNY"]))),
  ]

  /// A row for each kind of value, without a default.
  public static let parameters: [ParameterDefinition] = types.enumerated().map { place, row in
    ParameterDefinition(name: row.name, type: row.type, displayPriority: place + 1)
  }

  /// The intent with these rows.
  public static let schema = IntentSchema.sample(parameters)

  /// The clock on Saturday, 28 November 2026, at 14:20.
  public static let clock = FormClock {
    DateComponents(year: 2026, month: 11, day: 28, hour: 14, minute: 20)
  }

  /// A new form with these rows, at the time of ``clock``.
  public static func form(_ locale: String) -> FormState {
    var setup = FormSetup(schema: schema, title: "Test", locale: locale, today: clock.day)
    setup.clock = clock
    return FormState(setup)
  }

  /// The locale, the row, the text, and the canonical text of the value; nil if the text is
  /// refused.
  public static let meanings: [(locale: String, row: String, text: String, value: String?)] =
    [
      english, american, german, japanese, chinese, arabic, hebrew, french, spanish, otherOrders,
    ].flatMap { $0 }

  private typealias Meaning = (locale: String, row: String, text: String, value: String?)

  private static func of(
    _ locale: String, _ row: String, _ texts: [(String, String?)]
  ) -> [Meaning] {
    texts.map { (locale, row, $0.0, $0.1) }
  }

  /// Orders of day and month that differ with and without the year, and years in other calendars.
  private static let otherOrders: [Meaning] = [
    of(
      "sv", "day",
      [
        ("3/12", "2026-12-03"), ("3/12 2026", "2026-12-03"), ("3/12/2026", "2026-12-03"),
        ("2026-12-03", "2026-12-03"), ("26/12/03", nil),
      ]),
    of("en", "day", [("3/12 2026", nil), ("3/12 1930", nil), ("13/12 2026", "2026-12-13")]),
    // A number such as 1930 can be a year or a time, before or after the day.
    of(
      "en", "both",
      [
        ("3/12 1930", nil), ("3/12 1200", nil), ("13/12 1930", nil), ("1930 3/12", nil),
        ("1930 25 Dec", nil), ("3/12 1990", nil), ("3/12 7pm", nil), ("3/12 19:30", nil),
        ("13/12 1990", "1990-12-13"), ("Thu 3/12 1930", "2026-12-03 19:30"),
      ]),
    of(
      "sv", "both",
      [
        ("3/12 1930", nil), ("3.12. 1930", nil), ("1930 3/12", nil),
        ("3/12 7pm", "2026-12-03 19:00"), ("3/12 1990", "1990-12-03"),
      ]),
    of("hu", "both", [("3/12 1930", nil), ("3/12 1200", nil), ("1930 3/12", nil)]),
    of("th", "day", [("3/12/2569", nil), ("3/12/2026", "2026-12-03")]),
    of("fa", "day", [("1405/9/12", nil), ("2026/12/3", "2026-12-03")]),
    of("ar", "day", [("12/6/1448", nil)]),
  ].flatMap { $0 }

  private static let english: [Meaning] = [
    of(
      "en", "time",
      [
        ("19:30", "19:30"), ("1930", "19:30"), ("730", "07:30"), ("7.30", "07:30"),
        ("7pm", "19:00"), ("7:30 p.m.", "19:30"), ("7:30p", "19:30"), ("at 7", "07:00"),
        ("noon", "12:00"), ("half past 7", "07:30"), ("quarter to 8 pm", "19:45"),
        ("7 o'clock", "07:00"), ("now", "14:20"), ("+2h", "16:20"), ("in 90 minutes", "15:50"),
        ("24:00", nil), ("25:00", nil), ("7", nil), ("7:75", nil), ("19:30 am", nil),
        ("monday", nil), ("+3d", nil), ("7.5 pm", nil), ("8.3 am", nil), ("7.05 pm", "19:05"),
        ("quarter to 12 in the morning", "11:45"), ("quarter to 12 pm", "23:45"),
        ("half past 12 pm", "12:30"), ("8 at night", "20:00"), ("12 at night", "00:00"),
      ]),
    of(
      "en", "day",
      [
        ("today", "2026-11-28"), ("now", "2026-11-28"), ("day after tomorrow", "2026-11-30"),
        ("+3d", "2026-12-01"), ("-3d", "2026-11-25"), ("in 3 days", "2026-12-01"),
        ("2 weeks ago", "2026-11-14"), ("in two weeks", "2026-12-12"), ("mon", "2026-11-30"),
        ("Saturday", "2026-11-28"), ("next friday", "2026-12-04"), ("this friday", "2026-12-04"),
        ("last friday", nil), ("last thursday", nil), ("next sunday", "2026-11-29"),
        ("Nov 30th", "2026-11-30"), ("30 November 2026", "2026-11-30"), ("25.12.26", "2026-12-25"),
        ("12/25", "2026-12-25"), ("12/25/26", "2026-12-25"), ("3/4", nil), ("03/04/2026", nil),
        ("2026-02-30", nil), ("2026-12-25", "2026-12-25"), ("someday", nil),
      ]),
    of(
      "en", "both",
      [
        ("now", "2026-11-28 14:20"), ("7pm", "2026-11-28 19:00"), ("07:30", "2026-11-28 07:30"),
        ("T07:30", "07:30"), ("tomorrow at 7", "2026-11-29 07:00"),
        ("tomorrow 7pm", "2026-11-29 19:00"), ("7pm tomorrow", "2026-11-29 19:00"),
        ("Nov 30 at 7pm", "2026-11-30 19:00"), ("mon 730", "2026-11-30 07:30"),
        ("in 2 hours", "2026-11-28 16:20"), ("+12h", "2026-11-29 02:20"), ("+3d", "2026-12-01"),
        ("+3d noon", "2026-12-01 12:00"), ("25 Dec 1930", nil), ("tomorrow 25:00", nil),
        ("Thu 10.12 8am", "2026-12-10 08:00"), ("Thu 10.12", nil), ("7.12 8pm", "2026-12-07 20:00"),
        ("midnight", nil), ("Dec 31 at midnight", nil), ("Dec 31 00:00", "2026-12-31 00:00"),
      ]),
    of(
      "en", "wait",
      [
        ("1h30m", "1h30m"), ("90", "1h30m"), ("1:30", "1h30m"), ("two weeks", "14d"),
        ("an hour and a half", "1h30m"), ("half an hour", "30m"), ("1 hour and 5 minutes", "1h5m"),
        ("1,5 h", nil), ("soon", nil), ("2 30 min", nil), ("1 5", nil), ("2h 5 30m", nil),
        ("2. 30 m", nil), ("two three hours", nil), ("2h 30 min", "2h30m"), ("1 200 s", "20m"),
        ("-0:30", nil), ("1:-0", nil), ("2\u{A0}30 min", nil), ("1\u{A0}200\u{A0}s", "20m"),
        ("1 234 567 s", "14d6h56m7s"), ("0 500 s", nil), ("12 345.5 s", "12345.5s"),
        ("-5", nil), ("-5h", nil), ("3 hour", "3h"), ("1 hours", "1h"),
      ]),
    of(
      "en", "count",
      [
        ("1,500", "1500"), ("1 500", "1500"), ("1'500", "1500"), ("5\u{A0}10", nil), ("1'5", nil),
        ("12'34'5", nil),
        ("1.5", nil), ("-3", "-3"),
      ]),
    of(
      "en", "far",
      [
        ("5 mile", "5 mi"), ("1 miles", "1 mi"), ("1 kilometre", "1 km"), ("2 kilometer", "2 km"),
        ("6 foot", "6 ft"), ("1 Nautical Mile", "1 NM"), ("5 MILES", "5 mi"), ("5 KM", nil),
        ("5 kilometrs", nil), ("5 stone", nil), ("-5 miles", nil), ("5 k/m", nil), ("5 m-1", nil),
      ]),
    of(
      "en", "price",
      [("12 euros", "12 EUR"), ("1 Euro", "1 EUR"), ("12 us dollars", "12 USD"), ("12 bucks", nil)]),
  ].flatMap { $0 }
  private static let american: [Meaning] = [
    of(
      "en-US", "share",
      [
        ("12,5", nil), ("0,5", nil), ("1.234,56", nil), ("1,234.56", "1234.56"),
        ("1 234.5", "1234.5"), ("12.5", "12.5"), ("1e3", "1000"),
      ]),
    of(
      "en-US", "day",
      [
        ("12/25", "2026-12-25"), ("12/25/26", "2026-12-25"), ("30.11.2026", "2026-11-30"),
        ("3.4.2026", nil), ("30/11/2026", "2026-11-30"), ("2/30/2026", nil),
        ("sunday next week", nil), ("monday next week", "2026-11-30"),
        ("friday next week", "2026-12-04"),
      ]),
    of(
      "en-US", "both",
      [
        ("2026-11-21T7:30 PM", "2026-11-21 19:30"), ("11/21/2026T7:30 PM", "2026-11-21 19:30"),
        ("12/25/2026 19:30", "2026-12-25 19:30"), ("12/25 7pm", "2026-12-25 19:00"),
        ("fri 7:30 PM", "2026-12-04 19:30"), ("12.24 8pm", "2026-12-24 20:00"), ("7.12 8pm", nil),
        ("12:30 am friday", "2026-12-04 00:30"),
      ]),
    of("en-US", "time", [("9:15 am", "09:15"), ("22:15", "22:15"), ("12 am", "00:00")]),
    of(
      "en-US", "far",
      [
        ("5", "5 km"), ("5 mi", "5 mi"), ("5mi", "5 mi"), ("5 miles", "5 mi"), ("5 kg", nil),
        ("1,5 mi", nil), ("five", nil), ("1 000 m", "1000 m"), ("5'10", nil),
        ("5 mile", "5 mi"), ("5 Meilen", nil),
      ]),
    of(
      "en-US", "price",
      [
        ("$12", "12 USD"), ("12.50 EUR", "12.50 EUR"), ("12.50", "12.50 EUR"), ("12 GBP", nil),
        ("12 dollars", "12 USD"), ("£12", nil),
      ]),
  ].flatMap { $0 }
  private static let german: [Meaning] = [
    of(
      "de", "time",
      [
        ("19 Uhr", "19:00"), ("19:30 Uhr", "19:30"), ("19.30", "19:30"), ("7.30", "07:30"),
        ("7 Uhr 30", "07:30"), ("730", "07:30"), ("mittags", "12:00"), ("Mitternacht", "00:00"),
        ("halb acht", "07:30"), ("Viertel nach 7", "07:15"), ("7 Uhr abends", "19:00"),
        ("um 19 Uhr", "19:00"), ("jetzt", "14:20"), ("in 2 Stunden", "16:20"), ("24 Uhr", nil),
        ("25:00", nil), ("halb 12 vormittags", "11:30"), ("viertel vor 12 nachts", "23:45"),
        ("halb 1 früh", "00:30"), ("halb eins morgens", "00:30"), ("halb eins nachts", "00:30"),
        ("halb 1 mittags", "12:30"), ("6 Uhr nachts", nil),
        ("11 Uhr nachts", "23:00"), ("12 Uhr vormittags", nil), ("12:30 am", "00:30"),
      ]),
    of(
      "de", "day",
      [
        ("25.12.", "2026-12-25"), ("25.12", "2026-12-25"), ("25.12.26", "2026-12-25"),
        ("1.3.2027", "2027-03-01"), ("übermorgen", "2026-11-30"), ("vorgestern", "2026-11-26"),
        ("in 3 Tagen", "2026-12-01"), ("vor einer Woche", "2026-11-21"), ("Montag", "2026-11-30"),
        ("am Freitag", "2026-12-04"), ("nächsten Freitag", "2026-12-04"), ("nächsten Sonntag", nil),
        ("Mo", "2026-11-30"),
        ("12/25/2026", "2026-12-25"), ("31.2.2026", nil), ("24. Dez", "2026-12-24"),
        ("-3d", "2026-11-25"),
      ]),
    of(
      "de", "both",
      [
        ("morgen 19 Uhr", "2026-11-29 19:00"), ("30.11. um 19 Uhr", "2026-11-30 19:00"),
        ("morgen um 7", "2026-11-29 07:00"), ("25.12. 19.30", "2026-12-25 19:30"),
        ("19.30", "2026-11-28 19:30"), ("7.10", nil), ("7.10.", "2027-10-07"),
        ("heute abend 8 Uhr", "2026-11-28 20:00"), ("jetzt", "2026-11-28 14:20"),
        ("8 am 7.12.", "2026-12-07 08:00"), ("um 8 am 7.12.", "2026-12-07 08:00"),
        ("12:30 Uhr am Freitag", "2026-12-04 12:30"), ("12:30 am Freitag", "2026-12-04 12:30"),
        ("12 am Freitag", "2026-12-04 12:00"), ("12:30 am friday", "2026-12-04 00:30"),
        ("am 3", nil), ("heute Mitternacht", nil), ("31.12. Mitternacht", nil),
        ("Do 10.12", nil), ("Do 10.12.", "2026-12-10"), ("Donnerstag, 10.12.", "2026-12-10"),
        ("Mi 24.12", nil), ("Fr 11. Dezember", "2026-12-11"), ("Do 11. Dezember", nil),
        ("Fr 11. Dez. 19 Uhr", "2026-12-11 19:00"), ("25.12. 19", nil), ("25.12. 27", "2027-12-25"),
        ("25.12.26", "2026-12-25"), ("31.12", "2026-12-31"), ("31.12.26", "2026-12-31"),
        ("1.12.26", nil), ("30.11", "2026-11-30"),
      ]),
    of(
      "de", "wait",
      [
        ("1,5 Std", "1h30m"), ("1 Std. 30 Min.", "1h30m"), ("2 Wochen", "14d"),
        ("anderthalb Stunden", "1h30m"), ("eine halbe Stunde", "30m"), ("3 Tagen", "3d"),
        ("zwei drei Stunden", nil), ("1'30", nil), ("2 Stunde", "2h"),
      ]),
    of(
      "de", "share",
      [
        ("1.234", nil), ("1.234,56", "1234.56"), ("12,5", "12.5"), ("12.5", "12.5"),
        ("1,234.56", nil),
      ]
    ),
    of("de", "price", [("12,50 €", "12.50 EUR"), ("2.500,00 EUR", "2500.00 EUR")]),
    of(
      "de", "far",
      [
        ("5,5 km", "5.5 km"), ("1.500 m", nil), ("5 Meilen", "5 mi"), ("1 Kilometer", "1 km"),
        ("2 Seemeile", "2 NM"), ("5 mile", "5 mi"), ("5 Pfund", nil),
      ]),
  ].flatMap { $0 }
  private static let japanese: [Meaning] = [
    of(
      "ja", "time",
      [
        ("午後7時", "19:00"), ("19時30分", "19:30"), ("７時半", "07:30"), ("午後7:30", "19:30"),
        ("7時", "07:00"), ("午前0時", "00:00"), ("午後0時30分", "12:30"), ("正午", "12:00"),
        ("１９：３０", "19:30"), ("今", "14:20"), ("2時間後", "16:20"), ("25時", nil),
      ]),
    of(
      "ja", "day",
      [
        ("明後日", "2026-11-30"), ("3日後", "2026-12-01"), ("３日後", "2026-12-01"),
        ("三日後", "2026-12-01"), ("金曜日", "2026-12-04"), ("来週金曜日", "2026-12-04"),
        ("12月25日", "2026-12-25"), ("26/12/25", "2026-12-25"), ("25.12.26", nil),
        ("11/30", "2026-11-30"), ("来週の日曜日", nil), ("来週の火曜日", "2026-12-01"),
      ]),
    of(
      "ja", "both",
      [
        ("明日19時", "2026-11-29 19:00"), ("明日 午後7時", "2026-11-29 19:00"),
        ("12月25日19時半", "2026-12-25 19:30"), ("25.12. 19", nil),
      ]),
    of(
      "ja", "wait",
      [
        ("1時間30分", "1h30m"), ("一時間半", "1h30m"), ("1週間", "7d"), ("90分", "1h30m"),
        ("十二時間", "12h"), ("二三時間", nil), ("十二三時間", nil),
      ]),
    of("ja", "price", [("1200円", "1200 JPY"), ("5ドル", "5 USD")]),
    // “Dollars” is refused in Mexico, because the peso has the same symbol.
    of("es-MX", "price", [("5 dólares", nil), ("5 dollars", nil), ("5 euros", "5 EUR")]),
    of("es-US", "price", [("5 dólares", "5 USD")]),
    of("ja", "far", [("5キロメートル", "5 km"), ("５マイル", "5 mi")]),
  ].flatMap { $0 }
  private static let chinese: [Meaning] = [
    of(
      "zh-Hans", "time",
      [
        ("7点30分", "07:30"), ("下午7:30", "19:30"), ("下午7点", "19:00"), ("七点半", "07:30"),
        ("晚上8点", "20:00"), ("凌晨2点", "02:00"), ("中午", "12:00"), ("晚上12点", nil),
        ("凌晨6点", "06:00"), ("凌晨12点", "00:00"), ("早上12点", nil), ("早上11点", "11:00"),
        ("现在", "14:20"), ("两小时后", "16:20"),
      ]),
    of(
      "zh-Hans", "day",
      [
        ("后天", "2026-11-30"), ("3天后", "2026-12-01"), ("三天后", "2026-12-01"),
        ("周五", "2026-12-04"), ("下周五", "2026-12-04"), ("12月25日", "2026-12-25"),
        ("下周日", "2026-12-06"), ("本周日", "2026-11-29"), ("上周日", "2026-11-22"),
      ]),
    of("zh-TW", "price", [("500元", nil)]), of("zh-CN", "price", [("500元", "500 CNY")]),
    of(
      "zh-Hans", "both",
      [
        ("今天午夜", nil), ("明天凌晨6点", "2026-11-29 06:00"), ("明天下午7点", "2026-11-29 19:00"),
        ("周五19:30", "2026-12-04 19:30"),
      ]),
    of(
      "zh-Hans", "wait",
      [
        ("1小时30分钟", "1h30m"), ("1个半小时", "1h30m"), ("半小时", "30m"), ("两周", "14d"),
        ("两三个小时", nil), ("七八小时", nil), ("二十二三天", nil), ("二十三天", "23d"),
      ]),
    of("zh-Hans", "price", [("12元", "12 CNY"), ("5欧元", "5 EUR")]),
    of("zh-Hans", "far", [("5公里", "5 km"), ("5 英里", "5 mi")]),
  ].flatMap { $0 }
  private static let arabic: [Meaning] = [
    of("ar", "time", [("٧:٣٠ م", "19:30"), ("الساعة 7 مساءً", "19:00"), ("ظهرًا", "12:00")]),
    of(
      "ar", "day",
      [
        ("غدا", "2026-11-29"), ("غدًا", "2026-11-29"), ("بعد غد", "2026-11-30"),
        ("بعد 3 أيام", "2026-12-01"), ("بعد يومين", "2026-11-30"), ("الجمعة", "2026-12-04"),
      ]),
    of(
      "ar", "both",
      [("غدا الساعة 7 مساء", "2026-11-29 19:00"), ("٧.١٢ ٨ ص", "2026-12-07 08:00")]),
    of("ar", "wait", [("ساعتان", "2h"), ("ساعة ونصف", "1h30m")]),
    of("ar", "far", [("5 كم", "5 km"), ("٥ كيلومترات", "5 km"), ("3 أميال", "3 mi")]),
  ].flatMap { $0 }
  private static let hebrew: [Meaning] = [
    of("he", "time", [("19:30", "19:30"), ("7 בערב", "19:00"), ("צהריים", "12:00")]),
    of(
      "he", "day",
      [
        ("מחר", "2026-11-29"), ("מחרתיים", "2026-11-30"), ("בעוד 3 ימים", "2026-12-01"),
        ("יום שישי", "2026-12-04"), ("ביום שישי", "2026-12-04"),
      ]),
    of("he", "both", [("מחר בשעה 19:30", "2026-11-29 19:30")]),
    of("he", "wait", [("שעה וחצי", "1h30m"), ("שעתיים", "2h"), ("3 ימים", "3d")]),
    of("he", "far", [("5 ק״מ", "5 km"), ("5 קילומטרים", "5 km"), ("5 מייל", "5 mi")]),
  ].flatMap { $0 }
  private static let french: [Meaning] = [
    of(
      "fr", "time",
      [
        ("19h30", "19:30"), ("19h", "19:00"), ("7 h 30", "07:30"), ("midi", "12:00"),
        ("7 heures et demie", "07:30"), ("7 heures du soir", "19:00"),
      ]),
    of(
      "fr", "day",
      [
        ("après-demain", "2026-11-30"), ("dans 3 jours", "2026-12-01"),
        ("vendredi prochain", "2026-12-04"), ("lundi", "2026-11-30"),
        ("1er décembre", "2026-12-01"),
        ("25/12", "2026-12-25"), ("il y a une semaine", "2026-11-21"),
      ]),
    of("fr", "both", [("demain à 19h30", "2026-11-29 19:30")]),
    of("fr", "far", [("5 kilomètres", "5 km"), ("1 mille marin", "1 NM"), ("2 mètre", "2 m")]),
    of("fr", "wait", [("une heure et demie", "1h30m"), ("1,5 h", "1h30m"), ("2 semaines", "14d")]),
  ].flatMap { $0 }
  private static let spanish: [Meaning] = [
    of(
      "es", "time",
      [
        ("7 de la tarde", "19:00"), ("las 7 y media", "07:30"), ("mediodía", "12:00"),
        ("7:30 p. m.", "19:30"),
      ]),
    of(
      "es", "day",
      [
        ("mañana", "2026-11-29"), ("pasado mañana", "2026-11-30"),
        ("dentro de 3 días", "2026-12-01"), ("lunes", "2026-11-30"),
        ("25 de diciembre", "2026-12-25"),
      ]),
    of("es", "both", [("mañana a las 7 de la tarde", "2026-11-29 19:00")]),
    of("es", "far", [("5 millas", "5 mi"), ("1 kilómetro", "1 km"), ("3 pies", "3 ft")]),
    of("es", "wait", [("media hora", "30m"), ("hora y media", "1h30m"), ("2 horas", "2h")]),
  ].flatMap { $0 }

}
