// Verse.intents.swift
// Generated from the intent definition Verse. Change the definition, not this file.
// swift-format-ignore-file

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import IntentModel
import WidgetTimeline

/// Verse Collection
enum VerseCollection: String, TypedEnum {
  /// Morning
  case morning
  /// Sea
  case sea
  /// Work
  case work
}

/// Verse
///
/// A verse that changes through the day
struct VerseIntent: TypedIntent {
  /// The name of the intent in JSON and in the store.
  static let typeName = "VerseIntent"

  /// Collection
  ///
  /// The definition states the default `.morning`.
  var collection: VerseCollection

  /// Change every
  ///
  /// The definition states the default `.seconds(10800)`.
  var interval: Duration

  /// First verse at
  var firstVerse: DateComponents?

  /// Emphasis
  ///
  /// The definition states the default `0.5`.
  var emphasis: Double

  /// Dedicate
  ///
  /// The definition states the default `false`.
  var isDedicated: Bool

  /// For
  var dedication: String?

  /// Makes the intent with the defaults that the definition states.
  init() {
    collection = .morning
    interval = .seconds(10800)
    firstVerse = nil
    emphasis = 0.5
    isDedicated = false
    dedication = nil
  }

  /// Makes the intent from values; omitted parameters have their defaults.
  init(
    collection: VerseCollection = .morning,
    interval: Duration = .seconds(10800),
    firstVerse: DateComponents? = nil,
    emphasis: Double = 0.5,
    isDedicated: Bool = false,
    dedication: String? = nil
  ) {
    self.collection = collection
    self.interval = interval
    self.firstVerse = firstVerse
    self.emphasis = emphasis
    self.isDedicated = isDedicated
    self.dedication = dedication
  }

  /// Reads an intent.
  ///
  /// - Throws: `TypedIntentError` with all values that do not fit the definition.
  init(_ intent: Intent) throws(TypedIntentError) {
    var parameters = IntentParameters(intent, typeName: Self.typeName)
    self.collection = parameters.take("collection") ?? .morning
    self.interval = parameters.take("interval") ?? .seconds(10800)
    self.firstVerse = parameters.take("firstVerse")
    self.emphasis = parameters.take("emphasis") ?? 0.5
    self.isDedicated = parameters.take("isDedicated") ?? false
    self.dedication = parameters.take("dedication")
    try parameters.finish()
  }

  /// The intent for a family, without elements beyond the family's maximum.
  func intent(for family: WidgetFamily) -> Intent {
    var list = IntentParameterList()
    list.add("collection", self.collection)
    list.add("interval", self.interval)
    list.add("firstVerse", self.firstVerse)
    list.add("emphasis", self.emphasis)
    list.add("isDedicated", self.isDedicated)
    list.add("dedication", self.dedication)
    return Intent(
      typeName: Self.typeName, family: family, parameters: list.parameters)
  }

  /// The name of a property's parameter in forms and JSON.
  static func parameterName(of property: PartialKeyPath<VerseIntent>) -> String? {
    switch property {
      case \VerseIntent.collection: "collection"
      case \VerseIntent.interval: "interval"
      case \VerseIntent.firstVerse: "firstVerse"
      case \VerseIntent.emphasis: "emphasis"
      case \VerseIntent.isDedicated: "isDedicated"
      case \VerseIntent.dedication: "dedication"
      default: nil
    }
  }
}

/// Makes the timelines of widgets that VerseIntent configures.
nonisolated protocol VerseIntentTimelineProvider: TypedTimelineProvider
where Configuration == VerseIntent {}
