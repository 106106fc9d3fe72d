import Messages
public import DefinitionFormats
public import WidgetTimeline
import JSONC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TimelineJSON {
  /// Reads a timeline; the entries stay in the order of the text.
  ///
  /// Entries that are not in the order of their dates are no error here: checking a timeline reports
  /// them, and whoever shows it sorts.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - source: The name of the file or the program in messages.
  ///   - limits: What the text may cost.
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

  /// Reads one entry, as for a snapshot.
  ///
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func readEntry(
    _ bytes: [UInt8], source: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> TimelineEntry {
    let problems = ProblemList(file: source, bytes: bytes, limits: limits)
    let entry = problems.root().flatMap { Self.entry($0) }
    guard let entry, problems.isEmpty else { throw FormatErrors(problems.errors) }
    return entry
  }

  static func timeline(_ members: KeyedMembers<Key>) -> Timeline {
    let nodes = members.required(.entries)?.elements ?? []
    let maximum = members.node.problems.limits.maximumItems
    if nodes.count > maximum {
      members[.entries]?.report(.tooMany(what: .whatEntries, maximum: maximum))
    }
    return Timeline(
      entries: nodes.prefix(maximum).compactMap(entry),
      policy: members[.reload].flatMap(policy) ?? .atEnd)
  }

  private static func entry(_ node: JSONNode) -> TimelineEntry? {
    guard let members = node.object(EntryKey.self) else { return nil }
    let date = members.required(.date).flatMap(date)
    let title = members.required(.title)?.string
    let content = EntryContent(
      title: title ?? "", subtitle: members.string(.subtitle),
      body: members[.body]?.strings ?? [], symbol: members.string(.symbol),
      gauge: members[.gauge].flatMap(gauge), image: members.string(.image),
      link: members.string(.link), links: links(members[.links]))
    let relevance = members[.relevance].flatMap(relevance)
    return date.map { TimelineEntry(date: $0, content: content, relevance: relevance) }
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
    node.report(.outOfRange(what: .whatGauge, range: .betweenNumbers(lower: 0, upper: 1)))
    return nil
  }

  private static func relevance(_ node: JSONNode) -> TimelineEntryRelevance? {
    guard let members = node.object(RelevanceKey.self) else { return nil }
    let duration = members.number(.duration) ?? 0
    if duration < 0 {
      members[.duration]?.report(.outOfRange(what: .whatDuration, range: .zeroOrMore))
    }
    return members.required(.score)?.number.map {
      TimelineEntryRelevance(score: $0, duration: duration)
    }
  }

  /// A policy: its name, or an object with a date.
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
