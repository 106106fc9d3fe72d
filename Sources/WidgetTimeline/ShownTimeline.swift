#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decides which entry of a widget is on the screen at a moment.
///
/// All interfaces use it.
///
/// Each entry of the current timeline appears at its date, never earlier. Before the first entry,
/// the entries of the previous timeline stay, or, if there are none, the provider's placeholder.
public struct ShownTimeline: Sendable, Hashable {
  /// The provider's placeholder, which is shown before all entries.
  public let placeholder: TimelineEntry

  /// The timeline before the current one, sorted by date; nil if there was none.
  public private(set) var last: Timeline?

  /// The current timeline, sorted by date; nil before the first one.
  public private(set) var timeline: Timeline?

  /// Makes the state of a widget.
  ///
  /// - Parameters:
  ///   - placeholder: The provider's placeholder.
  ///   - last: The timeline before the current one; nil if there was none.
  ///   - timeline: The current timeline; nil before the first one.
  public init(placeholder: TimelineEntry, last: Timeline? = nil, timeline: Timeline? = nil) {
    self.placeholder = placeholder
    self.last = last?.sorted()
    self.timeline = timeline?.sorted()
  }

  /// Replaces the current timeline at a moment.
  ///
  /// The replaced timeline becomes the previous one. If none of its entries has begun, the timeline
  /// before it stays the previous one.
  public mutating func install(_ new: Timeline, at moment: Date) {
    if let timeline, timeline.entry(at: moment) != nil { last = timeline }
    timeline = new.sorted()
  }

  /// The entry on the screen at a moment.
  public func entry(at moment: Date) -> TimelineEntry {
    timeline?.entry(at: moment) ?? last?.entry(at: moment) ?? placeholder
  }

  /// Whether only the placeholder is on the screen at a moment.
  public func isPlaceholder(at moment: Date) -> Bool {
    timeline?.entry(at: moment) == nil && last?.entry(at: moment) == nil
  }

  /// The next moment at which another entry appears on the screen; nil if there is none.
  public func nextChange(after moment: Date) -> Date? {
    let next = timeline?.nextChange(after: moment)
    guard timeline?.entry(at: moment) == nil else { return next }
    return [next, last?.nextChange(after: moment)].compactMap(\.self).min()
  }
}
