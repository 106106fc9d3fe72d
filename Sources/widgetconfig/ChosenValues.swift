import Messages
import IntentDocuments
import IntentModel
import TerminalForm

extension WidgetFamily {
  /// The family that `--family` names; nil where it is not given.
  static func chosen(_ name: String?) throws -> WidgetFamily? {
    guard let name else { return nil }
    if let known = WidgetFamily(rawValue: name) { return known }
    let issue = IntentIssue(.unknownFamily(name), at: .root)
    throw CommandFailure(
      .usage, .placed(place: "--family", sentences: [issue.message, issue.advice]))
  }
}

extension ScriptedAnswers {
  /// The answers of `--set`, which may be intent JSON.
  init(set answers: [(name: String, text: String)]) {
    self.init(answers) { IntentJSON.value($0, for: $1, schema: $2) }
  }

  /// The answers of `--set` as names and texts.
  static func pairs(_ answers: [String]) throws -> [(name: String, text: String)] {
    try answers.map { answer in
      guard let equals = answer.firstIndex(of: "=") else {
        throw CommandFailure(
          .usage, .placed(place: "--set \(answer)", sentences: [.writeAsNameValue]))
      }
      return (String(answer[..<equals]), String(answer[answer.index(after: equals)...]))
    }
  }
}
