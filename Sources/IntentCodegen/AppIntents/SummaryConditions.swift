import IntentModel
import Messages

/// The conditions of an intent's rows, as far as a parameter summary can express them.
struct SummaryConditions {
  /// The condition of each parameter on its parent, by position; a row is also hidden with its
  /// parent.
  private(set) var conditions: [SummaryCondition] = []

  /// The rows whose condition a parameter summary cannot express; they are shown with their parent.
  private(set) var findings: [GenerationFinding] = []

  let schema: IntentSchema

  /// The names of the parameters that the App Intent has.
  let carried: Set<String>

  /// - Parameter carried: The names of the parameters that the App Intent has.
  init(_ schema: IntentSchema, carried: Set<String>) {
    self.schema = schema
    self.carried = carried
    for (position, parameter) in schema.intent.parameters.enumerated() {
      let isFirst = schema.position(of: parameter.name) == position
      conditions.append(isFirst ? condition(of: parameter, at: position) : .never)
    }
  }

  private mutating func condition(
    of parameter: ParameterDefinition, at position: Int
  ) -> SummaryCondition {
    guard let parent = schema.parents[position].map({ schema.intent.parameters[$0] }),
      let relationship = parameter.relationship
    else { return .always }
    guard parent.canHaveRow else { return .never }
    if carried.contains(parent.name), let own = condition(relationship, on: parent) {
      return own.knowing([:])
    }
    findings.append(
      GenerationFinding(
        .inexpressibleCondition, subject: "\(schema.intent.name).\(parameter.name)",
        message:
          """
          A parameter summary cannot express the condition \
          “\(name: relationship.predicateName)”, so the row is always shown.
          """,
        remedy:
          """
          Let the app ignore the answer where the condition does not hold, or give the row another \
          condition.
          """
      ))
    return .always
  }

  /// The condition itself; nil if a summary cannot express it.
  private func condition(
    _ relationship: ParameterRelationship, on parent: ParameterDefinition
  ) -> SummaryCondition? {
    guard let relation = relationship.relation else { return .always }
    func question(_ test: SummaryQuestion.Test) -> SummaryCondition {
      .question(SummaryQuestion(parent: parent.name, test: test))
    }
    if relation == .hasAnyValue {
      // A Boolean always has a value.
      if case .boolean = parent.type, !parent.supportsMultipleValues { return .always }
      return question(.hasValue)
    }
    guard !parent.supportsMultipleValues else { return nil }
    var values = relationship.values
    if values.isEmpty, relationship.predicateName.hasPrefix("Boolean") {
      values = [.boolean(false)]
    }
    switch relation {
    case .hasExactValue, .isNotEqual:
      let equal = values.map { equality($0, of: parent, question) }
      guard !equal.contains(nil) else { return nil }
      let anyOf = SummaryCondition.any(equal.compactMap { $0 }).knowing([:])
      return relation == .hasExactValue ? anyOf : SummaryCondition.not(anyOf).knowing([:])
    case .isGreaterThan, .isGreaterThanOrEqual, .isLessThan, .isLessThanOrEqual:
      let numbers = values.compactMap(\.summaryNumber)
      guard parent.type.isPlainNumber, numbers.count == values.count,
        let order = SummaryQuestion.Order(relation)
      else { return nil }
      return .any(numbers.map { question(.compares(order, $0)) }).knowing([:])
    case .isWithinRange:
      let numbers = values.compactMap(\.summaryNumber)
      guard parent.type.isPlainNumber, numbers.count == values.count else { return nil }
      guard numbers.count == 2 else { return .never }
      return .all([
        question(.compares(.greaterThanOrEqualTo, numbers[0])),
        question(.compares(.lessThanOrEqualTo, numbers[1])),
      ])
    case .hasAnyValue, .contains, .doesNotContain: return nil
    }
  }

  /// The condition that the parent equals a value; nil if a summary cannot express it.
  private func equality(
    _ value: IntentValue, of parent: ParameterDefinition,
    _ question: (SummaryQuestion.Test) -> SummaryCondition
  ) -> SummaryCondition? {
    switch parent.type {
    case .boolean:
      guard let truth = value.summaryTruth else { return .never }
      return truth ? question(.isTrue) : .not(question(.isTrue))
    case .enumeration:
      guard let item = schema.enumeration(of: parent.type) else { return nil }
      let name: String? =
        switch value {
        case .integer(let index): item.cases.first { $0.index == index }?.name
        case .string(let name), .enumeration(let name): name
        default: nil
        }
      // A case that cannot be chosen is never the value.
      guard let name, item.choice(named: name) != nil else { return .never }
      return question(.isCase(name))
    case .integer, .decimal:
      return value.summaryNumber.map { question(.isNumber($0)) } ?? .never
    case .string:
      guard case .string(let text) = value else { return .never }
      return question(.isText(text))
    default: return nil
    }
  }
}

extension SummaryQuestion.Order {
  fileprivate init?(_ relation: ParameterRelation) {
    switch relation {
    case .isGreaterThan: self = .greaterThan
    case .isGreaterThanOrEqual: self = .greaterThanOrEqualTo
    case .isLessThan: self = .lessThan
    case .isLessThanOrEqual: self = .lessThanOrEqualTo
    default: return nil
    }
  }
}

extension ParameterType {
  /// Whether the values are numbers without a unit.
  fileprivate var isPlainNumber: Bool {
    switch self {
    case .integer, .decimal: true
    default: false
    }
  }
}

extension IntentValue {
  /// The value of a condition as a number.
  fileprivate var summaryNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number
    case .string(let text): Double(text)
    default: nil
    }
  }

  /// The value of a condition on a Boolean.
  fileprivate var summaryTruth: Bool? {
    switch self {
    case .boolean(let truth): truth
    case .integer(let number): number == 0 ? false : number == 1 ? true : nil
    case .string(let text): IntentValue.truth(of: text)
    default: nil
    }
  }
}
