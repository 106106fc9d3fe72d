public import Messages

/// Problems in the order they are found: the first ones up to a limit, and how many more there are.
///
/// Every reader and check reports through one, so that hostile input gives a short list.
public struct LimitedProblems<Problem> {
  /// The most problems that are listed unless said otherwise: 1,000.
  public static var standardLimit: Int { 1_000 }

  /// The most problems that are kept.
  public let limit: Int

  /// The first problems.
  public private(set) var kept: [Problem] = []

  /// How many problems were found after those that are kept.
  public private(set) var omitted = 0

  /// Makes an empty list.
  public init(limit: Int = standardLimit) {
    self.limit = limit
  }

  /// How many problems were found.
  public var count: Int { kept.count + omitted }

  /// Whether nothing was found.
  public var isEmpty: Bool { count == 0 }

  /// Adds a problem, which is made only if it is kept.
  public mutating func append(_ problem: @autoclosure () -> Problem) {
    if kept.count < limit { kept.append(problem()) } else { omitted += 1 }
  }

  /// Adds problems in their order.
  public mutating func append(contentsOf problems: some Sequence<Problem>) {
    for problem in problems { append(problem) }
  }

  /// Adds what another list has found.
  public mutating func append(contentsOf other: LimitedProblems) {
    append(contentsOf: other.kept)
    omitted += other.omitted
  }

  /// The same problems within a limit that is not above this one's.
  package func limited(to limit: Int) -> LimitedProblems {
    var result = LimitedProblems(limit: min(limit, self.limit))
    result.append(contentsOf: self)
    return result
  }

  /// What to say of the problems that are not listed; nil where all are.
  public var remark: Message? {
    omitted > 0 ? .moreProblems(count: omitted) : nil
  }
}

extension LimitedProblems: Sendable where Problem: Sendable {}
