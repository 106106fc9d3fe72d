import FormEngine
public import IntentModel
import Messages

/// Answers given as text for named parameters, as in `--set name=value`.
public struct ScriptedAnswers: Sendable {
  /// The answers in order; each further answer for the same array adds to it.
  public var answers: [(name: String, text: String)]

  /// Makes answers.
  public init(_ answers: [(name: String, text: String)]) {
    self.answers = answers
  }

  /// Reads answers written as `name=value`; the value begins after the first `=`.
  ///
  /// - Throws: ``NotAnAnswer`` with the first text that has no `=`.
  public init(parsing texts: [String]) throws(NotAnAnswer) {
    answers = []
    for text in texts {
      guard let equals = text.firstIndex(of: "=") else { throw NotAnAnswer(text: text) }
      answers.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
  }

  /// A text that is not an answer, because it has no `=`.
  public struct NotAnAnswer: Error, Sendable, Hashable {
    /// The text as given.
    public var text: String
  }

  /// Enters the answers in a form, waits for its providers, and returns an issue for each answer
  /// that cannot be accepted or has no effect, in the order of the answers.
  ///
  /// The form reads the texts as if they were typed: see ``FormEvent/setText(_:_:)``. Parents are
  /// entered before their children, because the choices of a child depend on its parent.
  public func apply(to form: inout FormDriver) async -> [IntentIssue] {
    var texts: [String: [String]] = [:]
    for answer in answers { texts[answer.name, default: []].append(answer.text) }
    let schema = form.state.schema
    let names = names(in: schema)
    form.handle(.enter(names.map { .texts($0, texts[$0] ?? []) }))
    await form.settle()
    let given = answers.map(\.name).firsts
    return given.flatMap { issues(of: $0, in: form.state) }
  }

  /// The issues of the answers to a parameter.
  private func issues(of name: String, in form: FormState) -> [IntentIssue] {
    let schema = form.schema
    guard schema.parameter(named: name) == nil else {
      return unread(of: name, in: form) + [withoutEffect(name, in: form)].compactMap { $0 }
    }
    return answers.filter { $0.name == name }.map { _ in schema.unknownParameter(name) }
  }

  /// The names of the answered parameters in the order of the answers, except that parents come
  /// before their children.
  private func names(in schema: IntentSchema) -> [String] {
    var seen = Set<String>()
    let names = answers.map(\.name).filter {
      schema.parameter(named: $0) != nil && seen.insert($0).inserted
    }
    let depths = names.map { schema.depth(of: $0) }
    return names.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { names[$0] }
  }

  /// The issues of those texts of a parameter that could not be read.
  private func unread(of name: String, in form: FormState) -> [IntentIssue] {
    let rows = form.unreadTexts.filter { $0.key.parameter == name }
    return rows.sorted { $0.key.slot < $1.key.slot }.map(\.value.issue)
  }

  /// The issue of an answer that has no effect, because its parameter is hidden or it has more
  /// elements than the family accepts.
  private func withoutEffect(_ name: String, in form: FormState) -> IntentIssue? {
    guard let value = form.draft.values[name], let parameter = form.schema.parameter(named: name)
    else { return nil }
    if let reason = form.state(of: name)?.hidden {
      return IntentIssue(.hidden(reason, answer: form.answerShowing(name)), at: .parameter(name))
    }
    return form.schema.countIssue(with: value, for: parameter, family: form.family)
  }
}

extension FormRowID {
  /// The slot of an array; -1 for any other row.
  fileprivate var slot: Int { if case .element(_, let slot) = self { slot } else { -1 } }
}
