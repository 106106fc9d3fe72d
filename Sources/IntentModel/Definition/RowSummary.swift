import Messages

/// The rows of an App Intent and their order: its parameter summary.
///
/// An intent definition from Xcode has none, because its parameters have parents instead.
public indirect enum RowSummary: Sendable, Hashable {
  /// These rows, in this order.
  case rows(Rows)
  /// The first summary if the comparison holds, otherwise the second one; if `otherwise` is
  /// missing, nothing is shown in that case.
  case when(Condition.Comparison, RowSummary, otherwise: RowSummary?)
  /// The summary of the first case that applies; if `otherwise` is missing, nothing is shown when
  /// no case applies.
  case cases(Condition.Subject, [Case], otherwise: RowSummary?)
  /// A part that cannot be read.
  case unknown(UnknownPart)

  /// The rows of a summary.
  public struct Rows: Sendable, Hashable {
    /// The sentence, in which `${name}` stands for the value of a parameter; empty for none.
    public var sentence: LocalizedText
    /// The names of the parameters in the sentence, in order; their rows come first.
    public var inSentence: [String]
    /// The names of the other parameters, in order.
    public var others: [String]

    /// Makes rows.
    public init(
      sentence: LocalizedText = .none, inSentence: [String] = [], others: [String] = []
    ) {
      self.sentence = sentence
      self.inSentence = inSentence
      self.others = others
    }

    /// Whether the summary is empty, in which case all parameters have a row.
    public var isEverything: Bool { sentence == .none && inSentence.isEmpty && others.isEmpty }

    /// Whether there is a row for a parameter.
    func contains(_ name: String) -> Bool { inSentence.contains(name) || others.contains(name) }

    /// The names of the rows in order, each only once.
    public var names: [String] { (inSentence + others).firsts }
  }

  /// A case of a summary with several cases.
  public struct Case: Sendable, Hashable {
    /// The values for which the case applies.
    public var values: [IntentValue]
    /// The summary for these values.
    public var summary: RowSummary

    /// Makes a case.
    public init(values: [IntentValue], summary: RowSummary) {
      self.values = values
      self.summary = summary
    }
  }
}

extension RowSummary {
  /// A branch of the tree: the conditions that lead to it, and its rows.
  package struct Branch: Sendable, Hashable {
    /// The conditions that hold in the branch, outermost first.
    package var conditions: [Condition]
    /// The rows; nil for a part that cannot be read, and empty for a missing `otherwise`.
    package var rows: Rows?
    /// The part that cannot be read; nil for any other branch.
    package var unknown: UnknownPart?
    /// Whether the branch stands for a missing `otherwise`.
    package var isMissing = false
    /// The subject of the cases, if the branch stands for their missing `otherwise`; nil for other
    /// branches.
    package var missingCase: Condition.Subject?
  }

  /// The branches of the tree, in order.
  package var branches: [Branch] { branches(under: []) }

  private func branches(under path: [Condition]) -> [Branch] {
    switch self {
    case .rows(let rows): return [Branch(conditions: path, rows: rows)]
    case .unknown(let part): return [Branch(conditions: path, rows: nil, unknown: part)]
    case .when(let comparison, let shown, let otherwise):
      let question = Condition.comparison(comparison)
      return shown.branches(under: path + [question])
        + Self.branches(of: otherwise, under: path + [.not(question)])
    case .cases(let subject, let cases, let otherwise):
      let counts = Dictionary(cases.flatMap { Set($0.values).map { ($0, 1) } }, uniquingKeysWith: +)
      var before: [Condition] = []
      var known = Set<IntentValue>()
      var found: [Branch] = []
      for item in cases {
        let question = Self.question(subject, item)
        // Cases with different values exclude each other, so the condition of the case itself is
        // enough.
        let isRepeated = item.values.contains { counts[$0, default: 0] > 1 }
        let earlier = isRepeated ? before.map { Condition.not($0) } : []
        found += item.summary.branches(under: path + earlier + [question])
        // A case whose values have all occurred in earlier cases never applies.
        let new = item.values.filter { known.insert($0).inserted }
        if !new.isEmpty || item.values.isEmpty { before.append(question) }
      }
      let rest = cases.isEmpty ? [] : [Condition.not(.comparison(Self.all(subject, cases)))]
      let last = Self.branches(of: otherwise, under: path + rest).map { branch in
        var branch = branch
        if otherwise == nil { branch.missingCase = subject }
        return branch
      }
      return found + last
    }
  }

  private static func branches(
    of otherwise: RowSummary?, under path: [Condition]
  ) -> [Branch] {
    otherwise?.branches(under: path) ?? [Branch(conditions: path, rows: Rows(), isMissing: true)]
  }

  private static func question(_ subject: Condition.Subject, _ item: Case) -> Condition {
    .comparison(comparison(subject, item.values))
  }

  private static func all(_ subject: Condition.Subject, _ cases: [Case]) -> Condition.Comparison {
    comparison(subject, cases.flatMap(\.values))
  }

