public import IntentModel
import IntentOptions
public import JSONC
package import Messages
import Zones

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The rule for when a new timeline is requested.
public enum TimelineReloadPolicy: Sendable, Hashable {
  /// After the date of the last entry.
  case atEnd

  /// Not before a given date, which may be before the last entry.
  case after(Date)

  /// Only on request.
  case never

  /// The date at which a reload is due; nil for never.
  ///
  /// A timeline without entries that reloads at its end is due immediately.
  public func nextReload(after entries: [TimelineEntry], now: Date) -> Date? {
    switch self {
    case .atEnd: entries.map(\.date).max() ?? now
    case .after(let date): date
    case .never: nil
    }
  }
}

/// The importance of an entry compared with the other entries of the same widget.
public struct TimelineEntryRelevance: Sendable, Hashable {
  /// The score; a score above 0 is worth rotating to.
  public var score: Double

  /// How long the score is in effect; zero means until the next entry with a relevance.
  public var duration: Duration

  /// Makes a relevance.
  public init(score: Double, duration: Duration = .zero) {
    self.score = score
    self.duration = duration
  }
}

/// The content of an entry, as data that any surface can draw.
public struct EntryContent: Sendable, Hashable {
  /// The most important line.
  public var title: EntryText

  /// The line below it.
  public var subtitle: EntryText?

  /// Further lines, in order.
  public var body: [EntryText]

  /// The name of a symbol.
  public var symbol: String?

  /// A fraction of a whole, within the range ``gauges``.
  public var gauge: Double?

  /// The range of the values of a gauge.
  package static let gauges: ClosedRange<Double> = 0...1

  /// The name of an image.
  public var image: String?

  /// What a tap on the widget opens, as a URL: WidgetKit's `widgetURL`.
  public var link: String?

  /// What taps on parts of the widget open; used only in families with several tap targets.
  public var links: [EntryLink]

  /// Makes the content of an entry from fixed texts.
  public init(
    title: String, subtitle: String? = nil, body: [String] = [], symbol: String? = nil,
    gauge: Double? = nil, image: String? = nil, link: String? = nil, links: [EntryLink] = []
  ) {
    self.init(
      title: EntryText(title), subtitle: subtitle.map { EntryText($0) },
      body: body.map { EntryText($0) }, symbol: symbol, gauge: gauge, image: image, link: link,
      links: links)
  }

  /// Makes the content of an entry from texts that can contain live dates.
  public init(
    title: EntryText, subtitle: EntryText? = nil, body: [EntryText] = [], symbol: String? = nil,
    gauge: Double? = nil, image: String? = nil, link: String? = nil, links: [EntryLink] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.symbol = symbol
    self.gauge = gauge
    self.image = image
    self.link = link
    self.links = links
  }

  /// The title and the subtitle on one line, as the inline family shows them.
  package var inline: String {
    [title, subtitle].compactMap { $0?.description }.filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// The gauge in percent, from 0 to 100; nil if there is none or it is not finite.
  package var percentage: Int? {
    guard let gauge, gauge.isFinite else { return nil }
    let shown = min(max(gauge, Self.gauges.lowerBound), Self.gauges.upperBound)
    return Int((shown * 100).rounded())
  }

  /// The content with every live date formatted by a function, for drawing it at one moment.
  public func drawn(_ write: (Date, LiveDateStyle) -> String) -> EntryContent {
    var content = self
    content.title = title.drawn(write)
    content.subtitle = subtitle?.drawn(write)
    content.body = body.map { $0.drawn(write) }
    return content
  }

  /// The next time at which a drawing of the content is out of date; nil for never.
  public func nextTick(after now: Date) -> Date? {
    ([title, subtitle].compactMap { $0 } + body).compactMap { $0.nextTick(after: now) }.min()
  }
}

/// The content of a widget, starting at a date.
public struct TimelineEntry: Sendable, Hashable {
  /// The date from which the entry is shown.
  public var date: Date

  /// The content that it shows.
  public var content: EntryContent

  /// Its relevance in a smart stack; nil if unspecified.
  public var relevance: TimelineEntryRelevance?

  /// Additional values by name, for whatever draws the entry; not used here.
  public var properties: JSONObject

  /// Makes an entry.
  public init(
    date: Date, content: EntryContent, relevance: TimelineEntryRelevance? = nil,
    properties: JSONObject = JSONObject()
  ) {
    self.date = date
    self.content = content
    self.relevance = relevance
    self.properties = properties
  }
}

/// The content of a widget over time, and the rule for its next reload.
public struct Timeline: Sendable, Hashable {
  /// The entries, which should be sorted by date: see ``sorted()``.
  public var entries: [TimelineEntry]

  /// The rule for when a new timeline is requested.
  public var reload: TimelineReloadPolicy

  /// Why a fallback provided the timeline; nil if the widget's own provider did.
  ///
  /// The notice is shown to people; stored timelines do not contain it.
  package var notice: Message?

  /// Problems with the values of parameters, by parameter name, such as a last day before the first
  /// one.
  ///
  /// A service's page shows them in the form, in the rows of the parameters; stored timelines do
  /// not contain them.
  package var remarks: [String: Message] = [:]

  /// Makes a timeline.
  public init(entries: [TimelineEntry], reload: TimelineReloadPolicy) {
    self.entries = entries
    self.reload = reload
  }

