import IntentModel

/// The words of a language for days, times and durations that Foundation does not provide.
///
/// Foundation provides the names of months, weekdays, units, and the halves of the day. Words are
/// compared in the form of ``LocaleFormat/folded(_:)``. In a pattern, `*` stands for the rest of
/// the text.
struct TypedWords: Sendable {
  /// A part of the day that a time can name.
  enum DayPart: Sendable {
    case am, pm, noon, evening, night

    /// The hour from 0 to 23 for an hour on a clock with 12 or 24 hours; nil if it is not in this
    /// part of the day.
    func hour(_ hour: Int) -> Int? {
      switch (self, hour) {
      case (.am, 0...11), (.pm, 12...23): hour
      case (.am, 12): 0
      case (.pm, 0...11): hour + 12
      case (.noon, 10...15): hour
      case (.noon, 1...3): hour + 12
      case (.evening, 4...11): hour + 12
      case (.evening, 16...23), (.night, 0...5), (.night, 18...23): hour
      case (.night, 6...11): hour + 12
      case (.night, 12): 0
      default: nil
      }
    }
  }

  var days: [String: Int] = [:]
  var now: Set<String> = []
  /// The minutes since midnight of named times.
  var times: [String: Int] = [:]
  var ahead: [String] = []
  var ago: [String] = []
  /// Words for the first such weekday from today on.
  var this: [String] = []
  var next: [String] = []
  var last: [String] = []
  /// A weekday in a week, by the distance of the week from the present one.
  var weeks: [String: Int] = [:]
  /// Other names of weekdays, by their distance from Sunday.
  var weekdays: [String: Int] = [:]
  /// Words that can precede a day.
  var beforeDay: [String] = []
  /// Words that can separate a day and a time, or precede a time.
  var joints: [String] = []
  var parts: [String: DayPart] = [:]
  /// Words that follow the number of hours, minutes and seconds.
  var hours: Set<String> = []
  var minutes: Set<String> = []
  var seconds: Set<String> = []
  /// The minutes that a pattern adds to an hour.
  var quarters: [String: Int] = [:]
  /// Words for numbers.
  var numbers: [String: String] = [:]
  /// The seconds of units with names that Foundation does not have.
  var units: [String: Double] = [:]
  /// Words for a unit with its number.
  var wholes: [String: Double] = [:]
  /// Patterns that add a half of the last unit to a duration.
  var halves: [String] = []
  var and: Set<String> = []
  /// Words for currencies, with their codes.
  var currencies: [String: String] = [:]
  /// Examples of texts that people can type.
  var dayExamples = ""
  var timeExamples = ""

  /// The words of a language; nil if it has no table.
  static func of(_ language: String) -> TypedWords? { tables[language] }

  private static let tables: [String: TypedWords] = [
    "en": english, "de": german, "ja": japanese, "zh": chinese, "yue": chinese, "ar": arabic,
    "he": hebrew, "fr": french, "es": spanish,
  ].mapValues(\.folded)