  /// The comparison for a case: whether the subject has one of its values.
  package static func comparison(
    _ subject: Condition.Subject, _ values: [IntentValue]
  ) -> Condition.Comparison {
    .init(subject: subject, comparison: values.count == 1 ? .equal : .oneOf, values: values)
  }

  /// The order of the rows.
  package struct Order: Sendable, Hashable {
    /// The names of the parameters with a row, each only once.
    package var names: [String]
    /// Whether each branch shows its rows in this order.
    package var isThatOfEachBranch: Bool
  }

  /// The order of all rows, which follows the order in each branch.
  ///
  /// Rows whose order no branch determines are in the order of their first occurrence in the tree.
  /// If two branches contradict each other, the first one counts.
  ///
  /// - Parameter declared: The names of all parameters, in order; these are the rows of an empty
  ///   summary and of a part that cannot be read.
  package func order(declared: [String]) -> Order {
    let shown = branches.filter { !$0.isMissing }
    let lists = shown.map { branch -> [String] in
      guard let rows = branch.rows, !rows.isEverything else { return declared }
      return rows.names
    }
    var rows = RowOrder()
    for name in lists.joined() { rows.add(name) }
    // A part that cannot be read does not affect the order.
    for list in Set(zip(shown, lists).filter { $0.0.rows != nil }.map(\.1)) {
      for (first, next) in zip(list, list.dropFirst()) { rows.put(first, before: next) }
    }
    return rows.order
  }

  /// The subjects in the tree, in order, each only once.
  package var subjects: [Condition.Subject] { comparisons.map(\.subject).firsts }

  /// The comparisons in the tree, in order; a question with cases has one comparison for each case.
  package var comparisons: [Condition.Comparison] {
    switch self {
    case .rows, .unknown: []
    case .when(let comparison, let shown, let otherwise):
      [comparison] + shown.comparisons + (otherwise?.comparisons ?? [])
    case .cases(let subject, let cases, let otherwise):
      cases.flatMap { [Self.comparison(subject, $0.values)] + $0.summary.comparisons }
        + (otherwise?.comparisons ?? [])
    }
  }
}

extension [RowSummary.Branch] {
  /// The branches that are shown for some of the possible answers.
  ///
  /// The result is a single branch, unless a condition depends on an unknown value, or on something
  /// that only the system knows.
  package func chosen(for answers: Condition.Answers) -> [RowSummary.Branch] {
    filter { Condition.all($0.conditions).holds(for: answers) != false }
  }
}

/// The names of rows, and which of them must come before which others.
private struct RowOrder {
  private var names: [String] = []
  private var places: [String: Int] = [:]
  /// For each position, the positions that must come later.
  private var followers: [[Int]] = []
  /// For each position, the number of positions that must come earlier and have not been ordered
  /// yet.
  private var waiting: [Int] = []

  mutating func add(_ name: String) {
    guard places.updateValue(places[name] ?? names.count, forKey: name) == nil else { return }
    names.append(name)
    followers.append([])
    waiting.append(0)
  }

  mutating func put(_ name: String, before next: String) {
    guard let place = places[name], let other = places[next] else { return }
    followers[place].append(other)
    waiting[other] += 1
  }

  /// The names in order: the next name is always the first one that no other remaining name must
  /// precede.
  var order: RowSummary.Order {
    var (waiting, isPlaced) = (waiting, names.map { _ in false })
    var ready = FirstPlaces(waiting.indices.filter { waiting[$0] == 0 })
    var found: [String] = []
    var isThatOfEachBranch = true
    var first = 0
    while found.count < names.count {
      while isPlaced[first] { first += 1 }
      var next = ready.popFirst()
      // A position that is part of a contradiction may already have been processed.
      while let place = next, isPlaced[place] { next = ready.popFirst() }
      if next == nil { isThatOfEachBranch = false }
      let place = next ?? first
      isPlaced[place] = true
      found.append(names[place])
      for follower in followers[place] {
        waiting[follower] -= 1
        if waiting[follower] == 0 { ready.insert(follower) }
      }
    }
    return RowSummary.Order(names: found, isThatOfEachBranch: isThatOfEachBranch)
  }
}

/// Positions in a binary heap, so that the first one is removed in logarithmic time.
private struct FirstPlaces {
  private var places: [Int]

  /// - Parameter places: The positions in ascending order.
  init(_ places: [Int]) { self.places = places }

  mutating func insert(_ place: Int) {
    places.append(place)
    var child = places.count - 1
    while child > 0, places[child] < places[(child - 1) / 2] {
      places.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popFirst() -> Int? {
    guard let first = places.first, let last = places.popLast() else { return nil }
    guard !places.isEmpty else { return first }
    places[0] = last
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < places.count }
      guard let least = children.min(by: { places[$0] < places[$1] }),
        places[least] < places[parent]
      else { return first }
      places.swapAt(parent, least)
      parent = least
    }
  }
}

