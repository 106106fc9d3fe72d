public import IntentModel
public import JSONC

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// When a new timeline is asked for.
public enum TimelineReloadPolicy: Sendable, Hashable {
  /// After the date of the last entry.
  case atEnd

  /// Not before a date, which may lie before the last entry.
  case after(Date)

  /// Only when something asks for it.
  case never

  /// The date from which a reload is due; nil for never.
  ///
  /// A timeline without entries that reloads at its end is due at once.
  public func nextReload(after entries: [TimelineEntry], now: Date) -> Date? {
    switch self {
    case .atEnd: entries.map(\.date).max() ?? now
    case .after(let date): date
    case .never: nil
    }
  }
}

/// How much an entry deserves to be seen, compared with the other entries of the same widget.
public struct TimelineEntryRelevance: Sendable, Hashable {
  /// The score; more than 0 is worth rotating to.
  public var score: Double

  /// For how many seconds the score holds; 0 means until the next entry with a relevance.
  public var duration: Double

  /// Makes a relevance.
  public init(score: Double, duration: Double = 0) {
    self.score = score
    self.duration = duration
  }
}

/// What an entry shows, as data that any surface can draw.
public struct EntryContent: Sendable, Hashable {
  /// The most important line.
  public var title: EntryText

  /// The line below it.
  public var subtitle: EntryText?

  /// Further lines in order.
  public var body: [EntryText]

  /// The name of a symbol.
  public var symbol: String?

  /// A share of a whole, from 0 to 1.
  public var gauge: Double?

  /// The name of an image.
  public var image: String?

  /// Where a tap on the whole leads, as a URL: WidgetKit's `widgetURL`.
  public var link: String?

  /// Where taps on parts lead; only families with several tap targets have them.
  public var links: [EntryLink]

  /// Makes the content of an entry of texts that stay as they are.
  public init(
    title: String, subtitle: String? = nil, body: [String] = [], symbol: String? = nil,
    gauge: Double? = nil, image: String? = nil, link: String? = nil, links: [EntryLink] = []
  ) {
    self.init(
      title: EntryText(title), subtitle: subtitle.map { EntryText($0) },
      body: body.map { EntryText($0) }, symbol: symbol, gauge: gauge, image: image, link: link,
      links: links)
  }

  /// Makes the content of an entry of texts in which dates may count.
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

  /// The same with every live date written by a function, for one moment of drawing.
  public func drawn(_ write: (Date, LiveDateStyle) -> String) -> EntryContent {
    var content = self
    content.title = title.drawn(write)
    content.subtitle = subtitle?.drawn(write)
    content.body = body.map { $0.drawn(write) }
    return content
  }

  /// When a drawing of the content is out of date next; nil when it stays true.
  public func nextTick(after now: Date) -> Date? {
    ([title, subtitle].compactMap { $0 } + body).compactMap { $0.nextTick(after: now) }.min()
  }
}

/// What a widget shows from a date on.
public struct TimelineEntry: Sendable, Hashable {
  /// The date from which the entry is shown.
  public var date: Date

  /// What it shows.
  public var content: EntryContent

  /// How much it deserves to be seen; nil for no opinion.
  public var relevance: TimelineEntryRelevance?

  /// What else its author wants to give to whoever draws it, by name; nothing here reads it.
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

/// What a widget shows over time, and when to ask again.
public struct Timeline: Sendable, Hashable {
  /// The entries in the order of their dates.
  public var entries: [TimelineEntry]

  /// When a new timeline is asked for.
  public var policy: TimelineReloadPolicy

  /// Makes a timeline.
  public init(entries: [TimelineEntry], policy: TimelineReloadPolicy) {
    self.entries = entries
    self.policy = policy
  }

  /// The date from which a reload is due; nil for never.
  public func nextReload(now: Date) -> Date? { policy.nextReload(after: entries, now: now) }

  /// The same with the entries in the order of their dates; equal dates stay as they were.
  public func sorted() -> Timeline {
    var timeline = self
    timeline.entries = entries.enumerated().sorted {
      ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
    }.map(\.element)
    return timeline
  }

  /// The entry that is on screen at a date: the last one not after it; nil before the first.
  ///
  /// The entries have to be in the order of their dates. Of equal dates the last is shown.
  public func entry(at date: Date) -> TimelineEntry? {
    let next = firstIndex(after: date)
    return next > 0 ? entries[next - 1] : nil
  }

  /// The entry to show at a date: the one that is on screen, and before the first entry that one; nil where
  /// there are none.
  ///
  /// The entries have to be in the order of their dates.
  package func present(at date: Date) -> TimelineEntry? { entry(at: date) ?? entries.first }

  /// The date at which what is on screen changes next; nil when nothing comes after a date.
  ///
  /// The entries have to be in the order of their dates.
  public func nextChange(after date: Date) -> Date? {
    let next = firstIndex(after: date)
    return next < entries.count ? entries[next].date : nil
  }

  /// The index of the first entry after a date, by halving.
  func firstIndex(after date: Date) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].date <= date { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Timeline {
  /// The least distance of two entries in seconds: five minutes ("Keeping a widget up to date").
  public static let leastSpacing = 300.0

  /// Everything that stands against the timeline as its provider gave it; empty for a good one.
  ///
  /// What is wrong hinders nothing: the entries are shown all the same, sorted.
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

  /// What is wrong with the dates, looked at in their order.
  private func dateFindings(now: Date) -> [TimelineFinding] {
    let order = entries.indices.sorted { (entries[$0].date, $0) < (entries[$1].date, $1) }
    return zip(order, order.dropFirst()).compactMap { former, latter in
      let distance = entries[latter].date.timeIntervalSince(entries[former].date)
      if entries[latter].date <= now { return TimelineFinding(.neverShown, entry: former) }
      // The entry of the present may end soon: it began before now.
      guard distance < Self.leastSpacing, entries[former].date >= now else { return nil }
      return TimelineFinding(.tooClose(seconds: distance), entry: latter)
    }
  }

  private func policyFindings(now: Date) -> [TimelineFinding] {
    guard let reload = nextReload(now: now), reload <= now else { return [] }
    return [TimelineFinding(policy == .atEnd ? .endsInThePast : .reloadInThePast)]
  }
}

extension TimelineEntry {
  fileprivate func findings(for family: WidgetFamily) -> [TimelineFinding.Reason] {
    var found: [TimelineFinding.Reason] = []
    if let relevance {
      if !relevance.score.isFinite {
        found.append(.relevance(part: "score", value: "\(relevance.score)"))
      }
      if !(relevance.duration >= 0 && relevance.duration.isFinite) {
        found.append(.relevance(part: "duration", value: "\(relevance.duration)"))
      }
    }
    if let gauge = content.gauge, !(0...1).contains(gauge) {
      found.append(.gauge(value: "\(gauge)"))
    }
    if !content.links.isEmpty, !family.hasSeveralTapTargets {
      found.append(.linksNotForFamily(count: content.links.count, family: family))
    }
    let urls = [content.link].compactMap { $0 } + content.links.map(\.url)
    return found + urls.filter { !WidgetURL.isURL($0) }.map { .notAURL($0) }
  }
}
