import IntentModel

/// What an intent says about the verses.
extension VerseIntent {
  /// The seconds between two verses; from 15 minutes to 24 hours.
  var intervalSeconds: Int { bounded(interval, 900...86_400) }

  /// How bold a verse is, from 0 to 1.
  var weight: Double { bounded(emphasis, 0...1, standard: 0.5) }

  /// The time of day of the first verse, in seconds.
  var firstSecond: Int { firstVerse?.secondOfDay ?? 7 * 3600 }

  /// The person to whom the verses are dedicated; nil for nobody.
  var dedicatee: String? {
    let name = isDedicated ? dedication?.clipped(to: 60) ?? "" : ""
    return name.isEmpty ? nil : name
  }

  /// The symbol of an emphasis: the bolder the verse, the fuller.
  var symbol: String {
    switch weight {
    case ..<0.34: "quote.opening"
    case ..<0.67: "text.quote"
    default: "quote.bubble.fill"
    }
  }
}

extension VerseCollection {
  /// The verses; each is two lines.
  var verses: [[String]] {
    let text =
      switch self {
      case .morning: Self.morningText
      case .sea: Self.seaText
      case .work: Self.workText
      }
    return text.split(separator: "\n\n").map { $0.split(separator: "\n").map(String.init) }
  }

  /// The verse of a slot of a day.
  ///
  /// The order is the same each time. A day begins nine verses after the day before: of thirteen
  /// verses that reaches every one, and none follows itself over night for any usual interval.
  func verse(day: Int, slot: Int) -> [String] {
    let verses = verses
    let index = (day * 9 + slot) % verses.count
    return verses[index < 0 ? index + verses.count : index]
  }
}
