package import Messages

extension AnswerChange: CustomStringConvertible {
  /// The change and its reasons, on one line: `speed: “fast” is now “quick”. …`.
  public var description: String { line.text() }

  /// The change and its reasons, on one line.
  package var line: Message {
    .placed(
      place: (newName ?? parameter).harmless(),
      sentences: [fate].compactMap { $0 } + reasons.map(\.message))
  }

  /// The change of the value; nil if its name is unchanged.
  private var fate: Message? {
    guard let after else { return .answerLost(value: before.inSentence) }
    let (was, now) = (before.inSentence, after.inSentence)
    if was.text() == now.text() { return nil }
    return after.elements.isEmpty ? .answerIsNowEmpty(old: was) : .answerIsNow(old: was, new: now)
  }
}

extension AnswerChange.Reason {
  /// The reason as words with hyphens, stable for scripts, such as `case-gone`.
  public var code: String {
    switch self {
    case .removed: "removed"
    case .renamed: "renamed"
    case .caseRenamed: "case-renamed"
    case .caseGone: "case-gone"
    case .converted: "converted"
    case .unreadable: "unreadable"
    case .propertyGone: "property-gone"
    case .becameArray: "became-array"
    case .becameSingle: "became-single"
    case .refused: "refused"
    }
  }

  /// The reason as one sentence in English.
  public var sentence: String { message.text() }

  /// The reason as one sentence.
  package var message: Message {
    switch self {
    case .removed: .parameterGone
    case .renamed(let name): .parameterIsNowCalled(name: name)
    case .caseRenamed(let from, let to): .caseIsNowCalled(old: from, new: to)
    case .caseGone(let name): .caseGone(name: name)
    case .converted(let from, let to), .unreadable(let from, let to):
      .parameterHasOtherType(old: from, new: to)
    case .propertyGone(let name): .propertyLost(name: name)
    case .becameArray: .nowSeveralValues
    case .becameSingle: .nowOneValue
    case .refused(let reason): reason.message
    }
  }
}
