import Messages

/// The analysis of conditions: which values of a parameter the comparisons can distinguish, and
/// whether any of these values meets a condition.
extension IntentSchema {
  /// Why a predicate's value cannot match a parent's type; nil if it can.
  ///
  /// The runtime converts a string to the parent's type, so a string can match if it can be
  /// converted.
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

  /// Whether any answers in any family meet a condition; true if this is unknown.
  package func canHold(_ condition: Condition) -> Bool {
    let comparisons = condition.comparisons
    var subjects: [Condition.Subject] = []
    for comparison in comparisons where !subjects.contains(comparison.subject) {
      subjects.append(comparison.subject)
    }
    var families = [WidgetFamily.usual]
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

  /// Whether a test can hold for some combination of values, one from each list; true if there are
  /// too many combinations.
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
    case .enumeration:
      guard let enumeration = enumeration(of: parent.type),
        let names = Self.decidingNames(comparisons, among: enumeration, for: parent)
      else { return nil }
      values = names.map { .enumeration($0) }
    case .integer where compared.count > Self.maximumCompared,
      .decimal where compared.count > Self.maximumCompared:
      return nil
    // It is unknown whether an empty text counts as a value.
    case .boolean, .integer, .decimal,
      .string
    where compared.count <= Self.maximumCompared && !compared.contains(.string(""))
      && comparisons.allSatisfy({ Self.ofWholeTexts.contains($0.comparison) }):
      values = candidates(near: compared, of: parent.type)
    default:
      // Whether there is a value does not depend on the type.
      let existence: Set<ConditionOperator> = [.hasValue, .hasNoValue]
      guard comparisons.allSatisfy({ existence.contains($0.comparison) }) else { return nil }
      values = candidates(near: compared, of: parent.type)
      guard !values.isEmpty else { return nil }
    }
    guard parent.supportsMultipleValues else {
      return parent.staticDefault == nil ? [nil] + values : values
    }
    return [nil, .array(values), .array(compared)] + values.map { .array([$0]) }
  }
}

extension IntentSchema {
  /// Valid values of a type for which conditions can give different results: the compared values,
  /// their neighbors, values between them, and an unrelated value.
  ///
  /// - Parameter compared: The values in the conditions, in the unit of the type.
  package func candidates(near compared: [IntentValue], of type: ParameterType) -> [IntentValue] {
    let texts = compared.compactMap { value -> String? in
      if case .text(let text)? = value.predicateOperand { text } else { nil }
    }
    var otherText = "another text"
    while texts.contains(otherText) { otherText += "x" }
    let enumeration = enumeration(of: type)
    let values: [IntentValue] =
      switch type {
      case .boolean: [.boolean(false), .boolean(true)]
      case .enumeration:
        // The cases of Apple's own enums are unknown.
        ((enumeration?.choiceNames.prefix(Self.maximumCases) ?? ["anotherCase"])
          + compared.compactMap { $0.caseName(in: enumeration) }).map { .enumeration($0) }
      case .integer:
        Self.numbers(near: compared, in: type.range).compactMap { Int(exactly: $0.rounded(.down)) }
          .map { .integer($0) }
      case .decimal: Self.numbers(near: compared, in: type.range).map { .decimal($0) }
      case .timeInterval(let metadata):
        Self.numbers(near: compared, in: type.range, step: metadata.standardUnit.seconds)
          .map { .timeInterval($0) }
      case .string: (texts + [otherText]).map { .string($0) }
      case .speakableString:
        (texts + [otherText]).map { .speakableString(SpeakableString(spokenPhrase: $0)) }
      case .object:
        (texts + [otherText]).map { .object(IntentObject(identifier: $0, display: $0)) }
      default:
        compared.flatMap(\.neighbors)
          + AnswerSamples(from: self, to: self).elements(of: type, towards: type).prefix(1)
      }
    return values.filter { issues(with: $0, type: type, at: .root).isEmpty }
  }

  /// The numbers in conditions with their neighbors, the ends of the range, and also 0 and the step.
  ///
  /// They include the midpoint of each two consecutive numbers or ends.
  private static func numbers(
    near compared: [IntentValue], in range: ValueRange?, step: Double = 1
  ) -> [Double] {
    let numbers = compared.compactMap(\.asNumber)
    let ends = [range?.lower, range?.upper].compactMap(\.self)
    let sorted = (numbers + ends).sorted()
    return numbers.flatMap { [$0 - max(step, $0.ulp), $0, $0 + max(step, $0.ulp)] } + [0, step]
      + zip(sorted, sorted.dropFirst()).map { ($0 + $1) / 2 } + ends
  }

  /// The operators that only compare whole texts.
  private static let ofWholeTexts: Set<ConditionOperator> = [
    .hasValue, .hasNoValue, .equal, .notEqual, .oneOf,
  ]

  /// The maximum number of cases that are tried, in addition to the cases that conditions compare.
  private static var maximumCases: Int { 256 }

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
          let name = value.caseName(in: enumeration)
          if let name, marks[name]?.last != number { marks[name, default: []].append(number) }
        }
      }
      let names = all.firsts { marks[$0] ?? [] }
      if names.count <= maximumCompared { return names }
    }
    return all.count * max(1, count) <= maximumCompared * maximumCompared ? all : nil
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

  /// The name of the case that a predicate's value specifies by name or by number.
  fileprivate func caseName(in enumeration: IntentEnum?) -> String? {
    switch self {
    case .string(let name), .enumeration(let name): name
    case .integer(let number): enumeration?.item(numbered: number)?.name
    default: nil
    }
  }

  /// The value; for a quantity, also the values that are less or greater by 1.
  fileprivate var neighbors: [IntentValue] {
    guard case .measurement(let limit) = self else { return [self] }
    return [-1, 0, 1].map {
      .measurement(IntentMeasurement(value: limit.value + $0, unit: limit.unit))
    }
  }

  /// The value in words, as a part of a sentence.
  var inWords: Message {
    switch self {
    case .boolean(let value): .verbatim(value ? "true" : "false")
    case .integer(let number): .theNumber(number: .decimal(String(number)))
    case .decimal(let number), .timeInterval(let number):
      .theNumber(number: .decimal(number.shortest))
    default: plainText.map { "the text “\(name: $0)”" } ?? kindMessage
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
