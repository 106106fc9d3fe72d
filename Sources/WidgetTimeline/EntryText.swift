#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How a date in a text of an entry is shown, as WidgetKit's `Text.DateStyle` names it.
public enum LiveDateStyle: String, Sendable, Hashable, CaseIterable {
  /// The time to or since the date in two units, such as `2 h 23 min`.
  case relative
  /// The time to or since the date in one unit with its sign, such as `+2 h`.
  case offset
  /// A clock that counts to or from the date, such as `36:59:01`.
  case timer
  /// The day, such as `21 Nov 2026`.
  case date
  /// The time of day, such as `14:05`.
  case time
}

/// A text of an entry, in which dates may count by themselves.
///
///     let text: EntryText = "Departs in \(departure, style: .timer)"
///
/// A text without such dates is written as a string literal.
public struct EntryText: Sendable, Hashable {
  /// A piece of a text.
  public enum Part: Sendable, Hashable {
    /// Signs that stay.
    case text(String)
    /// A date that is written for the moment of drawing.
    case date(Date, LiveDateStyle)
  }

  /// The pieces in order; no two texts stand side by side, and none is empty.
  public private(set) var parts: [Part] = []

  /// Makes a text that stays as it is.
  public init(_ text: String) {
    append(.text(text))
  }

  /// Makes a text of pieces; texts side by side become one.
  public init(_ parts: [Part]) {
    for part in parts { append(part) }
  }

  /// Whether nothing is shown.
  public var isEmpty: Bool { parts.isEmpty }

  /// Whether the text has a date that is written for the moment of drawing.
  public var isLive: Bool {
    parts.contains { if case .date = $0 { true } else { false } }
  }

  /// The text with every date written by a function; the result is not live.
  public func drawn(_ write: (Date, LiveDateStyle) -> String) -> EntryText {
    EntryText(
      parts.map { part in
        if case .date(let date, let style) = part { .text(write(date, style)) } else { part }
      })
  }

  /// When a drawing of the text is out of date next; nil when it stays true.
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

  /// Whether the text is these signs and has no live date.
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
  /// Makes a text that stays as it is.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Makes a text of a literal with values in it.
  public init(stringInterpolation: StringInterpolation) {
    self.init(stringInterpolation.parts)
  }

  /// Takes texts, dates with a style, and any other value by its description.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Makes an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends signs that stay.
    public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    /// Appends another text with its live dates.
    public mutating func appendInterpolation(_ text: EntryText) { parts += text.parts }

    /// Appends a date that is written for the moment of drawing.
    public mutating func appendInterpolation(_ date: Date, style: LiveDateStyle) {
      parts.append(.date(date, style))
    }

    /// Appends a value by its description.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }
  }
}

/// The time from a moment to a date as live texts count it: to the date rounded up, since it down.
///
/// So `0:05` is shown for the last five seconds, and every change falls on a whole unit from the
/// date, or on the second that is the first of a smaller unit.
public struct LiveInterval: Sendable, Hashable {
  /// The moment.
  public let now: Date

  /// The date that is counted to or from.
  public let date: Date

  /// Makes the interval from a moment to a date.
  public init(from now: Date, to date: Date) {
    self.now = now
    self.date = date
  }

  /// Whether the date is still to come.
  public var isAhead: Bool { date > now }

  /// The length in whole multiples of a number of seconds.
  public func count(of unit: Double) -> Double {
    let units = date.timeIntervalSince(now).magnitude / unit
    return units.rounded(isAhead ? .up : .down)
  }

  /// The units of a style, from the largest on, each with the least seconds for which it is the
  /// smallest.
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

  /// The seconds to which a style counts at this length: its smallest unit; nil for one that does not
  /// count.
  public func unit(of style: LiveDateStyle) -> Double? { step(of: style)?.unit }

  /// When a style shows something else next; nil for a style that does not count.
  public func nextTick(of style: LiveDateStyle) -> Date? {
    guard let (unit, least) = step(of: style) else { return nil }
    let passed = (now.timeIntervalSince(date) / unit).rounded(.down)
    let tick = date.addingTimeInterval((passed + 1) * unit)
    // On the way to the date a smaller unit comes when a second less is left than this one needs.
    return isAhead && least > 0 ? min(tick, date.addingTimeInterval(1 - least)) : tick
  }
}
