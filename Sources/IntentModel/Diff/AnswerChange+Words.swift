public import Messages

extension AnswerChange: CustomStringConvertible {
  /// The change and its reasons, on one line: `speed: “fast” is now “quick”. …`.
  public var description: String { line.text() }

  /// The change and its reasons, on one line.
  package var line: Message {
    .placed(
      place: (newName ?? parameter).harmless(),
      sentences: [fate].compactMap { $0 } + reasons.map(\.message))
  }

  /// The change of the value; nil if its text in messages is unchanged.
  private var fate: Message? {
    let isSeveral = before.elements.count > 1
    guard let after else {
      return isSeveral
        ? "\(before.inSentence) are lost." : "\(before.inSentence) is lost."
    }
    let (was, now) = (before.inSentence, after.inSentence)
    if was.text() == now.text() { return nil }
    switch (after.elements.isEmpty, isSeveral) {
    case (true, false): return "\(was) is now empty."
    case (true, true): return "\(was) are now empty."
    case (false, false): return "\(was) is now \(now)."
    case (false, true): return "\(was) are now \(now)."
    }
  }
}

extension AnswerChange {
  /// The change with the labels that people see in a form, instead of the names in the definition.
  package func labelled(by schema: IntentSchema) -> AnswerChange {
    guard let newName, let parameter = schema.parameter(named: newName) else { return self }
    let cases = schema.enumeration(of: parameter.type)?.choices ?? []
    func label(_ name: String) -> String { cases.first { $0.name == name }?.label ?? name }
    var change = self
    change.newName = parameter.label
    change.reasons = reasons.map { reason in
      switch reason {
      case .renamed: .renamed(to: parameter.label)
      case .caseRenamed(let from, let to): .caseRenamed(from: from, to: label(to))
      case .caseReplaced(let from, let other): .caseReplaced(from, by: label(other))
      case .hidden(let parent): .hidden(parent: schema.parameter(named: parent)?.label ?? parent)
      default: reason
      }
    }
    if case .enumeration(let name)? = after { change.after = .enumeration(label(name)) }
    return change
  }
}

extension Message {
  fileprivate static func parameterWasIsNow(from: Message, to: Message) -> Message {
    "The parameter was \(from) and is now \(to)."
  }
}

extension AnswerChange.Reason: StatedProblem {
  /// The code and the reason.
  public var statement: ProblemStatement {
    switch self {
    case .removed: .init("removed", "The definition no longer has the parameter.")
    case .renamed(let name): .init("renamed", "The parameter is now called “\(name: name)”.")
    case .caseRenamed(let from, let to):
      .init("case-renamed", "The case “\(name: from)” is now called “\(name: to)”.")
    case .caseGone(let name): .init("case-gone", "The enum no longer has the case “\(name: name)”.")
    case .converted(let from, let to):
      .init("converted", .parameterWasIsNow(from: from, to: to))
    case .unreadable(let from, let to):
      .init("unreadable", .parameterWasIsNow(from: from, to: to))
    case .propertyRenamed(let from, let to):
      .init("property-renamed", "The property “\(name: from)” is now called “\(name: to)”.")
    case .propertyGone(let name): .init("property-gone", "The property “\(name: name)” is lost.")
    case .inProperty(let name, .converted(let from, let to), _),
      .inProperty(let name, .unreadable(let from, let to), _):
      .init(
        "property-converted", "The property “\(name: name)” was \(from) and is now \(to).")
    case .inProperty(let name, .becameArray, _):
      .init("property-array", "The property “\(name: name)” now holds several values.")
    case .inProperty(let name, .becameSingle, let lost):
      .init(
        "property-single",
        lost.isEmpty
          ? "The property “\(name: name)” now holds one value."
          : """
          The property “\(name: name)” now holds one value. Lost: \(list: lost.map(\.inSentence)).
          """)
    case .inProperty(let name, let reason, _):
      .init("property-\(reason.code)", .placed(place: name.harmless(), sentences: [reason.message]))
    case .becameArray: .init("became-array", "The parameter now holds several values.")
    case .becameSingle: .init("became-single", "The parameter now holds one value.")
    case .refused(let reason): .init("refused", reason.message)
    case .replaced: .init("replaced", "The definition has a different parameter in its place.")
    case .caseReplaced(let name, let other):
      .init(
        "case-replaced",
        "The case “\(name: name)” was replaced by a different one, “\(name: other)”.")
    case .hidden(let parent):
      .init(
        "hidden", "Its row is hidden now, because of “\(name: parent)”. The answer is kept.")
    case .rowGone:
      .init("row-gone", "It no longer has a row. The answer is kept and stays in effect.")
    }
  }
}
