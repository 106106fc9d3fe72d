import IntentModel

extension RowSummary {
  /// Asks the questions in the order of the rows, and omits questions that make no difference.
  ///
  /// The questions mean the same as the conditions of the definition: a parent without a value
  /// equals nothing, several values are alternatives, and a child is hidden with its parent.
  ///
  /// - Returns: Nil if more than `limit` summaries would be needed; the limit also bounds the work.
  init?(_ conditions: SummaryConditions, limit: Int) {
    var planner = SummaryPlanner(conditions, most: 4 * limit)
    guard let plan = planner.plan(), plan.leaves.count <= limit else { return nil }
    self = plan
  }

  /// Shows every row that can be shown, whatever the values of the parents are.
  init(showingAll conditions: SummaryConditions) {
    self = SummaryPlanner(conditions, most: 0).everything
  }

  /// The rows of each summary, by parameter name.
  var leaves: [[String]] { branches.compactMap(\.rows?.names) }
}

/// Makes a plan, question by question.
///
/// For each row, only its own condition and its parent matter, so a chain of parents needs no more
/// work than the same number of separate rows.
private struct SummaryPlanner {
  private let schema: IntentSchema
  private let conditions: [Condition]
  /// The positions of the rows, in display order.
  private let rows: [Int]
  /// The number of questions and summaries that can still be examined.
  private var left: Int

  /// Whether a row is shown.
  private enum State { case never, always, open }

  init(_ conditions: SummaryConditions, most: Int) {
    schema = conditions.schema
    self.conditions = conditions.conditions
    left = most
    let parameters = conditions.schema.intent.parameters
    rows = conditions.schema.ownOrder.filter {
      conditions.carried.contains(parameters[$0].name)
        && parameters[$0].canHaveRow
    }
  }

  /// The plan; nil if too many summaries would have to be examined.
  mutating func plan() -> RowSummary? { plan(conditions, known: [:]) }

  /// The plan that shows every row that can be shown.
  var everything: RowSummary {
    let states = states(conditions)
    return .rows(.init(others: names(of: rows.filter { states[$0] != .never })))
  }

  private func names(of positions: [Int]) -> [String] {
    positions.map { schema.intent.parameters[$0].name }
  }

  private mutating func plan(
    _ conditions: [Condition], known: [Condition.Comparison: Bool]
  ) -> RowSummary? {
    left -= 1
    guard left > 0 else { return nil }
    let conditions = conditions.map { $0.knowing(known) }
    let states = states(conditions)
    let questions = questions(conditions, states)
    guard let question = questions.first else {
      return .rows(.init(others: names(of: rows.filter { states[$0] == .always })))
    }
    let cases = Self.values(ofCasesOf: question.subject, in: questions)
    if cases.count > 1 { return plan(conditions, ofCases: cases, subject: question.subject) }
    guard let yes = plan(conditions, known: [question: true]),
      let no = plan(conditions, known: [question: false])
    else { return nil }
    return yes == no ? yes : .when(question, yes, otherwise: no)
  }

  private mutating func plan(
    _ conditions: [Condition], ofCases values: [IntentValue], subject: Condition.Subject
  ) -> RowSummary? {
    func question(_ value: IntentValue) -> Condition.Comparison {
      .init(subject: subject, comparison: .equal, values: [value])
    }
    guard values.count < left else { return nil }
    let none = Dictionary(uniqueKeysWithValues: values.map { (question($0), false) })
    guard let otherwise = plan(conditions, known: none) else { return nil }
    var cases: [RowSummary.Case] = []
    for value in values {
      var answers = none
      answers[question(value)] = true
      answers[.init(subject: subject, comparison: .hasValue)] = true
      guard let plan = plan(conditions, known: answers) else { return nil }
      if plan != otherwise { cases.append(RowSummary.Case(values: [value], summary: plan)) }
    }
    return cases.isEmpty ? otherwise : .cases(subject, cases, otherwise: otherwise)
  }

  private func states(_ conditions: [Condition]) -> [State] {
    var states = [State](repeating: .never, count: conditions.count)
    for position in schema.evaluationOrder {
      let above = schema.parents[position].map { states[$0] } ?? .always
      states[position] =
        switch (above, conditions[position]) {
        case (.never, _), (_, .never): .never
        case (.always, .always): .always
        default: .open
        }
    }
    return states
  }

  /// The questions on which the rows depend, in the order of the rows; a parent's questions come
  /// before its children's.
  private func questions(
    _ conditions: [Condition], _ states: [State]
  ) -> [Condition.Comparison] {
    var questions: [Condition.Comparison] = []
    var isDone = [Bool](repeating: false, count: conditions.count)
    for row in rows where states[row] == .open {
      var path: [Int] = []
      var next: Int? = row
      while let position = next, !isDone[position] {
        isDone[position] = true
        path.append(position)
        next = schema.parents[position]
      }
      questions += path.reversed().flatMap { conditions[$0].comparisons }
    }
    return questions
  }

  private static func values(
    ofCasesOf subject: Condition.Subject, in questions: [Condition.Comparison]
  ) -> [IntentValue] {
    var seen = Set<IntentValue>()
    return questions.compactMap { question in
      guard question.subject == subject, question.comparison == .equal,
        case .enumeration? = question.values.first, seen.insert(question.values[0]).inserted
      else { return nil }
      return question.values[0]
    }
  }
}

extension Condition {
  /// The condition that always holds.
  static var always: Condition { .all([]) }
  /// The condition that never holds.
  static var never: Condition { .any([]) }

  /// The condition, in which the given answers replace their comparisons.
  func knowing(_ answers: [Comparison: Bool]) -> Condition {
    switch self {
    case .comparison(let question): return answers[question].map { $0 ? .always : .never } ?? self
    case .not(let condition):
      switch condition.knowing(answers) {
      case .always: return .never
      case .never: return .always
      case let open: return .not(open)
      }
    case .all(let conditions):
      let known = conditions.map { $0.knowing(answers) }.filter { $0 != .always }
      return known.contains(.never) ? .never : known.count == 1 ? known[0] : .all(known)
    case .any(let conditions):
      let known = conditions.map { $0.knowing(answers) }.filter { $0 != .never }
      return known.contains(.always) ? .always : known.count == 1 ? known[0] : .any(known)
    }
  }
}
