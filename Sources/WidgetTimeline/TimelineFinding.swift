public import IntentModel

/// Something that stands against a timeline: what, at which entry, and the way out.
public struct TimelineFinding: Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, each with what its sentence needs.
  public enum Reason: Sendable, Hashable {
    /// There is no entry.
    case empty
    /// The entry lies before the one in front of it.
    case unsorted
    /// The entry is over before it could be seen.
    case neverShown
    /// The entry comes too soon after the one before it; the distance is in seconds.
    case tooClose(seconds: Double)
    /// The timeline reloads at its end, and the end is past.
    case endsInThePast
    /// The date after which to reload is past.
    case reloadInThePast
    /// The score is not a number, or the duration is negative or not a number.
    case relevance(part: String, value: String)
    /// The gauge is not between 0 and 1.
    case gauge(value: String)
    /// The family has one tap target only; the number of links is told.
    case linksNotForFamily(count: Int, family: WidgetFamily)
    /// The link is no URL.
    case notAURL(String)
  }

  /// The entry, by its place as the provider gave it, from 0; nil for the whole timeline.
  public var entry: Int?

  /// What is wrong.
  public var reason: Reason

  /// Makes a finding.
  public init(_ reason: Reason, entry: Int? = nil) {
    self.reason = reason
    self.entry = entry
  }

  /// The rule in one word with hyphens, stable for scripts.
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
    }
  }

  /// What is wrong, as one sentence.
  public var sentence: String {
    switch reason {
    case .empty: "The timeline has no entries."
    case .unsorted: "The entry lies before the one in front of it."
    case .neverShown: "The entry is over before now, so nobody sees it."
    case .tooClose(let seconds):
      "The entry comes \(Self.words(seconds)) after the one before it; the least is 5 minutes."
    case .endsInThePast: "The timeline reloads at its end, and its last entry is not after now."
    case .reloadInThePast: "The date after which to reload is past."
    case .relevance(let part, let value): "The \(part) of the relevance is \(value)."
    case .gauge(let value): "The gauge is \(value); a gauge is between 0 and 1."
    case .linksNotForFamily(let count, let family):
      "The entry has \(count == 1 ? "a link" : "\(count) links") on parts, and "
        + "\(family.rawValue) is one tap target."
    case .notAURL(let text): "The link is \"\(text.harmless(limit: 80))\", which is no URL."
    }
  }

  /// What to do about it, as one sentence.
  public var remedy: String {
    switch reason {
    case .empty: "Give at least one entry, dated now."
    case .unsorted: "Sort the entries by date; they are shown sorted."
    case .neverShown: "Leave it out; only the last entry up to now is shown."
    case .tooClose: "Leave out the less important of the two."
    case .endsInThePast: "Add entries to come, or reload after a date."
    case .reloadInThePast: "Give a date to come, or reload at the end."
    case .relevance(let part, _):
      part == "score" ? "Give a number." : "Give 0 or more seconds."
    case .gauge: "Divide by the whole before giving it."
    case .linksNotForFamily: "Use \"link\" for the whole; links on parts begin at systemMedium."
    case .notAURL: "Give a scheme and escape every part, as WidgetURL does."
    }
  }

  /// The whole of the finding in one line.
  public var description: String {
    let place = entry.map { "$.entries[\($0)]" } ?? "$"
    return "\(place): \(sentence) \(remedy) [\(code)]"
  }

  private static func words(_ seconds: Double) -> String {
    let whole = Int(seconds)
    if whole < 60 { return whole == 1 ? "1 second" : "\(whole) seconds" }
    let rest = whole % 60 == 0 ? "" : " \(whole % 60) s"
    return "\(whole / 60) min\(rest)"
  }
}