extension IntentSchema {
  /// Whether a row that the summary hides keeps its value.
  ///
  /// A summary of App Intents determines only the visible rows; a property of the intent keeps its
  /// value or its default even without a row. In an intent definition, a hidden row has no value.
  package var keepsHiddenValues: Bool { intent.summary != nil }
}

extension IntentDefinition {
  /// The condition under which the summary shows the row of a parameter; nil if the row is always
  /// shown, if there is no summary, or if part of it cannot be read.
  package func summaryCondition(of name: String) -> Condition? {
    guard let summary else { return nil }
    let branches = summary.branches
    let showing = branches.filter { branch in
      guard let rows = branch.rows else { return true }
      return !branch.isMissing && (rows.isEverything || rows.contains(name))
    }
    guard showing.count < branches.count, !showing.contains(where: { $0.rows == nil }) else {
      return nil
    }
    return Condition.any(showing.map { .all($0.conditions) }).simplified
  }
}

extension Condition {
  /// The condition without superfluous parts.
  var simplified: Condition {
    switch self {
    case .comparison: return self
    case .not(let condition):
      switch condition.simplified {
      case .not(let inner): return inner
      case .all([]): return .any([])
      case .any([]): return .all([])
      case .comparison(var comparison):
        guard let opposite = comparison.comparison.opposite else {
          return .not(.comparison(comparison))
        }
        comparison.comparison = opposite
        return .comparison(comparison)
      case let simple: return .not(simple)
      }
    case .all(let conditions):
      var parts: [Condition] = []
      var seen = Set<Condition>()
      for part in conditions.map(\.simplified) {
        switch part {
        case .all(let inner): parts += inner.filter { seen.insert($0).inserted }
        case .any([]): return .any([])
        default: if seen.insert(part).inserted { parts.append(part) }
        }
      }
      return .every(parts)
    case .any(let conditions):
      var parts: [Condition] = []
      var seen = Set<Condition>()
      for part in conditions.map(\.simplified) {
        switch part {
        case .any(let inner): parts += inner.filter { seen.insert($0).inserted }
        case .all([]): return .all([])
        default: if seen.insert(part).inserted { parts.append(part) }
        }
      }
      return Self.joined(parts)
    }
  }

  /// The condition that at least one of the alternatives holds.
  ///
  /// Two alternatives are merged if they differ only by a condition and its opposite, or only by
  /// the values of one subject.
  private static func joined(_ parts: [Condition]) -> Condition {
    // Joining compares every pair, so long lists are left unchanged; they would be too long to read
    // anyway.
    guard parts.count <= maximumJoined else { return .any(parts) }
    var parts = parts
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      search: for left in parts.indices {
        for right in parts.indices where right > left {
          guard let one = merged(parts[left], parts[right]) else { continue }
          if case .all([]) = one { return one }
          parts[left] = one
          parts.remove(at: right)
          hasChanged = true
          break search
        }
      }
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  /// The maximum number of alternatives that are compared with each other.
  private static let maximumJoined = 128

  private static func merged(_ left: Condition, _ right: Condition) -> Condition? {
    let (first, second) = (left.factors, right.factors)
    let onlyFirst = first.filter { !second.contains($0) }
    let onlySecond = second.filter { !first.contains($0) }
    let shared = first.filter { second.contains($0) }
    // The conditions that both alternatives share are enough.
    if onlyFirst.isEmpty || onlySecond.isEmpty { return .every(shared) }
    guard onlyFirst.count == 1, onlySecond.count == 1 else { return nil }
    if Condition.not(onlyFirst[0]).simplified == onlySecond[0] { return .every(shared) }
    guard case .comparison(let one) = onlyFirst[0], case .comparison(let other) = onlySecond[0],
      one.subject == other.subject, one.rules == other.rules, one.rules == .appIntents,
      one.isChoice, other.isChoice
    else { return nil }
    let values = one.values + other.values.filter { !one.values.contains($0) }
    return .every(shared + [.comparison(RowSummary.comparison(one.subject, values))])
  }

  /// The condition that all of the given conditions hold; a single condition is returned unchanged.
  private static func every(_ parts: [Condition]) -> Condition {
    parts.count == 1 ? parts[0] : .all(parts)
  }

  private var factors: [Condition] {
    if case .all(let parts) = self { parts } else { [self] }
  }
}

extension Condition.Comparison {
  /// Whether the comparison tests for one or more values, none of which is a list.
  fileprivate var isChoice: Bool {
    guard comparison == .equal || comparison == .oneOf else { return false }
    return !values.contains { if case .array = $0 { true } else { false } }
  }
}

extension ConditionOperator {
  /// The operator that holds exactly when this one does not, under the rules of App Intents; nil if
  /// there is none.
  fileprivate var opposite: ConditionOperator? {
    switch self {
    case .hasValue: .hasNoValue
    case .hasNoValue: .hasValue
    case .equal: .notEqual
    case .notEqual: .equal
    case .contains: .doesNotContain
    case .doesNotContain: .contains
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    case .oneOf, .hasPrefix, .hasSuffix, .withinRange: nil
    }
  }
}
