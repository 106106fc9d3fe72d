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
  init(_ schema: IntentSchema, conditions: [String: SummaryCondition]) {
    let rows = schema.displayOrder.map { schema.intent.parameters[$0] }
      .filter { schema.canBeVisible($0) && conditions[$0.name] != .never }
      .map { (name: $0.name, condition: conditions[$0.name] ?? .always) }
    self = Self.plan(rows, known: [:])
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

  private typealias Row = (name: String, condition: SummaryCondition)

  private static func plan(_ rows: [Row], known: [SummaryQuestion: Bool]) -> SummaryPlan {
    let rows = rows.map { (name: $0.name, condition: $0.condition.knowing(known)) }
    guard let question = rows.lazy.compactMap(\.condition.firstQuestion).first else {
      return .rows(rows.filter { $0.condition == .always }.map(\.name))
    }
    let names = names(ofCasesOf: question.parent, in: rows)
    if names.count > 1 { return plan(rows, ofCases: names, parent: question.parent) }
    let yes = plan(rows, known: [question: true])
    let no = plan(rows, known: [question: false])
    return yes == no ? yes : .when(question, yes, otherwise: no)
  }

  private static func plan(
    _ rows: [Row], ofCases names: [String], parent: String
  ) -> SummaryPlan {
    func answers(for chosen: String?) -> [SummaryQuestion: Bool] {
      let pairs = names.map { name in
        (SummaryQuestion(parent: parent, test: .isCase(name)), name == chosen)
      }
      var answers = Dictionary(uniqueKeysWithValues: pairs)
      if chosen != nil { answers[SummaryQuestion(parent: parent, test: .hasValue)] = true }
      return answers
    }
    let otherwise = plan(rows, known: answers(for: nil))
    let cases = names.map { SummaryCase(name: $0, plan: plan(rows, known: answers(for: $0))) }
      .filter { $0.plan != otherwise }
    return cases.isEmpty ? otherwise : .cases(parent: parent, cases, otherwise: otherwise)
  }

  private static func names(ofCasesOf parent: String, in rows: [Row]) -> [String] {
    var names: [String] = []
    for question in rows.flatMap(\.condition.questions) where question.parent == parent {
      if case .isCase(let name) = question.test, !names.contains(name) { names.append(name) }
    }
    return names
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

  /// The first question without an answer.
  var firstQuestion: SummaryQuestion? { questions.first }

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