  /// The date at which a reload is due; nil for never.
  public func nextReload(now: Date) -> Date? { reload.nextReload(after: entries, now: now) }

  /// The timeline with its entries sorted by date; entries with equal dates keep their order.
  public func sorted() -> Timeline {
    var timeline = self
    timeline.entries = entries.enumerated().sorted {
      ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
    }.map(\.element)
    return timeline
  }

  /// The entry on screen at a date: the last one that is not after the date; nil before the first
  /// one.
  ///
  /// The entries must be sorted by date. If several entries have the same date, the last one is
  /// shown.
  public func entry(at date: Date) -> TimelineEntry? {
    let next = firstIndex(after: date)
    return next > 0 ? entries[next - 1] : nil
  }

  /// The entry to show at a date: the entry on screen, or else the first one; nil if there are no
  /// entries.
  ///
  /// The entries must be sorted by date.
  package func present(at date: Date) -> TimelineEntry? { entries(from: date).first }

  /// The entry to show at a date and all later ones, without the past entries of a timeline that
  /// was made earlier.
  ///
  /// The entries must be sorted by date.
  package func entries(from date: Date) -> ArraySlice<TimelineEntry> {
    entries[max(0, firstIndex(after: date) - 1)...]
  }

  /// The next date at which the entry on screen changes; nil if there is none after the date.
  ///
  /// The entries must be sorted by date.
  public func nextChange(after date: Date) -> Date? {
    let next = firstIndex(after: date)
    return next < entries.count ? entries[next].date : nil
  }

  /// The index of the first entry after a date, found by binary search.
  func firstIndex(after date: Date) -> Int {
    entries.partitionIndex { $0.date > date }
  }
}

extension Timeline {
  /// The minimum time in seconds between two entries, from Apple's "Keeping a widget up to date".
  ///
  /// An entry with different content can follow sooner if it is at a full minute, because a clock
  /// would otherwise show a wrong time.
  package static let leastSpacing = 300

  /// All problems in the timeline as its provider returned it; empty if there are none.
  ///
  /// The problems are only reported: the entries are still shown, in sorted order.
  public func findings(for family: WidgetFamily, now: Date) -> [TimelineFinding] {
    guard !entries.isEmpty else { return [TimelineFinding(.empty)] }
    let order = zip(entries, entries.dropFirst()).enumerated().compactMap { index, pair in
      pair.1.date < pair.0.date ? TimelineFinding(.unsorted, entry: index + 1) : nil
    }
    let contents = entries.enumerated().flatMap { index, entry in
      entry.findings(for: family).map { TimelineFinding($0, entry: index) }
    }
    return order + dateFindings(now: now) + contents + policyFindings(now: now)
  }

  /// The problems with the dates, checked in date order.
  private func dateFindings(now: Date) -> [TimelineFinding] {
    let order = entries.indices.sorted { (entries[$0].date, $0) < (entries[$1].date, $1) }
    return zip(order, order.dropFirst()).compactMap { former, latter in
      let distance = entries[latter].date.timeIntervalSince(entries[former].date)
      if entries[latter].date <= now { return TimelineFinding(.neverShown, entry: former) }
      // The current entry may end soon, because it began before now.
      guard distance < Double(Self.leastSpacing), entries[former].date >= now else { return nil }
      if entries[latter].isAtFullMinute, entries[latter].content != entries[former].content {
        return nil
      }
      return TimelineFinding(.tooClose(seconds: distance), entry: latter)
    }
  }

  private func policyFindings(now: Date) -> [TimelineFinding] {
    guard let next = nextReload(now: now), next <= now else { return [] }
    return [TimelineFinding(reload == .atEnd ? .endsInThePast : .reloadInThePast)]
  }
}

extension TimelineEntry {
  fileprivate var isAtFullMinute: Bool {
    date.timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 60) == 0
  }

  fileprivate func findings(for family: WidgetFamily) -> [TimelineFinding.Reason] {
    var found: [TimelineFinding.Reason] = []
    if let relevance {
      if !relevance.score.isFinite {
        found.append(.relevance(part: TimelineFinding.Reason.score, value: "\(relevance.score)"))
      }
      if relevance.duration < .zero {
        let seconds = relevance.duration.inSeconds
        found.append(.relevance(part: "duration", value: "\(seconds)"))
      }
    }
    if let gauge = content.gauge, !EntryContent.gauges.contains(gauge) {
      found.append(.gauge(value: "\(gauge)"))
    }
    if !content.links.isEmpty, !family.hasSeveralTapTargets {
      found.append(.linksNotForFamily(count: content.links.count, family: family))
    }
    return found + linkFindings
  }

  /// The links that `open` refuses, because they are not URLs.
  fileprivate var linkFindings: [TimelineFinding.Reason] {
    let urls = [content.link].compactMap { $0 } + content.links.map(\.url)
    return urls.filter { !WidgetURL.isURL($0) }.map { .notAURL($0) }
  }
}

extension Timeline {
  /// The problems with links, which do not depend on the date or the family.
  package var linkFindings: [TimelineFinding] {
    entries.enumerated().flatMap { index, entry in
      entry.linkFindings.map { TimelineFinding($0, entry: index) }
    }
  }
}
