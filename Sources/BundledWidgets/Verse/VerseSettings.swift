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
