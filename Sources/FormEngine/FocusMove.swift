/// A move of the focus or of a highlight.
public enum FocusMove: Sendable, Hashable {
  /// To the next position, or from the last one to the first.
  case next
  /// To the previous position, or from the first one to the last.
  case previous
  /// To the first position.
  case first
  /// To the last position.
  case last
  /// Down by this many positions, such as one page; up if the number is negative.
  case by(Int)
}

extension FocusMove {
  /// The position after the move; `next` and `previous` wrap around at the ends.
  func position(from current: Int, count: Int) -> Int {
    guard count > 0 else { return 0 }
    switch self {
    case .next: return (current + 1) % count
    case .previous: return (current + count - 1) % count
    case .first: return 0
    case .last: return count - 1
    case .by(let steps): return Self.position(steps, from: current, last: count - 1)
    }
  }

  /// The position after a number of steps, clamped to the range from 0 to the last position.
  static func position(_ count: Int, from current: Int, last: Int) -> Int {
    min(last, max(0, current + min(last, max(-last, count))))
  }
}
