import Messages

/// The analysis of conditions: which values of a parameter the comparisons can distinguish, and
/// whether any of these values meets a condition.
extension IntentSchema {
  /// Why a predicate's value cannot match a parent's type; nil if it can.
  ///
  /// The runtime converts a string to the parent's type, so a string can match if it can be
  /// converted. Types without order or identity accept any value.
  func mismatch(
    of value: IntentValue, with parent: ParameterDefinition
  ) -> DefinitionFinding.Rule? {
    if case .enumeration = parent.type {
      return caseMismatch(
        of: value, enumeration(of: parent.type), parent: parent.name)
    }
    guard !parent.type.canMatch(value) else { return nil }
    return .predicateType(
      value: value.inWords, parent: parent.name, type: parent.type.kindMessage,
      isGivable: parent.type.isGivable)
  }

  private func caseMismatch(
    of value: IntentValue, _ enumeration: IntentEnum?, parent: String
  ) -> DefinitionFinding.Rule? {
    switch value {
    case .string(let name), .enumeration(let name):
      guard let enumeration, enumeration.item(named: name) == nil else {
        return nil
      }
      return .predicateCase(
        name, enumeration: enumeration.name, choices: enumeration.choiceNames)
    case .integer(let index):
      guard let enumeration, enumeration.item(numbered: index) == nil else {
        return nil
      }
      return .predicateCase(
        String(index), enumeration: enumeration.name, choices: enumeration.choiceNames)
    default:
      return .predicateType(value: value.inWords, parent: parent, type: .anEnumCase)
    }
  }

  /// Whether some answers in some family meet a condition; true if this is unknown.
  package func canHold(_ condition: Condition) -> Bool {
    let comparisons = condition.comparisons
    var subjects: [Condition.Subject] = []
    for comparison in comparisons where !subjects.contains(comparison.subject) {
      subjects.append(comparison.subject)
    }
    var families = [WidgetFamily.systemMedium]
    var names: [String] = []
    var lists: [[IntentValue?]] = []
    for subject in subjects {
      let own = comparisons.filter { $0.subject == subject }
      switch subject {
      case .family:
        families = WidgetFamily.allCases.including(
          own.flatMap(\.namedFamilies))
      // A condition on a value that only the system knows always counts as possible.
      case .other: continue
      case .parameter(let name):
        guard let parameter = parameter(named: name),
          let values = candidates(for: own, of: parameter)
        else { return true }
        // If all comparisons have the same results for several values, one of these values is
        // enough.
        let enumeration = enumeration(of: parameter.type)
        names.append(name)
        lists.append(
          values.firsts { value in own.map { $0.holds(for: value, enumeration: enumeration) } })
      }
    }
    let enums = Dictionary(
      firsts: names.map { name in
        (name, parameter(named: name).flatMap { enumeration(of: $0.type) })
      })
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    var room = Self.maximumEvaluated
    return families.contains { family in
      someChoice(of: lists, &room, cost: comparisons.count) { values in
        condition.holds(
          for: Condition.Answers(family: family) { name in
            numbers[name].flatMap { $0 < values.count ? values[$0] : nil }
          } enumeration: {
            enums[$0] ?? nil
          } isUnknown: { name in
            numbers[name].map { $0 >= values.count } ?? false
          })
      }
    }
  }

  /// Whether a test can hold for some combination that takes one value from each list; true if
  /// there are too many combinations.
  ///
  /// - Parameters:
  ///   - room: The number of comparisons that may still be made.
  ///   - cost: The number of comparisons that one test makes.
  ///   - test: The result for values from the first lists; nil if it depends on the other lists, or
  ///     on something that only the system knows.
  private func someChoice(
    of lists: [[IntentValue?]], _ room: inout Int, cost: Int, _ test: ([IntentValue?]) -> Bool?
  ) -> Bool {
    if lists.contains(where: \.isEmpty) { return false }
    var places: [Int] = []
    var values: [IntentValue?] = []
    while true {
      room -= max(1, cost)
      if room < 0 { return true }
      let result = test(values)
      if result == true || result == nil && places.count == lists.count { return true }
      if result == nil {
        places.append(0)
        values.append(lists[values.count][0])
        continue
      }
      // The test fails for these values, regardless of the other values.
      while let last = places.last, last == lists[places.count - 1].count - 1 {
        places.removeLast()
        values.removeLast()
      }
      guard let last = places.last else { return false }
      places[places.count - 1] = last + 1
      values[places.count - 1] = lists[places.count - 1][last + 1]
    }
  }

