/// The names of months and days of the week in a language, and the separators in its dates.
///
/// The names follow CLDR 46, but without points after English and German abbreviations.
struct DateNames {
  /// The names of the months, from January.
  let months: [String]
  /// The short names of the months, from January.
  let shortMonths: [String]
  /// The names of the days of the week, from Sunday.
  let weekdays: [String]
  /// The short names of the days of the week, from Sunday.
  let shortWeekdays: [String]
  /// The text after the number of a day.
  var dayEnd = ""
  /// The text between a day and a month, and between a month and a year.
  var between = " "
  /// The text before the name of a month that follows a day.
  var beforeMonth = ""
  /// The text between the name of the day of the week and the date.
  var afterWeekday = ", "
  /// Whether this text also follows a short name of the day of the week.
  var alwaysSeparatesWeekday = false

  /// The names in a language; nil if its dates are in numbers or there is no table for it.
  init?(language: String, region: String) {
    switch language {
    case "en": self = Self.english
    case "de": self = Self.german
    case "fr": self = Self.french
    case "es": self = Self.spanish
    case "it": self = Self.italian
    case "pt": self = Self.portuguese
    case "nl": self = Self.dutch
    case "ar": self = Self.arabic(region)
    case "he": self = Self.hebrew
    default: return nil
    }
  }

  private init(
    months: String, shortMonths: String, weekdays: String, shortWeekdays: String,
    dayEnd: String = "", between: String = " ", beforeMonth: String = "",
    afterWeekday: String = ", ", alwaysSeparatesWeekday: Bool = false
  ) {
    // An underscore stands for a space within a name.
    func names(_ text: String) -> [String] {
      text.split(separator: " ").map { String($0.replacing("_", with: " ")) }
    }
    self.months = names(months)
    self.shortMonths = names(shortMonths)
    self.weekdays = names(weekdays)
    self.shortWeekdays = names(shortWeekdays)
    self.dayEnd = dayEnd
    self.between = between
    self.beforeMonth = beforeMonth
    self.afterWeekday = afterWeekday
    self.alwaysSeparatesWeekday = alwaysSeparatesWeekday
  }

  private static let english = DateNames(
    months: """
      January February March April May June July August September October November December
      """,
    shortMonths: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    weekdays: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday",
    shortWeekdays: "Sun Mon Tue Wed Thu Fri Sat")

  /// Following Duden, names of up to four letters are not abbreviated.
  private static let german = DateNames(
    months: """
      Januar Februar März April Mai Juni Juli August September Oktober November Dezember
      """,
    shortMonths: "Jan Feb März Apr Mai Juni Juli Aug Sept Okt Nov Dez",
    weekdays: "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag",
    shortWeekdays: "So Mo Di Mi Do Fr Sa", dayEnd: ".")

  private static let french = DateNames(
    months: """
      janvier février mars avril mai juin juillet août septembre octobre novembre décembre
      """,
    shortMonths: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    weekdays: "dimanche lundi mardi mercredi jeudi vendredi samedi",
    shortWeekdays: "dim. lun. mar. mer. jeu. ven. sam.", afterWeekday: " ")

  private static let spanish = DateNames(
    months: """
      enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
      """,
    shortMonths: "ene feb mar abr may jun jul ago sept oct nov dic",
    weekdays: "domingo lunes martes miércoles jueves viernes sábado",
    shortWeekdays: "dom lun mar mié jue vie sáb", between: " de ")

  private static let italian = DateNames(
    months: """
      gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
      """,
    shortMonths: "gen feb mar apr mag giu lug ago set ott nov dic",
    weekdays: "domenica lunedì martedì mercoledì giovedì venerdì sabato",
    shortWeekdays: "dom lun mar mer gio ven sab", afterWeekday: " ")

  private static let portuguese = DateNames(
    months: """
      janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
      """,
    shortMonths: "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
    weekdays: """
      domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado
      """,
    shortWeekdays: "dom. seg. ter. qua. qui. sex. sáb.", between: " de ")

  private static let dutch = DateNames(
    months: """
      januari februari maart april mei juni juli augustus september oktober november december
      """,
    shortMonths: "jan feb mrt apr mei jun jul aug sep okt nov dec",
    weekdays: "zondag maandag dinsdag woensdag donderdag vrijdag zaterdag",
    shortWeekdays: "zo ma di wo do vr za", afterWeekday: " ")

  /// Arabic has no short names, and the names of the months depend on the region.
  private static func arabic(_ region: String) -> DateNames {
    let months =
      switch region {
      case "IQ", "JO", "LB", "PS", "SY":
        """
        كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول
        """
      case "DZ", "TN":
        "جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر"
      case "MA": "يناير فبراير مارس أبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر"
      case "MR": "يناير فبراير مارس إبريل مايو يونيو يوليو أغشت شتمبر أكتوبر نوفمبر دجمبر"
      default: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"
      }
    let weekdays = "الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت"
    return DateNames(
      months: months, shortMonths: months, weekdays: weekdays, shortWeekdays: weekdays,
      afterWeekday: "، ", alwaysSeparatesWeekday: true)
  }

  private static let hebrew = DateNames(
    months: "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
    shortMonths: "ינו׳ פבר׳ מרץ אפר׳ מאי יוני יולי אוג׳ ספט׳ אוק׳ נוב׳ דצמ׳",
    weekdays: "יום_ראשון יום_שני יום_שלישי יום_רביעי יום_חמישי יום_שישי יום_שבת",
    shortWeekdays: "יום_א׳ יום_ב׳ יום_ג׳ יום_ד׳ יום_ה׳ יום_ו׳ שבת", beforeMonth: "ב",
    alwaysSeparatesWeekday: true)
}

/// The signs of a language that writes dates as numbers with signs, and its days of the week.
struct DateSigns {
  /// The signs after a year, a month and a day.
  let year: String, month: String, day: String
  /// The text between these parts.
  let between: String
  /// The names of the days of the week, from Sunday.
  let weekdays: [String]
  /// The short names of the days of the week, from Sunday.
  let shortWeekdays: [String]
  /// The text between a date and the name of its day of the week.
  let beforeWeekday: String
  /// The text before and after a short name of a day of the week that follows a date.
  let aroundShortWeekday: (String, String)

  /// The signs of a language; nil if there is no table for it.
  init?(language: String, isTraditional: Bool) {
    switch language {
    case "ja":
      (year, month, day, between) = ("年", "月", "日", "")
      shortWeekdays = "日月火水木金土".map(String.init)
      weekdays = shortWeekdays.map { $0 + "曜日" }
      (beforeWeekday, aroundShortWeekday) = ("", ("(", ")"))
    case "zh":
      (year, month, day, between) = ("年", "月", "日", "")
      let names = "日一二三四五六".map(String.init)
      weekdays = names.map { "星期" + $0 }
      shortWeekdays = names.map { (isTraditional ? "週" : "周") + $0 }
      (beforeWeekday, aroundShortWeekday) = (" ", (" ", ""))
    case "ko":
      (year, month, day, between) = ("년", "월", "일", " ")
      shortWeekdays = "일월화수목금토".map(String.init)
      weekdays = shortWeekdays.map { $0 + "요일" }
      (beforeWeekday, aroundShortWeekday) = (" ", (" (", ")"))
    default: return nil
    }
  }
}
