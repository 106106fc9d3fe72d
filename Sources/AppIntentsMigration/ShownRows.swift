package import IntentModel
package import Messages

/// The values for which a parameter summary is evaluated.
package struct SummaryAnswers {
  /// The family of the widget.
  package var family: WidgetFamily

  /// The value of a property; nil for a property without a value.
  package var value: (_ property: String) -> IntentValue?

  /// Whether the value of a property is known.
  package var isKnown: (_ property: String) -> Bool

  /// The raw value of a case by its spelling; nil if the enum of the property is unknown.
  package var caseName: (_ property: String, _ spelling: String) -> String?

  /// Makes answers.
  package init(
    family: WidgetFamily, value: @escaping (String) -> IntentValue?,
    isKnown: @escaping (String) -> Bool, caseName: @escaping (String, String) -> String?
  ) {
    self.family = family
    self.value = value
    self.isKnown = isKnown
    self.caseName = caseName
  }
}

/// The rows that a summary shows.
package enum ShownRows: Sendable, Hashable {
  /// The properties that have a row, in order.
  case rows([String])

  /// All properties have a row, in the order of the source.
  case every

  /// The code cannot be evaluated without running it.
  case unknown(Message, SourcePlace)
}

extension SourceSummary {
  /// The rows that are shown for some answers.
  package func rows(for answers: SummaryAnswers) -> ShownRows {
    switch self {
    case .rows([], sentence: nil): return .every
    case .rows(let rows, _): return .rows(rows)
    case .unreadable(let text, let place): return .unknown(text, place)
    case .when(let question, let yes, let no):
      guard let holds = question.holds(for: answers) else { return question.unknown }
      guard let summary = holds ? yes : no else {
        return .unknown("When without otherwise", question.operand.place)
      }
      return summary.rows(for: answers)
    case .cases(let subject, let cases, let otherwise, let place):
      for item in cases {
        let question = item.question(about: subject)
        guard let holds = question.holds(for: answers) else { return question.unknown }
        if holds { return item.summary.rows(for: answers) }
      }
      return otherwise?.rows(for: answers) ?? .unknown("Switch without DefaultCase", place)
    }
  }
}

extension SourceQuestion {
  fileprivate var unknown: ShownRows {
    let subject =
      switch subject {
      case .parameter(let name): name
      case .family: "widgetFamily"
      case .build(let condition): condition
      }
    return .unknown(.verbatim("\(subject) .\(comparison)".harmless(limit: 60)), operand.place)
  }

  /// Whether the condition holds; nil if that cannot be determined.
  ///
  /// A property without a value does not equal any value, and is less than each number.
  fileprivate func holds(for answers: SummaryAnswers) -> Bool? {
    switch subject {
    case .build: return nil
    case .family:
      return truth { value in
        guard let name = value.memberName else { return nil }
        return name == answers.family.rawValue
      }
    case .parameter(let name):
      guard answers.isKnown(name) else { return nil }
      let present = answers.value(name)
      switch comparison {
      case "hasAnyValue": return present?.isPresent ?? false
      case "hasNoValue": return !(present?.isPresent ?? false)
      case "lessThan": return ordered(present, <)
      case "lessThanOrEqualTo": return ordered(present, <=)
      case "greaterThan": return ordered(present, >)
      case "greaterThanOrEqualTo": return ordered(present, >=)
      default: return truth { Self.equals(present, $0) { answers.caseName(name, $0) } }
      }
    }
  }

  /// The result of an equality operator; nil for other operators and for unknown operands.
  private func truth(_ equals: (SourceValue) -> Bool?) -> Bool? {
    switch comparison {
    case "equalTo": return equals(operand.value)
    case "notEqualTo": return equals(operand.value).map { !$0 }
    case "oneOf":
      guard case .array(let values) = operand.value else { return nil }
      let known = values.compactMap(equals)
      if known.contains(true) { return true }
      return known.count == values.count ? false : nil
    default: return nil
    }
  }

  private func ordered(_ value: IntentValue?, _ holds: (Double, Double) -> Bool) -> Bool? {
    guard let limit = operand.value.number else { return nil }
    switch value {
    // A parameter without a value is less than each number, as in metadata of App Intents.
    case nil: return holds(-.infinity, limit)
    case .integer(let number)?: return holds(Double(number), limit)
    case .decimal(let number)?: return holds(number, limit)
    default: return nil
    }
  }

  private static func equals(
    _ value: IntentValue?, _ operand: SourceValue, _ caseName: (String) -> String?
  ) -> Bool? {
    switch operand {
    case .nothing: return value == nil
    case .boolean(let truth): return value == .boolean(truth)
    case .integer, .decimal:
      switch value {
      case .integer(let number)?: return Double(number) == operand.number
      case .decimal(let number)?: return number == operand.number
      default: return value == nil ? false : nil
      }
    case .string(let text):
      switch value {
      case .string(let other)?: return other == text
      case .object(let object)?: return object.identifier == text
      default: return value == nil ? false : nil
      }
    case .member(let spelling, _):
      guard let name = caseName(spelling) else { return nil }
      guard let value else { return false }
      return value == .enumeration(name)
    case .array, .dictionary, .tuple, .call, .expression: return nil
    }
  }
}