  /// Values of a parameter that are enough to decide whether the comparisons can hold together; nil
  /// if they cannot be listed.
  ///
  /// For every possible value, at least one of these values gives the same results in all
  /// comparisons.
  private func candidates(
    for comparisons: [Condition.Comparison], of parent: ParameterDefinition
  ) -> [IntentValue?]? {
    let compared = comparisons.flatMap(\.values)
    let values: [IntentValue]
    switch parent.type {
    case .boolean: values = [.boolean(false), .boolean(true)]
    case .enumeration:
      guard let enumeration = enumeration(of: parent.type) else { return nil }
      guard let names = Self.decidingNames(comparisons, among: enumeration, for: parent) else {
        return nil
      }
      values = names.map { .enumeration($0) }
    case .integer where compared.count > Self.maximumCompared,
      .decimal where compared.count > Self.maximumCompared:
      return nil
    case .integer(let metadata): values = metadata.candidates(near: compared)
    case .decimal(let metadata): values = metadata.candidates(near: compared)
    // It is not known whether an empty text counts as a value.
    case .string
    where compared.count <= Self.maximumCompared && !compared.contains(.string(""))
      && comparisons.allSatisfy({ Self.ofWholeTexts.contains($0.comparison) }):
      let texts = compared.compactMap { if case .string(let text) = $0 { text } else { nil } }
      // The last text is longer than all others, so it is not equal to any of them.
      values = (texts + [texts.joined() + "x"]).map { .string($0) }
    default:
      // The answer to whether there is a value does not depend on the type.
      let existence: Set<ConditionOperator> = [.hasValue, .hasNoValue]
      guard comparisons.allSatisfy({ existence.contains($0.comparison) }) else { return nil }
      let samples = AnswerSamples(from: self, to: self)
      values = Array(samples.elements(of: parent.type, towards: parent.type).prefix(1))
      guard !values.isEmpty else { return nil }
    }
    let isOptional = parent.staticDefault == nil
    let allowed: [IntentValue?] = values.filter {
      issues(with: $0, type: parent.type, at: .root).isEmpty
    }
    guard parent.supportsMultipleValues else { return allowed + (isOptional ? [nil] : []) }
    let all = IntentValue.array(allowed.compactMap { $0 })
    let chosen = IntentValue.array(compared)
    return allowed.map { $0.map { .array([$0]) } } + [all, chosen, nil]
  }
}

extension IntentSchema {
  /// The operators that compare only whole texts.
  private static let ofWholeTexts: Set<ConditionOperator> = [
    .hasValue, .hasNoValue, .equal, .notEqual, .oneOf,
  ]

  /// The maximum number of values that are each compared with every candidate.
  private static var maximumCompared: Int { 64 }

  /// The maximum number of comparisons for finding answers that meet a condition.
  private static var maximumEvaluated: Int { 500_000 }

  /// The names of cases that are enough to decide whether any case satisfies the comparisons; nil
  /// if there are too many cases to compare.
  private static func decidingNames(
    _ comparisons: [Condition.Comparison], among enumeration: IntentEnum,
    for parent: ParameterDefinition
  ) -> [String]? {
    let all = enumeration.choiceNames
    let count = comparisons.map(\.values.count).reduce(0, +)
    let choosing: Set<ConditionOperator> = [.equal, .oneOf, .notEqual]
    if !parent.supportsMultipleValues, comparisons.allSatisfy({ choosing.contains($0.comparison) })
    {
      // Cases that occur in the same comparisons are equivalent, so one of them is enough.
      var marks: [String: [Int]] = [:]
      for (number, comparison) in comparisons.enumerated() {
        for value in comparison.values {
          let name: String? =
            switch value {
            case .string(let name), .enumeration(let name): enumeration.choice(named: name)?.name
            case .integer(let number): enumeration.item(numbered: number)?.name
            default: nil
            }
          if let name, marks[name]?.last != number { marks[name, default: []].append(number) }
        }
      }
      let names = all.firsts { marks[$0] ?? [] }
      if names.count <= maximumCompared { return names }
    }
    return all.count * max(1, count) <= maximumCompared * maximumCompared ? all : nil
  }
}

extension NumberMetadata where Number == Int {
  /// The numbers at which the result of a comparison can change, and the ends of the range.
  func candidates(near values: [IntentValue]) -> [IntentValue] {
    let numbers = values.compactMap(\.asNumber).filter { $0.magnitude < Double.wholeLimit }
      .map { Int($0) }
    let near = numbers.flatMap { [$0 - 1, $0, $0 + 1] }
    return (near + [0, lowerLimit, upperLimit].compactMap { $0 }).map { .integer($0) }
  }
}

extension NumberMetadata where Number == Double {
  /// The numbers at which the result of a comparison can change, numbers between them, and the ends
  /// of the range.
  func candidates(near values: [IntentValue]) -> [IntentValue] {
    let numbers = values.compactMap(\.asNumber)
    let ends = [lowerLimit, upperLimit].compactMap { $0 }
    let near = numbers.flatMap { [$0.nextDown, $0, $0.nextUp, $0 - 1, $0 + 1] }
    return (near + ends + [0]).map { .decimal($0) }
  }
}

extension IntentValue {
  /// The number in a predicate's value, which may also be written as text.
  fileprivate var asNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number), .timeInterval(let number): number.isFinite ? number : nil
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The value, as words in a sentence.
  var inWords: Message {
    switch self {
    case .boolean(let value): .verbatim(value ? "true" : "false")
    case .integer(let number): .theNumber(number: .decimal(String(number)))
    case .decimal(let number), .timeInterval(let number):
      .theNumber(number: .decimal(number.shortest))
    case .string(let text), .enumeration(let text), .url(let text), .file(let text):
      "the text “\(name: text)”"
    default: kindMessage
    }
  }
}

extension ParameterType {
  /// Whether a predicate can contain a value of this type.
  fileprivate var isGivable: Bool { kind?.isStatable ?? true }

  /// Whether a predicate's value can be converted to this type.
  fileprivate func canMatch(_ value: IntentValue) -> Bool {
    switch (self, value) {
    case (.boolean, .boolean): true
    case (.boolean, .integer(let number)): [0, 1].contains(number)
    case (.boolean, .string(let text)):
      IntentValue.truth(of: text) != nil
    case (.boolean, _): false
    case (.measurement, .measurement): true
    case (.integer, _), (.decimal, _), (.timeInterval, _), (.measurement, _),
      (.currencyAmount, _):
      value.asNumber != nil
    case (.string, .boolean), (.url, .boolean), (.object, .boolean), (.file, .boolean): false
    case (.string, .integer), (.string, .decimal), (.url, .integer), (.url, .decimal),
      (.object, .decimal):
      false
    default: true
    }
  }
}
