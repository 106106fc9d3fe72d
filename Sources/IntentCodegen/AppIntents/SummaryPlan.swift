import IntentModel

/// The rows that a sheet shows, depending on the values of the parents, as a tree of questions.
///
/// The questions mean the same as the conditions of the definition: a parent without a value equals
/// nothing, several values are alternatives, and a child is hidden with its parent.
indirect enum SummaryPlan: Hashable {
  /// The rows, in display order, by parameter name.
  case rows([String])

  /// A question with two answers.
  case when(SummaryQuestion, SummaryPlan, otherwise: SummaryPlan)

  /// The cases of an enum with their plans, and the plan of every other case.
  case cases(parent: String, [SummaryCase], otherwise: SummaryPlan)

  /// A case of an enum and the rows for it.
  struct SummaryCase: Hashable {
    var name: String
    var plan: SummaryPlan
  }

  /// Asks the questions in the order of the rows, and omits those that change nothing.
  ///
  /// - Returns: Nil if more than `limit` summaries would be needed; the work is bounded with them.
  init?(_ conditions: SummaryConditions, limit: Int) {
    var planner = SummaryPlanner(conditions, most: 4 * limit)
    guard let plan = planner.plan(), plan.summaryCount <= limit else { return nil }
    self = plan
  }

  /// Shows every row that can be shown, whatever the values of the parents are.
  init(showingAll conditions: SummaryConditions) {
    self = SummaryPlanner(conditions, most: 0).everything
  }

  /// The rows of each summary, by parameter name.
  var leaves: [[String]] {
    switch self {
    case .rows(let rows): [rows]
    case .when(_, let plan, let otherwise): plan.leaves + otherwise.leaves
    case .cases(_, let cases, let otherwise): cases.flatMap(\.plan.leaves) + otherwise.leaves
    }
  }

  /// The number of summaries that the plan needs.
  var summaryCount: Int {
    switch self {
    case .rows: 1
    case .when(_, let plan, let otherwise): plan.summaryCount + otherwise.summaryCount
    case .cases(_, let cases, let otherwise):
      cases.reduce(otherwise.summaryCount) { $0 + $1.plan.summaryCount }
    }
  }
}

/// Makes a plan, question by question.
///
/// A row knows only its own condition and its parent, so a chain of parents needs no more work than
/// the same number of separate rows.
private struct SummaryPlanner {
  private let schema: IntentSchema
  private let conditions: [SummaryCondition]
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
  mutating func plan() -> SummaryPlan? { plan(conditions, known: [:]) }

  /// The plan that shows every row that can be shown.
  var everything: SummaryPlan {
    let states = states(conditions)
    return .rows(names(of: rows.filter { states[$0] != .never }))
  }

  private func names(of positions: [Int]) -> [String] {
    positions.map { schema.intent.parameters[$0].name }
  }

  private mutating func plan(
    _ conditions: [SummaryCondition], known: [SummaryQuestion: Bool]
  ) -> SummaryPlan? {
    left -= 1
    guard left > 0 else { return nil }
    let conditions = conditions.map { $0.knowing(known) }
    let states = states(conditions)
    let questions = questions(conditions, states)
    guard let question = questions.first else {
      return .rows(names(of: rows.filter { states[$0] == .always }))
    }
    let cases = Self.names(ofCasesOf: question.parent, in: questions)
    if cases.count > 1 { return plan(conditions, ofCases: cases, parent: question.parent) }
    guard let yes = plan(conditions, known: [question: true]),
      let no = plan(conditions, known: [question: false])
    else { return nil }
    return yes == no ? yes : .when(question, yes, otherwise: no)
  }

