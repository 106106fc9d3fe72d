import IntentModel
import Zones

/// The intent's settings for the verses.
extension VerseIntent {
  /// The interval between two verses, in seconds and within the allowed range.
  var intervalSeconds: Int { bounded(interval, 900...CivilDateTime.secondsPerDay) }

  /// The emphasis of the verses: see ``emphasisWeight(_:standard:)``.
  var weight: Double { emphasisWeight(emphasis, standard: Self().emphasis) }

  /// The time of day of the first verse, in seconds.
  var firstSecond: Int { firstVerse?.secondOfDay ?? 7 * 3600 }

  /// The person to whom the verses are dedicated; nil if there is none.
  var dedicatee: String? {
    let name = isDedicated ? dedication?.clipped() ?? "" : ""
    return name.isEmpty ? nil : name
  }

  /// The symbol for the emphasis: the greater the emphasis, the fuller the symbol.
  var symbol: String {
    switch weight {
    case ..<0.34: "quote.opening"
    case ..<0.67: "text.quote"
    default: "quote.bubble.fill"
    }
  }
}

extension VerseCollection {
  /// The verses, each with two lines.
  var verses: [[String]] {
    let text =
      switch self {
      case .morning: Self.morningText
      case .sea: Self.seaText
      case .work: Self.workText
      }
    return text.split(separator: "\n\n").map { $0.split(separator: "\n").map(String.init) }
  }

  /// The verse for a slot in a day.
  ///
  /// The order is always the same. The step from one day to the next has no common factor with the
  /// number of verses, so every verse is reached. No verse repeats overnight at any usual interval.
  func verse(day: Int, slot: Int) -> [String] {
    let verses = verses
    let index = (day * 9 + slot) % verses.count
    return verses[index < 0 ? index + verses.count : index]
  }
}
