import IntentModel
import JSONC
public import JSONCodings
import Messages
public import WidgetTimeline
import Zones

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TimelineJSON {
  /// Reads a timeline; the entries stay in the order of the text.
  ///
  /// Entries that are not in date order are not an error here: a check of the timeline reports
  /// them, and the display sorts them.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - source: The name of the file or program in messages.
  ///   - limits: The limits for the text; more than ``maximumEntries`` entries are never accepted.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func read(
    _ bytes: [UInt8], source: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> Timeline {
    let problems = try counted(bytes, source: source, limits)
    let timeline = problems.root().flatMap(TimelineCodings(.utc).timeline.read)
    guard let timeline, problems.isEmpty else { throw FormatErrors(problems.errors) }
    return timeline
  }

  /// Reads an entry; if the text is a timeline, returns the entry for a point in time.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - now: The moment to show.
  ///   - source: The name of the source in messages.
  ///   - limits: The limits for the text; more than ``maximumEntries`` entries are never accepted.
  /// - Returns: The entry; nil for a timeline without entries.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func readSnapshot(
    _ bytes: [UInt8], at now: Date, source: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> TimelineEntry? {
    let problems = try counted(bytes, source: source, limits)
    let entry = problems.root().flatMap { root in
      // A text with the members of neither an entry nor a timeline is read as a timeline, for
      // consistent errors.
      let isTimeline = root.value.objectValue.map { object in
        object[Key.entries.rawValue] != nil
          || object[EntryKey.date.rawValue] == nil && object[EntryKey.title.rawValue] == nil
      }
      let forms = TimelineCodings(.utc)
      guard isTimeline == true else { return forms.entry.read(root) }
      return forms.timeline.read(root)?.sorted().present(at: now)
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    return entry
  }

  /// The text to read, if it has at most ``maximumEntries`` entries; they are counted before any
  /// entry is made.
  private static func counted(
    _ bytes: [UInt8], source: String, _ limits: FormatLimits
  ) throws(FormatErrors) -> ProblemList {
    var limits = limits
    limits.maximumItems = min(limits.maximumItems, maximumEntries)
    try ItemCounter.check(
      bytes, source: source, limits, what: "entries",
      at: [(nil, JSONPointer(member: Key.entries.rawValue))])
    return ProblemList(file: source, bytes: bytes, limits: limits)
  }

  /// The properties of entries whose keys differ from a known key in one letter; each key once.
  ///
  /// They can be intentional, so they are only remarks.
  public static func mistypedKeys(in timeline: Timeline) -> [TimelineFinding] {
    let known = EntryKey.allCases.map(\.rawValue)
    var seen = Set<String>()
    return timeline.entries.enumerated().flatMap { index, entry in
      entry.properties.compactMap { property -> TimelineFinding? in
        guard seen.count < 100, seen.insert(property.key).inserted else { return nil }
        return nearestName(to: property.key, among: known, atMost: 1).map {
          TimelineFinding(.mistypedKey(property.key, nearest: $0), entry: index)
        }
      }
    }
  }
}