  private mutating func plan(
    _ conditions: [SummaryCondition], ofCases names: [String], parent: String
  ) -> SummaryPlan? {
    func question(_ name: String) -> SummaryQuestion {
      SummaryQuestion(parent: parent, test: .isCase(name))
    }
    guard names.count < left else { return nil }
    let none = Dictionary(uniqueKeysWithValues: names.map { (question($0), false) })
    guard let otherwise = plan(conditions, known: none) else { return nil }
    var cases: [SummaryPlan.SummaryCase] = []
    for name in names {
      var answers = none
      answers[question(name)] = true
      answers[SummaryQuestion(parent: parent, test: .hasValue)] = true
      guard let plan = plan(conditions, known: answers) else { return nil }
      if plan != otherwise { cases.append(SummaryPlan.SummaryCase(name: name, plan: plan)) }
    }
    return cases.isEmpty ? otherwise : .cases(parent: parent, cases, otherwise: otherwise)
  }

  private func states(_ conditions: [SummaryCondition]) -> [State] {
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

  /// The questions on which the rows depend, in the order of the rows; those of a parent are before
  /// those of its children.
  private func questions(
    _ conditions: [SummaryCondition], _ states: [State]
  ) -> [SummaryQuestion] {
    var questions: [SummaryQuestion] = []
    var isDone = [Bool](repeating: false, count: conditions.count)
    for row in rows where states[row] == .open {
      var path: [Int] = []
      var next: Int? = row
      while let position = next, !isDone[position] {
        isDone[position] = true
        path.append(position)
        next = schema.parents[position]
      }
      questions += path.reversed().flatMap { conditions[$0].questions }
    }
    return questions
  }

  private static func names(
    ofCasesOf parent: String, in questions: [SummaryQuestion]
  ) -> [String] {
    var seen = Set<String>()
    return questions.compactMap { question in
      guard question.parent == parent, case .isCase(let name) = question.test,
        seen.insert(name).inserted
      else { return nil }
      return name
    }
  }
}

/// A question about the value of a parent that a parameter summary can ask.
struct SummaryQuestion: Hashable {
  /// How two numbers compare.
  enum Order: String {
    case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo
  }

  /// The kinds of question.
  enum Test: Hashable {
    case hasValue
    case isTrue
    case isCase(String)
    case isText(String)
    case isNumber(Double)
    case compares(Order, Double)
  }

  /// The name of the parent.
  var parent: String

  /// The test of its value.
  var test: Test
}

/// The condition under which a row is shown: questions joined by "and", "or" and "not".
indirect enum SummaryCondition: Hashable {
  case always, never
  case question(SummaryQuestion)
  case not(SummaryCondition)
  case all([SummaryCondition])
  case any([SummaryCondition])

  /// The questions of the condition, from left to right.
  var questions: [SummaryQuestion] {
    switch self {
    case .always, .never: []
    case .question(let question): [question]
    case .not(let condition): condition.questions
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.questions)
    }
  }

  /// The condition with some questions replaced by their answers.
  func knowing(_ answers: [SummaryQuestion: Bool]) -> SummaryCondition {
    switch self {
    case .always, .never: return self
    case .question(let question): return answers[question].map { $0 ? .always : .never } ?? self
    case .not(let condition):
      switch condition.knowing(answers) {
      case .always: return .never
      case .never: return .always
      case let open: return .not(open)
      }
    case .all(let conditions): return Self.joined(conditions, answers, neutral: .always)
    case .any(let conditions): return Self.joined(conditions, answers, neutral: .never)
    }
  }

  /// Omits neutral conditions, and returns a deciding condition if there is one.
  private static func joined(
    _ conditions: [SummaryCondition], _ answers: [SummaryQuestion: Bool],
    neutral: SummaryCondition
  ) -> SummaryCondition {
    let deciding: SummaryCondition = neutral == .always ? .never : .always
    let known = conditions.map { $0.knowing(answers) }
    if known.contains(deciding) { return deciding }
    let open = known.filter { $0 != neutral }
    if open.count < 2 { return open.first ?? neutral }
    return neutral == .always ? .all(open) : .any(open)
  }
}