  private var folded: TypedWords {
    func keys<Value>(_ table: [String: Value]) -> [String: Value] {
      Dictionary(
        table.map { (Self.fold($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    func all(_ words: [String]) -> [String] {
      words.map(Self.fold).sorted { ($0.count, $1) > ($1.count, $0) }
    }
    func set(_ words: Set<String>) -> Set<String> { Set(words.map(Self.fold)) }
    var table = self
    (table.days, table.times, table.weeks) = (keys(days), keys(times), keys(weeks))
    (table.weekdays, table.parts, table.quarters) = (keys(weekdays), keys(parts), keys(quarters))
    // Units are compared without spaces and signs.
    func letters(_ table: [String: Double]) -> [String: Double] {
      Dictionary(
        table.map { (Self.fold($0.key).filter { $0.isLetter || $0.isNumber }, $0.value) },
        uniquingKeysWith: { first, _ in first })
    }
    (table.numbers, table.units, table.wholes) = (keys(numbers), letters(units), letters(wholes))
    (table.ahead, table.ago, table.this) = (all(ahead), all(ago), all(this))
    (table.next, table.last, table.halves) = (all(next), all(last), all(halves))
    (table.beforeDay, table.joints) = (all(beforeDay), all(joints))
    (table.now, table.and, table.hours) = (set(now), set(and), set(hours))
    (table.minutes, table.seconds) = (set(minutes), set(seconds))
    return table
  }

  /// A text in the form in which words are compared.
  static func fold(_ text: String) -> String { LocaleFormat.folded(ValueNotation.plain(text)) }

  /// The part of a text that `*` matches in a pattern; nil if the text does not match.
  static func rest(of text: String, in pattern: String) -> String? {
    let ends = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard ends.count == 2, text.count > pattern.count - 1, text.hasPrefix(ends[0]),
      text.hasSuffix(ends[1])
    else { return nil }
    return String(text.dropFirst(ends[0].count).dropLast(ends[1].count)).trimmed
  }

  /// The part of a text that `*` matches in the first matching pattern.
  static func rest(of text: String, in patterns: [String]) -> String? {
    patterns.lazy.compactMap { rest(of: text, in: $0) }.first { !$0.isEmpty }
  }
}

// MARK: - Tables

extension TypedWords {
  private static let english = TypedWords(
    days: [
      "today": 0, "tomorrow": 1, "yesterday": -1, "day after tomorrow": 2,
      "the day after tomorrow": 2, "day before yesterday": -2, "the day before yesterday": -2,
    ],
    now: ["now", "right now"],
    times: ["noon": 720, "midday": 720, "12 noon": 720, "midnight": 0, "12 midnight": 0],
    ahead: ["in *", "* from now"], ago: ["* ago"],
    this: ["this *", "coming *", "this coming *"], next: ["next *"], last: ["last *"],
    weeks: ["* next week": 1, "next week *": 1, "* this week": 0, "* last week": -1],
    weekdays: ["tues": 2, "thur": 4, "thurs": 4],
    beforeDay: ["on", "the"], joints: ["at", "on", "@", ","],
    parts: [
      "am": .am, "a.m.": .am, "a.m": .am, "a. m.": .am, "a": .am, "in the morning": .am,
      "pm": .pm, "p.m.": .pm, "p.m": .pm, "p. m.": .pm, "p": .pm, "in the afternoon": .pm,
      "in the evening": .evening, "at night": .night,
    ],
    hours: ["h", "o'clock", "oclock"],
    quarters: [
      "half past *": 30, "quarter past *": 15, "a quarter past *": 15, "quarter to *": -15,
      "a quarter to *": -15,
    ],
    numbers: [
      "a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
      "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11",
      "twelve": "12", "half an": "0.5", "half a": "0.5", "half": "0.5", "one and a half": "1.5",
      "two and a half": "2.5", "three and a half": "3.5",
    ],
    halves: ["* and a half"], and: ["and"],
    dayExamples: "tomorrow, 24 dec, +3d", timeExamples: "7:30 pm, noon, 730")

  private static let german = TypedWords(
    days: [
      "heute": 0, "morgen": 1, "gestern": -1, "übermorgen": 2, "uebermorgen": 2, "vorgestern": -2,
    ],
    now: ["jetzt", "gerade"],
    times: [
      "mittag": 720, "mittags": 720, "zu mittag": 720, "mitternacht": 0, "mitternachts": 0,
    ],
    ahead: ["in *", "heute in *"], ago: ["vor *"],
    this: ["diesen *", "dieser *", "kommenden *", "kommender *"],
    next: ["nächsten *", "nächster *", "naechsten *", "naechster *"],
    last: ["letzten *", "letzter *", "vergangenen *"],
    weeks: [
      "* nächster woche": 1, "nächste woche *": 1, "* nächste woche": 1, "* dieser woche": 0,
      "diese woche *": 0, "* letzter woche": -1, "letzte woche *": -1,
    ],
    weekdays: ["sonnabend": 6], beforeDay: ["am", "den", "dem", "der"],
    joints: ["um", "ab", "@", ","],
    parts: [
      "morgens": .am, "vormittags": .am, "vormittag": .am, "früh": .am, "in der früh": .am,
      "am morgen": .am, "am vormittag": .am, "nachmittags": .pm, "nachmittag": .pm,
      "am nachmittag": .pm, "abends": .evening, "abend": .evening, "am abend": .evening,
      "nachts": .night, "in der nacht": .night, "mittags": .noon,
    ],
    hours: ["uhr", "h"], minutes: ["min", "minuten", "minute"],
    quarters: [
      "halb *": -30, "viertel nach *": 15, "viertel vor *": -15, "dreiviertel *": -15,
    ],
    numbers: [
      "ein": "1", "eins": "1", "eine": "1", "einer": "1", "einem": "1", "einen": "1", "zwei": "2",
      "drei": "3", "vier": "4", "fünf": "5", "sechs": "6", "sieben": "7", "acht": "8",
      "neun": "9", "zehn": "10", "elf": "11", "zwölf": "12", "anderthalb": "1.5",
      "eineinhalb": "1.5", "zweieinhalb": "2.5", "dreieinhalb": "3.5", "halbe": "0.5",
      "halben": "0.5", "eine halbe": "0.5", "einer halben": "0.5",
    ],
    units: ["tagen": 86_400], and: ["und"],
    dayExamples: "morgen, 24. dez, +3d", timeExamples: "19 uhr, mittags, 730")

  private static let japanese = TypedWords(
    days: [
      "今日": 0, "本日": 0, "きょう": 0, "明日": 1, "あした": 1, "あす": 1, "昨日": -1, "きのう": -1,
      "明後日": 2, "あさって": 2, "一昨日": -2, "おととい": -2,
    ],
    now: ["今", "いま", "現在"],
    times: ["正午": 720, "真夜中": 0, "零時": 0],
    ahead: ["*後"], ago: ["*前"], this: ["この*"], next: ["次の*"],
    weeks: [
      "来週の*": 1, "来週*": 1, "今週の*": 0, "今週*": 0, "先週の*": -1, "先週*": -1, "再来週の*": 2,
      "再来週*": 2,
    ],
    joints: ["の", "に", "、", ","],
    parts: [
      "午前": .am, "午後": .pm, "朝": .am, "夕方": .evening, "夜": .evening, "晩": .evening,
      "深夜": .night, "昼": .noon, "昼の": .noon, "朝の": .am, "夜の": .evening,
    ],
    hours: ["時"], minutes: ["分"], seconds: ["秒"],
    quarters: ["*時半": 30],
    units: ["日間": 86_400, "週": 604_800], halves: ["*半"],
    currencies: ["円": "JPY"],
    dayExamples: "明日, 12月24日, +3d", timeExamples: "午後7時, 正午, 730")

  private static let chinese = TypedWords(
    days: [
      "今天": 0, "今日": 0, "明天": 1, "明日": 1, "昨天": -1, "昨日": -1, "后天": 2, "後天": 2,
      "前天": -2, "大后天": 3, "大後天": 3,
    ],
    now: ["现在", "現在", "此刻"],
    times: ["中午": 720, "正午": 720, "午夜": 0],
    ahead: ["*后", "*後", "*以后", "*之后", "*以後", "*之後"], ago: ["*前", "*以前", "*之前"],
    weeks: [
      "下周*": 1, "下星期*": 1, "下礼拜*": 1, "下週*": 1, "下个星期*": 1, "这周*": 0, "本周*": 0,
      "这星期*": 0, "這週*": 0, "本週*": 0, "上周*": -1, "上星期*": -1, "上週*": -1,
    ],
    weekdays: [
      "周日": 0, "周天": 0, "周一": 1, "周二": 2, "周三": 3, "周四": 4, "周五": 5, "周六": 6,
      "星期日": 0, "星期天": 0, "星期一": 1, "星期二": 2, "星期三": 3, "星期四": 4, "星期五": 5,
      "星期六": 6, "礼拜天": 0, "礼拜日": 0, "礼拜一": 1, "礼拜二": 2, "礼拜三": 3, "礼拜四": 4,
      "礼拜五": 5, "礼拜六": 6, "週日": 0, "週一": 1, "週二": 2, "週三": 3, "週四": 4, "週五": 5,
      "週六": 6,
    ],
    joints: ["的", "、", ","],
    parts: [
      "上午": .am, "下午": .pm, "早上": .am, "早晨": .am, "清晨": .am, "凌晨": .night, "中午": .noon,
      "晚上": .evening, "傍晚": .evening, "夜里": .night, "午后": .pm,
    ],
    hours: ["点", "點", "时", "時", "点钟", "點鐘", "点整", "點整"], minutes: ["分", "分钟"],
    seconds: ["秒"],
    quarters: [
      "*点半": 30, "*點半": 30, "*时半": 30, "*点一刻": 15, "*点三刻": 45, "*點一刻": 15,
      "*點三刻": 45,
    ],
    numbers: ["两": "2", "兩": "2"],
    units: [
      "日": 86_400, "个星期": 604_800, "星期": 604_800, "礼拜": 604_800, "个礼拜": 604_800,
      "週": 604_800, "个小时": 3_600, "小時": 3_600, "個小時": 3_600, "钟头": 3_600,
      "个钟头": 3_600, "分": 60, "分鐘": 60, "秒钟": 1, "周": 604_800,
    ],
    halves: ["*半"], currencies: ["元": "CNY", "块": "CNY", "人民币": "CNY"],
    dayExamples: "明天, 12月24日, +3d", timeExamples: "下午7:30, 中午, 730")

  private static let arabic = TypedWords(
    days: [
      "اليوم": 0, "غدا": 1, "الغد": 1, "أمس": -1, "البارحة": -1, "بعد غد": 2, "بعد الغد": 2,
      "أول أمس": -2, "أول من أمس": -2,
    ],
    now: ["الآن"], times: ["ظهرا": 720, "الظهر": 720, "منتصف الليل": 0],
    ahead: ["بعد *"], ago: ["قبل *", "منذ *"], this: ["هذا *"],
    next: ["* القادم", "* المقبل", "* القادمة"], last: ["* الماضي", "* الماضية"],
    beforeDay: ["يوم", "في"], joints: ["في الساعة", "الساعة", "عند", "في", "،", ","],
    parts: [
      "ص": .am, "صباحا": .am, "فجرا": .am, "م": .pm, "ظهرا": .noon, "عصرا": .pm, "مساء": .evening,
      "ليلا": .night,
    ],
    quarters: [
      "* والنصف": 30, "* ونصف": 30, "* والربع": 15, "* وربع": 15, "* إلا ربعا": -15,
      "* إلا ربع": -15, "* إلا الربع": -15,
    ],
    numbers: [
      "الواحدة": "1", "الثانية": "2", "الثالثة": "3", "الرابعة": "4", "الخامسة": "5",
      "السادسة": "6", "السابعة": "7", "الثامنة": "8", "التاسعة": "9", "العاشرة": "10",
      "الحادية عشرة": "11", "الثانية عشرة": "12",
    ],
    units: [
      "يوم": 86_400, "أيام": 86_400, "ساعة": 3_600, "ساعات": 3_600, "دقيقة": 60, "دقائق": 60,
      "أسبوع": 604_800, "أسابيع": 604_800,
    ],
    wholes: [
      "يوم": 86_400, "يومين": 172_800, "ساعة": 3_600, "ساعتين": 7_200, "دقيقة": 60,
      "دقيقتين": 120, "أسبوع": 604_800, "أسبوعين": 1_209_600, "نصف ساعة": 1_800,
    ],
    halves: ["* ونصف"], and: ["و"],
    dayExamples: "غدًا, 24 ديسمبر, +3d", timeExamples: "7:30 م, ظهرًا, 730")

  private static let hebrew = TypedWords(
    days: ["היום": 0, "מחר": 1, "אתמול": -1, "מחרתיים": 2, "שלשום": -2],
    now: ["עכשיו", "כעת"],
    times: ["צהריים": 720, "בצהריים": 720, "חצות": 0, "בחצות": 0],
    ahead: ["בעוד *", "עוד *"], ago: ["לפני *"], this: ["* הקרוב", "* הזה"],
    next: ["* הבא", "* הבאה"], last: ["* שעבר"],
    weekdays: [
      "ראשון": 0, "שני": 1, "שלישי": 2, "רביעי": 3, "חמישי": 4, "שישי": 5, "שבת": 6,
    ],
    beforeDay: ["ביום", "יום", "ב-", "ב"], joints: ["בשעה", "ב-", "ב", ","],
    parts: [
      "בבוקר": .am, "לפנה\"צ": .am, "לפני הצהריים": .am, "אחה\"צ": .pm, "אחר הצהריים": .pm,
      "בצהריים": .noon, "בערב": .evening, "בלילה": .night,
    ],
    quarters: ["* וחצי": 30, "* ורבע": 15, "רבע ל-*": -15, "רבע ל*": -15],
    numbers: ["חצי": "0.5"],
    units: [
      "יום": 86_400, "ימים": 86_400, "שעה": 3_600, "שעות": 3_600, "דקה": 60, "דקות": 60,
      "שנייה": 1, "שניות": 1, "שבוע": 604_800, "שבועות": 604_800,
    ],
    wholes: [
      "יום": 86_400, "יומיים": 172_800, "שעה": 3_600, "שעתיים": 7_200, "דקה": 60,
      "שבוע": 604_800, "שבועיים": 1_209_600,
    ],
    halves: ["* וחצי"],
    dayExamples: "מחר, 24 בדצמ׳, +3d", timeExamples: "19:30, צהריים, 730")

  private static let french = TypedWords(
    days: [
      "aujourd'hui": 0, "demain": 1, "hier": -1, "après-demain": 2, "apres-demain": 2,
      "après demain": 2, "avant-hier": -2, "avant hier": -2,
    ],
    now: ["maintenant"], times: ["midi": 720, "minuit": 0],
    ahead: ["dans *", "d'ici *"], ago: ["il y a *"], this: ["ce *"],
    next: ["* prochain"], last: ["* dernier", "* passé"],
    weeks: ["* de la semaine prochaine": 1], beforeDay: ["le"], joints: ["à", "a", "@", ","],
    parts: [
      "du matin": .am, "de l'après-midi": .pm, "de l'apres-midi": .pm, "du soir": .evening,
      "de la nuit": .night,
    ],
    hours: ["h", "heures", "heure"], minutes: ["min", "minutes", "mn"],
    quarters: [
      "* heures et demie": 30, "* heure et demie": 30, "* h et demie": 30, "* heures et quart": 15,
      "* heure et quart": 15, "* heures moins le quart": -15, "* heure moins le quart": -15,
    ],
    numbers: [
      "un": "1", "une": "1", "deux": "2", "trois": "3", "quatre": "4", "cinq": "5", "six": "6",
      "sept": "7", "huit": "8", "neuf": "9", "dix": "10", "onze": "11", "douze": "12",
      "demi": "0.5", "une demi": "0.5",
    ],
    wholes: ["demi-heure": 1_800, "une demi-heure": 1_800],
    halves: ["* et demie", "* et demi"], and: ["et"],
    dayExamples: "demain, 24 déc, +3d", timeExamples: "19h30, midi, 730")

  private static let spanish = TypedWords(
    days: [
      "hoy": 0, "mañana": 1, "ayer": -1, "pasado mañana": 2, "anteayer": -2, "antes de ayer": -2,
    ],
    now: ["ahora", "ahora mismo"],
    times: [
      "mediodía": 720, "mediodia": 720, "al mediodía": 720, "medianoche": 0, "a medianoche": 0,
    ],
    ahead: ["en *", "dentro de *"], ago: ["hace *"], this: ["este *"],
    next: ["próximo *", "proximo *", "el próximo *", "el proximo *", "* que viene"],
    last: ["* pasado", "el pasado *"], beforeDay: ["el"],
    joints: ["a las", "a la", "las", "la", "@", ","],
    parts: [
      "de la mañana": .am, "de la tarde": .pm, "de la noche": .night, "de la madrugada": .am,
    ],
    hours: ["h", "horas", "hora"], minutes: ["min", "minutos"],
    quarters: [
      "* y media": 30, "* y cuarto": 15, "* menos cuarto": -15,
    ],
    numbers: [
      "un": "1", "una": "1", "dos": "2", "tres": "3", "cuatro": "4", "cinco": "5", "seis": "6",
      "siete": "7", "ocho": "8", "nueve": "9", "diez": "10", "once": "11", "doce": "12",
      "media": "0.5",
    ],
    halves: ["* y media", "* y medio"], and: ["y"],
    dayExamples: "mañana, 24 dic, +3d", timeExamples: "19:30, mediodía, 730")
}
