public import IntentModel
public import Messages

/// A problem with a timeline: the rule, the entry and the remedy.
public struct TimelineFinding: Sendable, Hashable, CustomStringConvertible {
  /// The problems, with the values that their sentences need.
  public enum Reason: Sendable, Hashable {
    /// There are no entries.
    case empty
    /// The date of the entry is before that of the previous entry.
    case unsorted
    /// The entry ends before it can be seen.
    case neverShown
    /// The entry follows the previous one too soon; the distance is in seconds.
    case tooClose(seconds: Double)
    /// The timeline reloads at its end, and its end is in the past.
    case endsInThePast
    /// The date after which to reload is in the past.
    case reloadInThePast
    /// The score is not finite, or the duration is negative or not finite.
    case relevance(part: String, value: String)
    /// The gauge is not between 0 and 1.
    case gauge(value: String)
    /// The family has only one tap target; the count is the number of links.
    case linksNotForFamily(count: Int, family: WidgetFamily)
    /// The link is not a URL.
    case notAURL(String)
    /// A key of the entry is treated as a property, but is one letter away from a key that is
    /// shown.
    case mistypedKey(String, nearest: String)
  }

  /// The index of the entry as returned by the provider, from 0; nil for the whole timeline.
  public var entry: Int?

  /// The problem.
  public var reason: Reason

  /// Makes a finding.
  public init(_ reason: Reason, entry: Int? = nil) {
    self.reason = reason
    self.entry = entry
  }

  /// The rule as words with hyphens, stable for scripts.
  public var code: String {
    switch reason {
    case .empty: "timeline-empty"
    case .unsorted: "entries-unsorted"
    case .neverShown: "entry-never-shown"
    case .tooClose: "entries-too-close"
    case .endsInThePast: "ends-in-the-past"
    case .reloadInThePast: "reload-in-the-past"
    case .relevance: "relevance-out-of-range"
    case .gauge: "gauge-out-of-range"
    case .linksNotForFamily: "links-not-for-family"
    case .notAURL: "link-not-a-url"
    case .mistypedKey: "mistyped-key"
    }
  }

  /// The problem, as one sentence.
  public var message: Message {
    switch reason {
    case .empty: "The timeline has no entries."
    case .unsorted: "The entry is dated before the one that precedes it."
    case .neverShown: "The entry ends before now, so it is never shown."
    case .tooClose(let seconds):
      "The entry comes \(Self.words(seconds)) after the one before it; the minimum is 5 minutes."
    case .endsInThePast: "The timeline reloads at its end, but its last entry is not after now."
    case .reloadInThePast: "The reload date is in the past."
    case .relevance(let part, let value):
      part == "score" ? "The relevance score is \(value)." : "The relevance duration is \(value)."
    case .gauge(let value): "The gauge is \(value); a gauge is between 0 and 1."
    case .linksNotForFamily(let count, let family):
      """
      The entry has \(count, one: "a link", other: "# links") on parts, but \(family.rawValue) \
      is one tap target.
      """
    case .notAURL(let text): "The link “\(name: text, limit: 80)” is not a URL."
    case .mistypedKey(let name, _): "The entry has the key “\(name: name)”, which is never shown."
    }
  }

  /// The remedy, as one sentence.
  public var advice: Message {
    switch reason {
    case .empty: "Give at least one entry, dated now."
    case .unsorted: "Sort the entries by date; they are shown sorted."
    case .neverShown: "Leave it out; only the last entry up to now is shown."
    case .tooClose: "Leave out the less important of the two."
    case .endsInThePast: "Add entries in the future, or reload after a date."
    case .reloadInThePast: "Give a date in the future, or reload at the end."
    case .relevance(let part, _): part == "score" ? "Give a number." : "Give 0 or more seconds."
    case .gauge: "Give the value divided by the whole."
    case .linksNotForFamily:
      "Use “link” for the whole widget; links on parts need systemMedium or larger."
    case .notAURL: "Give a scheme and escape every part, as WidgetURL does."
    case .mistypedKey(_, let nearest): .didYouMean(name: nearest)
    }
  }

  /// The problem, as one sentence in English.
  public var sentence: String { message.text() }

  /// The remedy, as one sentence in English.
  public var remedy: String { advice.text() }

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
