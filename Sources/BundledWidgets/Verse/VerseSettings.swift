import IntentModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ParameterKey<String> {
  static var collection: Self { Self("collection") }
  static var dedication: Self { Self("dedication") }
}

extension ParameterKey<Double> {
  static var interval: Self { Self("interval") }
}

extension ParameterKey<DateComponents> {
  static var firstVerse: Self { Self("firstVerse") }
}

extension ParameterKey<Bool> {
  static var isDedicated: Self { Self("isDedicated") }
}

/// What an intent says about the verses.
struct VerseSettings: Hashable {
  /// The collection they are from.
  var collection = VerseCollection.morning
  /// The seconds between two verses; from 15 minutes to 24 hours.
  var interval = 3 * 3600
  /// How bold a verse is, from 0 to 1.
  var emphasis = 0.5
  /// The time of day of the first verse, in seconds.
  var firstVerse = 7 * 3600
  /// For whom the verses are; nil for nobody.
  var dedication: String?

  /// The settings of a sample.
  init() {}

  /// Reads an intent.
  init(_ intent: Intent) {
    collection = intent[.collection].flatMap(VerseCollection.init) ?? .morning
    interval = Int(bounded(intent[.interval], 900...86_400, standard: 10_800))
    emphasis = bounded(intent[.emphasis], 0...1, standard: 0.5)
    firstVerse = intent[.firstVerse]?.secondOfDay ?? 7 * 3600
    let name = intent[.dedication]?.clipped(to: 60) ?? ""
    dedication = (intent[.isDedicated] ?? false) && !name.isEmpty ? name : nil
  }

  /// The symbol of an emphasis: the bolder the verse, the fuller.
  var symbol: String {
    switch emphasis {
    case ..<0.34: "quote.opening"
    case ..<0.67: "text.quote"
    default: "quote.bubble.fill"
    }
  }
}

/// A collection of verses, by the name its case has in the intent definition.
enum VerseCollection: String, CaseIterable {
  case morning, sea, work

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
