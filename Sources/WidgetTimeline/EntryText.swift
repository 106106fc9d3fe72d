#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The style of a date in an entry's text, named as in WidgetKit's `Text.DateStyle`.
public enum LiveDateStyle: String, Sendable, Hashable, CaseIterable {
  /// The time until or since the date, in two units, such as `2 h 23 min`.
  case relative
  /// The time until or since the date, in one unit and with a sign, such as `+2 h`.
  case offset
  /// A clock that counts down to or up from the date, such as `36:59:01`.
  case timer
  /// The day, such as `21 Nov 2026`.
  case date
  /// The time of day, such as `14:05`.
  case time
}

/// An entry's text, which can contain live dates.
///
///     let text: EntryText = "Departs in \(departure, style: .timer)"
///
/// A text without live dates can be a string literal.
public struct EntryText: Sendable, Hashable {
  /// A piece of a text.
  public enum Part: Sendable, Hashable {
    /// Fixed text.
    case text(String)
    /// A date that is formatted when the text is drawn.
    case date(Date, LiveDateStyle)
  }

  /// The pieces in order; adjacent texts are joined, and none is empty.
  public private(set) var parts: [Part] = []

  /// Makes a fixed text.
  public init(_ text: String) {
    append(.text(text))
  }

  /// Makes a text from pieces; adjacent texts are joined.
  public init(_ parts: [Part]) {
    for part in parts { append(part) }
  }

  /// Whether the text has no pieces.
  public var isEmpty: Bool { parts.isEmpty }

  /// The text with every date formatted by a function; the result has no live dates.
  public func drawn(_ write: (Date, LiveDateStyle) -> String) -> EntryText {
    EntryText(
      parts.map { part in
        if case .date(let date, let style) = part { .text(write(date, style)) } else { part }
      })
  }

  /// The next time at which a drawing of the text is out of date; nil for never.
  public func nextTick(after now: Date) -> Date? {
    parts.compactMap { part in
      if case .date(let date, let style) = part {
        LiveInterval(from: now, to: date).nextTick(of: style)
      } else {
        nil
      }
    }.min()
  }

  private mutating func append(_ part: Part) {
    guard case .text(let text) = part else {
      parts.append(part)
      return
    }
    if text.isEmpty { return }
    if case .text(let before)? = parts.last {
      parts[parts.count - 1] = .text(before + text)
    } else {
      parts.append(part)
    }
  }

  /// Whether the text equals a string and has no live dates.
  public static func == (text: EntryText, signs: String) -> Bool { text == EntryText(signs) }
}

extension EntryText: CustomStringConvertible {
  /// The text with its live dates in ISO 8601.
  public var description: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .date(let date, _): date.formatted(.iso8601)
      }
    }.joined()
  }
}

extension EntryText: ExpressibleByStringInterpolation {
  /// Makes a fixed text.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Makes a text from a literal with interpolated values.
  public init(stringInterpolation: StringInterpolation) {
    self.init(stringInterpolation.parts)
  }

  /// Accepts texts, dates with a style, and any other value, which is shown by its description.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Makes an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends fixed text.
    public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    /// Appends another text with its live dates.
    public mutating func appendInterpolation(_ text: EntryText) { parts += text.parts }

    /// Appends a live date, which is formatted when the text is drawn.
    public mutating func appendInterpolation(_ date: Date, style: LiveDateStyle) {
      parts.append(.date(date, style))
    }

    /// Appends the description of a value.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }
  }
}

/// The time between a moment and a date, counted as live texts count it.
///
/// The time until the date is rounded up, and the time since the date is rounded down. For example,
/// `0:05` means that the date is up to five seconds away. The text changes only at a whole number
/// of units from the date, or where a smaller unit begins.
public struct LiveInterval: Sendable, Hashable {
  /// The moment at which the text is drawn.
  public let now: Date

  /// The date to or from which the style counts.
  public let date: Date

  /// Makes the interval from a moment to a date.
  public init(from now: Date, to date: Date) {
    self.now = now
    self.date = date
  }

  /// Whether the date is in the future.
  public var isAhead: Bool { date > now }

  /// The length as a multiple of `unit` seconds, rounded to a whole number.
  public func count(of unit: Double) -> Double {
    let units = date.timeIntervalSince(now).magnitude / unit
    return units.rounded(isAhead ? .up : .down)
  }

  /// The units that a style can show as the smallest one, in descending order.
  ///
  /// Each has the minimum length in seconds for which it is used.
  private static func units(of style: LiveDateStyle) -> [(unit: Double, least: Double)] {
    switch style {
    case .timer: [(1, 0)]
    case .relative: [(3_600, 86_400), (60, 3_600), (1, 0)]
    case .offset: [(86_400, 86_400), (3_600, 3_600), (60, 60), (1, 0)]
    case .date, .time: []
    }
  }

  private func step(of style: LiveDateStyle) -> (unit: Double, least: Double)? {
    let seconds = count(of: 1)
    return Self.units(of: style).first { seconds >= $0.least }
  }

  /// The smallest unit that a style shows for this length, in seconds; nil for a style that does
  /// not count.
  public func unit(of style: LiveDateStyle) -> Double? { step(of: style)?.unit }

  /// The next time at which the text in a style changes; nil for a style that does not count.
  public func nextTick(of style: LiveDateStyle) -> Date? {
    guard let (unit, least) = step(of: style) else { return nil }
    let passed = (now.timeIntervalSince(date) / unit).rounded(.down)
    let tick = date.addingTimeInterval((passed + 1) * unit)
    // A countdown changes to the next smaller unit when one second less than `least` remains.
    return isAhead && least > 0 ? min(tick, date.addingTimeInterval(1 - least)) : tick
  }
}
