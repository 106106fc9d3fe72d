import ICalendar
import Messages

/// The languages of the bundled widgets, which are those of all messages.
typealias WidgetLanguage = MessageLanguage

/// The phrases of the bundled widgets in each language.
extension WidgetLanguage {
  /// Selects one of six texts by language.
  private func pick(
    _ english: String, _ german: String, _ chinese: String, _ japanese: String, _ arabic: String,
    _ hebrew: String
  ) -> String {
    switch self {
    case .english: english
    case .german: german
    case .chinese: chinese
    case .japanese: japanese
    case .arabic: arabic
    case .hebrew: hebrew
    }
  }

  var afternoon: String { pick("PM", "PM", "下午", "午後", "م", "PM") }
  var forenoon: String { pick("AM", "AM", "上午", "午前", "ص", "AM") }
  /// Whether the half of the day comes before the time.
  var isHalfDayFirst: Bool { self == .chinese || self == .japanese }

  var unknownZone: String {
    pick(
      "unknown time zone", "unbekannte Zeitzone", "未知时区", "不明なタイムゾーン", "منطقة زمنية غير معروفة",
      "אזור זמן לא מוכר")
  }
  var noTimeZoneDatabase: String {
    pick(
      "The time zones of the system were not found; a short list is offered.",
      "Die Zeitzonen des Systems wurden nicht gefunden; zur Wahl steht eine kurze Liste.",
      "找不到系统时区，仅提供简短列表。",
      "システムのタイムゾーンが見つからないため、短い一覧を表示しています。",
      "لم يُعثر على المناطق الزمنية للنظام؛ تُعرض قائمة قصيرة.",
      "אזורי הזמן של המערכת לא נמצאו; מוצעת רשימה קצרה.")
  }

  var allDay: String { pick("All day", "Ganztägig", "全天", "終日", "طوال اليوم", "כל היום") }
  var untitled: String { pick("Untitled", "Ohne Titel", "无标题", "無題", "بلا عنوان", "ללא כותרת") }
  var nothing: String {
    pick(
      "Nothing coming up", "Nichts steht an", "没有日程", "予定はありません", "لا أحداث قادمة",
      "אין אירועים קרובים")
  }
  var noneChosen: String {
    pick(
      "No calendars chosen", "Keine Kalender gewählt", "未选择日历", "カレンダー未選択", "لم تُختر تقاويم",
      "לא נבחרו לוחות שנה")
  }
  var nextEvent: String {
    pick("Next event", "Nächster Termin", "下一个日程", "次の予定", "الحدث التالي", "האירוע הבא")
  }
  var clock: String { pick("City", "Stadt", "城市", "都市", "المدينة", "עיר") }
  var verse: String { pick("A verse", "Ein Vers", "一段诗", "詩", "بيت شعر", "בית שיר") }

  func events(_ count: Int) -> String {
    pick(
      count == 1 ? "1 event" : "\(count) events", count == 1 ? "1 Termin" : "\(count) Termine",
      "\(count)个日程", "\(count)件の予定", "الأحداث: \(count)",
      count == 1 ? "אירוע אחד" : "\(count) אירועים")
  }

  /// The number of problems in a calendar, and the first of them; nil if there are none.
  func problems(of calendar: CalendarFile) -> String? {
    calendar.problems.first.map {
      "\(problems(calendar.problems.count, in: calendar.file)) (\($0.line(in: self)))"
    }
  }

  func problems(_ count: Int, in file: String) -> String {
    pick(
      "\(count == 1 ? "1 problem" : "\(count) problems") in \(file)",
      "\(count == 1 ? "1 Problem" : "\(count) Probleme") in \(file)",
      "\(file)中有\(count)个问题", "\(file)に\(count)件の問題", "المشكلات في \(file): \(count)",
      count == 1 ? "בעיה אחת ב-\(file)" : "\(count) בעיות ב-\(file)")
  }

  func noCalendars(in folder: String) -> String {
    pick(
      "There are no .ics files in \(folder).", "In \(folder) sind keine .ics-Dateien.",
      "\(folder)中没有.ics文件。", "\(folder)に.icsファイルがありません。",
      "لا توجد ملفات .ics في \(folder).", "אין קובצי .ics ב-\(folder).")
  }

  func moreFiles(than limit: Int) -> String {
    pick(
      "Only the first \(limit) calendars are offered.",
      "Nur die ersten \(limit) Kalender stehen zur Wahl.",
      "仅提供前\(limit)个日历。", "最初の\(limit)個のカレンダーだけを表示しています。",
      "لا يُعرض من التقاويم إلا أول \(limit).", "מוצעים רק \(limit) לוחות השנה הראשונים.")
  }

  func missing(_ calendar: String) -> String {
    pick(
      "\(calendar): calendar not found", "\(calendar): Kalender nicht gefunden",
      "\(calendar)：找不到日历", "\(calendar)：カレンダーが見つかりません",
      "\(calendar): لم يُعثر على التقويم", "\(calendar): לוח השנה לא נמצא")
  }

  func early(_ count: Int) -> String {
    pick(
      "\(count) early events", "\(count) frühe Termine", "\(count)个早间日程", "早朝の予定\(count)件",
      "الأحداث المبكرة: \(count)", "\(count) אירועים מוקדמים")
  }

  func until(_ time: String) -> String {
    pick("until \(time)", "bis \(time)", "至\(time)", "\(time)まで", "حتى \(time)", "עד \(time)")
  }

  func within(_ duration: String) -> String {
    pick(
      "in the next \(duration)", "in den nächsten \(duration)", "未来\(duration)内",
      "今後\(duration)以内", "خلال \(duration)", "תוך \(duration)")
  }

  func ahead(_ duration: String) -> String {
    pick(
      "in \(duration)", "in \(duration)", "\(duration)后", "\(duration)後", "بعد \(duration)",
      "בעוד \(duration)")
  }

  func left(_ duration: String) -> String {
    pick(
      "\(duration) left", "noch \(duration)", "还剩\(duration)", "残り\(duration)", "بقي \(duration)",
      "נותרו \(duration)")
  }

  func dedication(_ name: String) -> String {
    pick("for \(name)", "für \(name)", "献给\(name)", "\(name)へ", "إلى \(name)", "עבור \(name)")
  }

  /// A duration in days, hours and minutes, without units that are zero.
  ///
  /// It has at most two units; less than a minute counts as one.
  func duration(_ seconds: Int) -> String {
    let minutes = max(1, seconds / 60)
    let parts = [minutes / 1440, minutes / 60 % 24, minutes % 60]
    let units = [
      pick(" d", " T", "天", "日", " ي", " י׳"), pick(" h", " Std.", "小时", "時間", " س", " שע׳"),
      pick(" min", " Min.", "分钟", "分", " د", " דק׳"),
    ]
    let named = zip(parts, units).drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
    return named.map { "\($0.0)\($0.1)" }.joined(separator: isHalfDayFirst ? "" : " ")
  }
}
