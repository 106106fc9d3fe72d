public import DefinitionFormats
import IntentModel
import JSONC
import Messages
public import WidgetTimeline

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
  ///   - limits: The limits for the text.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func read(
    _ bytes: [UInt8], source: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> Timeline {
    let problems = ProblemList(file: source, bytes: bytes, limits: limits)
    let timeline = problems.root().flatMap { root in
      root.object(Key.self).map { Self.timeline($0) }
    }
    guard let timeline, problems.isEmpty else { throw FormatErrors(problems.errors) }
    return timeline
  }

  /// Reads an entry, or a timeline, from which it returns the entry for a moment.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - now: The moment to show.
  ///   - source: The name of the source in messages.
  ///   - limits: The limits for the text.
  /// - Returns: The entry; nil for a timeline without entries.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func readSnapshot(
    _ bytes: [UInt8], at now: Date, source: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> TimelineEntry? {
    let problems = ProblemList(file: source, bytes: bytes, limits: limits)
    let entry = problems.root().flatMap { root in
      // A text with no member of either is read as a timeline, so that it has the same errors.
      let isTimeline = root.value.objectValue.map { object in
        object[Key.entries.rawValue] != nil
          || object[EntryKey.date.rawValue] == nil && object[EntryKey.title.rawValue] == nil
      }
      guard isTimeline == true else { return Self.entry(root) }
      let timeline = root.object(Key.self).map { Self.timeline($0) }?.sorted()
      return timeline?.present(at: now)
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    return entry
  }

  /// The properties of entries whose names differ from a known key in one letter, each name once.
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

  static func timeline(_ members: KeyedMembers<Key>) -> Timeline {
    _ = members.string(.schema)
    let nodes = members.required(.entries)?.elements ?? []
    let maximum = members.node.problems.limits.maximumItems
    if nodes.count > maximum {
      members[.entries]?.report(.tooMany(what: "entries", maximum: maximum))
    }
    return Timeline(
      entries: nodes.prefix(maximum).compactMap(entry),
      reload: members[.reload].flatMap(policy) ?? .atEnd)
  }

  static func entry(_ node: JSONNode) -> TimelineEntry? {
    guard let members = node.openObject(EntryKey.self) else { return nil }
    let date = members.required(.date).flatMap(date)
    let title = members.required(.title).flatMap(text)
    let content = EntryContent(
      title: title ?? EntryText([]), subtitle: members[.subtitle].flatMap(text),
      body: (members[.body]?.elements ?? []).compactMap(text), symbol: members.string(.symbol),
      gauge: members[.gauge].flatMap(gauge), image: members.string(.image),
      link: members.string(.link), links: links(members[.links]))
    let relevance = members[.relevance].flatMap(relevance)
    var properties = JSONObject()
    for member in members.object where EntryKey(rawValue: member.key) == nil {
      properties.append(key: member.key, value: member.value)
    }
    return date.map {
      TimelineEntry(date: $0, content: content, relevance: relevance, properties: properties)
    }
  }

  /// A text: a string, a live date, or an array of both.
  private static func text(_ node: JSONNode) -> EntryText? {
    switch node.value {
    case .array: EntryText((node.elements ?? []).compactMap(part))
    case .object: part(node).map { EntryText([$0]) }
    default: node.string.map { EntryText($0) }
    }
  }

  private static func part(_ node: JSONNode) -> EntryText.Part? {
    guard case .object = node.value else { return node.string.map { .text($0) } }
    guard let members = node.object(LiveDateKey.self) else { return nil }
    let style: LiveDateStyle? = members.required(.style)?.word("date style")
    guard let date = members.required(.date).flatMap(date), let style else { return nil }
    return .date(date, style)
  }

  private static func links(_ node: JSONNode?) -> [EntryLink] {
    (node?.elements ?? []).compactMap { element in
      guard let members = element.object(LinkKey.self),
        let label = members.required(.label)?.string, let url = members.required(.url)?.string
      else { return nil }
      return EntryLink(label: label, url: url)
    }
  }

  private static func date(_ node: JSONNode) -> Date? {
    guard let text = node.string else { return nil }
    if let date = ISO8601Date.date(of: text) { return date }
    node.report(.notADate(text))
    return nil
  }

  private static func gauge(_ node: JSONNode) -> Double? {
    guard let number = node.number else { return nil }
    if (0...1).contains(number) { return number }
    node.report(.outOfRange(what: "gauge", range: .betweenNumbers(lower: 0, upper: 1)))
    return nil
  }

  private static func relevance(_ node: JSONNode) -> TimelineEntryRelevance? {
    guard let members = node.object(RelevanceKey.self) else { return nil }
    let duration = members.number(.duration) ?? 0
    if duration < 0 {
      members[.duration]?.report(.outOfRange(what: "duration", range: "0 or more"))
    }
    return members.required(.score)?.number.map {
      TimelineEntryRelevance(score: $0, duration: duration)
    }
  }

  /// A policy: its name, or an object with its name and a date.
  private static func policy(_ node: JSONNode) -> TimelineReloadPolicy? {
    if case .string = node.value {
      let name: PolicyName? = node.word(.whatReloadPolicy)
      return name.flatMap { policy($0, date: nil, node) }
    }
    guard let members = node.object(PolicyKey.self),
      let name: PolicyName = members.required(.policy)?.word(.whatReloadPolicy)
    else { return nil }
    if name != .after, let date = members[.date] {
      date.reportKey(.unknownMember(PolicyKey.date.rawValue, choices: [PolicyKey.policy.rawValue]))
    }
    return policy(name, date: members[.date].flatMap(date), node, hasDate: members[.date] != nil)
  }

  private static func policy(
    _ name: PolicyName, date: Date?, _ node: JSONNode, hasDate: Bool = false
  ) -> TimelineReloadPolicy? {
    switch name {
    case .atEnd: return .atEnd
    case .never: return .never
    case .after:
      if !hasDate { node.report(.missingMember(PolicyKey.date.rawValue)) }
      return date.map { .after($0) }
    }
  }
}
