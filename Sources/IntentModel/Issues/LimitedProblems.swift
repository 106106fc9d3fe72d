package import Messages

/// The first problems up to a limit, in the order in which they are found, and the number of the
/// others.
///
/// All readers and checks report their problems in this type, so that hostile input results only in
/// a short list.
package struct LimitedProblems<Problem> {
  /// The default limit.
  package static var standardLimit: Int { 1_000 }

  /// The maximum number of problems that are kept.
  package let limit: Int

  /// The first problems.
  package private(set) var kept: [Problem] = []

  /// The number of problems that were not kept.
  package private(set) var omitted = 0

  /// Makes an empty list.
  package init(limit: Int = standardLimit) {
    self.limit = limit
  }

  /// The number of problems that were found.
  package var count: Int { kept.count + omitted }

  /// Whether no problems were found.
  package var isEmpty: Bool { count == 0 }

  /// Adds a problem, which is created only if it is kept.
  package mutating func append(_ problem: @autoclosure () -> Problem) {
    if kept.count < limit { kept.append(problem()) } else { omitted += 1 }
  }

  /// Adds problems in order.
  package mutating func append(contentsOf problems: some Sequence<Problem>) {
    for problem in problems { append(problem) }
  }

  /// Adds the problems from another list.
  package mutating func append(contentsOf other: LimitedProblems) {
    append(contentsOf: other.kept)
    omitted += other.omitted
  }

  /// The same problems with a given limit, or with this list's limit if that is lower.
  package func limited(to limit: Int) -> LimitedProblems {
    var result = LimitedProblems(limit: min(limit, self.limit))
    result.append(contentsOf: self)
    return result
  }

  /// The message about the problems that are not listed; nil if all are listed.
  package var remark: Message? {
    omitted > 0 ? "… and \(omitted, "more problem", "more problems")." : nil
  }
}

extension LimitedProblems: Sendable where Problem: Sendable {}
