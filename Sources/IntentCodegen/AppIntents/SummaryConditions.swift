import IntentModel
import Messages

/// The conditions of an intent's rows that a parameter summary can express.
struct SummaryConditions {
  /// The condition of each parameter on its parent, by position; a row is also hidden whenever its
  /// parent is hidden.
  private(set) var conditions: [Condition] = []

  /// The findings about rows whose condition a parameter summary cannot express; these rows are
  /// shown whenever their parent is shown.
  private(set) var findings: [GenerationFinding] = []

  let schema: IntentSchema

  /// The names of the parameters that the App Intent has.
  let carried: Set<String>

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
  ) -> Condition {
    guard let parent = schema.parents[position].map({ schema.intent.parameters[$0] }),
      let relationship = parameter.relationship
    else { return .always }
    guard parent.canHaveRow else { return .never }
    if carried.contains(parent.name), let own = condition(relationship, on: parent) {
      return own.knowing([:])
    }
    findings.append(
      GenerationFinding(
        .inexpressibleCondition,
        subject: GenerationFinding.subject(schema.intent.name, parameter.name),
        message:
          """
          A parameter summary cannot express the condition \
          “\(name: relationship.predicateName)”, so the row is always shown.
          """,
        remedy: .ignoreAnswer))
    return .always
  }

  /// The condition itself; nil if a summary cannot express it.
  private func condition(
    _ relationship: ParameterRelationship, on parent: ParameterDefinition
  ) -> Condition? {
    guard let stated = relationship.comparison else { return .always }
    func ask(_ comparison: ConditionOperator, _ values: IntentValue...) -> Condition {
      .comparison(
        .init(subject: .parameter(parent.name), comparison: comparison, values: values))
    }
    if stated.comparison == .hasValue {
      // A Boolean always has a value.
      if case .boolean = parent.type, !parent.supportsMultipleValues { return .always }
      return ask(.hasValue)
    }
    guard !parent.supportsMultipleValues else { return nil }
    let numbers = stated.values.compactMap(\.summaryNumber)
    let areNumbers = parent.type.isPlainNumber && numbers.count == stated.values.count
    switch stated.comparison {
    case .equal, .notEqual:
      let equal = stated.values.map { equality(with: $0, of: parent) { ask(.equal, $0) } }
      guard !equal.contains(nil) else { return nil }
      let anyOf = Condition.any(equal.compactMap { $0 })
      return stated.comparison == .equal ? anyOf : .not(anyOf)
    case let order where order.isOrder:
      return areNumbers ? .any(numbers.map { ask(order, .decimal($0)) }) : nil
    case .withinRange:
      guard areNumbers else { return nil }
      guard numbers.count == 2 else { return .never }
      return .all([
        ask(.greaterOrEqual, .decimal(numbers[0])), ask(.lessOrEqual, .decimal(numbers[1])),
      ])
    default: return nil
    }
  }

  /// The condition that the parent equals a value; nil if a summary cannot express it.
  private func equality(
    with value: IntentValue, of parent: ParameterDefinition, _ equals: (IntentValue) -> Condition
  ) -> Condition? {
    switch parent.type {
    case .boolean:
      guard let truth = value.summaryTruth else { return .never }
      return truth ? equals(.boolean(true)) : .not(equals(.boolean(true)))
    case .enumeration:
      guard let item = schema.enumeration(of: parent.type) else { return nil }
      let name: String? =
        switch value {
        case .integer(let index): item.cases.first { $0.index == index }?.name
        case .string(let name), .enumeration(let name): name
        default: nil
        }
      // A case that cannot be chosen is never the parent's value.
      guard let name, item.choice(named: name) != nil else { return .never }
      return equals(.enumeration(name))
    case .integer, .decimal: return value.summaryNumber.map { equals(.decimal($0)) } ?? .never
    case .string:
      guard case .string = value else { return .never }
      return equals(value)
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

extension Message {
  /// The remedy for a condition that a summary cannot express.
  static var ignoreAnswer: Message {
    """
    Let the app ignore the answer where the condition does not hold, or give the row another \
    condition.
    """
  }
}
