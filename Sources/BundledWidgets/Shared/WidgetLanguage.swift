/// The languages that the shipped widgets speak.
enum WidgetLanguage: CaseIterable {
  case english, german, chinese, japanese

  /// The language for a BCP 47 tag; English for one that is not spoken, traditional Chinese too.
  init(locale: String) {
    let parts = locale.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
    let isTraditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
    switch parts.first {
    case "de": self = .german
    case "zh" where !isTraditional: self = .chinese
    case "ja": self = .japanese
    default: self = .english
    }
  }

  /// A date on a row, such as `Sat 21 Nov`.
  func shortDate(_ date: CivilDate) -> String {
    switch self {
    case .english: "\(weekday(date)) \(date.day) \(month(date).prefix(3))"
    case .german: "\(weekday(date)) \(date.day). \(shortGermanMonth(date))"
    case .chinese: "\(date.month)月\(date.day)日 \(weekday(date))"
    case .japanese: "\(date.month)月\(date.day)日(\(weekday(date)))"
    }
  }

  /// A date in full, such as `Saturday, 21 November 2026`.
  func longDate(_ date: CivilDate) -> String {
    let weekday = longWeekdays[date.weekday.rawValue]
    return switch self {
    case .english: "\(weekday), \(date.day) \(month(date)) \(date.year)"
    case .german: "\(weekday), \(date.day). \(month(date)) \(date.year)"
    case .chinese: "\(date.year)年\(date.month)月\(date.day)日 \(weekday)"
    case .japanese: "\(date.year)年\(date.month)月\(date.day)日\(weekday)"
    }
  }

  /// The short name of a day of the week, such as `Sat`.
  func weekday(_ date: CivilDate) -> String {
    let index = date.weekday.rawValue
    return switch self {
    case .english: String(longWeekdays[index].prefix(3))
    case .german: String(longWeekdays[index].prefix(2))
    case .chinese: "周" + ["一", "二", "三", "四", "五", "六", "日"][index]
    case .japanese: String(longWeekdays[index].prefix(1))
    }
  }

  private var longWeekdays: [String] {
    switch self {
    case .english:
      ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    case .german:
      ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
    case .chinese: ["星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"]
    case .japanese: ["月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"]
    }
  }

  private func month(_ date: CivilDate) -> String {
    let english = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let german = [
      "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
      "Oktober", "November", "Dezember",
    ]
    return (self == .german ? german : english)[date.month - 1]
  }

  /// Duden leaves the names of up to four letters whole and shortens `September` to `Sept`.
  private func shortGermanMonth(_ date: CivilDate) -> String {
    let name = month(date)
    if name.count <= 4 { return name }
    return String(name.prefix(name == "September" ? 4 : 3))
  }
}
