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
    guard let after else { return "\(before.inSentence) is lost." }
    let (was, now) = (before.inSentence, after.inSentence)
    if was.text() == now.text() { return nil }
    return after.elements.isEmpty ? "\(was) is now empty." : "\(was) is now \(now)."
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
    case .removed: "The definition no longer has the parameter."
    case .renamed(let name): "The parameter is now called “\(name: name)”."
    case .caseRenamed(let from, let to): "The case “\(name: from)” is now called “\(name: to)”."
    case .caseGone(let name): "The enum no longer has the case “\(name: name)”."
    case .converted(let from, let to), .unreadable(let from, let to):
      "The parameter was \(from) and is now \(to)."
    case .propertyGone(let name): "The property “\(name: name)” is lost."
    case .becameArray: "The parameter now takes several values."
    case .becameSingle: "The parameter now takes one value."
    case .refused(let reason): reason.message
    }
  }
}
