public import IntentModel
public import Messages

/// A problem with a timeline: the rule, the entry and the remedy.
public struct TimelineFinding: StatedProblem, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of problem, with the values that their sentences need.
  public enum Reason: Sendable, Hashable {
    /// There are no entries.
    case empty
    /// The date of the entry is before that of the previous entry.
    case unsorted
    /// The entry ends before anyone can see it.
    case neverShown
    /// The entry follows the previous one too soon; the distance is in seconds.
    case tooClose(seconds: Double)
    /// The timeline reloads at its end, and its end is in the past.
    case endsInThePast
    /// The date after which to reload is in the past.
    case reloadInThePast
    /// The score is not finite, or the duration, which is in seconds, is negative.
    case relevance(part: String, value: String)
    /// The gauge is out of its range.
    case gauge(value: String)
    /// The family has only one tap target; the value is the number of links.
    case linksNotForFamily(count: Int, family: WidgetFamily)
    /// The link is not a URL.
    case notAURL(String)
    /// A key in the entry is treated as a property, but differs by only one letter from a key that
    /// is shown.
    case mistypedKey(String, nearest: String)

    /// The name of the score as a part of a relevance.
    static let score = "score"
  }

  /// The index of the entry in the provider's timeline, from 0; nil for the whole timeline.
  public var entry: Int?

  /// The problem.
  public var reason: Reason

  /// Makes a finding.
  public init(_ reason: Reason, entry: Int? = nil) {
    self.reason = reason
    self.entry = entry
  }

  /// The code, the problem and the remedy.
  public var statement: ProblemStatement {
    switch reason {
    case .empty:
      .init("timeline-empty", "The timeline has no entries.", "Give at least one entry, dated now.")
    case .unsorted:
      .init(
        "entries-unsorted",
        "The entry is dated before the one that precedes it.",
        "Sort the entries by date; they are shown sorted.")
    case .neverShown:
      .init(
        "entry-never-shown",
        "The entry ends before now, so it is never shown.",
        "Leave it out; only the last entry up to now is shown.")
    case .tooClose(let seconds):
      .init(
        "entries-too-close",
        """
        The entry comes \(Self.words(seconds)) after the one before it; the minimum is \
        \(Timeline.leastSpacing / 60) minutes.
        """,
        "Leave out the less important of the two.")
    case .endsInThePast:
      .init(
        "ends-in-the-past",
        "The timeline reloads at its end, but its last entry is not after now.",
        "Add entries in the future, or reload after a date.")
    case .reloadInThePast:
      .init(
        "reload-in-the-past",
        "The reload date is in the past.",
        "Give a date in the future, or reload at the end.")
    case .relevance(let part, let value):
      .init(
        "relevance-out-of-range",
        part == Reason.score
          ? "The relevance score is \(value)." : "The relevance duration is \(value).",
        part == Reason.score ? "Give a number." : "Give 0 or more seconds.")
    case .gauge(let value):
      .init(
        "gauge-out-of-range",
        """
        The gauge is \(value); a gauge is between \(Int(EntryContent.gauges.lowerBound)) and \
        \(Int(EntryContent.gauges.upperBound)).
        """,
        "Give the value divided by the whole.")
    case .linksNotForFamily(let count, let family):
      .init(
        "links-not-for-family",
        """
        The entry has \(count, one: "a link", other: "# links") on parts, but \(family.rawValue) \
        has only one tap target.
        """,
        """
        Use “link” for the whole widget; links on parts need \
        \(WidgetFamily.smallestWithLinks.rawValue) or larger.
        """)
    case .notAURL(let text):
      .init(
        "link-not-a-url",
        "The link “\(name: text, limit: 80)” is not a URL.",
        "Give a scheme and escape every part, as WidgetURL does.")
    case .mistypedKey(let name, let nearest):
      .init(
        "mistyped-key",
        "The entry has the key “\(name: name)”, which is never shown.",
        .didYouMean(name: nearest))
    }
  }

  /// The whole finding on one line, in English.
  public var description: String { line(at: place).text() }

  /// The whole finding on one line, after the name of the widget.
  package func line(of widget: String) -> Message { line(at: "\(widget): \(place)") }

  private var place: String { entry.map { "$.entries[\($0)]" } ?? "$" }

  private func line(at place: String) -> Message {
    .placed(place: place, sentences: [message, advice, .verbatim("[\(code)]")])
  }

  private static func words(_ seconds: Double) -> Message {
    let whole = Int(seconds)
    if whole < 60 { return "\(whole, "second", "seconds")" }
    if whole % 60 == 0 { return "\(whole / 60) min" }
    return "\(whole / 60) min \(whole % 60) s"
  }
}
