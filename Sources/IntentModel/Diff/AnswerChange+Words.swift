import Messages

extension AnswerChange: CustomStringConvertible {
  /// What became of the answer and why, in one line: `speed: “fast” is now “quick”. …`.
  public var description: String {
    let name = (newName ?? parameter).harmless()
    return "\(name): " + ([fate].compactMap { $0 } + reasons.map(\.sentence)).joined(separator: " ")
  }

  /// What became of the value; nil where it is called what it was called.
  private var fate: String? {
    guard let after else { return "\(before.inSentence) is lost." }
    let (was, now) = (before.inSentence, after.inSentence)
    return was == now ? nil : "\(was) is now \(now.isEmpty ? "empty" : now)."
  }
}

extension AnswerChange.Reason {
  /// The reason in one word with hyphens, stable for scripts, such as `case-gone`.
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

  /// The reason as one sentence.
  public var sentence: String {
    switch self {
    case .removed: "The definition does not have the parameter any more."
    case .renamed(let name): "The parameter is now called \(quoted(name))."
    case .caseRenamed(let from, let to):
      "The case \(quoted(from)) is now called \(quoted(to))."
    case .caseGone(let name): "The enum does not have the case \(quoted(name)) any more."
    case .converted(let from, let to), .unreadable(let from, let to):
      "The parameter was \(from) and is \(to)."
    case .propertyGone(let name): "The property \(quoted(name)) is lost."
    case .becameArray: "The parameter now takes several values."
    case .becameSingle: "The parameter now takes one value."
    case .refused(let reason): reason.message.text()
    }
  }
}
